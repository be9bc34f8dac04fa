// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { decompress } from '../husk.js';
import { zstd } from '../zstd.js';
import { withoutZstd } from './command.js';
import { vectors } from './vectors.js';

const codecs = { zstd };

for (const vector of vectors('compression')) {
  const { codec } = vector;
  if (codec !== 3 && codec !== 6) continue;
  test(vector.name, async () => {
    const count = Number(vector.option('count'));
    const result = (async () => decompress(codec, vector.sections.compressed, count, { codecs }))();
    if (vector.succeeds) assert.deepEqual(Buffer.from(await result), Buffer.from(vector.sections.plain));
    else await assert.rejects(result, { code: vector.header.expect });
  });
}

const folder = new URL('../../../Corpus/documents/', import.meta.url);

for (const name of readdirSync(folder).filter((one) => /json$/.test(one))) {
  for (const level of ['-1', '-3', '-19']) {
    test(`${name} ${level}`, { skip: withoutZstd }, () => {
      const plain = readFileSync(new URL(name, folder));
      const frame = execFileSync('zstd', ['-qc', '--no-check', level], { input: plain, maxBuffer: 1 << 28 });
      assert.ok(plain.equals(zstd(new Uint8Array(frame), plain.length)));
      assert.throws(() => zstd(new Uint8Array(frame), plain.length - 1), RangeError);
    });
  }
}

test('refuses damage with an error, and ends', { skip: withoutZstd }, () => {
  const plain = readFileSync(new URL('orders.ndjson', folder)).subarray(0, 20_000);
  const frame = new Uint8Array(execFileSync('zstd', ['-qc', '--no-check', '-3'], { input: plain }));
  for (let at = 5; at < frame.length; at += 7) {
    const copy = Uint8Array.from(frame);
    copy[at] ^= 1 << (at % 8);
    try {
      assert.ok(zstd(copy, plain.length).length <= plain.length);
    } catch (error) {
      assert.ok(error instanceof RangeError, error.stack);
    }
    assert.throws(() => zstd(frame.subarray(0, at), plain.length), RangeError);
  }
});
