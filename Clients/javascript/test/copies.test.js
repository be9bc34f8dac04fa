// SPDX-License-Identifier: Apache-2.0
//
// Blocks with copies (SPEC.md, section 8.8), which are written here by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, decodeBytes, decodeRows, decodeSequence, frames } from '../husk.js';
import { varint, word } from './bytes.js';
import { zstd } from '../zstd.js';
import { vectors } from './vectors.js';

const [STORED, COLUMNS, MODELLED, COPIES] = [0, 1, 2, 3];
const [TEMPLATE_FRAME, REFERENCE_FRAME, BLOCK_FRAME, END_FRAME] = [1, 2, 3, 5];
const [ELEMENTS, CONTINUES, CLOSES, OWN_TEMPLATE] = [4, 8, 16, 32];
const LARGE = 2048;
/** The payload of the template that takes any row, and the seed of the checks of its blocks. */
const ANY_ROW = [0, 0, 0];
const SEED = crc32(Uint8Array.of(0, 0));
const MOST = 2n ** 63n - 1n;

const bytesOf = (data) => (typeof data === 'string' ? [...Buffer.from(data)] : [...data]);

const zigzag = (value) => varint(BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n)));
const counted = (bytes) => [...varint(bytes.length), ...bytes];

/** Sections that are not compressed (section 8.2). */
function sections(descriptors, { numbers = [], text = [], large = [], seed = 0 } = {}) {
  const bodies = [descriptors, numbers, text];
  const out = [
    ...varint(large.length), ...bodies.flatMap((body) => [0, ...varint(body.length)]),
    ...large.flatMap((body) => [0, ...varint(body.length), ...word(crc32(Uint8Array.from(body)))]), ...bodies.flat(),
  ];
  return [...out, ...word(crc32(Uint8Array.from(out), seed)), ...large.flat()];
}

/** The sections of copies: new pieces, more than one, and how far back. */
function copies(triples, count = triples.length) {
  const descriptors = varint(count);
  const numbers = [];
  const large = [];
  for (let i = 0; i < 3 && triples.length > 0; i++) {
    const column = triples.map((triple) => triple[i]);
    if (new Set(column).size === 1) {
      descriptors.push(0, ...zigzag(column[0]));
      continue;
    }
    descriptors.push(0x11, 0);
    if (column.length < LARGE) numbers.push(...column);
    else large.push(column);
  }
  return sections(descriptors, { numbers, large });
}

/** The content of a block with copies; what is kept is stored where there is no `body`. */
function content(kept, separator, found, more = {}) {
  const { form = STORED, rows = 0, size = bytesOf(kept).length, body = [0, ...bytesOf(kept)], bits = 0, template } = more;
  return [
    COPIES | bits | (template ? OWN_TEMPLATE : 0), ...(template ? counted(template) : []), form, ...varint(rows),
    ...varint(size), ...counted(bytesOf(separator)), ...counted(found), ...body,
  ];
}

/** A file of blocks behind frames of a type and a payload (section 9). */
function fileOf(blocks, before = []) {
  let parts = [0xfd, 0x48, 0x4b, 1];
  let hash = crc32(Uint8Array.from(parts));
  const frame = (type, header, payload) => {
    const length = [];
    for (let left = header.length + payload.length; left > 0; left = Math.floor(left / 256)) length.push(left % 256);
    const head = [type | (length.length << 5), ...length, ...header];
    hash = crc32(Uint8Array.from(head), hash);
    parts = [...parts, ...head, ...payload];
  };
  for (const [type, payload] of before) frame(type, [], payload);
  for (const { text, rows = 0, payload } of blocks) {
    const plain = Uint8Array.from(bytesOf(text));
    frame(BLOCK_FRAME, [...varint(rows), ...varint(plain.length), ...word(crc32(plain))], payload);
  }
  parts.push(END_FRAME, ...word(hash));
  return Uint8Array.from([...parts, ...varint(2 * parts.length).reverse()]);
}

