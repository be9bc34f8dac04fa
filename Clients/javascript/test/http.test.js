// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as zlib from 'node:zlib';
import {
  HuskFetch, IndexedDBTemplateCache, MemoryTemplateCache, MessageTemplate, freshSeconds, huskFetch, matchPattern,
  templateOffer, templateScope,
} from '../husk.js';
import { zstd } from '../zstd.js';
import { husk, withoutHusk } from './command.js';
import { FakeIndexedDB } from './indexeddb.js';
import { vectors } from './vectors.js';

const codecs = typeof zlib.zstdDecompressSync === 'function' ? {} : { zstd };
const lines = (text) => text.split('\n').filter((line) => line !== '');

/** Header fields, of which those that stand twice are joined as HTTP does. */
function fields(text) {
  const headers = new Headers();
  for (const line of lines(text)) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  return headers;
}

for (const vector of vectors('http')) {
  if (vector.sections.offer && vector.sections.from) {
    test(vector.name, () => {
      const offer = templateOffer(fields(vector.text('response')), vector.text('from').trim());
      const expected = lines(vector.text('offer'));
      const found = offer === null ? ['none'] : [`id: ${offer.id}`, `match: ${offer.match}`, `location: ${offer.location}`];
      assert.deepEqual(found, expected);
    });
  } else if (vector.sections.pattern) {
    test(vector.name, () => {
      const pattern = matchPattern(vector.text('pattern').trim());
      for (const path of lines(vector.text('matches'))) assert.ok(pattern.matches(`https://example.org${path}`), path);
      for (const path of lines(vector.text('differs'))) assert.ok(!pattern.matches(`https://example.org${path}`), path);
    });
  } else if (vector.sections.refused) {
    test(vector.name, () => {
      for (const text of lines(vector.text('refused'))) assert.equal(matchPattern(text), null, text);
    });
  } else if (vector.sections.usable) {
    test(vector.name, async () => {
      const id = await MessageTemplate.read(vector.sections.file).then((template) => template.id, () => null);
      assert.equal(id === vector.text('id').trim() ? 'yes' : 'no', vector.text('usable').trim());
    });
  } else if (vector.sections.shared) {
    test(vector.name, () => {
      const scope = (name) => {
        const [url, ...rest] = lines(vector.text(name));
        const headers = fields(rest.join('\n'));
        const partition = headers.get('partition') ?? '';
        return templateScope(url, headers, partition);
      };
      assert.equal(scope('first') === scope('second') ? 'yes' : 'no', vector.text('shared').trim());
    });
  }
}

test('knows for how long a template is fresh', () => {
  const seconds = (headers) => freshSeconds(new Headers(headers));
  assert.equal(seconds({ 'Cache-Control': 'public, max-age=60, immutable', Age: '20' }), 40);
  assert.equal(seconds({ 'Cache-Control': 'max-age=99999999999' }), 365 * 86_400);
  assert.equal(seconds({ 'Cache-Control': 'no-cache, max-age=60' }), 0);
  assert.equal(seconds({ 'Cache-Control': 'no-store' }), 0);
  assert.equal(seconds({}), 0);
  assert.equal(seconds({ Date: 'Sat, 21 Nov 2026 15:00:00 GMT', Expires: 'Sat, 21 Nov 2026 15:01:00 GMT' }), 60);
});

for (const [name, make] of [
  ['memory', () => new MemoryTemplateCache({ most: 2 })],
  ['IndexedDB', () => new IndexedDBTemplateCache({ most: 2, indexedDB: new FakeIndexedDB() })],
]) {
  test(`keeps templates apart by scope, and few of them: ${name}`, async () => {
    const cache = make();
    const entry = (scope, id, received) => ({ scope, match: '/*', id, received, file: Uint8Array.of(1) });
    await cache.put(entry('a', '1', 1));
    await cache.put(entry('b', '2', 2));
    assert.deepEqual((await cache.list('a')).map(({ id }) => id), ['1']);
    await cache.put(entry('b', '3', 3));
    assert.deepEqual(await cache.list('a'), []);
    assert.deepEqual((await cache.list('b')).map(({ id }) => id), ['3', '2']);
    await cache.clear();
    assert.deepEqual(await cache.list('b'), []);
  });
}

