// SPDX-License-Identifier: Apache-2.0
//
// Reads Husk: files, messages, the text layout, what is sealed, and answers over HTTP. It was written from
// SPEC.md, to whose sections the comments refer, and depends on nothing but the platform.

// ---------------------------------------------------------------------------------------------------
// Errors and limits (sections 10 and 11)

/** What is wrong, by a code of section 11, and where: `offset` is a number of bytes, or undefined. */
export class HuskError extends Error {
  constructor(code, message, offset) {
    super(offset === undefined ? `${code}: ${message}` : `${code}: ${message} (at byte ${offset})`);
    this.name = 'HuskError';
    this.code = code;
    this.offset = offset;
  }
}

/** The limits of section 10.1. */
export const defaultLimits = Object.freeze({
  depth: 512,
  shapes: 65_536,
  templateEntries: 4_194_304,
  templateByteCount: 67_108_864,
  messageTemplateByteCount: 4_194_304,
  frameByteCount: 2_147_483_648,
  blockRowCount: 268_435_456,
  blockByteCount: 4_294_967_296,
  passphraseCost: 20,
  decodedByteCount: 4_294_967_296,
  decodedRatio: 1000,
});

const MOST = 268_435_455;
const RATIO_FREE = 67_108_864;
const TEXT_MOST = 4_294_967_295;
const STEPS_MOST = 65_536;
const LARGE = 2048;

function fail(code, message, offset) {
  throw new HuskError(code, message, offset);
}

function limitsOf(options) {
  const limits = { ...defaultLimits, ...options.limits };
  if (!(limits.depth <= 2048)) fail('limitExceeded', 'the limit of depth is at most 2048');
  if (!(limits.passphraseCost <= 32)) fail('limitExceeded', 'the cost of a passphrase is at most 32');
  return limits;
}

/** How many bytes the document of so many bytes of input may have. */
function mostDecoded(limits, byteCount) {
  return Math.min(limits.decodedByteCount, Math.max(RATIO_FREE, limits.decodedRatio * byteCount));
}

// ---------------------------------------------------------------------------------------------------
// Bytes (section 2). A "byte string" is a string whose characters are bytes, 0 to 255.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8Bytes = new TextEncoder();
const NOTHING = new Uint8Array(0);
const hasBuffer = typeof Buffer === 'function' && typeof Buffer.prototype.latin1Slice === 'function';

function bytesOf(input) {
  if (input instanceof Uint8Array) {
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) {
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  if (typeof input === 'string') return utf8Bytes.encode(input);
  throw new TypeError('the input is a Uint8Array, an ArrayBuffer or a string');
}

/** The text of UTF-8, or null where it is none. */
function textOf(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function byteStringOf(bytes) {
  if (bytes.length > 64) {
    // Node has this as it is; elsewhere what is ASCII, as most is, goes the short way.
    if (hasBuffer) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).latin1Slice();
    const text = textOf(bytes);
    if (text !== null && text.length === bytes.length) return text;
  }
  let string = '';
  for (let at = 0; at < bytes.length; at += 4096) {
    string += String.fromCharCode.apply(null, bytes.subarray(at, at + 4096));
  }
  return string;
}

function bytesOfString(string) {
  const bytes = new Uint8Array(string.length);
  for (let i = 0; i < string.length; i++) bytes[i] = string.charCodeAt(i);
  return bytes;
}

const isASCII = (string) => !/[^\x00-\x7f]/.test(string);

/** The text that a byte string is in UTF-8. */
function textOfByteString(string) {
  if (isASCII(string)) return string;
  return textOf(bytesOfString(string)) ?? fail('invalidUTF8', 'a string is not UTF-8');
}

function hex(bytes) {
  let digits = '';
  for (const byte of bytes) digits += (byte < 16 ? '0' : '') + byte.toString(16);
  return digits;
}

function sameBytes(left, right) {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

function joined(pieces) {
  if (pieces.length === 1) return pieces[0];
  let count = 0;
  for (const piece of pieces) count += piece.length;
  const bytes = new Uint8Array(count);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const isSafe = (number) => number >= -MAX_SAFE && number <= MAX_SAFE;
const wrap = (big) => BigInt.asIntN(64, big);

/** A number where it is exact as one, else a BigInt. */
const narrow = (big) => (big >= -9007199254740991n && big <= 9007199254740991n ? Number(big) : big);

/** Reads bytes from start to end; what ends too early is refused with `ends`. */
class Reader {
  constructor(bytes, at = 0, end = bytes.length, ends = 'truncated') {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.ends = ends;
  }

  get left() {
    return this.end - this.at;
  }

  byte() {
    if (this.at >= this.end) fail(this.ends, 'bytes end too early', this.at);
    return this.bytes[this.at++];
  }

  take(count) {
    if (count > this.end - this.at) fail(this.ends, 'bytes end too early', this.at);
    const start = this.at;
    this.at += count;
    return this.bytes.subarray(start, this.at);
  }

  word() {
    const b = this.take(4);
    return (b[0] | (b[1] << 8) | (b[2] << 16) | (b[3] << 24)) >>> 0;
  }

  /** A varint (section 2.3); above 2^53 it is rounded, which is beyond all that is counted. */
  varint() {
    const start = this.at;
    let byte = this.byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let scale = 128, count = 2; ; count++, scale *= 128) {
      byte = this.byte();
      value += (byte & 127) * scale;
      if (count === 10 && byte > 1) fail('invalidVarint', 'a varint has more than 64 bits', start);
      if (byte < 128) break;
    }
    if (byte === 0) fail('invalidVarint', 'a varint is not in its shortest form', start);
    return value;
  }

  /** A varint, exactly: a number, or a BigInt above 2^53. */
  exact() {
    const start = this.at;
    const rounded = this.varint();
    if (rounded <= MAX_SAFE) return rounded;
    let value = 0n;
    for (let at = this.at - 1; at >= start; at--) value = (value << 7n) | BigInt(this.bytes[at] & 127);
    return value;
  }

  /** A zigzag varint (section 8.4). */
  signed() {
    const value = this.exact();
    if (typeof value === 'number') return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    return narrow(value & 1n ? -((value + 1n) >> 1n) : value >> 1n);
  }

  string() {
    return byteStringOf(this.take(this.varint()));
  }
}

// ---------------------------------------------------------------------------------------------------
// Checks and identities (sections 4.5 and 7)

// What a byte adds to the check when 0 to 15 bytes stand behind it, one table behind the other.
const CHECK_TABLES = new Int32Array(16 * 256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  CHECK_TABLES[byte] = value;
}
for (let i = 256; i < CHECK_TABLES.length; i++) {
  CHECK_TABLES[i] = (CHECK_TABLES[i - 256] >>> 8) ^ CHECK_TABLES[CHECK_TABLES[i - 256] & 255];
}

const IS_LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

// From how many bytes on it pays to look at them as words, and to call zlib.
const WORDS_FROM = 64;
const ZLIB_FROM = 512;

/** What a word adds to the check when so many bytes stand behind it. */
const added = (word, count) => CHECK_TABLES[256 * count + 768 + (word & 255)]
  ^ CHECK_TABLES[256 * count + 512 + ((word >>> 8) & 255)]
  ^ CHECK_TABLES[256 * count + 256 + ((word >>> 16) & 255)] ^ CHECK_TABLES[256 * count + (word >>> 24)];

function overBytes(value, bytes, start, end) {
  for (let at = start; at < end; at++) value = (value >>> 8) ^ CHECK_TABLES[(value ^ bytes[at]) & 255];
  return value;
}

/** Four words at a time: only the first one waits for what came before. */
function overWords(value, words) {
  for (let at = 0; at < words.length; at += 4) {
    value = added(value ^ words[at], 12) ^ added(words[at + 1], 8) ^ added(words[at + 2], 4) ^ added(words[at + 3], 0);
  }
  return value;
}

const isNode = () => typeof process !== 'undefined' && Boolean(process.versions?.node);

/** A module of Node, or undefined elsewhere, and where Node does not give it at once. */
const builtIn = (name) => (isNode() ? process.getBuiltinModule?.(name) : undefined);

let ofZlib;

/** The CRC-32 of zlib, which is twice as fast, or null where there is none. */
function crc32OfZlib() {
  if (ofZlib === undefined) ofZlib = builtIn('node:zlib')?.crc32 ?? null;
  return ofZlib;
}

/** CRC-32 (section 7), continued from the check of what stands before the bytes. */
export function crc32(bytes, seed = 0) {
  const count = bytes.length;
  // It counts in 32 bits.
  const zlib = count >= ZLIB_FROM && count < 2 ** 32 ? crc32OfZlib() : null;
  if (zlib !== null) return zlib(bytes, seed >>> 0);
  let value = ~seed;
  let at = 0;
  if (IS_LITTLE && count >= WORDS_FROM) {
    at = -bytes.byteOffset & 3;
    value = overBytes(value, bytes, 0, at);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + at, 4 * Math.floor((count - at) / 16));
    value = overWords(value, words);
    at += words.byteLength;
  }
  return ~overBytes(value, bytes, at, count) >>> 0;
}

const SHA_ROUNDS = new Int32Array(64);
const SHA_START = new Int32Array(8);
for (let number = 2, found = 0; found < 64; number++) {
  let isPrime = true;
  for (let by = 2; by * by <= number; by++) if (number % by === 0) isPrime = false;
  if (!isPrime) continue;
  // The first 32 bits of the fractions of the roots.
  if (found < 8) SHA_START[found] = Math.floor((Math.sqrt(number) % 1) * 2 ** 32);
  SHA_ROUNDS[found++] = Math.floor((Math.cbrt(number) % 1) * 2 ** 32);
}

/** SHA-256 (FIPS 180-4), at once: WebCrypto would make all that reads templates wait. */
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const h = Int32Array.from(SHA_START);
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (k + s1 + ((e & f) ^ (~e & g)) + SHA_ROUNDS[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => {
      h[i] = (h[i] + value) | 0;
    });
  }
  const digest = new Uint8Array(32);
  h.forEach((value, i) => new DataView(digest.buffer).setInt32(4 * i, value));
  return digest;
}

// ---------------------------------------------------------------------------------------------------
// JSON (section 3)

const QUOTE = 0x22;
const COMMA_BYTE = 0x2c;
const COLON_BYTE = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (c) => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
const isDigit = (c) => c >= 0x30 && c <= 0x39;
const isHexDigit = (c) => isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);

// The bytes of ASCII that stand for themselves in strings.
const PLAIN = new Uint8Array(256).map((_, c) => (c >= 0x20 && c < 0x80 && c !== QUOTE && c !== BACKSLASH ? 1 : 0));

function skipSpace(b, at, end) {
  while (at < end && isSpace(b[at])) at++;
  return at;
}

/** The number of bytes of a character of UTF-8 beyond ASCII (RFC 3629). */
function characterLength(b, at, end) {
  const c = b[at];
  const count = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  // The second byte has a range of its own where the form would be overlong, a surrogate or beyond U+10FFFF.
  const least = c === 0xe0 ? 0xa0 : c === 0xf0 ? 0x90 : 0x80;
  const most = c === 0xed ? 0x9f : c === 0xf4 ? 0x8f : 0xbf;
  let isValid = c >= 0xc2 && c <= 0xf4 && at + count <= end && b[at + 1] >= least && b[at + 1] <= most;
  for (let i = 2; i < count; i++) isValid = isValid && (b[at + i] & 0xc0) === 0x80;
  if (!isValid) fail('invalidUTF8', 'a string is not UTF-8', at);
  return count;
}

/** Where a string ends whose first byte behind the quote is at `at`. */
function endOfString(b, at, end) {
  for (;;) {
    while (PLAIN[b[at]] === 1 && at < end) at++;
    if (at >= end) fail('unexpectedEnd', 'the input ends inside a string', end);
    const c = b[at];
    if (c === QUOTE) return at + 1;
    if (c < 0x20) fail('controlCharacter', 'a string holds a control character', at);
    if (c !== BACKSLASH) {
      at += characterLength(b, at, end);
      continue;
    }
    if (++at >= end) fail('unexpectedEnd', 'the input ends inside a string', end);
    const letter = b[at++];
    if (letter === 0x75) {
      for (let i = 0; i < 4; i++, at++) {
        if (at >= end) fail('unexpectedEnd', 'the input ends inside a string', end);
        if (!isHexDigit(b[at])) fail('invalidEscape', 'an escape has no four digits', at);
      }
    } else if (!'"\\/bfnrt'.includes(String.fromCharCode(letter))) {
      fail('invalidEscape', 'a string holds an escape that JSON does not have', at - 1);
    }
  }
}

function digits(b, at, end) {
  if (at >= end) fail('unexpectedEnd', 'the input ends inside a number', end);
  if (!isDigit(b[at])) fail('invalidNumber', 'a digit is missing', at);
  while (at < end && isDigit(b[at])) at++;
  return at;
}

function endOfNumber(b, at, end) {
  if (b[at] === 0x2d) at++;
  if (b[at] === 0x30 && at < end) {
    at++;
    if (at < end && isDigit(b[at])) fail('invalidNumber', 'a digit stands behind a zero', at);
  } else {
    at = digits(b, at, end);
  }
  if (at < end && b[at] === 0x2e) at = digits(b, at + 1, end);
  if (at < end && (b[at] | 32) === 0x65) {
    at++;
    if (at < end && (b[at] === 0x2b || b[at] === 0x2d)) at++;
    at = digits(b, at, end);
  }
  return at;
}

function endOfLiteral(b, at, end) {
  const word = b[at] === 0x74 ? 'true' : b[at] === 0x66 ? 'false' : b[at] === 0x6e ? 'null' : null;
  if (word === null) fail('unexpectedCharacter', 'no value can start here', at);
  for (let i = 1; i < word.length; i++) {
    if (at + i >= end) fail('unexpectedEnd', 'the input ends inside a literal', end);
    if (b[at + i] !== word.charCodeAt(i)) {
      fail('unexpectedCharacter', 'this is no literal', at + i);
    }
  }
  return at + word.length;
}

/** Where the scalar ends that starts at `at`. */
function endOfScalar(b, at, end) {
  if (at >= end) fail('unexpectedEnd', 'the input ends where a value should stand', end);
  const c = b[at];
  if (c === QUOTE) return endOfString(b, at + 1, end);
  if (c === 0x2d || isDigit(c)) return endOfNumber(b, at, end);
  return endOfLiteral(b, at, end);
}

/**
 * Goes through a value, telling `sink` its tokens, and gives where it ends.
 * The sink has open(kind), close(kind), key(start, end) and scalar(start, end).
 */
function walkValue(b, at, end, sink, most) {
  const open = [];
  for (;;) {
    at = skipSpace(b, at, end);
    if (at >= end) fail('unexpectedEnd', 'the input ends where a value should stand', end);
    const c = b[at];
    let isDone = true;
    if (c === OPEN_ARRAY || c === OPEN_OBJECT) {
      if (open.length >= most) fail('limitExceeded', 'the nesting is too deep', at);
      sink?.open(c, at);
      open.push(c);
      at = skipSpace(b, at + 1, end);
      if (at < end && b[at] === c + 2) {
        open.pop();
        sink?.close(c + 2, at);
        at++;
      } else {
        isDone = false;
        if (c === OPEN_OBJECT) at = walkKey(b, at, end, sink);
      }
    } else {
      const start = at;
      at = endOfScalar(b, at, end);
      sink?.scalar(start, at);
    }
    while (isDone) {
      if (open.length === 0) return at;
      const container = open[open.length - 1];
      at = skipSpace(b, at, end);
      if (at >= end) fail('unexpectedEnd', 'the input ends inside an array or object', end);
      if (b[at] === COMMA_BYTE) {
        at = skipSpace(b, at + 1, end);
        if (container === OPEN_OBJECT) at = walkKey(b, at, end, sink);
        isDone = false;
      } else if (b[at] === container + 2) {
        open.pop();
        sink?.close(container + 2, at);
        at++;
      } else {
        fail('unexpectedCharacter', 'a comma or a closing bracket is missing', at);
      }
    }
  }
}

function walkKey(b, at, end, sink) {
  if (at >= end) fail('unexpectedEnd', 'the input ends inside an object', end);
  if (b[at] !== QUOTE) fail('unexpectedCharacter', 'a key is missing', at);
  const start = at;
  at = endOfString(b, at + 1, end);
  sink?.key(start, at);
  at = skipSpace(b, at, end);
  if (at >= end) fail('unexpectedEnd', 'the input ends inside an object', end);
  if (b[at] !== COLON_BYTE) fail('unexpectedCharacter', 'a colon is missing', at);
  return at + 1;
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const LITERALS = new Map([['true', true], ['false', false], ['null', null]]);

/** Whether a byte string is the lexeme of one scalar. */
function isScalar(lexeme) {
  if (LITERALS.has(lexeme) || NUMBER.test(lexeme)) return true;
  const bytes = bytesOfString(lexeme);
  if (bytes[0] !== QUOTE || textOf(bytes) === null) return false;
  try {
    return endOfString(bytes, 1, bytes.length) === bytes.length;
  } catch {
    return false;
  }
}

/** The value of a number; whole ones beyond 2^53 are a BigInt where that is asked for. */
function numberOf(lexeme, bigints) {
  const number = Number(lexeme);
  if (bigints && !isSafe(number) && !/[.eE]/.test(lexeme)) return BigInt(lexeme);
  return number;
}

/** The value between the quotes of a string, a byte string. */
function stringOf(inner) {
  const text = textOfByteString(inner);
  return /["\\\x00-\x1f]/.test(text) ? stringOfText(text) : text;
}

/** The value of a scalar, by its lexeme. */
function scalarOf(lexeme, bigints) {
  if (lexeme.charCodeAt(0) === QUOTE) return stringOf(lexeme.slice(1, -1));
  if (LITERALS.has(lexeme)) return LITERALS.get(lexeme);
  if (!NUMBER.test(lexeme)) fail('invalidColumn', 'a value is no scalar of JSON');
  return numberOf(lexeme, bigints);
}

/** Makes a member, whatever its key is: `__proto__` is a key like any other. */
function setMember(object, key, value) {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value, writable: true, enumerable: true, configurable: true,
    });
  } else {
    object[key] = value;
  }
}

/** Makes the values of texts, with whole numbers that are exact. */
class ExactValues {
  constructor(bytes) {
    this.bytes = bytes;
    this.texts = [];
    this.stack = [];
    this.pending = null;
  }

  add(value) {
    const top = this.stack[this.stack.length - 1];
    if (top === undefined) this.texts.push(value);
    else if (Array.isArray(top.value)) top.value.push(value);
    else setMember(top.value, top.key, value);
  }

  open(kind) {
    this.stack.push({ value: kind === OPEN_ARRAY ? [] : {}, key: null });
  }

  close() {
    this.add(this.stack.pop().value);
  }

  key(start, end) {
    this.stack[this.stack.length - 1].key = stringOf(byteStringOf(this.bytes.subarray(start + 1, end - 1)));
  }

  scalar(start, end) {
    this.add(scalarOf(byteStringOf(this.bytes.subarray(start, end)), true));
  }
}

/** The values of all texts of a document that was verified. */
function valuesOfTexts(bytes, count, options) {
  if (!options.bigints) {
    const text = textOf(bytes[0] === 0xef ? bytes.subarray(3) : bytes);
    const lines = text === null ? null : valuesOfLines(count === 1 ? [text] : text.split('\n'), count);
    if (lines !== null) return lines;
  }
  // This is slower, and says what is wrong where something is.
  const values = new ExactValues(bytes);
  walkTexts(bytes, values, defaultLimits.depth * 4);
  if (values.texts.length > count) fail('extraText', 'there are more texts than there should be');
  if (values.texts.length < count) fail('unexpectedEnd', 'there are fewer texts than there should be');
  return values.texts;
}

/** The values where each line is a text, or null. */
function valuesOfLines(lines, count) {
  const values = [];
  try {
    for (const line of lines) {
      if (line !== '' && line.trim() !== '') values.push(JSON.parse(line));
    }
  } catch {
    return null;
  }
  return count === undefined || values.length === count ? values : null;
}

/** Goes through all texts of a document. */
function walkTexts(bytes, sink, most) {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (const first = at; ;) {
    const start = skipSpace(bytes, at, bytes.length);
    if (start >= bytes.length) return;
    if (start === at && at > first) fail('unexpectedCharacter', 'two texts stand without whitespace', at);
    at = walkValue(bytes, start, bytes.length, sink, most);
  }
}

// ---------------------------------------------------------------------------------------------------
// Templates (section 4)

const ANY = 0;
const CONSTANT = 1;
const ENUMERATION = 2;
const OBJECT = 3;
const ARRAY = 4;
const TUPLE = 5;
const MAP = 6;
const ONE_OF = 7;

const ANY_SLOT = Object.freeze({ kind: ANY });

/** Counts what a template may have, while it is read. */
class TemplateBudget {
  constructor(limits) {
    this.limits = limits;
    this.entries = 0;
    this.fields = 0;
    this.deepest = 2 * limits.depth + 2;
  }

  entry(depth, offset) {
    if (depth > this.deepest) fail('limitExceeded', 'slots nest too deep', offset);
    if (++this.entries > this.limits.templateEntries) {
      fail('limitExceeded', 'the template has too many slots and entries', offset);
    }
  }

  shape(count, offset) {
    if (count > this.limits.shapes) fail('limitExceeded', 'the template has too many shapes', offset);
  }
}

/** The number of slots that a slot and those inside of it are. */
const slotCount = (slot) => (slot.slots ?? []).reduce((count, inside) => count + slotCount(inside), 1);

/** A shape with all its fields; those of its parent come first. */
function makeShape(parent, own, budget, offset) {
  const slots = own.reduce((count, field) => count + slotCount(field.slot), parent ? parent.slotCount : 0);
  budget.fields += slots;
  if (budget.fields > budget.limits.templateEntries) {
    fail('limitExceeded', 'the shapes have too many slots', offset);
  }
  const fields = parent ? parent.fields.concat(own) : own;
  let optionalCount = 0;
  let size = 2;
  for (const field of fields) {
    if (field.optional) optionalCount++;
    else size += field.key.length + 3;
  }
  return { fields, optionalCount, size, slotCount: slots, builder: null };
}

const makeField = (key, optional, slot) => ({ key, optional, slot, lexeme: null, member: null, name: null });

/** The key of a field with its quotes, in bytes. */
function lexemeOf(field) {
  field.lexeme ??= bytesOfString(`"${field.key}"`);
  return field.lexeme;
}

/** The key of a field with its quotes and a colon. */
function memberOf(field) {
  field.member ??= bytesOfString(`"${field.key}":`);
  return field.member;
}

/** The rules of section 4.3 that can be told only when everything is there. */
function checkKeysOfMap(slot, offset) {
  if (slot.kind === ANY) return;
  const isFine = slot.kind === ENUMERATION && slot.entries.every((entry) => entry[0] === '"');
  if (!isFine) fail('invalidTemplate', 'the keys of a map are neither any nor strings', offset);
}

/** Reads canonical bytes (section 4.4). */
class TemplateReader {
  constructor(bytes, limits) {
    this.reader = new Reader(bytes);
    this.budget = new TemplateBudget(limits);
    this.objects = [];
  }

  count(least) {
    const count = this.reader.varint();
    if (count * least > this.reader.left) fail('truncated', 'a count is beyond the bytes');
    return count;
  }

  template() {
    const { reader, budget } = this;
    const count = this.count(2);
    budget.shape(count);
    const shapes = [];
    for (let number = 0; number < count; number++) {
      const parent = reader.varint();
      if (parent > number) fail('invalidTemplate', 'the parent of a shape comes later');
      const own = [];
      for (let left = this.count(2); left > 0; left--) own.push(this.field());
      shapes.push(makeShape(parent > 0 ? shapes[parent - 1] : null, own, budget));
    }
    const root = this.slot(1);
    if (reader.left > 0) fail('invalidTemplate', 'bytes stand behind the root');
    for (const slot of this.objects) {
      if (slot.shape >= shapes.length) fail('invalidTemplate', 'a shape does not exist');
    }
    return { shapes, root, numbered: null, canonical: null };
  }

  field() {
    const header = this.reader.varint();
    const key = byteStringOf(this.reader.take(Math.floor(header / 2)));
    if (!isScalar(`"${key}"`)) fail('invalidTemplate', 'a key is no string');
    return makeField(key, header % 2 === 1, this.slot(1));
  }

  lexeme() {
    const lexeme = this.reader.string();
    if (!isScalar(lexeme)) fail('invalidTemplate', 'a constant or entry is no scalar');
    return lexeme;
  }

  slots(depth) {
    const slots = [];
    for (let left = this.count(1); left > 0; left--) slots.push(this.slot(depth));
    return slots;
  }

  slot(depth) {
    const { reader, budget } = this;
    budget.entry(depth);
    const kind = reader.byte();
    switch (kind) {
      case ANY: return ANY_SLOT;
      case CONSTANT: return { kind, lexeme: this.lexeme() };
      case ENUMERATION: {
        const entries = [];
        for (let left = this.count(1); left > 0; left--) {
          budget.entry(depth);
          entries.push(this.lexeme());
        }
        if (entries.length === 0) fail('invalidTemplate', 'a dictionary is empty');
        return { kind, entries };
      }
      case OBJECT: {
        const slot = { kind, shape: reader.varint() };
        this.objects.push(slot);
        return slot;
      }
      case ARRAY: return { kind, slots: [this.slot(depth + 1)] };
      case TUPLE: return { kind, slots: this.slots(depth + 1) };
      case MAP: {
        const slot = { kind, slots: [this.slot(depth + 1), this.slot(depth + 1)] };
        checkKeysOfMap(slot.slots[0]);
        return slot;
      }
      case ONE_OF: {
        const slot = { kind, slots: this.slots(depth + 1) };
        checkAlternatives(slot.slots);
        return slot;
      }
      default: return fail('invalidTemplate', 'there is no such kind of slot');
    }
  }
}

function checkAlternatives(slots, offset) {
  if (slots.length < 2) fail('invalidTemplate', 'there are fewer than two alternatives', offset);
  if (slots.some((slot) => slot.kind === ONE_OF)) {
    fail('invalidTemplate', 'an alternative has alternatives itself', offset);
  }
}

// ---------------------------------------------------------------------------------------------------
// Writing documents (sections 5 and 6.4)

const EDGE = 0;
const T_OPEN_OBJECT = 1;
const T_CLOSE_OBJECT = 2;
const T_OPEN_ARRAY = 3;
const T_CLOSE_ARRAY = 4;
const T_COMMA = 5;
const T_COLON = 6;
const T_KEY = 7;
const T_SCALAR = 8;

const isOpening = (kind) => kind === T_OPEN_OBJECT || kind === T_OPEN_ARRAY;
const isClosing = (kind) => kind === T_CLOSE_OBJECT || kind === T_CLOSE_ARRAY;
const startsText = (kind) => isOpening(kind) || kind === T_SCALAR;
const endsText = (kind) => isClosing(kind) || kind === T_SCALAR;

/** The gap table and the surprises (section 5.3); texts are byte strings. */
class Gaps {
  constructor(newline, indent, list, skipped, numbers, offsets) {
    const bad = (message, index) => fail('invalidGaps', message, offsets?.[index]);
    if (!['\n', '\r\n', '\r', ' '].includes(newline)) bad('this is no line end', 'newline');
    if (indent.length > 16 || /[^ \t\r\n]/.test(indent)) bad('this is no indentation', 'indent');
    list.forEach((entry, i) => {
      if (typeof entry === 'number') {
        if (Math.abs(entry) > 4096) bad('there are too many levels', `list${i}`);
      } else if (!/^(?:\xef\xbb\xbf[ \t\r\n]*|[ \t\r\n]+)$/.test(entry)) {
        bad('a gap is no whitespace', `list${i}`);
      }
    });
    this.newline = newline;
    this.indent = indent;
    this.list = list;
    // The gap behind a colon, and a comma that ends no line.
    this.space = typeof list[0] === 'string' && /^[ \t]+$/.test(list[0]) ? 3 : 0;
    // Whether a line end is expected before each member and element.
    this.hasLines = indent !== '' || newline === ' ';
    // The gap between two texts.
    this.between = newline[0] === '\r' ? 2 : 1;
    this.skipped = skipped;
    this.numbers = numbers;
    for (let i = 0; i < numbers.length; i++) {
      if (!(numbers[i] >= 0 && numbers[i] < 3 + list.length)) bad('a gap is not in the table', `at${i}`);
      if (!(skipped[i] >= 0)) bad('a number of gaps is negative', `at${i}`);
    }
  }

  /** Whether more whitespace is expected than LF between two texts. */
  get isPrinted() {
    return this.hasLines || this.space > 0 || this.between !== 1;
  }

  /** The gap that printers put between two neighbours. */
  printed(last, next, isBroken) {
    if (last === T_COLON) return this.space;
    if (last === T_COMMA) return this.hasLines && isBroken ? 2 : this.space;
    if (!this.hasLines) return 0;
    if (isOpening(last)) return isClosing(next) ? 0 : 2;
    return isBroken && isClosing(next) ? 2 : 0;
  }
}

// What a document is written to that nobody keeps; new memory would be most of the work.
let spare = null;
const SPARE_MOST = 1 << 24;

/** Writes a document with its gaps, and counts its bytes and levels. */
class TextWriter {
  constructor(most, depthMost, gaps = null, capacity = 1024) {
    if (spare !== null && spare.length >= Math.min(most, capacity)) {
      this.out = spare.length > most ? spare.subarray(0, most) : spare;
      spare = null;
    } else {
      this.out = new Uint8Array(Math.min(most, Math.max(64, Math.min(capacity, SPARE_MOST))));
    }
    this.at = 0;
    this.most = most;
    this.depthMost = depthMost;
    this.depth = 0;
    this.last = EDGE;
    this.texts = 0;
    this.gaps = gaps !== null && (gaps.numbers.length > 0 || gaps.isPrinted) ? gaps : null;
    this.next = 0;
    this.skip = 0;
    // How many gaps there were so far, where none is written.
    this.count = 0;
    this.tail = null;
    if (this.gaps !== null) {
      this.skip = this.gaps.numbers.length > 0 ? this.gaps.skipped[0] : 0;
      this.learnt = new Int32Array(9 * 9 * 2 * 33).fill(-1);
      this.missed = new Uint8Array(9 * 9 * 2 * 33);
      this.broken = new Uint8Array(depthMost + 2);
    }
  }

  /** A block that continues a document (section 8.5). */
  continueFrom(isElements) {
    this.last = T_CLOSE_OBJECT;
    if (isElements) this.depth = 1;
  }

  reserve(count) {
    if (this.at + count <= this.out.length) return;
    if (this.at + count > this.most) fail('limitExceeded', 'the document is longer than it may be');
    const grown = new Uint8Array(Math.min(this.most, Math.max(this.out.length * 2, this.at + count)));
    grown.set(this.out.subarray(0, this.at));
    this.out = grown;
  }

  bytes(source, start, end) {
    const count = end - start;
    this.reserve(count);
    const { out } = this;
    let at = this.at;
    if (count > 48) {
      out.set(source.subarray(start, end), at);
    } else {
      for (let i = start; i < end; i++) out[at++] = source[i];
    }
    this.at += count;
  }

  string(text) {
    const count = text.length;
    this.reserve(count);
    const { out } = this;
    const at = this.at;
    for (let i = 0; i < count; i++) out[at + i] = text.charCodeAt(i);
    this.at = at + count;
  }

  byte(value) {
    this.reserve(1);
    this.out[this.at++] = value;
  }

  /** Makes room for more than is known to fit; who writes into it then calls `filled`. */
  makeRoom(count) {
    if (this.at + count <= this.out.length) return;
    const grown = new Uint8Array(Math.max(this.out.length * 2, this.at + count));
    grown.set(this.out.subarray(0, this.at));
    this.out = grown;
  }

  filled(at) {
    this.at = at;
    if (at > this.most) fail('limitExceeded', 'the document is longer than it may be');
  }

  /** The punctuation and the gaps in front of a token. */
  before(kind) {
    const last = this.last;
    this.count++;
    if (last === T_COLON) {
      this.last = kind;
      return;
    }
    if (last === T_KEY) {
      this.count++;
      if (this.gaps !== null) this.gap(T_COLON);
      this.byte(COLON_BYTE);
      this.last = T_COLON;
    } else if (this.depth > 0) {
      if (!isOpening(last) && !isClosing(kind)) {
        this.count++;
        if (this.gaps !== null) this.gap(T_COMMA);
        this.byte(COMMA_BYTE);
        this.last = T_COMMA;
      }
    } else {
      if (this.gaps === null && endsText(last)) this.byte(0x0a);
      this.texts++;
    }
    if (this.gaps !== null) this.gap(kind);
    this.last = kind;
  }

  open(kind, offset) {
    this.before(kind === OPEN_OBJECT ? T_OPEN_OBJECT : T_OPEN_ARRAY);
    if (++this.depth > this.depthMost) fail('limitExceeded', 'the nesting is too deep', offset);
    if (this.gaps !== null) this.broken[this.depth - 1] = 0;
    this.byte(kind);
  }

  close(kind) {
    this.before(kind === CLOSE_OBJECT ? T_CLOSE_OBJECT : T_CLOSE_ARRAY);
    this.depth--;
    this.byte(kind);
  }

  key(source, start, end) {
    this.before(T_KEY);
    this.bytes(source, start, end);
  }

  keyString(lexeme) {
    this.before(T_KEY);
    this.string(lexeme);
  }

  scalar(source, start, end) {
    this.before(T_SCALAR);
    this.bytes(source, start, end);
  }

  scalarString(lexeme) {
    this.before(T_SCALAR);
    this.string(lexeme);
  }

  /** Predicts, learns and writes a gap (section 5.2). */
  gap(next) {
    const last = this.last;
    const first = isOpening(last);
    const depth = this.depth - (isClosing(next) ? 1 : 0);
    const around = this.depth - (first ? 2 : 1);
    const broken = around >= 0 ? this.broken[around] : 0;
    const wide = ((last * 9 + next) * 2 + broken) * 33;
    const narrowed = wide + 1 + Math.min(depth, 31);
    const { learnt } = this;
    const isBetween = this.depth === 0 && endsText(last) && startsText(next);
    let gap;
    if (learnt[narrowed] >= 0) gap = learnt[narrowed];
    else if (learnt[wide] >= 0) gap = learnt[wide];
    else gap = isBetween ? this.gaps.between : this.gaps.printed(last, next, broken === 1);
    if (this.next < this.gaps.numbers.length) {
      if (this.skip === 0) {
        gap = this.gaps.numbers[this.next++];
        if (this.next < this.gaps.numbers.length) this.skip = this.gaps.skipped[this.next];
      } else {
        this.skip--;
      }
    }
    this.learn(narrowed, gap);
    this.learn(wide, gap);
    const start = this.at;
    const hasLineEnd = this.writeGap(gap, depth, last);
    if (isBetween && this.at === start) fail('invalidGaps', 'nothing stands between two texts');
    if (first) this.broken[this.depth - 1] = hasLineEnd ? 1 : 0;
  }

  learn(context, gap) {
    const { learnt, missed } = this;
    if (learnt[context] === gap) {
      missed[context] = 0;
    } else if (learnt[context] < 0 || missed[context] === 1) {
      learnt[context] = gap;
      missed[context] = 0;
    } else {
      missed[context] = 1;
    }
  }

  /** Writes a gap, and tells whether it holds a line end. */
  writeGap(gap, depth, last) {
    if (gap === 0) return false;
    if (gap === 1) {
      this.byte(0x0a);
      return true;
    }
    const entry = gap === 2 ? 0 : this.gaps.list[gap - 3];
    if (typeof entry === 'string') {
      if (entry.charCodeAt(0) === 0xef && (last !== EDGE || this.at > 0)) {
        fail('invalidGaps', 'a byte order mark stands inside');
      }
      this.string(entry);
      return /[\r\n]/.test(entry);
    }
    this.string(this.gaps.newline);
    const { indent } = this.gaps;
    if (indent !== '') for (let level = depth + entry; level > 0; level--) this.string(indent);
    return true;
  }

  /** The end of the document, with the one surprise there is; false where it does not stand here. */
  finishTail() {
    const { tail } = this;
    if (tail.skipped[0] !== this.count) return false;
    this.gaps = tail;
    this.writeGap(tail.numbers[0], 0, this.last);
    this.gaps = null;
    return true;
  }

  /** The end of the document. */
  finish() {
    if (this.gaps !== null) {
      this.gap(EDGE);
      if (this.next < this.gaps.numbers.length) fail('invalidGaps', 'surprises are left');
    }
    return this.out.subarray(0, this.at);
  }

  /** Gives the memory back, when nobody needs what was written any more. */
  release() {
    const { buffer } = this.out;
    if (buffer.byteLength <= SPARE_MOST) spare = new Uint8Array(buffer);
    this.out = NOTHING;
  }
}

// ---------------------------------------------------------------------------------------------------
// Text layout (section 6)

// How much of a scalar is copied without a look at its length.
const ROOM = 256;

const MEMBERS = ['husk', 'template', 'texts', 'check', 'gaps', 'values'];