const fileWith = (text, payload, before) => fileOf([{ text, payload }], before);

async function assertBecomes(text, payload, before) {
  for (const options of [{}, { verifiesSections: true }]) {
    const found = await decodeBytes(fileWith(text, payload, before), options);
    assert.equal(Buffer.from(found).toString('latin1'), Buffer.from(bytesOf(text)).toString('latin1'));
  }
}

const assertRefused = (code, text, payload, before, options = {}) => (
  assert.rejects(decodeBytes(fileWith(text, payload, before), options), { name: 'HuskError', code })
);

/** Section 8.8 piece by piece, or null where a rule is broken. */
function expanded(kept, separator, triples) {
  const rest = [];
  for (let at = 0; at < kept.length; at++) {
    if (at === 0 || kept.startsWith(separator, at)) rest.push('');
    rest[rest.length - 1] += kept[at];
  }
  const pieces = [];
  for (const [fresh, more, back] of triples) {
    if (fresh > rest.length) return null;
    pieces.push(...rest.splice(0, fresh));
    for (let left = 1 + more; left > 0; left--) {
      if (back >= pieces.length) return null;
      pieces.push(pieces[pieces.length - 1 - back]);
    }
  }
  return [...pieces, ...rest].join('');
}

const table = [
  ['1\n2', '\n', [[2, 1, 0]], '1\n2\n2\n2'],
  ['[1,2,3]', ',', [[2, 0, 0], [0, 1, 1]], '[1,2,2,2,2,3]'],
  ['1 2\n3', ' 2', [[2, 0, 0], [0, 0, 0]], '1 2\n3 2\n3 2\n3'],
];

test('the table of section 8.8 holds', async () => {
  for (const [kept, separator, triples, text] of table) {
    await assertBecomes(text, content(kept, separator, copies(triples)));
  }
});

test('what is copied may be appended by the same copy', async () => {
  await assertBecomes('1'.repeat(50), content('1', '\n', copies([[1, 48, 0]])));
  await assertBecomes(`1\n2${'1\n2'.repeat(2)}1\n3`, content('1\n2\n3', '\n', copies([[2, 4, 1]])));
  await assertBecomes(`${',1,2,3'.repeat(40)},1,4`, content(',1,2,3,4', ',', copies([[3, 117, 2]])));
});

test('occurrences of the separator may overlap', async () => {
  // The pieces are a quote, a, and the rest.
  await assertBecomes('"aaaaab"', content('"aaab"', 'aa', copies([[2, 1, 0]])));
});

test('a text need not have copies or pieces', async () => {
  await assertBecomes('1\n2\n', content('1\n2\n', '\n', copies([])));
  await assertBecomes('', content('', '\n', copies([])));
  await assertBecomes('1', content('1', '\n'.repeat(255), copies([])));
  await assertRefused('invalidValue', '1', content('', '\n', copies([[0, 0, 0]])));
});

test('many copies have large sections', async () => {
  const triples = [[2, 0, 0], ...Array.from({ length: LARGE }, (_, i) => [0, i % 3, (i % 5) % 2])];
  await assertBecomes(expanded('1\n2\n3', '\n', triples), content('1\n2\n3', '\n', copies(triples)));
});

test('a long text is put together', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `{"id":${i},"text":"${'é'.repeat(i % 50)}"}\n`).join('');
  for (const separator of ['\n', '\n{']) {
    const text = expanded(rows, separator, [[3000, 8999, 2999]]);
    await assertBecomes(text, content(rows, separator, copies([[3000, 8999, 2999]])));
  }
});

