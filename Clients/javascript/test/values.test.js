// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HuskError, decode, decodeSequence, decodeText, decompress, sha256, xxh64 } from '../husk.js';
import { vectors } from './vectors.js';

const checkOf = (document) => xxh64(new TextEncoder().encode(document)).toString(16).padStart(8, '0');

/** A file in the text layout. */
function file(template, values, document, more = '') {
  return `{"husk":1,"template":${template},"check":"${checkOf(document)}"${more},"values":${values}}`;
}

test('computes the checks of section 7', () => {
  const numbers = Uint8Array.from({ length: 101 }, (_, i) => i - 1).subarray(1);
  for (const [data, seed, check] of [
    ['', 0, 0x51d8e999], ['', 0x9e3779b1, 0x929b17ef], ['a', 0, 0xa98c6e5b], ['abc', 0, 0xad770999],
    ['abc', 0xffffffff, 0x0ee73869], ['{"a":1}', 0, 0x32fc8b48], ['0123456789abcdef', 0, 0x4e376d0b],
    ['Nobody inspects the spammish repetition', 0, 0x8a378bf1], [numbers.subarray(0, 31), 0, 0x9b4d8ee1],
    [numbers.subarray(0, 32), 0, 0x16ff32b4], [numbers.subarray(0, 33), 0, 0xcafb8ead],
    [numbers.subarray(0, 33), 0x9e3779b1, 0xa0390e6d], [numbers, 0, 0x32166597],
  ]) {
    assert.equal(xxh64(Buffer.from(data), seed), check, `${data} ${seed}`);
  }
});

test('computes checks as BigInt does', () => {
  const [p1, p2, p3] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n];
  const [p4, p5] = [0x85ebca77c2b2ae63n, 0x27d4eb2f165667c5n];
  const low = (value) => BigInt.asUintN(64, value);
  const rotl = (value, bits) => low((value << bits) | (low(value) >> (64n - bits)));
  const mix = (lane, word) => low(rotl(low(lane + word * p2), 31n) * p1);
  const slow = (data, seed) => {
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    let at = 0;
    let hash = seed + p5;
    const lanes = [low(seed + p1 + p2), low(seed + p2), seed, low(seed - p1)];
    for (; data.length - at >= 32; at += 32) {
      for (let i = 0; i < 4; i++) lanes[i] = mix(lanes[i], view.getBigUint64(at + 8 * i, true));
    }
    if (data.length >= 32) {
      hash = [1n, 7n, 12n, 18n].reduce((sum, bits, i) => sum + rotl(lanes[i], bits), 0n);
      for (const lane of lanes) hash = (low(hash) ^ mix(0n, lane)) * p1 + p4;
    }
    hash = low(hash + BigInt(data.length));
    for (; data.length - at >= 8; at += 8) {
      hash = low(rotl(hash ^ mix(0n, view.getBigUint64(at, true)), 27n) * p1 + p4);
    }
    for (; data.length - at >= 4; at += 4) {
      hash = low(rotl(hash ^ low(BigInt(view.getUint32(at, true)) * p1), 23n) * p2 + p3);
    }
    for (; at < data.length; at++) hash = low(rotl(hash ^ low(BigInt(data[at]) * p5), 11n) * p1);
    hash = low((hash ^ (hash >> 33n)) * p2);
    hash = low((hash ^ (hash >> 29n)) * p3);
    return Number(BigInt.asUintN(32, hash ^ (hash >> 32n)));
  };
  let state = 1;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16;
  for (let count = 0; count < 300; count++) {
    // Bytes that stand at the ends of what a byte can be make words whose products are at the ends too.
    const extremes = Uint8Array.from({ length: count }, () => [0, 255, 1, 254, 128, 127][random() % 6]);
    const any = Uint8Array.from({ length: count + 1 }, () => random()).subarray(1);
    for (const data of [extremes, any, new Uint8Array(count), new Uint8Array(count).fill(255)]) {
      for (const seed of [0, random() * 65536 + random(), 0xffffffff]) {
        assert.equal(xxh64(data, seed), slow(data, BigInt(seed)), `${count} bytes`);
      }
    }
  }
  const long = Uint8Array.from({ length: 200_001 }, () => random());
  for (const count of [65_535, 65_536, 65_567, 65_568, 131_072, 131_103, 200_000]) {
    const data = long.subarray(1, 1 + count);
    const check = slow(data, 0x9e3779b1n);
    assert.equal(xxh64(data, 0x9e3779b1), check);
    assert.equal(xxh64(data, 0x9e3779b1, true), check);
  }
});

