// SPDX-License-Identifier: Apache-2.0
//
// Few bytes that would take much time (SPEC.md, section 10.2): where the limits of what they may hold are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as zlib from 'node:zlib';
import { MessageTemplate, crc32, decode, decodeBytes, decodeRows } from '../husk.js';
import { varint, word } from './bytes.js';

const [TEMPLATE_FRAME, BLOCK_FRAME, END_FRAME] = [1, 3, 5];
const [COLUMNS, OWN_TEMPLATE] = [1, 32];
const [DEFLATE, MODELLED, PRESET_MODELLED] = [1, 5, 7];
const SLOTS_MOST = 4096;

const counted = (bytes) => [...varint(bytes.length), ...bytes];
const repeated = (bytes, count) => Array.from({ length: count }, () => bytes).flat();
const check = (bytes, seed) => crc32(Uint8Array.from(bytes), seed);

/** A file of a template frame and a block (section 9). */
function fileOf(payload, text, rows, content) {
  let parts = [0xfd, 0x48, 0x4b, 1];
  let hash = check(parts);
  const frame = (type, header, rest) => {
    const length = header.length + rest.length;
    const head = [type | (3 << 5), length & 255, (length >> 8) & 255, length >> 16, ...header];
    // The last byte of a length is not 0.
    while (head[head[0] >> 5] === 0 && head[0] >> 5 > 0) {
      head.splice(head[0] >> 5, 1);
      head[0] -= 32;
    }
    hash = check(head, hash);
    parts = [...parts, ...head, ...rest];
  };
  if (payload !== null) frame(TEMPLATE_FRAME, [], payload);
  frame(BLOCK_FRAME, [...varint(rows), ...varint(text.length), ...word(check(Buffer.from(text)))], content);
  parts.push(END_FRAME, ...word(hash));
  return Uint8Array.from([...parts, ...varint(2 * parts.length).reverse()]);
}

/** The sections of a block (section 8.2), each a codec, a number of bytes and its body. */
function sections(canonical, ...all) {
  const head = ([codec, count, body]) => [codec, ...varint(count), ...(codec === 0 ? [] : varint(body.length))];
  const out = [0, ...all.flatMap(head), ...all.flatMap(([, , body]) => body)];
  return [...out, ...word(check(out, check(canonical)))];
}

const plain = (body) => [0, body.length, body];
const stored = (canonical) => [0, ...canonical];
const deflated = (canonical) => [
  DEFLATE, ...varint(canonical.length), ...zlib.deflateRawSync(Uint8Array.from(canonical), { level: 9 }),
];

const WAYS = [(file) => decodeBytes(file), (file) => decode(file), (file) => decodeRows(file, { fields: 'a' })];

async function assertRefused(code, file, ways = WAYS) {
  for (const way of ways) await assert.rejects(async () => way(file), { name: 'HuskError', code });
}

/** The template of objects with so many optional fields. */
const optionalFields = (count) => [1, 0, ...varint(count), ...repeated([1, 0], count), 3, 0];

test('presence words beyond the first of objects are bounded by the text', async () => {
  const canonical = optionalFields(SLOTS_MOST - 1);
  const rowsOf = (count) => {
    // The words are a column of zeros; no value has a column, and nothing is shared.
    const descriptors = [0, ...varint(128 * count), 0, 0, ...repeated([0], SLOTS_MOST - 1), 0, 0];
    const text = repeated(['{}'], count).join('\n');
    const content = [COLUMNS, ...sections(canonical, plain(descriptors), plain([]), plain([]))];
    return [fileOf(stored(canonical), text, count, content), text];
  };
  // 636 * 127 = 80,772 are at most 65,536 + 8 * 1907, and one row more is too much.
  const [file, text] = rowsOf(636);
  assert.equal(Buffer.from(await decodeBytes(file)).toString(), text);
  assert.equal((await decodeRows(file, { fields: 'a' })).length, 636);
  await assertRefused('limitExceeded', rowsOf(637)[0]);
});

