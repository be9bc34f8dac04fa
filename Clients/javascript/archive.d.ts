// SPDX-License-Identifier: Apache-2.0

/**
 * What `husk.js` loads when it meets a modelled block (SPEC.md, section 16) or a message of a primed template (section
 * 13.13): it is not called by others.
 */
export function reader(kit: object): object;