/** A value of the file that is small enough to be taken apart: its kind, place and what is in it. */
class FileTree {
  constructor(bytes) {
    this.bytes = bytes;
    this.stack = [];
    this.root = null;
    this.keyAt = null;
  }

  add(node) {
    const top = this.stack[this.stack.length - 1];
    if (top === undefined) this.root = node;
    else if (top.kind === OPEN_ARRAY) top.items.push(node);
    else top.items.push({ name: this.lexeme(...top.pending), start: top.pending[0], value: node });
  }

  lexeme(start, end) {
    return byteStringOf(this.bytes.subarray(start, end));
  }

  open(kind, start) {
    const node = { kind, start, items: [], lexeme: null };
    this.add(node);
    this.stack.push(node);
  }

  close() {
    this.stack.pop();
  }

  key(start, end) {
    this.stack[this.stack.length - 1].pending = [start, end];
  }

  scalar(start, end) {
    this.add({ kind: 0, start, items: null, lexeme: this.lexeme(start, end) });
  }
}

const isStringNode = (node) => node.kind === 0 && node.lexeme[0] === '"';
const isCountLexeme = (lexeme) => /^(?:0|[1-9][0-9]{0,15})$/.test(lexeme) && isSafe(Number(lexeme));

/** The count that a node is, or undefined. */
function countOf(node) {
  return node.kind === 0 && isCountLexeme(node.lexeme) ? Number(node.lexeme) : undefined;
}

/** The members of an object by name, where each is known and stands once. */
function membersOf(node, names, code) {
  const members = new Map();
  if (node.kind !== OPEN_OBJECT) fail(code, 'an object is missing', node.start);
  for (const { name, start, value } of node.items) {
    if (!names.includes(name.slice(1, -1))) fail(code, 'a member is unknown', start);
    if (members.has(name.slice(1, -1))) fail(code, 'a member stands twice', start);
    members.set(name.slice(1, -1), value);
  }
  return members;
}

/** Reads the member `template` (section 6.2). */
class TemplateMember {
  constructor(limits) {
    this.budget = new TemplateBudget(limits);
    this.objects = [];
  }

  refuse(node, message) {
    fail('invalidTemplate', message, node.start);
  }

  template(node) {
    const members = membersOf(node, ['shapes', 'root'], 'invalidTemplate');
    const shapes = [];
    const list = members.get('shapes');
    if (list !== undefined) {
      if (list.kind !== OPEN_ARRAY) this.refuse(list, 'the shapes are no array');
      this.budget.shape(list.items.length, list.start);
      for (const item of list.items) shapes.push(this.shape(item, shapes));
    }
    if (!members.has('root')) this.refuse(node, 'there is no root');
    const root = this.slot(members.get('root'), 1);
    for (const [number, at] of this.objects) {
      if (number >= shapes.length) this.refuse(at, 'a shape does not exist');
    }
    return { shapes, root, numbered: null, canonical: null };
  }

  shape(node, shapes) {
    if (node.kind !== OPEN_ARRAY) this.refuse(node, 'a shape is no array');
    const { items } = node;
    let at = 0;
    let parent = null;
    if (items.length > 0 && !isStringNode(items[0])) {
      const number = countOf(items[0]);
      if (number === undefined) this.refuse(items[0], 'this is neither a parent nor a key');
      if (number >= shapes.length) this.refuse(items[0], 'the parent of a shape comes later');
      parent = shapes[number];
      at = 1;
    }
    const own = [];
    while (at < items.length) {
      if (!isStringNode(items[at])) this.refuse(items[at], 'a key is missing');
      const key = items[at++].lexeme.slice(1, -1);
      if (at >= items.length || isStringNode(items[at])) {
        this.budget.entry(1, node.start);
        own.push(makeField(key, false, ANY_SLOT));
        continue;
      }
      const behind = items[at++];
      const isOptional = behind.kind === OPEN_OBJECT && behind.items.some((m) => m.name === '"optional"');
      const slot = isOptional ? this.optional(behind) : behind;
      own.push(makeField(key, isOptional, this.slot(slot, 1)));
    }
    return makeShape(parent, own, this.budget, node.start);
  }

  optional(node) {
    return membersOf(node, ['optional'], 'invalidTemplate').get('optional');
  }

  scalar(node) {
    if (node.kind !== 0) this.refuse(node, 'this is no scalar');
    return node.lexeme;
  }

  slots(node, depth) {
    if (node.kind !== OPEN_ARRAY) this.refuse(node, 'slots are no array');
    return node.items.map((item) => this.slot(item, depth));
  }

  slot(node, depth) {
    this.budget.entry(depth, node.start);
    if (node.kind === OPEN_ARRAY) {
      if (node.items.length !== 1) this.refuse(node, 'the elements of an array have one slot');
      return { kind: ARRAY, slots: [this.slot(node.items[0], depth + 1)] };
    }
    if (node.kind === 0) {
      if (node.lexeme === 'null') return ANY_SLOT;
      const shape = countOf(node);
      if (shape === undefined) this.refuse(node, 'this is no slot');
      this.objects.push([shape, node]);
      return { kind: OBJECT, shape };
    }
    return this.named(node, depth);
  }

  named(node, depth) {
    const names = ['const', 'enum', 'tuple', 'map', 'keys', 'oneOf'];
    const members = membersOf(node, names, 'invalidTemplate');
    const isMap = members.has('map');
    if (members.size !== (isMap && members.has('keys') ? 2 : 1)) this.refuse(node, 'this is no slot');
    const [name, value] = members.entries().next().value;
    if (isMap) return this.map(members, depth);
    switch (name) {
      case 'const': return { kind: CONSTANT, lexeme: this.scalar(value) };
      case 'enum': return { kind: ENUMERATION, entries: this.entries(value, depth) };
      case 'tuple': return { kind: TUPLE, slots: this.slots(value, depth + 1) };
      case 'oneOf': {
        const slots = this.slots(value, depth + 1);
        checkAlternatives(slots, value.start);
        return { kind: ONE_OF, slots };
      }
      default: return this.refuse(node, 'this is no slot');
    }
  }

  entries(node, depth) {
    if (node.kind !== OPEN_ARRAY) this.refuse(node, 'a dictionary is no array');
    if (node.items.length === 0) this.refuse(node, 'a dictionary is empty');
    return node.items.map((item) => {
      this.budget.entry(depth, item.start);
      return this.scalar(item);
    });
  }

  map(members, depth) {
    let keys = ANY_SLOT;
    this.budget.entry(depth + 1);
    if (members.has('keys')) {
      const node = members.get('keys');
      keys = { kind: ENUMERATION, entries: this.entries(node, depth + 1) };
      node.items.forEach((item) => {
        if (!isStringNode(item)) this.refuse(item, 'a key is no string');
      });
    }
    return { kind: MAP, slots: [keys, this.slot(members.get('map'), depth + 1)] };
  }
}

/** Reads the member `gaps` (section 6.3). */
function gapsOfMember(node) {
  const refuse = (at, message) => fail('invalidGaps', message, at.start);
  const members = membersOf(node, ['newline', 'indent', 'list', 'at'], 'invalidGaps');
  const offsets = {};
  const text = (name, standard) => {
    const value = members.get(name);
    if (value === undefined) return standard;
    offsets[name] = value.start;
    return stringNode(value);
  };
  const stringNode = (value) => {
    if (!isStringNode(value)) refuse(value, 'this is no string');
    return byteStringOf(utf8Bytes.encode(stringOf(value.lexeme.slice(1, -1))));
  };
  const array = (name) => {
    const value = members.get(name);
    if (value === undefined) return [];
    if (value.kind !== OPEN_ARRAY) refuse(value, 'this is no array');
    return value.items;
  };
  const newline = text('newline', '\n');
  const indent = text('indent', '');
  const list = array('list').map((item, i) => {
    offsets[`list${i}`] = item.start;
    if (item.kind === 0 && /^(?:0|-?[1-9][0-9]{0,15})$/.test(item.lexeme)) return Number(item.lexeme);
    return stringNode(item);
  });
  const at = array('at');
  const skipped = [];
  const numbers = [];
  at.forEach((item, i) => {
    const count = countOf(item);
    if (count === undefined) refuse(item, 'this is no count');
    (i % 2 === 0 ? skipped : numbers).push(count);
    if (i % 2 === 1) offsets[`at${numbers.length - 1}`] = item.start;
  });
  if (at.length % 2 === 1) refuse(at[at.length - 1], 'half a surprise is left');
  return new Gaps(newline, indent, list, skipped, numbers, offsets);
}

/**
 * Takes values from the flat array, and writes what they stand for (section 6.4). With `text`, the file as a byte
 * string, it makes the values of the document in the same pass: the methods give them, or undefined without it.
 */
class FlatValues {
  constructor(bytes, at, end, template, writer, text, options) {
    this.b = bytes;
    this.at = at;
    this.end = end;
    this.template = template;
    this.writer = writer;
    this.text = text;
    this.builds = text !== null;
    this.options = options;
    this.isFirst = true;
    this.stack = [];
    this.top = 0;
  }

  /** Goes to where the next value starts. */
  next() {
    const { b, end } = this;
    let at = this.at;
    if (b[at] === COMMA_BYTE && !this.isFirst && b[at + 1] > 0x20) {
      this.at = at + 1;
      if (at + 1 < end) return at + 1;
    }
    at = skipSpace(b, at, end);
    if (at >= end) fail('unexpectedEnd', 'the input ends inside the values', end);
    if (b[at] === CLOSE_ARRAY) fail('missingValue', 'the values end before the document does', at);
    if (!this.isFirst) {
      if (b[at] !== COMMA_BYTE) fail('unexpectedCharacter', 'a comma is missing', at);
      at = skipSpace(b, at + 1, end);
    }
    if (at >= end) fail('unexpectedEnd', 'the input ends inside the values', end);
    this.isFirst = false;
    this.at = at;
    return at;
  }

  /** The end of the array; gives where the byte behind it is. */
  finish() {
    const at = skipSpace(this.b, this.at, this.end);
    if (at >= this.end) fail('unexpectedEnd', 'the input ends inside the values', this.end);
    if (this.b[at] === CLOSE_ARRAY) return at + 1;
    if (!this.isFirst && this.b[at] !== COMMA_BYTE) {
      fail('unexpectedCharacter', 'a comma is missing', at);
    }
    return fail('extraValue', 'values are left', this.isFirst ? at : skipSpace(this.b, at + 1, this.end));
  }

  /** A count that is at most so much. */
  count(most) {
    const start = this.next();
    const { b, end } = this;
    let at = start;
    let count = 0;
    while (at < end && isDigit(b[at])) count = count * 10 + b[at++] - 0x30;
    const isWhole = at > start && !(b[at] === 0x2e || (b[at] | 32) === 0x65);
    if (!isWhole || (b[start] === 0x30 && at > start + 1) || at > start + 16) {
      endOfScalarOrContainer(b, start, end);
      fail('invalidValue', 'a count should stand here', start);
    }
    if (count > most) fail('invalidValue', 'a count is out of range', start);
    this.at = at;
    return count;
  }

  slot(slot) {
    switch (slot.kind) {
      case ANY: return this.any(this.next());
      case CONSTANT:
        this.writer.scalarString(slot.lexeme);
        return this.builds ? (slot.value ??= scalarOf(slot.lexeme, false)) : undefined;
      case ENUMERATION: return this.entry(slot);
      case OBJECT: return this.object(this.template.shapes[slot.shape]);
      case ARRAY: return this.elements(slot.slots, this.count(MOST), 0);
      case TUPLE: return this.elements(slot.slots, slot.slots.length, 1);
      case MAP: return this.map(slot);
      default: return this.slot(slot.slots[this.count(slot.slots.length - 1)]);
    }
  }

  elements(slots, count, step) {
    const list = this.builds ? [] : null;
    this.writer.open(OPEN_ARRAY, this.at);
    for (let i = 0; i < count; i++) {
      const value = this.slot(slots[i * step]);
      if (list !== null) list.push(value);
    }
    this.writer.close(CLOSE_ARRAY);
    return list;
  }

  any(start) {
    const { b, end, writer } = this;
    const c = b[start];
    if (c === OPEN_ARRAY || c === OPEN_OBJECT) {
      this.at = walkValue(b, start, end, this, writer.depthMost + 1);
      return this.builds ? JSON.parse(textOfByteString(this.text.slice(start, this.at))) : undefined;
    }
    const at = endOfScalar(b, start, end);
    this.at = at;
    writer.scalar(b, start, at);
    if (!this.builds) return undefined;
    // It is a scalar of JSON, so the first byte says which.
    switch (c) {
      case QUOTE: return stringOf(this.text.slice(start + 1, at - 1));
      case 0x6e: return null;
      case 0x74: return true;
      case 0x66: return false;
      default: return Number(this.text.slice(start, at));
    }
  }

  // The tokens of a value with others inside.

  open(kind, start) {
    this.writer.open(kind, start);
  }

  close(kind) {
    this.writer.close(kind);
  }

  key(start, end) {
    this.writer.key(this.b, start, end);
  }

  scalar(start, end) {
    this.writer.scalar(this.b, start, end);
  }

  object(shape) {
    const { writer } = this;
    let { fields } = shape;
    let builder = (shape.builder ??= new Builder(shape, this.options));
    if (shape.optionalCount > 0) {
      const words = [];
      for (let left = shape.optionalCount; left > 0; left -= 32) {
        words.push(this.count(left >= 32 ? 0xffffffff : 2 ** left - 1));
      }
      ({ fields, builder } = builder.partial(shape, words, 0, this.options));
    }
    const base = this.top;
    this.top = base + fields.length;
    writer.open(OPEN_OBJECT, this.at);
    if (writer.gaps === null) {
      this.plainFields(fields, base);
    } else {
      for (let i = 0; i < fields.length; i++) {
        const lexeme = lexemeOf(fields[i]);
        writer.key(lexeme, 0, lexeme.length);
        this.stack[base + i] = this.slot(fields[i].slot);
      }
    }
    writer.close(CLOSE_OBJECT);
    this.top = base;
    return this.builds ? builder.build(this.stack, base) : undefined;
  }

  /** The fields of an object without gaps: all of the work is here, so what is simple is copied in place. */
  plainFields(fields, base) {
    const { writer, b, stack, text, builds } = this;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i];
      const member = field.member ?? memberOf(field);
      const { kind } = field.slot;
      writer.makeRoom(member.length + 1 + ROOM);
      const { out } = writer;
      let to = writer.at;
      if (i > 0) out[to++] = COMMA_BYTE;
      for (let k = 0; k < member.length; k++) out[to++] = member[k];
      writer.filled(to);
      // The gaps around the comma, the key and the colon.
      writer.count += i > 0 ? 3 : 2;
      writer.last = T_COLON;
      let { at } = this;
      if ((kind === ANY || kind === ENUMERATION) && b[at] === COMMA_BYTE && !this.isFirst) {
        const start = ++at;
        const first = b[at];
        const end = Math.min(this.end, at + ROOM);
        if (first === QUOTE) {
          out[to++] = first;
          at++;
          while (at < end && PLAIN[b[at]] === 1) out[to++] = b[at++];
          if (at < end && b[at] === QUOTE) {
            out[to++] = QUOTE;
            if (builds) stack[base + i] = text.slice(start + 1, at);
            this.copied(at + 1, to);
            continue;
          }
        } else if (kind === ANY && first === 0x6e && isNull(b, at)) {
          for (; at < start + 4; at++) out[to++] = b[at];
          stack[base + i] = null;
          this.copied(at, to);
          continue;
        } else if (first > 0x30 && first <= 0x39) {
          let number = 0;
          while (at < end && isDigit(b[at])) {
            number = number * 10 + b[at] - 0x30;
            if (kind === ANY) out[to++] = b[at];
            at++;
          }
          if (b[at] === COMMA_BYTE && at - start < 16) {
            if (kind === ANY) {
              stack[base + i] = number;
              this.copied(at, to);
              continue;
            }
            if (number < field.slot.entries.length) {
              this.at = at;
              stack[base + i] = this.indexed(field.slot, number);
              continue;
            }
          }
        }
      }
      stack[base + i] = kind === ANY ? this.any(this.next()) : this.slot(field.slot);
    }
  }

  /** A scalar was copied as it stands. */
  copied(at, to) {
    this.at = at;
    this.writer.filled(to);
    this.writer.count++;
    this.writer.last = T_SCALAR;
  }

  /** An entry of a dictionary. */
  indexed(slot, index) {
    const lexeme = (slot.bytes ??= slot.entries.map(bytesOfString))[index];
    this.writer.scalar(lexeme, 0, lexeme.length);
    if (!this.builds) return undefined;
    return (slot.values ??= slot.entries.map((entry) => scalarOf(entry, false)))[index];
  }

  entry(slot) {
    const { entries } = slot;
    const start = this.next();
    const { b } = this;
    if (b[start] === 0x2d || isDigit(b[start])) return this.indexed(slot, this.index(start, entries));
    if (b[start] !== OPEN_ARRAY) return this.any(start);
    let at = skipSpace(b, start + 1, this.end);
    if (b[at] === CLOSE_ARRAY) fail('invalidValue', 'an array has no element', start);
    const value = this.any(at);
    at = skipSpace(b, this.at, this.end);
    if (at >= this.end) fail('unexpectedEnd', 'the input ends inside an array', this.end);
    if (b[at] !== CLOSE_ARRAY) {
      if (b[at] !== COMMA_BYTE) fail('unexpectedCharacter', 'a comma is missing', at);
      fail('invalidValue', 'an array has more than one element', start);
    }
    this.at = at + 1;
    return value;
  }

  index(start, entries) {
    const { b } = this;
    const end = endOfNumber(b, start, this.end);
    let index = 0;
    for (let at = start; at < end; at++) {
      if (!isDigit(b[at])) index = Infinity;
      index = index * 10 + b[at] - 0x30;
    }
    if (!(index < entries.length)) fail('invalidValue', 'this is no index of the dictionary', start);
    this.at = end;
    return index;
  }

  map(slot) {
    const { writer, b } = this;
    const [keys, values] = slot.slots;
    const count = this.count(MOST);
    const object = {};
    writer.open(OPEN_OBJECT, this.at);
    for (let left = count; left > 0; left--) {
      const start = this.next();
      let key;
      if (b[start] === QUOTE) {
        this.at = endOfString(b, start + 1, this.end);
        writer.key(b, start, this.at);
        if (this.builds) key = stringOf(this.text.slice(start + 1, this.at - 1));
      } else if (keys.kind === ENUMERATION && (b[start] === 0x2d || isDigit(b[start]))) {
        const lexeme = keys.entries[this.index(start, keys.entries)];
        writer.keyString(lexeme);
        if (this.builds) key = scalarOf(lexeme, false);
      } else {
        endOfScalarOrContainer(b, start, this.end);
        fail('invalidValue', 'a key is neither a string nor an index', start);
      }
      const value = this.slot(values);
      if (this.builds) setMember(object, key, value);
    }
    writer.close(CLOSE_OBJECT);
    return object;
  }
}

const isNull = (b, at) => b[at + 1] === 0x75 && b[at + 2] === 0x6c && b[at + 3] === 0x6c;

/** Refuses what is no value of JSON at all, before it is refused for what it is. */
function endOfScalarOrContainer(b, at, end) {
  return walkValue(b, at, end, null, 4 * 2048 + 16);
}

/** A file in the text layout. */
class TextFile {
  constructor(bytes, limits, options, wantsValues) {
    this.bytes = bytes;
    this.limits = limits;
    this.options = options;
    this.wantsValues = wantsValues;
    this.end = bytes.length;
    this.byteString = wantsValues ? byteStringOf(bytes) : null;
    this.deepest = 4 * limits.depth + 16;
    this.members = new Map();
    this.starts = new Map();
    this.document = null;
    this.needsModel = false;
  }

  decode() {
    const { bytes, end } = this;
    if (bytes.length > TEXT_MOST) fail('limitExceeded', 'the file is too long');
    let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    at = skipSpace(bytes, at, end);
    if (at >= end) fail('emptyInput', 'there is no text', end);
    if (bytes[at] !== OPEN_OBJECT) {
      walkValue(bytes, at, end, null, this.deepest);
      fail('notHusk', 'the file is no object', at);
    }
    this.start = at;
    at = this.object(at + 1);
    at = skipSpace(bytes, at, end);
    if (at < end) {
      if ('"[{-tfn0123456789'.includes(String.fromCharCode(bytes[at]))) {
        fail('extraText', 'a second text stands behind the file', at);
      }
      fail('unexpectedCharacter', 'something stands behind the file', at);
    }
    return this.finish();
  }

  object(at) {
    const { bytes, end } = this;
    at = skipSpace(bytes, at, end);
    if (at < end && bytes[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      const start = at;
      let name = '';
      at = walkKey(bytes, at, end, {
        key: (from, to) => {
          name = byteStringOf(bytes.subarray(from + 1, Math.min(to - 1, from + 64)));
        },
      });
      at = skipSpace(bytes, at, end);
      at = this.member(name, start, at);
      at = skipSpace(bytes, at, end);
      if (at >= end) fail('unexpectedEnd', 'the input ends inside the file', end);
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      if (bytes[at] !== COMMA_BYTE) fail('unexpectedCharacter', 'a comma is missing', at);
      at = skipSpace(bytes, at + 1, end);
    }
  }

  /** Reads a member, and gives where it ends. */
  member(name, start, at) {
    const { bytes, end, members } = this;
    if (members.has(name) || !MEMBERS.includes(name)) {
      this.wrong ??= { start, message: members.has(name) ? 'a member stands twice' : 'a member is unknown' };
      return walkValue(bytes, at, end, null, this.deepest);
    }
    this.starts.set(name, start);
    if (name === 'values') {
      members.set(name, { start: at });
      if (!this.wrong && members.has('husk') && members.has('template') && members.has('check')) {
        this.read();
        return this.flat(at);
      }
      return walkValue(bytes, at, end, null, this.deepest);
    }
    const tree = new FileTree(bytes);
    const behind = walkValue(bytes, at, end, tree, this.deepest);
    members.set(name, tree.root);
    // What was decoded without these was too early.
    this.document = null;
    if (name === 'husk') this.version();
    return behind;
  }

  version() {
    const node = this.members.get('husk');
    const version = countOf(node);
    if (version === undefined) fail('invalidMember', 'the version is no count', node.start);
    if (version !== 1) fail('unsupportedVersion', `the format version is ${version}`, node.start);
  }

  /** Reads everything but the values. */
  read() {
    const { members } = this;
    for (const name of ['template', 'check', 'values']) {
      if (!members.has(name)) fail('invalidMember', `the member ${name} is missing`, this.start);
    }
    const check = members.get('check');
    if (check.kind !== 0 || !/^"[0-9a-fA-F]{8}"$/.test(check.lexeme)) {
      fail('invalidMember', 'the check is not eight hexadecimal digits', check.start);
    }
    this.check = parseInt(check.lexeme.slice(1, -1), 16);
    this.texts = 1;
    if (members.has('texts')) {
      this.texts = countOf(members.get('texts'));
      if (this.texts === undefined) {
        fail('invalidMember', 'the number of texts is no count', members.get('texts').start);
      }
    }
    const template = members.get('template');
    this.template = new TemplateMember(this.limits).template(template);
    const gaps = members.get('gaps');
    this.gaps = gaps === undefined ? null : gapsOfMember(gaps);
  }

  /** Decodes the values, and gives where they end. */
  flat(at) {
    const { bytes, limits } = this;
    if (bytes[at] !== OPEN_ARRAY) {
      if (at >= this.end) fail('unexpectedEnd', 'the input ends inside the file', this.end);
      fail('invalidMember', 'the values are no array', at);
    }
    const most = Math.min(mostDecoded(limits, bytes.length), TEXT_MOST);
    // A document that is minified but for the line end at its end, as most are, needs no model of its gaps.
    const isTail = this.gaps !== null && !this.gaps.isPrinted && this.gaps.numbers.length === 1 && !this.needsModel;
    const writer = new TextWriter(most, limits.depth, isTail ? null : this.gaps, bytes.length * 2);
    if (isTail) writer.tail = this.gaps;
    const values = new FlatValues(
      bytes, at + 1, this.end, this.template, writer, this.byteString, this.options,
    );
    this.values = [];
    for (let left = this.texts; left > 0; left--) {
      const value = values.slot(this.template.root);
      if (this.wantsValues) this.values.push(value);
    }
    const behind = values.finish();
    if (isTail && !writer.finishTail()) {
      this.needsModel = true;
      writer.release();
      return this.flat(at);
    }
    this.document = writer.finish();
    this.writer?.release();
    this.writer = writer;
    return behind;
  }

  finish() {
    if (!this.members.has('husk')) fail('notHusk', 'the file has no member husk', this.start);
    if (this.wrong) fail('invalidMember', this.wrong.message, this.wrong.start);
    if (this.document === null) {
      this.read();
      this.flat(this.members.get('values').start);
    }
    if (crc32(this.document) !== this.check) {
      fail('checkMismatch', 'what was decoded is not what was encoded');
    }
    return this;
  }
}

// ---------------------------------------------------------------------------------------------------
// Compression (section 9.8)

const CODECS = ['none', 'deflate', 'gzip', 'zstd', 'brotli', 'modelled', 'presetZstd', 'presetModelled'];

/** Whether a codec takes long for each byte that it makes. */
const isSlow = (codec) => codec === 5 || codec === 7;
const SLOW_TEMPLATE_MOST = 1_048_576;
const RATIOS = [1, 1032, 1032, 32_768, Infinity, 524_288, 32_768, 524_288];
const ZSTD = 3;
const MODELLED = 5;
const PRESET_ZSTD = 6;
const PRESET_MODELLED = 7;

let zlibModule;

/** A module of Node, or null elsewhere. */
async function nodeModule(name) {
  if (!isNode()) return null;
  return builtIn(name) ?? import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}

/** What one call of zlib makes of data: the bytes, and how many it took. */
function inflateByNode(zlib, codec, data, count) {
  const make = [null, zlib.inflateRawSync, null, zlib.zstdDecompressSync, zlib.brotliDecompressSync];
  if (codec === 2) return unzipByNode(zlib, data, count);
  if (!make[codec]) return null;
  // One byte more is allowed, so that too many show; zlib wants at least one.
  const result = make[codec](data, { info: true, maxOutputLength: count + 1 });
  return { bytes: result.buffer, taken: result.engine.bytesWritten };
}

/** One gzip member (RFC 1952), of which zlib would take several. */
function unzipByNode(zlib, data, count) {
  const reader = new Reader(data);
  const [first, second, method, flags] = reader.take(4);
  if (first !== 0x1f || second !== 0x8b || method !== 8 || flags > 31) fail('invalidCompression', 'this is no gzip');
  reader.take(6);
  if (flags & 4) reader.take(reader.byte() + 256 * reader.byte());
  for (const flag of [8, 16]) if (flags & flag) while (reader.byte() !== 0);
  if (flags & 2) reader.take(2);
  const start = reader.at;
  const { bytes, taken } = inflateByNode(zlib, 1, data.subarray(start), count);
  reader.at = start + taken;
  const isRight = reader.word() === crc32(bytes) && reader.word() === bytes.length >>> 0;
  if (!isRight) fail('invalidCompression', 'compressed data has another check');
  return { bytes, taken: reader.at };
}

let refusesTail;

const EMPTY_GZIP_AND_MORE = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** Whether the streams of this platform refuse bytes behind the end. */
async function streamsRefuseTails() {
  refusesTail ??= byStream(2, EMPTY_GZIP_AND_MORE, 8).then(() => false, () => true);
  return refusesTail;
}

async function byStream(codec, data, count) {
  const stream = new DecompressionStream(codec === 1 ? 'deflate-raw' : 'gzip');
  const writer = stream.writable.getWriter();
  const written = writer.write(data).then(() => writer.close());
  written.catch(() => {});
  const reader = stream.readable.getReader();
  const pieces = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    total += value.length;
    if (total > count) {
      reader.cancel().catch(() => {});
      throw new RangeError('too many bytes');
    }
  }
  await written;
  return joined(pieces);
}

/** Whether data is whole without its last byte, so that this stands behind the end. */
async function hasTail(codec, data, count) {
  try {
    await byStream(codec, data.subarray(0, -1), count);
    return true;
  } catch {
    return false;
  }
}

const ZSTD_HEADER = [0x28, 0xb5, 0x2f, 0xfd, 0xe0];

/** The whole frame of Zstandard whose blocks these are. */
function zstdFrame(blocks, count) {
  const frame = new Uint8Array(13 + blocks.length);
  frame.set(ZSTD_HEADER);
  new DataView(frame.buffer).setBigUint64(5, BigInt(count), true);
  frame.set(blocks, 13);
  return frame;
}

/** Where the blocks of a frame end; the magic numbers of more frames cannot hide behind them. */
function checkZstdBlocks(blocks) {
  let at = 0;
  for (let isLast = false; !isLast;) {
    if (at + 3 > blocks.length) fail('invalidCompression', 'a block of Zstandard is cut');
    const header = blocks[at] | (blocks[at + 1] << 8) | (blocks[at + 2] << 16);
    isLast = (header & 1) === 1;
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
  }
  if (at !== blocks.length) fail('invalidCompression', 'bytes stand behind the blocks of Zstandard');
}

/**
 * The bytes that compressed data becomes, which are `count`; a promise where the platform needs one.
 * `options.codecs` has functions (data, count) by the names of codecs, for those that the platform lacks.
 */
export function decompress(codec, data, count, options = {}) {
  if (codec >= CODECS.length) fail('unsupportedCodec', `there is no codec ${codec}`);
  if (count === 0 || codec === 0 || data.length === 0) {
    const isRight = codec === 0 ? data.length === count : count === 0 && data.length === 0;
    if (!isRight) fail('invalidCompression', 'compressed data has another number of bytes');
    return data;
  }
  if (count > data.length * RATIOS[codec]) {
    fail('invalidCompression', 'no data of this size becomes so many bytes');
  }
  if (codec === MODELLED || codec === PRESET_MODELLED) return byModel(codec, data, count);
  if (codec === ZSTD || codec === PRESET_ZSTD) {
    checkZstdBlocks(data);
    data = zstdFrame(data, count);
  }
  if (codec === PRESET_ZSTD) return byPreset(data, count);
  const own = options.codecs?.[CODECS[codec]];
  if (own) return inflated(() => own(data, count), count);
  if (zlibModule && zlibModule !== null) return byZlib(codec, data, count);
  return byPlatform(codec, data, count);
}

async function byModel(codec, data, count) {
  const archive = await archiveReader();
  if (archive === null) fail('unsupportedCodec', 'archive.js is not beside this module');
  const preset = codec === MODELLED ? null : (await presetReader()).preset;
  return archive.bytes(data, count, preset);
}

let presetModule;

/** What knows the preset dictionary. It is loaded when it is first called for. */
async function presetReader() {
  presetModule ??= import('./preset.js').catch(() => null);
  const module = await presetModule;
  if (module === null) fail('unsupportedCodec', 'preset.js and zstd.js are not beside this module');
  return module;
}

/** Zstandard with the preset dictionary, of which no platform knows. */
async function byPreset(frame, count) {
  const module = await presetReader();
  return inflated(() => module.presetZstd(frame, count), count);
}

function checkCount(bytes, count) {
  if (bytes.length !== count) fail('invalidCompression', 'compressed data has another number of bytes');
  return bytes;
}

async function inflated(make, count) {
  let bytes;
  try {
    bytes = await make();
  } catch (error) {
    if (error instanceof HuskError) throw error;
    fail('invalidCompression', `compressed data is damaged: ${error.message}`);
  }
  return checkCount(bytesOf(bytes), count);
}

function byZlib(codec, data, count) {
  let result;
  try {
    result = inflateByNode(zlibModule, codec, data, count);
  } catch (error) {
    fail('invalidCompression', `compressed data is damaged: ${error.message}`);
  }
  if (result === null) missingCodec(codec);
  if (result.taken !== data.length) fail('invalidCompression', 'bytes stand behind compressed data');
  return checkCount(bytesOf(result.bytes), count);
}

function missingCodec(codec) {
  fail('unsupportedCodec', `this platform has no ${CODECS[codec]}: pass options.codecs.${CODECS[codec]}`);
}

async function byPlatform(codec, data, count) {
  zlibModule ??= await nodeModule('node:zlib');
  if (zlibModule !== null) return byZlib(codec, data, count);
  if (codec > 2 || typeof DecompressionStream === 'undefined') missingCodec(codec);
  return inflated(async () => {
    const bytes = await byStream(codec, data, count);
    if (!(await streamsRefuseTails()) && (await hasTail(codec, data, count))) {
      fail('invalidCompression', 'bytes stand behind compressed data');
    }
    return bytes;
  }, count);
}

/** Like `decompress`, by the streams of the platform even where there is something faster. */
export const decompressByStream = (codec, data, count) => inflated(async () => {
  const bytes = await byStream(codec, data, count);
  if (!(await streamsRefuseTails()) && (await hasTail(codec, data, count))) {
    fail('invalidCompression', 'bytes stand behind compressed data');
  }
  return bytes;
}, count);

// ---------------------------------------------------------------------------------------------------
// Container (section 9)

const TEMPLATE_FRAME = 1;
const REFERENCE_FRAME = 2;
const BLOCK_FRAME = 3;
const ENCRYPTION_FRAME = 4;
const END_FRAME = 5;
const FIELDS_FRAME = 6;
const INDEX_FRAME = 16;

const isMagic = (b, at = 0) => b[at] === 0xfd && b[at + 1] === 0x48 && b[at + 2] === 0x4b;

/** Reads the frames of an input of one file or more, and verifies what is around the blocks. */
class Container {
  constructor(bytes, options, limits) {
    this.bytes = bytes;
    this.options = options;
    this.limits = limits;
    this.at = 0;
  }

  /** The next file: its template and its blocks. */
  async file() {
    const { bytes } = this;
    const start = this.at;
    this.magic(start);
    const file = {
      start, seal: null, fields: null, canonical: null, template: null, reference: null, header: NOTHING, blocks: [],
      index: null, hash: crc32(bytes.subarray(start, start + 4)), number: 0,
    };
    this.at = start + 4;
    let end = false;
    while (!end) end = await this.frame(file);
    this.trailer(file);
    return file;
  }

  magic(start) {
    const { bytes } = this;
    for (const [i, byte] of [0xfd, 0x48, 0x4b].entries()) {
      if (start + i >= bytes.length) fail('truncated', 'the file ends in its magic number', bytes.length);
      if (bytes[start + i] !== byte) fail('notHusk', 'no file starts here', start);
    }
    if (start + 3 >= bytes.length) fail('truncated', 'the file has no version', bytes.length);
    if (bytes[start + 3] !== 1) {
      fail('unsupportedVersion', `the format version is ${bytes[start + 3]}`, start + 3);
    }
  }

  /** Reads a frame, and tells whether it is the last. */
  async frame(file) {
    const { bytes } = this;
    const start = this.at;
    const ends = () => fail('truncated', 'the file ends before its trailer', bytes.length);
    if (start >= bytes.length) ends();
    const type = bytes[start] & 31;
    const width = bytes[start] >> 5;
    if (start + 1 + width > bytes.length) ends();
    let length = 0;
    for (let i = width; i > 0; i--) length = length * 256 + bytes[start + i];
    if (width > 0 && bytes[start + width] === 0) {
      fail('invalidFrame', 'a length is not in its shortest form', start);
    }
    this.order(file, type, start);
    const isKnown = type <= FIELDS_FRAME || type === INDEX_FRAME;
    if (isKnown && length > this.limits.frameByteCount) {
      fail('limitExceeded', 'a frame is longer than it may be', start);
    }
    const from = start + 1 + width;
    if (length > bytes.length - from) ends();
    this.at = from + length;
    let payload = bytes.subarray(from, this.at);
    const head = bytes.subarray(start, from);
    if (file.seal !== null) payload = await file.seal.open(file.number++, type === END_FRAME, head, payload, start);
    if (type === ENCRYPTION_FRAME && start !== file.start + 4) {
      fail('invalidFrame', 'an encryption frame is not the first', start);
    }
    let headEnd = head;
    if (type === BLOCK_FRAME) {
      const block = this.block(payload, start);
      block.offset = start;
      file.blocks.push(block);
      if (file.seal === null) headEnd = bytes.subarray(start, from + block.headLength);
    } else {
      await this.other(file, type, payload, start);
    }
    if (type !== END_FRAME) file.hash = crc32(headEnd, file.hash);
    else file.endAt = start;
    return type === END_FRAME;
  }

  /** The order of frames (section 9.1). */
  order(file, type, start) {
    const refuse = (message) => fail('invalidFrame', message, start);
    if (type > FIELDS_FRAME || type === 0) {
      if (type < 16) fail('unsupportedFrame', `frames of type ${type} are not known`, start);
    }
    if (file.index !== null && type !== END_FRAME) refuse('a frame stands between the index and the end');
    if (type === ENCRYPTION_FRAME && start !== file.start + 4 && file.seal === null) {
      refuse('an encryption frame is not the first');
    }
    if (type === FIELDS_FRAME && (file.fields || file.blocks.length > 0 || file.header !== NOTHING)) {
      refuse('a fields frame stands behind others');
    }
    if (type === TEMPLATE_FRAME || type === REFERENCE_FRAME) {
      if (file.header !== NOTHING || file.blocks.length > 0) refuse('a template stands behind others');
    }
    if (type === INDEX_FRAME && file.blocks.length === 0) {
      fail('invalidIndex', 'there is an index of no blocks', start);
    }
    if (file.start + 4 === start && type !== ENCRYPTION_FRAME && this.options.requiresSeal) {
      fail('notSealed', 'the file is not sealed', file.start);
    }
  }

