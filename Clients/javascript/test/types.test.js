// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as archive from '../archive.js';
import * as husk from '../husk.js';
import * as preset from '../preset.js';
import * as zstd from '../zstd.js';

for (const [name, module] of Object.entries({ husk, archive, preset, zstd })) {
  test(`${name}.d.ts declares what the module exports`, () => {
    const types = readFileSync(new URL(`../${name}.d.ts`, import.meta.url), 'utf8');
    const declared = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, one]) => one);
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(module).sort());
  });
}
