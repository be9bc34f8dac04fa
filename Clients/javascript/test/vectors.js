// SPDX-License-Identifier: Apache-2.0
//
// Reads the vectors of Corpus/vectors: their form is described in the README there.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../Corpus/vectors/', import.meta.url);
const CODECS = ['none', 'deflate', 'gzip', 'zstd', 'brotli', 'modelled', 'presetZstd', 'presetModelled'];

/** Bytes that are written as hexadecimal digits, with remarks. */
function hexadecimal(text) {
  const digits = text.replace(/#.*$/gm, '').replace(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function escaped(text) {
  const letters = { n: '\n', r: '\r', t: '\t', '\\': '\\' };
  const bytes = [];
  const plain = text.replace(/\n/g, '');
  for (const [piece] of plain.matchAll(/\\x[0-9a-fA-F]{2}|\\.|[^\\]+/gs)) {
    if (piece.startsWith('\\x')) bytes.push(parseInt(piece.slice(2), 16));
    else bytes.push(...Buffer.from(piece[0] === '\\' ? letters[piece[1]] : piece));
  }
  return Uint8Array.from(bytes);
}

class Vector {
  constructor(area, file) {
    this.name = `${area}/${file.replace(/\.txt$/, '')}`;
    const text = readFileSync(new URL(`${area}/${file}`, folder), 'latin1');
    const end = text.indexOf('\n\n');
    const head = Buffer.from(text.slice(0, end), 'latin1').toString();
    this.header = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    this.sections = {};
    const parts = text.slice(end + 1).split(/^-- (.*) --\n/m);
    for (let i = 1; i < parts.length; i += 2) {
      const [name, form] = parts[i].split(' ');
      const content = parts[i + 1].replace(/\n$/, '');
      if (form === 'hex') this.sections[name] = hexadecimal(content);
      else if (form === 'escaped') this.sections[name] = escaped(content);
      else this.sections[name] = Uint8Array.from(Buffer.from(content, 'latin1'));
    }
  }

  get succeeds() {
    return this.header.expect === 'success';
  }

  get offset() {
    return this.header.offset === undefined ? undefined : Number(this.header.offset);
  }

  /** A section as text. */
  text(name) {
    return this.sections[name] && Buffer.from(this.sections[name]).toString();
  }

  get words() {
    return (this.header.options ?? '').split(' ').filter((word) => word !== '');
  }

  /** The value of an option that is written `name=value`. */
  option(name) {
    return this.words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  /** The number of the codec that the options name. */
  get codec() {
    const name = this.option('codec');
    const number = CODECS.indexOf(name);
    return number < 0 ? Number(name) : number;
  }

  /** The limits that the options ask for. */
  get limits() {
    const pairs = this.words.map((word) => word.split('=')).filter(([, value]) => /^\d+$/.test(value ?? ''));
    return Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)]));
  }
}

/** The vectors of an area. */
export function vectors(area) {
  const names = readdirSync(fileURLToPath(new URL(area, folder))).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => new Vector(area, name));
}
