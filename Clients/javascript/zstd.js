// SPDX-License-Identifier: Apache-2.0
//
// Decompresses Zstandard (RFC 8878) where the platform cannot, as browsers cannot. It is a module of its own, so that
// only those load it who need it: decode(file, { codecs: { zstd } }).

const fail = (message) => {
  throw new RangeError(message);
};

const LITERALS_DEFAULT = [
  4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
];
const MATCHES_DEFAULT = [1, 4, 3, 2, 2, 2, 2, 2, 2, ...new Array(37).fill(1), ...new Array(7).fill(-1)];
const OFFSETS_DEFAULT = [1, 1, 1, 1, 1, 1, 2, 2, 2, ...new Array(15).fill(1), ...new Array(5).fill(-1)];

/** Where the ranges of codes start whose extra bits are these. */
function starts(first, extra) {
  const bases = [first];
  for (const bits of extra) bases.push(bases[bases.length - 1] + 2 ** bits);
  return bases;
}

const LITERALS_EXTRA = [...new Array(16).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCHES_EXTRA = [
  ...new Array(32).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
];
const LITERALS_BASE = starts(0, LITERALS_EXTRA);
const MATCHES_BASE = starts(3, MATCHES_EXTRA);

/** Reads bits from the first byte on, the lowest first. */
class ForwardBits {
  constructor(bytes, at, end) {
    Object.assign(this, { bytes, start: at, end, position: 0 });
  }

  peek(count) {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const at = this.position + i;
      value += ((this.bytes[this.start + (at >> 3)] >> (at & 7)) & 1) * 2 ** i;
    }
    return value;
  }

  read(count) {
    const value = this.peek(count);
    this.position += count;
    return value;
  }

  /** Where the bytes go on that no bit was read of. */
  finish() {
    const at = this.start + Math.ceil(this.position / 8);
    if (at > this.end) fail('a table is cut');
    return at;
  }
}

/** Reads bits from the last byte on: those behind the highest 1 of it. */
class BackwardBits {
  constructor(bytes, at, end) {
    if (at >= end || bytes[end - 1] === 0) fail('a stream of bits has no end');
    this.bytes = bytes;
    this.start = at;
    this.left = (end - at) * 8 - 8 + 31 - Math.clz32(bytes[end - 1]);
  }

  /** So many bits, at most 24; what is in front of the first byte counts as zeros. */
  read(count) {
    this.left -= count;
    const { bytes, start, left } = this;
    if (left < 0) {
      const there = count + left;
      return there <= 0 ? 0 : this.bitsAt(0, there) * 2 ** -left;
    }
    const at = start + (left >> 3);
    const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    return (word >>> (left & 7)) & ((1 << count) - 1);
  }

  bitsAt(position, count) {
    const { bytes, start } = this;
    const at = start + (position >> 3);
    const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    return (word >>> (position & 7)) & ((1 << count) - 1);
  }

  long(count) {
    if (count <= 16) return this.read(count);
    const high = this.read(count - 16);
    return high * 65_536 + this.read(16);
  }
}

/** A table of a finite state entropy code: for each state its symbol, and how the next one is found. */
class StateTable {
  constructor(frequencies, accuracy) {
    const size = 1 << accuracy;
    this.accuracy = accuracy;
    this.symbols = new Uint8Array(size);
    this.bits = new Uint8Array(size);
    this.bases = new Uint16Array(size);
    const next = frequencies.map((frequency) => (frequency < 0 ? 1 : frequency));
    let high = size - 1;
    frequencies.forEach((frequency, symbol) => {
      if (frequency < 0) this.symbols[high--] = symbol;
    });
    const step = (size >> 1) + (size >> 3) + 3;
    let place = 0;
    frequencies.forEach((frequency, symbol) => {
      for (let i = 0; i < frequency; i++) {
        this.symbols[place] = symbol;
        do place = (place + step) & (size - 1); while (place > high);
      }
    });
    for (let state = 0; state < size; state++) {
      const number = next[this.symbols[state]]++;
      this.bits[state] = accuracy - (31 - Math.clz32(number));
      this.bases[state] = (number << this.bits[state]) - size;
    }
  }

  /** A table of one symbol. */
  static ofOne(symbol) {
    const table = new StateTable([1], 0);
    table.symbols[0] = symbol;
    table.bits[0] = 0;
    table.bases[0] = 0;
    return table;
  }