test('a text has so many pieces for its bytes', async () => {
  const size = 80_000;
  const most = 65_536 + size / 16;
  const text = `1${'\n'.repeat(size - 1)}`;
  const left = '\n'.repeat(size - most);
  const withPieces = (kept, triple) => [text, content(kept, '\n', copies([triple]))];
  await assertBecomes(...withPieces(`1\n${left}`, [2, most - 3, 0]));
  await assertRefused('limitExceeded', ...withPieces(`1\n${left.slice(1)}`, [2, most - 2, 0]));
  // Copies behind more new pieces than there may be, and behind more than there are.
  await assertRefused('limitExceeded', ...withPieces(text.slice(0, -1), [most + 1, 0, 0]));
  await assertRefused('missingValue', ...withPieces(text.slice(0, most - 1), [most, 0, 0]));
});

test('any copies are put where they belong', async () => {
  let state = 8;
  const dice = (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 12) % sides;
  };
  const some = (letters, count) => Array.from({ length: count }, () => letters[dice(letters.length)]).join('');
  let good = 0;
  for (let i = 0; i < 3000; i++) {
    const kept = some('ab,\n', dice(24));
    const separator = some('ab,', [1, 1, 2, 3][dice(4)]);
    const triples = Array.from({ length: dice(5) }, () => [dice(4), [0, 1, dice(20)][dice(3)], dice(5)]);
    const text = expanded(kept, separator, triples);
    const payload = content(kept, separator, copies(triples));
    if (text === null) {
      const refused = ({ code }) => code === 'invalidValue' || code === 'missingValue';
      await assert.rejects(decodeBytes(fileWith(new Uint8Array(2000), payload)), refused);
    } else {
      good++;
      await assertBecomes(text, payload);
      if (triples.length > 0) await assertRefused('limitExceeded', text.slice(0, -1), payload);
    }
  }
  assert.ok(good > 500, `${good}`);
});

/** A file whose blocks are kept whole, without copies. */
async function keptWhole(vector, forms) {
  const [file] = await frames(vector.sections.file, { limits: vector.limits });
  const before = [];
  if (file.canonical !== null) before.push([TEMPLATE_FRAME, [0, ...file.canonical]]);
  const parts = [];
  for (const { rows, decoded, content: [bits, ...rest] } of file.blocks) {
    forms.add(bits & 3);
    let template;
    if (bits & OWN_TEMPLATE) {
      // These are short.
      template = rest.splice(0, 1 + rest[0]).slice(1);
    }
    const place = bits & (ELEMENTS | CONTINUES | CLOSES);
    const found = { form: bits & 3, rows, size: decoded, body: rest, bits: place, template };
    parts.push({ rows, decoded, payload: content('', '\n', copies([]), found) });
  }
  let at = 0;
  for (const part of parts) {
    part.text = vector.sections.document.slice(at, at + part.decoded);
    at += part.decoded;
  }
  return fileOf(parts, before);
}

test('what is kept may have the form of any block', async () => {
  const forms = new Set();
  for (const vector of [...vectors('column'), ...vectors('modelled')]) {
    if (!vector.succeeds || /files|copies/.test(vector.name)) continue;
    const options = { codecs: { zstd }, limits: vector.limits, verifiesSections: true };
    const file = await keptWhole(vector, forms);
    const { name, sections: { document, file: other } } = vector;
    assert.deepEqual(Buffer.from(await decodeBytes(file, options)), Buffer.from(document), name);
    assert.deepEqual(await decodeSequence(file, options), await decodeSequence(other, options), name);
  }
  assert.deepEqual([...forms].sort(), [STORED, COLUMNS, MODELLED]);
});