test('computes checks without WebAssembly', async () => {
  const { WebAssembly } = globalThis;
  const long = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
  try {
    globalThis.WebAssembly = undefined;
    const without = await import('../husk.js?without-webassembly');
    assert.equal(without.xxh64(long, 0, true), xxh64(long));
  } finally {
    globalThis.WebAssembly = WebAssembly;
  }
  assert.equal(xxh64(long, 0, true), xxh64(long));
});

test('computes SHA-256', () => {
  const hex = (text) => Buffer.from(sha256(Buffer.from(text))).toString('hex');
  assert.equal(hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(hex('a'.repeat(200)).slice(0, 8), 'c2a908d9');
});

// Each document comes in three ways: as a shape, as a map, and as a value of its own.
const polluting = '{"__proto__":{"polluted":true},"constructor":1}';
const ways = {
  shape: file('{"shapes":[["__proto__",1,"constructor"],["polluted"]],"root":0}', '[true,1]', polluting),
  map: file('{"root":{"map":null}}', '[2,"__proto__",{"polluted":true},"constructor",1]', polluting),
  any: file('{"root":null}', `[${polluting}]`, polluting),
  many: file(
    '{"shapes":[["__proto__",1,"constructor"],["polluted"]],"root":[0]}', `[40${',true,1'.repeat(40)}]`,
    `[${new Array(40).fill(polluting).join()}]`,
  ),
};

for (const [name, input] of Object.entries(ways)) {
  for (const options of [{}, { codeGeneration: false }, { bigints: true }]) {
    test(`keeps __proto__ as a key: ${name} ${JSON.stringify(options)}`, async () => {
      const value = await decode(input, options);
      for (const object of Array.isArray(value) ? value : [value]) {
        assert.deepEqual(Object.keys(object), ['__proto__', 'constructor']);
        assert.equal(Object.getPrototypeOf(object), Object.prototype);
        assert.equal(object.polluted, undefined);
        assert.equal(Object.getOwnPropertyDescriptor(object, '__proto__').value.polluted, true);
      }
      assert.equal({}.polluted, undefined);
    });
  }
}

test('keeps big integers exactly where that is asked for', async () => {
  const document = '[9007199254740993,-18446744073709551616,9007199254740991,1e400,12345678901234567890.5]';
  const input = file('{"root":[null]}', `[5,${document.slice(1)}`, document);
  assert.deepEqual(await decode(input), JSON.parse(document));
  assert.deepEqual(
    await decode(input, { bigints: true }),
    [9007199254740993n, -18446744073709551616n, 9007199254740991, Infinity, 12345678901234567890.5],
  );
});

test('gives what a key holds last where keys recur', async () => {
  const document = '{"a":1,"b":2,"a":3}';
  for (const template of ['{"shapes":[["a","b","a"]],"root":0}', '{"root":{"map":null}}']) {
    const values = template.includes('map') ? '[3,"a",1,"b",2,"a",3]' : '[1,2,3]';
    assert.deepEqual(await decode(file(template, values, document)), { a: 3, b: 2 });
  }
});

test('tells one text from several', async () => {
  const two = file('{"root":null}', '[1,2]', '1\n2', ',"texts":2');
  assert.deepEqual(await decodeSequence(two), [1, 2]);
  await assert.rejects(decode(two), { code: 'extraText' });
  const none = file('{"root":null}', '[]', '', ',"texts":0');
  assert.equal(await decodeText(none), '');
  await assert.rejects(decode(none), { code: 'emptyInput' });
});

test('refuses what becomes more than it may before it takes the memory', async () => {
  // 268,435,455 elements of a constant in 100 bytes.
  const input = '{"husk":1,"template":{"root":[{"const":"aaaaaaaaaaaaaaaaaaaaaaaaaa"}]},"check":"00000000","values":[268435455]}';
  const start = performance.now();
  await assert.rejects(decode(input, { limits: { decodedByteCount: 1_000_000 } }), { code: 'limitExceeded' });
  assert.ok(performance.now() - start < 5000);
});

test('refuses a shape that holds itself without an end', async () => {
  const input = '{"husk":1,"template":{"shapes":[["a",0]],"root":0},"check":"00000000","values":[]}';
  await assert.rejects(decode(input), { code: 'limitExceeded' });
});

test('refuses nesting that is too deep without running out of its stack', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  await assert.rejects(decode(file('{"root":null}', `[${deep}]`, '')), { code: 'limitExceeded' });
  const slots = `${'['.repeat(5000)}null${']'.repeat(5000)}`;
  await assert.rejects(decode(file(`{"root":${slots}}`, '[]', '')), { code: 'limitExceeded' });
});