  /** Reads a description; gives the table and where it ends. */
  static read(bytes, at, end, most, symbolMost) {
    const reader = new ForwardBits(bytes, at, end);
    const accuracy = reader.read(4) + 5;
    if (accuracy > most) fail('a table is too exact');
    const frequencies = [];
    let left = (1 << accuracy) + 1;
    let threshold = 1 << accuracy;
    let width = accuracy + 1;
    while (left > 1) {
      const spare = 2 * threshold - 1 - left;
      let value = reader.peek(width) & (threshold - 1);
      if (value < spare) {
        reader.position += width - 1;
      } else {
        value = reader.read(width);
        if (value >= threshold) value -= spare;
      }
      const frequency = value - 1;
      left -= Math.abs(frequency);
      frequencies.push(frequency);
      if (frequency === 0) {
        for (let more = 3; more === 3;) {
          more = reader.read(2);
          for (let i = 0; i < more; i++) frequencies.push(0);
          if (frequencies.length > symbolMost + 1) fail('a table has too many symbols');
        }
      }
      if (reader.position > 8 * (end - at)) fail('a table is cut');
      while (left < threshold) {
        width--;
        threshold >>= 1;
      }
    }
    if (left !== 1 || frequencies.length > symbolMost + 1) fail('a table does not add up');
    return [new StateTable(frequencies, accuracy), reader.finish()];
  }
}

const DEFAULTS = [
  new StateTable(LITERALS_DEFAULT, 6), new StateTable(OFFSETS_DEFAULT, 5), new StateTable(MATCHES_DEFAULT, 6),
];
const ACCURACY_MOST = [9, 8, 9];
const SYMBOL_MOST = [35, 31, 52];

/** A Huffman code: for each run of bits the symbol that it starts with, and how many bits that has. */
class PrefixTable {
  constructor(weights) {
    let total = 0;
    for (const weight of weights) if (weight > 0) total += 2 ** (weight - 1);
    if (total === 0) fail('a code has no symbols');
    this.width = 32 - Math.clz32(total);
    const left = 2 ** this.width - total;
    const last = 31 - Math.clz32(left);
    if (this.width > 11 || 2 ** last !== left || weights.length > 255) fail('a code does not add up');
    weights.push(last + 1);
    this.symbols = new Uint8Array(2 ** this.width);
    this.bits = new Uint8Array(2 ** this.width);
    let at = 0;
    for (let weight = 1; weight <= this.width; weight++) {
      weights.forEach((one, symbol) => {
        if (one !== weight) return;
        const end = at + 2 ** (weight - 1);
        this.symbols.fill(symbol, at, end);
        this.bits.fill(this.width + 1 - weight, at, end);
        at = end;
      });
    }
  }

  static read(bytes, at, end) {
    const header = bytes[at++];
    if (header >= 128) {
      const count = header - 127;
      if (at + ((count + 1) >> 1) > end) fail('a code is cut');
      const weights = [];
      for (let i = 0; i < count; i++) weights.push(i % 2 === 0 ? bytes[at + (i >> 1)] >> 4 : bytes[at + (i >> 1)] & 15);
      return [new PrefixTable(weights), at + ((count + 1) >> 1)];
    }
    if (at + header > end) fail('a code is cut');
    return [new PrefixTable(PrefixTable.weights(bytes, at, at + header)), at + header];
  }

  /** Weights that two states write in turn. */
  static weights(bytes, at, end) {
    const [table, start] = StateTable.read(bytes, at, end, 6, 255);
    const reader = new BackwardBits(bytes, start, end);
    const weights = [];
    const states = [reader.read(table.accuracy), reader.read(table.accuracy)];
    for (let turn = 0; ; turn ^= 1) {
      const state = states[turn];
      weights.push(table.symbols[state]);
      if (weights.length > 255) fail('a code has too many symbols');
      if (reader.left < table.bits[state]) {
        weights.push(table.symbols[states[turn ^ 1]]);
        return weights;
      }
      states[turn] = table.bases[state] + reader.read(table.bits[state]);
    }
  }

  decode(bytes, at, end, out, from, to) {
    const reader = new BackwardBits(bytes, at, end);
    const { width, symbols, bits } = this;
    for (let place = from; place < to; place++) {
      let run;
      if (reader.left >= width) {
        run = reader.bitsAt(reader.left - width, width);
      } else {
        run = reader.left > 0 ? reader.bitsAt(0, reader.left) << (width - reader.left) : 0;
      }
      out[place] = symbols[run];
      reader.left -= bits[run];
    }
    if (reader.left !== 0) fail('a stream of literals has another length');
  }
}

