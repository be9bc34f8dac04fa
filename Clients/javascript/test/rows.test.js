// SPDX-License-Identifier: Apache-2.0
//
// Selected reading (SPEC.md, section 9.9).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';
import { Keyring, decodeRows, decodeSequence, frames } from '../husk.js';
import { zstd } from '../zstd.js';
import { husk, withoutHusk } from './command.js';
import { vectors } from './vectors.js';

const folder = fileURLToPath(new URL('../../../Corpus/documents/', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'husk-js-'));
after(() => rmSync(home, { recursive: true }));

const run = (options, input) => execFileSync(husk, options, {
  input, env: { ...process.env, HOME: home, HUSK_STORE: join(home, 'store.db') }, maxBuffer: 1 << 28,
});

// A codec that takes its time, as those of browsers do.
const slow = { deflate: async (data) => zlib.inflateRawSync(data) };

/** What is given of an object, as section 9.9 says, but slowly. */
function pick(value, paths) {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, paths)).filter((one) => one !== undefined);
  if (value === null || typeof value !== 'object') return undefined;
  const object = {};
  for (const [key, member] of Object.entries(value)) {
    const inner = paths.filter((path) => path[0] === key).map((path) => path.slice(1));
    const given = inner.length > 0 ? pick(member, inner) : undefined;
    if (given !== undefined) object[key] = given;
  }
  return object;
}

const examples = [
  ['[{"a":1,"b":[{"c":2,"d":3},4]},{"b":0}]', { fields: 'a,b.c' }, [{ a: 1, b: [{ c: 2 }] }, {}]],
  ['[10, 20, 30]', { rows: '1:3' }, [20, 30]],
  ['[10, {"a": 1}, 30]', { fields: 'a' }, [{ a: 1 }]],
  ['{"data":{"items":[1,2,3]}}', { rows: ':2', at: 'data.items' }, [1, 2]],
  ['{"a.b":1,"b":{"b":2}}', { fields: 'a\\.b' }, [{ 'a.b': 1 }]],
  ['{"a.b":1,"b":{"b":2}}', { fields: [['b', 'b']] }, [{ b: { b: 2 } }]],
  ['[1,2,3]', { rows: 1 }, [2]],
  ['[1,2,3]', { rows: [2] }, [3]],
  ['[1,2,3]', { rows: '5:' }, []],
  ['[[{"a":1,"b":2}],7]', { fields: 'a' }, [[{ a: 1 }]]],
  ['{"__proto__":{"a":1},"b":2}', { fields: '__proto__.a' }, [JSON.parse('{"__proto__":{"a":1}}')]],
];

for (const layout of ['text', 'column', 'auto']) {
  for (const [document, selection, expected] of examples) {
    test(`${document} ${JSON.stringify(selection)} in the layout ${layout}`, { skip: withoutHusk }, async () => {
      const codec = layout === 'text' ? [] : ['--codec', 'deflate'];
      const file = run(['encode', '-c', '--layout', layout, ...codec, '-'], document);
      assert.deepEqual(await decodeRows(file, selection), expected);
    });
  }
}

const selections = {
  'orders.ndjson': ['orderId,total', 'shipTo', 'items.sku,items.quantity,status', 'shipTo.name,orderId,nothing'],
  'telemetry.ndjson': ['id', 'value,unit', 'status'],
  'customers.json': ['id', 'name,email', 'address.city'],
  'syntax-trees.ndjson': ['type', 'body.type', 'body.body.type,type'],
};

for (const [name, lists] of Object.entries(selections)) {
  for (const way of [['--layout', 'column', '--codec', 'deflate'], ['--layout', 'text'], ['--archive']]) {
    test(`gives fields of ${name} ${way.join(' ')}`, { skip: withoutHusk }, async () => {
      const file = run(['encode', '-qc', ...way, join(folder, name)]);
      // An archive has columns where those take less than what a model makes of them.
      const codecs = { zstd };
      const texts = await decodeSequence(file, { codecs });
      const rows = texts.length === 1 && Array.isArray(texts[0]) ? texts[0] : texts;
      for (const fields of lists) {
        const paths = fields.split(',').map((path) => path.split('.'));
        for (const options of [{}, { codecs: { ...codecs, ...slow } }, { codeGeneration: false }]) {
          const found = await decodeRows(file, { codecs, fields, rows: '5:60', ...options });
          assert.deepEqual(found, rows.slice(5, 60).map((row) => pick(row, paths)).filter((row) => row !== undefined));
        }
      }
    });
  }
}

/** The rows of a file: the elements of an array that is taken apart, and texts. */
async function rowsOf(file, texts) {
  const [{ blocks }] = await frames(file);
  const isTakenApart = blocks.length > 0 && (blocks[0].content[0] & 4) !== 0;
  return isTakenApart ? [...texts[0], ...texts.slice(1)] : texts;
}

