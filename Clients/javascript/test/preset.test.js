// SPDX-License-Identifier: Apache-2.0
//
// Zstandard with the preset dictionary (SPEC.md, section 9.8.1): what the vectors do not show.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decompress } from '../husk.js';
import { preset, presetZstd } from '../preset.js';
import { zstd } from '../zstd.js';
import { withoutZstd } from './command.js';

const folder = mkdtempSync(join(tmpdir(), 'husk-js-'));
after(() => rmSync(folder, { recursive: true }));
const dictionaryPath = join(folder, 'dictionary');
writeFileSync(dictionaryPath, preset);

/** Some bytes of a dictionary, from its end if the number is below 0. */
const words = (from, to) => Buffer.from(preset).subarray(from, to).toString('latin1');

/** A compressed block of some literals and one match, of fewer than 32 bytes and 35; `offset` is a distance and 3. */
function block(literals, offset, length, isLast = true) {
  const bits = [];
  for (let rest = offset; rest > 0; rest >>= 8) bits.push(rest & 255);
  const body = [
    literals.length << 3, ...Buffer.from(literals), 1, 0x54, literals.length, 31 - Math.clz32(offset), length - 3, ...bits,
  ];
  const header = (body.length << 3) | 4 | (isLast ? 1 : 0);
  return [header & 255, header >> 8, 0, ...body];
}

/** A block that is not compressed, with another behind it. */
const raw = (text) => [text.length << 3, 0, 0, ...Buffer.from(text)];

const becomes = async (bytes, count) => Buffer.from(await decompress(6, Uint8Array.from(bytes), count)).toString('latin1');
const refuses = (bytes, count, message) => (
  assert.rejects(async () => decompress(6, Uint8Array.from(bytes), count), { code: 'invalidCompression' }, message)
);

test('the dictionary is that of SPEC.md', () => {
  assert.equal(preset.length, 6313);
  const digest = createHash('sha256').update(preset).digest('hex');
  assert.equal(digest, '03f338392c4ccea8d63b68e89f61024d6f094fa30cdbbbf3ef5bd21b0cb46c41');
});

test('matches reach the start of the dictionary, and nothing in front of it', async () => {
  const first = words(0, 32);
  assert.equal(await becomes(block('', 6313 + 3, 32), 32), first);
  await refuses(block('', 6314 + 3, 32), 32);
  await refuses(block('', 65_535, 32), 32);
  await refuses(block('', 2 ** 30, 32), 32);
  // What came out so far stands between.
  assert.equal(await becomes(block('xyz', 6316 + 3, 32), 35), `xyz${first}`);
  await refuses(block('xyz', 6317 + 3, 32), 35);
  assert.equal(await becomes([...raw('0123456789'), ...block('xyz', 6326 + 3, 32)], 45), `0123456789xyz${first}`);
  await refuses([...raw('0123456789'), ...block('xyz', 6327 + 3, 32)], 45);
});

test('matches go on from the dictionary in what comes out', async () => {
  assert.equal(await becomes(block('', 2 + 3, 32), 32), words(-2).repeat(16));
  assert.equal(await becomes(block('', 20 + 3, 34), 34), words(-20) + words(-20, -6));
  assert.equal(await becomes(block('xyz', 4 + 3, 32), 35), `xyz${`${words(-1)}xyz`.repeat(8)}`);
});

test('the repeated offsets start as 1, 4 and 8', async () => {
  assert.equal(await becomes(block('x', 1, 32), 33), 'x'.repeat(33));
  assert.equal(await becomes(block('x', 2, 32), 33), `x${`${words(-3)}x`.repeat(8)}`);
  assert.equal(await becomes(block('x', 3, 32), 33), `x${`${words(-7)}x`.repeat(4)}`);
  // Without literals they are the second, the third, and the first less one, which is none.
  assert.equal(await becomes(block('', 1, 32), 32), words(-4).repeat(8));
  assert.equal(await becomes(block('', 2, 32), 32), words(-8).repeat(4));
  await refuses(block('', 3, 32), 32);
});

// {"id":1,"name":"Ada","createdAt":"2024-01-02T00:00:00Z","status":"active","tags":[]}
const SAMPLE = Buffer.from('250100787b416461323032342d30312d30327d06003d8401ac840766841bba297d38566030982b', 'hex');
const PLAIN = '{"id":1,"name":"Ada","createdAt":"2024-01-02T00:00:00Z","status":"active","tags":[]}';

test('a document that the command made comes back', async () => {
  assert.equal(await becomes(SAMPLE, PLAIN.length), PLAIN);
  for (let end = 0; end < SAMPLE.length; end++) await refuses(SAMPLE.subarray(0, end), PLAIN.length, `${end} bytes`);
  await refuses([...SAMPLE, 0], PLAIN.length);
  for (const count of [0, PLAIN.length - 1, PLAIN.length + 1]) await refuses(SAMPLE, count, `${count} bytes`);
  await refuses(SAMPLE, SAMPLE.length * 32_768 + 1);
});

test('codec 3 has no dictionary', async () => {
  await assert.rejects(async () => decompress(3, SAMPLE, PLAIN.length, { codecs: { zstd } }), { code: 'invalidCompression' });
});

test('functions for Zstandard are not asked', async () => {
  const never = () => assert.fail('it knows no dictionary');
  const made = await decompress(6, SAMPLE, PLAIN.length, { codecs: { zstd: never, presetZstd: never } });
  assert.equal(Buffer.from(made).toString(), PLAIN);
});

test('no bytes become no bytes', async () => {
  assert.equal(await becomes([], 0), '');
  await refuses([], 1);
});

test('a changed bit gives an error of its own, or other bytes', async () => {
  for (let bit = 0; bit < SAMPLE.length * 8; bit++) {
    const changed = Uint8Array.from(SAMPLE);
    changed[bit >> 3] ^= 1 << (bit & 7);
    try {
      assert.equal((await decompress(6, changed, PLAIN.length)).length, PLAIN.length, `bit ${bit}`);
    } catch (error) {
      assert.equal(error.code, 'invalidCompression', `bit ${bit}: ${error.stack}`);
    }
  }
});

for (const names of [['husk.js'], ['husk.js', 'preset.js'], ['husk.js', 'zstd.js']]) {
  test(`with ${names.join(' and ')} alone the codec is refused`, async () => {
    const place = mkdtempSync(join(folder, 'alone-'));
    for (const name of names) copyFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(place, name));
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    const alone = await import(pathToFileURL(join(place, 'husk.js')));
    await assert.rejects(async () => alone.decompress(6, SAMPLE, PLAIN.length), { code: 'unsupportedCodec' });
    assert.equal((await alone.decompress(6, SAMPLE.subarray(0, 0), 0)).length, 0);
  });
}

const documents = new URL('../../../Corpus/documents/', import.meta.url);

for (const name of readdirSync(documents).filter((one) => /json$/.test(one))) {
  for (const level of ['-1', '-3', '-19']) {
    test(`${name} ${level}`, { skip: withoutZstd }, async () => {
      const plain = readFileSync(new URL(name, documents));
      const frame = execFileSync('zstd', ['-qc', '--no-check', '--no-dictID', level, '-D', dictionaryPath], {
        input: plain, maxBuffer: 1 << 28,
      });
      assert.ok(plain.equals(presetZstd(new Uint8Array(frame), plain.length)));
      assert.throws(() => presetZstd(new Uint8Array(frame), plain.length - 1), RangeError);
      // The header of a frame from a pipe has six bytes.
      assert.equal(frame[4], 0);
      assert.ok(plain.equals(await decompress(6, frame.subarray(6), plain.length)));
    });
  }
}