class Frame {
  constructor(bytes, count, dictionary) {
    this.bytes = bytes;
    // The dictionary stands in front of what comes out, where matches find it.
    this.start = dictionary.length;
    this.most = this.start + count;
    this.out = new Uint8Array(this.start + Math.min(count, Math.max(65_536, 8 * bytes.length)));
    this.out.set(dictionary);
    this.at = this.start;
    this.prefixes = null;
    this.tables = [null, null, null];
    this.repeats = [1, 4, 8];
  }

  reserve(count) {
    if (this.at + count <= this.out.length) return;
    if (this.at + count > this.most) fail('there are more bytes than were announced');
    const grown = new Uint8Array(Math.min(this.most, Math.max(this.out.length * 2, this.at + count)));
    grown.set(this.out.subarray(0, this.at));
    this.out = grown;
  }

  decode() {
    const { bytes } = this;
    let at = Frame.behindHeader(bytes);
    for (let isLast = false; !isLast;) {
      if (at + 3 > bytes.length) fail('a block is cut');
      const header = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
      at += 3;
      isLast = (header & 1) === 1;
      const type = (header >> 1) & 3;
      const size = header >> 3;
      const taken = type === 1 ? 1 : size;
      if (type === 3 || at + taken > bytes.length || size > 131_072) fail('a block breaks a rule');
      if (type === 2) {
        this.block(at, at + size);
      } else {
        this.reserve(size);
        if (type === 1) this.out.fill(bytes[at], this.at, this.at + size);
        else this.out.set(bytes.subarray(at, at + size), this.at);
        this.at += size;
      }
      at += taken;
    }
    return this.out.subarray(this.start, this.at);
  }

  static behindHeader(bytes) {
    if (bytes[0] !== 0x28 || bytes[1] !== 0xb5 || bytes[2] !== 0x2f || bytes[3] !== 0xfd) fail('this is no frame');
    const descriptor = bytes[4];
    const isSingle = (descriptor >> 5) & 1;
    if ((descriptor & 8) !== 0 || (descriptor & 3) !== 0) fail('the frame has a dictionary');
    return 5 + (isSingle === 1 ? 0 : 1) + [isSingle, 2, 4, 8][descriptor >> 6];
  }

  block(at, end) {
    const [literals, behind] = this.literals(at, end);
    this.sequences(literals, behind, end);
  }

  literals(at, end) {
    const { bytes } = this;
    const type = bytes[at] & 3;
    const format = (bytes[at] >> 2) & 3;
    if (type < 2) {
      const width = [1, 2, 1, 3][format];
      let size = bytes[at] >> (width === 1 ? 3 : 4);
      if (width > 1) size += bytes[at + 1] << 4;
      if (width > 2) size += bytes[at + 2] << 12;
      const start = at + width;
      const taken = type === 0 ? size : 1;
      if (start + taken > end || size > 131_072) fail('literals are cut');
      const literals = type === 0 ? bytes.subarray(start, start + size) : new Uint8Array(size).fill(bytes[start]);
      return [literals, start + taken];
    }
    const width = [10, 10, 14, 18][format];
    const reader = new ForwardBits(bytes, at, end);
    reader.position = 4;
    const size = reader.read(width);
    const packed = reader.read(width);
    let start = reader.finish();
    const stop = start + packed;
    if (stop > end || size > 131_072) fail('literals are cut');
    if (type === 2) [this.prefixes, start] = PrefixTable.read(bytes, start, stop);
    if (this.prefixes === null) fail('literals have no code');
    const literals = new Uint8Array(size);
    if (format === 0) this.prefixes.decode(bytes, start, stop, literals, 0, size);
    else this.fourStreams(start, stop, literals);
    return [literals, stop];
  }

  fourStreams(at, end, literals) {
    const { bytes, prefixes } = this;
    const each = (literals.length + 3) >> 2;
    let start = at + 6;
    for (let i = 0; i < 4; i++) {
      const stop = i < 3 ? start + (bytes[at + 2 * i] | (bytes[at + 2 * i + 1] << 8)) : end;
      const from = i * each;
      const to = i < 3 ? from + each : literals.length;
      if (stop > end || to < from || to > literals.length) fail('streams of literals are cut');
      prefixes.decode(bytes, start, stop, literals, from, to);
      start = stop;
    }
  }