  block(payload, start) {
    const reader = new Reader(payload);
    try {
      const rows = reader.varint();
      const decoded = reader.varint();
      const check = reader.word();
      if (rows > decoded) fail('invalidFrame', 'a block has more rows than bytes', start);
      if (rows > this.limits.blockRowCount) fail('limitExceeded', 'a block has too many rows', start);
      if (decoded > this.limits.blockByteCount) fail('limitExceeded', 'a block is too long', start);
      return { rows, decoded, check, headLength: reader.at, content: payload.subarray(reader.at), payload };
    } catch (error) {
      if (error.code === 'truncated') fail('truncated', 'a block frame ends in its header', start);
      if (error.code === 'invalidVarint') fail(error.code, 'a number of a block is not well written', start);
      throw error;
    }
  }

  async other(file, type, payload, start) {
    try {
      switch (type) {
        case TEMPLATE_FRAME:
          file.header = payload;
          file.canonical = await canonicalOf(payload, this.limits.templateByteCount, this.options);
          break;
        case REFERENCE_FRAME:
          file.header = payload;
          file.reference = referenceOf(payload, start);
          break;
        case ENCRYPTION_FRAME:
          file.seal = await Seal.open(payload, this.bytes.subarray(file.start, this.at), 'husk 1 file', this.options,
            this.limits, start);
          break;
        case FIELDS_FRAME: file.fields = fieldsOf(payload, start); break;
        case INDEX_FRAME:
          file.index = { payload, start, byteCount: this.at - start };
          break;
        case END_FRAME:
          if (payload.length > 0) fail('invalidFrame', 'an end frame has a payload', start);
          break;
        default:
      }
    } catch (error) {
      if (error instanceof HuskError && error.offset === undefined) error.offset = start;
      throw error;
    }
  }

  /** What stands behind the end frame (section 9.6). */
  trailer(file) {
    const { bytes } = this;
    if (file.index !== null) checkIndex(file);
    const at = this.at;
    if (at + 4 > bytes.length) fail('truncated', 'the file ends in its trailer', bytes.length);
    const check = new Reader(bytes, at).word();
    if (check !== file.hash) fail('invalidEnd', 'the check of the framing is another', at);
    this.at = at + 4;
    if (file.index !== null) this.backward(this.at - file.index.start);
    this.backward((this.at - file.start) * 2 + (file.index !== null ? 1 : 0));
  }

  /** A backward varint, which must be this. */
  backward(value) {
    const written = [];
    for (let left = value; ; left = Math.floor(left / 128)) {
      written.push(left < 128 ? left : (left % 128) + 128);
      if (left < 128) break;
    }
    for (const byte of written.reverse()) {
      if (this.at >= this.bytes.length) {
        fail('truncated', 'the file ends in its trailer', this.bytes.length);
      }
      if (this.bytes[this.at] !== byte) fail('invalidEnd', 'the trailer does not fit the file', this.at);
      this.at++;
    }
  }
}

/** The canonical bytes in the payload of a template frame (section 9.3). */
async function canonicalOf(payload, most, options) {
  const reader = new Reader(payload);
  const codec = reader.byte();
  const count = codec === 0 ? reader.left : reader.varint();
  if (count > (isSlow(codec) ? Math.min(most, SLOW_TEMPLATE_MOST) : most)) {
    fail('limitExceeded', 'a template is longer than it may be');
  }
  return decompress(codec, reader.take(reader.left), count, options);
}

/** The limits of a template whose frame has this payload: inheritance makes many slots of few bytes. */
function limitsOfFrame(payload, limits) {
  const most = Math.max(4096, 16 * payload.length);
  return { ...limits, templateEntries: Math.min(limits.templateEntries, most) };
}

async function templateOfPayload(payload, limits, options) {
  const canonical = await canonicalOf(payload, limits.templateByteCount, options);
  return templateOf(canonical, limitsOfFrame(payload, limits));
}

/** The template of the file, where a frame holds it. */
function templateOfFile(file, limits) {
  return file.canonical === null ? null : templateOf(file.canonical, limitsOfFrame(file.header, limits));
}

/** The template with these canonical bytes (section 4.4). */
function templateOf(canonical, limits) {
  const template = new TemplateReader(canonical, limits).template();
  template.hash = crc32(canonical);
  template.canonical = canonical;
  return template;
}

/** The canonical bytes of a template: for those who compare them, and their identity (section 4). */
export function templateIdentity(canonical, limits) {
  const bytes = bytesOf(canonical);
  templateOf(bytes, limitsOf({ limits }));
  return hex(sha256(bytes));
}

const NAME = /^[A-Za-z0-9._/-]{0,128}$/;

function referenceOf(payload, start) {
  const refuse = () => fail('invalidFrame', 'a reference to a template breaks a rule', start);
  const reader = new Reader(payload);
  try {
    const width = reader.byte();
    if (width < 8 || width > 32) refuse();
    const id = reader.take(width);
    const version = reader.varint();
    const name = byteStringOf(reader.take(reader.left));
    if (!NAME.test(name)) refuse();
    return { id: hex(id), version, name };
  } catch (error) {
    if (error instanceof HuskError) fail(error.code, error.message, start);
    throw error;
  }
}

/** Compares the index with the blocks (section 9.5). */
function checkIndex(file) {
  const { payload, start } = file.index;
  const refuse = (message) => fail('invalidIndex', message, start);
  const { blocks } = file;
  try {
    if (payload.length < 4) refuse('the index is too short');
    const reader = new Reader(payload, 0, payload.length - 4);
    const check = new Reader(payload, payload.length - 4).word();
    if (crc32(payload.subarray(0, payload.length - 4)) !== check) refuse('the check of the index is another');
    if (reader.varint() !== blocks.length) refuse('the index has another number of blocks');
    if (reader.varint() !== blocks[0].offset - file.start) refuse('the first block is elsewhere');
    for (let first = 0; first < blocks.length; first += 16) {
      const behind = first + 16 < blocks.length ? blocks[first + 16].offset : start;
      const group = blocks.slice(first, first + 16);
      const sum = (key) => group.reduce((total, block) => total + block[key], 0);
      if (reader.varint() !== behind - blocks[first].offset) refuse('an entry has another length');
      if (reader.varint() !== sum('rows')) refuse('an entry has another number of rows');
      if (reader.varint() !== sum('decoded')) refuse('an entry has another number of bytes');
    }
    if (reader.left > 0) refuse('bytes stand behind the entries');
  } catch (error) {
    refuse(error.message);
  }
}

// ---------------------------------------------------------------------------------------------------
// Integer columns (section 8.4)

/**
 * A column of integers. `data` has the entries, or is null where all are `value`; `add` is added to each, which a
 * derived column needs. Entries are numbers, or BigInts where one of them is beyond 2^53.
 */
class IntegerColumn {
  constructor(count, data, value, add = 0) {
    this.count = count;
    this.data = data;
    this.value = value;
    this.add = add;
    // Of it, or what it is derived from: how many groups there are, and the indices of a dictionary.
    this.groupCount = 0;
    this.indices = null;
    this.columnCount = 1;
    this.sourceCount = 0;
  }

  at(i) {
    const entry = this.data === null ? this.value : this.data[i];
    return this.add === 0 ? entry : sum(entry, this.add);
  }

  /** All entries one after the other: for columns of no more entries than what decodes can have. */
  entries() {
    if (this.data !== null && this.add === 0) return this.data;
    if (this.data === null) return new Array(this.count).fill(this.at(0));
    const entries = new Array(this.count);
    for (let i = 0; i < this.count; i++) entries[i] = this.at(i);
    return entries;
  }
}

/** A sum that wraps around at 64 bits. */
function sum(left, right) {
  if (typeof left === 'number' && typeof right === 'number') {
    const total = left + right;
    if (isSafe(total)) return total;
  }
  return narrow(wrap(BigInt(left) + BigInt(right)));
}

/** The lowest bits of an integer, of which there are so many that they can say `count` things. */
function lowBits(integer, count) {
  if (typeof integer === 'bigint') return Number(integer & BigInt(count - 1));
  const rest = integer % count;
  return rest < 0 ? rest + count : rest;
}

/** A list of BigInts as numbers, where they all can be. */
function narrowed(list) {
  for (let i = 0; i < list.length; i++) {
    const big = list[i];
    if (big > 9007199254740991n || big < -9007199254740991n) return list;
  }
  return Float64Array.from(list, Number);
}

/** The streams of a block (section 8.2). */
class Streams {
  constructor(sections) {
    this.descriptors = new Reader(sections[0]);
    this.small = new Reader(sections[1]);
    this.text = new Reader(sections[2]);
    this.large = sections.slice(3);
    this.next = 0;
  }

  numbers(count) {
    if (count < LARGE) return this.small.take(count);
    if (this.next >= this.large.length) fail('truncated', 'a large section is missing');
    const section = this.large[this.next++];
    if (section.length < count) fail('truncated', 'a large section is too short');
    if (section.length > count) fail('extraValue', 'a large section is too long');
    return section;
  }

  finish() {
    const { descriptors, small, text, large } = this;
    if (descriptors.left > 0 || small.left > 0 || text.left > 0 || this.next < large.length) {
      fail('extraValue', 'a section has more than is called for');
    }
  }
}

const bad = (message) => fail('invalidColumn', message);

/** Reads the columns of a block. */
class Columns {
  constructor(streams, decoded, options) {
    this.streams = streams;
    this.source = streams.descriptors;
    this.decoded = decoded;
    this.options = options;
    this.made = 65_536 + 8 * decoded;
    this.entriesLeft = 2_097_152;
    // With those that are copied.
    this.groupTotal = 0;
    this.columnsLeft = 65_536;
    this.wholeLeft = 8_388_608;
    this.entryBytes = decoded;
    this.textBytes = decoded;
    this.frontBytes = decoded;
    this.passedBytes = decoded;
    this.derivedCount = 65_536;
    this.isInComposed = false;
    this.isInSpliced = false;
    // How many integer columns and parts of strings there were, with those that are copied.
    this.columnCount = 0;
    this.integerColumns = [];
    this.valueColumns = [];
    this.controlsMost = 2 * decoded + 131_072;
    this.valuesMost = decoded;
  }

  /** Gives a slot its columns (section 8.3). */
  fill(state, number, shapes) {
    const { kind, slot } = state;
    const optional = kind === OBJECT ? shapes[slot.shape].optionalCount : 0;
    if (kind === ARRAY || kind === MAP || kind === ONE_OF || optional > 0) {
      const count = this.upto(MOST, 'a column has too many controls');
      if (count > 0) {
        // A value takes a byte at least, and has two controls at most that are not presence words.
        this.controlsMost -= count / Math.max(1, Math.ceil(optional / 32));
        if (this.controlsMost < 0) fail('extraValue', 'there are more controls than bytes');
        state.controls = this.integers(count);
        state.controlCount = count;
      }
    } else if (kind === ANY || kind === ENUMERATION) {
      const count = this.source.varint();
      if (count > 0) {
        this.valuesMost -= count;
        if (this.valuesMost < 0) bad('there are more values than bytes');
        state.values = this.values(count);
        state.valueCount = count;
      }
    }
  }

  /** What slots without columns of their own share; it stands behind all columns. */
  shared() {
    const { source, streams } = this;
    const controls = streams.numbers(source.varint());
    const text = streams.text.take(source.varint());
    streams.finish();
    return { controls, text };
  }

  /** What the sections of copies hold (section 8.8): how many, and their three columns. */
  copies() {
    const count = this.upto(Math.min(this.decoded, MOST), 'there are more copies than bytes');
    const columns = count > 0 ? [this.integers(count), this.integers(count), this.integers(count)] : [];
    this.streams.finish();
    return { count, columns };
  }

  charge(count) {
    this.made -= count;
    if (this.made < 0) bad('columns make too many entries of others');
  }

  upto(most, message = 'a number is out of range') {
    const number = this.source.varint();
    if (number > most) bad(message);
    return number;
  }

  /** A column that stands in no other. */
  integers(count) {
    const before = this.columnCount;
    const column = this.integerColumn(count, 1);
    column.columnCount = this.columnCount - before;
    this.integerColumns.push(column);
    return column;
  }

  chargeColumns(count) {
    this.columnCount += count;
    this.columnsLeft -= count;
    if (this.columnsLeft < 0) bad('a block has too many integer columns');
  }

  integerColumn(count, depth) {
    if (depth > 8) bad('columns stand in one another too deep');
    this.chargeColumns(1);
    const { source } = this;
    const tag = source.byte();
    const encoding = tag & 15;
    const width = tag >> 4;
    if (encoding === 1 || encoding === 2) {
      if (width < 1 || width > 8) bad('a column has no such width');
      return encoding === 1 ? this.planes(count, width) : this.packed(count, width);
    }
    if (encoding >= 9 && encoding <= 11) {
      if (width > 7) bad('a column has no such width');
      return this.planesAnd(1 << (encoding - 9), count, width);
    }
    if (width > (encoding === 12 ? 2 : 0)) bad('this column has no such width');
    switch (encoding) {
      case 0: return new IntegerColumn(count, null, source.signed());
      case 3: return this.delta(count, depth);
      case 4: return this.dictionary(count, depth);
      case 5: return this.runs(count, depth);
      case 6: return this.derived(count, depth);
      case 7: return this.grouped(count, depth);
      case 8: return this.multiples(count, depth);
      case 12: return this.relative(count, depth, width);
      default: return bad('there is no such encoding of integers');
    }
  }

  planes(count, width) {
    const base = this.source.signed();
    const streams = [];
    for (let k = 0; k < width; k++) streams.push(this.streams.numbers(count));
    return this.fixed(count, base, streams, width, 0, 1);
  }

  /** Planes, the highest of which has so many bits for each entry. */
  planesAnd(bits, count, width) {
    const base = this.source.signed();
    const streams = [];
    for (let k = 0; k < width; k++) streams.push(this.streams.numbers(count));
    const packed = this.streams.numbers(Math.ceil(count * bits / 8));
    this.wholeLeft -= count * (width + 1);
    if (this.wholeLeft < 0) bad('entries of some bits each become too many bytes');
    const highest = new Uint8Array(count);
    const perByte = 8 / bits;
    const mask = (1 << bits) - 1;
    for (let i = 0; i < count; i++) {
      highest[i] = (packed[Math.floor(i / perByte)] >> ((i % perByte) * bits)) & mask;
    }
    streams.push(highest);
    return this.fixed(count, base, streams, width + 1, 0, 1);
  }

  packed(count, width) {
    const base = this.source.signed();
    const stream = this.streams.numbers(count * width);
    return this.fixed(count, base, new Array(width).fill(stream), width, 1, width);
  }

  /** Entries of so many bytes: byte k of entry i stands at i * step + k * apart in stream k. */
  fixed(count, base, streams, width, apart, step) {
    if (width <= 6 && typeof base === 'number' && Math.abs(base) < 2 ** 52) {
      const data = new Float64Array(count);
      if (width === 1) {
        const s = streams[0];
        for (let i = 0; i < count; i++) data[i] = base + s[i];
      } else if (step === 1 && width === 2) {
        const [s, t] = streams;
        for (let i = 0; i < count; i++) data[i] = base + (s[i] + t[i] * 256);
      } else {
        data.fill(base);
        for (let k = 0, scale = 1; k < width; k++, scale *= 256) {
          const s = streams[k];
          for (let i = 0, at = k * apart; i < count; i++, at += step) data[i] += s[at] * scale;
        }
      }
      return new IntegerColumn(count, data, 0);
    }
    const data = new BigInt64Array(count);
    const first = BigInt(base);
    const bytes = new Uint8Array(8);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < width; k++) bytes[k] = streams[k][i * step + k * apart];
      // The array wraps sums around.
      data[i] = view.getBigInt64(0, true) + first;
    }
    return new IntegerColumn(count, narrowed(data), 0);
  }

  delta(count, depth) {
    if (count < 1) bad('a column of differences has no entries');
    const first = this.source.signed();
    const differences = this.integerColumn(count - 1, depth + 1);
    this.charge(count);
    const data = new Float64Array(count);
    let entry = first;
    if (typeof first === 'number' && !(differences.data instanceof BigInt64Array)) {
      const steps = differences.data;
      let i = 0;
      for (; isSafe(entry); i++) {
        data[i] = entry;
        if (i === count - 1) return new IntegerColumn(count, data, 0);
        entry += steps === null ? Number(differences.value) : steps[i];
      }
    }
    const big = new BigInt64Array(count);
    let value = BigInt(first);
    for (let i = 0; i < count; i++) {
      big[i] = value;
      if (i < count - 1) value = wrap(value + BigInt(differences.at(i)));
    }
    return new IntegerColumn(count, narrowed(big), 0);
  }

  /** The number of entries of a dictionary. */
  entryCount(count, message) {
    const size = this.upto(count, message);
    this.chargeEntries(size);
    return size;
  }

  /** Counts the groups of a column, or of one that is copied. */
  chargeGroups(count) {
    this.groupTotal += count;
    this.chargeEntries(count);
  }

  chargeEntries(count) {
    this.entriesLeft -= count;
    if (this.entriesLeft < 0) bad('dictionaries have too many entries');
  }

  dictionary(count, depth) {
    const size = this.entryCount(count);
    const values = this.integerColumn(size, depth + 1);
    const indices = this.integerColumn(count, depth + 1);
    this.charge(count);
    const column = new IntegerColumn(count, this.pick(values, indices, count, size), 0);
    column.indices = indices;
    return column;
  }

  pick(values, indices, count, size) {
    const isBig = typeof values.at(0) === 'bigint' || values.data instanceof BigInt64Array;
    const data = isBig ? new BigInt64Array(count) : new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const index = indices.at(i);
      if (!(index >= 0 && index < size)) bad('an index is out of range');
      data[i] = values.at(Number(index));
    }
    return data;
  }

  runs(count, depth) {
    const size = this.upto(count);
    const values = this.integerColumn(size, depth + 1);
    const lengths = this.integerColumn(size, depth + 1);
    this.charge(count);
    const isBig = values.data instanceof BigInt64Array || typeof values.value === 'bigint';
    const data = isBig ? new BigInt64Array(count) : new Float64Array(count);
    let at = 0;
    for (let i = 0; i < size; i++) {
      const more = lengths.at(i);
      if (!(more >= 0 && more < count - at)) bad('runs do not add up');
      const end = at + Number(more) + 1;
      data.fill(isBig ? BigInt(values.at(i)) : values.at(i), at, end);
      at = end;
    }
    if (at !== count) bad('runs do not add up');
    return new IntegerColumn(count, data, 0);
  }

  multiples(count, depth) {
    const factor = this.source.signed();
    const remainder = this.source.signed();
    const quotients = this.integerColumn(count, depth + 1);
    this.charge(count);
    const data = new Float64Array(count);
    let i = 0;
    if (typeof factor === 'number' && typeof remainder === 'number') {
      for (; i < count; i++) {
        const quotient = quotients.at(i);
        if (typeof quotient !== 'number') break;
        const product = factor * quotient;
        if (!isSafe(product) || !isSafe(product + remainder)) break;
        data[i] = product + remainder;
      }
    }
    if (i === count) return new IntegerColumn(count, data, 0);
    const big = new BigInt64Array(count);
    const [times, plus] = [BigInt(factor), BigInt(remainder)];
    // The array wraps them around.
    for (i = 0; i < count; i++) big[i] = times * BigInt(quotients.at(i)) + plus;
    return new IntegerColumn(count, narrowed(big), 0);
  }

  derived(count, depth) {
    if (depth > 1) bad('a derived column stands in another');
    const distance = this.source.varint();
    const addend = this.source.signed();
    const from = this.integerColumns[this.integerColumns.length - distance];
    if (distance === 0 || from === undefined) bad('a column is derived from none');
    if (from.count !== count) bad('a column is derived from one of another length');
    const add = sum(from.add, addend);
    const column = new IntegerColumn(count, from.data, from.value, add);
    column.groupCount = from.groupCount;
    column.indices = from.indices;
    column.sourceCount = from.sourceCount;
    this.chargeColumns(from.columnCount - 1);
    this.chargeGroups(column.groupCount);
    return column;
  }

  grouped(count, depth) {
    if (depth > 1) bad('a grouped column stands in another');
    const distance = this.source.varint();
    const parameter = this.source.varint();
    const first = this.source.signed();
    const source = distance > 0 ? this.integerColumns[this.integerColumns.length - distance] : null;
    if (source === undefined) bad('a column has the keys of none');
    if (!(parameter >= 1 && parameter <= (source === null ? 65_536 : 16))) bad('a column has no such groups');
    const groupCount = source === null ? parameter : 2 ** parameter;
    this.chargeGroups(groupCount);
    const hasKeys = source === null || (source.count === count && source.groupCount === 0 && source.sourceCount === 0);
    if (!hasKeys) bad('a column has no such keys');
    if (source !== null) this.chargeColumns(source.columnCount);
    const keys = source?.indices ?? source;
    const differences = this.integerColumn(count, depth + 1);
    this.charge(count);
    const last = new Array(groupCount).fill(first);
    const entries = new Array(count);
    for (let i = 0; i < count; i++) {
      const group = keys === null ? i % groupCount : lowBits(keys.at(i), groupCount);
      last[group] = sum(last[group], differences.at(i));
      entries[i] = last[group];
    }
    const data = entries.some((entry) => typeof entry === 'bigint')
      ? BigInt64Array.from(entries, BigInt) : Float64Array.from(entries);
    const column = new IntegerColumn(count, data, 0);
    column.groupCount = groupCount;
    return column;
  }

  relative(count, depth, width) {
    if (depth > 1) bad('a relative column stands in another');
    const sources = [];
    let groupCount = 0;
    for (let k = 0; k < (width === 0 ? 1 : 2); k++) {
      const distance = this.source.varint();
      const from = this.integerColumns[this.integerColumns.length - distance];
      if (distance === 0 || from === undefined) bad('a column is relative to none');
      if (from.count !== count || from.sourceCount > (width === 0 ? 0 : 1)) bad('a column is relative to one that cannot be a source');
      this.chargeColumns(from.columnCount);
      this.chargeGroups(from.groupCount);
      groupCount += from.groupCount;
      sources.push(from);
    }
    const differences = this.integerColumn(count, depth + 1);
    this.charge(count);
    const entries = new Array(count);
    for (let i = 0; i < count; i++) {
      const entry = sum(sources[0].at(i), differences.at(i));
      entries[i] = width === 0 ? entry : sum(entry, width === 1 ? sources[1].at(i) : -sources[1].at(i));
    }
    const data = entries.some((entry) => typeof entry === 'bigint')
      ? BigInt64Array.from(entries, BigInt) : Float64Array.from(entries);
    const column = new IntegerColumn(count, data, 0);
    column.groupCount = groupCount;
    column.sourceCount = sources.length;
    return column;
  }

  // -------------------------------------------------------------------------------------------------
  // Scalar columns (section 8.6). Each gives its entries as values, or as lexemes, which are byte strings.

  /** The column of a slot. */
  values(count) {
    const { columnCount, groupTotal } = this;
    const column = this.scalars(count, 1);
    column.integerCount = this.columnCount - columnCount;
    column.copiedGroups = this.groupTotal - groupTotal;
    this.valueColumns.push(column);
    return column;
  }

  scalars(count, depth) {
    if (depth > 4) bad('scalar columns stand in one another too deep');
    const { source } = this;
    const tag = source.byte();
    const encoding = tag & 15;
    const variant = tag >> 4;
    const variants = VARIANTS.get(encoding) ?? 1;
    if (variant >= variants) bad('a column has no such variant');
    switch (encoding) {
      case 1: return new TextColumn(this.streams.text.take(source.varint()), count, this.options);
      case 2: return this.constant(count);
      case 3: return this.entries(count, depth);
      case 4: {
        const scale = this.upto(18, 'a scale is out of range');
        return new DecimalColumn(this.integers(count), scale, variant, this.options);
      }
      case 5: {
        const scale = this.upto(12, 'a scale is out of range');
        return new NearColumn(this.integers(count), this.integers(count), scale, variant);
      }
      case 6: return this.pattern(count);
      case 7: return this.hexadecimal(count);
      case 8: return this.mixed(count, depth);
      case 9: return this.derivedValues(count, depth, variant);
      case 10: return this.frontCoded(count);
      case 11: return this.base64(count, variant);
      case 12: {
        const affixes = [source.string(), source.string()];
        if (affixes.some((affix) => /[\x00-\x1f]/.test(affix))) bad('an affix holds a control character');
        const scale = this.upto(18, 'a scale is out of range');
        const numbers = new DecimalColumn(this.integers(count), scale, variant, this.options);
        return new QuotedColumn(this, numbers, ...affixes);
      }
      case 13: return this.composed(count, depth);
      case 14: return this.spliced(count, depth, variant);
      case 15: {
        const notation = this.notation();
        const integers = this.integers(count);
        return new FloatColumn(integers, variant === 3 ? this.integers(count) : null, notation, variant, this.options);
      }
      default: return bad('there is no such encoding of scalars');
    }
  }

  /** How floating point is written. */
  notation() {
    const marks = this.source.byte();
    if (marks > 31) bad('numbers have no such marks');
    const low = this.upto(32, 'numbers without an exponent are too small');
    const high = this.upto(32, 'numbers without an exponent are too large');
    return { marks, low, high };
  }

  /** All that stands in the columns is written: it cannot be more than the text of the block. */
  chargeText(byteCount) {
    this.textBytes -= byteCount;
    if (this.textBytes < 0) fail('limitExceeded', 'a block decodes to more than it says');
  }

  constant(count) {
    const lexeme = this.source.string();
    if (!isScalar(lexeme)) bad('a constant is no scalar');
    return new ConstantColumn(lexeme, count, this.options);
  }

  entries(count, depth) {
    const size = this.entryCount(count, 'a dictionary has more entries than are used');
    let entries;
    try {
      entries = this.scalars(size, depth + 1);
      this.charge(size);
      for (const lexeme of entries.lexemes()) this.entryBytes -= lexeme.length;
    } catch (error) {
      if (error.code === 'missingValue' || error.code === 'extraValue') bad(error.message);
      throw error;
    }
    if (this.entryBytes < 0) bad('the entries of dictionaries have too many bytes');
    const indices = this.integers(count);
    for (let i = 0; i < (indices.data === null ? Math.min(count, 1) : count); i++) {
      const index = indices.at(i);
      if (!(index >= 0 && index < size)) bad('an index is out of range');
    }
    return new DictionaryColumn(entries, indices);
  }

  mixed(count, depth) {
    const classes = this.upto(8, 'there are too many classes');
    const which = this.integers(count);
    const counts = new Array(classes).fill(0);
    for (let i = 0; i < count; i++) {
      const number = which.at(i);
      if (!(number >= 0 && number < classes)) bad('there is no such class');
      counts[number]++;
    }
    return new MixedColumn(which, counts.map((places) => this.scalars(places, depth + 1)));
  }

  pattern(count) {
    const { source } = this;
    const runs = this.upto(16, 'a pattern has too many runs');
    const calendar = CALENDARS[source.byte()];
    if (runs < 1 || calendar === undefined) bad('a pattern has no runs, or no such calendar');
    const literals = [source.string()];
    const widths = [];
    for (let i = 0; i < runs; i++) {
      widths.push(this.upto(18, 'a run is too wide'));
      literals.push(source.string());
    }
    const dated = calendar === null ? 0 : calendar.widths.length;
    if (calendar !== null && calendar.widths.some((width, i) => widths[i] !== width)) {
      bad('the runs of a date have other widths');
    }
    const columns = [];
    for (let i = dated === 0 ? 0 : dated - 1; i < runs; i++) columns.push(this.integers(count));
    return new PatternColumn(this, count, calendar, literals, widths, columns);
  }

  hexadecimal(count) {
    const { source } = this;
    const isUpper = this.upto(1) === 1;
    const parts = [];
    let total = 0;
    let length = 0;
    for (let left = this.upto(1024, 'there are too many parts'); left > 0; left--) {
      const number = this.upto(1024, 'an entry is too long');
      const literal = source.string();
      if (number === 0 && literal === '') bad('a part has neither a digit nor a literal');
      parts.push({ number, literal });
      total += number;
      length += number + literal.length;
      if (length > 1024) bad('an entry is too long');
    }
    const groups = [];
    for (let at = 0; at < total; at += 8) {
      groups.push({ width: Math.min(8, total - at), column: this.integers(count) });
    }
    return new HexadecimalColumn(this, count, isUpper, parts, groups);
  }

  composed(count, depth) {
    const { source } = this;
    if (this.isInComposed) bad('composed strings stand in others');
    const number = this.upto(32, 'there are too many parts');
    if (number === 0) bad('composed strings have no parts');
    const literals = Array.from({ length: number + 1 }, () => source.string());
    if (literals.some((literal) => /[\x00-\x1f]/.test(literal))) bad('a literal holds a control character');
    this.isInComposed = true;
    try {
      return new ComposedColumn(this, count, literals, literals.slice(1).map(() => this.part(count, depth)));
    } finally {
      this.isInComposed = false;
    }
  }

  part(count, depth) {
    this.chargeColumns(1);
    return this.scalars(count, depth + 1);
  }

  /** The column that another one is made from; it may have any number of entries where `count` is null. */
  earlierValues(count, depth) {
    if (depth > 1 || this.isInSpliced) bad('a derived column stands in another');
    const distance = this.source.varint();
    const from = this.valueColumns[this.valueColumns.length - distance];
    if (distance === 0 || from === undefined) bad('a column is derived from none');
    if (count !== null && from.count !== count) bad('a column is derived from one of another length');
    if (from instanceof DerivedColumn || from instanceof PickedColumn || from instanceof SplicedColumn) {
      bad('a column is derived from a derived one');
    }
    this.derivedCount -= 1 + from.integerCount;
    if (this.derivedCount < 0) bad('too many columns are derived');
    this.chargeGroups(from.copiedGroups);
    return from;
  }

  derivedValues(count, depth, variant) {
    const { source } = this;
    const from = this.earlierValues(variant === 0 ? count : null, depth);
    if (variant === 2) return new PickedColumn(this, from, this.integers(count), null);
    const front = this.upto(1024, 'too much is left out');
    const back = this.upto(1024, 'too much is left out');
    const prefix = source.string();
    const suffix = source.string();
    const derived = new DerivedColumn(this, from, front, back, prefix, suffix);
    return variant === 0 ? derived : new PickedColumn(this, from, this.integers(count), derived);
  }

  spliced(count, depth, variant) {
    let from = this.earlierValues(variant === 0 ? count : null, depth);
    if (variant === 1) from = new PickedColumn(this, from, this.integers(count), null);
    const cuts = [this.integers(count), this.integers(count)];
    // They nest as if they stood in no other column, but may not be derived.
    this.isInSpliced = true;
    try {
      return new SplicedColumn(this, from, cuts, this.part(count, 0), this.part(count, 0));
    } finally {
      this.isInSpliced = false;
    }
  }

  frontCoded(count) {
    const lengths = this.integers(count);
    const text = this.streams.text.take(this.source.varint());
    const column = new TextColumn(text, undefined, this.options);
    if (column.count !== count) bad('front coding has another number of strings');
    const strings = column.strings();
    const whole = [];
    let last = '';
    for (let i = 0; i < count; i++) {
      const shared = lengths.at(i);
      if (!(shared >= 0 && shared <= last.length)) bad('a string has not so much in common with the last');
      last = last.slice(0, Number(shared)) + strings[i];
      this.frontBytes -= last.length + 1;
      if (this.frontBytes < 0) bad('strings are longer than the block');
      whole.push(last);
    }
    return new StringColumn(whole);
  }

  base64(count, variant) {
    const { source } = this;
    const prefix = source.string();
    if (/[\x00-\x1f]/.test(prefix)) bad('a prefix holds a control character');
    const lengths = this.integers(count);
    const data = this.streams.numbers(source.varint());
    const strings = [];
    let at = 0;
    for (let i = 0; i < count; i++) {
      const length = lengths.at(i);
      if (!(length >= 0 && length <= data.length - at)) bad('bytes of Base64 are too few');
      const end = at + Number(length);
      this.frontBytes -= prefix.length + Math.floor(((end - at) * 4 + 2) / 3) + 1;
      if (this.frontBytes < 0) bad('strings are longer than the block');
      strings.push(prefix + base64Of(data.subarray(at, end), variant));
      at = end;
    }
    if (at !== data.length) bad('bytes of Base64 are left');
    return new StringColumn(strings);
  }
}

const BASE64 = ['+/', '-_'].map(
  (last) => `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`,
);

/** Bytes in Base64: bit 0 of the variant is the alphabet for addresses, bit 1 no padding. */
function base64Of(bytes, variant = 0) {
  const alphabet = BASE64[variant & 1];
  let text = '';
  let at = 0;
  for (; at + 3 <= bytes.length; at += 3) {
    const bits = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    text += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63] + alphabet[(bits >> 6) & 63] + alphabet[bits & 63];
  }
  const left = bytes.length - at;
  if (left > 0) {
    const bits = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8);
    text += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63];
    if (left === 2) text += alphabet[(bits >> 6) & 63];
    if ((variant & 2) === 0) text += '='.repeat(3 - left);
  }
  return text;
}

/** What stands for an array or object in a list of values: it is made anew wherever it is used. */
class Nested {
  constructor(lexeme, options) {
    this.bytes = bytesOfString(lexeme);
    this.text = textOfByteString(lexeme);
    this.options = options;
    this.depth = 0;
    this.now = 0;
    let last = 0;
    if (this.bytes.length === 0) fail('emptyInput', 'there is no array or object');
    const end = walkValue(this.bytes, 0, this.bytes.length, this, 2048);
    if (this.depth === 0) bad('this is no array or object');
    if (end < this.bytes.length && !isSpace(this.bytes[end])) fail('unexpectedCharacter', 'a value goes on', end);
    for (const byte of this.bytes) {
      if (last === 0 && isSpace(byte)) bad('an array or object holds whitespace');
      if (last === 2) last = 1;
      else if (byte === QUOTE) last = last === 1 ? 0 : 1;
      else if (byte === BACKSLASH) last = 2;
    }
  }

  open() {
    this.now++;
    this.depth = Math.max(this.depth, this.now);
  }

  close() {
    this.now--;
  }

  key() {}

  scalar() {}

  make() {
    return this.options.bigints ? valuesOfTexts(this.bytes, 1, this.options)[0] : JSON.parse(this.text);
  }
}

/** Refuses what a text may not hold. */
function checkEnds(count, found) {
  if (found < count) fail('missingValue', 'a text has fewer values than are called for');
  if (found > count) fail('extraValue', 'a text has more values than are called for');
}

/** A text (section 8.6.1); `count` is undefined where any number will do. */
class TextColumn {
  constructor(bytes, count, options) {
    this.bytes = bytes;
    this.options = options;
    this.text = textOf(bytes);
    this.isPlain = this.text !== null && !/[\x00-\x09\x0b-\x1f]/.test(this.text);
    this.isBytes = this.text !== null && this.text.length === bytes.length;
    if (bytes.length > 0 && !(bytes[bytes.length - 1] < 0x20)) bad('a text does not end behind a value');
    const found = this.isPlain ? null : this.ends();
    this.places = found;
    this.lines = null;
    if (this.isPlain) {
      this.lines = this.text.split('\n');
      this.lines.pop();
    }
    const total = this.isPlain ? this.lines.length : found.length;
    if (count !== undefined) checkEnds(count, total);
    this.count = total;
  }