/** A server that is a function, which counts what it is asked. */
function serverOf(answers) {
  const asked = [];
  const fetch = async (url, init) => {
    asked.push({ path: new URL(url).pathname, headers: init.headers });
    const { status = 200, body = '{}', ...headers } = answers(new URL(url).pathname, init.headers);
    const response = new Response(status === 304 ? null : body, { status, headers });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };
  return { asked, fetch };
}

const [messageVector] = vectors('row').filter((one) => one.name === 'row/referenced');
const template = new MessageTemplate(messageVector.sections.template);
const [fileVector] = vectors('column').filter((one) => one.name === 'column/worked_example');

/** The file of a template, written by hand (section 13.12). */
async function templateFile() {
  const { crc32 } = await import('../husk.js');
  const payload = [0, ...template.bytes];
  const varint = payload.length < 128 ? [payload.length] : [(payload.length & 127) | 128, payload.length >> 7];
  const bytes = [0xfd, 0x50, 0, 0, ...varint, ...payload];
  const check = new DataView(new ArrayBuffer(4));
  check.setUint32(0, crc32(Uint8Array.from(bytes)), true);
  return Uint8Array.from([...bytes, ...new Uint8Array(check.buffer)]);
}

const identity = `:${Buffer.from(template.identity).toString('base64')}:`;
const offer = { 'Use-As-Template': `match="/api/*", id=${identity}`, Link: '</t/1>; rel="husk-template"' };
const asHusk = { 'Content-Type': 'application/vnd.husk' };

for (const [name, makeCache] of [
  ['memory', () => new MemoryTemplateCache()],
  ['IndexedDB', () => new IndexedDBTemplateCache({ indexedDB: new FakeIndexedDB() })],
]) {
  test(`takes an offer, names the template, and renews it: ${name}`, async () => {
    const file = await templateFile();
    let lasts = 60;
    const { asked, fetch } = serverOf((path, headers) => {
      if (path === '/t/1' && headers.get('if-none-match') === '"T1"') return { status: 304, 'Cache-Control': 'max-age=60' };
      if (path === '/t/1') return { body: file, 'Cache-Control': `max-age=${lasts}`, ETag: '"T1"' };
      if (headers.get('available-template') === identity) return { body: messageVector.sections.message, ...asHusk };
      return { body: '{"plain":1}', 'Content-Type': 'application/json', ...offer };
    });
    const client = new HuskFetch({ fetch, cache: makeCache() });
    const first = await client.fetch('https://example.org/api/1');
    assert.deepEqual([first.form, await first.json()], ['json', { plain: 1 }]);
    await client.settled;
    const second = await client.fetch('https://example.org/api/2');
    assert.deepEqual([second.form, await second.text()], ['message', messageVector.text('document')]);
    assert.equal(second.byteCount, messageVector.sections.message.length);
    // Another pattern, another origin, and other credentials: the template is not named.
    await client.fetch('https://example.org/other');
    await client.fetch('https://example.com/api/1');
    await client.fetch('https://example.org/api/1', { headers: { Authorization: 'Bearer x' } });
    const named = asked.filter(({ headers }) => headers.has('available-template')).map(({ path }) => path);
    assert.deepEqual(named, ['/api/2']);
    // What was not fresh from the start is asked for again, by its tag.
    lasts = 0;
    const other = new HuskFetch({ fetch, cache: makeCache(), partition: 'other' });
    await other.fetch('https://example.org/api/1');
    await other.settled;
    await other.fetch('https://example.org/api/1');
    await other.settled;
    assert.equal((await other.fetch('https://example.org/api/1')).form, 'message');
  });
}

