// SPDX-License-Identifier: Apache-2.0
//
// Files on servers that give parts of them: what is read is what is needed, and it is the same.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32, decodeRows, decodeSequence, openRange } from '../husk.js';
import { zstd } from '../zstd.js';
import { varint, word } from './bytes.js';
import { husk, withoutHusk } from './command.js';
import { vectors } from './vectors.js';

const folder = mkdtempSync(join(tmpdir(), 'husk-js-'));
const files = new Map();
let server;
let base;
let log = [];

/** Answers as servers of files do: with parts, where they are asked for. */
function answer(request, response) {
  const name = request.url.slice(1);
  const { bytes, ranges = true, tag = '"1"', coding, wrong = 0 } = files.get(name) ?? {};
  log.push(request.headers.range ?? 'all');
  if (bytes === undefined) {
    response.writeHead(404).end();
    return;
  }
  const headers = { etag: typeof tag === 'function' ? tag() : tag, ...(coding ? { 'content-encoding': coding } : {}) };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!ranges || range === null) {
    response.writeHead(200, headers).end(bytes);
    return;
  }
  const [from, end] = [Number(range[1]), Math.min(Number(range[2]) + 1, bytes.length)];
  headers['content-range'] = `bytes ${from}-${end - 1}/${bytes.length + wrong}`;
  response.writeHead(206, headers).end(bytes.subarray(from, end));
}

