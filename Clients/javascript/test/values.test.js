// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HuskError, crc32, decode, decodeSequence, decodeText, decompress, sha256 } from '../husk.js';
import { vectors } from './vectors.js';

const checkOf = (document) => crc32(new TextEncoder().encode(document)).toString(16).padStart(8, '0');

/** A file in the text layout. */
function file(template, values, document, more = '') {
  return `{"husk":1,"template":${template},"check":"${checkOf(document)}"${more},"values":${values}}`;
}

test('computes the checks of section 7', () => {
  const numbers = Uint8Array.from({ length: 257 }, (_, i) => i - 1).subarray(1);
  for (const [data, seed, check] of [
    ['', 0, 0], ['', 0x9e3779b1, 0x9e3779b1], ['a', 0, 0xe8b7be43], ['abc', 0, 0x352441c2],
    ['abc', 0xffffffff, 0x359a672f], ['{"a":1}', 0, 0x561bacaf], ['123456789', 0, 0xcbf43926],
    ['456789', crc32(Buffer.from('123')), 0xcbf43926], [numbers.subarray(0, 32), 0, 0x91267e8a],
    [numbers.subarray(0, 32), 0x9e3779b1, 0x42efb017], ['Nobody inspects the spammish repetition', 0, 0xad4270ed],
    [numbers.subarray(0, 100), 0, 0x58c932f5], [numbers, 0, 0x29058c73],
  ]) {
    assert.equal(crc32(Buffer.from(data), seed), check, `${data} ${seed}`);
  }
});

/** The check, bit by bit. */
function slowly(bytes, seed) {
  let value = ~seed;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

test('computes checks with zlib and without', async () => {
  const { getBuiltinModule } = process;
  const ways = [crc32];
  let state = 1;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16;
  const bytes = Uint8Array.from({ length: 100_003 }, () => random());
  try {
    process.getBuiltinModule = undefined;
    const without = await import('../husk.js?without-zlib');
    // It looks for zlib when there are first many bytes.
    without.crc32(bytes);
    ways.push(without.crc32);
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
  const counts = [...new Array(150).keys(), 511, 512, 513, 1000, 4096, 65_535, 100_000];
  for (const [index, count] of counts.entries()) {
    for (const start of count < 1000 ? [0, 1, 2, 3] : [index % 4]) {
      const data = bytes.subarray(start, start + count);
      for (const seed of [0, random() * 65536 + random() % 65536, 0xffffffff]) {
        const check = slowly(data, seed);
        for (const way of ways) {
          assert.equal(way(data, seed), check, `${count} bytes`);
          const half = count >> 1;
          assert.equal(way(data.subarray(half), way(data.subarray(0, half), seed)), check, `${half} and more bytes`);
        }
      }
    }
  }
});

test('computes checks where process is something else', async () => {
  const { process } = globalThis;
  const long = Uint8Array.from({ length: 10_000 }, (_, i) => i % 251);
  for (const [index, other] of [undefined, {}, { versions: {} }, { versions: { node: '18.0.0' } }].entries()) {
    try {
      globalThis.process = other;
      const elsewhere = await import(`../husk.js?elsewhere-${index}`);
      assert.equal(elsewhere.crc32(long), crc32(long));
    } finally {
      globalThis.process = process;
    }
  }
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