test('asks for less where an answer cannot be decoded', async () => {
  const damaged = Uint8Array.from(fileVector.sections.file);
  damaged[60] ^= 1;
  const { asked, fetch } = serverOf((_, headers) => (headers.get('accept').includes('husk')
    ? { body: damaged, ...asHusk } : { body: '{"a":1}', 'Content-Type': 'application/json' }));
  const answer = await new HuskFetch({ fetch }).fetch('https://example.org/api/1');
  assert.deepEqual([answer.form, await answer.json(), asked.length], ['json', { a: 1 }, 2]);
  const posted = new HuskFetch({ fetch }).fetch('https://example.org/api/1', { method: 'POST' });
  await assert.rejects(posted, { name: 'HuskError' });
});

test('goes without a template that cannot be had', async () => {
  const { asked, fetch } = serverOf((path) => (path === '/t/1'
    ? { body: Uint8Array.of(0xfd, 0x50, 1), 'Cache-Control': 'max-age=60' }
    : { body: '{"a":1}', 'Content-Type': 'application/json', ...offer }));
  const client = new HuskFetch({ fetch });
  for (let i = 0; i < 2; i++) {
    await client.fetch('https://example.org/api/1');
    await client.settled;
  }
  assert.deepEqual(asked.map(({ path }) => path), ['/api/1', '/t/1', '/api/1', '/t/1']);
  assert.ok(asked.every(({ headers }) => !headers.has('available-template')));
});

test('reads what husk serve answers, with and without a template', { skip: withoutHusk }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'husk-js-'));
  mkdirSync(join(folder, 'site'));
  const orders = [1, 2, 3, 4].map((page) => Array.from({ length: 20 }, (_, i) => ({
    id: page * 100 + i, name: `customer ${i}`, isPaid: i % 3 === 0, items: [{ sku: `A-${i % 7}`, quantity: i }],
  })));
  orders.forEach((order, page) => writeFileSync(join(folder, `site/page-${page}.json`), JSON.stringify(order)));
  const lines = orders.flat().map((order) => `${JSON.stringify(order)}\n`).join('');
  writeFileSync(join(folder, 'site/log.ndjson'), lines);
  const server = spawn(husk, ['serve', join(folder, 'site'), '-q', '-p', '0'], {
    env: { ...process.env, HUSK_STORE: join(folder, 'store.db'), HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const address = await new Promise((resolve, reject) => {
      let log = '';
      server.stderr.on('data', (data) => {
        log += data;
        const found = / at (http:\S+)/.exec(log);
        if (found) resolve(found[1]);
      });
      server.on('exit', () => reject(new Error(log)));
    });
    const client = new HuskFetch({ codecs });
    const first = await client.fetch(`${address}page-0.json`);
    assert.deepEqual([first.form, await first.json()], ['file', orders[0]]);
    await client.settled;
    const second = await client.fetch(`${address}page-1.json`);
    assert.deepEqual([second.form, await second.json()], ['message', orders[1]]);
    assert.equal(await second.text(), JSON.stringify(orders[1]));
    assert.ok(second.byteCount < first.byteCount);
    const plain = await client.fetch(`${address}page-1.json`, { headers: { Accept: 'application/json' } });
    assert.deepEqual([plain.form, await plain.json()], ['json', orders[1]]);
    const text = await client.fetch(`${address}page-2.json`, { headers: { Accept: 'application/vnd.husk+json' } });
    assert.deepEqual([text.form, await text.json()], ['text', orders[2]]);
    const log = await client.fetch(`${address}log.ndjson`);
    assert.deepEqual([log.form, log.contentType, await log.text()], ['file', 'application/x-ndjson', lines]);
    const shared = await huskFetch(`${address}page-3.json`);
    assert.deepEqual(await shared.json(), orders[3]);
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