before(async () => {
  server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${server.address().port}/`;
});
after(async () => {
  server.closeAllConnections?.();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

/** A file of stored blocks, written by hand (section 9). */
function fileOf(texts, { elements = false, index = true, padding = false, change = () => {} } = {}) {
  const parts = [Buffer.of(0xfd, 0x48, 0x4b, 1)];
  let at = 4;
  let hash = crc32(parts[0]);
  const frame = (type, payload, headCount = 0) => {
    const size = [];
    for (let left = payload.length; left > 0; left = Math.floor(left / 256)) size.push(left % 256);
    const head = [type | (size.length << 5), ...size];
    const bytes = Buffer.from([...head, ...payload]);
    if (type !== 5) hash = crc32(bytes.subarray(0, head.length + headCount), hash);
    parts.push(bytes);
    at += bytes.length;
  };
  const entries = [];
  const first = at + (padding ? 5 : 0);
  if (padding) frame(17, [1, 2, 3]);
  texts.forEach(({ text, rows }, number) => {
    const flags = (elements ? 4 : 0) | (number > 0 ? 8 : 0) | (elements && number === texts.length - 1 ? 16 : 0);
    const data = Buffer.from(text);
    const head = [...varint(rows), ...varint(data.length), ...word(crc32(data))];
    if (number % 16 === 0) entries.push({ start: at, rows: 0, decoded: 0 });
    const entry = entries[entries.length - 1];
    entry.rows += rows;
    entry.decoded += data.length;
    frame(3, [...head, flags, 0, ...data], head.length);
    if (padding && number % 3 === 0) frame(17, [9]);
    entry.end = at;
  });
  const indexAt = at;
  if (index) {
    const payload = [...varint(texts.length), ...varint(first)];
    for (const { start, end, rows, decoded } of entries) payload.push(...varint(end - start), ...varint(rows), ...varint(decoded));
    change(payload);
    frame(16, [...payload, ...word(crc32(Buffer.from(payload)))]);
  }
  frame(5, []);
  parts.push(Buffer.from(word(hash)));
  at += 4;
  if (index) {
    const tail = varint(at - indexAt).reverse();
    parts.push(Buffer.from(tail));
    at += tail.length;
  }
  parts.push(Buffer.from(varint(at * 2 + (index ? 1 : 0)).reverse()));
  return Buffer.concat(parts);
}

const ROWS = 10;
const row = (number) => ({ id: number, text: `row ${number} `.repeat(90), more: { a: number % 7 } });

/** Texts of blocks of ten rows. */
function blocksOf(count, elements) {
  return Array.from({ length: count }, (_, block) => {
    const rows = Array.from({ length: ROWS }, (__, i) => JSON.stringify(row(block * ROWS + i)));
    if (!elements) return { rows: ROWS, text: `${rows.join('\n')}\n` };
    const text = `${block === 0 ? '[' : ','}${rows.join(',')}${block === count - 1 ? ']' : ''}`;
    return { rows: ROWS, text };
  });
}

const COUNT = 40;
const forms = [
  ['texts with an index', {}], ['texts without an index', { index: false }], ['elements with an index', { elements: true }],
  ['elements without an index', { elements: true, index: false }], ['frames of padding and an index', { padding: true }],
  ['frames of padding without an index', { padding: true, index: false }],
];

for (const [name, form] of forms) {
  test(`rows of a file of ${name}`, async () => {
    const bytes = fileOf(blocksOf(COUNT, form.elements === true), form);
    files.set('file', { bytes });
    assert.ok(bytes.length > 250_000);
    const all = Array.from({ length: COUNT * ROWS }, (_, number) => row(number));
    assert.deepEqual((await decodeSequence(bytes)).flat(), all);
    log = [];
    const file = await openRange(`${base}file`);
    assert.equal(file.rowCount, COUNT * ROWS);
    assert.equal(file.byteCount, bytes.length);
    for (const [from, end] of [[0, 1], [5, 12], [155, 165], [200, 210], [399, 400], [390, 1000], [1000, 2000], [7, 7]]) {
      const rows = await file.decodeRows({ rows: [from, end], fields: 'id,more' });
      assert.deepEqual(rows, all.slice(from, end).map(({ id, more }) => ({ id, more })), `${from}:${end}`);
      assert.deepEqual(rows, await decodeRows(bytes, { rows: [from, end], fields: 'id,more' }));
    }
    assert.ok(!log.includes('all'));
    assert.deepEqual(await file.decodeRows(), all);
    assert.deepEqual(await file.decodeRows({ at: 'more' }).catch(({ code }) => code), 'invalidSelection');
  });
}

test('little is read for few rows', async () => {
  const bytes = fileOf(blocksOf(2000, false));
  files.set('long', { bytes });
  log = [];
  const file = await openRange(`${base}long`);
  assert.deepEqual((await file.decodeRows({ rows: 12_345 })).map(({ id }) => id), [12_345]);
  assert.ok(bytes.length > 12_000_000);
  assert.ok(file.readByteCount < 160_000, `${file.readByteCount}`);
  assert.ok(log.length < 24, `${log.length}`);
  const before = log.length;
  await file.decodeRows({ rows: 12_346 });
  assert.equal(log.length, before + 1);
});

test('a server that gives no parts gives all', async () => {
  const bytes = fileOf(blocksOf(COUNT, false));
  for (const form of [{ ranges: false }, { coding: 'identity', ranges: false }]) {
    files.set('plain', { bytes, ...form });
    log = [];
    const file = await openRange(`${base}plain`);
    assert.deepEqual((await file.decodeRows({ rows: '20:22' })).map(({ id }) => id), [20, 21]);
    assert.equal(log.length, 1);
  }
  await assert.rejects(openRange(`${base}missing`), /404/);
});

test('what has several files or another form is read whole, and one text is one row', async () => {
  const rows = fileOf(blocksOf(COUNT, true), { elements: true });
  const inputs = [
    [Buffer.concat([rows, rows]), '399:401', [399, 0]], [fileOf([{ rows: 1, text: JSON.stringify([row(3), row(4)]) }]), '1:', []],
    [Buffer.concat(Array.from({ length: 3 }, () => fileOf(blocksOf(12, false)))), '239:241', [119, 0]],
  ];
  for (const [bytes, range, ids] of inputs) {
    files.set('other', { bytes });
    const file = await openRange(`${base}other`);
    assert.deepEqual((await file.decodeRows({ rows: range })).map(({ id }) => id), ids);
  }
  for (const area of ['column', 'text', 'modelled', 'gaps']) {
    for (const vector of vectors(area).filter(({ succeeds, name }) => succeeds && !/zstd/.test(name))) {
      const bytes = vector.sections.file ?? vector.sections.text;
      files.set('vector', { bytes: Buffer.from(bytes) });
      const options = { codecs: { zstd }, limits: vector.limits };
      const expected = await decodeRows(bytes, { ...options, rows: ':3' });
      assert.deepEqual(await (await openRange(`${base}vector`, options)).decodeRows({ rows: ':3' }), expected, vector.name);
    }
  }
});

test('a file that changes while it is read is refused', async () => {
  const bytes = fileOf(blocksOf(COUNT, false));
  let number = 0;
  files.set('changing', { bytes, tag: () => `"${number++}"` });
  await assert.rejects(openRange(`${base}changing`), { code: 'invalidEnd' });
  const file = { bytes };
  files.set('shrinking', file);
  const opened = await openRange(`${base}shrinking`);
  file.wrong = 1;
  await assert.rejects(opened.decodeRows({ rows: 333 }), { code: 'invalidEnd' });
});

test('an index that does not fit is refused, wherever it is wrong', async () => {
  const blocks = blocksOf(COUNT, false);
  const good = fileOf(blocks);
  let length = 0;
  fileOf(blocks, { change: (payload) => { length = payload.length; } });
  for (let place = 0; place < length; place++) {
    files.set('index', { bytes: fileOf(blocks, { change: (payload) => { payload[place] ^= 1; } }) });
    // Each entry counts where it is used, and the first two numbers always.
    await assert.rejects(async () => {
      const file = await openRange(`${base}index`);
      await file.decodeRows();
    }, { name: 'HuskError' }, `byte ${place}`);
  }
  for (const [name, cut] of [['cut', good.subarray(0, -1)], ['longer', Buffer.concat([good, Buffer.of(0)])]]) {
    files.set(name, { bytes: cut });
    await assert.rejects(async () => (await openRange(`${base}${name}`)).decodeRows(), { name: 'HuskError' }, name);
  }
  const damaged = Buffer.from(good);
  damaged[200_000] ^= 1;
  files.set('damaged', { bytes: damaged });
  await assert.rejects(async () => (await openRange(`${base}damaged`)).decodeRows(), { name: 'HuskError' });
});

test('rows of what the command has joined', { skip: withoutHusk }, async () => {
  const environment = { ...process.env, HOME: folder, HUSK_STORE: join(folder, 'store') };
  const run = (...words) => execFileSync(husk, words, { env: environment, cwd: folder, maxBuffer: 2 ** 26 });
  const names = [];
  const all = [];
  let seed = 1;
  for (let number = 0; number < 20; number++) {
    const rows = Array.from({ length: 120 }, (_, i) => {
      const noise = Array.from({ length: 16 }, () => (seed = (seed * 48_271) % 2_147_483_647).toString(36)).join('');
      return { id: number * 120 + i, noise, name: `n${i % 9}` };
    });
    all.push(...rows);
    writeFileSync(join(folder, `${number}.ndjson`), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
    run('encode', '-f', '--codec', 'deflate', `${number}.ndjson`, '-o', `${number}.husk`);
    names.push(`${number}.husk`);
  }
  run('concat', '-f', '--merge', ...names, '-o', 'all.husk');
  const bytes = readFileSync(join(folder, 'all.husk'));
  files.set('all', { bytes });
  assert.ok(bytes.length > 120_000, `${bytes.length}`);
  const file = await openRange(`${base}all`);
  assert.equal(file.rowCount, all.length);
  for (const [from, end] of [[0, 2], [118, 122], [1000, 1400], [2399, 2400]]) {
    assert.deepEqual(await file.decodeRows({ rows: [from, end] }), all.slice(from, end));
    const names = all.slice(from, end).map(({ name }) => ({ name }));
    assert.deepEqual(await file.decodeRows({ rows: [from, end], fields: 'name' }), names);
  }
  assert.deepEqual(await file.decodeRows(), all);
});