test('the sections of a block with the codecs 5 and 7 are bounded by the text, together', async () => {
  const canonical = [0, 0];
  const most = 65_536 + 2;
  const content = (...slow) => [COLUMNS, ...sections(canonical, plain([]), ...slow)];
  const file = (...slow) => fileOf(stored(canonical), '1', 1, content(...slow));
  await assertRefused('limitExceeded', file([MODELLED, most + 1, [0]], plain([])));
  await assertRefused('limitExceeded', file([MODELLED, 65_536, [0]], [PRESET_MODELLED, 3, [0]]));
  // These are few enough, and damaged.
  await assertRefused('invalidCompression', file([MODELLED, 65_536, [0]], [PRESET_MODELLED, 2, [0]]));
});

/** A file of one row, of a template that stands before the block, or in it. */
function fileOfSlots(canonical, slots, isOwn, pack) {
  const descriptors = [0, ...repeated([0], slots), 0, 2];
  const payload = pack(canonical);
  const front = isOwn ? [COLUMNS | OWN_TEMPLATE, ...counted(payload)] : [COLUMNS];
  const content = [...front, ...sections(canonical, plain(descriptors), plain([]), plain([0x31, 1]))];
  return fileOf(isOwn ? null : payload, '1', 1, content);
}

test('templates of blocks have few slots for their bytes', async () => {
  for (const isOwn of [false, true]) {
    const own = (count, pack) => fileOfSlots(
      [1, 0, ...varint(count), ...repeated([0, 0], count), 0], count + 1, isOwn, pack);
    assert.equal(await decode(own(SLOTS_MOST - 1, deflated)), 1);
    await assertRefused('limitExceeded', own(SLOTS_MOST, deflated));
    // Where it is not compressed it has 16 for each byte.
    assert.equal(await decode(own(SLOTS_MOST, stored)), 1);
    // Shapes that add nothing to the fields that they inherit.
    const inherited = (count) => fileOfSlots(
      [...varint(count + 1), 0, ...varint(count), ...repeated([0, 0], count), ...repeated([1, 0], count), 0],
      count * (count + 1) + 1, isOwn, stored);
    assert.equal(await decode(inherited(64)), 1);
    await assertRefused('limitExceeded', inherited(65));
  }
});

test('templates with the codecs 5 and 7 have few bytes', async () => {
  for (const codec of [MODELLED, PRESET_MODELLED]) {
    for (const [count, code] of [[1_048_577, 'limitExceeded'], [1_048_576, 'invalidCompression']]) {
      for (const isOwn of [false, true]) {
        await assertRefused(code, fileOfSlots([0, 0], 1, isOwn, () => [codec, ...varint(count), ...repeated([0], 9)]));
      }
    }
  }
});

test('parts of hexadecimal columns have a digit or a literal', async () => {
  const file = (literal) => {
    const parts = [0, 1, 0, ...counted(Buffer.from(literal))];
    const content = [COLUMNS, ...sections([0, 0], plain([0, 1, 7, ...parts, 0, 0]), plain([]), plain([]))];
    return fileOf(stored([0, 0]), `"${literal}"`, 1, content);
  };
  assert.equal(await decode(file('a')), 'a');
  await assertRefused('invalidColumn', file(''));
});

/** A message template of one slot, any, with entries `1` and forms of strings of these parts. */
function messageTemplate(entries, ...forms) {
  const form = (parts) => [1, ...varint(parts.length), ...parts.flat()];
  return Uint8Array.from([
    1, 2, 0, 0, 0, 1, ...varint(entries), ...repeated([1, 0x31], entries), ...repeated([1], entries + 1), 0,
    ...varint(forms.length), ...forms.flatMap(form), ...repeated([1], forms.length + 1), 0,
  ]);
}

test('strings of messages have few parts, which write something', () => {
  const letter = [0, 1, 0x61];
  const parts = (count) => Array.from({ length: count }, () => letter);
  const refused = (code, ...given) => assert.throws(() => new MessageTemplate(messageTemplate(...given)), { code });
  assert.ok(new MessageTemplate(messageTemplate(0, parts(64))));
  refused('invalidTemplate', 0, parts(65));
  refused('invalidTemplate', 0, [[0, 0]]);
  assert.ok(new MessageTemplate(messageTemplate(0, [[4, 0, 1]])));
  refused('invalidTemplate', 0, [[4, 0, 0]]);
  // 65 * 64,527 are at most 4,194,304.
  assert.ok(new MessageTemplate(messageTemplate(64_527, parts(64), parts(1))));
  refused('limitExceeded', 64_528, parts(64), parts(1));
});
