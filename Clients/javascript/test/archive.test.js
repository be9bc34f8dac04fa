// SPDX-License-Identifier: Apache-2.0
//
// Modelled blocks: what the vectors do not show.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decodeBytes, decompress } from '../husk.js';
import { vectors } from './vectors.js';

const folder = mkdtempSync(join(tmpdir(), 'husk-js-'));
after(() => rmSync(folder, { recursive: true }));

test('without archive.js, modelled blocks and messages of primed templates are refused and nothing else is', async () => {
  copyFileSync(fileURLToPath(new URL('../husk.js', import.meta.url)), join(folder, 'alone.js'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const alone = await import(pathToFileURL(join(folder, 'alone.js')));
  const modelled = vectors('modelled').find((vector) => vector.name === 'modelled/texts');
  await assert.rejects(alone.decodeBytes(modelled.sections.file), { code: 'invalidColumn' });
  await assert.rejects(async () => alone.decompress(5, Uint8Array.of(16, 0, 0, 0, 0, 1), 3), { code: 'unsupportedCodec' });
  const primed = vectors('primed').find((vector) => vector.succeeds).sections;
  const template = new alone.MessageTemplate(primed.template);
  await assert.rejects(alone.decodeBytes(primed.message, { template }), { code: 'invalidTemplate' });
  const column = vectors('column').find((vector) => vector.succeeds);
  assert.deepEqual(Buffer.from(await alone.decodeBytes(column.sections.file)), Buffer.from(column.sections.document));
});

test('modelled bytes that are changed are refused', async () => {
  const vector = vectors('modelled').find(({ name }) => name === 'modelled/descriptors_modelled');
  const { file } = vector.sections;
  // 17 bytes that stand for 23, behind two sizes.
  const start = Buffer.from(file).indexOf(Buffer.of(5, 0x17, 0x11)) + 3;
  const data = file.slice(start, start + 0x11);
  assert.equal((await decompress(5, data, 0x17)).length, 0x17);
  for (let bit = 0; bit < data.length * 8; bit++) {
    const changed = Uint8Array.from(data);
    changed[bit >> 3] ^= 1 << (bit & 7);
    await assert.rejects(async () => decompress(5, changed, 0x17), { code: 'invalidCompression' }, `bit ${bit}`);
  }
  await assert.rejects(async () => decompress(5, data, 0x18), { code: 'invalidCompression' });
  await assert.rejects(async () => decompress(5, data.subarray(0, 4), 0x17), { code: 'invalidCompression' });
});

test('a modelled block that is changed gives an error of its own, or its document', async () => {
  const vector = vectors('modelled').find(({ name }) => name === 'modelled/texts');
  const { file, document } = vector.sections;
  for (let at = 4; at < file.length; at++) {
    const changed = Uint8Array.from(file);
    changed[at] ^= 1 << (at % 8);
    try {
      assert.deepEqual(Buffer.from(await decodeBytes(changed)), Buffer.from(document), `byte ${at}`);
    } catch (error) {
      assert.equal(error.name, 'HuskError', `byte ${at}: ${error.stack}`);
    }
  }
});