  /** Where the values end that are not all strings. */
  ends() {
    const { bytes } = this;
    const ends = [];
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] >= 0x20) continue;
      if (bytes[at] !== 0x0a && bytes[at] !== 1 && bytes[at] !== 2) bad('a text holds a control character');
      ends.push(at);
    }
    return ends;
  }

  /** The strings without their quotes, as byte strings; there must be nothing else. */
  strings() {
    if (this.isPlain && this.isBytes) return this.lines;
    const { bytes } = this;
    let start = 0;
    return (this.places ?? this.ends()).map((end) => {
      if (bytes[end] !== 0x0a) bad('a text of strings holds something else');
      const string = byteStringOf(bytes.subarray(start, end));
      start = end + 1;
      return string;
    });
  }

  lexemes() {
    if (this.isPlain && this.isBytes) return this.lines.map((line) => `"${line}"`);
    const { bytes } = this;
    let start = 0;
    return (this.places ?? this.ends()).map((end) => {
      const string = byteStringOf(bytes.subarray(start, end));
      start = end + 1;
      if (bytes[end] === 0x0a) return `"${string}"`;
      if (bytes[end] === 2) new Nested(string, this.options);
      return string;
    });
  }

  values() {
    const { bytes, text, options } = this;
    if (this.isPlain) {
      if (!/["\\]/.test(text)) return this.lines;
      return this.lines.map((line) => (/["\\]/.test(line) ? stringOfText(line) : line));
    }
    let start = 0;
    return this.places.map((end) => {
      const string = this.isBytes ? text.slice(start, end) : byteStringOf(bytes.subarray(start, end));
      start = end + 1;
      if (bytes[end] === 0x0a) return stringOf(string);
      if (bytes[end] === 2) return new Nested(string, options);
      if (string.charCodeAt(0) === QUOTE) bad('a number is a string');
      return scalarOf(string, options.bigints);
    });
  }
}

/** The string between quotes with its escapes. */
function stringOfText(text) {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return fail('invalidEscape', 'a string is none of JSON');
  }
}

class ConstantColumn {
  constructor(lexeme, count, options) {
    this.lexeme = lexeme;
    this.count = count;
    this.constant = scalarOf(lexeme, options.bigints);
  }

  lexemes() {
    return new Array(this.count).fill(this.lexeme);
  }

  values() {
    return new Array(this.count).fill(this.constant);
  }
}

class StringColumn {
  constructor(strings) {
    this.all = strings;
    this.count = strings.length;
  }

  lexemes() {
    return this.all.map((string) => `"${string}"`);
  }

  values() {
    return this.all.map(stringOf);
  }
}

class DictionaryColumn {
  constructor(entries, indices) {
    this.dictionary = entries;
    this.indices = indices;
    this.count = indices.count;
  }

  pick(list) {
    const { indices, count } = this;
    const picked = new Array(count);
    if (indices.data === null || indices.add !== 0) {
      for (let i = 0; i < count; i++) picked[i] = list[indices.at(i)];
    } else {
      const { data } = indices;
      for (let i = 0; i < count; i++) picked[i] = list[data[i]];
    }
    return picked;
  }

  lexemes() {
    return this.pick(this.dictionary.lexemes());
  }

  values() {
    return this.pick(this.dictionary.values());
  }
}

class MixedColumn {
  constructor(classes, columns) {
    this.classes = classes;
    this.columns = columns;
    this.count = classes.count;
  }

  merge(lists) {
    const next = lists.map(() => 0);
    const merged = new Array(this.count);
    const classes = this.classes.entries();
    for (let i = 0; i < this.count; i++) {
      const number = classes[i];
      merged[i] = lists[number][next[number]++];
    }
    return merged;
  }

  lexemes() {
    return this.merge(this.columns.map((column) => column.lexemes()));
  }

  values() {
    return this.merge(this.columns.map((column) => column.values()));
  }
}

/** An integer with a point in it (section 8.6.2). */
function decimal(value, scale, variant) {
  const isNegative = value < 0;
  let digits = String(isNegative ? -value : value);
  if (scale === 0) return isNegative ? `-${digits}` : digits;
  digits = digits.padStart(scale + 1, '0');
  const whole = digits.slice(0, -scale);
  let fraction = digits.slice(-scale);
  if (variant > 0) fraction = fraction.replace(/0+$/, '');
  if (variant === 2 && fraction === '') fraction = '0';
  return (isNegative ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`);
}

class DecimalColumn {
  constructor(integers, scale, variant, options) {
    Object.assign(this, { integers, scale, variant, options, count: integers.count });
  }

  lexemes() {
    const { integers, scale, variant, count } = this;
    const lexemes = new Array(count);
    for (let i = 0; i < count; i++) lexemes[i] = decimal(integers.at(i), scale, variant);
    return lexemes;
  }

  values() {
    const { integers, scale, variant, count, options } = this;
    const entries = integers.entries();
    if (entries instanceof BigInt64Array || typeof entries[0] === 'bigint') {
      return Array.from(entries, (entry) => numberOf(decimal(entry, scale, variant), options.bigints));
    }
    const values = new Array(count);
    // Both are exact, so that the quotient is the number that is nearest to the decimal.
    const unit = 10 ** scale;
    if (scale === 0) for (let i = 0; i < count; i++) values[i] = entries[i];
    else for (let i = 0; i < count; i++) values[i] = entries[i] / unit;
    return values;
  }
}

/** Digits as C's %.17g writes them: 17 significant ones, rounded half to even, without zeros at the end. */
function seventeenDigits(double) {
  const magnitude = Math.abs(double);
  // 17 digits and what is behind them, exactly: no double of this range has more than 70 digits.
  const [, whole, fraction] = /^(\d+)\.?(\d*)$/.exec(magnitude.toPrecision(100));
  const all = whole + fraction;
  const first = /[1-9]/.exec(all);
  if (first === null) return '0';
  const end = first.index + 17;
  let kept = BigInt(all.slice(0, end));
  const rest = all.slice(end).replace(/0+$/, '');
  const isUp = rest > '5' || (rest === '5' && kept % 2n === 1n);
  if (isUp) kept += 1n;
  const digits = String(kept).padStart(end, '0') + '0'.repeat(Math.max(0, whole.length - end));
  // A carry can make one digit more; the point stays where it was from the end.
  const point = digits.length - (Math.max(end, whole.length) - whole.length);
  const written = `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '');
  return written.replace(/^0+(?=\d)/, '');
}

/** Doubles some steps beside decimals (section 8.6.3). */
class NearColumn {
  constructor(mantissas, distances, scale, variant) {
    this.count = mantissas.count;
    this.variant = variant;
    const double = new Float64Array(1);
    const bits = new BigInt64Array(double.buffer);
    const unit = 10 ** scale;
    const doubles = new Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const mantissa = mantissas.at(i);
      if (mantissa > 2 ** 53 || mantissa < -(2 ** 53)) bad('a mantissa is too large');
      double[0] = Number(mantissa) / unit;
      const distance = distances.at(i);
      if (distance !== 0) {
        const moved = bits[0] + BigInt(distance);
        if (moved !== wrap(moved) || moved < 0n !== bits[0] < 0n) bad('a distance is too large');
        bits[0] = moved;
      }
      const size = Math.abs(double[0]);
      if (!(size === 0 || (size >= 0.0001 && size < 1e15))) bad('a double is out of range');
      doubles[i] = double[0];
    }
    this.doubles = doubles;
  }

  values() {
    return this.doubles;
  }

  lexemes() {
    return this.doubles.map((double) => {
      const sign = double < 0 || Object.is(double, -0) ? '-' : '';
      if (this.variant === 1) return sign + seventeenDigits(double);
      const point = this.variant === 2 && Number.isInteger(double) ? '.0' : '';
      return sign + String(Math.abs(double)) + point;
    });
  }
}

// The marks of a notation (section 8.6.12).
const CAPITAL_MARK = 1;
const PLUS_MARK = 2;
const TWO_DIGITS_MARK = 4;
const POINT_MARK = 8;
const POINT_BEFORE_EXPONENT_MARK = 16;

/** A magnitude as its notation writes it. */
function floating(digits, exponent, { marks, low, high }) {
  const count = digits.length;
  if (digits === '0') return marks & POINT_MARK ? '0.0' : '0';
  if (exponent < -low || exponent >= high) {
    const rest = count > 1 ? `.${digits.slice(1)}` : marks & POINT_BEFORE_EXPONENT_MARK ? '.0' : '';
    const sign = exponent < 0 ? '-' : marks & PLUS_MARK ? '+' : '';
    const size = String(Math.abs(exponent)).padStart(marks & TWO_DIGITS_MARK ? 2 : 1, '0');
    return digits[0] + rest + (marks & CAPITAL_MARK ? 'E' : 'e') + sign + size;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  if (count > exponent + 1) return `${whole}.${digits.slice(exponent + 1)}`;
  return marks & POINT_MARK ? `${whole}.0` : whole;
}

// The powers of ten that doubles hold.
const TENS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** The double that is nearest to an integer of at most 53 bits times ten to the power of another. */
function doubleOf(integer, power) {
  if (power < -22 || power > 22) return Number(`${integer}e${power}`);
  return power < 0 ? integer / TENS[-power] : integer * TENS[power];
}

/** The same as a binary32, which is not always the one that is nearest to the double. */
function singleOf(integer, power) {
  const double = doubleOf(integer, power);
  const single = Math.fround(double);
  const other = double + (double - single);
  if (double === single || single === Infinity || Math.fround(other) !== other) return single;
  // The double is in the middle of two, and the decimal may be beside it. Both are multiples of 2^-150.
  const decimal = (BigInt(integer) << 150n) * 10n ** BigInt(Math.max(power, 0));
  const middle = BigInt(double * 2 ** 150) * 10n ** BigInt(Math.max(-power, 0));
  if (decimal === middle) return single;
  return decimal > middle ? Math.max(single, other) : Math.min(single, other);
}

/** How often a power of ten is in a binary32: the nearest integer, and of two the even one. */
function unitsOf(single, power) {
  if (power >= -22 && power <= 22) {
    const units = power < 0 ? single * TENS[-power] : single / TENS[power];
    const whole = Math.round(units);
    // They are so few that the error of a double is much smaller.
    if (Math.abs(units - whole) < 0.4999) return whole;
  }
  // All of them are multiples of 2^-149.
  const units = BigInt(single * 2 ** 149) * 10n ** BigInt(Math.max(-power, 0));
  const unit = 10n ** BigInt(Math.max(power, 0)) << 149n;
  const whole = units / unit;
  const rest = 2n * (units % unit);
  return Number(rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole);
}

/** The fewest digits that a positive binary32 is read back from, as an integer, and the power of ten of the last. */
function digitsOf(single) {
  // No other one is so near to a power of ten as the addend is large.
  const exponent = Math.floor(Math.log10(single) + 1e-12);
  // Of six digits only one number is read as a normal one: if there are fewer digits, it has zeros at the end.
  for (let power = exponent - (single < 2 ** -126 ? 0 : 5); ; power--) {
    const integer = unitsOf(single, power);
    if (singleOf(integer, power) === single) return [integer, power];
    // Below a power of two fewer numbers are read as it than above, where one that is further away may be.
    if (singleOf(integer + 1, power) === single) return [integer + 1, power];
  }
}

/** Numbers of IEEE 754, or of digits and exponents, with exponents where others have none (section 8.6.12). */
class FloatColumn {
  constructor(integers, exponents, notation, variant, options) {
    Object.assign(this, { integers, exponents, notation, variant, options, count: integers.count, numbers: null });
    if (exponents === null) this.numbers = variant === 0 ? this.doubles() : this.singles();
    else this.checkExponents();
  }

  checkExponents() {
    const { integers, exponents, count } = this;
    for (let i = 0; i < count; i++) {
      const exponent = exponents.at(i);
      if (!(exponent >= -999 && exponent <= 999)) bad('an exponent is out of range');
      if (exponent !== 0 && Number(integers.at(i)) === 0) bad('zero has an exponent');
    }
  }

  doubles() {
    const { integers, count } = this;
    const double = new Float64Array(1);
    const bits = new BigInt64Array(double.buffer);
    const doubles = new Array(count);
    for (let i = 0; i < count; i++) {
      const entry = BigInt(integers.at(i));
      bits[0] = entry < 0n ? -1n - entry : entry;
      if (!Number.isFinite(double[0])) bad('a number is not finite');
      doubles[i] = entry < 0n ? -double[0] : double[0];
    }
    return doubles;
  }

  singles() {
    const { integers, count } = this;
    const single = new Float32Array(1);
    const bits = new Uint32Array(single.buffer);
    const singles = new Array(count);
    for (let i = 0; i < count; i++) {
      const entry = Number(integers.at(i));
      if (!(entry >= -0x7f800000 && entry < 0x7f800000)) bad('a number is not finite');
      bits[0] = entry < 0 ? -1 - entry : entry;
      singles[i] = entry < 0 ? -single[0] : single[0];
    }
    return singles;
  }

  lexemes() {
    const { integers, exponents, notation, variant, numbers, count } = this;
    const lexemes = new Array(count);
    if (exponents !== null) {
      for (let i = 0; i < count; i++) {
        const entry = integers.at(i);
        const digits = String(entry < 0 ? -entry : entry);
        lexemes[i] = (entry < 0 ? '-' : '') + floating(digits, Number(exponents.at(i)), notation);
      }
      return lexemes;
    }
    // Here JavaScript writes the digits without an exponent, and so does the notation.
    const least = Math.max(Number(`1e-${notation.low}`), 1e-6);
    const end = Math.min(Number(`1e${notation.high}`), 1e21);
    const point = notation.marks & POINT_MARK ? '.0' : '';
    for (let i = 0; i < count; i++) {
      const number = numbers[i];
      const magnitude = Math.abs(number);
      let written;
      if (magnitude === 0) {
        written = floating('0', 0, notation);
      } else if (variant === 2) {
        const [integer, power] = digitsOf(magnitude);
        const all = String(integer);
        written = floating(all.replace(/0+$/, ''), power + all.length - 1, notation);
      } else if (magnitude >= least && magnitude < end) {
        written = String(magnitude) + (Number.isInteger(magnitude) ? point : '');
      } else {
        const [digits, exponent] = magnitude.toExponential().split('e');
        written = floating(digits.replace('.', ''), Number(exponent), notation);
      }
      lexemes[i] = number < 0 || Object.is(number, -0) ? `-${written}` : written;
    }
    return lexemes;
  }

  values() {
    const { numbers, variant, options: { bigints } } = this;
    if (numbers === null || (bigints && numbers.some((number) => !isSafe(number)))) {
      return this.lexemes().map((lexeme) => numberOf(lexeme, bigints));
    }
    if (variant < 2) return numbers;
    // The double that is nearest to the digits is not the one with the bits.
    return numbers.map((number) => {
      if (number === 0) return number;
      const magnitude = doubleOf(...digitsOf(Math.abs(number)));
      return number < 0 ? -magnitude : magnitude;
    });
  }
}

// How many variants the encodings of section 8.6 have, where it is more than one.
const VARIANTS = new Map([[4, 3], [5, 3], [9, 3], [11, 4], [12, 3], [14, 2], [15, 4]]);

// The calendars of section 8.6.4: the widths of the runs, and the units of a day from the smallest on.
const CALENDARS = [
  null,
  { widths: [4, 2, 2], units: [] },
  { widths: [4, 2, 2, 2, 2], units: [60, 24] },
  { widths: [4, 2, 2, 2, 2, 2], units: [60, 60, 24] },
  { widths: [4, 2, 2, 2, 2, 2, 3], units: [1000, 60, 60, 24] },
  { widths: [4, 2, 2, 2, 2, 2, 6], units: [1_000_000, 60, 60, 24] },
];

/** Year, month and day of a number of days since the start of the year 1. */
function dateOf(day) {
  // Years here start in March, so that the odd day stands at their end.
  const shifted = day + 306;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const leapDays = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const year = Math.floor((ofEra - leapDays) / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  return [year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * march + 2) / 5) + 1];
}

/** The runs of a moment, or null where it is none of the years 1 to 9999. */
function momentOf(value, calendar) {
  if (value < 0) return null;
  const runs = [];
  let left = value;
  if (typeof left === 'bigint') {
    const unit = BigInt(calendar.units[0] ?? 1);
    if (calendar.units.length === 0) return null;
    runs.push(Number(left % unit));
    left = Number(left / unit);
  }
  for (const unit of calendar.units.slice(runs.length)) {
    runs.push(left % unit);
    left = Math.floor(left / unit);
  }
  if (!(left < 3_652_059)) return null;
  runs.push(...dateOf(left).reverse());
  return runs.reverse();
}

const pad = (number, width) => String(number).padStart(width, '0');

/** Strings that are made of something else, by what makes them without quotes. */
class MadeColumn {
  lexemes() {
    return this.strings().map((string) => `"${string}"`);
  }

  values() {
    return this.strings().map(stringOf);
  }
}

/** Strings with runs of digits (section 8.6.4). */
class PatternColumn extends MadeColumn {
  constructor(block, count, calendar, literals, widths, columns) {
    super();
    Object.assign(this, { block, count, calendar, literals, widths, columns, made: null });
  }

  /** The strings without quotes, which are made once. */
  strings() {
    if (this.made !== null) return this.made;
    const { block, count, calendar, literals, widths, columns } = this;
    const dated = calendar === null ? 0 : calendar.widths.length;
    const others = calendar === null ? columns : columns.slice(1);
    const strings = new Array(count);
    for (let i = 0; i < count; i++) {
      let string = literals[0];
      if (calendar !== null) {
        const moment = momentOf(columns[0].at(i), calendar) ?? bad('a date is out of range');
        for (let k = 0; k < dated; k++) string += pad(moment[k], widths[k]) + literals[k + 1];
      }
      for (let k = 0; k < others.length; k++) {
        const entry = others[k].at(i);
        const width = widths[dated + k];
        if (entry < 0) bad('a run of digits is negative');
        const figures = String(entry);
        string += (figures.length < width ? figures.padStart(width, '0') : figures) + literals[dated + k + 1];
      }
      block.chargeText(string.length + 2);
      strings[i] = string;
    }
    this.made = strings;
    return strings;
  }

  values() {
    const strings = this.strings();
    return /^[ !#-\x5b\x5d-~]*$/.test(this.literals.join('')) ? strings : strings.map(stringOf);
  }
}

/** Strings with numbers in them (section 8.6.9). */
class QuotedColumn extends MadeColumn {
  constructor(block, numbers, prefix, suffix) {
    super();
    Object.assign(this, { block, numbers, prefix, suffix, count: numbers.count, made: null });
  }

  /** The strings without quotes, which are made once. */
  strings() {
    const { block, prefix, suffix } = this;
    this.made ??= this.numbers.lexemes().map((number) => {
      const string = prefix + number + suffix;
      block.chargeText(string.length + 2);
      return string;
    });
    return this.made;
  }
}

/** Strings of literals and what stands in other columns (section 8.6.10). */
class ComposedColumn extends MadeColumn {
  constructor(block, count, literals, columns) {
    super();
    Object.assign(this, { block, count, literals, columns, made: null });
  }

  /** The strings without quotes, which are made once. */
  strings() {
    if (this.made !== null) return this.made;
    const { block, count, literals, columns } = this;
    const strings = new Array(count).fill(literals[0]);
    block.chargeText(count * (literals.join('').length + 2));
    for (let k = 0; k < columns.length; k++) {
      const lexemes = partsOf(block, columns[k]);
      for (let i = 0; i < count; i++) {
        const part = held(lexemes[i]);
        block.chargeText(part.length);
        strings[i] += part + literals[k + 1];
      }
    }
    this.made = strings;
    return strings;
  }
}

/** Strings with hexadecimal digits (section 8.6.5). */
class HexadecimalColumn extends MadeColumn {
  constructor(block, count, isUpper, parts, groups) {
    super();
    Object.assign(this, { block, count, isUpper, parts, groups, made: null });
  }

  /** The strings without quotes, which are made once. */
  strings() {
    if (this.made !== null) return this.made;
    const { block, parts, groups } = this;
    const strings = new Array(this.count);
    for (let i = 0; i < this.count; i++) {
      let run = '';
      for (const { width, column } of groups) {
        const entry = column.at(i);
        if (!(entry >= 0 && entry < 16 ** width)) bad('a group of digits is out of range');
        run += entry.toString(16).padStart(width, '0');
      }
      if (this.isUpper) run = run.toUpperCase();
      let string = '';
      let at = 0;
      for (const { number, literal } of parts) {
        string += run.slice(at, at + number) + literal;
        at += number;
      }
      block.chargeText(string.length + 2);
      strings[i] = string;
    }
    this.made = strings;
    return strings;
  }
}

/** Strings that are made of those of another column (section 8.6.6). */
class DerivedColumn {
  constructor(block, source, front, back, prefix, suffix) {
    Object.assign(this, { block, source, front, back, prefix, suffix, count: source.count });
  }

  lexemes() {
    return this.source.lexemes().map((lexeme) => this.charge(this.lexeme(lexeme)));
  }

  /** Counts what was made, and returns it. */
  charge(lexeme) {
    if (lexeme[0] === '"') this.block.chargeText(lexeme.length);
    return lexeme;
  }

  /** What is made of one of the other column. */
  lexeme(lexeme) {
    const { front, back, prefix, suffix } = this;
    if (LITERALS.has(lexeme)) return lexeme;
    const first = lexeme.charCodeAt(0);
    if (first === OPEN_ARRAY || first === OPEN_OBJECT) bad('a column is derived from an array or object');
    const inner = first === QUOTE ? lexeme.slice(1, -1) : lexeme;
    if (inner.length < front + back) bad('more is left out than there is');
    return `"${prefix}${inner.slice(front, inner.length - back)}${suffix}"`;
  }

  values() {
    const value = (lexeme) => (LITERALS.has(lexeme) ? LITERALS.get(lexeme) : stringOf(lexeme.slice(1, -1)));
    return this.lexemes().map(value);
  }
}

/** Values of which each is made of one of another column, or is that one (section 8.6.6). */
class PickedColumn {
  constructor(block, source, steps, derived) {
    Object.assign(this, { block, source, steps, derived, count: steps.count, made: null });
  }

  /** The lexemes, which are made once. */
  lexemes() {
    if (this.made !== null) return this.made;
    const { block, steps, count, derived } = this;
    const values = this.source.lexemes();
    const made = new Array(count);
    let place = 0;
    let passed = 0;
    for (let i = 0; i < count; i++) {
      const step = steps.at(i);
      if (!(step >= -place && step < values.length - place)) bad('a value is picked that is not there');
      place += Number(step);
      for (; passed <= place; passed++) {
        block.chargeEntries(1);
        block.passedBytes -= held(values[passed]).length + 1;
        if (block.passedBytes < 0) bad('too much is passed where values are picked');
      }
      const lexeme = derived === null ? values[place] : derived.lexeme(values[place]);
      if (/[\x00-\x1f]/.test(lexeme)) bad('a control character is picked');
      block.frontBytes -= held(lexeme).length + 1;
      if (block.frontBytes < 0) bad('strings are longer than the block');
      derived?.charge(lexeme);
      made[i] = lexeme;
    }
    this.made = made;
    return made;
  }

  values() {
    const { bigints } = this.block.options;
    return this.lexemes().map((lexeme) => (lexeme[0] === '"' ? stringOf(lexeme.slice(1, -1)) : scalarOf(lexeme, bigints)));
  }
}

/** Strings around parts of the values of another column (section 8.6.11). */
class SplicedColumn {
  constructor(block, source, cuts, heads, tails) {
    Object.assign(this, { block, source, cuts, heads, tails, count: source.count, made: null });
  }

  /** The lexemes, which are made once. */
  lexemes() {
    if (this.made !== null) return this.made;
    const { block, count } = this;
    const [fronts, backs] = this.cuts;
    const values = this.source.lexemes();
    const [heads, tails] = [this.heads, this.tails].map((column) => partsOf(block, column));
    const made = new Array(count);
    for (let i = 0; i < count; i++) {
      const [front, back] = [fronts.at(i), backs.at(i)];
      if (!(front >= 0 && front <= 1024 && back >= 0 && back <= 1024)) bad('too much is left out');
      const value = held(values[i]);
      const end = value.length - Number(back);
      if (Number(front) > end) bad('more is left out than there is');
      const rest = value.slice(Number(front), end) + held(tails[i]);
      const string = held(heads[i]) + rest;
      const isString = heads[i][0] === '"';
      if (!isString && rest !== '') bad('a string goes on behind a number or literal');
      block.chargeText(string.length + (isString ? 2 : 0));
      made[i] = isString ? `"${string}"` : string;
    }
    this.made = made;
    return made;
  }

  values() {
    const { bigints } = this.block.options;
    return this.lexemes().map((lexeme) => (lexeme[0] === '"' ? stringOf(lexeme.slice(1, -1)) : scalarOf(lexeme, bigints)));
  }
}

/** The lexemes of a column whose contents are parts of strings. */
function partsOf(block, column) {
  // A column counts its strings with quotes, which parts have not.
  const left = block.textBytes;
  block.textBytes += 2 * column.count;
  const lexemes = column.lexemes();
  block.textBytes = left;
  return lexemes;
}

/** What stands between the quotes of a string, and all of a number or literal. */
function held(lexeme) {
  if (lexeme[0] === '[' || lexeme[0] === '{') bad('an array or object stands in a string');
  return lexeme[0] === '"' ? lexeme.slice(1, -1) : lexeme;
}

// ---------------------------------------------------------------------------------------------------
// Blocks (section 8)

/** The slots of a template by their numbers (section 8.3). */
function numberedSlots(template, limits) {
  if (template.numbered !== null) return template.numbered;
  const slots = [template.root];
  const first = [0];
  const add = (inside, parent) => {
    first[parent] = slots.length;
    if (slots.length + inside.length > limits.templateEntries * 2) {
      fail('limitExceeded', 'the template has too many slots');
    }
    for (const slot of inside) {
      slots.push(slot);
      first.push(0);
    }
  };
  // A slot with slots inside gives them the next numbers, and then each of them in turn does the same.
  const inside = (number) => {
    const { slots: within } = slots[number];
    if (within === undefined) return;
    add(within, number);
    const start = first[number];
    for (let i = 0; i < within.length; i++) inside(start + i);
  };
  const shapes = template.shapes.map((shape) => {
    const start = slots.length;
    for (const field of shape.fields) {
      slots.push(field.slot);
      first.push(0);
    }
    if (slots.length > limits.templateEntries * 2) fail('limitExceeded', 'the template has too many slots');
    for (let i = 0; i < shape.fields.length; i++) inside(start + i);
    return start;
  });
  inside(0);
  template.numbered = { slots, first, shapes };
  return template.numbered;
}

/** Makes objects of one shape; the values stand in `stack` from `base` on. */
class Builder {
  constructor(shape, options) {
    this.names = shape.fields.map((field) => (field.name ??= stringOf(field.key)));
    this.used = 0;
    this.isGenerated = options.codeGeneration !== false && this.names.length <= 256;
    this.key = this.isGenerated ? JSON.stringify(this.names) : '';
    this.code = (this.isGenerated && generatedBefore.get(this.key)) || null;
    this.byPresence = null;
  }

  build(stack, base) {
    if (this.code !== null) return this.code(stack, base);
    if (++this.used > 16 && this.isGenerated) {
      this.isGenerated = false;
      this.code = generated(this.names, this.key);
      if (this.code !== null) return this.code(stack, base);
    }
    const object = {};
    const { names } = this;
    for (let i = 0; i < names.length; i++) setMember(object, names[i], stack[base + i]);
    return object;
  }

  /** What makes objects with these optional fields; each of the first 256 such sets has its own. */
  partial(shape, words, start, options) {
    const key = words.length === 1 ? words[0] : words.join();
    this.byPresence ??= new Map();
    let some = this.byPresence.get(key);
    if (some === undefined) {
      some = presentFields(shape, words, start, options);
      if (this.byPresence.size < 256) this.byPresence.set(key, some);
    }
    return some;
  }
}

let canGenerate;

// What was generated, by the names: documents of one kind come again and again.
const generatedBefore = new Map();
const GENERATED_MOST = 256;

/** A function that makes an object of these members, or null where the page allows no code from strings. */
function generated(names, key) {
  if (canGenerate === false) return null;
  // A member that is named so in the source would be the prototype.
  const members = names.map((name, i) => {
    const quoted = JSON.stringify(name);
    return `${name === '__proto__' ? `[${quoted}]` : quoted}:s[b+${i}]`;
  });
  try {
    const make = new Function('s', 'b', `return{${members.join(',')}}`);
    canGenerate = true;
    if (generatedBefore.size >= GENERATED_MOST) generatedBefore.clear();
    generatedBefore.set(key, make);
    return make;
  } catch {
    canGenerate = false;
    return null;
  }
}

/** What the rows of a block are read from: the controls and values of each slot. */
class BlockReader {
  constructor(block, template, columns, limits) {
    this.limits = limits;
    this.template = template;
    this.shapes = template.shapes;
    const { slots, first, shapes } = numberedSlots(template, limits);
    this.first = first;
    this.starts = shapes;
    this.budget = block.decoded;
    this.wordsLeft = 65_536 + 8 * block.decoded;
    this.slots = slots.map((slot, number) => {
      const state = {
        kind: slot.kind, slot, first: first[number], controls: null, controlCount: 0, nextControl: 0, values: null,
        valueCount: 0, nextValue: 0,
      };
      columns.fill(state, number, this.shapes);
      return state;
    });
    const shared = columns.shared();
    this.sharedControls = new Reader(shared.controls, 0, undefined, 'missingValue');
    this.shared = new TextColumn(shared.text, undefined, columns.options);
    this.nextShared = 0;
    this.depth = 0;
    this.depthMost = limits.depth;
  }

  control(state, most) {
    let value;
    if (state.controlCount > 0) {
      if (state.nextControl >= state.controlCount) fail('missingValue', 'a column of controls ends too early');
      value = state.controls.at(state.nextControl++);
    } else {
      value = this.sharedControls.varint();
    }
    if (!(value >= 0 && value <= most)) fail('invalidValue', 'a control is out of range');
    return Number(value);
  }

  /** The next entry of the column of a slot, or of the shared ones. */
  value(state) {
    if (state.valueCount > 0) {
      if (state.nextValue >= state.valueCount) fail('missingValue', 'a column ends too early');
      return state.values[state.nextValue++];
    }
    if (this.nextShared >= this.shared.length) fail('missingValue', 'the shared text ends too early');
    return this.shared[this.nextShared++];
  }

  enter() {
    if (++this.depth > this.depthMost) fail('limitExceeded', 'the nesting is too deep');
  }

  charge(byteCount) {
    this.budget -= byteCount;
    if (this.budget < 0) fail('limitExceeded', 'a block decodes to more than it says');
  }

  presence(state, shape) {
    if (shape.optionalCount > 32) this.chargeWords(Math.ceil(shape.optionalCount / 32) - 1);
    const words = [];
    for (let left = shape.optionalCount; left > 0; left -= 32) {
      words.push(this.control(state, left >= 32 ? 0xffffffff : 2 ** left - 1));
    }
    return words;
  }

  /** Presence words beyond the first of an object: nothing is written for fields that are not there. */
  chargeWords(count) {
    this.wordsLeft -= count;
    if (this.wordsLeft < 0) fail('limitExceeded', 'a block has too many presence words');
  }

  finish() {
    const isLeft = this.slots.some(
      (state) => state.nextControl < state.controlCount || state.nextValue < state.valueCount,
    );
    if (isLeft || this.sharedControls.left > 0 || this.nextShared < this.shared.length) {
      fail('extraValue', 'something is left behind the last row');
    }
  }
}

const isThere = (words, bit) => (words[bit >>> 5] & (1 << (bit & 31))) !== 0;

/** Makes values of the rows of a block. */
class RowValues extends BlockReader {
  constructor(block, template, columns, limits) {
    super(block, template, columns, limits);
    this.options = columns.options;
    for (const state of this.slots) {
      if (state.kind === CONSTANT) state.values = scalarOf(state.slot.lexeme, this.options.bigints);
    }
    this.stack = [];
    this.top = 0;
    this.prepare();
  }

  /** Makes the values of all columns. */
  prepare() {
    for (const state of this.slots) if (state.valueCount > 0) state.values = state.values.values();
    this.shared = this.shared.values();
  }

  read(number) {
    const state = this.slots[number];
    switch (state.kind) {
      case ANY:
      case ENUMERATION: {
        const value = this.value(state);
        return typeof value === 'object' && value !== null ? this.nested(value) : value;
      }
      case CONSTANT: return state.values;
      case OBJECT: return this.object(state);
      case ARRAY: return this.elements(state.first, this.control(state, MOST), 0);
      case TUPLE: return this.elements(state.first, state.slot.slots.length, 1);
      case MAP: return this.map(state);
      default: return this.read(state.first + this.control(state, state.slot.slots.length - 1));
    }
  }

  nested(value) {
    if (this.depth + value.depth > this.depthMost) fail('limitExceeded', 'the nesting is too deep');
    this.charge(value.bytes.length);
    return value.make();
  }

  object(state) {
    const shape = this.shapes[state.slot.shape];
    const start = this.starts[state.slot.shape];
    this.enter();
    this.charge(shape.size);
    const builder = (shape.builder ??= new Builder(shape, this.options));
    const object = shape.optionalCount === 0
      ? this.whole(shape, start, builder) : this.partial(state, shape, start, builder);
    this.depth--;
    return object;
  }

  whole(shape, start, builder) {
    const base = this.top;
    const { stack, slots } = this;
    const count = shape.fields.length;
    this.top = base + count;
    for (let i = 0; i < count; i++) {
      const state = slots[start + i];
      if (state.kind === ANY && state.nextValue < state.valueCount) {
        // This is `read` for what stands nearly everywhere.
        const value = state.values[state.nextValue++];
        stack[base + i] = typeof value === 'object' && value !== null ? this.nested(value) : value;
      } else {
        stack[base + i] = this.read(start + i);
      }
    }
    this.top = base;
    return builder.build(stack, base);
  }

  /** An object that may lack fields: those with the same fields have a builder of their own. */
  partial(state, shape, start, builder) {
    const words = this.presence(state, shape);
    const some = builder.partial(shape, words, start, this.options);
    this.charge(some.size);
    const base = this.top;
    const { stack } = this;
    this.top = base + some.numbers.length;
    for (let i = 0; i < some.numbers.length; i++) stack[base + i] = this.read(some.numbers[i]);
    this.top = base;
    return some.builder.build(stack, base);
  }

  elements(first, count, step) {
    this.enter();
    this.charge(count + 1);
    const list = [];
    for (let i = 0; i < count; i++) list.push(this.read(first + i * step));
    this.depth--;
    return list;
  }

  map(state) {
    const count = this.control(state, MOST);
    this.enter();
    this.charge(2 + 5 * count);
    const object = {};
    const keys = this.slots[state.first];
    for (let i = 0; i < count; i++) {
      const key = this.value(keys);
      if (typeof key !== 'string') fail('invalidValue', 'a key is no string');
      setMember(object, key, this.read(state.first + 1));
    }
    this.depth--;
    return object;
  }

  rows(count) {
    const rows = [];
    for (let i = 0; i < count; i++) rows.push(this.read(0));
    this.finish();
    return rows;
  }
}

/** The fields of objects with this presence, by the numbers of their slots. */
function presentFields(shape, words, start, options) {
  const fields = [];
  const numbers = [];
  let size = 0;
  let bit = 0;
  shape.fields.forEach((field, i) => {
    if (field.optional && !isThere(words, bit++)) return;
    if (field.optional) size += field.key.length + 3;
    fields.push(field);
    numbers.push(start + i);
  });
  return { fields, numbers, size, builder: new Builder({ fields }, options) };
}

/** Writes the text of the rows of a block. */
class RowText extends BlockReader {
  constructor(block, template, columns, limits, writer) {
    super(block, template, columns, limits);
    for (const state of this.slots) if (state.valueCount > 0) state.values = state.values.lexemes();
    this.shared = this.shared.lexemes();
    this.writer = writer;
  }

  write(number) {
    const state = this.slots[number];
    const { writer } = this;
    switch (state.kind) {
      case ANY:
      case ENUMERATION: return this.any(this.value(state));
      case CONSTANT: return writer.scalarString(state.slot.lexeme);
      case OBJECT: return this.object(state);
      case ARRAY: return this.elements(state.first, this.control(state, MOST), 0);
      case TUPLE: return this.elements(state.first, state.slot.slots.length, 1);
      case MAP: return this.map(state);
      default: return this.write(state.first + this.control(state, state.slot.slots.length - 1));
    }
  }

  any(lexeme) {
    const first = lexeme.charCodeAt(0);
    if (first === OPEN_ARRAY || first === OPEN_OBJECT) this.nested(bytesOfString(lexeme));
    else this.writer.scalarString(lexeme);
  }

  nested(bytes) {
    const { writer } = this;
    walkValue(bytes, 0, bytes.length, {
      open: (kind) => writer.open(kind),
      close: (kind) => writer.close(kind),
      key: (start, end) => writer.key(bytes, start, end),
      scalar: (start, end) => writer.scalar(bytes, start, end),
    }, 2048);
  }

  object(state) {
    const { writer } = this;
    const shape = this.shapes[state.slot.shape];
    const start = this.starts[state.slot.shape];
    const words = this.presence(state, shape);
    writer.open(OPEN_OBJECT);
    let bit = 0;
    for (let i = 0; i < shape.fields.length; i++) {
      const field = shape.fields[i];
      if (field.optional && !isThere(words, bit++)) continue;
      const lexeme = field.lexeme ?? lexemeOf(field);
      writer.key(lexeme, 0, lexeme.length);
      this.write(start + i);
    }
    writer.close(CLOSE_OBJECT);
  }

  elements(first, count, step) {
    this.writer.open(OPEN_ARRAY);
    for (let i = 0; i < count; i++) this.write(first + i * step);
    this.writer.close(CLOSE_ARRAY);
  }

  map(state) {
    const count = this.control(state, MOST);
    this.writer.open(OPEN_OBJECT);
    const keys = this.slots[state.first];
    for (let i = 0; i < count; i++) {
      const key = this.value(keys);
      if (key.charCodeAt(0) !== QUOTE) fail('invalidValue', 'a key is no string');
      this.writer.keyString(key);
      this.write(state.first + 1);
    }
    this.writer.close(CLOSE_OBJECT);
  }

  rows(count) {
    for (let i = 0; i < count; i++) this.write(0);
    this.finish();
  }
}

/** Puts copies between the pieces that are kept of a text (section 8.8). */
class CopiedText {
  constructor(kept, separator, most) {
    this.kept = kept;
    this.separator = separator;
    this.taken = 0;
    this.writer = new TextWriter(most, 0, null, Math.min(most, 1 << 24));
    // Where pieces start in what is written.
    this.starts = new Uint32Array(1024);
    this.count = 0;
    this.mostPieces = 65536 + Math.floor(most / 16);
  }

  /** The text with all copies. */
  text({ count, columns: [news, mores, backs] }) {
    for (let i = 0; i < count; i++) {
      const [fresh, more, back] = [news.at(i), mores.at(i), backs.at(i)];
      if (!(fresh >= 0 && more >= 0 && back >= 0)) fail('invalidValue', 'a copy has a negative number');
      this.keep(fresh);
      this.copy(more, back);
    }
    this.keepUpTo(this.kept.length);
    return this.writer.finish();
  }

  /** Appends so many of the pieces that are kept. */
  keep(count) {
    const { kept, taken, writer } = this;
    let end = taken;
    for (let left = Number(count); left > 0; left--) {
      if (end === kept.length) fail('missingValue', 'there are fewer pieces than copies stand behind');
      this.start(writer.at + end - taken);
      end = this.endOfPiece(end);
    }
    this.keepUpTo(end);
  }

  keepUpTo(end) {
    this.writer.bytes(this.kept, this.taken, end);
    this.taken = end;
  }

  /** Where the piece ends that starts here. */
  endOfPiece(start) {
    const { kept, separator } = this;
    const [first] = separator;
    if (separator.length === 1) {
      const at = kept.indexOf(first, start + 1);
      return at < 0 ? kept.length : at;
    }
    const last = kept.length - separator.length;
    for (let at = start + 1; at <= last; at++) if (kept[at] === first && this.isSeparator(at)) return at;
    return kept.length;
  }

  isSeparator(at) {
    const { kept, separator } = this;
    for (let i = 1; i < separator.length; i++) if (kept[at + i] !== separator[i]) return false;
    return true;
  }

  /** Appends 1 + `more` pieces, of which the first stands 1 + `back` before the end. */
  copy(more, back) {
    if (back >= this.count) fail('invalidValue', 'a piece is copied from before the first one');
    const { writer } = this;
    const first = this.count - 1 - Number(back);
    const from = this.starts[first];
    // What is appended recurs from there on, so it doubles what can be copied at once.
    for (let left = Number(more) + 1; left > 0;) {
      const behind = Math.min(first + left, this.count);
      const shift = writer.at - from;
      writer.bytes(writer.out, from, behind < this.count ? this.starts[behind] : writer.at);
      for (let i = first; i < behind; i++) this.start(this.starts[i] + shift);
      left -= behind - first;
    }
  }

  /** Notes where a piece starts. */
  start(at) {
    if (this.count === this.mostPieces) fail('limitExceeded', 'there are too many pieces for the bytes of the block');
    if (this.count === this.starts.length) {
      const grown = new Uint32Array(2 * this.count);
      grown.set(this.starts);
      this.starts = grown;
    }
    this.starts[this.count++] = at;
  }
}

/** The first byte of a block (section 8.1). */
function formOf(byte) {
  const form = {
    isColumns: (byte & 3) === 1 || (byte & 3) === 2,
    isModelled: (byte & 3) === 2,
    isCopies: (byte & 3) === 3,
    elements: (byte & 4) !== 0,
    continues: (byte & 8) !== 0,
    closes: (byte & 16) !== 0,
    template: (byte & 32) !== 0,
    fields: (byte & 64) !== 0,
    last: (byte & 128) !== 0,
  };
  if (form.closes && !form.elements) bad('a block of texts closes an array');
  if (form.template && (byte & 3) === 0) bad('a stored block has a template');
  if (form.last && !form.fields) bad('a block without sealed fields says that it is the last');
  return form;
}

function checkSection(head, body, block) {
  if (crc32(body) !== head.check) fail('checkMismatch', 'a section is not what was encoded', block.offset);
}

/** Decodes the blocks of a file. */
class FileBlocks {
  constructor(file, options, limits) {
    this.file = file;
    this.options = options;
    this.limits = limits;
    this.isOpen = false;
    this.rowsSoFar = 0;
  }

  /** The form of a block, and where its content goes on; `number` is that of the block. */
  header(block, number) {
    if (block.content.length === 0) fail('truncated', 'a block has no content', block.offset);
    const form = formOf(block.content[0]);
    const refuse = (message) => fail('invalidFrame', message, block.offset);
    if (form.continues !== number > 0) refuse('a block continues nothing, or does not continue');
    if (number > 0 && (form.elements !== this.isOpen)) {
      if (form.elements || this.isOpen) refuse('elements and texts do not follow one another so');
    }
    this.isOpen = form.elements && !form.closes;
    const hasFields = this.file.fields !== null;
    const isLast = number === this.file.blocks.length - 1;
    if (form.fields !== hasFields) refuse('fields are sealed in some blocks only');
    if (hasFields && form.last && !isLast) refuse('a block stands behind the last');
    if (hasFields && isLast && !form.last) fail('invalidEnd', 'the last block is missing');
    return form;
  }

  /** The template of a block, which may have its own. */
  async template(form, reader, block) {
    if (form.template) {
      const payload = reader.take(reader.varint());
      return templateOfPayload(payload, this.limits, this.options);
    }
    const { file } = this;
    if (file.template !== null) return file.template;
    if (file.reference !== null) {
      const known = this.options.structures?.(file.reference);
      const canonical = known ?? fail('unknownTemplate', 'the template of the file is not at hand', block.offset);
      if (!hex(sha256(canonical)).startsWith(file.reference.id)) {
        fail('templateMismatch', 'another template was given for the file', block.offset);
      }
      file.template = templateOf(canonical, this.limits);
      return file.template;
    }
    return fail('invalidFrame', 'a block has no template', block.offset);
  }

  /** The text of a block, verified. */
  async text(block, form, reader, limits = this.limits) {
    const template = form.template || form.isColumns ? await this.template(form, reader, block) : null;
    const text = form.isCopies
      ? await this.copied(block, form, reader, template, limits)
      : await this.plain(block, form, reader, template, limits);
    const check = crc32(text);
    if (text.length !== block.decoded || check !== block.check) {
      fail('checkMismatch', 'what was decoded is not what was encoded', block.offset);
    }
    return text;
  }

  /** The text of a block without copies, or what is kept of one with copies. */
  async plain(block, form, reader, template, limits) {
    if (!form.isColumns) return this.stored(block, reader);
    const columns = form.isModelled
      ? await this.modelled(block, reader, template, limits)
      : await this.columns(block, reader, template.hash, this.verifies);
    const gaps = form.isModelled ? columns.gaps : blockGaps(columns);
    refuseMark(form, gaps);
    const writer = new TextWriter(block.decoded, limits.depth, gaps, Math.min(block.decoded, 1 << 24));
    if (form.continues) writer.continueFrom(form.elements);
    if (form.elements && !form.continues) writer.open(OPEN_ARRAY);
    new RowText(block, template, columns, limits, writer).rows(block.rows);
    if (form.closes) writer.close(CLOSE_ARRAY);
    return writer.finish();
  }

  /** The text of a block with copies (section 8.8); `template` is its own, if it has one. */
  async copied(block, form, reader, template, limits) {
    const number = reader.byte();
    if (number > 2) bad('what is kept of a block is of an unknown form');
    if (number === 0 && form.template) bad('a block of which a stored text is kept has a template');
    const rows = reader.varint();
    const decoded = reader.varint();
    if (rows > decoded || decoded > block.decoded) bad('more is kept of a block than it has');
    const separatorLength = reader.varint();
    if (separatorLength < 1 || separatorLength > 255) bad('a separator has no such length');
    const separator = reader.take(separatorLength);
    const sections = new Reader(reader.take(reader.varint()));
    const copies = (await this.columns(block, sections, 0, this.verifies)).copies();
    const keptForm = { ...form, isColumns: number > 0, isModelled: number === 2 };
    const keptTemplate = number > 0 ? template ?? await this.template(form, reader, block) : null;
    const kept = await this.plain({ ...block, rows, decoded }, keptForm, reader, keptTemplate, limits);
    if (kept.length !== decoded) fail('checkMismatch', 'less is kept of a block than it says', block.offset);
    return new CopiedText(kept, separator, block.decoded).text(copies);
  }

  /** The columns of a modelled block (section 16). */
  async modelled(block, reader, template, limits) {
    const archive = await archiveReader();
    if (archive === null) bad('archive.js is not beside this module, so that no modelled block can be read');
    return archive.columns(block, reader, template, limits, this.options);
  }

  stored(block, reader) {
    const codec = reader.byte();
    return decompress(codec, reader.take(reader.left), block.decoded, this.options);
  }

  /** Whether sections are verified even where the text is. */
  get verifies() {
    return this.options.verifiesSections === true;
  }

  /** The columns of a block, whose sections are verified where `verifies` (section 8.2). */
  async columns(block, reader, seed, verifies) {
    const { heads, bodies } = this.sections(block, reader, seed, verifies);
    const sections = [];
    for (let i = 0; i < bodies.length; i++) {
      if (verifies && i > 2) checkSection(heads[i], bodies[i], block);
      const section = decompress(heads[i].codec, bodies[i], heads[i].count, this.options);
      sections.push(section instanceof Promise ? await section : section);
    }
    return new Columns(new Streams(sections), block.decoded, this.options);
  }

  /** The sections of a block as they stand there, with their heads; the first three are verified where `verifies`. */
  sections(block, reader, seed, verifies) {
    const start = reader.at;
    const large = reader.varint();
    if (large * 6 > reader.left) fail('truncated', 'a block has no room for its sections', block.offset);
    const heads = [];
    const most = Math.min(this.limits.decodedByteCount, Math.max(67_108_864, 2 * block.decoded));
    const slowMost = 65_536 + 2 * block.decoded;
    let total = 0;
    let slow = 0;
    for (let i = 0; i < large + 3; i++) {
      const codec = reader.byte();
      if (codec >= CODECS.length) fail('unsupportedCodec', `there is no codec ${codec}`, block.offset);
      const count = reader.varint();
      const size = codec === 0 ? count : reader.varint();
      const check = i < 3 ? 0 : reader.word();
      total += count;
      if (isSlow(codec)) slow += count;
      if (total > most || slow > slowMost) fail('limitExceeded', 'sections are too long', block.offset);
      heads.push({ codec, count, size, check });
    }
    const bodies = heads.slice(0, 3).map((head) => reader.take(head.size));
    const end = reader.at;
    const check = reader.word();
    if (verifies && crc32(reader.bytes.subarray(start, end), seed) !== check) {
      fail('checkMismatch', 'sections are not what was encoded', block.offset);
    }
    for (const head of heads.slice(3)) bodies.push(reader.take(head.size));
    if (reader.left > 0) bad('bytes stand behind the sections');
    return { heads, bodies };
  }

  /** The rows of a block as values, verified by their sections (section 9.9). */
  async rows(block, form, reader) {
    if (!form.isColumns || form.isModelled) return this.rowsOfText(await this.text(block, form, reader), form, block.rows);
    const template = await this.template(form, reader, block);
    const columns = await this.columns(block, reader, template.hash, true);
    const gaps = blockGaps(columns);
    refuseMark(form, gaps);
    const values = new RowValues(block, template, columns, this.limits);
    if (form.elements) values.enter();
    return values.rows(block.rows);
  }

  /** The values of the rows of a piece of text. */
  rowsOfText(text, form, count) {
    if (!form.elements) {
      return valuesOfTexts(text, count, this.options);
    }
    // The piece is made a whole array.
    let inner = utf8.decode(text[0] === 0xef && !form.continues ? text.subarray(3) : text).trim();
    if (form.continues) {
      if (this.rowsSoFar > 0 && count > 0) {
        if (inner[0] !== ',') fail('unexpectedCharacter', 'a comma is missing');
        inner = inner.slice(1);
      }
      inner = `[${inner}`;
    }
    if (!form.closes) inner += ']';
    const [rows] = valuesOfTexts(utf8Bytes.encode(inner), 1, this.options);
    if (!Array.isArray(rows) || rows.length !== count) fail('invalidFrame', 'a block has other rows than it says');
    return rows;
  }
}

let archive;

/** What reads modelled blocks, or null where `archive.js` is missing. It is loaded when it is first called for. */
function archiveReader() {
  archive ??= import('./archive.js').catch(() => null).then((module) => module?.reader({
    Columns, ConstantColumn, DecimalColumn, DerivedColumn, FloatColumn, HuskError, IntegerColumn, MessageValues,
    MixedColumn, MOST, NearColumn, PatternColumn, RangeDecoder, Reader, TextColumn, TextWriter, byteStringOf, crc32,
    decompress, fail, gapsOfMessage, isScalar, narrowed, numberedSlots, sum,
  }) ?? null);
  return archive;
}

/** The gaps of a block (section 8.5), or null where all are as predicted. */
function blockGaps(columns) {
  const { source } = columns;
  const count = source.varint();
  if (count > columns.decoded + 1) bad('there are more surprises than bytes');
  if (count === 0) return null;
  const newline = source.string();
  const indent = source.string();
  const list = [];
  const entries = source.varint();
  if (entries > count + 1) bad('more gaps are listed than are used');
  for (let i = 0; i < entries; i++) {
    const entry = source.string();
    list.push(entry === '' ? Number(source.signed()) : entry);
  }
  const skipped = columns.integers(count);
  const numbers = columns.integers(count);
  if (columns instanceof SelectedColumns) return null;
  return new Gaps(newline, indent, list, skipped.entries(), numbers.entries());
}

/** Refuses a byte order mark in a block that goes on, whether it is a gap or listed alone. */
function refuseMark(form, gaps) {
  if (form.continues && gaps?.list.some((entry) => typeof entry === 'string' && entry[0] === '\xef')) {
    fail('invalidGaps', 'a byte order mark stands inside');
  }
}

/** What a file decodes to: pieces of text, or the values of its texts. */
async function decodeFile(file, options, limits, sink) {
  const { wantsValues } = sink;
  const blocks = new FileBlocks(file, options, limits);
  file.template = templateOfFile(file, limits);
  if (file.fields !== null && file.blocks.length === 0) fail('invalidEnd', 'a fields frame has no blocks');
  const fields = file.fields === null ? null : await SealedFields.open(file, options, limits);
  for (const [number, block] of file.blocks.entries()) {
    const form = blocks.header(block, number);
    const reader = new Reader(block.content, 1);
    try {
      sink.charge(block.decoded, block.offset);
      if (form.fields || !wantsValues) {
        const text = form.fields
          ? await fields.text(blocks, block, form, reader, number) : await blocks.text(block, form, reader);
        if (wantsValues) sink.rows(blocks.rowsOfText(text, form, block.rows), form);
        else sink.text(text);
      } else {
        sink.rows(await blocks.rows(block, form, reader), form);
      }
    } catch (error) {
      if (error instanceof HuskError && error.offset === undefined) error.offset = block.offset;
      throw error;
    }
    blocks.rowsSoFar += block.rows;
  }
  if (blocks.isOpen) fail('invalidEnd', 'an array is still open', file.endAt);
}

// ---------------------------------------------------------------------------------------------------
// Selected reading (section 9.9)

/** What was asked for is no value of JSON: it is left out. */
const LEFT_OUT = Symbol('left out');

/** Splits at a separator that has no backslash before it; backslashes stay. */
function splitEscaped(text, separator) {
  const parts = [''];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === separator) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += text[at];
    if (text[at] === '\\' && at + 1 < text.length) parts[parts.length - 1] += text[++at];
  }
  return parts;
}

/** The keys that `user.name`, or a list of keys, stands for. */
function pathOf(path) {
  const keys = typeof path === 'string'
    ? splitEscaped(path, '.').map((step) => step.replace(/\\([^])/g, '$1')) : [...path];
  if (keys.length === 0 || keys.includes('')) fail('invalidSelection', 'a path is keys with points between them');
  return keys;
}

/** Which members are wanted: maps by keys, and null where all of a value is wanted. */
function wantedOf(fields) {
  if (fields === undefined || fields === null) return null;
  const paths = (typeof fields === 'string' ? splitEscaped(fields, ',') : [...fields]).map(pathOf);
  const root = new Map();
  for (const path of paths) {
    let node = root;
    for (const key of path.slice(0, -1)) {
      if (node.get(key) === null) node = null;
      else if (!node.has(key)) node.set(key, new Map());
      if (node === null) break;
      node = node.get(key);
    }
    if (node !== null) node.set(path[path.length - 1], null);
  }
  return root;
}

/** The rows from the first up to, not including, the end, that `100:200`, a pair or a number stands for. */
function rangeOf(rows) {
  if (rows === undefined || rows === null) return [0, Infinity];
  let range = rows;
  if (typeof rows === 'string') {
    const parts = /^(\d*)(:?)(\d*)$/.exec(rows);
    if (parts === null || (parts[2] === '' && parts[1] === '')) range = [NaN];
    else if (parts[2] === '') range = Number(parts[1]);
    else range = [Number(parts[1]), parts[3] === '' ? Infinity : Number(parts[3])];
  }
  if (typeof range === 'number') range = [range, range + 1];
  const [first, end = Infinity] = range;
  if (!(first >= 0 && end >= first)) fail('invalidSelection', 'rows are written as 100:200, 100:, :200, or 100 for one');
  return [first, end];
}

/** What is wanted of a value that is there. */
function projected(value, node) {
  if (node === null) return value;
  if (Array.isArray(value)) return value.map((element) => projected(element, node)).filter((one) => one !== LEFT_OUT);
  if (typeof value !== 'object' || value === null) return LEFT_OUT;
  const object = {};
  for (const [key, member] of Object.entries(value)) {
    const inner = node.get(key);
    if (inner === undefined) continue;
    const wanted = projected(member, inner);
    if (wanted !== LEFT_OUT) setMember(object, key, wanted);
  }
  return object;
}

/** Says which large section has to be decompressed first, where the platform needs a promise for that. */
class MissingSection {
  constructor(load) {
    this.load = load;
  }
}

/** The streams of a block of which large sections are decompressed when they are read. */
class SelectedStreams {
  constructor(first, heads, bodies, block, options) {
    this.descriptors = new Reader(first[0]);
    this.small = new Reader(first[1]);
    this.text = new Reader(first[2]);
    Object.assign(this, { heads, bodies, block, options, next: 3, large: new Map(), isSkipping: false });
  }

  /** The next stream, or null where it is only passed. */
  numbers(count) {
    if (count < LARGE) return this.small.take(count);
    const number = this.next++;
    const head = this.heads[number];
    if (head === undefined || head.count < count) fail('truncated', 'a large section is missing or too short');
    if (head.count > count) fail('extraValue', 'a large section is too long');
    if (this.isSkipping) return null;
    const section = this.large.get(number);
    if (section !== undefined) return section;
    checkSection(head, this.bodies[number], this.block);
    const made = decompress(head.codec, this.bodies[number], head.count, this.options);
    if (made instanceof Promise) throw new MissingSection(async () => this.large.set(number, await made));
    this.large.set(number, made);
    return made;
  }

  finish() {}

  get place() {
    return [this.descriptors.at, this.small.at, this.text.at, this.next, this.isSkipping];
  }

  set place(place) {
    [this.descriptors.at, this.small.at, this.text.at, this.next, this.isSkipping] = place;
  }
}

/** A column that is read when something is asked of it. */
class LazyColumn {
  constructor(columns, count, read) {
    Object.assign(this, { columns, count, read, made: null, columnCount: 1, passedGroups: 0 });
    this.place = columns.streams.place;
    this.integers = columns.integerColumns.length;
    this.before = columns.valueColumns.length;
    this.integerCount = 0;
  }

  get column() {
    this.made ??= this.columns.readLate(this);
    return this.made;
  }

  get data() {
    return this.column.data;
  }

  get value() {
    return this.column.value;
  }

  get add() {
    return this.column.add;
  }

  get groupCount() {
    return this.column.groupCount;
  }

  get indices() {
    return this.column.indices;
  }

  get sourceCount() {
    return this.column.sourceCount;
  }

  at(i) {
    return this.column.at(i);
  }

  entries() {
    return this.column.entries();
  }

  lexemes() {
    return this.column.lexemes();
  }

  values() {
    return this.column.values();
  }
}

/** Reads the descriptors of all columns, and of their streams those that are asked for. */
class SelectedColumns extends Columns {
  /** By the place of their descriptors: those in scalar columns are met when these are passed, and when they are read. */
  met = new Map();

  integers(count) {
    const { at } = this.source;
    if (!this.met.has(at)) this.met.set(at, new LazyColumn(this, count, () => this.integerColumn(count, 1)));
    const lazy = this.met.get(at);
    const { columnCount, groupTotal } = this;
    this.pass(() => this.passIntegers(count, 1));
    lazy.columnCount = this.columnCount - columnCount;
    lazy.passedGroups = this.groupTotal - groupTotal;
    this.integerColumns.push(lazy);
    return lazy;
  }

  values(count) {
    const lazy = new LazyColumn(this, count, () => this.scalars(count, 1));
    const { columnCount, groupTotal } = this;
    this.pass(() => this.passScalars(count, 1));
    lazy.integerCount = this.columnCount - columnCount;
    lazy.copiedGroups = this.groupTotal - groupTotal;
    this.valueColumns.push(lazy);
    return lazy;
  }

  pass(step) {
    const { isSkipping } = this.streams;
    this.streams.isSkipping = true;
    step();
    this.streams.isSkipping = isSkipping;
  }

  /** Reads a column where it stands, with the columns that stood before it then. */
  readLate(lazy) {
    const { place } = this.streams;
    const kept = [
      this.integerColumns, this.valueColumns, this.made, this.entriesLeft, this.entryBytes, this.frontBytes,
      this.passedBytes, this.derivedCount, this.columnsLeft, this.wholeLeft,
    ];
    const { columnCount, groupTotal } = this;
    this.integerColumns = this.integerColumns.slice(0, lazy.integers);
    this.valueColumns = this.valueColumns.slice(0, lazy.before);
    this.streams.place = lazy.place;
    this.streams.isSkipping = false;
    let isMade = false;
    try {
      const column = lazy.read();
      // What decodes on the first use needs its sections now.
      if (column.values !== undefined) column.prepared = column.values();
      isMade = true;
      return column;
    } finally {
      // What is tried again is counted again.
      if (!isMade) {
        [
          , , this.made, this.entriesLeft, this.entryBytes, this.frontBytes, this.passedBytes, this.derivedCount,
          this.columnsLeft, this.wholeLeft,
        ] = kept;
      }
      [this.integerColumns, this.valueColumns] = kept;
      this.columnCount = columnCount;
      this.groupTotal = groupTotal;
      this.streams.place = place;
    }
  }

  passIntegers(count, depth) {
    if (depth > 8) bad('columns stand in one another too deep');
    const { source } = this;
    const tag = source.byte();
    const encoding = tag & 15;
    const width = tag >> 4;
    this.columnCount += 1;
    if (encoding <= 3 || (encoding >= 9 && encoding <= 11)) source.signed();
    switch (encoding) {
      case 0: break;
      case 1:
      case 9:
      case 10:
      case 11:
        for (let k = 0; k < width; k++) this.streams.numbers(count);
        if (encoding >= 9) this.streams.numbers(Math.ceil(count * (1 << (encoding - 9)) / 8));
        break;
      case 2:
        this.streams.numbers(count * width);
        break;
      case 3:
        this.passIntegers(Math.max(count - 1, 0), depth + 1);
        break;
      case 4:
      case 5: {
        const size = this.upto(count);
        this.passIntegers(size, depth + 1);
        this.passIntegers(encoding === 4 ? count : size, depth + 1);
        break;
      }
      case 6: {
        const from = this.integerColumns[this.integerColumns.length - source.varint()];
        source.signed();
        if (from === undefined) break;
        this.columnCount += from.columnCount - 1;
        this.groupTotal += from.passedGroups;
        break;
      }
      case 7: {
        const distance = source.varint();
        this.columnCount += this.integerColumns[this.integerColumns.length - distance]?.columnCount ?? 0;
        const parameter = source.varint();
        this.groupTotal += distance > 0 ? 2 ** Math.min(parameter, 16) : Math.min(parameter, 65_536);
        source.signed();
        this.passIntegers(count, depth + 1);
        break;
      }
      case 8:
        source.signed();
        source.signed();
        this.passIntegers(count, depth + 1);
        break;
      case 12: {
        for (let k = 0; k < (width === 0 ? 1 : 2); k++) {
          const from = this.integerColumns[this.integerColumns.length - source.varint()];
          this.columnCount += from?.columnCount ?? 0;
          this.groupTotal += from?.passedGroups ?? 0;
        }
        this.passIntegers(count, depth + 1);
        break;
      }
      default: bad('there is no such encoding of integers');
    }
  }

  passScalars(count, depth) {
    if (depth > 4) bad('scalar columns stand in one another too deep');
    const { source } = this;
    const tag = source.byte();
    const encoding = tag & 15;
    switch (encoding) {
      case 1:
        this.streams.text.take(source.varint());
        break;
      case 2:
        source.string();
        break;
      case 3:
        this.passScalars(this.upto(count), depth + 1);
        this.integers(count);
        break;
      case 4:
      case 5:
        source.varint();
        this.integers(count);
        if (encoding === 5) this.integers(count);
        break;
      case 6:
        this.pattern(count);
        break;
      case 7:
        this.hexadecimal(count);
        break;
      case 8: {
        const classes = this.upto(8);
        const which = this.integers(count);
        const counts = new Array(classes).fill(0);
        for (const number of which.entries()) counts[number]++;
        for (const places of counts) this.passScalars(places, depth + 1);
        break;
      }
      case 9:
        source.varint();
        if (tag >> 4 !== 2) {
          for (let i = 0; i < 2; i++) source.varint();
          for (let i = 0; i < 2; i++) source.string();
        }
        if (tag >> 4 !== 0) this.integers(count);
        break;
      case 10:
        this.integers(count);
        this.streams.text.take(source.varint());
        break;
      case 11:
        source.string();
        this.integers(count);
        this.streams.numbers(source.varint());
        break;
      case 12:
        source.string();
        source.string();
        source.varint();
        this.integers(count);
        break;
      case 13: {
        const number = this.upto(32);
        for (let k = 0; k <= number; k++) source.string();
        this.columnCount += number;
        for (let k = 0; k < number; k++) this.passScalars(count, depth + 1);
        break;
      }
      case 14:
        source.varint();
        if (tag >> 4 === 1) this.integers(count);
        this.integers(count);
        this.integers(count);
        this.columnCount += 2;
        this.passScalars(count, 1);
        this.passScalars(count, 1);
        break;
      case 15:
        this.notation();
        this.integers(count);
        if (tag >> 4 === 3) this.integers(count);
        break;
      default: bad('there is no such encoding of scalars');
    }
  }
}

/** Makes what is wanted of the rows of a block. */
class SelectedRows extends RowValues {
  prepare() {
    this.plans = new Map();
  }

  hasControls(state) {
    if (state.kind === OBJECT) return this.shapes[state.slot.shape].optionalCount > 0;
    return state.kind === ARRAY || state.kind === MAP || state.kind === ONE_OF;
  }

  /** Finds out which columns are needed for some members, and reads them; where that waits it gives a promise. */
  async select(node) {
    const wanted = this.wanted(node);
    this.find(wanted);
    const columns = [];
    this.slots.forEach((state, number) => {
      if (!this.isMet[number]) return;
      if (state.controlCount > 0) columns.push(state.controls);
      if (state.valueCount > 0 && wanted.has(number)) columns.push(state.values);
    });
    for (let missing = columns; missing.length > 0;) {
      const loads = [];
      missing = missing.filter((column) => {
        try {
          return column.column === null;
        } catch (error) {
          if (!(error instanceof MissingSection)) throw error;
          loads.push(error.load);
          return true;
        }
      });
      await Promise.all(loads.map((load) => load()));
    }
    this.slots.forEach((state, number) => {
      if (state.valueCount > 0 && wanted.has(number)) state.values = state.values.column.prepared;
    });
    this.shared = this.usesText ? this.shared.values() : [];
  }

  /** The slots whose values are made. */
  wanted(root) {
    const open = [[0, root]];
    const seen = new Map();
    const shapes = new Map();
    const isNew = (all, key, node) => {
      const nodes = all.get(key) ?? new Set();
      all.set(key, nodes);
      return !nodes.has(node) && nodes.add(node);
    };
    while (open.length > 0) {
      const [number, node] = open.pop();
      if (!isNew(seen, number, node)) continue;
      const { kind, slot, first } = this.slots[number];
      if (kind === OBJECT) {
        // Objects of one shape share its fields, of which there may be as many as objects.
        if (!isNew(shapes, slot.shape, node)) continue;
        const start = this.starts[slot.shape];
        this.shapes[slot.shape].fields.forEach((field, i) => {
          const inner = node === null ? null : node.get((field.name ??= stringOf(field.key)));
          if (inner !== undefined) open.push([start + i, inner]);
        });
      } else if (kind === MAP) {
        open.push([first, null]);
        for (const inner of node === null ? [null] : node.values()) open.push([first + 1, inner]);
      } else {
        for (let i = 0; i < (slot.slots ?? []).length; i++) open.push([first + i, node]);
      }
    }
    return new Set(seen.keys());
  }

  /** For each slot the slots that lead to it: those of one shape are one list. */
  parents() {
    const parents = new Array(this.slots.length).fill(null);
    const users = this.shapes.map(() => []);
    this.shapes.forEach(({ fields }, number) => {
      parents.fill(users[number], this.starts[number], this.starts[number] + fields.length);
    });
    this.slots.forEach(({ kind, slot, first }, number) => {
      if (kind === OBJECT) users[slot.shape].push(number);
      else if (slot.slots) parents.fill([number], first, first + slot.slots.length);
    });
    return parents;
  }

  /** Finds the slots that are met on the way: others are passed without a look at them. */
  find(wanted) {
    const parents = this.parents();
    const isDone = new Set([null]);
    const { left } = this.sharedControls;
    const hasText = this.shared.count > 0;
    this.isMet = this.slots.map(() => false);
    const meet = (first) => {
      const open = [first];
      while (open.length > 0) {
        const number = open.pop();
        if (this.isMet[number]) continue;
        this.isMet[number] = true;
        if (isDone.has(parents[number])) continue;
        isDone.add(parents[number]);
        for (const parent of parents[number]) open.push(parent);
      }
    };
    for (const number of wanted) meet(number);
    // Whoever takes what slots share goes through all of it.
    const isShared = (state) => (this.hasControls(state) ? left > 0 && state.controlCount === 0
      : hasText && state.valueCount === 0 && (state.kind === ANY || state.kind === ENUMERATION));
    const shares = (isText) => this.slots.some(
      (state, number) => this.isMet[number] && this.hasControls(state) !== isText && isShared(state),
    );
    this.usesText = false;
    for (let count = 0; count < 3; count++) {
      const usesControls = shares(false);
      this.usesText = shares(true);
      this.slots.forEach((state, number) => {
        if (isShared(state) && (this.hasControls(state) ? usesControls : this.usesText)) meet(number);
      });
    }
  }

  /** What is wanted of the next value of a slot. */
  some(number, node) {
    if (node === null) return this.read(number);
    const state = this.slots[number];
    switch (state.kind) {
      case ANY:
      case ENUMERATION: {
        const value = this.value(state);
        return typeof value === 'object' && value !== null ? projected(this.nested(value), node) : LEFT_OUT;
      }
      case CONSTANT: return LEFT_OUT;
      case OBJECT: return this.someFields(state, node);
      case ARRAY: return this.someElements(state.first, this.control(state, MOST), 0, node);
      case TUPLE: return this.someElements(state.first, state.slot.slots.length, 1, node);
      case MAP: return this.someMembers(state, node);
      default: return this.some(state.first + this.control(state, state.slot.slots.length - 1), node);
    }
  }

  /** The fields of a shape that are wanted, or that have to be passed. */
  planOf(shapeNumber, node) {
    let plans = this.plans.get(shapeNumber);
    if (plans === undefined) this.plans.set(shapeNumber, (plans = new Map()));
    let plan = plans.get(node);
    if (plan !== undefined) return plan;
    const shape = this.shapes[shapeNumber];
    const start = this.starts[shapeNumber];
    let bit = 0;
    const steps = shape.fields.map((field, i) => ({
      field, number: start + i, bit: field.optional ? bit++ : -1, inner: node.get((field.name ??= stringOf(field.key))),
    })).filter((step) => step.inner !== undefined || this.isMet[step.number]);
    const isSimple = shape.optionalCount === 0 && steps.every((step) => step.inner === null);
    const builder = isSimple ? new Builder({ fields: steps.map((step) => step.field) }, this.options) : null;
    plan = { steps, builder };
    plans.set(node, plan);
    return plan;
  }

  someFields(state, node) {
    const { steps, builder } = this.planOf(state.slot.shape, node);
    const words = this.presence(state, this.shapes[state.slot.shape]);
    this.enter();
    this.charge(2);
    if (builder !== null) {
      const base = this.top;
      this.top = base + steps.length;
      for (let i = 0; i < steps.length; i++) this.stack[base + i] = this.read(steps[i].number);
      this.top = base;
      this.depth--;
      return builder.build(this.stack, base);
    }
    const object = {};
    for (const { field, number, bit, inner } of steps) {
      if (bit >= 0 && !isThere(words, bit)) continue;
      if (inner === undefined) {
        this.skip(number);
        continue;
      }
      const value = this.some(number, inner);
      if (value !== LEFT_OUT) setMember(object, field.name, value);
    }
    this.depth--;
    return object;
  }

  someElements(first, count, step, node) {
    this.enter();
    this.charge(count + 1);
    const list = [];
    for (let i = 0; i < count; i++) {
      const value = this.some(first + i * step, node);
      if (value !== LEFT_OUT) list.push(value);
    }
    this.depth--;
    return list;
  }

  someMembers(state, node) {
    const count = this.control(state, MOST);
    this.enter();
    this.charge(2 + 5 * count);
    const object = {};
    for (let i = 0; i < count; i++) {
      const key = this.value(this.slots[state.first]);
      if (typeof key !== 'string') fail('invalidValue', 'a key is no string');
      const inner = node.get(key);
      if (inner === undefined) {
        this.skip(state.first + 1);
        continue;
      }
      const value = this.some(state.first + 1, inner);
      if (value !== LEFT_OUT) setMember(object, key, value);
    }
    this.depth--;
    return object;
  }

  /** Passes the next value of a slot. */
  skip(number) {
    if (!this.isMet[number]) return;
    const state = this.slots[number];
    const all = (count, step) => {
      this.charge(count + 1);
      this.enter();
      for (let i = 0; i < count; i++) this.skip(state.first + i * step);
      this.depth--;
    };
    switch (state.kind) {
      case ANY:
      case ENUMERATION:
        if (state.valueCount > 0) state.nextValue++;
        else if (this.usesText) this.nextShared++;
        break;
      case CONSTANT: break;
      case OBJECT: {
        const shape = this.shapes[state.slot.shape];
        const start = this.starts[state.slot.shape];
        const words = this.presence(state, shape);
        this.enter();
        let bit = 0;
        shape.fields.forEach((field, i) => {
          if (!field.optional || isThere(words, bit++)) this.skip(start + i);
        });
        this.depth--;
        break;
      }
      case ARRAY:
        all(this.control(state, MOST), 0);
        break;
      case TUPLE:
        all(state.slot.slots.length, 1);
        break;
      case MAP: {
        const count = this.control(state, MOST);
        this.charge(2 + 5 * count);
        this.enter();
        for (let i = 0; i < count; i++) {
          this.skip(state.first);
          this.skip(state.first + 1);
        }
        this.depth--;
        break;
      }
      default: this.skip(state.first + this.control(state, state.slot.slots.length - 1));
    }
  }
}

/** Whether anything that is sealed is at, above or below something that is wanted. */
function meetsSealed(sealed, node) {
  if (node === null || sealed.index >= 0) return true;
  return [...sealed.inside].some(([key, inner]) => node.has(key) && meetsSealed(inner, node.get(key)));
}

/** Gives some rows of an input, and some of their members. */
class RowSelector {
  constructor({ fields, rows, at }, options, limits, byteCount) {
    this.node = wantedOf(fields);
    [this.first, this.end] = rangeOf(rows);
    this.array = at === undefined || at === null ? null : pathOf(at);
    Object.assign(this, { options, limits, byteCount, rows: [], row: 0 });
    this.sink = new Sink(true, options, limits, byteCount);
  }

  give(value) {
    const wanted = projected(value, this.node);
    if (wanted !== LEFT_OUT) this.rows.push(wanted);
  }

  /** The rows of a document, by its texts. */
  document(texts) {
    if (this.array !== null) {
      for (const text of texts) {
        const list = this.array.reduce((value, key) => (
          value !== null && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, key)
            ? value[key] : undefined
        ), text);
        if (!Array.isArray(list)) fail('invalidSelection', 'a text has no such array');
        for (const value of list.slice(this.first, this.end)) this.give(value);
      }
      return;
    }
    const rows = texts.length === 1 && Array.isArray(texts[0]) ? texts[0] : texts;
    for (const value of rows) {
      if (this.row >= this.first && this.row < this.end) this.give(value);
      this.row++;
    }
  }

  async file(file) {
    if (this.array !== null) {
      const sink = new Sink(true, this.options, this.limits, this.byteCount);
      await decodeFile(file, this.options, this.limits, sink);
      this.document(sink.values);
      return;
    }
    const blocks = new FileBlocks(file, this.options, this.limits);
    file.template = templateOfFile(file, this.limits);
    const opens = file.fields !== null && meetsSealed(file.fields.root, this.node);
    const fields = opens ? await SealedFields.open(file, this.options, this.limits) : null;
    for (const [number, block] of file.blocks.entries()) {
      const form = blocks.header(block, number);
      const first = this.row;
      this.row += block.rows;
      if (this.row > this.first && first < this.end) {
        try {
          await this.block(blocks, block, form, number, fields, first);
        } catch (error) {
          if (error instanceof HuskError && error.offset === undefined) error.offset = block.offset;
          throw error;
        }
      }
      blocks.rowsSoFar += block.rows;
    }
    if (blocks.isOpen) fail('invalidEnd', 'an array is still open', file.endAt);
  }

  async block(blocks, block, form, number, fields, first) {
    this.sink.charge(block.decoded, block.offset);
    const reader = new Reader(block.content, 1);
    const [from, to] = [Math.max(this.first - first, 0), Math.min(this.end - first, block.rows)];
    if (fields !== null || !form.isColumns || form.isModelled) {
      let rows;
      if (fields !== null) {
        const text = await fields.text(blocks, block, form, reader, number);
        rows = blocks.rowsOfText(text, form, block.rows);
      } else {
        if (form.fields) reader.take(reader.varint());
        rows = await blocks.rows(block, form, reader);
      }
      for (const value of rows.slice(from, to)) this.give(value);
      return;
    }
    if (form.fields) reader.take(reader.varint());
    const template = await blocks.template(form, reader, block);
    const rows = await this.selected(blocks, block, reader, template);
    if (form.elements) rows.enter();
    for (let row = 0; row < to; row++) {
      if (row < from) {
        rows.skip(0);
        continue;
      }
      const value = rows.some(0, this.node);
      if (value !== LEFT_OUT) this.rows.push(value);
    }
  }

  /** The rows of a block in columns, of which the columns that are needed were read. */
  async selected(blocks, block, reader, template) {
    const { heads, bodies } = blocks.sections(block, reader, template.hash, true);
    const first = [];
    for (let i = 0; i < 3; i++) first.push(await decompress(heads[i].codec, bodies[i], heads[i].count, this.options));
    const streams = new SelectedStreams(first, heads, bodies, block, this.options);
    const start = streams.place;
    for (;;) {
      try {
        streams.place = start;
        const columns = new SelectedColumns(streams, block.decoded, this.options);
        blockGaps(columns);
        const rows = new SelectedRows(block, template, columns, this.limits);
        await rows.select(this.node);
        return rows;
      } catch (error) {
        if (!(error instanceof MissingSection)) throw error;
        await error.load();
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------
// Encryption (section 14)

let cryptoModule;

/** WebCrypto, which Node 18 has in a module only, and pages only where they are secure. */
async function webCrypto() {
  cryptoModule ??= globalThis.crypto?.subtle ? globalThis.crypto : (await nodeModule('node:crypto'))?.webcrypto;
  if (!cryptoModule?.subtle) {
    fail('unsupportedEncryption', 'there is no WebCrypto here: pages need HTTPS or localhost');
  }
  return cryptoModule.subtle;
}

async function hkdf(key, salt, info, byteCount) {
  const subtle = await webCrypto();
  const base = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8Bytes.encode(info) };
  return new Uint8Array(await subtle.deriveBits(how, base, byteCount * 8));
}

const nameOfKey = async (key) => hex(await hkdf(key, NOTHING, 'husk 1 key id', 8));

/** The keys that open what is sealed (section 14.7). */
export class Keyring {
  #keys = new Map();
  #active = null;

  /** Reads a key file. */
  static async parse(text) {
    const refuse = (message) => fail('invalidKeyring', message);
    const keyring = new Keyring();
    const lines = text.split('\n').filter((line) => line !== '' && line[0] !== '#');
    if (lines.shift() !== 'husk keyring 1') refuse('the key file does not start as key files do');
    let active = 0;
    for (const line of lines) {
      const parts = /^(active|key) ([0-9a-f]{16}) ([0-9a-f]{64})$/.exec(line);
      if (parts === null) refuse('a line of the key file is no key');
      if (parts[1] === 'active') active++;
      if (keyring.#keys.has(parts[2])) refuse('a key stands twice in the key file');
      const name = await keyring.add(Uint8Array.from(parts[3].match(/../g), (pair) => parseInt(pair, 16)));
      if (name !== parts[2]) refuse('a key of the key file has another name');
      if (parts[1] === 'active') keyring.#active = name;
    }
    if (active !== 1) refuse('a key file has exactly one active key');
    return keyring;
  }

  /** Adds a key of 32 bytes, and gives its name. */
  async add(key) {
    if (key.length !== 32) fail('invalidKeyring', 'a key has 32 bytes');
    const name = await nameOfKey(key);
    this.#keys.set(name, Uint8Array.from(key));
    return name;
  }

  /** The key with this name, or undefined. */
  get(name) {
    return this.#keys.get(name);
  }

  /** The key that a key file says to seal with, or undefined. */
  get active() {
    return this.#keys.get(this.#active);
  }

  /** All keys. */
  values() {
    return this.#keys.values();
  }
}

// -- Masks (section 14.10) --

const MASK_MOST = 65_536;
const AES_BLOCK = 16;

/**
 * AES-SIV (RFC 5297) by what WebCrypto has: the CBC-MAC in AES-CMAC (RFC 4493) is the last whole block of AES-CBC with an
 * initialization vector of zeros, behind which WebCrypto puts one of padding.
 */
class SyntheticCipher {
  static async of(key) {
    const subtle = await webCrypto();
    const both = await hkdf(key, NOTHING, 'husk 1 mask', 64);
    const cipher = new SyntheticCipher();
    cipher.subtle = subtle;
    cipher.macKey = await subtle.importKey('raw', both.subarray(0, 32), 'AES-CBC', false, ['encrypt']);
    cipher.counterKey = await subtle.importKey('raw', both.subarray(32), 'AES-CTR', false, ['encrypt']);
    cipher.one = doubled(await cipher.chain(new Uint8Array(AES_BLOCK)));
    cipher.two = doubled(cipher.one);
    return cipher;
  }

  /** The last block of AES-CBC of whole blocks. */
  async chain(blocks) {
    const iv = new Uint8Array(AES_BLOCK);
    const result = new Uint8Array(await this.subtle.encrypt({ name: 'AES-CBC', iv }, this.macKey, blocks));
    return result.slice(blocks.length - AES_BLOCK, blocks.length);
  }

  /** AES-CMAC. */
  async mac(bytes) {
    const isWhole = bytes.length > 0 && bytes.length % AES_BLOCK === 0;
    const blocks = new Uint8Array(isWhole ? bytes.length : bytes.length + AES_BLOCK - (bytes.length % AES_BLOCK));
    blocks.set(bytes);
    if (!isWhole) blocks[bytes.length] = 0x80;
    mixInto(blocks, blocks.length - AES_BLOCK, isWhole ? this.one : this.two);
    return this.chain(blocks);
  }

  /** The synthetic initialization vector of a text and what is authenticated with it, where that is not empty. */
  async vector(text, context) {
    let sum = await this.mac(new Uint8Array(AES_BLOCK));
    if (context.length > 0) {
      sum = doubled(sum);
      mixInto(sum, 0, await this.mac(context));
    }
    if (text.length >= AES_BLOCK) {
      const last = Uint8Array.from(text);
      mixInto(last, last.length - AES_BLOCK, sum);
      return this.mac(last);
    }
    const padded = new Uint8Array(AES_BLOCK);
    padded.set(text);
    padded[text.length] = 0x80;
    mixInto(padded, 0, doubled(sum));
    return this.mac(padded);
  }

  async counted(bytes, vector) {
    if (bytes.length === 0) return NOTHING;
    const counter = Uint8Array.from(vector);
    counter[8] &= 0x7f;
    counter[12] &= 0x7f;
    return new Uint8Array(await this.subtle.encrypt({ name: 'AES-CTR', counter, length: 64 }, this.counterKey, bytes));
  }
}

function mixInto(bytes, at, more) {
  for (let i = 0; i < more.length; i++) bytes[at + i] ^= more[i];
}

/** The product with x in the field of AES-CMAC. */
function doubled(block) {
  const twice = new Uint8Array(AES_BLOCK);
  for (let i = 0; i < AES_BLOCK; i++) twice[i] = (block[i] << 1) | (i + 1 < AES_BLOCK ? block[i + 1] >> 7 : 0);
  if (block[0] & 0x80) twice[AES_BLOCK - 1] ^= 0x87;
  return twice;
}

function contextOf(context) {
  const bytes = utf8Bytes.encode(context);
  if (bytes.length > MASK_MOST) fail('limitExceeded', 'a context is longer than it may be');
  return bytes;
}

/** The mask of a string under the active key; it is refused from the second `expiry` on. */
export async function mask(text, keys, { context = '', expiry = 0 } = {}) {
  const bytes = utf8Bytes.encode(text);
  if (bytes.length > MASK_MOST) fail('limitExceeded', 'a string is longer than it may be');
  if (keys.active === undefined) fail('missingKey', 'no key is active');
  const cipher = await SyntheticCipher.of(keys.active);
  const plain = joined([varintBytes(expiry), bytes]);
  const vector = await cipher.vector(plain, contextOf(context));
  const sealed = joined([vector, await cipher.counted(plain, vector)]);
  return base64Of(sealed, 3);
}

/** The string that a mask was made of; `now` is the second since 1970. */
export async function unmask(masked, keys, { context = '', now = Math.floor(Date.now() / 1000) } = {}) {
  const refuse = () => fail('authenticationFailed', 'this is no mask of these keys and this context');
  const associated = contextOf(context);
  if (!/^[A-Za-z0-9_-]*$/.test(masked) || masked.length % 4 === 1) refuse();
  if (masked.length > Math.ceil(((MASK_MOST + 26) * 4) / 3)) fail('limitExceeded', 'a mask is longer than it may be');
  const sealed = bytesOfBase64(masked.replaceAll('-', '+').replaceAll('_', '/'));
  if (sealed === null || sealed.length < AES_BLOCK) refuse();
  const vector = sealed.subarray(0, AES_BLOCK);
  for (const key of keys.values()) {
    const cipher = await SyntheticCipher.of(key);
    const plain = await cipher.counted(sealed.subarray(AES_BLOCK), vector);
    const expected = await cipher.vector(plain, associated);
    // However many bytes are right, it takes the same time.
    if (expected.reduce((sum, byte, i) => sum | (byte ^ vector[i]), 0) === 0) return textOfMask(plain, now, refuse);
  }
  return refuse();
}

function textOfMask(plain, now, refuse) {
  const reader = new Reader(plain, 0, plain.length);
  let expiry;
  try {
    expiry = reader.varint();
  } catch {
    refuse();
  }
  const bytes = reader.take(reader.left);
  if (bytes.length > MASK_MOST) fail('limitExceeded', 'a string is longer than it may be');
  const text = textOf(bytes) ?? refuse();
  if (expiry > 0 && expiry <= now) fail('expiredMask', 'the time of the mask is over');
  return text;
}

/** An unsigned integer as a varint. */
function varintBytes(value) {
  const bytes = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return Uint8Array.from(bytes);
  }
}

/** An encryption header (section 14.2). */
function sealHeader(reader, offset) {
  const scheme = reader.byte();
  if (scheme !== 1 && scheme !== 2) fail('unsupportedEncryption', `there is no scheme ${scheme}`, offset);
  const name = hex(reader.take(8));
  const salt = reader.take(16);
  return { scheme, name, salt, cost: scheme === 2 ? reader.byte() : 0 };
}

/** The key of a header, if it is at hand. */
async function keyOf(header, keys, options, limits, offset) {
  if (header.scheme === 1) return keys?.get(header.name);
  if (header.cost === 0) fail('unsupportedEncryption', 'a passphrase has no cost', offset);
  if (header.cost > limits.passphraseCost) fail('limitExceeded', 'the cost of the passphrase is too high', offset);
  if (options.passphrase === undefined || options.passphrase.length === 0) return undefined;
  const key = await scrypt(bytesOf(options.passphrase), header.salt, header.cost);
  return (await nameOfKey(key)) === header.name ? key : undefined;
}

/** What opens the segments of a file or message (section 14.3). */
class Seal {
  static async make(key, salt, info, head) {
    const seal = new Seal();
    const material = await hkdf(key, salt, info, 39);
    const subtle = await webCrypto();
    seal.key = await subtle.importKey('raw', material.subarray(0, 32), 'AES-GCM', false, ['decrypt']);
    seal.start = material.subarray(32);
    seal.head = head;
    return seal;
  }

  /** By the payload of an encryption frame; `head` is all up to its end. */
  static async open(payload, head, info, options, limits, offset) {
    const reader = new Reader(payload, 0, payload.length);
    let header;
    try {
      header = sealHeader(reader, offset);
    } catch (error) {
      if (error.code === 'truncated') fail('invalidFrame', 'an encryption header is too short', offset);
      throw error;
    }
    if (reader.left > 0) fail('invalidFrame', 'bytes stand behind an encryption header', offset);
    const key = await keyOf(header, options.keys, options, limits, offset);
    if (key === undefined) fail('missingKey', `there is no key ${header.name}`, offset);
    return Seal.make(key, header.salt, info, head);
  }

  async open(number, isLast, more, segment, offset) {
    const nonce = new Uint8Array(12);
    nonce.set(this.start);
    new DataView(nonce.buffer).setUint32(7, number);
    nonce[11] = isLast ? 1 : 0;
    const subtle = await webCrypto();
    const how = { name: 'AES-GCM', iv: nonce, additionalData: joined([this.head, more]), tagLength: 128 };
    try {
      return new Uint8Array(await subtle.decrypt(how, this.key, segment));
    } catch {
      return fail('authenticationFailed', 'what is sealed has been changed', offset);
    }
  }
}

/** scrypt (RFC 7914) with r = 8 and p = 1 (section 14.11). */
async function scrypt(passphrase, salt, cost) {
  const subtle = await webCrypto();
  const base = await subtle.importKey('raw', passphrase, 'PBKDF2', false, ['deriveBits']);
  const pbkdf2 = async (seasoning, byteCount) => {
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: seasoning, iterations: 1 };
    return new Uint8Array(await subtle.deriveBits(how, base, byteCount * 8));
  };
  const block = await pbkdf2(salt, 1024);
  const view = new DataView(block.buffer);
  const x = new Int32Array(256);
  for (let i = 0; i < 256; i++) x[i] = view.getInt32(4 * i, true);
  const n = 2 ** cost;
  const rows = new Int32Array(256 * n);
  const y = new Int32Array(256);
  for (let i = 0; i < n; i++) {
    rows.set(x, i * 256);
    mixBlocks(x, y);
  }
  for (let i = 0; i < n; i++) {
    const from = ((x[240] >>> 0) % n) * 256;
    for (let k = 0; k < 256; k++) x[k] ^= rows[from + k];
    mixBlocks(x, y);
  }
  for (let i = 0; i < 256; i++) view.setInt32(4 * i, x[i], true);
  return pbkdf2(block, 32);
}

const SALSA = [
  [4, 0, 12, 7], [8, 4, 0, 9], [12, 8, 4, 13], [0, 12, 8, 18], [9, 5, 1, 7], [13, 9, 5, 9], [1, 13, 9, 13],
  [5, 1, 13, 18],
  [14, 10, 6, 7], [2, 14, 10, 9], [6, 2, 14, 13], [10, 6, 2, 18], [3, 15, 11, 7], [7, 3, 15, 9], [11, 7, 3, 13],
  [15, 11, 7, 18], [1, 0, 3, 7], [2, 1, 0, 9], [3, 2, 1, 13], [0, 3, 2, 18], [6, 5, 4, 7], [7, 6, 5, 9], [4, 7, 6, 13],
  [5, 4, 7, 18], [11, 10, 9, 7], [8, 11, 10, 9], [9, 8, 11, 13], [10, 9, 8, 18], [12, 15, 14, 7], [13, 12, 15, 9],
  [14, 13, 12, 13], [15, 14, 13, 18],
];
const SALSA_STEPS = Int32Array.from(SALSA.flat());
const salsaWords = new Int32Array(16);

/** scryptBlockMix: sixteen blocks of sixteen words, through `y`. */
function mixBlocks(x, y) {
  const w = salsaWords;
  const last = x.slice(240);
  for (let block = 0; block < 16; block++) {
    for (let i = 0; i < 16; i++) {
      last[i] ^= x[block * 16 + i];
      w[i] = last[i];
    }
    for (let round = 0; round < 4; round++) {
      for (let s = 0; s < 128; s += 4) {
        const sumOf = (w[SALSA_STEPS[s + 1]] + w[SALSA_STEPS[s + 2]]) | 0;
        const turn = SALSA_STEPS[s + 3];
        w[SALSA_STEPS[s]] ^= (sumOf << turn) | (sumOf >>> (32 - turn));
      }
    }
    const to = ((block & 1) * 8 + (block >> 1)) * 16;
    for (let i = 0; i < 16; i++) {
      last[i] = (last[i] + w[i]) | 0;
      y[to + i] = last[i];
    }
  }
  x.set(y);
}

/** A fields frame (section 14.8). */
function fieldsOf(payload, start) {
  const refuse = (message) => fail('invalidFrame', message, start);
  const reader = new Reader(payload);
  const header = sealHeader(reader, start);
  if (header.scheme !== 1) fail('unsupportedEncryption', 'sealed fields have no passphrase', start);
  const count = reader.varint();
  if (count === 0) refuse('a fields frame has no paths');
  const root = { index: -1, inside: new Map() };
  let stepsLeft = STEPS_MOST;
  for (let index = 0; index < count; index++) {
    let node = root;
    const steps = reader.varint();
    if (steps === 0) refuse('a path has no steps');
    stepsLeft -= steps;
    if (stepsLeft < 0) fail('limitExceeded', 'the paths have too many steps', start);
    for (let i = 0; i < steps; i++) {
      const step = textOf(reader.take(reader.varint())) ?? refuse('a step is not UTF-8');
      if (step === '') refuse('a step is empty');
      if (node.index >= 0) refuse('a path is the beginning of another');
      if (!node.inside.has(step)) node.inside.set(step, { index: -1, inside: new Map() });
      node = node.inside.get(step);
    }
    if (node.index >= 0 || node.inside.size > 0) refuse('a path is another one, or its beginning');
    node.index = index;
  }
  const end = reader.at;
  if (reader.word() !== crc32(payload.subarray(0, end))) {
    fail('checkMismatch', 'the fields frame is not what was written', start);
  }
  if (reader.left > 0) refuse('bytes stand behind the check');
  return { header, count, root, payload, start };
}

/** Puts sealed values in their places (section 14.9). */
class SealedFields {
  static async open(file, options, limits) {
    const sealed = new SealedFields();
    Object.assign(sealed, { file, options, limits, seal: null });
    if (options.redactsFields) return sealed;
    const { header, payload, start } = file.fields;
    const key = options.fieldKeys?.get(header.name);
    if (key === undefined) fail('missingFieldKey', `there is no field key ${header.name}`, start);
    const head = joined([payload, sha256(file.header)]);
    sealed.seal = await Seal.make(key, header.salt, 'husk 1 fields', head);
    return sealed;
  }

  async text(blocks, block, form, reader, number) {
    const segment = reader.take(reader.varint());
    if (this.seal === null) return blocks.text(block, form, reader);
    const rest = reader.bytes.subarray(reader.at);
    const shown = joined([block.payload.subarray(0, block.headLength + 1), rest]);
    const isLast = number === this.file.blocks.length - 1;
    const plain = new Reader(await this.seal.open(number, isLast, shown, segment, block.offset));
    const byteCount = plain.varint();
    const check = plain.word();
    const payload = plain.take(plain.varint());
    if (byteCount > this.limits.blockByteCount) fail('limitExceeded', 'a block is too long', block.offset);
    const text = await blocks.text(block, form, reader);
    const values = payload.length === 0 ? new Array(this.file.fields.count).fill(null).map(() => [])
      : await this.values(blocks, payload, byteCount, block);
    const whole = this.put(text, form, values, block);
    if (whole.length !== byteCount || crc32(whole) !== check) {
      fail('checkMismatch', 'the values are not what was encoded', block.offset);
    }
    return whole;
  }

  /** The values of each path, as bytes. */
  async values(blocks, payload, byteCount, block) {
    const { count } = this.file.fields;
    const reader = new Reader(payload);
    const rows = reader.varint();
    const decoded = reader.varint();
    const check = reader.word();
    if (decoded > byteCount + 16 * count) fail('limitExceeded', 'the values are too long', block.offset);
    const content = payload.subarray(reader.at);
    if (content.length === 0) fail('truncated', 'the values have no content', block.offset);
    const form = formOf(content[0]);
    const kept = form.isCopies ? content[1] : content[0] & 3;
    const lacksTemplate = (kept === 1 || kept === 2) && !form.template;
    const isPlain = (content[0] & ~35) === 0 && !lacksTemplate && rows === 1;
    if (!isPlain) fail('invalidFrame', 'the values are no block of one row', block.offset);
    const limits = { ...this.limits, depth: this.limits.depth + 1 };
    const inner = { rows, decoded, check, content, payload, offset: block.offset };
    const text = await blocks.text(inner, form, new Reader(content, 1), limits);
    return splitValues(text, count, limits.depth);
  }

  /** The text with the values in place of `null`. */
  put(text, form, values, block) {
    const refuse = (code, message) => fail(code, message, block.offset);
    const next = values.map(() => 0);
    const pieces = [];
    let from = 0;
    const { root } = this.file.fields;
    // For each container that is open: whether it is an object, and the paths that go through it.
    const stack = form.continues && form.elements ? [{ isObject: false, node: root }] : [];
    let node = root;
    for (let at = 0; at < text.length;) {
      const c = text[at];
      const top = stack[stack.length - 1];
      if (isSpace(c) || c === COMMA_BYTE) {
        at++;
        continue;
      }
      if (c === CLOSE_ARRAY || c === CLOSE_OBJECT) {
        stack.pop();
        at++;
        continue;
      }
      if (top?.isObject) {
        const end = endOfString(text, at + 1, text.length);
        const key = stringOf(byteStringOf(text.subarray(at + 1, end - 1)));
        node = top.node?.inside.get(key) ?? null;
        at = skipSpace(text, end, text.length);
        at = skipSpace(text, at + 1, text.length);
      } else {
        node = top === undefined ? root : top.node;
      }
      if (node !== null && node.index >= 0) {
        if (text[at] !== 0x6e) refuse('invalidValue', 'something other than null stands at a sealed field');
        const list = values[node.index];
        if (next[node.index] >= list.length) refuse('missingValue', 'there are too few values');
        const value = list[next[node.index]++];
        pieces.push(text.subarray(from, at), value);
        at += 4;
        from = at;
      } else if (text[at] === OPEN_ARRAY || text[at] === OPEN_OBJECT) {
        stack.push({ isObject: text[at] === OPEN_OBJECT, node });
        at++;
      } else {
        at = endOfScalar(text, at, text.length);
      }
    }
    if (next.some((number, index) => number < values[index].length)) {
      refuse('extraValue', 'there are too many values');
    }
    pieces.push(text.subarray(from));
    return joined(pieces);
  }
}

/** The values in a text that holds an array of them for each path. */
function splitValues(text, count, depth) {
  const refuse = () => fail('invalidValue', 'the values are no such text');
  const paths = [];
  const values = {
    level: 0,
    start: 0,
    open(kind, start) {
      this.level++;
      if (this.level === 1 && kind !== OPEN_OBJECT) refuse();
      if (this.level === 2) {
        if (kind !== OPEN_ARRAY) refuse();
        paths.push([]);
      }
      if (this.level === 3) this.start = start;
    },
    close(kind, at) {
      if (this.level === 3) paths[paths.length - 1].push(text.subarray(this.start, at + 1));
      this.level--;
    },
    key(start, end) {
      if (this.level !== 1) return;
      if (byteStringOf(text.subarray(start, end)) !== `"${paths.length}"`) refuse();
    },
    scalar(start, end) {
      if (this.level < 2) refuse();
      if (this.level === 2) paths[paths.length - 1].push(text.subarray(start, end));
    },
  };
  let end;
  try {
    end = walkValue(text, 0, text.length, values, depth);
  } catch (error) {
    if (error.code === 'limitExceeded') throw error;
    refuse();
  }
  if (skipSpace(text, end, text.length) !== text.length || paths.length !== count) refuse();
  return paths;
}

/** The bytes in an envelope, or null where the text is none (section 14.6). */
function openEnvelope(bytes) {
  const start = skipSpace(bytes, 0, bytes.length);
  if (bytes[start] !== OPEN_OBJECT) return null;
  const key = skipSpace(bytes, start + 1, bytes.length);
  if (byteStringOf(bytes.subarray(key, key + 6)) !== '"data"') return null;
  const refuse = (message) => fail('invalidEnvelope', message);
  const text = textOf(bytes) ?? refuse('the envelope is not UTF-8');
  // A string with whitespace as such is none of JSON, so this is taken apart by hand.
  const parts = /^\s*\{\s*"data"\s*:\s*"([^"\\]*(?:\\[^][^"\\]*)*)"\s*\}\s*$/.exec(text);
  // What \s takes beyond the whitespace of JSON.
  const isJSON = parts !== null && !/[\f\v\xa0\ufeff\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/.test(text);
  if (!isJSON) refuse('the envelope has something else in it');
  const figures = parts[1]
    .replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code, letter) => {
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      return { n: '\n', r: '\r', t: '\t', '/': '/' }[letter] ?? '!';
    })
    .replace(/[ \t\r\n]/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/');
  const [, data, padding] = /^([A-Za-z0-9+/]*)(=*)$/.exec(figures) ?? refuse('the data is not Base64');
  const tail = data.length % 4;
  if (tail === 1 || (padding !== '' && (tail === 0 || tail + padding.length !== 4))) {
    refuse('the data is not Base64');
  }
  return bytesOfBase64(data) ?? refuse('unused bits are not zero');
}

/** The bytes of Base64 without padding, or null where unused bits are not zero. */
function bytesOfBase64(data) {
  const values = new Uint8Array(128);
  [...BASE64[0]].forEach((digit, value) => {
    values[digit.charCodeAt(0)] = value;
  });
  const bytes = new Uint8Array(Math.floor((data.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < data.length; i++) {
    bits = ((bits << 6) | values[data.charCodeAt(i)]) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = bits >> held;
      bits &= (1 << held) - 1;
    }
  }
  return bits === 0 ? bytes : null;
}

// ---------------------------------------------------------------------------------------------------
// Messages (section 13)

const HALF = 2048;
const IN_ORDER = 3840;
const SUM_MOST = 65_536;
const LISTED_MOST = 65_535;
const TOP = 2 ** 24;

/** Reads choices from a number in an interval (section 13.3). */
class RangeDecoder {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.start = at;
    this.taken = 0;
    this.most = bytes.length - at + 4;
    this.code = 0;
    this.range = 0xffffffff;
    for (let i = 0; i < 4; i++) this.take();
  }

  take() {
    if (this.taken >= this.most) fail('truncated', 'the values of the message end too early');
    const byte = this.start + this.taken < this.bytes.length ? this.bytes[this.start + this.taken] : 0;
    this.code = ((this.code << 8) | byte) >>> 0;
    this.taken++;
  }

  narrow(start, size) {
    this.code = (this.code - start) >>> 0;
    this.range = size;
    while (this.range < TOP) {
      this.take();
      this.range *= 256;
    }
  }

  choose(choice) {
    const { frequencies, total } = choice;
    if (frequencies.length === 1) return 0;
    const unit = Math.floor(this.range / total);
    const target = Math.min(Math.floor(this.code / unit), total - 1);
    let number = 0;
    let start = 0;
    while (start + frequencies[number] <= target) start += frequencies[number++];
    this.narrow(unit * start, unit * frequencies[number]);
    return number;
  }

  /** One of so many outcomes that are equally likely. */
  equal(count) {
    if (count === 1) return 0;
    const unit = Math.floor(this.range / count);
    const target = Math.min(Math.floor(this.code / unit), count - 1);
    this.narrow(unit * target, unit);
    return target;
  }

  bit(probability) {
    const bound = (this.range >>> 12) * probability;
    if (this.code < bound) {
      this.narrow(0, bound);
      return 1;
    }
    this.narrow(bound, this.range - bound);
    return 0;
  }

  /** A bit whose probability is given in 65,536 (section 16.2). */
  share(probability) {
    const bound = Math.floor((this.range * probability) / 65_536);
    if (this.code < bound) {
      this.narrow(0, bound);
      return 1;
    }
    this.narrow(bound, this.range - bound);
    return 0;
  }

  /** So many bits: a number, or a BigInt where they are more than 48. */
  bits(count) {
    let value = count > 48 ? 0n : 0;
    for (let left = count; left > 0;) {
      const part = Math.min(left, 16);
      const read = this.equal(1 << part);
      value = count > 48 ? (value << BigInt(part)) | BigInt(read) : value * (1 << part) + read;
      left -= part;
    }
    return value;
  }

  number() {
    const value = this.bits(this.bits(6));
    if (value > 0xffffffff) fail('invalidValue', 'a number is out of range');
    return Number(value);
  }

  /** Refuses values that have more bytes than are needed. */
  finish() {
    let last = 0;
    for (let at = this.start + this.taken - 4; at < this.start + this.taken; at++) {
      last = last * 256 + (this.bytes[at] ?? 0);
    }
    const low = (last - this.code) >>> 0;
    const needed = this.taken - (low === 0 || low + this.range > 2 ** 32 ? 4 : 3);
    if (this.bytes.length - this.start > needed) fail('extraValue', 'bytes stand behind the values');
  }
}

// -- What is known of slots (sections 13.2, 13.6 and 13.7) --

const wrong = (message) => fail('invalidTemplate', message);

/** Reads the parts of a message template. */
class ModelReader extends Reader {
  upto(most) {
    const value = this.varint();
    if (value > most) wrong('a number is out of range');
    return value;
  }

  /** A count of things of so many bytes at least. */
  many(least = 1) {
    const count = this.varint();
    if (count * least > this.left) fail('truncated', 'a count is beyond the bytes');
    return count;
  }

  frequencies(count) {
    if (count > this.left) fail('truncated', 'a count is beyond the bytes');
    const list = [];
    for (let i = 0; i < count; i++) list.push(this.upto(SUM_MOST));
    return choiceOf(list);
  }
}

function choiceOf(frequencies) {
  let total = 0;
  for (const frequency of frequencies) {
    if (frequency === 0) wrong('a frequency is 0');
    total += frequency;
  }
  if (total > SUM_MOST) wrong('frequencies add up to too much');
  return { frequencies, total };
}

function checkAscending(numbers) {
  for (let i = 1; i < numbers.length; i++) if (numbers[i - 1] >= numbers[i]) wrong('numbers do not ascend');
}

function integerModel(reader, slotCount) {
  const base = reader.signed();
  const reference = reader.upto(slotCount) - 1;
  const magnitudes = [];
  for (let left = reader.many(); left > 0; left--) magnitudes.push(reader.upto(128));
  checkAscending(magnitudes);
  return { base, reference, magnitudes, choice: reader.frequencies(magnitudes.length + 1), leaf: 0 };
}

const [DIGITS, UPPER, LOWER] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];
const CLASSES = [
  DIGITS, `${DIGITS}abcdef`, `${DIGITS}ABCDEF`, `${UPPER}234567`, DIGITS + UPPER, DIGITS + LOWER,
  DIGITS + UPPER + LOWER,
  `${UPPER}${LOWER}${DIGITS}+/`, `${UPPER}${LOWER}${DIGITS}-_`,
  Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((c) => c !== '"' && c !== '\\').join(''),
];

const LITERAL = 0;
const FIGURES = 1;
const LOWER_HEX = 2;
const UPPER_HEX = 3;
const CHARACTERS = 4;
const MOMENT = 5;
const COPY = 6;
const TEXT = 7;

/** Parts may write nothing, so there are few of them. */
const FORM_PARTS_MOST = 64;
/** How many parts of forms all entries of a slot are compared with at most. */
const COMPARISONS_MOST = 4_194_304;

function partOf(reader, slotCount) {
  const kind = reader.byte();
  switch (kind) {
    case LITERAL: {
      const literal = reader.string();
      if (literal === '') wrong('a literal has no bytes');
      if (/[\x00-\x1f]/.test(literal)) wrong('a literal holds a control character');
      return { kind, literal };
    }
    case FIGURES: return { kind, width: reader.upto(18), model: integerModel(reader, slotCount) };
    case LOWER_HEX:
    case UPPER_HEX: {
      const width = reader.upto(15);
      if (width === 0) wrong('hexadecimal digits have no width');
      return { kind, width, model: integerModel(reader, slotCount) };
    }
    case CHARACTERS: {
      const characters = CLASSES[reader.byte()] ?? wrong('there is no such class');
      const width = reader.upto(65_536);
      if (width === 0) wrong('characters have no count');
      return { kind, characters, width };
    }
    case MOMENT: {
      const calendar = CALENDARS[reader.byte()] ?? wrong('there is no such unit');
      const separators = byteStringOf(reader.take(calendar.widths.length - 1));
      if (/[\x00-\x1f]/.test(separators)) wrong('a separator is a control character');
      const width = calendar.widths.reduce((total, one) => total + one, separators.length);
      return { kind, calendar, separators, width, model: integerModel(reader, slotCount) };
    }
    case COPY: return { kind, slot: reader.upto(slotCount - 1), width: 0 };
    case TEXT: return { kind };
    default: return wrong('there is no such part');
  }
}

function formOfScalar(reader, slotCount) {
  const kind = reader.byte();
  if (kind === 0) return { scale: reader.upto(18), model: integerModel(reader, slotCount), parts: null };
  if (kind !== 1) wrong('there is no such form');
  const parts = [];
  for (let left = reader.upto(FORM_PARTS_MOST); left > 0; left--) parts.push(partOf(reader, slotCount));
  return { scale: 0, model: null, parts };
}

const widthOf = (part) => (part.kind === LITERAL ? part.literal.length : part.width);
const isOpenEnded = (part) => part.kind === TEXT || (part.kind === FIGURES && part.width === 0);

/** The last integer that a form takes out of an entry: undefined where there is none, null where it does not fit. */
function integerOf(form, entry) {
  if (form.parts === null) return integerOfNumber(form.scale, entry);
  if (entry[0] !== '"') return null;
  const inner = entry.slice(1, -1);
  let at = 0;
  let last;
  for (const [i, part] of form.parts.entries()) {
    if (part.kind === TEXT) {
      const behind = form.parts.slice(i + 1);
      if (behind.some(isOpenEnded)) return null;
      const start = inner.length - behind.reduce((total, other) => total + widthOf(other), 0);
      if (start < at) return null;
      at = start;
      continue;
    }
    const width = isOpenEnded(part) ? /^\d*/.exec(inner.slice(at))[0].length : widthOf(part);
    const piece = inner.slice(at, at + width);
    if (piece.length < width) return null;
    const integer = integerOfPart(part, piece);
    if (integer === null) return null;
    if (integer !== undefined) last = integer;
    at += width;
  }
  return at === inner.length ? last : null;
}

function integerOfNumber(scale, entry) {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(entry);
  if (parts === null) return null;
  const fraction = parts[3] ?? '';
  const figures = parts[2] + fraction;
  if (figures.length > 18 || fraction.length !== scale) return null;
  const size = BigInt(figures);
  if (parts[1] === '-') return size === 0n ? null : narrow(-size);
  return narrow(size);
}

function integerOfPart(part, piece) {
  switch (part.kind) {
    case LITERAL: return piece === part.literal ? undefined : null;
    case FIGURES:
      if (part.width === 0 && (piece.length === 0 || piece.length > 18 || /^0\d/.test(piece))) return null;
      return /^\d+$/.test(piece) ? narrow(BigInt(piece)) : null;
    case LOWER_HEX: return /^[0-9a-f]+$/.test(piece) ? narrow(BigInt(`0x${piece}`)) : null;
    case UPPER_HEX: return /^[0-9A-F]+$/.test(piece) ? narrow(BigInt(`0x${piece}`)) : null;
    case CHARACTERS: return [...piece].every((c) => part.characters.includes(c)) ? undefined : null;
    case MOMENT: return integerOfMoment(part, piece);
    default: return undefined;
  }
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

function integerOfMoment({ calendar, separators }, piece) {
  const runs = [];
  let at = 0;
  for (const [i, width] of calendar.widths.entries()) {
    if (i > 0 && piece[at++] !== separators[i - 1]) return null;
    const run = piece.slice(at, at + width);
    if (!/^\d+$/.test(run)) return null;
    runs.push(Number(run));
    at += width;
  }
  const [year, month, day] = runs;
  if (year < 1 || month < 1 || month > 12 || day < 1) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const before = DAYS_BEFORE[month - 1] + (isLeap && month > 2 ? 1 : 0);
  const behind = month === 12 ? 365 + (isLeap ? 1 : 0) : DAYS_BEFORE[month] + (isLeap && month > 1 ? 1 : 0);
  if (day > behind - before) return null;
  const past = year - 1;
  const days = past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) + before + day - 1;
  const units = [...calendar.units].reverse();
  let total = BigInt(days);
  for (const [i, unit] of units.entries()) {
    if (runs[3 + i] >= unit) return null;
    total = total * BigInt(unit) + BigInt(runs[3 + i]);
  }
  return narrow(total);
}

/** What is known of one slot. */
class SlotModel {
  constructor(reader, numbered, number, structure) {
    const slot = numbered.slots[number];
    const slotCount = numbered.slots.length;
    this.kind = slot.kind;
    this.parent = -1;
    this.contexts = null;
    this.forms = [];
    const count = reader.varint();
    if (count > reader.left) fail('truncated', 'a count is beyond the bytes');
    if (count > LISTED_MOST) wrong('too much is listed');
    this.listed = [];
    if (this.kind === ANY) this.readEntries(reader, count, slotCount);
    else this.readHeads(reader, count, slot, structure, slotCount);
  }

  readEntries(reader, count, slotCount) {
    for (let i = 0; i < count; i++) {
      const entry = reader.string();
      if (!isScalar(entry)) wrong('an entry is no scalar');
      this.listed.push(entry);
    }
    this.table(reader, slotCount);
    const forms = reader.many();
    if (forms > 255) wrong('there are too many forms');
    for (let i = 0; i < forms; i++) this.forms.push(formOfScalar(reader, slotCount));
    const parts = this.forms.reduce((sum, form) => sum + (form.parts === null ? 1 : form.parts.length), 0);
    if (count * parts > COMPARISONS_MOST) fail('limitExceeded', 'forms have too many parts for the entries');
    this.formChoice = reader.frequencies(forms + 1);
    this.integers = new Array(count);
  }

  readHeads(reader, count, slot, structure, slotCount) {
    if (this.kind === CONSTANT || this.kind === ENUMERATION) wrong('the structure has a constant or an enumeration');
    const optional = this.kind === OBJECT ? structure.shapes[slot.shape].optionalCount : 0;
    for (let i = 0; i < count; i++) {
      const head = reader.exact();
      if (this.kind === OBJECT) {
        if (BigInt(head) >= 1n << BigInt(Math.min(optional, 64))) wrong('a head has bits of no field');
      } else if (head > (this.kind === ONE_OF ? slot.slots.length - 1 : this.kind === TUPLE ? 0 : MOST)) {
        wrong('a head is out of range');
      }
      this.listed.push(head);
    }
    this.presence = reader.take(optional);
    this.table(reader, slotCount);
  }

  table(reader, slotCount) {
    const count = this.listed.length;
    this.choice = reader.frequencies(count + 1);
    this.parent = reader.upto(slotCount) - 1;
    if (this.parent < 0) return;
    this.contexts = new Map();
    const keys = [];
    for (let left = reader.many(3); left > 0; left--) {
      keys.push(reader.upto(LISTED_MOST + 1));
      const symbolCount = reader.many(2);
      const escape = reader.upto(SUM_MOST);
      const symbols = [];
      const frequencies = [];
      for (let i = 0; i < symbolCount; i++) {
        symbols.push(reader.upto(count));
        frequencies.push(reader.upto(SUM_MOST));
      }
      frequencies.push(escape);
      checkAscending(symbols);
      this.contexts.set(keys[keys.length - 1], { symbols, choice: choiceOf(frequencies) });
    }
    checkAscending(keys);
  }

  /** The integer that an entry leaves behind, if any. */
  integerOfEntry(symbol) {
    const known = this.integers[symbol];
    if (known !== undefined) return known.integer;
    let integer;
    for (const form of this.forms) {
      const found = integerOf(form, this.listed[symbol]);
      if (found === null) continue;
      integer = found;
      break;
    }
    this.integers[symbol] = { integer };
    return integer;
  }
}

const LEAVES_MOST = 65_536;
const LESSON_MESSAGES_MOST = 65_536;
const RESTARTS_MOST = 2 ** 26;
const LEAST_LESSON_MEMORY = 16;
const LESSON_MEMORY_MOST = 22;
const CODED_PARTS_MOST = 3;

/** What primes the model of a template of version 2 (section 13.13): `archive.js` learns it. */
class Lesson {
  constructor(reader, models) {
    // The leaves of each slot: of its symbols, forms and texts, and of the integers of its forms.
    this.leaves = models.map((_, slot) => [slot, models.length + slot, 2 * models.length + slot]);
    this.leafCount = 3 * models.length + 1;
    for (const [slot, { forms }] of models.entries()) {
      for (const { model, parts } of forms) {
        for (const integers of parts === null ? [model] : parts.map((part) => part.model)) {
          if (integers === undefined) continue;
          integers.leaf = this.leafCount++;
          this.leaves[slot].push(integers.leaf);
        }
      }
    }
    if (this.leafCount > LEAVES_MOST) fail('limitExceeded', 'the template has too many leaves');
    this.memory = reader.byte();
    if (this.memory < LEAST_LESSON_MEMORY) wrong('a model has too little memory');
    if (this.memory > LESSON_MEMORY_MOST) wrong('a model has too much memory');
    this.parts = reader.take(models.length);
    for (const parts of this.parts) if (parts > CODED_PARTS_MOST) wrong('there is no such part of values');
    this.count = reader.upto(LESSON_MESSAGES_MOST);
    if (this.count * this.leafCount > RESTARTS_MOST) fail('limitExceeded', 'the lesson has too many messages');
    this.values = reader.take(reader.varint());
  }
}

/** A message template (section 13.2), which both sides of messages have. */
export class MessageTemplate {
  /** By its canonical bytes. */
  constructor(canonical, { limits: given } = {}) {
    const limits = limitsOf({ limits: given });
    const bytes = Uint8Array.from(bytesOf(canonical));
    if (bytes.length > limits.messageTemplateByteCount) fail('limitExceeded', 'the template is too long');
    this.bytes = bytes;
    this.identity = sha256(bytes);
    this.id = hex(this.identity);
    this.seed = crc32(this.identity);
    this.name = '';
    this.version = 0;
    const reader = new ModelReader(bytes);
    const format = reader.byte();
    if (format !== 1 && format !== 2) wrong('the version of the template is not known');
    this.isPrimed = format === 2;
    this.structure = templateOf(reader.take(reader.varint()), limits);
    this.layouts = [];
    for (let left = reader.upto(255); left > 0; left--) this.layouts.push(this.layout(reader));
    this.layoutChoice = reader.frequencies(this.layouts.length + 1);
    this.numbered = numberedSlots(this.structure, limits);
    const { slots } = this.numbered;
    this.models = slots.map((_, number) => new SlotModel(reader, this.numbered, number, this.structure));
    this.samples = [];
    for (let left = reader.many(2); left > 0; left--) {
      this.samples.push([reader.upto(slots.length - 1), reader.take(reader.varint())]);
    }
    this.lesson = this.isPrimed ? new Lesson(reader, this.models) : null;
    // The model that has learnt the lesson.
    this.primed = null;
    if (reader.left > 0) wrong('bytes stand behind the template');
    for (const { contexts, parent } of this.models) {
      if (contexts === null) continue;
      for (const key of contexts.keys()) {
        if (key > this.models[parent].listed.length + 1) wrong('a context is out of range');
      }
    }
    this.learnt = null;
  }

  layout(reader) {
    const bytes = reader.take(reader.varint());
    try {
      gapsOfMessage(bytes);
    } catch {
      wrong('a layout breaks a rule');
    }
    return bytes;
  }

  /** What texts of slots are like: the number of the slot, and bytes (section 13.8). */
  *texts() {
    for (const [number, model] of this.models.entries()) {
      if (!model.forms.some((form) => form.parts?.some((part) => part.kind === TEXT))) continue;
      for (const entry of model.listed) {
        if (entry[0] === '"') yield [number, bytesOfString(`${entry.slice(1, -1)}\n`)];
      }
    }
    yield* this.samples;
  }

  /** The text model, which has learnt from the template (section 13.8). */
  get textModel() {
    if (this.learnt === null) {
      this.learnt = new TextModel();
      for (const [number, text] of this.texts()) this.learnt.learnText(number, text);
      this.learnt.keep();
    }
    return this.learnt;
  }

  /** Reads a template file (section 13.12), or canonical bytes. */
  static async read(input, options = {}) {
    const limits = limitsOf(options);
    const bytes = bytesOf(input);
    if (bytes[0] === 1 || bytes[0] === 2) return new MessageTemplate(bytes, options);
    if (bytes[0] !== 0xfd || bytes[1] !== 0x50) fail('notHusk', 'this is no template file', 0);
    const reader = new Reader(bytes, 2);
    const name = byteStringOf(reader.take(reader.varint()));
    const version = reader.varint();
    const payload = reader.take(reader.varint());
    const end = reader.at;
    const check = reader.word();
    if (reader.left > 0) fail('extraValue', 'bytes stand behind the template file', reader.at);
    if (check !== crc32(bytes.subarray(0, end))) {
      fail('checkMismatch', 'the template file is not what was written');
    }
    if (!NAME.test(name)) fail('invalidFrame', 'this is no name of a template', 2);
    const canonical = await canonicalOf(payload, limits.messageTemplateByteCount, options);
    const template = new MessageTemplate(canonical, options);
    template.name = name;
    template.version = version;
    return template;
  }
}

/** The gaps of a message (section 13.4), or null where all are as predicted. */
function gapsOfMessage(bytes) {
  if (bytes.length === 0) return null;
  const reader = new Reader(bytes, 0, bytes.length, 'invalidGaps');
  try {
    const newline = reader.string();
    const indent = reader.string();
    const list = [];
    for (let left = reader.varint(); left > 0; left--) {
      const entry = reader.string();
      list.push(entry === '' ? Number(reader.signed()) : entry);
    }
    const skipped = [];
    const numbers = [];
    while (reader.left > 0) {
      skipped.push(reader.varint());
      numbers.push(reader.varint());
    }
    return new Gaps(newline, indent, list, skipped, numbers);
  } catch (error) {
    return fail('invalidGaps', error.message);
  }
}

// -- The text model (section 13.8) --

const POINTS = [
  1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349, 3608, 3785, 3902, 3976,
  4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
];

function squash(x) {
  const place = (x > 2047 ? 2047 : x < -2047 ? -2047 : x) + 2048;
  const i = place >> 7;
  const part = place & 127;
  return (POINTS[i] * (128 - part) + POINTS[i + 1] * part + 64) >> 7;
}

let stretchTable = null;

function makeStretch() {
  const table = new Int16Array(4096);
  for (let p = 0, x = -2047; p < 4096; p++) {
    while (squash(x) < p && x < 2047) x++;
    table[p] = x;
  }
  return table;
}

const LESSON_START = 1 << 21;
const LESSON_MOST = (1 << 22) - 1;
/** Nothing of a message is learnt until it surprises so much. */
const SURPRISING = 600;
/** A bit whose probability in 4096 was off by less teaches nothing. */
const LEAST_ERROR = 64;

/** So many lessons: a probability and a count each. */
class Lessons {
  constructor(count) {
    this.p = new Int32Array(count).fill(LESSON_START);
    this.count = new Uint16Array(count);
    this.kept = null;
  }

  /** Notes what to go back to. */
  keep() {
    this.kept = { has: new Uint8Array(this.p.length), places: [], p: [], count: [] };
  }

  forget() {
    const { has, places, p, count } = this.kept;
    for (const [i, place] of places.entries()) {
      this.p[place] = p[i];
      this.count[place] = count[i];
      has[place] = 0;
    }
    places.length = p.length = count.length = 0;
  }

  said(place) {
    return this.count[place] > 0 ? stretchTable[this.p[place] >> 10] : 0;
  }

  learn(place, bit) {
    const p = this.p[place];
    if (this.kept !== null && this.kept.has[place] === 0) {
      this.kept.has[place] = 1;
      this.kept.places.push(place);
      this.kept.p.push(p);
      this.kept.count.push(this.count[place]);
    }
    const target = bit === 1 ? LESSON_MOST : 0;
    this.p[place] = p + Math.trunc(((target - p) * 2) / (2 * this.count[place] + 3));
    if (this.count[place] < 1000) this.count[place]++;
  }
}

/** Predicts texts bit by bit. */
class TextModel {
  constructor() {
    stretchTable ??= makeStretch();
    this.tables = [0, 1, 2, 3].map(() => new Lessons(1 << 18));
    this.matches = new Lessons(8);
    this.weights = [new Int32Array(5).fill(16_384), new Int32Array(5).fill(16_384)];
    this.guessTables = [0, 1, 2].map(() => new Lessons(1 << 14));
    this.lengths = new Lessons(32);
    this.guessWeights = new Int32Array(4).fill(16_384);
    this.history = new Uint8Array(4096);
    this.count = 0;
    this.places = new Int32Array(1 << 15).fill(-1);
    this.hashes = new Int32Array(4);
    this.values = new Int32Array(5);
    this.found = new Int32Array(4);
    this.guessValues = new Int32Array(4);
    this.guessFound = new Int32Array(4);
    // How much the message has surprised; a template is learnt from its start.
    this.surprise = SURPRISING;
    this.unexpected = 0;
  }

  /** Notes what to go back to before each message. */
  keep() {
    this.learntCount = this.count;
    this.learntPlaces = this.places.slice();
    this.surprise = 0;
    this.learntWeights = [...this.weights, this.guessWeights].map((weights) => weights.slice());
    for (const lessons of this.lessons()) lessons.keep();
  }

  /** Goes back to what the template taught, before a message. */
  forget() {
    this.count = this.learntCount;
    this.places.set(this.learntPlaces);
    this.surprise = 0;
    for (const [i, weights] of [...this.weights, this.guessWeights].entries()) weights.set(this.learntWeights[i]);
    for (const lessons of this.lessons()) lessons.forget();
  }

  lessons() {
    return [...this.tables, ...this.guessTables, this.matches, this.lengths];
  }

  start(slot) {
    this.recent = 0;
    this.salt = Math.imul(slot + 1, 0x9e3779b1);
    this.length = 0;
    this.match = 0;
    this.setHashes();
  }

  setHashes() {
    const { recent, salt, hashes } = this;
    hashes[0] = Math.imul((recent & 0xff) + salt, 0x2c1b3c6d);
    hashes[1] = Math.imul((recent & 0xffff) + 0x10000000, 0x297a2d39);
    hashes[2] = Math.imul((recent & 0xffffff) + salt, 0x1b56c4e9);
    hashes[3] = Math.imul(recent, 0x7feb352d);
  }

  /** In 4096, that the next byte is the guess. */
  predictGuess(guess) {
    const { guessValues, guessFound, guessWeights, hashes } = this;
    let total = 0;
    for (let table = 0; table < 3; table++) {
      let mixed = (hashes[table + 1] + Math.imul(guess, 0x9e3779b1)) | 0;
      mixed = Math.imul(mixed, 0x85ebca6b);
      const place = (mixed ^ (mixed >>> 15)) >>> 18;
      guessFound[table] = place;
      guessValues[table] = this.guessTables[table].said(place);
      total += guessWeights[table] * guessValues[table];
    }
    guessFound[3] = Math.min(this.length, 31);
    guessValues[3] = this.lengths.said(guessFound[3]);
    total += guessWeights[3] * guessValues[3];
    return squash(Math.floor(total / 65_536));
  }

  /** Whether the next byte is the guess, which `coder` says. */
  learnGuess(guess, coder, learns) {
    const probability = this.predictGuess(guess);
    const right = coder.bit(probability);
    if (!learns) return right;
    const error = ((right << 12) - probability) * 4;
    const { guessWeights, guessValues, guessFound } = this;
    for (let i = 0; i < 4; i++) guessWeights[i] += (guessValues[i] * error + 0x8000) >> 16;
    for (let table = 0; table < 3; table++) this.guessTables[table].learn(guessFound[table], right);
    this.lengths.learn(guessFound[3], right);
    return right;
  }

  /** In 4096, that the next bit is 1; `partial` is a 1 and the bits of the byte so far. */
  predict(partial, position) {
    const { values, found, hashes } = this;
    const half = position < 4 ? 1 : partial >> (position - 4);
    const last = (1 << (position & 3)) + (partial & ((1 << (position & 3)) - 1));
    for (let table = 0; table < 4; table++) {
      let mixed = (hashes[table] + Math.imul(half, 0x2f0b4c47)) | 0;
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85459f85);
      const place = (mixed >>> 18) * 16 + last;
      found[table] = place;
      values[table] = this.tables[table].said(place);
    }
    this.expected = -1;
    values[4] = 0;
    if (this.length > 0 && this.length < 8) {
      const byte = 256 | this.history[this.match];
      if (byte >> (8 - position) === partial) {
        this.expected = (byte >> (7 - position)) & 1;
        const trust = stretchTable[this.matches.p[this.length] >> 10];
        values[4] = this.expected === 1 ? trust : -trust;
      }
    }
    this.chosen = this.weights[this.expected < 0 ? 0 : 1];
    let total = 0;
    for (let i = 0; i < 5; i++) total += this.chosen[i] * values[i];
    return squash(Math.floor(total / 65_536));
  }

  /** The next bit, which `coder` says. */
  learnBit(partial, position, coder, learns) {
    const probability = this.predict(partial, position);
    const bit = coder.bit(probability);
    if ((bit === 1 ? probability : 4096 - probability) <= 2048) this.unexpected++;
    const difference = (bit << 12) - probability;
    if (!learns || Math.abs(difference) < LEAST_ERROR) return bit;
    const error = difference * 4;
    const { chosen, values, found } = this;
    for (let i = 0; i < 5; i++) chosen[i] += (values[i] * error + 0x8000) >> 16;
    if (this.expected >= 0) this.matches.learn(this.length, this.expected === bit ? 1 : 0);
    for (let table = 0; table < 4; table++) this.tables[table].learn(found[table], bit);
    return bit;
  }

  /** Passes the next byte, of which `coder` says the bits, and learns it once the message has surprised. */
  learnByte(coder) {
    const learns = this.surprise >= SURPRISING;
    let byte = -1;
    if (this.length >= 8) {
      const guess = this.history[this.match];
      if (this.learnGuess(guess, coder, learns) === 1) byte = guess;
    }
    if (byte < 0) {
      this.unexpected = 0;
      let partial = 1;
      for (let position = 0; position < 8; position++) {
        partial = (partial << 1) | this.learnBit(partial, position, coder, learns);
      }
      if (!learns) this.surprise = Math.max(0, this.surprise + 9 * this.unexpected - 8);
      byte = partial & 0xff;
    }
    this.move(byte);
    return byte;
  }

  learnText(slot, bytes) {
    this.start(slot);
    for (const byte of bytes) {
      const guessed = this.length >= 8 ? this.history[this.match] : -1;
      const bits = [7, 6, 5, 4, 3, 2, 1, 0].map((place) => (byte >> place) & 1);
      if (guessed >= 0) bits.unshift(guessed === byte ? 1 : 0);
      let at = 0;
      this.learnByte({ bit: () => bits[at++] });
    }
  }

  move(byte) {
    if (this.count === this.history.length) {
      const grown = new Uint8Array(this.count * 2);
      grown.set(this.history);
      this.history = grown;
    }
    const { history, places } = this;
    history[this.count++] = byte;
    this.recent = (this.recent << 8) | byte;
    if (this.length > 0 && history[this.match] === byte) {
      this.match++;
      this.length++;
    } else {
      this.length = 0;
    }
    const bucket = Math.imul(this.recent, 0x9e3779b1) >>> 17;
    const place = places[bucket];
    if (this.length === 0 && place >= 0 && this.recent >>> 0 >= TOP) {
      const most = Math.min(31, place);
      let length = 0;
      while (length < most && history[place - 1 - length] === history[this.count - 1 - length]) length++;
      this.match = place;
      this.length = length < 4 ? 0 : length;
    }
    places[bucket] = this.count;
    this.setHashes();
  }

  /** Reads a text of a slot: a byte string. */
  read(coder, slot, most) {
    this.start(slot);
    let text = '';
    for (;;) {
      const byte = this.learnByte(coder);
      if (byte === 0x0a) return text;
      if (text.length >= most) fail('limitExceeded', 'the document is longer than it may be');
      text += String.fromCharCode(byte);
    }
  }
}

// -- Messages --

/** Decodes the values of a message. Those of primed templates decode some of them otherwise, in `archive.js`. */
class MessageValues {
  constructor(template, coder, limits, most) {
    this.template = template;
    this.coder = coder;
    this.models = template.models;
    this.slots = template.numbered.slots;
    this.first = template.numbered.first;
    this.starts = template.numbered.shapes;
    this.noSlot = this.slots.length;
    this.met = new Int32Array(this.slots.length);
    this.strings = new Array(this.slots.length).fill('');
    this.integers = new Array(this.slots.length).fill(undefined);
    this.most = most;
    this.limits = limits;
    this.texts = null;
    this.magnitude = 0;
  }

  decode() {
    const { template, coder } = this;
    const number = coder.choose(template.layoutChoice);
    let layout = template.layouts[number];
    if (number === template.layouts.length) {
      const count = coder.number();
      const bytes = [];
      for (let i = 0; i < count; i++) bytes.push(coder.bits(8));
      layout = Uint8Array.from(bytes);
    }
    this.writer = new TextWriter(this.most, this.limits.depth, gapsOfMessage(layout));
    this.value(0);
    const bytes = this.writer.finish();
    coder.finish();
    return bytes;
  }

  // Where a value stands tells a model something.

  place() {
    return null;
  }

  enterObject() {}

  enterMember() {}

  enterAlternative() {}

  leave() {}

  symbol(number) {
    const model = this.models[number];
    const context = model.contexts?.get(this.met[model.parent]);
    let found = -1;
    if (context !== undefined) {
      const place = this.coder.choose(context.choice);
      if (place < context.symbols.length) found = context.symbols[place];
    }
    if (found < 0) found = this.coder.choose(model.choice);
    this.met[number] = found + 1;
    return found;
  }

  text(slot) {
    if (this.texts === null) {
      this.texts = this.template.textModel;
      this.texts.forget();
    }
    return this.texts.read(this.coder, slot, this.most);
  }

  value(number) {
    const slot = this.slots[number];
    if (slot.kind === ANY) {
      this.scalar(number, false);
      return;
    }
    const model = this.models[number];
    const { coder } = this;
    const found = this.symbol(number);
    if (found === model.listed.length) {
      if (coder.bit(HALF) === 1) {
        this.misfit(slot);
        return;
      }
      if (slot.kind === OBJECT) this.object(slot, number, null);
      else this.follow(slot, number, coder.number());
    } else if (slot.kind === OBJECT) {
      this.object(slot, number, BigInt(model.listed[found]));
    } else {
      this.follow(slot, number, model.listed[found]);
    }
  }

  /** What follows a head. */
  follow(slot, number, head) {
    const { writer } = this;
    const first = this.first[number];
    const refuse = () => fail('invalidValue', 'a head is out of range');
    switch (slot.kind) {
      case ARRAY:
        if (head > MOST) fail('limitExceeded', 'an array has too many elements');
        writer.open(OPEN_ARRAY);
        for (let i = 0; i < head; i++) this.value(first);
        writer.close(CLOSE_ARRAY);
        break;
      case TUPLE:
        if (head !== 0) refuse();
        writer.open(OPEN_ARRAY);
        for (let i = 0; i < slot.slots.length; i++) this.value(first + i);
        writer.close(CLOSE_ARRAY);
        break;
      case MAP:
        if (head > MOST) fail('limitExceeded', 'an object has too many members');
        writer.open(OPEN_OBJECT);
        for (let i = 0; i < head; i++) {
          this.scalar(first, true);
          const place = this.place();
          this.enterMember();
          this.value(first + 1);
          this.leave(place);
        }
        writer.close(CLOSE_OBJECT);
        break;
      default: {
        if (head >= slot.slots.length) refuse();
        const place = this.place();
        this.enterAlternative(head);
        this.value(first + head);
        this.leave(place);
      }
    }
  }

  object(slot, number, head) {
    const { coder, writer } = this;
    const model = this.models[number];
    const { fields } = this.template.structure.shapes[slot.shape];
    const start = this.starts[slot.shape];
    const isPresent = [];
    for (let bit = 0; bit < model.presence.length; bit++) {
      if (bit < 64 && head !== null) isPresent.push(((head >> BigInt(bit)) & 1n) === 1n);
      else isPresent.push(coder.bit(Math.max(8, 16 * model.presence[bit])) === 1);
    }
    writer.open(OPEN_OBJECT);
    const place = this.place();
    this.enterObject(number, isPresent);
    let bit = 0;
    for (let i = 0; i < fields.length; i++) {
      if (fields[i].optional && !isPresent[bit++]) continue;
      const lexeme = lexemeOf(fields[i]);
      writer.key(lexeme, 0, lexeme.length);
      this.value(start + i);
    }
    this.leave(place);
    writer.close(CLOSE_OBJECT);
  }

  /** A scalar of an any, or a key. */
  scalar(number, isKey) {
    const model = this.models[number];
    const found = this.symbol(number);
    let lexeme;
    if (found < model.listed.length) {
      lexeme = model.listed[found];
      this.strings[number] = lexeme.slice(1, -1);
      const integer = model.integerOfEntry(found);
      if (integer !== undefined) this.integers[number] = integer;
    } else {
      const place = this.formNumber(number);
      if (place === model.forms.length) {
        this.anyValue(number, isKey);
        return;
      }
      lexeme = this.form(model.forms[place], number);
    }
    this.write(lexeme, isKey);
  }

  /** Which form follows, or the number of forms for any value. */
  formNumber(number) {
    return this.coder.choose(this.models[number].formChoice);
  }

  write(lexeme, isKey) {
    if (!isKey) {
      this.writer.scalarString(lexeme);
      return;
    }
    if (lexeme.charCodeAt(0) !== QUOTE) fail('invalidValue', 'a key is no string');
    this.writer.keyString(lexeme);
  }

  form(form, number) {
    if (form.parts === null) return decimal(this.integer(form.model, number), form.scale, 0);
    let string = '';
    for (const part of form.parts) {
      string += this.part(part, number);
      if (string.length > this.most) fail('limitExceeded', 'the document is longer than it may be');
    }
    this.strings[number] = string;
    return `"${string}"`;
  }

  part(part, number) {
    switch (part.kind) {
      case LITERAL: return part.literal;
      case FIGURES: return this.digits(part, number, 10);
      case LOWER_HEX: return this.digits(part, number, 16);
      case UPPER_HEX: return this.digits(part, number, 16).toUpperCase();
      case CHARACTERS: {
        if (part.width > this.most) fail('limitExceeded', 'the document is longer than it may be');
        let text = '';
        for (let i = 0; i < part.width; i++) text += part.characters[this.coder.equal(part.characters.length)];
        return text;
      }
      case MOMENT: {
        const moment = momentOf(this.integer(part.model, number), part.calendar);
        if (moment === null) fail('invalidValue', 'a moment is out of range');
        const runs = moment.map((run, i) => (i > 0 ? part.separators[i - 1] : '') + pad(run, part.calendar.widths[i]));
        return runs.join('');
      }
      case COPY: return this.strings[part.slot];
      default: return this.text(number);
    }
  }

  digits(part, number, radix) {
    const integer = this.integer(part.model, number);
    const figures = integer.toString(radix);
    if (integer < 0 || (part.width > 0 && figures.length > part.width)) {
      fail('invalidValue', 'an integer has too many digits');
    }
    return figures.padStart(part.width, '0');
  }

  integer(model, number) {
    const start = model.reference >= 0 ? this.integers[model.reference] ?? model.base : model.base;
    const value = sum(start, this.difference(model, number));
    this.integers[number] = value;
    return value;
  }

  /** How far an integer is from what it is counted from. */
  difference(model) {
    const { coder } = this;
    const place = coder.choose(model.choice);
    const magnitude = place < model.magnitudes.length ? model.magnitudes[place] : coder.bits(8);
    if (magnitude > 128) fail('invalidValue', 'a difference is out of range');
    this.magnitude = magnitude;
    if (magnitude === 0) return 0;
    const open = ((magnitude + 1) >> 1) - 1;
    const bits = coder.bits(open);
    const difference = open > 48 ? narrow((1n << BigInt(open)) | bits) : 2 ** open + bits;
    return magnitude % 2 === 0 ? -difference : difference;
  }

  /** A value that is not as its slot says (section 13.9). */
  misfit(slot) {
    if (this.coder.bit(HALF) === 0) {
      this.anyValue(-1, false);
      return;
    }
    const object = slot.kind === ONE_OF ? slot.slots.find((one) => one.kind === OBJECT) : slot;
    if (object?.kind !== OBJECT) fail('invalidValue', 'there is no shape to compare with');
    this.looseObject(object.shape);
  }

  looseObject(shape) {
    const { coder, writer } = this;
    const { fields } = this.template.structure.shapes[shape];
    writer.open(OPEN_OBJECT);
    for (let expected = 0; ;) {
      let field = expected;
      if (coder.bit(IN_ORDER) === 0) {
        if (coder.bit(HALF) === 0) {
          writer.keyString(`"${this.text(this.noSlot)}"`);
          this.anyValue(-1, false);
          continue;
        }
        field = coder.number();
      }
      if (field === fields.length) break;
      if (field > fields.length) fail('invalidValue', 'there is no such field');
      const lexeme = lexemeOf(fields[field]);
      writer.key(lexeme, 0, lexeme.length);
      this.value(this.starts[shape] + field);
      expected = field + 1;
    }
    writer.close(CLOSE_OBJECT);
  }

  /** Any value; where it is a string that stands at a slot, it is the last one there. */
  anyValue(number, isKey) {
    const { coder, writer } = this;
    const kind = coder.bits(2);
    if (kind === 2) {
      const literal = ['null', 'false', 'true'][coder.bits(2)] ?? fail('invalidValue', 'there is no such literal');
      this.write(literal, isKey);
      return;
    }
    if (kind === 3) {
      if (isKey) fail('invalidValue', 'a key is no string');
      this.anyContainer();
      return;
    }
    const text = this.text(this.noSlot);
    if (kind === 0 && number >= 0) this.strings[number] = text;
    this.write(kind === 0 ? `"${text}"` : text, isKey);
  }

  anyContainer() {
    const { coder, writer } = this;
    switch (coder.bits(2)) {
      case 0: this.containerText(); break;
      case 1: {
        const count = coder.number();
        if (count > MOST) fail('limitExceeded', 'an array has too many elements');
        writer.open(OPEN_ARRAY);
        for (let i = 0; i < count; i++) this.anyValue(-1, false);
        writer.close(CLOSE_ARRAY);
        break;
      }
      case 2: {
        const shape = coder.number();
        if (shape >= this.template.structure.shapes.length) fail('invalidValue', 'there is no such shape');
        this.looseObject(shape);
        break;
      }
      default: fail('invalidValue', 'there is no such kind of container');
    }
  }

  /** An array or object that is carried as it is. */
  containerText() {
    const { writer } = this;
    const bytes = bytesOfString(this.text(this.noSlot));
    try {
      const start = skipSpace(bytes, 0, bytes.length);
      if (skipSpace(bytes, walkValue(bytes, start, bytes.length, null, 4096), bytes.length) !== bytes.length) {
        fail('extraText', 'there is a second text');
      }
    } catch (error) {
      if (error.code !== 'limitExceeded') fail('invalidValue', `a value is no JSON: ${error.message}`);
      throw error;
    }
    walkValue(bytes, 0, bytes.length, {
      open: (c) => writer.open(c),
      close: (c) => writer.close(c),
      key: (start, end) => writer.key(bytes, start, end),
      scalar: (start, end) => writer.scalar(bytes, start, end),
    }, 4096);
  }
}

/** The document of a message whose check starts at `at` and has so many bytes (section 13.1). */
async function decodeValues(bytes, at, checkBytes, template, limits) {
  if (at + checkBytes > bytes.length) fail('truncated', 'a message ends before its values start');
  const archive = template.lesson === null ? null : await archiveReader();
  if (template.lesson !== null && archive === null) {
    wrong('archive.js is not beside this module, so that no message of a primed template can be read');
  }
  const most = mostDecoded(limits, bytes.length);
  const coder = new RangeDecoder(bytes, at + checkBytes);
  const document = archive === null ? new MessageValues(template, coder, limits, most).decode()
    : archive.message(template, coder, limits, most);
  let check = 0;
  for (let i = checkBytes - 1; i >= 0; i--) check = check * 256 + bytes[at + i];
  if (crc32(document, template.seed) % 256 ** checkBytes !== check) {
    fail('checkMismatch', 'what was decoded is not what was encoded');
  }
  return document;
}

/** The template with this start of its identity among those of the options. */
function knownTemplate(options, id, isOnly) {
  const { template, templates } = options;
  if (template?.id.startsWith(id)) return template;
  if (template && isOnly) fail('templateMismatch', 'the message was made with another template');
  for (const known of templates instanceof Map ? templates.values() : templates ?? []) {
    if (known.id.startsWith(id)) return known;
  }
  return fail('unknownTemplate', `there is no template ${id}`);
}

async function decodeMarkedMessage(bytes, options, limits, met) {
  if (bytes[1] === 0x4d) {
    if (bytes.length < 10) fail('truncated', 'a message ends in the name of its template');
    const id = hex(bytes.subarray(2, 10));
    const template = met?.get(id) ?? knownTemplate(options, id, met === undefined && !options.templates);
    return decodeValues(bytes, 10, 4, template, limits);
  }
  const reader = new Reader(bytes, 2);
  const payload = reader.take(reader.varint());
  const canonical = await canonicalOf(payload, limits.messageTemplateByteCount, options);
  let { template } = options;
  if (template === undefined || met !== undefined || !sameBytes(canonical, template.bytes)) {
    const embedded = new MessageTemplate(canonical, options);
    if (template !== undefined && met === undefined) {
      fail('templateMismatch', 'the message embeds another template');
    }
    template = embedded;
  }
  met?.set(template.id.slice(0, 16), template);
  return decodeValues(bytes, reader.at, 4, template, limits);
}

/** A message of any form: its document. */
async function decodeMessage(bytes, options, limits, met) {
  const isMarked = bytes[0] === 0xfd && (bytes[1] === 0x4d || bytes[1] === 0x54);
  if (!options.template) {
    if (!isMarked) fail('unknownTemplate', 'a bare message needs options.template');
    return decodeMarkedMessage(bytes, options, limits, met);
  }
  if (isMarked) {
    let refused;
    try {
      return await decodeMarkedMessage(bytes, options, limits, met);
    } catch (error) {
      refused = error;
    }
    // One in 32,768 bare messages starts so.
    try {
      return await decodeValues(bytes, 0, 3, options.template, limits);
    } catch {
      throw refused;
    }
  }
  return decodeValues(bytes, 0, 3, options.template, limits);
}

// ---------------------------------------------------------------------------------------------------
// What is called from outside

const MARKED = new Set([0x4d, 0x54]);

/** Collects what an input decodes to: the values of its texts, or pieces of its text. */
class Sink {
  constructor(wantsValues, options, limits, byteCount) {
    Object.assign(this, { wantsValues, options, byteCount });
    this.most = mostDecoded(limits, byteCount);
    this.total = 0;
    this.values = [];
    this.pieces = [];
  }

  charge(byteCount, offset) {
    this.total += byteCount;
    if (this.total > this.most) fail('limitExceeded', 'the document is longer than it may be', offset);
  }

  /** A piece of the document. */
  text(bytes) {
    this.pieces.push(bytes);
  }

  /** The rows of a block. */
  rows(rows, form) {
    if (!form.elements) {
      for (const row of rows) this.values.push(row);
    } else if (form.continues) {
      const array = this.values[this.values.length - 1];
      for (const row of rows) array.push(row);
    } else {
      this.values.push(rows);
    }
  }

  /** Texts that are there as a whole. */
  document(bytes, texts) {
    if (!this.wantsValues) this.pieces.push(bytes);
    else for (const value of valuesOfTexts(bytes, texts, this.options)) this.values.push(value);
  }
}

async function decodeInto(sink, bytes, options, limits, place) {
  // A bare message can start with anything.
  const isMarked = bytes[0] === 0xfd && MARKED.has(bytes[1]);
  const refusesOpen = () => {
    if (options.requiresSeal && !place.isSealed) fail('notSealed', 'the input is not sealed', 0);
  };
  if (bytes[0] === 0xfd && bytes[1] === 0x53 && !place.isBare) {
    if (place.isSealed) fail('invalidFrame', 'a sealed message holds another');
    const plain = await openMessage(bytes, options, limits);
    return decodeInto(sink, plain, options, limits, { ...place, isSealed: true });
  }
  if (isMagic(bytes)) {
    if (place.isSealed) fail('invalidFrame', 'a sealed message holds a file');
    return decodeFiles(sink, bytes, options, limits);
  }
  if (isMarked || options.template) {
    refusesOpen();
    return sink.document(await decodeMessage(bytes, options, limits), 1);
  }
  if (bytes[0] === 0xfd) {
    if (bytes.length < 3) fail('truncated', 'the input ends in its magic number', bytes.length);
    fail('notHusk', 'the input is no file of Husk', 0);
  }
  const inside = openEnvelope(bytes);
  if (inside !== null) {
    if (place.isSealed) fail('invalidFrame', 'a sealed message holds an envelope');
    if (place.isInEnvelope) fail('invalidEnvelope', 'an envelope holds another');
    return decodeInto(sink, inside, options, limits, { ...place, isInEnvelope: true });
  }
  refusesOpen();
  const builds = sink.wantsValues && !options.bigints;
  const file = new TextFile(bytes, limits, options, builds).decode();
  if (!builds) return sink.document(file.document, file.texts);
  for (const value of file.values) sink.values.push(value);
  file.writer.release();
  return undefined;
}

/** The plaintext of a sealed message (section 14.5). */
async function openMessage(bytes, options, limits) {
  const reader = new Reader(bytes, 2);
  const header = sealHeader(reader, 2);
  const key = await keyOf(header, options.keys, options, limits, 2);
  if (key === undefined) fail('missingKey', `there is no key ${header.name}`, 2);
  const start = reader.at;
  const seal = await Seal.make(key, header.salt, 'husk 1 message', bytes.subarray(0, start));
  return seal.open(0, true, NOTHING, bytes.subarray(start), start);
}

async function decodeFiles(sink, bytes, options, limits) {
  const container = new Container(bytes, options, limits);
  while (container.at < bytes.length) await decodeFile(await container.file(), options, limits, sink);
}

async function run(input, options, wantsValues) {
  try {
    return await runOnce(bytesOf(input), options, wantsValues);
  } catch (error) {
    // The platform has less memory, or less of a stack, than the limits allow.
    if (error instanceof RangeError) fail('limitExceeded', error.message);
    throw error;
  }
}

async function runOnce(bytes, options, wantsValues) {
  const limits = limitsOf(options);
  const sink = new Sink(wantsValues, options, limits, bytes.length);
  if (options.template === undefined) {
    await decodeInto(sink, bytes, options, limits, {});
    return sink;
  }
  // What looks like something else may be a bare message, too.
  try {
    await decodeInto(sink, bytes, options, limits, {});
    return sink;
  } catch (error) {
    if (!(bytes[0] === 0xfd && (bytes[1] === 0x53 || isMagic(bytes)))) throw error;
    const again = new Sink(wantsValues, options, limits, bytes.length);
    try {
      await decodeInto(again, bytes, options, limits, { isBare: true });
    } catch {
      throw error;
    }
    return again;
  }
}

/** The values of all texts of a document, in order. */
export async function decodeSequence(input, options = {}) {
  return (await run(input, options, true)).values;
}

/** The value of a document of one text. */
export async function decode(input, options = {}) {
  const values = await decodeSequence(input, options);
  if (values.length === 0) fail('emptyInput', 'the document has no text');
  if (values.length > 1) fail('extraText', 'the document has more than one text: use decodeSequence');
  return values[0];
}

/**
 * Some rows of an input, and some of their fields (section 9.9), one value for each row. `fields` are paths, as in
 * `id,user.name`; `rows` is a range, as in `100:200`; with `at` the rows are the elements of that array in each text.
 * Blocks without wanted rows are not decoded, and of the others no columns that are not needed.
 */
export async function decodeRows(input, options = {}) {
  const bytes = bytesOf(input);
  const limits = limitsOf(options);
  const selector = new RowSelector(options, options, limits, bytes.length);
  const inside = isMagic(bytes) ? bytes : openEnvelope(bytes);
  if (inside === null || !isMagic(inside) || options.template !== undefined) {
    selector.document(await decodeSequence(bytes, options));
    return selector.rows;
  }
  try {
    const container = new Container(inside, options, limits);
    while (container.at < inside.length) await selector.file(await container.file());
  } catch (error) {
    if (error instanceof RangeError) fail('limitExceeded', error.message);
    throw error;
  }
  return selector.rows;
}

// -- Files on servers that give parts of them --

const FRONT_BYTES = 65_536;
const TAIL_BYTES = 16_384;
const AHEAD_BYTES = 4096;
const RUN_BYTES = 4_194_304;
// A tag and its length, and what stands before the content of a block, with the first byte of that.
const HEAD_BYTES = 8;
const BLOCK_HEAD_BYTES = 25;
const INDEX_STEP = 16;

/** The bytes of a resource, which are asked for in ranges (RFC 9110, section 14). */
class RangedBytes {
  constructor(url, { fetch = globalThis.fetch, signal } = {}) {
    Object.assign(this, { url, fetch, signal, whole: null, byteCount: 0, readByteCount: 0, tag: null, chunks: [] });
  }

  async ask(headers) {
    const response = await this.fetch.call(undefined, this.url, { headers, signal: this.signal });
    if (!response.ok) throw new Error(`${this.url} is answered with ${response.status}`);
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
    const coding = response.headers.get('content-encoding') ?? 'identity';
    const isPart = response.status === 206 && range !== null && coding === 'identity';
    const bytes = new Uint8Array(await response.arrayBuffer());
    this.readByteCount += bytes.length;
    return {
      bytes, isPart, isWhole: response.status !== 206, from: Number(range?.[1]), total: Number(range?.[3]),
      tag: response.headers.get('etag') ?? response.headers.get('last-modified'),
    };
  }

  /** Asks for the front, by which it shows whether the server gives parts. */
  async open() {
    const front = await this.ask({ range: `bytes=0-${FRONT_BYTES - 1}` });
    if (front.isPart && front.from === 0 && front.bytes.length === Math.min(FRONT_BYTES, front.total)) {
      this.byteCount = front.total;
      this.tag = front.tag;
      this.chunks.push({ from: 0, bytes: front.bytes });
      if (front.bytes.length === front.total) this.whole = front.bytes;
    } else {
      this.whole = front.isWhole ? front.bytes : (await this.ask({})).bytes;
      this.byteCount = this.whole.length;
    }
  }

  /** All bytes. */
  async all() {
    this.whole ??= (await this.ask({})).bytes;
    if (this.whole.length !== this.byteCount) fail('truncated', 'the file has changed while it was read');
    return this.whole;
  }

  /** Some bytes; where they are few, those behind them come along and are kept for a while. */
  async read(from, to, ahead = AHEAD_BYTES) {
    if (to > this.byteCount) fail('truncated', 'the file ends too early', this.byteCount);
    if (this.whole !== null) return this.whole.subarray(from, to);
    const chunk = this.chunks.find((one) => one.from <= from && to <= one.from + one.bytes.length);
    if (chunk !== undefined) return chunk.bytes.subarray(from - chunk.from, to - chunk.from);
    const end = Math.min(Math.max(to, from + ahead), this.byteCount);
    const part = await this.ask({ range: `bytes=${from}-${end - 1}` });
    const isSame = part.isPart && part.total === this.byteCount && part.tag === this.tag;
    if (!isSame || part.from !== from || part.bytes.length !== end - from) {
      fail('invalidEnd', 'the file has changed while it was read, or the server gives no parts anymore');
    }
    if (ahead > 0) {
      this.chunks.push({ from, bytes: part.bytes });
      if (this.chunks.length > 4) this.chunks.splice(1, 1);
    }
    return part.bytes.subarray(0, to - from);
  }
}

/** A file of which rows can be read without the blocks around them. */
class RangedFile {
  constructor(source, options, limits) {
    Object.assign(this, { source, options, limits, groups: [], isWhole: true, isArray: false });
    this.container = new Container(NOTHING, options, limits);
    this.file = {
      start: 0, seal: null, fields: null, canonical: null, template: null, reference: null, header: NOTHING, blocks: [],
      index: null, hash: 0, number: 0,
    };
    /** How many rows there are, or null where only the whole file says it. */
    this.rowCount = null;
  }

  get byteCount() {
    return this.source.byteCount;
  }

  /** How many bytes came from the server so far. */
  get readByteCount() {
    return this.source.readByteCount;
  }

  /** Goes to the first block, and finds out where the others are. */
  async open() {
    const { source, file } = this;
    if (source.whole !== null) return;
    const magic = await source.read(0, 4);
    if (!isMagic(magic) || this.options.template !== undefined) return;
    this.container.bytes = magic;
    this.container.magic(0);
    file.hash = crc32(magic);
    const end = await this.end();
    if (end === null) return;
    let at = 4;
    let frame = await this.frame(at);
    while (frame.type !== BLOCK_FRAME && frame.type !== END_FRAME) {
      if (frame.type === ENCRYPTION_FRAME) return;
      await this.container.other(file, frame.type, await source.read(frame.from, frame.end), at);
      at = frame.end;
      frame = await this.frame(at);
    }
    if (frame.type === END_FRAME) return;
    if (end.index === undefined) await this.walk(at, end);
    else await this.readIndex(at, frame.block, end);
    file.template = templateOfFile(file, this.limits);
  }

  /** What the last bytes say (section 9.6), or null where more than one file is there. */
  async end() {
    const { source } = this;
    const { byteCount } = source;
    const from = Math.max(byteCount - TAIL_BYTES, 0);
    const bytes = await source.read(from, byteCount, 0);
    source.chunks.push({ from, bytes });
    let at = bytes.length;
    const backward = () => {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = at > 0 && factor < 2 ** 49 ? bytes[--at] : fail('invalidEnd', 'the file has no length', byteCount);
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
    };
    const length = backward();
    if (Math.floor(length / 2) !== from + at) return null;
    if (length % 2 === 0) return { checkAt: from + at - 4 };
    const behind = backward();
    return { checkAt: from + at - 4, index: from + at - behind };
  }

  /** The frame at a place: its type, and of a block what stands before its content. */
  async frame(at) {
    const { source, file } = this;
    const head = await source.read(at, Math.min(at + HEAD_BYTES, source.byteCount));
    const type = head[0] & 31;
    const width = head[0] >> 5;
    if (width + 1 > head.length) fail('truncated', 'the file ends before its trailer', source.byteCount);
    let length = 0;
    for (let i = width; i > 0; i--) length = length * 256 + head[i];
    if (width > 0 && head[width] === 0) fail('invalidFrame', 'a length is not in its shortest form', at);
    this.container.order(file, type, at);
    if (type < 16 && length > this.limits.frameByteCount) fail('limitExceeded', 'a frame is longer than it may be', at);
    const from = at + 1 + width;
    const end = from + length;
    if (end > source.byteCount) fail('truncated', 'the file ends before its trailer', source.byteCount);
    if (type !== BLOCK_FRAME) return { type, from, end, head: head.slice(0, 1 + width) };
    const front = await source.read(from, Math.min(from + BLOCK_HEAD_BYTES, end));
    const { rows, decoded, headLength } = this.container.block(front, at);
    if (front.length === headLength) fail('truncated', 'a block has no content', at);
    const block = { offset: at, from, end, rows, decoded, form: formOf(front[headLength]) };
    return { type, from, end, block, head: joined([head.slice(0, 1 + width), front.subarray(0, headLength)]) };
  }

  /** Goes from header to header, to the end of a file without an index. */
  async walk(first, { checkAt }) {
    const { file, source } = this;
    // What stands before the blocks was read, but its heads count in the check.
    for (let at = 4; at < first;) {
      const frame = await this.headOf(at);
      file.hash = crc32(frame.head, file.hash);
      at = frame.end;
    }
    const blocks = [];
    let at = first;
    for (let frame = await this.frame(at); frame.type !== END_FRAME; frame = await this.frame(at)) {
      if (frame.type === BLOCK_FRAME) blocks.push(frame.block);
      if (frame.type === INDEX_FRAME) fail('invalidEnd', 'the trailer knows of no index', at);
      file.blocks = blocks;
      file.hash = crc32(frame.head, file.hash);
      at = frame.end;
    }
    if (at + 1 !== checkAt || new Reader(await source.read(checkAt, checkAt + 4)).word() !== file.hash) {
      fail('invalidEnd', 'the check of the framing is another', checkAt);
    }
    this.groups = [{ number: 0, row: 0, rows: sumOf(blocks, 'rows'), blocks }];
    this.rows(sumOf(blocks, 'rows'), blocks.some(({ form }) => form.elements), blocks);
  }

  /** The head of a frame whose order was looked at before. */
  async headOf(at) {
    const [tag] = await this.source.read(at, at + 1);
    const width = tag >> 5;
    const head = await this.source.read(at, at + 1 + width);
    let length = 0;
    for (let i = width; i > 0; i--) length = length * 256 + head[i];
    return { head, end: at + 1 + width + length };
  }

  /** Takes the index for the blocks (section 9.5). */
  async readIndex(first, firstBlock, { checkAt, index }) {
    const { file, source } = this;
    const refuse = (message) => fail('invalidIndex', message, index);
    if (!(index > first && index < checkAt)) refuse('the index is elsewhere');
    file.blocks = [firstBlock];
    const frame = await this.frame(index);
    const isIndex = frame.type === INDEX_FRAME && frame.end + 1 === checkAt && frame.end - frame.from >= 4;
    if (!isIndex || (await source.read(frame.end, checkAt))[0] !== END_FRAME) refuse('there is no index');
    const payload = await source.read(frame.from, frame.end);
    const entries = payload.subarray(0, payload.length - 4);
    if (new Reader(payload, entries.length).word() !== crc32(entries)) refuse('the check of the index is another');
    const reader = new Reader(entries, 0, entries.length, 'invalidIndex');
    const count = reader.varint();
    if (count === 0 || reader.varint() !== first) refuse('the first block is elsewhere');
    let at = first;
    let row = 0;
    for (let number = 0; number < count; number += INDEX_STEP) {
      const byteCount = reader.varint();
      const [rows, decoded] = [reader.varint(), reader.varint()];
      const group = { number, row, rows, decoded, at, end: at + byteCount, blocks: null };
      group.count = Math.min(count - number, INDEX_STEP);
      this.groups.push(group);
      at += byteCount;
      row += rows;
    }
    if (reader.left > 0 || at !== index) refuse('the entries end elsewhere');
    file.blocks = { length: count };
    const last = firstBlock.form.elements ? await this.blocksOf(this.groups[this.groups.length - 1]) : [];
    this.rows(row, firstBlock.form.elements, last);
  }

  /** The blocks of a group, which are gone through when they are needed. */
  async blocksOf(group) {
    if (group.blocks !== null) return group.blocks;
    const blocks = [];
    for (let { at } = group; at < group.end;) {
      const frame = await this.frame(at);
      if (frame.type === BLOCK_FRAME) blocks.push(frame.block);
      else if (frame.type < 16) fail('invalidIndex', 'another frame stands between blocks', at);
      at = frame.end;
      if (at > group.end) fail('invalidIndex', 'a block goes on behind its entry', frame.from);
    }
    const isSame = blocks.length === group.count && sumOf(blocks, 'rows') === group.rows
      && sumOf(blocks, 'decoded') === group.decoded;
    if (!isSame) fail('invalidIndex', 'the blocks are others than the index says', group.at);
    group.blocks = blocks;
    return blocks;
  }

  /** Decides what the rows are, by the last blocks where they are elements. */
  rows(count, isArray, last) {
    // Texts that follow the array need all blocks: the index does not say where it closes.
    const hasTexts = last.some(({ form, rows }) => !form.elements && rows > 0);
    if (isArray && (hasTexts || !last.some(({ form }) => form.closes))) return;
    this.isWhole = false;
    this.isArray = isArray;
    this.rowCount = count;
  }

  /** Some rows, and some of their fields, one value for each row. */
  async decodeRows(selection = {}) {
    const { options, limits, source, file } = this;
    const selector = new RowSelector(selection, options, limits, source.byteCount);
    if (this.isWhole || selector.array !== null) return decodeRows(await source.all(), { ...options, ...selection });
    const opens = file.fields !== null && meetsSealed(file.fields.root, selector.node);
    const fields = opens ? await SealedFields.open(file, options, limits) : null;
    const blocks = new FileBlocks(file, options, limits);
    for (const group of this.groups) {
      if (group.row + group.rows <= selector.first || group.row >= selector.end) continue;
      await this.give(group, selector, blocks, fields);
    }
    return selector.rows;
  }

  /** Gives the rows of a group that are wanted: blocks that stand side by side come together. */
  async give(group, selector, blocks, fields) {
    let { row, number } = group;
    let run = [];
    const flush = async () => {
      if (run.length === 0) return;
      const from = run[0].block.from;
      const bytes = await this.source.read(from, run[run.length - 1].block.end, 0);
      for (const { block, first, place } of run) {
        const payload = bytes.subarray(block.from - from, block.end - from);
        const whole = { ...this.container.block(payload, block.offset), offset: block.offset };
        blocks.isOpen = this.isArray && place > 0;
        blocks.rowsSoFar = first;
        try {
          await selector.block(blocks, whole, blocks.header(whole, place), place, fields, first);
        } catch (error) {
          if (error instanceof RangeError) fail('limitExceeded', error.message, block.offset);
          if (error instanceof HuskError && error.offset === undefined) error.offset = block.offset;
          throw error;
        }
      }
      run = [];
    };
    for (const block of await this.blocksOf(group)) {
      const isWanted = row + block.rows > selector.first && row < selector.end;
      if (isWanted && run.length > 0 && block.end - run[0].block.from > RUN_BYTES) await flush();
      if (isWanted) run.push({ block, first: row, place: number });
      row += block.rows;
      number++;
    }
    await flush();
  }
}

const sumOf = (blocks, key) => blocks.reduce((total, block) => total + block[key], 0);

/** Opens a file on a server, of which rows are read without what is not needed. */
export async function openRange(url, options = {}) {
  const limits = limitsOf(options);
  const source = new RangedBytes(url, options);
  await source.open();
  const file = new RangedFile(source, options, limits);
  await file.open();
  return file;
}

/** The document, byte for byte. */
export async function decodeBytes(input, options = {}) {
  return joined((await run(input, options, false)).pieces);
}

/** The document, as a string: with its byte order mark, if it has one. */
export async function decodeText(input, options = {}) {
  return utf8.decode(await decodeBytes(input, options));
}

/** The frames of a file as the vectors list them (section 9): for tools. */
export async function frames(input, options = {}) {
  const bytes = bytesOf(input);
  const limits = limitsOf(options);
  const lists = [];
  const container = new Container(bytes, options, limits);
  do lists.push(await container.file()); while (container.at < bytes.length);
  return lists;
}

/** Decodes a sequence of messages (section 13.10): each message's document, one after the other. */
export async function* decodeMessages(input, options = {}) {
  for await (const { text, value } of messagesOf(input, options, true)) yield value === undefined ? text : value;
}

/** The document of a sequence of messages: the documents with a line end behind each, byte for byte. */
export async function decodeMessagesBytes(input, options = {}) {
  const pieces = [];
  const lineEnd = Uint8Array.of(0x0a);
  for await (const { bytes, hasLineEnd } of messagesOf(input, options, false)) {
    if (bytes !== null) pieces.push(bytes);
    if (hasLineEnd) pieces.push(lineEnd);
  }
  return joined(pieces.length === 0 ? [NOTHING] : pieces);
}

async function* messagesOf(input, options, wantsValues) {
  const bytes = bytesOf(input);
  const limits = limitsOf(options);
  const most = mostDecoded(limits, bytes.length);
  const reader = new Reader(bytes);
  const met = new Map();
  let total = 0;
  let last = null;
  let isOver = false;
  while (reader.left > 0) {
    const count = reader.varint();
    if (isOver) fail('extraValue', 'a message stands behind the end', reader.at);
    if (count === 0) {
      if (last === null) fail('truncated', 'there is no message whose line end is missing', reader.at);
      isOver = true;
      continue;
    }
    if (count > limits.frameByteCount) fail('limitExceeded', 'a message is longer than it may be', reader.at);
    if (last !== null) yield* messageOf(last, true, wantsValues, options);
    last = await decodeOne(reader.take(count), options, limits, met);
    total += last.length + 1;
    if (total > most) fail('limitExceeded', 'the document is longer than it may be', reader.at);
  }
  if (last !== null) yield* messageOf(last, !isOver, wantsValues, options);
}

function* messageOf(bytes, hasLineEnd, wantsValues, options) {
  yield wantsValues ? { value: valuesOfTexts(bytes, 1, options)[0] } : { bytes, hasLineEnd };
}

async function decodeOne(bytes, options, limits, met) {
  if (bytes[0] === 0xfd && bytes[1] === 0x53) {
    const plain = await openMessage(bytes, options, limits);
    if (!(plain[0] === 0xfd && MARKED.has(plain[1])) && !options.template) {
      fail('invalidFrame', 'what is sealed is no message');
    }
    return decodeMessage(plain, options, limits, met);
  }
  if (options.requiresSeal) fail('notSealed', 'a message is not sealed');
  return decodeMessage(bytes, options, limits, met);
}

// ---------------------------------------------------------------------------------------------------
// HTTP (section 15)

const FILE_TYPE = 'application/vnd.husk';
const TEXT_TYPE = 'application/vnd.husk+json';
const YEAR = 365 * 24 * 60 * 60;

/** Reads structured fields (RFC 9651); whatever breaks a rule ends with `null`. */
class FieldParser {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** What a pattern finds here, which it then stands behind. */
  take(pattern) {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) throw new RangeError('a field breaks a rule');
    this.at = pattern.lastIndex;
    return match;
  }

  /** A dictionary: its members, of which the last of equal names counts. */
  dictionary() {
    const members = new Map();
    this.take(/ */y);
    while (this.at < this.text.length) {
      const [name] = this.take(/[a-z*][a-z0-9_.*-]*/y);
      let value = { type: 'boolean', value: true };
      if (this.text[this.at] === '=') {
        this.at++;
        value = this.text[this.at] === '(' ? this.list() : this.item();
      }
      this.parameters();
      members.delete(name);
      members.set(name, value);
      this.take(/[ \t]*/y);
      if (this.at === this.text.length) break;
      this.take(/,[ \t]*(?=.)/sy);
    }
    return members;
  }

  list() {
    this.at++;
    for (;;) {
      this.take(/ */y);
      if (this.text[this.at] === ')') break;
      this.item();
      this.parameters();
      this.take(/(?=[ )])/y);
    }
    this.at++;
    return { type: 'list' };
  }

  parameters() {
    while (this.text[this.at] === ';') {
      this.take(/; *[a-z*][a-z0-9_.*-]*/y);
      if (this.text[this.at] === '=') {
        this.at++;
        this.item();
      }
    }
  }

  item() {
    const first = this.text[this.at];
    if (first === '"') {
      const [, inner] = this.take(/"((?:[ !#-[\]-~]|\\["\\])*)"/y);
      return { type: 'string', value: inner.replace(/\\(.)/g, '$1') };
    }
    if (first === ':') {
      const [, data, padding] = this.take(/:([A-Za-z0-9+/]*)(={0,2}):/y);
      if ((data.length + padding.length) % 4 !== 0 && padding !== '') throw new RangeError('this is no Base64');
      if (data.length % 4 === 1) throw new RangeError('this is no Base64');
      return { type: 'bytes', value: bytesOfBase64(data) ?? NOTHING };
    }
    if (first === '?') return { type: 'boolean', value: this.take(/\?([01])/y)[1] === '1' };
    if (first === '@') return { type: 'date', value: this.take(/@-?\d{1,15}/y)[0] };
    if (first === '%') return { type: 'display', value: this.take(/%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y)[0] };
    if (first !== undefined && /[-0-9]/.test(first)) {
      return { type: 'number', value: this.take(/-?(?:\d{1,12}\.\d{1,3}|\d{1,15}(?!\.))(?!\d)/y)[0] };
    }
    return { type: 'token', value: this.take(/[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y)[0] };
  }
}

