// SPDX-License-Identifier: Apache-2.0
//
// Messages of primed templates: what the vectors do not show.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MessageTemplate, decode, decodeBytes, decodeMessages, decodeMessagesBytes } from '../husk.js';
import { husk, withoutHusk } from './command.js';
import { vectors } from './vectors.js';

const folder = mkdtempSync(join(tmpdir(), 'husk-js-'));
after(() => rmSync(folder, { recursive: true }));

const ARRAYS = ['buckets', 'p', 'counts', 'trusts', 'trustCounts', 'weights', 'final', 'refined', 'places', 'exactStarts',
  'starts', 'guessP', 'guessCounts', 'guessWeights'];

/** All that a message may change of a model. */
function stateOf(model) {
  const state = ARRAYS.map((name) => model[name].slice());
  state.push(model.history.slice(0, model.count), structuredClone({ ...model.leaves }));
  for (const name of ['bitsSoFar', 'count', 'c', 'd', 'word', 'lastWord', 'match', 'length', 'recent0', 'parent']) {
    state.push(model[name]);
  }
  return state;
}

for (const name of ['texts', 'new_text', 'shapes', 'maps', 'misfits', 'new_integers', 'frequencies', 'no_lesson']) {
  test(`a message leaves nothing behind: ${name}`, async () => {
    const { template: canonical, message, document } = vectors('primed').find((one) => one.name === `primed/${name}`).sections;
    const template = new MessageTemplate(canonical);
    assert.ok(template.isPrimed);
    await decodeBytes(message, { template });
    const { primed } = template;
    const state = stateOf(primed);
    for (let round = 0; round < 3; round++) {
      const changed = Uint8Array.from([...message.subarray(0, 4), ...Buffer.from(`not what it was ${round}`)]);
      await assert.rejects(decodeBytes(changed, { template }), { name: 'HuskError' });
      assert.deepEqual(stateOf(primed), state);
      assert.deepEqual(Buffer.from(await decodeBytes(message, { template })), Buffer.from(document));
      assert.deepEqual(stateOf(primed), state);
      assert.equal(template.primed, primed);
    }
  });
}

test('a lesson that is changed is refused, or teaches something else', async () => {
  const { template, message } = vectors('primed').find(({ name }) => name === 'primed/texts').sections;
  const start = Buffer.from(template).indexOf(Buffer.of(0x3a, 0xd6, 0xc0, 0x68)) - 4;
  for (let at = start; at < template.length; at++) {
    const changed = Uint8Array.from(template);
    changed[at] ^= 1 << (at % 8);
    await assert.rejects(
      async () => decodeBytes(message, { template: new MessageTemplate(changed) }), { name: 'HuskError' }, `byte ${at}`);
  }
});

test('messages that are decoded at once do not disturb each other', async () => {
  const { template: canonical, message, document } = vectors('primed').find(({ name }) => name === 'primed/texts').sections;
  const template = new MessageTemplate(canonical);
  const decoded = await Promise.all(Array.from({ length: 8 }, () => decodeBytes(message, { template })));
  for (const one of decoded) assert.deepEqual(Buffer.from(one), Buffer.from(document));
});

/** Messages with much text. */
function* messages(count) {
  const words = 'the quick brown fox jumps over a lazy dog while nobody looks at any of it'.split(' ');
  for (let i = 0; i < count; i++) {
    const text = Array.from({ length: 8 }, (_, step) => words[(i * (step + 1) + i) % words.length]).join(' ');
    yield { n: i * 37, level: i % 5 === 0 ? 'warn' : 'info', text, ...(i % 4 === 0 ? { at: { x: i, y: 5 - i } } : {}) };
  }
}

test('a session with a template that has a model', { skip: withoutHusk }, async () => {
  const environment = { ...process.env, HOME: folder, HUSK_STORE: join(folder, 'store') };
  const run = (...words) => execFileSync(husk, words, { env: environment, cwd: folder, maxBuffer: 2 ** 26 });
  const values = [...messages(60)];
  const document = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(join(folder, 'log.ndjson'), document);
  run('template', 'train', 'log', '--model', '--exclude', 'at.x', 'log.ndjson');
  run('template', 'export', 'log', '-o', 'log.template');
  // Deflate is what all platforms have, but templates are compressed with Zstandard where that is smaller.
  const zstd = (await import('../zstd.js')).zstd;
  const template = await MessageTemplate.read(readFileSync(join(folder, 'log.template')), { codecs: { zstd } });
  assert.ok(template.isPrimed);
  const sequence = run('encode', '-c', '--messages', '--template', 'log', 'log.ndjson');
  const options = { templates: [template], codecs: { zstd } };
  assert.equal(Buffer.from(await decodeMessagesBytes(sequence, options)).toString(), document);
  const decoded = [];
  for await (const value of decodeMessages(sequence, options)) decoded.push(value);
  assert.deepEqual(decoded, values);
  // A message that is unlike those of the lesson, by itself.
  const other = { n: 2 ** 60, text: 'Ünlike \u0001', more: [1, { two: null }], level: false };
  writeFileSync(join(folder, 'other.json'), JSON.stringify(other));
  for (const form of ['auto', 'never', 'always']) {
    const message = run('encode', '-c', '--template', 'log', '--embed-template', form, 'other.json');
    const given = form === 'never' ? { template, codecs: { zstd } } : options;
    assert.deepEqual(await decode(message, given), other);
  }
});
