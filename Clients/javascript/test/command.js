// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';

/** The command, where the tests were told of one or it is on the PATH; else null. */
export const husk = (() => {
  const path = process.env.HUSK_COMMAND || 'husk';
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' });
    return path;
  } catch {
    return null;
  }
})();

export const withoutHusk = husk === null && 'there is no husk';