/** The target of the first link of the relation `husk-template` (RFC 8288), or null. */
function templateLink(field) {
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(field);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    take(/[\s,]*/y);
    const target = take(/<([^>]*)>/y);
    if (target === null) return null;
    let relation;
    for (let one = take(/\s*;\s*([^\s=;,]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/y); one !== null;
      one = take(/\s*;\s*([^\s=;,]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/y)) {
      if (one[1].toLowerCase() !== 'rel' || relation !== undefined) continue;
      relation = (one[2] ?? '').replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1');
    }
    if ((relation ?? '').toLowerCase().split(/\s+/).includes('husk-template')) return target[1];
  }
}

/** A match pattern (section 15.4), or null where the text is none. */
export function matchPattern(text) {
  if (text.length > 1024 || (text.match(/\*/g) ?? []).length > 8) return null;
  if (!/^\/[\x21\x24-\x3e\x40-\x5b\x5d-\x7e]*(?:\?[\x21\x24-\x5b\x5d-\x7e]*)?$/.test(text)) return null;
  const [, path, query] = /^([^?]*)(?:\?(.*))?$/.exec(text);
  return {
    text,
    /** Whether a URL matches. */
    matches(url) {
      const { pathname, search } = new URL(url);
      return matchesGlob(path, pathname) && (query === undefined || matchesGlob(query, search.slice(1)));
    },
  };
}

/** Whether a text is as a pattern with asterisks says; it takes no more steps than the product of their lengths. */
function matchesGlob(pattern, text) {
  let [p, t] = [0, 0];
  let [star, resume] = [-1, 0];
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** The offer in an answer that came from a URL (section 15.3), or null. */
export function templateOffer(headers, from) {
  const field = headers.get('use-as-template');
  const link = headers.get('link');
  if (!field || !link) return null;
  let members;
  try {
    members = new FieldParser(field).dictionary();
  } catch {
    return null;
  }
  const [match, id] = [members.get('match'), members.get('id')];
  if (match?.type !== 'string' || id?.type !== 'bytes' || id.value.length !== 32) return null;
  const pattern = matchPattern(match.value);
  const target = templateLink(link);
  if (pattern === null || target === null || !pattern.matches(from)) return null;
  if (!/^(?:https?:\/\/|\/|\?)/i.test(target)) return null;
  let location;
  try {
    location = new URL(target, from);
  } catch {
    return null;
  }
  if (location.origin !== new URL(from).origin) return null;
  return { id: hex(id.value), match: match.value, location: location.href };
}

/** For how many seconds an answer is fresh that brought a template (section 15.6). */
export function freshSeconds(headers, now = Date.now()) {
  const control = (headers.get('cache-control') ?? '').toLowerCase();
  if (/(?:^|[,\s])no-(?:store|cache)(?:$|[,\s=])/.test(control)) return 0;
  const age = Number(/^\d+$/.exec(headers.get('age') ?? '')?.[0] ?? 0);
  const most = /(?:^|[,\s])max-age\s*=\s*"?(\d+)/.exec(control);
  if (most !== null) return Math.min(Math.max(Number(most[1]) - age, 0), YEAR);
  const expires = Date.parse(headers.get('expires') ?? '');
  if (Number.isNaN(expires)) return 0;
  const date = Date.parse(headers.get('date') ?? '');
  const lasts = (expires - (Number.isNaN(date) ? now : date)) / 1000;
  return Math.min(Math.max(Math.floor(lasts) - age, 0), YEAR);
}

/**
 * What keeps templates apart (section 15.7): the origin, the partition, and the credentials that are sent. The latter
 * are not kept as they are.
 */
export function templateScope(url, headers = {}, partition = '') {
  const all = new Headers(headers);
  // A browser hides the fields of cookies from scripts: what pages can see of them stands in `headers` here.
  const secrets = [partition, all.get('authorization') ?? '', all.get('cookie') ?? ''];
  return `${new URL(url).origin} ${hex(sha256(utf8Bytes.encode(JSON.stringify(secrets))))}`;
}

/** Keeps templates in memory, the least used of more than `most` excepted. */
export class MemoryTemplateCache {
  #entries = new Map();

  constructor({ most = 64 } = {}) {
    this.most = most;
  }

  /** The entries of a scope, those that were put last first. */
  async list(scope) {
    return [...this.#entries.values()].filter((entry) => entry.scope === scope).reverse();
  }

  /** Keeps an entry in place of one of the same scope, pattern and identity. */
  async put(entry) {
    const key = keyOfEntry(entry);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.most) this.#entries.delete(this.#entries.keys().next().value);
  }

  /** Forgets everything, as whoever clears cookies expects. */
  async clear() {
    this.#entries.clear();
  }
}

const keyOfEntry = (entry) => JSON.stringify([entry.scope, entry.match, entry.id]);

const requested = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Keeps templates in IndexedDB, so that they are there when the page is loaded again. */
export class IndexedDBTemplateCache {
  #opened = null;

  constructor({ name = 'husk-templates', most = 64, indexedDB = globalThis.indexedDB } = {}) {
    Object.assign(this, { name, most, indexedDB });
  }

  /** The store of objects, for one transaction. */
  async #store(mode) {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = this.indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore('templates', { keyPath: 'key' });
        store.createIndex('scope', 'scope');
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await this.#opened;
    return database.transaction('templates', mode).objectStore('templates');
  }

  async list(scope) {
    const store = await this.#store('readonly');
    const entries = await requested(store.index('scope').getAll(scope));
    return entries.sort((left, right) => right.received - left.received);
  }

  async put(entry) {
    const store = await this.#store('readwrite');
    await requested(store.put({ ...entry, key: keyOfEntry(entry) }));
    const entries = await requested((await this.#store('readonly')).getAll());
    if (entries.length <= this.most) return;
    entries.sort((left, right) => left.received - right.received);
    for (const old of entries.slice(0, entries.length - this.most)) {
      await requested((await this.#store('readwrite')).delete(old.key));
    }
  }

  async clear() {
    await requested((await this.#store('readwrite')).clear());
  }
}

/** The media type of what a body stands for, which Husk tells by a parameter where it is not one JSON text. */
function contentTypeOf(field) {
  const [type] = field.split(';');
  if (![FILE_TYPE, TEXT_TYPE].includes(type.trim().toLowerCase())) return field;
  const found = /;\s*content\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(field);
  return found === null ? 'application/json' : found[2] ?? found[1].replace(/\\(.)/g, '$1');
}

/** What a server answered: JSON, in whatever form it came. */
export class HuskResponse {
  #options;
  #value;
  #bytes;

  constructor(response, body, form, options) {
    this.response = response;
    this.status = response.status;
    this.ok = response.ok;
    this.headers = response.headers;
    this.url = response.url;
    /** `json`, `text`, `file` or `message`; `other` where the answer is something else. */
    this.form = form;
    /** The bytes of the body, as fetch gives them: still in Husk. */
    this.body = body;
    this.byteCount = body.length;
    /** The media type of `text()`: `application/json`, or `application/x-ndjson` where it is a sequence. */
    this.contentType = contentTypeOf(response.headers.get('content-type') ?? '');
    this.#options = options;
  }

  get isHusk() {
    return this.form !== 'json' && this.form !== 'other';
  }

  /** The value of the JSON text: the same object each time. */
  json() {
    this.#value ??= this.isHusk
      ? decode(this.body, this.#options)
      : Promise.resolve().then(() => valuesOfTexts(this.body, 1, this.#options)[0]);
    return this.#value;
  }

  /** The text, byte for byte. */
  async text() {
    return utf8.decode(await this.bytes());
  }

  async bytes() {
    this.#bytes ??= this.isHusk ? decodeBytes(this.body, this.#options) : this.body;
    return this.#bytes;
  }

  /** Decodes what came as Husk, to find out whether it can be. */
  async decode() {
    if (this.isHusk) await (this.contentType === 'application/json' ? this.json() : this.bytes());
  }
}

/** Fetches JSON as Husk, by media type, and keeps the templates that servers offer (section 15). */
export class HuskFetch {
  #seen = new Map();
  #underWay = new Map();

  /**
   * `cache` keeps templates; `partition` is what keeps users of one page apart, such as the name of who is signed in:
   * a page cannot see its cookies. Other options are those of `decode`.
   */
  constructor({ cache = new MemoryTemplateCache(), partition = '', fetch = globalThis.fetch, ...options } = {}) {
    this.cache = cache;
    this.partition = partition;
    this.fetcher = (...given) => fetch(...given);
    this.options = options;
    /** Resolves when what was offered so far is kept: for tests, and for whoever wants to wait. */
    this.settled = Promise.resolve();
  }

  /** The scope of a request (section 15.7). */
  scope(url, headers) {
    const cookies = globalThis.document?.cookie;
    const all = new Headers(headers);
    const seen = Object.fromEntries(all);
    if (cookies) seen.cookie ??= cookies;
    return templateScope(url, seen, this.partition);
  }

  /** Fetches a URL; `init` is that of `fetch`. */
  async fetch(url, init = {}) {
    const { href } = new URL(url, globalThis.location?.href);
    const headers = new Headers(init.headers);
    const scope = this.scope(href, headers);
    const known = await this.#known(href, scope);
    const answer = await this.#ask(href, init, headers, known);
    try {
      await answer.decode();
    } catch (error) {
      if (!(error instanceof HuskError) || !isRepeatable(init)) throw error;
      return this.#again(href, init, headers, scope, error);
    }
    this.#note(answer, href, init, headers, scope, known);
    return answer;
  }

  /** Asks for less where an answer cannot be decoded: without the template, and then without Husk. */
  async #again(href, init, headers, scope, error) {
    if (error.code === 'unknownTemplate' || error.code === 'templateMismatch') {
      const answer = await this.#ask(href, { ...init, cache: 'reload' }, headers, null);
      try {
        await answer.decode();
        this.#note(answer, href, init, headers, scope, null);
        return answer;
      } catch (other) {
        if (!(other instanceof HuskError)) throw other;
      }
    }
    return this.#ask(href, { ...init, cache: 'reload' }, headers, null, 'application/json');
  }

  async #ask(href, init, given, known, accept) {
    const headers = new Headers(given);
    if (!headers.has('accept')) {
      headers.set('Accept', accept ?? `${FILE_TYPE}, ${TEXT_TYPE};q=0.8, application/json;q=0.5`);
    }
    if (known !== null) headers.set('Available-Template', `:${base64Of(known.template.identity)}:`);
    const response = await this.fetcher(href, { ...init, headers });
    const body = new Uint8Array(await response.arrayBuffer());
    const type = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
    let form = 'other';
    if (type === FILE_TYPE) form = body[1] === 0x48 ? 'file' : 'message';
    else if (type === TEXT_TYPE) form = 'text';
    else if (type === 'application/json' || type.endsWith('+json')) form = 'json';
    const templates = known === null ? [] : [known.template];
    return new HuskResponse(response, body, form, { ...this.options, templates });
  }

  /** The one template to name: the longest pattern that matches, and of equals the one that came last. */
  async #known(href, scope) {
    let best = null;
    for (const entry of await this.cache.list(scope)) {
      if (entry.expires <= Date.now() || !matchPattern(entry.match)?.matches(href)) continue;
      if (best === null || entry.match.length > best.match.length) best = entry;
    }
    if (best === null) return null;
    try {
      return { entry: best, template: await this.#template(best) };
    } catch {
      return null;
    }
  }

  /** The template of an entry; what was learnt from it is kept. */
  async #template(entry) {
    let template = this.#seen.get(entry.id);
    if (template === undefined) {
      template = await MessageTemplate.read(entry.file, this.options);
      if (template.id !== entry.id) fail('templateMismatch', 'a template that was kept is another');
      if (this.#seen.size >= 16) this.#seen.delete(this.#seen.keys().next().value);
      this.#seen.set(entry.id, template);
    }
    return template;
  }

  /** Takes an offer, beside whatever else happens. */
  #note(answer, href, init, headers, scope, known) {
    const from = answer.url || href;
    const offer = templateOffer(answer.headers, from);
    if (offer === null || offer.id === known?.entry.id) return;
    // Where the answer was redirected to another origin the credentials are not those of the request.
    if (new URL(from).origin !== new URL(href).origin) return;
    const key = `${scope} ${offer.id} ${offer.match}`;
    if (this.#underWay.has(key)) return;
    const work = this.#take(offer, init, headers, scope).catch(() => {}).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    this.settled = Promise.all(this.#underWay.values()).then(() => {});
  }

  async #take(offer, init, given, scope) {
    const kept = (await this.cache.list(scope)).find((entry) => entry.id === offer.id);
    const headers = new Headers();
    for (const name of ['authorization', 'cookie']) if (given.has(name)) headers.set(name, given.get(name));
    headers.set('Accept', 'application/vnd.husk-template');
    if (kept?.tag) headers.set('If-None-Match', kept.tag);
    const { credentials, mode, signal } = init;
    const response = await this.fetcher(offer.location, { credentials, mode, signal, headers });
    let { file, tag } = kept ?? {};
    if (response.status === 200) {
      file = new Uint8Array(await response.arrayBuffer());
      tag = response.headers.get('etag');
    } else if (response.status !== 304 || kept === undefined) {
      return;
    }
    if ((await MessageTemplate.read(file, this.options)).id !== offer.id) return;
    const lasts = freshSeconds(response.headers);
    const now = Date.now();
    await this.cache.put({ ...offer, scope, file, tag, received: now, expires: now + lasts * 1000 });
  }
}

const isRepeatable = (init) => ['GET', 'HEAD'].includes((init.method ?? 'GET').toUpperCase());

let standard = null;

/** Fetches a URL by a `HuskFetch` that all calls share. */
export function huskFetch(url, init) {
  standard ??= new HuskFetch();
  return standard.fetch(url, init);
}
