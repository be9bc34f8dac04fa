// SPDX-License-Identifier: Apache-2.0
//
// How fast modelled blocks are decoded: node benchmarks/archive.js DOCUMENT.json [HUSK] [ROUNDS]
//
// HUSK is the command, which encodes the document with --archive, and decodes it beside this reader: the two take turns,
// and the best round of each counts. The start of the command counts, too, and the first rounds of this reader.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decodeBytes } from '../husk.js';

const [path, husk = 'husk', rounds = '3'] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node benchmarks/archive.js DOCUMENT.json [HUSK] [ROUNDS]');
  process.exit(2);
}

const options = { maxBuffer: 1 << 30 };
const document = readFileSync(path);
const file = execFileSync(husk, ['encode', '-qc', '--archive', path], options);
const contestants = {
  'this reader': () => decodeBytes(file),
  'husk decode': () => execFileSync(husk, ['decode', '-qc', '-'], { ...options, input: file }),
};

const best = {};
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, run] of Object.entries(contestants)) {
    const start = performance.now();
    const bytes = await run();
    best[name] = Math.min(best[name] ?? Infinity, performance.now() - start);
    assert.ok(document.equals(bytes), name);
  }
}

console.log(`${path.replace(/.*\//, '')}: ${document.length} bytes, ${file.length} encoded, Node ${process.version}`);
for (const [name, time] of Object.entries(best)) {
  console.log(`${name}: ${time.toFixed(0)} ms, ${(document.length / time).toFixed(0)} KB/s`);
}
console.log(`${(best['this reader'] / best['husk decode']).toFixed(1)} times as long`);
