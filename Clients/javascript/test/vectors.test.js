// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import * as zlib from 'node:zlib';
import {
  HuskError, Keyring, MessageTemplate, decode, decodeBytes, decodeMessagesBytes, decodeRows, decodeSequence, decompress,
  decompressByStream, frames, mask, templateIdentity, unmask,
} from '../husk.js';
import { vectors } from './vectors.js';

/** The functions for what the platform lacks: Node has Zstandard from 22.15 on only, but a command may be there. */
function codecsOfMachine() {
  if (typeof zlib.zstdDecompressSync === 'function') return {};
  try {
    execFileSync('zstd', ['--version']);
  } catch {
    return {};
  }
  // A section may have as many bytes.
  const options = { stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 1 << 26 };
  return { zstd: (frame) => execFileSync('zstd', ['-dcq', '--no-check'], { input: frame, ...options }) };
}

const codecs = codecsOfMachine();
// With the preset dictionary none is asked.
const lacks = (name) => /(?<!preset_)zstd/.test(name) && !codecs.zstd && typeof zlib.zstdDecompressSync !== 'function';

/** What is decoded, or the error. */
async function outcome(make) {
  try {
    return { value: await make() };
  } catch (error) {
    if (!(error instanceof HuskError)) throw error;
    return { error };
  }
}

function assertRefused(vector, { value, error }) {
  assert.equal(error?.code, vector.header.expect, error?.message ?? `${Buffer.from(value ?? [])}`);
  // Elsewhere there are several bytes that one can blame: ours is inside of what theirs names.
  const isExact = /^(text|gaps)/.test(vector.name) && !/^(invalidTemplate|invalidGaps|limitExceeded)$/.test(error.code);
  if (vector.offset !== undefined && isExact) assert.equal(error.offset, vector.offset, error.message);
}

/** The values that the texts of a document have, as JSON.parse says. */
function parsed(document) {
  const text = document.toString().replace(/^\ufeff/, '');
  if (text.trim() === '') return [];
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  }
}

/** The document that comes back; where whitespace was dropped, the one without it. */
function documentOf(vector) {
  const document = Buffer.from(vector.sections.document);
  if (!vector.words.includes('minify')) return document;
  return Buffer.from(vector.sections.minified ?? JSON.stringify(JSON.parse(document)));
}

/** Tests that an input decodes to a document, as bytes and as values, or is refused. */
function check(vector, input, optionsOf, { values = true } = {}) {
  const skip = lacks(vector.name) && 'the platform has no zstd';
  test(vector.name, { skip }, async (context) => {
    const bytes = await outcome(async () => decodeBytes(vector.sections[input], await optionsOf(vector)));
    if (!vector.succeeds) {
      assertRefused(vector, bytes);
      return;
    }
    if (bytes.error?.code === 'unsupportedCodec' && lacks('zstd')) {
      context.skip('the platform has no zstd');
      return;
    }
    assert.equal(bytes.error, undefined);
    const options = await optionsOf(vector);
    const document = documentOf(vector);
    assert.ok(document.equals(bytes.value), `${Buffer.from(bytes.value)}`);
    if (!values) return;
    let expected;
    try {
      expected = parsed(document);
    } catch {
      return;
    }
    assert.deepEqual(await decodeSequence(vector.sections[input], options), expected);
    for (const more of [{ bigints: true }, { codeGeneration: false }]) {
      assert.deepEqual(
        JSON.stringify(await decodeSequence(vector.sections[input], { ...options, ...more }), plain),
        JSON.stringify(expected, plain),
      );
    }
  });
}

const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value);
const withLimits = (vector) => ({ codecs, limits: vector.limits, verifiesSections: vector.words.includes('sections') });

for (const area of ['text', 'gaps']) for (const vector of vectors(area)) check(vector, 'text', withLimits);
for (const area of ['column', 'modelled']) for (const vector of vectors(area)) check(vector, 'file', withLimits);

for (const vector of vectors('selection')) {
  test(vector.name, async () => {
    const [fields, rows, at] = ['fields', 'rows', 'at'].map((name) => vector.option(name));
    const found = await outcome(() => decodeRows(vector.sections.file, { fields, rows, at }));
    if (!vector.succeeds) {
      assertRefused(vector, found);
      return;
    }
    const lines = vector.text('rows').split('\n').filter((line) => line !== '');
    assert.deepEqual(found.value, lines.map((line) => JSON.parse(line)), found.error?.message);
  });
}

for (const vector of [...vectors('row'), ...vectors('primed')]) {
  if (vector.sections.message !== undefined) {
    check(vector, 'message', (one) => ({
      codecs, limits: one.limits, template: new MessageTemplate(one.sections.template, { limits: one.limits }),
    }));
  } else {
    test(vector.name, async () => {
      const { template } = vector.sections;
      assertRefused(vector, await outcome(() => new MessageTemplate(template, { limits: vector.limits })));
    });
  }
}