test('what is kept stands in its document as the block does', async () => {
  // Blocks of elements that are kept in columns, of one slot whose values are shared.
  const rows = (...values) => {
    const text = values.flatMap((value) => [...bytesOf(value), 1]);
    return sections([0, 0, 0, text.length], { text, seed: SEED });
  };
  const first = { form: COLUMNS, rows: 2, body: rows('1', '2'), bits: ELEMENTS };
  const second = { form: COLUMNS, rows: 2, body: rows('3', '4'), bits: ELEMENTS | CONTINUES | CLOSES };
  const file = fileOf([
    { text: '[1,2,2,2,2', rows: 5, payload: content('[1,2', ',', copies([[2, 2, 0]]), first) },
    { text: ',3,3,4]', rows: 3, payload: content(',3,4]', ',', copies([[1, 0, 0]]), second) },
  ], [[TEMPLATE_FRAME, ANY_ROW]]);
  const values = [1, 2, 2, 2, 2, 3, 3, 4];
  assert.deepEqual(await decodeSequence(file), [values]);
  for (let from = 0; from < 9; from++) {
    for (let end = from; end < 9; end++) {
      assert.deepEqual(await decodeRows(file, { rows: [from, end] }), values.slice(from, end));
    }
  }
});

test('rows and fields are taken from the text', async () => {
  const kept = '{"a":1,"b":2}\n{"a":2}';
  const text = `${kept}${'\n{"a":2}'.repeat(3)}\n{"b":5}\n`;
  const file = fileOf([{ text, rows: 6, payload: content(`${kept}\n{"b":5}\n`, '\n{', copies([[2, 2, 0]])) }]);
  const rows = text.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(await decodeRows(file), rows);
  assert.deepEqual(await decodeSequence(file), rows);
  for (let row = 0; row < 6; row++) assert.deepEqual(await decodeRows(file, { rows: row }), [rows[row]]);
  assert.deepEqual(await decodeRows(file, { rows: '3:6', fields: 'a' }), [{ a: 2 }, { a: 2 }, {}]);
});

test('a block without wanted rows is not decoded', async () => {
  const file = fileOf([
    { text: '1\n2\n', rows: 2, payload: content('1\n2\n', '\n', copies([])) },
    { text: '3', rows: 1, payload: content('3', '\n', copies([]), { form: 7, bits: CONTINUES }) },
  ]);
  assert.deepEqual(await decodeRows(file, { rows: ':2' }), [1, 2]);
  await assert.rejects(decodeRows(file, { rows: '1:' }), { code: 'invalidColumn' });
});

test('what stands before the sections is checked', async () => {
  const text = '1\n2\n2\n2';
  const found = copies([[2, 1, 0]]);
  await assertBecomes(text, content('1\n2', '\n', found, { rows: 3 }));
  for (const more of [{ form: 3 }, { form: 4 }, { form: 255 }, { rows: 4 }, { size: 8 }, { bits: CLOSES }]) {
    await assertRefused('invalidColumn', text, content('1\n2', '\n', found, more));
  }
  for (const length of [0, 256]) {
    await assertRefused('invalidColumn', text, content('1\n2', '\n'.repeat(length), found));
  }
  await assertRefused('invalidCompression', text, content('1\n2', '\n', found, { size: 4 }));
});

test('what is kept has the bytes that it says', async () => {
  const text = '1\n2\n2\n2';
  const body = sections([0, 0, 0, 4], { text: bytesOf('1\x012\x01'), seed: SEED });
  const payload = (more) => content('1\n2', '\n', copies([[2, 1, 0]]), { form: COLUMNS, rows: 2, body, ...more });
  const before = [[TEMPLATE_FRAME, ANY_ROW]];
  await assertBecomes(text, payload({}), before);
  await assertBecomes(text, payload({ template: ANY_ROW }));
  await assertRefused('limitExceeded', text, payload({ size: 2 }), before);
  await assertRefused('checkMismatch', text, payload({ size: 4 }), before);
});

test('columns need a template, and a stored text has none', async () => {
  const payload = (more) => content('1\n2', '\n', copies([]), more);
  await assertRefused('invalidColumn', '1\n2', payload({ template: ANY_ROW }));
  const named = [[REFERENCE_FRAME, [8, ...new Uint8Array(8), 1]]];
  await assertBecomes('1\n2', payload({}), named);
  for (const form of [COLUMNS, MODELLED]) {
    await assertRefused('invalidFrame', '1\n2', payload({ form }));
    await assertRefused('unknownTemplate', '1\n2', payload({ form }), named);
  }
});

