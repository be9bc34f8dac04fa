// SPDX-License-Identifier: Apache-2.0
//
// Columns of floating point (SPEC.md, section 8.6.12), which are written here by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, decode, decodeBytes, decodeRows, decodeSequence } from '../husk.js';
import { varint, word } from './bytes.js';

const PYTHON = [0x0e, 4, 16];
const JAVASCRIPT = [0x02, 6, 21];
const JAVA = [0x19, 3, 7];
const WITHOUT_EXPONENTS = [0, 32, 32];
const ALWAYS_EXPONENTS = [0, 0, 0];
const [DOUBLES, WIDENED, SINGLES, DIGITS] = [0, 1, 2, 3];
const ANY = [0, 0];
// Objects of `a` and `b`.
const PAIRS = [1, 0, 2, 2, 0x61, 0, 2, 0x62, 0, 3, 0];

/** A file of one block of columns that are not compressed (sections 8.2 and 9). */
function fileOf(template, text, rows, descriptors, numbers) {
  const bodies = [descriptors, numbers, []];
  const sections = [0, ...bodies.flatMap((body) => [0, ...varint(body.length)]), ...bodies.flat()];
  const check = crc32(Uint8Array.from(sections), crc32(Uint8Array.from(template)));
  const content = [1, ...sections, ...word(check)];
  const plain = Buffer.from(text);
  let parts = [0xfd, 0x48, 0x4b, 1];
  let hash = crc32(Uint8Array.from(parts));
  const frame = (type, header, payload) => {
    const length = [];
    for (let left = header.length + payload.length; left > 0; left >>= 8) length.push(left & 255);
    const head = [type | (length.length << 5), ...length, ...header];
    hash = crc32(Uint8Array.from(head), hash);
    parts = [...parts, ...head, ...payload];
  };
  frame(1, [], [0, ...template]);
  frame(3, [...varint(rows), ...varint(plain.length), ...word(crc32(plain))], content);
  parts.push(5, ...word(hash));
  return Uint8Array.from([...parts, ...varint(2 * parts.length).reverse()]);
}

/** The descriptors of a column and its numbers, each in eight bytes. */
function columnOf(variant, notation, ...lists) {
  const numbers = lists.flatMap((list) => [...new Uint8Array(BigInt64Array.from(list, BigInt).buffer)]);
  return { descriptors: [15 | (variant << 4), ...notation, ...lists.flatMap(() => [0x82, 0])], numbers };
}

function rowsOf(lexemes, variant, notation, ...lists) {
  const { descriptors, numbers } = columnOf(variant, notation, ...lists);
  const all = [0, ...varint(lists[0].length), ...descriptors, 0, 0];
  return fileOf(ANY, lexemes.join('\n'), lexemes.length, all, numbers);
}

async function assertReads(lexemes, ...column) {
  const file = rowsOf(lexemes, ...column);
  assert.equal(Buffer.from(await decodeBytes(file)).toString(), lexemes.join('\n'));
  const values = lexemes.map(Number);
  assert.deepEqual(await decodeSequence(file), values);
  assert.deepEqual(await decodeRows(file), values);
}

/** The integer that stands for a number. */
function bitsOf(number, isSingle) {
  const view = new DataView(new ArrayBuffer(8));
  if (isSingle) view.setFloat32(4, Math.abs(number));
  else view.setFloat64(0, Math.abs(number));
  const bits = view.getBigInt64(0);
  return number < 0 || Object.is(number, -0) ? -1n - bits : bits;
}

test('writes numbers as programs do', async () => {
  const numbers = [
    0, -0, 1, -1.5, 100, 0.001, 0.00099, 0.0001, -0.00001, 1e-6, 1.5e-7, 9999999, 1e7, 123456789.5, 1e15, 1e16, -1e20,
    1e21, 2 ** 60, 5e-324, 2.2250738585072014e-308, -1.7976931348623157e308, 0.1, 1 / 3, 1125899906842624.25, 2 ** -24,
  ];
  const bits = numbers.map((number) => bitsOf(number, false));
  const asHere = numbers.map((number) => (Object.is(number, -0) ? '-0' : String(number)));
  await assertReads(asHere, DOUBLES, JAVASCRIPT, bits);
  await assertReads([
    '0.0', '-0.0', '1.0', '-1.5', '100.0', '0.001', '0.00099', '0.0001', '-1e-05', '1e-06', '1.5e-07', '9999999.0',
    '10000000.0', '123456789.5', '1000000000000000.0', '1e+16', '-1e+20', '1e+21', '1.152921504606847e+18', '5e-324',
    '2.2250738585072014e-308', '-1.7976931348623157e+308', '0.1', '0.3333333333333333', '1125899906842624.2',
    '5.960464477539063e-08',
  ], DOUBLES, PYTHON, bits);
  await assertReads([
    '0.0', '-0.0', '1.0', '-1.5', '100.0', '0.001', '9.9E-4', '1.0E-4', '-1.0E-5', '1.0E-6', '1.5E-7', '9999999.0',
    '1.0E7', '1.234567895E8', '1.0E15', '1.0E16', '-1.0E20', '1.0E21', '1.152921504606847E18', '5.0E-324',
    '2.2250738585072014E-308', '-1.7976931348623157E308', '0.1', '0.3333333333333333', '1.1258999068426242E15',
    '5.960464477539063E-8',
  ], DOUBLES, JAVA, bits);
});