test('gives an error of its own for every cut and for every byte that is changed', async () => {
  const inputs = [
    ...vectors('column').filter((one) => one.succeeds).slice(0, 40).map((one) => one.sections.file),
    ...vectors('text').filter((one) => one.succeeds).slice(0, 20).map((one) => one.sections.text),
  ];
  let seed = 7;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  for (const input of inputs) {
    for (let round = 0; round < 40; round++) {
      const copy = Uint8Array.from(input);
      copy[random(copy.length)] ^= 1 << random(8);
      const forged = round % 4 === 0 ? copy.subarray(0, random(copy.length)) : copy;
      for (const read of [decodeSequence, decodeText]) {
        try {
          await read(forged, { limits: { decodedByteCount: 1_000_000 } });
        } catch (error) {
          assert.ok(error instanceof HuskError, error.stack);
        }
      }
    }
  }
});

test('refuses a stored block that is no array where it says so', async () => {
  // An array that ends in the block, whose text is of no bytes.
  const forged = Buffer.from('fd484b012308000099e9d8511400058dcf692f26', 'hex');
  await assert.rejects(decodeSequence(forged), { name: 'HuskError' });
});

test('opens an envelope of any size', async () => {
  const document = `[${'"abc",'.repeat(1_000_000)}1]`;
  const data = Buffer.from(file('{"root":null}', `[${document}]`, document)).toString('base64');
  assert.equal(await decodeText(`{"data":"${data}"}`), document);
  await assert.rejects(decodeText(`{"data":"${data}"`), { code: 'invalidEnvelope' });
});

test('takes one gzip member and no more', async () => {
  const member = (text) => new Uint8Array(gzipSync(text));
  const several = (...members) => Uint8Array.from(members.flatMap((one) => [...one]));
  assert.equal(Buffer.from(await decompress(2, member('abc'), 3)).toString(), 'abc');
  for (const data of [several(member('abc'), member('')), several(member(''), member('abc')), several(member('abc'), [0])]) {
    await assert.rejects(async () => decompress(2, data, 3), { code: 'invalidCompression' });
  }
});

test('works where the page allows no code from strings', () => {
  const input = file('{"shapes":[["a","b"]],"root":[0]}', `[50${',1,2'.repeat(50)}]`, `[${new Array(50).fill('{"a":1,"b":2}').join()}]`);
  const script = `
    import { decode } from ${JSON.stringify(new URL('../husk.js', import.meta.url).href)};
    const value = await decode(${JSON.stringify(input)});
    process.stdout.write(JSON.stringify(value[49]));`;
  const options = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script];
  assert.equal(execFileSync(process.execPath, options).toString(), '{"a":1,"b":2}');
});