test('sections hold copies and nothing else', async () => {
  const text = '1\n2\n2';
  const good = [1, 0, 4, 0, 0, 0, 0];
  for (const [found, code] of [
    [sections([]), 'truncated'],
    [sections([1, 0, 4, 0, 0]), 'truncated'],
    [sections([...good, 0]), 'extraValue'],
    [sections([0, 0]), 'extraValue'],
    [sections(good, { numbers: [0] }), 'extraValue'],
    [sections(good, { text: [0] }), 'extraValue'],
    [sections(good, { large: [new Array(LARGE).fill(0)] }), 'extraValue'],
    [[...sections(good), 0], 'invalidColumn'],
    [sections(good).slice(0, -1), 'truncated'],
    [sections([1, 0, 4, 0, 0, 13]), 'invalidColumn'],
    [copies([[2, 0, 0]], 6), 'invalidColumn'],
    [[0, 9, 0, 0, 0, 0, 0, 0, 0, 0], 'unsupportedCodec'],
  ]) await assertRefused(code, text, content('1\n2', '\n', found));
  // The distance of what is derived counts these columns only.
  await assertBecomes(text, content('1\n2', '\n', sections([1, 0, 4, 0, 0, 6, 2, 3])));
  // Another check shows where sections are verified.
  const other = [...copies([[2, 0, 0]]).slice(0, -4), 1, 2, 3, 4];
  assert.equal(Buffer.from(await decodeBytes(fileWith(text, content('1\n2', '\n', other)))).toString(), text);
  await assertRefused('checkMismatch', text, content('1\n2', '\n', other), [], { verifiesSections: true });
});

test('copies out of range are refused', async () => {
  for (const [triples, code] of [
    [[[-1, 1, 0]], 'invalidValue'], [[[2, -1, 0]], 'invalidValue'], [[[2, 1, -1]], 'invalidValue'],
    [[[2, 1, 2]], 'invalidValue'], [[[0, 1, 0]], 'invalidValue'], [[[2, 1, MOST]], 'invalidValue'],
    [[[3, 1, 0]], 'missingValue'], [[[MOST, 1, 0]], 'missingValue'], [[[2, 0, 0], [1, 0, 0]], 'missingValue'],
    [[[2, 2, 0]], 'limitExceeded'], [[[2, MOST, 0]], 'limitExceeded'], [[[2, 1, 1]], 'checkMismatch'],
    [[[2, 0, 0]], 'checkMismatch'], [[], 'checkMismatch'],
  ]) await assertRefused(code, '1\n2\n2\n2', content('1\n2', '\n', copies(triples)));
});

test('every cut is refused', async () => {
  for (const [kept, separator, triples, text] of table) {
    const payload = content(kept, separator, copies(triples));
    const file = fileWith(text, payload);
    for (let end = 0; end < file.length; end++) {
      await assert.rejects(decodeBytes(file.subarray(0, end)), { name: 'HuskError' }, `byte ${end}`);
    }
    for (let end = 0; end < payload.length; end++) {
      // Of what is kept only the last bytes are cut.
      const code = end > payload.length - kept.length - 1 ? 'invalidCompression' : 'truncated';
      await assertRefused(code, text, payload.slice(0, end));
    }
  }
});

test('every changed bit is refused or means nothing', async () => {
  for (const [kept, separator, triples, text] of table) {
    const payload = content(kept, separator, copies(triples));
    for (let bit = 0; bit < payload.length * 8; bit++) {
      const changed = [...payload];
      changed[bit >> 3] ^= 1 << (bit & 7);
      try {
        assert.equal(Buffer.from(await decodeBytes(fileWith(text, changed))).toString(), text);
      } catch (error) {
        assert.equal(error.name, 'HuskError', `bit ${bit}: ${error.stack}`);
      }
    }
  }
});