test('writes numbers with few digits, many zeros and all exponents', async () => {
  const bits = [1e-32, 1.25e-33, 1e31, -1.25e32, 9.5].map((number) => bitsOf(number, false));
  await assertReads([
    '0.00000000000000000000000000000001', '1.25e-33', '10000000000000000000000000000000', '-1.25e32', '9.5',
  ], DOUBLES, WITHOUT_EXPONENTS, bits);
  await assertReads(['1e-32', '1.25e-33', '1e31', '-1.25e32', '9.5e0'], DOUBLES, ALWAYS_EXPONENTS, bits);
});

test('tells a binary32 from a double that has its value', async () => {
  const integers = [1056964608, -1036831950, 0, -1];
  await assertReads(['0.5', '-0.10000000149011612', '0.0', '-0.0'], WIDENED, [8, 1, 1], integers);
  await assertReads(['0.5', '-0.1', '0.0', '-0.0'], SINGLES, [8, 1, 1], integers);
  // Those that are nearest to the digits of others are doubles that no binary32 is.
  assert.deepEqual(await decodeSequence(rowsOf(['0.1'], SINGLES, PYTHON, [1036831949])), [0.1]);
});

/** The fewest digits between the middles of a binary32 and its neighbours, found in whole numbers. */
function exactly(bits) {
  const exponent = Math.max(bits >>> 23, 1);
  const fraction = bits & 0x7fffff;
  const significand = BigInt(fraction | (bits >>> 23 === 0 ? 0 : 0x800000));
  // All in quarters of the last bit, which is 2^(exponent - 150).
  const scale = exponent - 152;
  const low = 4n * significand - (fraction === 0 && exponent > 1 ? 1n : 2n);
  const high = 4n * significand + 2n;
  for (let power = 40; ; power--) {
    const unit = 10n ** BigInt(Math.max(power, 0)) << BigInt(Math.max(-scale, 0));
    const quarter = 10n ** BigInt(Math.max(-power, 0)) << BigInt(Math.max(scale, 0));
    const first = (4n * significand * quarter) / unit;
    const away = (integer) => {
      const difference = integer * unit - 4n * significand * quarter;
      return difference < 0n ? -difference : difference;
    };
    const isIn = (integer) => {
      const place = integer * unit;
      if (bits % 2 === 0 && (place === low * quarter || place === high * quarter)) return integer > 0n;
      return integer > 0n && place > low * quarter && place < high * quarter;
    };
    const [best] = [first, first + 1n].filter(isIn).sort((left, right) => {
      if (away(left) !== away(right)) return away(left) < away(right) ? -1 : 1;
      return left % 2n === 0n ? -1 : 1;
    });
    if (best !== undefined) return `${best}e${power}`;
  }
}

test('finds the fewest digits of a binary32', async () => {
  const bits = [1, 2, 3, 0x7fffff, 0x0a4170a7, 0x4a000001, 0x4a000003, 0x7f7fffff];
  for (let exponent = 1; exponent < 255; exponent++) {
    for (const step of [-1, 0, 1]) bits.push(exponent * 0x800000 + step);
  }
  let state = 1;
  for (let i = 0; i < 2000; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bits.push((((state << 13) ^ (state >>> 9)) >>> 0) % 0x7f7fffff + 1);
  }
  // A stream of more bytes is no small one.
  for (let start = 0; start < bits.length; start += 200) {
    const some = bits.slice(start, start + 200);
    const lexemes = some.map((one) => {
      const [digits, power] = exactly(one).split('e');
      const trimmed = digits.replace(/0+$/, '');
      const fraction = trimmed.length > 1 ? `.${trimmed.slice(1)}` : '';
      return `${trimmed[0]}${fraction}e${Number(power) + digits.length - 1}`;
    });
    await assertReads(lexemes, SINGLES, ALWAYS_EXPONENTS, some);
  }
  // What is nearest to 2^-96 is read as another; 2^-12 is in the middle of two.
  await assertReads(
    ['1e-45', '1.2621775e-29', '0.00024414062', '2097152.2', '2097152.8', '3.4028235e+38'],
    SINGLES, JAVASCRIPT, [1, 0x0f800000, 0x39800000, 0x4a000001, 0x4a000003, 0x7f7fffff],
  );
});