  sequences(literals, at, end) {
    const { bytes } = this;
    if (at >= end) fail('sequences are cut');
    let count = bytes[at++];
    if (count === 255) {
      count = bytes[at] + (bytes[at + 1] << 8) + 0x7f00;
      at += 2;
    } else if (count > 127) {
      count = ((count - 128) << 8) + bytes[at++];
    }
    if (count === 0) {
      if (at !== end) fail('bytes stand behind a block');
      this.copyLiterals(literals, 0, literals.length);
      return;
    }
    const modes = bytes[at++];
    if ((modes & 3) !== 0) fail('the tables of a block are of no known kind');
    for (let kind = 0; kind < 3; kind++) at = this.table(kind, (modes >> (6 - 2 * kind)) & 3, at, end);
    this.run(literals, count, new BackwardBits(bytes, at, end));
  }

  table(kind, mode, at, end) {
    const { tables } = this;
    if (mode === 0) {
      tables[kind] = DEFAULTS[kind];
    } else if (mode === 1) {
      if (at >= end || this.bytes[at] > SYMBOL_MOST[kind]) fail('a table breaks a rule');
      tables[kind] = StateTable.ofOne(this.bytes[at]);
      return at + 1;
    } else if (mode === 2) {
      const [table, behind] = StateTable.read(this.bytes, at, end, ACCURACY_MOST[kind], SYMBOL_MOST[kind]);
      tables[kind] = table;
      return behind;
    } else if (tables[kind] === null) {
      fail('there is no table to repeat');
    }
    return at;
  }

  copyLiterals(literals, from, to) {
    this.reserve(to - from);
    if (to - from > 32) {
      this.out.set(literals.subarray(from, to), this.at);
      this.at += to - from;
    } else {
      for (let i = from; i < to; i++) this.out[this.at++] = literals[i];
    }
  }

  run(literals, count, reader) {
    const [lengths, offsets, matches] = this.tables;
    let length = reader.read(lengths.accuracy);
    let offset = reader.read(offsets.accuracy);
    let match = reader.read(matches.accuracy);
    let next = 0;
    for (let left = count; left > 0; left--) {
      const code = offsets.symbols[offset];
      const value = 2 ** code + reader.long(code);
      const matchCode = matches.symbols[match];
      const matched = MATCHES_BASE[matchCode] + reader.read(MATCHES_EXTRA[matchCode]);
      const lengthCode = lengths.symbols[length];
      const plain = LITERALS_BASE[lengthCode] + reader.read(LITERALS_EXTRA[lengthCode]);
      if (next + plain > literals.length) fail('there are too few literals');
      this.copyLiterals(literals, next, next + plain);
      next += plain;
      this.copy(this.distance(value, plain), matched);
      if (left > 1) {
        length = lengths.bases[length] + reader.read(lengths.bits[length]);
        match = matches.bases[match] + reader.read(matches.bits[match]);
        offset = offsets.bases[offset] + reader.read(offsets.bits[offset]);
      }
      if (reader.left < 0) fail('sequences are cut');
    }
    if (reader.left !== 0) fail('bits are left behind the sequences');
    this.copyLiterals(literals, next, literals.length);
  }

  /** How far back a match is: one of the last three, or another. */
  distance(value, plain) {
    const { repeats } = this;
    if (value > 3) {
      this.repeats = [value - 3, repeats[0], repeats[1]];
      return value - 3;
    }
    const which = value - 1 + (plain === 0 ? 1 : 0);
    const distance = which === 3 ? repeats[0] - 1 : repeats[which];
    if (which === 1) this.repeats = [distance, repeats[0], repeats[2]];
    else if (which > 1) this.repeats = [distance, repeats[0], repeats[1]];
    return distance;
  }

  copy(distance, count) {
    if (distance < 1 || distance > this.at) fail('a match starts before the window');
    this.reserve(count);
    const { out } = this;
    let at = this.at;
    if (distance >= count && count > 32) {
      out.copyWithin(at, at - distance, at - distance + count);
      at += count;
    } else {
      for (let i = 0; i < count; i++, at++) out[at] = out[at - distance];
    }
    this.at = at;
  }
}

/** The bytes of a frame of Zstandard that becomes at most so many; a dictionary is raw content, without a header. */
export function zstd(frame, count, dictionary = new Uint8Array()) {
  return new Frame(frame, count, dictionary).decode();
}
