// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';

const isThere = (path) => {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const path = process.env.HUSK_COMMAND || 'husk';

/** The command, where the tests were told of one or it is on the PATH; else null. */
export const husk = isThere(path) ? path : null;

export const withoutHusk = husk === null && 'there is no husk';
export const withoutZstd = !isThere('zstd') && 'there is no zstd';