test('keeps digits as they are, with zeros at the end', async () => {
  await assertReads(['1.50e-06', '-2e+21', '0'], DIGITS, [0x06, 4, 16], [150, -2, 0], [-6, 21, 0]);
  await assertReads(
    [
      '0.0', '150.0', '15.0', '1.50', '-0.150', '1500000.0', '1.50E7', '9.223372036854775807E-999',
      '-9.223372036854775808E999',
    ],
    DIGITS, JAVA, [0, 150, 150, 150, -150, 150, 150, 2n ** 63n - 1n, -(2n ** 63n)], [0, 2, 1, 0, -1, 6, 7, -999, 999],
  );
});

test('keeps whole numbers exactly where that is asked for', async () => {
  const whole = ['123456789012345680000', '-36893488147419103000', '0.5'];
  const doubles = rowsOf(whole, DOUBLES, JAVASCRIPT, whole.map((one) => bitsOf(Number(one), false)));
  const big = [123456789012345680000n, -36893488147419103000n, 0.5];
  assert.deepEqual(await decodeSequence(doubles, { bigints: true }), big);
  assert.deepEqual(await decodeSequence(doubles), whole.map(Number));
  const digits = rowsOf(['9223372036854775807', '1'], DIGITS, JAVASCRIPT, [2n ** 63n - 1n, 1], [18, 0]);
  assert.deepEqual(await decodeSequence(digits, { bigints: true }), [9223372036854775807n, 1]);
  const singles = rowsOf(['18446744000000000000', '0.1'], SINGLES, JAVASCRIPT, [0x5f800000, 1036831949]);
  assert.deepEqual(await decodeSequence(singles, { bigints: true }), [18446744000000000000n, 0.1]);
  assert.deepEqual(await decodeSequence(singles), [18446744000000000000, 0.1]);
});

test('passes columns that nobody asked for', async () => {
  for (const [variant, ...lists] of [[DOUBLES, [bitsOf(0.5, false)]], [DIGITS, [5], [-1]]]) {
    const { descriptors, numbers } = columnOf(variant, JAVASCRIPT, ...lists);
    // The other column is a constant 7.
    const more = [0, 1, ...descriptors, 1, 4, 0, 0, 14, 0, 0];
    const file = fileOf(PAIRS, '{"a":0.5,"b":7}', 1, more, numbers);
    assert.deepEqual(await decode(file), { a: 0.5, b: 7 });
    assert.deepEqual(await decodeRows(file, { fields: 'b' }), [{ b: 7 }]);
    assert.deepEqual(await decodeRows(file, { fields: 'a' }), [{ a: 0.5 }]);
  }
});

const infinite = bitsOf(Infinity, false);

for (const [name, ...column] of [
  ['marks', DOUBLES, [32, 0, 0], [0]],
  ['a low', DOUBLES, [0, 33, 0], [0]],
  ['a high', DOUBLES, [0, 0, 33], [0]],
  ['a variant', 4, JAVA, [0]],
  ['infinity', DOUBLES, JAVA, [infinite]],
  ['negative infinity', DOUBLES, JAVA, [-1n - infinite]],
  ['no number', DOUBLES, JAVA, [2n ** 63n - 1n]],
  ['no number with a sign', DOUBLES, JAVA, [-(2n ** 63n)]],
  ['an infinity of binary32', SINGLES, JAVA, [0x7f800000]],
  ['a negative infinity of binary32', WIDENED, JAVA, [-1 - 0x7f800000]],
  ['more bits than binary32 has', WIDENED, JAVA, [2 ** 32]],
  ['many more bits than binary32 has', SINGLES, JAVA, [bitsOf(0.5, false)]],
  ['a large exponent', DIGITS, JAVA, [1], [1000]],
  ['a small exponent', DIGITS, JAVA, [1], [-1000]],
  ['a huge exponent', DIGITS, JAVA, [1], [2n ** 62n]],
  ['an exponent of zero', DIGITS, JAVA, [0], [1]],
]) {
  test(`refuses ${name}`, async () => {
    for (const way of [decodeBytes, decode, decodeRows]) {
      await assert.rejects(way(rowsOf(['0'], ...column)), { name: 'HuskError', code: 'invalidColumn' });
    }
  });
}