for (const vector of vectors('column').filter((one) => one.succeeds && !/files/.test(one.name))) {
  test(`gives all rows of ${vector.name}`, async () => {
    let texts;
    try {
      texts = await decodeSequence(vector.sections.file, { codecs: { zstd }, limits: vector.limits });
    } catch (error) {
      assert.fail(error);
    }
    const rows = await rowsOf(vector.sections.file, texts);
    const options = { codecs: { zstd }, limits: vector.limits };
    assert.deepEqual(await decodeRows(vector.sections.file, options), rows);
    const keys = [...new Set(rows.flatMap((row) => Object.keys(Object(row))))].filter((key) => /^\w+$/.test(key));
    for (const key of keys.slice(0, 8)) {
      const expected = rows.map((row) => pick(row, [[key]])).filter((row) => row !== undefined);
      assert.deepEqual(await decodeRows(vector.sections.file, { ...options, fields: key }), expected);
      assert.deepEqual(await decodeRows(vector.sections.file, { ...options, fields: key, rows: [1] }),
        rows.slice(1).map((row) => pick(row, [[key]])).filter((row) => row !== undefined));
    }
  });
}

for (const vector of vectors('column').filter((one) => /^column\/(groups|columns)_\w+_too_often$/.test(one.name))) {
  test(`gives no rows of ${vector.name}`, async () => {
    const refused = { name: 'HuskError', code: 'invalidColumn' };
    await assert.rejects(decodeRows(vector.sections.file, { limits: vector.limits }), refused);
  });
}

test('counts rows through all files', { skip: withoutHusk }, async () => {
  const files = ['{"a":1}\n{"a":2}\n', '[{"a":3},{"a":4}]', '{"a":5}\n'].map(
    (text) => run(['encode', '-c', '--layout', 'column', '--codec', 'deflate', '-'], text),
  );
  assert.deepEqual(await decodeRows(Buffer.concat(files), { rows: '1:4', fields: 'a' }), [{ a: 2 }, { a: 3 }, { a: 4 }]);
  assert.deepEqual(await decodeRows(Buffer.concat(files), { rows: '4:' }), [{ a: 5 }]);
});

test('needs no section that is not asked for, and sees what is wrong in others', { skip: withoutHusk }, async () => {
  const rows = Array.from({ length: 9000 }, (_, i) => ({ id: i * 7919, other: (i * 104_729) % 65_521 }));
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const file = run(['encode', '-c', '--layout', 'column', '--codec', 'deflate', '-'], text);
  let made = 0;
  const codecs = { deflate: (data) => { made += 1; return zlib.inflateRawSync(data); } };
  await decodeRows(file, { codecs });
  const all = made;
  made = 0;
  assert.deepEqual((await decodeRows(file, { codecs, fields: 'id' }))[8999], { id: 8999 * 7919 });
  assert.ok(made < all, `${made} of ${all}`);
  // Whatever byte is changed, what is given is right.
  let refused = 0;
  for (let at = 40; at < file.length; at += 97) {
    const changed = Uint8Array.from(file);
    changed[at] ^= 0x40;
    try {
      const found = await decodeRows(changed, { fields: 'id', rows: '100:200' });
      assert.deepEqual(found, rows.slice(100, 200).map(({ id }) => ({ id })));
    } catch (error) {
      assert.equal(error.name, 'HuskError', error.stack);
      refused++;
    }
  }
  assert.ok(refused > 0);
});

test('needs no field key where no sealed field is wanted', { skip: withoutHusk }, async () => {
  const path = join(home, 'key');
  run(['keygen', '-o', path]);
  const text = Array.from({ length: 50 }, (_, i) => `{"id":${i},"card":{"number":"${i}${i}"}}\n`).join('');
  const file = run(
    ['encode', '-c', '--layout', 'column', '--codec', 'deflate', '--field-key', path, '--encrypt-field', 'card.number', '-'],
    text,
  );
  assert.deepEqual(await decodeRows(file, { fields: 'id', rows: '3:5' }), [{ id: 3 }, { id: 4 }]);
  await assert.rejects(decodeRows(file, { fields: 'card' }), { code: 'missingFieldKey' });
  const fieldKeys = await Keyring.parse(readFileSync(path, 'utf8'));
  assert.deepEqual(await decodeRows(file, { fields: 'card.number', rows: 7, fieldKeys }), [{ card: { number: '77' } }]);
  assert.deepEqual(await decodeRows(file, { fields: 'card', rows: 7, redactsFields: true }), [{ card: { number: null } }]);
});

test('refuses what is not there, and what is no selection', { skip: withoutHusk }, async () => {
  const file = run(['encode', '-c', '--layout', 'column', '--codec', 'deflate', '-'], '{"a":[1]}\n{"b":2}\n');
  await assert.rejects(decodeRows(file, { at: 'a' }), { code: 'invalidSelection' });
  for (const rows of ['x', '3:1', '-1', '']) {
    await assert.rejects(decodeRows(file, { rows }), { code: 'invalidSelection' }, rows);
  }
  await assert.rejects(decodeRows(file, { fields: 'a..b' }), { code: 'invalidSelection' });
});
