// SPDX-License-Identifier: Apache-2.0
//
// Decodes what the command encodes: all documents of the corpus, in all layouts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MessageTemplate, decodeBytes, decodeMessages, decodeMessagesBytes, decodeSequence } from '../husk.js';
import { zstd } from '../zstd.js';
import { husk, withoutHusk } from './command.js';

const codecs = { zstd };
const folder = fileURLToPath(new URL('../../../Corpus/documents/', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'husk-js-'));
after(() => rmSync(home, { recursive: true }));

const run = (...options) => execFileSync(husk, options, {
  env: { ...process.env, HOME: home, HUSK_STORE: join(home, 'store.db') }, maxBuffer: 1 << 28,
});

const valuesOf = (document, name) => (name.endsWith('.ndjson')
  ? document.toString().split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))
  : [JSON.parse(document)]);

const ways = [
  ['--layout', 'text'], ['--layout', 'text', '--minify'], ['--layout', 'column', '--codec', 'deflate'],
  ['--layout', 'column', '--codec', 'none', '-1'], ['--codec', 'gzip', '-9'], ['-9'], ['--codec', 'brotli'],
  ['--archive'],
];

for (const name of readdirSync(folder).filter((one) => /json$/.test(one))) {
  for (const way of ways) {
    test(`decodes ${name} ${way.join(' ')}`, { skip: withoutHusk }, async () => {
      const document = readFileSync(join(folder, name));
      const file = run('encode', '-qc', ...way, join(folder, name));
      const options = { codecs, verifiesSections: true };
      if (!way.includes('--minify')) assert.ok(document.equals(await decodeBytes(file, options)));
      assert.deepEqual(await decodeSequence(file, options), valuesOf(document, name));
    });
  }
}

// What no document of the corpus has: numbers of 64 bits, long fractions, and characters beyond ASCII.
const odd = Array.from({ length: 300 }, (_, i) => [
  `{"id":${505874922023837696n + BigInt(i * i) * 7919n},"text":"${'\u7530\u4e2d'.repeat(i % 5)}${i}\\u00e9\\n"`,
  `"mean":${(i * 7919) / 70},"exact":0.1${String(i * 37).padStart(12, '0')},"at":${1_700_000_000_000_000_000n + BigInt(i)}`,
  `"mixed":${['null', '"\u00e9"', '-0', '1e3', '[1,{"a":[]}]', i][i % 6]},"time":"2024-02-${10 + (i % 20)}T00:00:00.${String(i).padStart(6, '0')}Z"}`,
].join()).join('\n').concat('\n');

for (const way of [...ways, ['--max']]) {
  test(`decodes odd values ${way.join(' ')}`, { skip: withoutHusk }, async () => {
    const path = join(home, 'odd.ndjson');
    writeFileSync(path, odd);
    const file = run('encode', '-qcf', ...way, path);
    assert.equal(Buffer.from(await decodeBytes(file, { codecs, verifiesSections: true })).toString(), odd);
    assert.deepEqual(await decodeSequence(file, { codecs }), valuesOf(odd, '.ndjson'));
    const [exact] = await decodeSequence(file, { codecs, bigints: true });
    assert.equal(exact.at, 1_700_000_000_000_000_000n);
  });
}

for (const name of ['orders.ndjson', 'telemetry.ndjson']) {
  test(`decodes messages of ${name}`, { skip: withoutHusk }, async () => {
    const document = readFileSync(join(folder, name));
    run('template', 'train', 'some', join(folder, name), '-q');
    const path = join(home, `${name}.template`);
    run('template', 'export', 'some', '-o', path);
    const template = await MessageTemplate.read(readFileSync(path), { codecs });
    const sequence = run('encode', '-qc', '--template', 'some', '--messages', join(folder, name));
    const options = { templates: [template], codecs };
    assert.ok(document.equals(await decodeMessagesBytes(sequence, options)));
    const values = [];
    for await (const value of decodeMessages(sequence, options)) values.push(value);
    assert.deepEqual(values, valuesOf(document, name));
  });
}
