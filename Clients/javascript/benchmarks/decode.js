// SPDX-License-Identifier: Apache-2.0
//
// Compares decoding with JSON.parse: node benchmarks/decode.js DOCUMENT.json [HUSK]
//
// HUSK is the command, which encodes the document: `husk` on the PATH without it. Each contestant starts with the
// bytes that a file or a network gives and ends with the same values, which is checked before anything is timed.
// They take turns, so that what else the machine does hits them alike; what is shown is the median of each and the
// median of the quotients of the rounds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decode, decodeText } from '../husk.js';

const [path, husk = 'husk', rounds = '60'] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node benchmarks/decode.js DOCUMENT.json [HUSK] [ROUNDS]');
  process.exit(2);
}

const encode = (...options) => new Uint8Array(
  execFileSync(husk, ['encode', '-q', '-c', '--minify', ...options, path], { maxBuffer: 1 << 30 }),
);

const original = new Uint8Array(readFileSync(path));
const text = encode('--layout', 'text');
const column = encode('--layout', 'column', '--codec', 'deflate');
const utf8 = new TextDecoder();
const whole = utf8.decode(original);
const minified = JSON.stringify(JSON.parse(whole));

const contestants = [
  ['JSON.parse', original, () => JSON.parse(whole)],
  ['JSON.parse, minified', Buffer.from(minified), () => JSON.parse(minified)],
  ['text layout', text, () => decode(text)],
  ['text layout, to text', text, () => decodeText(text)],
  ['column layout', column, () => decode(column)],
  ['column layout, no generated code', column, () => decode(column, { codeGeneration: false })],
  ['column layout, to text', column, () => decodeText(column)],
];

const expected = JSON.parse(whole);
for (const [name, , run] of contestants) {
  const result = await run();
  assert.deepEqual(typeof result === 'string' ? JSON.parse(result) : result, expected, name);
}

const times = contestants.map(() => []);
for (let round = -20; round < Number(rounds); round++) {
  for (const [i, [, , run]] of contestants.entries()) {
    const start = performance.now();
    await run();
    const time = performance.now() - start;
    if (round >= 0) times[i].push(time);
  }
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
console.log(`${path.replace(/.*\//, '')}, Node ${process.version}, ${rounds} rounds\n`);
console.log('| contestant | bytes | ms | x JSON.parse |\n|------------|------:|---:|-------------:|');
contestants.forEach(([name, bytes], i) => {
  const quotient = median(times[i].map((time, round) => time / times[0][round]));
  console.log(`| ${name} | ${bytes.length} | ${median(times[i]).toFixed(2)} | ${quotient.toFixed(2)} |`);
});