for (const vector of vectors('sequence')) {
  test(vector.name, async () => {
    const template = new MessageTemplate(vector.sections.template);
    const options = { limits: vector.limits, template };
    const result = await outcome(() => decodeMessagesBytes(vector.sections.sequence, options));
    if (vector.succeeds) assert.equal(Buffer.from(result.value).toString(), vector.text('document'));
    else assertRefused(vector, result);
  });
}

for (const vector of vectors('template-file')) {
  test(vector.name, async () => {
    const result = await outcome(() => MessageTemplate.read(vector.sections.file));
    if (vector.succeeds) assert.deepEqual(result.value.bytes, Uint8Array.from(vector.sections.template));
    else assertRefused(vector, result);
  });
}

for (const vector of vectors('template')) {
  if (vector.sections.canonical === undefined) continue;
  test(vector.name, async () => {
    const result = await outcome(() => templateIdentity(vector.sections.canonical, vector.limits));
    if (vector.succeeds) assert.equal(result.value, vector.text('id').trim());
    else assertRefused(vector, result);
  });
}

/** Node has streams of DEFLATE without a wrapper from 20.12 on. */
function hasStream(codec) {
  try {
    return new DecompressionStream(codec === 'gzip' ? codec : 'deflate-raw') !== null;
  } catch {
    return false;
  }
}

for (const vector of vectors('compression')) {
  const codec = vector.option('codec');
  const count = Number(vector.option('count'));
  const { compressed } = vector.sections;
  const assertBecomes = (result) => {
    if (vector.succeeds) assert.deepEqual(Buffer.from(result.value), Buffer.from(vector.sections.plain));
    else assertRefused(vector, result);
  };
  test(vector.name, { skip: lacks(codec) && 'the platform has no zstd' }, async () => {
    assertBecomes(await outcome(() => decompress(vector.codec, compressed, count, { codecs })));
  });
  if ((codec === 'deflate' || codec === 'gzip') && compressed.length > 0) {
    test(`${vector.name} by streams`, { skip: !hasStream(codec) && 'the platform has no such stream' }, async () => {
      assertBecomes(await outcome(() => decompressByStream(vector.codec, compressed, count)));
    });
  }
}

const bytesOf = (hexadecimal) => Buffer.from(hexadecimal).toString('hex').toUpperCase() || '-';

for (const vector of vectors('container')) {
  test(vector.name, async () => {
    const result = await outcome(() => frames(vector.sections.file, { limits: vector.limits }));
    if (!vector.succeeds) {
      assertRefused(vector, result);
      return;
    }
    const blocks = vector.text('frames').split('\n').filter((line) => line.startsWith('block '));
    const found = result.value.flatMap((file) => file.blocks.map((block) => [
      'block', block.rows, block.decoded, block.check.toString(16).padStart(8, '0'), bytesOf(block.content),
    ].join(' ')));
    assert.deepEqual(found.map((line) => line.toUpperCase()), blocks.map((line) => line.toUpperCase().trim()));
  });
}

async function optionsOfSeal(vector) {
  const options = {
    codecs,
    limits: vector.limits,
    requiresSeal: vector.words.includes('sealed'),
    redactsFields: vector.words.includes('redact'),
    passphrase: vector.option('passphrase') ?? vector.text('passphrase'),
  };
  if (vector.sections.keys) options.keys = await Keyring.parse(vector.text('keys'));
  if (vector.sections['field-keys']) options.fieldKeys = await Keyring.parse(vector.text('field-keys'));
  if (vector.sections.template) options.templates = [new MessageTemplate(vector.sections.template)];
  return options;
}

for (const vector of vectors('encryption')) {
  if (vector.sections.sealed !== undefined) {
    check(vector, 'sealed', optionsOfSeal);
  } else {
    test(vector.name, async () => {
      const result = await outcome(() => Keyring.parse(vector.text('keys')));
      if (vector.succeeds) assert.equal(result.error, undefined);
      else assertRefused(vector, result);
    });
  }
}

for (const vector of vectors('mask')) {
  test(vector.name, async () => {
    const keys = await Keyring.parse(vector.text('keys'));
    const context = vector.text('context') ?? '';
    const masked = vector.text('mask');
    const result = await outcome(() => unmask(masked, keys, { context, now: Number(vector.option('now') ?? 0) }));
    if (!vector.succeeds) {
      assertRefused(vector, result);
      return;
    }
    assert.equal(result.value, vector.text('text'));
    const [first] = keys.values();
    if (keys.active !== first) return;
    assert.equal(await mask(result.value, keys, { context, expiry: Number(vector.option('expiry') ?? 0) }), masked);
  });
}
