// SPDX-License-Identifier: Apache-2.0
//
// Modelled blocks (SPEC.md, section 16) and messages of primed templates (section 13.13). `husk.js` loads this module
// when it meets one of these, and hands over what it has for others; it imports nothing, so that it stands beside
// `husk.js` under whatever name that has.

// ---------------------------------------------------------------------------------------------------
// Probabilities (section 16.2)

const POINTS = [
  32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514,
  65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535,
];

/** The probability in 65,536 of each logistic value from -3072 to 3071. */
const SQUASH = Int32Array.from({ length: 6144 }, (_, place) => {
  const x = Math.abs(place - 3072);
  const i = x >> 7;
  const part = x & 127;
  const p = (POINTS[i] * (128 - part) + POINTS[Math.min(i + 1, 24)] * part + 64) >> 7;
  return place < 3072 ? 65_536 - p : p;
});

/** The logistic value of each probability in 4,096. */
const STRETCH = new Int32Array(4096);
for (let p = 0, x = -2047; p < 4096; p++) {
  while (x < 2047 && SQUASH[x + 3072] < 16 * p + 8) x++;
  STRETCH[p] = x;
}

// By how much of what is missing a lesson moves that has seen so much, in 65,536.
const RATES = Int32Array.from({ length: 1021 }, (_, count) => Math.floor(655_360 / (10 * count + 16)));
const SURE = (1 << 22) - 1;
const FIRST = 3 << 20;

// ---------------------------------------------------------------------------------------------------
// Histories (section 16.3)

const LONGEST = [48, 24, 10, 6, 4];

function isListed(zeros, ones) {
  const fewer = Math.min(zeros, ones);
  return fewer < 5 && Math.max(zeros, ones) <= LONGEST[fewer];
}

const STATES = [];
for (let total = 0; total < 50; total++) {
  for (let zeros = 0; zeros <= total; zeros++) {
    const ones = total - zeros;
    if (!isListed(zeros, ones)) continue;
    for (let last = 0; last < (zeros > 0 && ones > 0 ? 2 : 1); last++) STATES.push([zeros, ones, last]);
  }
}

const NUMBERS = new Map(STATES.map((state, number) => [state.join(), number]));

function follow([zeros, ones], bit) {
  const counts = [zeros, ones];
  counts[bit]++;
  const other = counts[1 - bit];
  if (other > 2) counts[1 - bit] = other <= 5 ? other - 1 : Math.min(4 + Math.floor((other - 6) / 6), 7);
  while (!isListed(counts[0], counts[1])) {
    const isTooLong = counts[bit] > LONGEST[Math.min(counts[0], counts[1], 4)] && counts[bit] > counts[1 - bit];
    counts[isTooLong ? bit : 1 - bit]--;
  }
  return NUMBERS.get([counts[0], counts[1], counts[0] === 0 || counts[1] === 0 ? 0 : bit].join());
}

/** The history behind a bit: those of 0, and from 256 on those of 1. */
const FOLLOW = new Uint8Array(512);
const HISTORY_STARTS = new Int32Array(256);
STATES.forEach((state, number) => {
  FOLLOW[number] = follow(state, 0);
  FOLLOW[256 + number] = follow(state, 1);
  const [zeros, ones] = state;
  HISTORY_STARTS[number] = Math.floor(((2 * ones + 1) * (SURE + 1)) / (2 * (zeros + ones) + 2));
});

// ---------------------------------------------------------------------------------------------------
// The model (sections 16.4 and 16.6 to 16.10). Hashes have 32 bits, with the sign that JavaScript gives them.

const GOLDEN = 0x9e3779b1 | 0;

function mix(a, b) {
  const hash = Math.imul(Math.imul(a, GOLDEN) ^ (b + 0x7f4a7c15 + (a << 6)), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

const SETS_BY_PARTIAL = 3 * 64;
const SETS_BY_LEAF = SETS_BY_PARTIAL + 3 * 256;
const LEAVES_MOST = 4096;
const CONTEXTS = 12;
// Two for each context, two for expected bytes, and a constant.
const EXPECTED = 2 * CONTEXTS;
const INPUTS = EXPECTED + 3;
const WEIGHTS = 32;
const GUESS_SITUATIONS = 2048;
const TEXT = 0;
const INTEGER = 1;
const CONTROL = 2;

const clampWeight = (x) => (x > 16_383 ? 16_383 : x < -16_383 ? -16_383 : x);

function errorOf(sum, bit, rate) {
  const error = (((bit << 16) - SQUASH[sum + 3072]) * rate) >> 4;
  return error > 32_767 ? 32_767 : error < -32_767 ? -32_767 : error;
}

const clamp = (x) => (x > 3071 ? 3071 : x < -3071 ? -3071 : x);

/** Where values are coded, by the numbers of leaves (section 16.5). */
class Leaves {
  constructor(count) {
    this.count = count;
    this.prediction = new Uint8Array(count);
    this.source1 = new Int32Array(count).fill(-1);
    this.source2 = new Int32Array(count).fill(-1);
    this.last = new Int32Array(count);
    this.secondLast = new Int32Array(count);
    this.classes = new Int32Array(count);
    this.start = new Int32Array(count);
    this.end = new Int32Array(count);
    this.integer = new Array(count).fill(0);
    this.step = new Array(count).fill(0);
  }
}

const PAGE_BITS = 4;
const PAGE = 1 << PAGE_BITS;

/** A copy of some entries, to which those that were changed go back. */
class Copy {
  constructor(entries) {
    this.entries = entries;
    this.kept = entries.slice();
    this.isTouched = new Uint8Array(Math.ceil(entries.length / PAGE));
    this.touched = [];
  }

  /** Notes that an entry is about to change. */
  touch(place) {
    const page = place >> PAGE_BITS;
    if (this.isTouched[page] === 1) return;
    this.isTouched[page] = 1;
    this.touched.push(page);
  }

  rollBack() {
    const { entries, kept } = this;
    for (const page of this.touched) {
      this.isTouched[page] = 0;
      const end = Math.min((page + 1) * PAGE, entries.length);
      for (let place = page * PAGE; place < end; place++) entries[place] = kept[place];
    }
    this.touched.length = 0;
  }
}

// What a message changes of a model, besides what is large and noted entry by entry.
const FEW = ['p', 'counts', 'trusts', 'trustCounts', 'weights', 'final', 'refined', 'guessWeights'];
const FEW_OF_LEAVES = ['last', 'secondLast', 'classes', 'start', 'end', 'integer', 'step'];
const MANY = ['places', 'exactStarts', 'starts', 'guessP', 'guessCounts'];
const SINGLE = ['bitsSoFar', 'count', 'c', 'd', 'word', 'lastWord', 'match', 'length'];
const HISTORY_MOST = 2 ** 20;

/** Decodes texts, integers and controls; `fail` refuses, and `sum` adds 64 bits. */
class Model {
  constructor(memory, leaves, { fail, sum }) {
    Object.assign(this, { leaves, fail, sum, coder: null, known: null });
    this.buckets = new Uint8Array(2 ** memory);
    this.lineMask = 2 ** (memory - 6) - 1;
    this.p = new Int32Array(3 * CONTEXTS * 256);
    for (let at = 0; at < this.p.length; at += 256) this.p.set(HISTORY_STARTS, at);
    this.counts = new Uint16Array(this.p.length).fill(6);
    this.trusts = new Int32Array(128).fill(FIRST);
    this.trustCounts = new Uint16Array(128);
    const setCount = SETS_BY_LEAF + Math.min(leaves.count, LEAVES_MOST);
    this.weights = new Int32Array(setCount * WEIGHTS).fill(1500);
    for (let at = 0; at < this.weights.length; at += WEIGHTS) {
      for (let i = 0; i < EXPECTED; i++) this.weights[at + i] = i % 2 === 0 ? 1600 : 0;
    }
    // These are not clamped, so they may grow beyond 32 bits.
    this.final = new Float64Array(3 * Math.min(leaves.count, LEAVES_MOST)).fill(21_845);
    this.refined = new Int32Array(2 * 1024 * 25);
    for (let at = 0; at < this.refined.length; at++) {
      this.refined[at] = SQUASH[Math.min(256 * (at % 25), 6143)];
    }
    this.bitsSoFar = 0;
    this.hashes = new Int32Array(CONTEXTS);
    this.bases = new Int32Array(CONTEXTS);
    this.found = new Int32Array(CONTEXTS);
    this.inputs = new Int32Array(INPUTS);
    this.inputs[INPUTS - 1] = 256;
    this.refinement1 = 0;
    this.refinement2 = 0;
    this.kind = TEXT;
    this.leaf = 0;
    this.situation = 0;
    this.expected1 = -1;
    this.expected2 = -1;
    this.trust1 = 0;
    this.trust2 = 0;
    this.recent0 = 0;
    this.recent1 = 0;
    this.recent2 = 0;
    this.parent = 0;
    this.grandparent = 0;
    this.makeTexts(memory);
    // What it goes back to behind a message.
    this.kept = null;
  }

  makeTexts(memory) {
    this.history = new Uint8Array(1 << 16);
    this.count = 8;
    this.c = 0;
    this.d = 0;
    this.word = 0;
    this.lastWord = 0;
    this.match = 0;
    this.length = 0;
    const placeBits = Math.min(memory - 5, 20);
    const startBits = Math.min(memory - 6, 18);
    const guessBits = Math.min(memory - 6, 14);
    this.places = new Int32Array(1 << placeBits);
    this.placeShift = 32 - placeBits;
    this.exactStarts = new Int32Array(1 << startBits);
    this.starts = new Int32Array(1 << startBits);
    this.startShift = 32 - startBits;
    this.guessTable = 1 << guessBits;
    this.guessShift = 32 - guessBits;
    this.guessP = new Int32Array(GUESS_SITUATIONS + 4 * this.guessTable).fill(FIRST);
    this.guessCounts = new Uint16Array(this.guessP.length);
    this.guessWeights = new Float64Array(64 * 5).fill(19_661);
    this.guessLessons = new Int32Array(5);
    this.guessValues = new Int32Array(5);
    this.guessSet = 0;
    this.guessByte = -1;
    this.guessProbability = 0;
    this.isExact = false;
    this.isFound = false;
    this.isCoded = false;
  }

  // -- Messages (section 13.13) --

  /** Forgets what was last in a message. */
  restart() {
    const { leaves } = this;
    this.recent0 = 0;
    this.recent1 = 0;
    this.recent2 = 0;
    this.parent = 0;
    this.grandparent = 0;
    leaves.last.fill(0);
    leaves.secondLast.fill(0);
    leaves.classes.fill(0);
  }

  /** Keeps what is known: what is learnt from now on lasts until `rollBack`. */
  keep() {
    this.restart();
    const kept = { few: {}, leaves: {}, single: {}, buckets: new Copy(new Int32Array(this.buckets.buffer)) };
    for (const name of FEW) kept.few[name] = this[name].slice();
    for (const name of FEW_OF_LEAVES) kept.leaves[name] = this.leaves[name].slice();
    for (const name of MANY) kept[name] = new Copy(this[name]);
    for (const name of SINGLE) kept.single[name] = this[name];
    this.kept = kept;
  }

  rollBack() {
    const { kept } = this;
    const most = Math.max(2 * kept.single.count, HISTORY_MOST);
    if (this.history.length > most) this.history = this.history.slice(0, most);
    for (const name of FEW) this[name].set(kept.few[name]);
    for (const [name, entries] of Object.entries(kept.leaves)) {
      for (let i = 0; i < entries.length; i++) this.leaves[name][i] = entries[i];
    }
    kept.buckets.rollBack();
    for (const name of MANY) kept[name].rollBack();
    Object.assign(this, kept.single);
    this.known = null;
    this.coder = null;
    this.restart();
  }

  startOf(kind, number) {
    this.kind = kind;
    this.leaf = Math.min(number, LEAVES_MOST - 1);
    this.situation = 0;
    this.expected1 = -1;
    this.expected2 = -1;
  }

  // -- Histories and bits (sections 16.3 and 16.4) --

  /** The buckets of all contexts, for half a byte. */
  find(half) {
    const { buckets, bases, hashes, kept, lineMask } = this;
    const more = Math.imul(half, GOLDEN);
    for (let i = 0; i < CONTEXTS; i++) {
      let hash = Math.imul(hashes[i] + more + Math.imul(i, 0x6f4f2a35), 0x2c1b3c6d);
      hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
      const line = ((hash >>> 6) & lineMask) << 6;
      const check = ((hash ^ (hash >>> 28)) & 0xff) | 1;
      const first = (hash >>> 30) << 4;
      const place = line + first;
      const second = line + (first ^ 16);
      const third = line + (first ^ 32);
      if (buckets[place] === check) bases[i] = place;
      else if (buckets[second] === check) bases[i] = second;
      else if (buckets[third] === check) bases[i] = third;
      else {
        let least = place;
        if (buckets[second + 1] < buckets[least + 1]) least = second;
        if (buckets[third + 1] < buckets[least + 1]) least = third;
        if (kept !== null) kept.buckets.touch(least >> 2);
        buckets.fill(0, least, least + 16);
        buckets[least] = check;
        bases[i] = least;
      }
      if (kept !== null) kept.buckets.touch(bases[i] >> 2);
    }
  }

  /** A symbol of so many bits. */
  code(bits) {
    let partial = 1;
    let node = 1;
    for (let position = 0; position < bits; position++) {
      if ((position & 3) === 0) {
        this.find(position === 0 ? 0 : partial);
        node = 1;
      }
      const bit = this.bit(node, partial, bits - 1 - position);
      partial = partial * 2 + bit;
      node = node * 2 + bit;
    }
    return partial - (1 << bits);
  }

  bit(node, partial, left) {
    const { buckets, bases, found, inputs, p, counts, weights, final, refined, trusts, kind } = this;
    const row1 = ((this.refinement1 + partial) & 1023) * 25;
    const row2 = (1024 + ((this.refinement2 + Math.imul(partial, GOLDEN)) >>> 22)) * 25;
    if (this.bitsSoFar < 524_288) this.bitsSoFar++;
    const rate = 11 - (this.bitsSoFar >> 16);
    for (let i = 0, map = kind * CONTEXTS * 256; i < CONTEXTS; i++, map += 256) {
      const lesson = map + buckets[bases[i] + node];
      const said = p[lesson] >> 10;
      found[i] = lesson;
      inputs[2 * i] = STRETCH[said];
      inputs[2 * i + 1] = (said - 2048) >> 1;
    }
    const { expected1, expected2, trust1 } = this;
    const trust2 = 64 + this.trust2;
    const expects1 = expected1 >= 0 && (expected1 | 256) >> (left + 1) === partial;
    const expects2 = expected2 >= 0 && (expected2 | 256) >> (left + 1) === partial;
    const likely1 = (expected1 >> left) & 1;
    const likely2 = (expected2 >> left) & 1;
    inputs[EXPECTED] = 0;
    inputs[EXPECTED + 1] = 0;
    if (expects1) inputs[EXPECTED] = likely1 === 1 ? STRETCH[trusts[trust1] >> 10] : -STRETCH[trusts[trust1] >> 10];
    if (expects2) inputs[EXPECTED + 1] = likely2 === 1 ? STRETCH[trusts[trust2] >> 10] : -STRETCH[trusts[trust2] >> 10];

    const set1 = (kind * 64 + this.situation) * WEIGHTS;
    const set2 = (SETS_BY_PARTIAL + kind * 256 + partial) * WEIGHTS;
    const set3 = (SETS_BY_LEAF + this.leaf) * WEIGHTS;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    // No sum comes near 32 bits: weights have 14, and all inputs together not 16.
    for (let i = 0; i < INPUTS; i++) {
      const input = inputs[i];
      sum1 += Math.imul(weights[set1 + i], input);
      sum2 += Math.imul(weights[set2 + i], input);
      sum3 += Math.imul(weights[set3 + i], input);
    }
    sum1 = clamp(sum1 >> 13);
    sum2 = clamp(sum2 >> 13);
    sum3 = clamp(sum3 >> 13);
    const last = this.leaf * 3;
    const mixed = clamp(Math.floor((final[last] * sum1 + final[last + 1] * sum2 + final[last + 2] * sum3) / 65_536)) | 0;
    const probability = SQUASH[mixed + 3072];
    const step = (mixed + 3072) >> 8;
    const part = (mixed + 3072) & 255;
    const refined1 = (refined[row1 + step] * (256 - part) + refined[row1 + step + 1] * part) >> 8;
    const refined2 = (refined[row2 + step] * (256 - part) + refined[row2 + step + 1] * part) >> 8;
    const share = (probability * 2 + refined1 + refined2) >> 2;
    const bit = this.known === null
      ? this.coder.share(share < 1 ? 1 : share > 65_535 ? 65_535 : share) : (this.known >> left) & 1;

    const target = bit === 1 ? 65_535 : 0;
    const near = step + (part >> 7);
    refined[row1 + near] += (target - refined[row1 + near]) >> 5;
    refined[row2 + near] += (target - refined[row2 + near]) >> 5;
    const error1 = errorOf(sum1, bit, rate);
    const error2 = errorOf(sum2, bit, rate);
    const error3 = errorOf(sum3, bit, rate);
    for (let i = 0; i < INPUTS; i++) {
      const input = inputs[i];
      weights[set1 + i] = clampWeight(weights[set1 + i] + (((Math.imul(input, error1) >> 16) + 1) >> 1));
      weights[set2 + i] = clampWeight(weights[set2 + i] + (((Math.imul(input, error2) >> 16) + 1) >> 1));
      weights[set3 + i] = clampWeight(weights[set3 + i] + (((Math.imul(input, error3) >> 16) + 1) >> 1));
    }
    const error = (bit << 16) - probability;
    final[last] += (sum1 * error + 131_072) >> 18;
    final[last + 1] += (sum2 * error + 131_072) >> 18;
    final[last + 2] += (sum3 * error + 131_072) >> 18;
    const sure = bit === 1 ? SURE : 0;
    const following = bit << 8;
    for (let i = 0; i < CONTEXTS; i++) {
      const lesson = found[i];
      const count = counts[lesson];
      const rateOf = RATES[count];
      const missing = sure - p[lesson];
      // The product has more than 32 bits, so its halves are made one after the other.
      p[lesson] += (Math.imul(missing >> 11, rateOf) + (Math.imul(missing & 2047, rateOf) >> 11)) >> 5;
      if (count < 1020) counts[lesson] = count + 1;
      const place = bases[i] + node;
      buckets[place] = FOLLOW[following + buckets[place]];
    }
    if (expects1) learn(trusts, this.trustCounts, trust1, bit === likely1);
    if (expects2) learn(trusts, this.trustCounts, trust2, bit === likely2);
    return bit;
  }

  // -- Integers and controls (section 16.7) --

  note(hash, number) {
    const { leaves } = this;
    leaves.secondLast[number] = leaves.last[number];
    leaves.last[number] = hash;
    this.recent2 = this.recent1;
    this.recent1 = this.recent0;
    this.recent0 = mix(hash, number);
  }

  source1Of(number) {
    const source = this.leaves.source1[number];
    return source < 0 ? this.recent1 : this.leaves.last[source];
  }

  source2Of(number) {
    const source = this.leaves.source2[number];
    return source < 0 ? mix(this.recent1, this.recent2) : this.leaves.last[source];
  }

  setContexts(number, salt, known) {
    const { hashes, leaves, parent, recent0 } = this;
    const s = mix(salt, known);
    const classes = leaves.classes[number];
    const last = classes & 0xff;
    const a = mix(s, this.source1Of(number));
    const before = mix(s, recent0);
    const above = mix(s, parent);
    hashes[0] = s;
    hashes[1] = mix(s, (classes & 0xffff) | 0x20000);
    hashes[2] = mix(s, (classes & 0xffffff) | 0x3000000);
    hashes[3] = mix(a, 6);
    hashes[4] = mix(mix(s, this.source2Of(number)), 7);
    hashes[5] = mix(mix(s, leaves.last[number]), leaves.secondLast[number]);
    hashes[6] = mix(above, this.grandparent);
    hashes[7] = mix(a, last | 0xd00);
    hashes[8] = mix(before, last | 0xe00);
    hashes[9] = mix(before, this.recent1);
    hashes[10] = mix(above, last | 0x1000);
    hashes[11] = mix(mix(s, (classes >> 8) & 0xff), 18);
    this.refinement1 = salt << 8;
    this.refinement2 = mix(s, last);
  }

  /** An integer: a number, or a BigInt where it is beyond 2^53. */
  integer(number) {
    const { leaves, sum } = this;
    this.startOf(INTEGER, number);
    const salt = mix(number + 1, 0x1a7);
    this.setContexts(number, salt, 1);
    const symbol = this.code(8);
    if (symbol > 128) this.fail('invalidColumn', 'there is no such magnitude');
    let left = Math.max(((symbol + 1) >> 1) - 1, 0);
    let magnitude = Math.min(symbol, 1);
    if (left > 51) magnitude = 1n;
    let known = mix(symbol + 2, 0x33);
    for (let chunk = 1; left > 0; chunk++) {
      const count = Math.min(left, chunk === 1 ? 4 : 8);
      left -= count;
      this.situation = Math.min(chunk, 7);
      this.setContexts(number, salt, known);
      const part = this.code(count);
      magnitude = typeof magnitude === 'bigint'
        ? (magnitude << BigInt(count)) | BigInt(part) : magnitude * (1 << count) + part;
      known = mix(known, part + 1);
    }
    const difference = (symbol & 1) === 1 ? magnitude : typeof magnitude === 'bigint' ? -magnitude : 0 - magnitude;
    const before = leaves.integer[number];
    const prediction = leaves.prediction[number];
    let value = difference;
    if (prediction > 0) value = sum(value, before);
    else if (typeof value === 'bigint') value = sum(value, 0);
    if (prediction > 1) value = sum(value, leaves.step[number]);
    this.noteInteger(number, value, difference, symbol);
    return value;
  }

  /** Takes note of an integer that was read here or otherwise. */
  noteInteger(number, value, difference, symbol) {
    const { leaves, sum } = this;
    const before = leaves.integer[number];
    leaves.step[number] = sum(value, typeof before === 'bigint' ? -before : 0 - before);
    leaves.integer[number] = value;
    leaves.classes[number] = (leaves.classes[number] << 8) | symbol;
    this.note(mix(lowWord(difference) ^ Math.imul(highWord(difference), 31), 7), number);
  }

  control(number) {
    this.startOf(CONTROL, number);
    const salt = mix(number + 1, 0xc0);
    this.setContexts(number, salt, 1);
    let value = this.code(4);
    if (value === 15) {
      let known = mix(15, 0x44);
      this.situation = 1;
      for (let shift = 0, part = 0x80; part > 0x7f; shift += 7) {
        if (shift === 35) this.fail('invalidColumn', 'a control has too many parts');
        this.setContexts(number, salt, known);
        part = this.code(8);
        value = (value + ((part & 0x7f) << shift)) >>> 0;
        known = mix(known, part + 1);
      }
    }
    this.noteControl(number, value);
    return value;
  }

  /** Takes note of a control that was read here or otherwise. */
  noteControl(number, value) {
    const { leaves } = this;
    leaves.classes[number] = (leaves.classes[number] << 8) | Math.min(value, 255);
    this.note(mix(value, 0x77), number);
  }

  // -- Texts (section 16.8) --

  /** Learns bytes that are known, as a text of a leaf. */
  learn(number, bytes) {
    if (bytes.length > 0) this.text(number, bytes.length, bytes, 0);
  }

  /**
   * Decodes a text of a leaf, with the byte that ends it, or `count` bytes, which may be known. It stands in `history`,
   * and where it starts there is given; without a count there may be `most` bytes of it.
   */
  text(number, count, known, most) {
    this.startOf(TEXT, number);
    const salt = mix(number + 1, 0x51ed);
    const run = this.begin(number, salt, salt);
    for (let position = 0; ; position++) {
      const byte = this.nextByte(run, run.source, known === null ? -1 : known[position]);
      if (count === 0 && position + 1 > most) this.fail('limitExceeded', 'texts are longer than they may be');
      if (count > 0 ? position + 1 === count : byte < 0x20) break;
    }
    this.word = 0;
    this.finish(run);
    return run.first;
  }

  /** What is known where a text starts, or a piece of one. */
  begin(number, salt, key) {
    const above = this.leaves.start[number];
    return { number, salt, key, source: this.source1Of(number), first: this.count, above, hash: key, right: 0 };
  }

  /** Decodes a byte of a text, or takes the one that is known, which is -1 where none is. `source` tells about guesses. */
  nextByte(run, source, known) {
    const isAtStart = this.count === run.first;
    this.known = known < 0 ? null : known;
    this.findGuess(run, source, isAtStart);
    let byte = this.guessByte;
    let isGuess = false;
    if (this.isCoded) isGuess = known < 0 ? this.coder.share(this.guessProbability) === 1 : known === byte;
    if (!isGuess) {
      this.setTextContexts(run);
      this.setExpectations(run.right, isAtStart);
      byte = this.code(8);
    }
    if (this.guessByte >= 0) this.learnGuess(this.guessByte === byte ? 1 : 0);
    run.right = this.isFound && this.guessByte === byte ? run.right + 1 : 0;
    this.append(byte);
    run.hash = mix(run.hash, byte + 1);
    run.above = this.moveAbove(run.above, run.number, byte);
    this.known = null;
    return byte;
  }

  /** Remembers a text. */
  finish({ number, first, hash }) {
    this.leaves.start[number] = first;
    this.leaves.end[number] = this.count;
    this.note(hash, number);
  }

  /**
   * Decodes `count` bytes of a text that is cut into pieces, which may be known (section 16.11), and returns where they
   * start in `history`.
   */
  pieces(count, known) {
    const keys = new Int32Array(64);
    const objects = new Uint8Array(64);
    const start = this.count;
    const end = start + count;
    let depth = 0;
    let isInString = false;
    let isEscaped = false;
    let behind = 0;
    this.kind = TEXT;
    while (this.count < end) {
      const key = mix(keys[depth % 64], behind);
      this.parent = depth > 0 ? keys[(depth - 1) % 64] : 0;
      const run = this.begin(key >>> 20, mix(1, 0x51ed), key);
      let name = 0;
      behind = -1;
      while (behind < 0 && this.count < end) {
        this.leaf = (isInString ? 16 : 0) | ((this.c >>> 4) & 15);
        const byte = this.nextByte(run, 0, known === null ? -1 : known[this.count - start]);
        name = mix(name, byte + 1);
        if (isInString) {
          isInString = isEscaped || byte !== 0x22;
          isEscaped = !isEscaped && byte === 0x5c;
        } else if (byte === 0x22) {
          isInString = true;
        } else if (byte === 0x5b || byte === 0x7b) {
          keys[(depth + 1) % 64] = keys[depth % 64];
          depth++;
          objects[depth % 64] = byte === 0x7b ? 1 : 0;
          behind = byte === 0x7b ? 3 : 4;
        } else if (byte === 0x5d || byte === 0x7d) {
          if (depth > 0) depth--;
        } else if (byte === 0x3a) {
          keys[depth % 64] = name;
          behind = 1;
        } else if (byte === 0x2c) {
          behind = objects[depth % 64] === 1 ? 2 : 4;
        } else if (byte === 0x0a) {
          behind = 5;
        }
        if (behind < 0 && this.count - run.first === 4096) behind = 0;
      }
      this.finish(run);
    }
    this.word = 0;
    return start;
  }

  aboveByte(place, number) {
    return place >= this.leaves.start[number] && place < this.leaves.end[number] ? this.history[place] : 0;
  }

  moveAbove(above, number, byte) {
    const { history, leaves } = this;
    const end = leaves.end[number];
    if (above < end) above++;
    if (byte < 0x30 && above > leaves.start[number] && history[above - 1] !== byte) {
      for (let place = above; place < end; place++) if (history[place] === byte) return place + 1;
    }
    return above;
  }

  setTextContexts({ number, salt, key, source, first, above, hash }) {
    const { hashes, c, word } = this;
    const position = this.count - first;
    const last = c & 0xff;
    const up = this.aboveByte(above, number);
    hashes[0] = key;
    hashes[1] = mix(salt, last | 0x100);
    hashes[2] = mix(salt, (c & 0xffff) | 0x20000);
    hashes[3] = mix(c & 0xffffff, 3);
    hashes[4] = mix(c, 4);
    hashes[5] = mix(word, last | 0x700);
    hashes[6] = mix(mix(word, this.lastWord), 8);
    hashes[7] = mix(mix(key, position | 0x90000), up);
    hashes[8] = mix(mix(key, up | (this.aboveByte(above + 1, number) << 8) | (last << 16)), 10);
    hashes[9] = mix(mix(hash, source), 14);
    hashes[10] = mix(mix(key, position), last | 0x1000);
    hashes[11] = mix(mix(hash, this.parent), 17);
    this.refinement1 = salt << 8;
    this.refinement2 = mix(salt, last);
  }

  append(byte) {
    if (this.count === this.history.length) {
      const grown = new Uint8Array(this.count * 2);
      grown.set(this.history);
      this.history = grown;
    }
    this.history[this.count++] = byte;
    const { c } = this;
    this.c = (c << 8) | byte;
    this.d = (this.d << 8) | (c >>> 24);
    this.moveMatch(mix(this.c, this.d & 0xffff));
    const lower = byte | 0x20;
    if ((lower >= 0x61 && lower <= 0x7a) || byte >= 0x80) {
      this.word = Math.imul(this.word + lower + 1, 0x2f0b4c47);
    } else if (this.word !== 0) {
      this.lastWord = this.word;
      this.word = 0;
    }
  }

  // -- Matches (section 16.9) --

  moveMatch(hash) {
    const { history, count, places } = this;
    if (this.length > 0 && history[this.match] === history[count - 1]) {
      this.length++;
      this.match++;
    } else {
      this.length = 0;
    }
    const bucket = hash >>> this.placeShift;
    if (this.length === 0) {
      const match = places[bucket];
      const most = Math.min(32, match);
      let length = 0;
      while (length < most && history[match - 1 - length] === history[count - 1 - length]) length++;
      this.match = match;
      this.length = length < 5 ? 0 : length;
    }
    if (this.kept !== null) this.kept.places.touch(bucket);
    places[bucket] = count;
  }

  setExpectations(right, isAtStart) {
    const { length, guessByte, isCoded } = this;
    const matched = length > 0 ? this.history[this.match] : -1;
    this.expected1 = isCoded && matched === guessByte ? -1 : matched;
    this.trust1 = length < 16 ? length : 16 + Math.min((length - 16) >> 3, 15);
    this.expected2 = this.isFound ? guessByte : -1;
    this.trust2 = isCoded ? 48 : Math.min(right, 15) | (this.isExact ? 16 : 0);
    const near = length === 0 ? 0 : Math.min((length >> 2) + 1, 7);
    this.situation = isCoded ? 40 : near * 4 + (isAtStart ? 0 : Math.min((right >> 1) + 1, 3));
  }

  // -- Guesses (section 16.10) --

  findGuess({ hash, key, right }, source, isAtStart) {
    const { history, length, guessLessons, guessValues, guessP, guessWeights, guessTable, guessShift } = this;
    const exact = mix(hash, source);
    const bucket = hash >>> this.startShift;
    const exactBucket = exact >>> this.startShift;
    const exactPlace = this.exactStarts[exactBucket];
    const place = exactPlace > 0 ? exactPlace : this.starts[bucket];
    this.isExact = exactPlace > 0;
    this.isFound = place > 0;
    if (this.kept !== null) {
      this.kept.exactStarts.touch(exactBucket);
      this.kept.starts.touch(bucket);
    }
    this.exactStarts[exactBucket] = this.count;
    this.starts[bucket] = this.count;
    const matched = length > 0 ? history[this.match] : -1;
    const byte = place > 0 ? history[place] : matched;
    this.guessByte = byte;
    this.isCoded = false;
    if (byte < 0) return;
    const agreement = matched < 0 ? 0 : matched === byte ? 2 : 1;
    const situation = Math.min(right, 15) | (this.isExact ? 16 : 0) | (isAtStart ? 32 : 0)
      | (agreement << 6) | (Math.min(length >> 2, 7) << 8);
    guessLessons[0] = situation;
    guessLessons[1] = GUESS_SITUATIONS + (mix(hash, byte) >>> guessShift);
    guessLessons[2] = GUESS_SITUATIONS + guessTable + (mix(exact, byte) >>> guessShift);
    guessLessons[3] = GUESS_SITUATIONS + 2 * guessTable + (mix(mix(key, this.c & 0xffffff), byte) >>> guessShift);
    guessLessons[4] = GUESS_SITUATIONS + 3 * guessTable + (mix(mix(hash, this.recent0), byte) >>> guessShift);
    const set = (situation & 63) * 5;
    let total = 0;
    for (let i = 0; i < 5; i++) {
      const value = STRETCH[guessP[guessLessons[i]] >> 10];
      guessValues[i] = value;
      total += guessWeights[set + i] * value;
    }
    this.guessSet = set;
    this.guessProbability = SQUASH[clamp(Math.floor(total / 65_536)) + 3072];
    this.isCoded = this.guessProbability > 64_000;
  }

  learnGuess(bit) {
    const { guessLessons, guessValues, guessWeights, guessSet } = this;
    const error = (bit << 16) - this.guessProbability;
    for (let i = 0; i < 5; i++) {
      guessWeights[guessSet + i] += (guessValues[i] * error + 8192) >> 14;
      if (this.kept !== null) {
        this.kept.guessP.touch(guessLessons[i]);
        this.kept.guessCounts.touch(guessLessons[i]);
      }
      learn(this.guessP, this.guessCounts, guessLessons[i], bit === 1);
    }
  }
}

function learn(p, counts, lesson, isRight) {
  const count = counts[lesson];
  const rate = RATES[count];
  const missing = (isRight ? SURE : 0) - p[lesson];
  p[lesson] += (Math.imul(missing >> 11, rate) + (Math.imul(missing & 2047, rate) >> 11)) >> 5;
  if (count < 1020) counts[lesson] = count + 1;
}

const lowWord = (value) => (typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : value | 0);
const highWord = (value) => (
  typeof value === 'bigint' ? Number(BigInt.asIntN(32, value >> 32n)) : Math.floor(value / 4_294_967_296) | 0
);

// ---------------------------------------------------------------------------------------------------
// Blocks (sections 16.1, 16.5, 16.6 and 16.11)

/** The most `memory` for so many bytes. */
function bitsFor(count) {
  return Math.min(Math.max(32 - Math.clz32(Math.max(count - 1, 1)) + 5, 16), 26);
}

const PREAMBLE_MOST = 65_536;
const LEAST_MEMORY = 16;
const MODELLED_MOST = 2 ** 28;
const CODES_SYMBOLS = 1;
const CODES_INTEGERS = 2;
const LEFT_OUT = 1024;
const LESSON_BYTES_MOST = 2 ** 20;
const MORE_LEAVES_MOST = 65_536;
const ANY = 0;
const ENUMERATION = 2;
const OBJECT = 3;
const ARRAY = 4;
const TUPLE = 5;
const MAP = 6;
const ONE_OF = 7;
// The encodings of columns that are told apart here.
const NOTHING = 0;
const CONSTANT = 2;
const DERIVED = 9;
// How many variants they have, where it is more than one.
const VARIANTS = new Map([[4, 3], [5, 3], [15, 4]]);

/** Bytes that grow. */
class Texts {
  constructor() {
    this.data = new Uint8Array(256);
    this.at = 0;
  }

  add(bytes, start, end) {
    const count = end - start;
    if (this.at + count > this.data.length) {
      const grown = new Uint8Array(Math.max(this.data.length * 2, this.at + count));
      grown.set(this.data.subarray(0, this.at));
      this.data = grown;
    }
    this.data.set(bytes.subarray(start, end), this.at);
    this.at += count;
  }
}

/** What reads modelled blocks and bytes with what `husk.js` has for others. */
export function reader(kit) {
  const {
    Columns, ConstantColumn, DecimalColumn, DerivedColumn, FloatColumn, HuskError, IntegerColumn, MessageValues,
    MixedColumn, MOST, NearColumn, PatternColumn, RangeDecoder, Reader, TextColumn, TextWriter, byteStringOf, crc32,
    decompress, fail, gapsOfMessage, isScalar, narrowed, numberedSlots, sum,
  } = kit;
  const bad = (message) => fail('invalidColumn', message);

  /** What is coded of the values of a slot, and what was decoded of them. */
  class Plan {
    constructor(kind, leaf) {
      Object.assign(this, { kind, leaf, count: 0, texts: null, classes: null, plans: null, numbers: [], make: null });
    }
  }

  /** The columns of a modelled block: first their descriptors are read, and then all rows. */
  class ModelledColumns extends Columns {
    constructor(source, block, template, limits, options) {
      super({ descriptors: source }, block.decoded, options);
      this.limits = limits;
      this.template = template;
      this.layout = numberedSlots(template, limits);
      const { slots } = this.layout;
      this.slotCount = slots.length;
      this.leafCount = 2 * slots.length;
      if (this.leafCount > MORE_LEAVES_MOST) fail('limitExceeded', 'there are too many leaves');
      this.settings = [];
      this.gaps = gapsOfMessage(source.take(source.varint()));
      // What was decoded, by the numbers of slots.
      this.constants = new Array(slots.length).fill(-1);
      this.controls = new Array(slots.length).fill(null);
      this.plans = new Array(slots.length).fill(null);
      this.planned = [];
      for (let number = 0; number < slots.length; number++) this.slot(slots[number], number);
      if (source.left > 0) fail('extraValue', 'bytes stand behind the descriptors');
    }

    /** The number of another leaf. */
    more() {
      if (this.leafCount >= MORE_LEAVES_MOST) fail('limitExceeded', 'there are too many leaves');
      return this.leafCount++;
    }

    /** Counts a control, a class or an integer. */
    count() {
      if (--this.numbersLeft < 0) fail('limitExceeded', 'there are more numbers than the block has bytes for');
    }

    hasControls(slot) {
      if (slot.kind === OBJECT) return this.template.shapes[slot.shape].optionalCount > 0;
      return slot.kind === ARRAY || slot.kind === MAP || slot.kind === ONE_OF;
    }

    slot(slot, number) {
      const { source } = this;
      if (this.hasControls(slot)) {
        const value = source.varint();
        if (value > 0) this.constants[number] = value - 1;
        this.controls[number] = [];
      }
      if (slot.kind !== ANY && slot.kind !== ENUMERATION) return;
      this.placed = [];
      const plan = this.plan(number, 1);
      this.plans[number] = plan;
      this.planned.push(plan);
      if (plan.kind === NOTHING || plan.kind === CONSTANT || plan.kind === DERIVED) return;
      const sources = [this.upto(this.slotCount) - 1, this.upto(this.slotCount) - 1];
      for (const leaf of [number, ...this.placed]) this.settings.push({ leaf, sources });
    }

    /** The column of a slot, or the next one in a mixed column. */
    plan(first, depth) {
      const { source } = this;
      if (depth > 4) bad('columns stand in one another too deep');
      const tag = source.byte();
      const kind = tag & 15;
      const variant = tag >> 4;
      if (variant >= (VARIANTS.get(kind) ?? 1)) bad('a column has no such variant');
      const plan = new Plan(kind, first ?? this.more());
      this.current = plan;
      switch (kind) {
        case NOTHING: return plan;
        case 1:
          plan.texts = new Texts();
          return plan;
        case CONSTANT: {
          const lexeme = source.string();
          if (!isScalar(lexeme)) bad('a constant is no scalar');
          plan.make = () => new ConstantColumn(lexeme, plan.count, this.options);
          return plan;
        }
        case 4: {
          const scale = this.upto(18, 'a scale is out of range');
          const integers = this.integers();
          plan.make = () => new DecimalColumn(integers.column, scale, variant, this.options);
          return plan;
        }
        case 5: {
          const scale = this.upto(12, 'a scale is out of range');
          const parts = [this.integers(), this.integers()];
          plan.make = () => new NearColumn(parts[0].column, parts[1].column, scale, variant);
          return plan;
        }
        case 6: return this.filled(plan, this.pattern(0));
        case 7: return this.filled(plan, this.hexadecimal(0));
        case 8: {
          plan.classes = [];
          plan.plans = [];
          for (let left = this.upto(8, 'there are too many classes'); left > 0; left--) {
            plan.plans.push(this.plan(undefined, depth + 1));
          }
          plan.make = () => new MixedColumn(this.list(plan.classes), plan.plans.map((inner) => this.columnOf(inner)));
          return plan;
        }
        case 15: {
          const notation = this.notation();
          const parts = [this.integers(), variant === 3 ? this.integers() : null];
          plan.make = () => {
            const [integers, exponents] = parts.map((part) => part?.column ?? null);
            return new FloatColumn(integers, exponents, notation, variant, this.options);
          };
          return plan;
        }
        case DERIVED: return first === undefined ? bad('a derived column stands in another') : this.derivedPlan(plan);
        default: return bad('there is no such encoding');
      }
    }

    /** A pattern, whose number of entries is known in the end. */
    filled(plan, column) {
      const fill = (integers) => integers.column;
      plan.make = () => {
        column.count = plan.count;
        if (column instanceof PatternColumn) column.columns = column.columns.map(fill);
        else for (const group of column.groups) group.column = fill(group.column);
        return column;
      };
      return plan;
    }

    /** The next integers of the column that is read, which have a leaf of their own. */
    integers() {
      const { current } = this;
      const leaf = current.numbers.length === 0 ? current.leaf : this.more();
      const prediction = this.source.byte();
      if (prediction > 2) bad('there is no such prediction');
      this.settings.push({ leaf, prediction });
      this.placed.push(leaf);
      const integers = { leaf, list: [], column: null };
      current.numbers.push(integers);
      return integers;
    }

    derivedPlan(plan) {
      const { source } = this;
      const distance = source.varint();
      const from = this.planned[this.planned.length - distance];
      const front = this.upto(1024, 'too much is left out');
      const back = this.upto(1024, 'too much is left out');
      const prefix = source.string();
      const suffix = source.string();
      if (distance === 0 || from === undefined) bad('a column is derived from none');
      if (from.kind === DERIVED) bad('a column is derived from a derived one');
      plan.make = () => {
        if (from.count !== plan.count) bad('a column is derived from one of another length');
        return new DerivedColumn(this, this.columnOf(from), front, back, prefix, suffix);
      };
      return plan;
    }

    // -- Rows (section 16.6) --

    /** Decodes all rows, but writes none. */
    decode(rows, preamble, memory, coder) {
      const leaves = new Leaves(this.leafCount + 1);
      for (const { leaf, prediction, sources } of this.settings) {
        if (prediction !== undefined) leaves.prediction[leaf] = prediction;
        if (sources !== undefined) [leaves.source1[leaf], leaves.source2[leaf]] = sources;
      }
      const model = new Model(memory, leaves, kit);
      model.learn(this.leafCount, preamble);
      model.coder = coder;
      this.model = model;
      this.textLeft = 2 * this.decoded;
      this.visits = 2 * this.decoded + 2;
      this.numbersLeft = 2 * this.decoded + 2;
      this.depth = 0;
      for (let row = 0; row < rows; row++) this.visit(0);
      coder.finish();
      this.model = null;
    }

    control(number, most) {
      this.count();
      let value = this.constants[number];
      if (value < 0) value = this.model.control(this.slotCount + number);
      if (value > most) fail('invalidValue', 'a control is out of range');
      this.controls[number].push(value);
      return value;
    }

    visit(number) {
      if (--this.visits < 0) fail('limitExceeded', 'the rows have more slots than the block has bytes');
      const slot = this.layout.slots[number];
      const first = this.layout.first[number];
      const { model } = this;
      switch (slot.kind) {
        case ANY:
        case ENUMERATION: return this.value(this.plans[number]);
        case OBJECT: return this.fields(number, slot);
        case ARRAY: {
          const count = this.control(number, MOST);
          this.enter();
          for (let left = count; left > 0; left--) this.visit(first);
          this.depth--;
          return undefined;
        }
        case TUPLE:
          this.enter();
          for (let i = 0; i < slot.slots.length; i++) this.visit(first + i);
          this.depth--;
          return undefined;
        case MAP: return this.members(number, first);
        case ONE_OF: {
          const alternative = this.control(number, slot.slots.length - 1);
          const before = model.parent;
          model.parent = mix(before, alternative + 0x99);
          this.visit(first + alternative);
          model.parent = before;
          return undefined;
        }
        default: return undefined;
      }
    }

    enter() {
      if (++this.depth > this.limits.depth) fail('limitExceeded', 'the nesting is too deep');
    }

    fields(number, slot) {
      const { model } = this;
      const shape = this.template.shapes[slot.shape];
      const start = this.layout.shapes[slot.shape];
      const words = [];
      for (let left = shape.optionalCount; left > 0; left -= 32) {
        words.push(this.control(number, left >= 32 ? 0xffffffff : 2 ** left - 1));
      }
      this.enter();
      const { parent, grandparent } = model;
      model.grandparent = parent;
      model.parent = mix(number, words.length > 0 ? words[0] : 0);
      let bit = 0;
      for (let i = 0; i < shape.fields.length; i++) {
        if (shape.fields[i].optional) {
          const isThere = (words[bit >>> 5] & (1 << (bit & 31))) !== 0;
          bit++;
          if (!isThere) continue;
        }
        this.visit(start + i);
      }
      model.parent = parent;
      model.grandparent = grandparent;
      this.depth--;
    }

    members(number, first) {
      const { model } = this;
      const count = this.control(number, MOST);
      this.enter();
      const { parent, grandparent } = model;
      for (let left = count; left > 0; left--) {
        this.visit(first);
        model.grandparent = parent;
        model.parent = model.recent0;
        this.visit(first + 1);
        model.parent = parent;
        model.grandparent = grandparent;
      }
      this.depth--;
    }

    /** Decodes a value of a column. */
    value(plan) {
      const { model } = this;
      plan.count++;
      if (plan.texts !== null) {
        const start = model.text(plan.leaf, 0, null, this.textLeft);
        const end = model.history[model.count - 1];
        if (end !== 0x0a && end !== 1 && end !== 2) bad('a text holds a control character');
        plan.texts.add(model.history, start, model.count);
        this.textLeft -= model.count - start;
        return;
      }
      if (plan.classes !== null) {
        this.count();
        const number = model.control(plan.leaf);
        if (number >= plan.plans.length) bad('there is no such class');
        plan.classes.push(number);
        this.value(plan.plans[number]);
        return;
      }
      if (plan.kind === NOTHING) fail('missingValue', 'a column without values is asked for one');
      for (const { leaf, list } of plan.numbers) {
        this.count();
        list.push(model.integer(leaf));
      }
    }

    // -- What was decoded, as columns of other blocks are --

    list(entries) {
      const isBig = entries.some((entry) => typeof entry === 'bigint');
      const data = isBig ? narrowed(BigInt64Array.from(entries, BigInt)) : Float64Array.from(entries);
      return new IntegerColumn(entries.length, data, 0);
    }

    columnOf(plan) {
      if (plan.column === undefined) {
        for (const integers of plan.numbers) {
          integers.column = this.list(integers.list);
          integers.list = null;
        }
        if (plan.texts !== null) {
          plan.column = new TextColumn(plan.texts.data.subarray(0, plan.texts.at), plan.count, this.options);
        } else {
          plan.column = plan.make === null ? new TextColumn(new Uint8Array(0), 0, this.options) : plan.make();
        }
      }
      return plan.column;
    }

    /** Gives a slot what was decoded of it. */
    fill(state, number) {
      const controls = this.controls[number];
      const plan = this.plans[number];
      if (controls !== null && controls.length > 0) {
        state.controls = this.list(controls);
        state.controlCount = controls.length;
      }
      if (plan !== null && plan.count > 0) {
        state.values = this.columnOf(plan);
        state.valueCount = plan.count;
      } else if (plan !== null && plan.kind === DERIVED) {
        this.columnOf(plan);
      }
    }

    /** There is nothing that slots share. */
    shared() {
      return { controls: new Uint8Array(0), text: new Uint8Array(0) };
    }
  }

  // -- Messages of primed templates (section 13.13) --

  /** Refuses what a model of messages cannot read. */
  const failValue = (code, message) => fail(code === 'invalidColumn' ? 'invalidValue' : code, message);

  /** A message whose values a model tells. */
  class PrimedValues extends MessageValues {
    constructor(template, coder, limits, most, model) {
      super(template, coder, limits, Math.min(most, MODELLED_MOST));
      this.parts = template.lesson.parts;
      this.model = model;
      model.coder = coder;
    }

    symbol(number) {
      const { model } = this;
      const escape = this.models[number].listed.length;
      if ((this.parts[number] & CODES_SYMBOLS) === 0) {
        const found = super.symbol(number);
        model.noteControl(number, found === escape ? 0 : found + 1);
        return found;
      }
      const value = model.control(number);
      if (value > escape) fail('invalidValue', 'a symbol is out of range');
      const found = value === 0 ? escape : value - 1;
      this.met[number] = found + 1;
      return found;
    }

    formNumber(number) {
      const form = this.model.control(this.noSlot + number);
      if (form > this.models[number].forms.length) fail('invalidValue', 'a form is out of range');
      return form;
    }

    difference(model, number) {
      if ((this.parts[number] & CODES_INTEGERS) !== 0) return this.model.integer(model.leaf);
      const difference = super.difference(model, number);
      const value = typeof difference === 'bigint' ? sum(difference, 0) : difference;
      this.model.noteInteger(model.leaf, value, difference, this.magnitude);
      return difference;
    }

    text(slot) {
      const { model } = this;
      const start = model.text(2 * this.noSlot + slot, 0, null, Math.min(this.most, MOST) + 1);
      const end = model.count - 1;
      if (model.history[end] !== 0x0a) fail('invalidValue', 'a text holds a control character');
      return byteStringOf(model.history.subarray(start, end));
    }

    place() {
      return { parent: this.model.parent, grandparent: this.model.grandparent };
    }

    enterObject(number, isPresent) {
      const { model } = this;
      let word = 0;
      for (let bit = 0; bit < Math.min(isPresent.length, 32); bit++) if (isPresent[bit]) word |= 1 << bit;
      model.grandparent = model.parent;
      model.parent = mix(number, word);
    }

    enterMember() {
      const { model } = this;
      model.grandparent = model.parent;
      model.parent = model.recent0;
    }

    enterAlternative(number) {
      const { model } = this;
      model.parent = mix(model.parent, number + 0x99);
    }

    leave(place) {
      this.model.parent = place.parent;
      this.model.grandparent = place.grandparent;
    }
  }

  /** A message of a lesson. */
  class TaughtValues extends PrimedValues {
    /** Reads the message, and says how many bytes it has. */
    learn() {
      this.writer = new TextWriter(this.most, this.limits.depth, null);
      this.value(0);
      return this.writer.finish().length;
    }

    scalar(number, isKey) {
      if (this.coder.share(LEFT_OUT) === 1) this.write('""', isKey);
      else super.scalar(number, isKey);
    }
  }

  /** What a lesson makes of a model, which takes a while. */
  function primedModel(template, limits) {
    const { lesson, models } = template;
    const leaves = new Leaves(lesson.leafCount);
    for (const [number, { parent }] of models.entries()) {
      for (const leaf of lesson.leaves[number]) leaves.source1[leaf] = parent;
    }
    const model = new Model(lesson.memory, leaves, { fail: failValue, sum });
    for (const [number, text] of template.texts()) model.learn(2 * models.length + number, text);
    try {
      const coder = new RangeDecoder(lesson.values, 0);
      let left = LESSON_BYTES_MOST;
      for (let i = 0; i < lesson.count; i++) {
        model.restart();
        left -= new TaughtValues(template, coder, limits, left, model).learn();
      }
      coder.finish();
    } catch (error) {
      if (!(error instanceof HuskError)) throw error;
      fail('invalidTemplate', `the lesson of a template: ${error.message}`);
    }
    model.keep();
    return model;
  }

  return {
    /** The document of a message of a primed template, which learns its lesson with the first. */
    message(template, coder, limits, most) {
      template.primed ??= primedModel(template, limits);
      try {
        return new PrimedValues(template, coder, limits, most, template.primed).decode();
      } finally {
        template.primed.rollBack();
      }
    },

    /** The columns of a block, all of whose rows were decoded. */
    async columns(block, source, template, limits, options) {
      if (block.decoded > MODELLED_MOST) fail('limitExceeded', 'a modelled block is too long');
      const codec = source.byte();
      const count = source.varint();
      if (codec !== 0 && codec !== 5) bad('descriptors are compressed otherwise');
      const size = codec === 0 ? count : source.varint();
      const { slots } = numberedSlots(template, limits);
      if (count > 65_536 + 2 * block.decoded + 64 * slots.length) {
        fail('limitExceeded', 'the descriptors are longer than the block');
      }
      const descriptors = new Reader(await decompress(codec, source.take(size), count, options));
      const preamble = template.canonical.subarray(0, Math.min(2 * block.decoded, PREAMBLE_MOST));
      const memory = source.byte();
      if (memory < LEAST_MEMORY || memory > bitsFor(preamble.length + block.decoded)) {
        bad('a model has another memory');
      }
      const columns = new ModelledColumns(descriptors, block, template, limits, options);
      columns.decode(block.rows, preamble, memory, new RangeDecoder(source.bytes, source.at));
      return columns;
    },

    /** The bytes that codec 5 or, with the preset dictionary, codec 7 stands for (section 16.11). */
    bytes(data, count, preset) {
      const preamble = preset === null ? new Uint8Array(0) : new Uint8Array([...SAMPLE, ...preset]);
      const damaged = () => fail('invalidCompression', 'modelled bytes are damaged');
      const source = new Reader(data);
      if (count > MODELLED_MOST) fail('limitExceeded', 'modelled bytes are too many');
      if (source.left < 5) damaged();
      const memory = source.byte();
      const check = source.word();
      const most = bitsFor(preamble.length + count);
      if (memory > most || memory < (preamble.length > 0 ? most : LEAST_MEMORY)) damaged();
      const model = new Model(memory, new Leaves(4096), kit);
      model.pieces(preamble.length, preamble);
      const start = model.count;
      try {
        model.coder = new RangeDecoder(data, source.at);
        model.pieces(count, null);
      } catch (error) {
        if (!(error instanceof HuskError)) throw error;
        damaged();
      }
      const { coder } = model;
      const bytes = model.history.slice(start, model.count);
      if (coder.taken !== data.length - 5 || coder.code !== 0 || crc32(bytes) !== check) damaged();
      return bytes;
    },
  };
}

// ---------------------------------------------------------------------------------------------------
// The sample text (section 16.11.1)

/** What a model learns before bytes of codec 7, and behind it the preset dictionary; the ends of lines do not belong to it. */
const SAMPLE = new TextEncoder().encode(String.raw`
[{"id":1042,"title":"How to get started with your first project","slug":"how-to-get-started","publis
hed":true,"views":5310,"rating":4.5,"author":{"id":17,"name":"Maria Jones","email":"maria.jones@exam
ple.com","url":"https://example.com/people/maria-jones"},"tags":["guide","tutorial","beginner"],"cre
atedAt":"2023-11-08T09:41:27.113Z","updatedAt":"2024-02-19T16:05:44Z","content":"Before you begin, m
ake sure that you have an account and that you know which of the plans would work best for you. If y
ou are not sure, there is a short list of the most common questions at the end of this page. First
, open the settings and choose a name. You can change it later, but other people will see it, so i
t should be easy to read. Then click on the button in the upper right corner and wait until the proc
ess is complete. This may take a few minutes, depending on how much data there is.\n\nIf something g
oes wrong, don't worry: nothing is lost. Just try again, or contact our support team, who are happ
y to help you at any time."},{"id":1043,"title":"What we have learned in the last ten years","slug":
"what-we-have-learned","published":false,"views":0,"rating":null,"author":{"id":23,"name":"John Smit
h","email":null,"url":null},"tags":[],"createdAt":"2024-03-01T00:00:00.000Z","updatedAt":null,"conte
nt":"<p>When we started the company in 2014, we thought that a good product would be enough. We wer
e wrong. It takes people who believe in it, and a great deal of hard work over many years.</p>\n<p>T
oday more than 300 customers in 40 countries use our software every day &mdash; small shops, schools
, hospitals and some of the largest banks in the world.</p>"},[{"role":"user","content":"Can you exp
lain what the difference between weather and climate is? I need it for a school report."},{"role":"a
ssistant","content":"Of course! Here is a simple explanation:\n\n1. **Weather** is what happens in t
he air around us from day to day: rain, snow, wind, sun and heat.\n2. **Climate** is what the weathe
r in a place is usually like over a long time, for example thirty years.\n\nSo you can say that clim
ate is what you expect, and weather is what you get. Let me know if you would like me to add some ex
amples or make it shorter."},{"role":"user","content":"Thanks, that was really helpful! Which one o
f them should I write about first, and how long should it be?"}],{"product":{"name":"Wireless Headph
ones","price":79.99,"currency":"EUR","inStock":true},"reviews":[{"stars":5,"text":"I love these! Th
e sound is great, they are very comfortable and the battery lasts all day. I would buy them again an
d recommend them to anyone who is looking for something good at a low price."},{"stars":2,"text":"No
t what I expected. They looked nice in the picture, but after two weeks the left side stopped workin
g and nobody answered when I called the store. I had to send them back and I'm still waiting for m
y money."},{"stars":4,"text":"Works as described. It was a gift for my daughter's birthday and she u
ses it all the time, both at home and when she goes out with her friends."}]},{"level":"ERROR","time
":"2024-05-17T23:12:09.481+02:00","logger":"com.example.service.OrderHandler","thread":"http-worker-
3","message":"Failed to process request: connection refused (host=10.0.4.17, port=5432)","trace":"ja
va.lang.IllegalStateException: could not open connection\n\tat com.example.db.Pool.acquire(Pool.java
:118)\n\tat com.example.service.OrderHandler.handle(OrderHandler.java:64)\n"},{"level":"INFO","time"
:"2024-05-17T23:12:11.002+02:00","logger":"com.example.service.Main","thread":"main","message":"Serv
er started on port 8080 in 1.73 seconds"},{"level":"WARN","time":"2024-05-17T23:14:52.660+02:00","lo
gger":"com.example.auth.Session","thread":"http-worker-1","message":"User 48213 has been logged ou
t because the token has expired"},{"object":"list","has_more":false,"url":"/v1/items","data":[{"id":
"8f14e45f-ceea-467f-a9b2-3c6d0e5b7a19","object":"item","amount":2500,"status":"succeeded","paid":tru
e,"failure_code":null,"description":"Invoice 2024-0117 for two hours of work","metadata":{}},{"id":"
c9f0f895-fb98-4b91-8d3a-71e2a4c6508b","object":"item","amount":1999,"status":"pending","paid":false,
"failure_code":null,"description":"Monthly subscription","metadata":{"order_id":"6735"}}]},{"commits
":[{"sha":"3c59dc048e8850243be8079a5c74d079b1ea4e57","message":"Fix a bug where the wrong file was o
pened if the name had a space in it (#1284)\n\nThe path was not quoted. Also add a test for this an
d remove some code that is no longer used.","files":["src/main/index.ts","src/lib/utils/path.test.ts
","package.json","README.md"]},{"sha":"b6d767d2f8ed5d21a44b0e5886680cb9e3f70d14","message":"Update d
ependencies and improve error handling","files":["docs/getting_started.md","lib/core/config.py"]}]},
{"description":"The value that should be returned when the key does not exist. Defaults to an empt
y string. This field is deprecated and will be removed in a future version; use options instead.","t
ype":"string","nullable":true,"minLength":1,"maxLength":255,"enum":["none","low","medium","high"],"d
efault":"none","readOnly":false},{"description":"A list of all the objects that belong to the curren
t user, sorted by the date on which they were last changed. Only the first 100 are returned unles
s a larger limit is set. See the documentation for more information about how to use this resource a
nd which permissions it needs.","type":"array","items":{"$ref":"#/components/schemas/Object"},"requi
red":["id","name"]},{"city":"San Francisco","state":"CA","country":"US","lat":37.7749,"lon":-122.419
4,"population":873965,"timezone":"America/Los_Angeles","weather":[{"date":"2024-06-01","min":11.2,"m
ax":18.9,"rain":0,"summary":"Mostly sunny with light winds from the west"},{"date":"2024-06-02","min
":10.8,"max":17.4,"rain":1.5,"summary":"Cloudy in the morning, some rain later in the day"}]},{"firs
t_name":"Anna","last_name":"Miller","phone":"+1-202-555-0147","address":{"street":"221 North Main St
reet","city":"Springfield","zip":"62701"},"birthday":"1987-04-23","active":true,"notes":"She asked u
s to call back on Monday after three o'clock. Her husband David will be there too. They want to kno
w whether the house near the lake is still for sale and how much it would cost to build a new kitche
n."},{"abstract":"In this paper we present a new method for the analysis of large networks. Our resu
lts show that the proposed approach is both faster and more accurate than previous models, and tha
t it can be applied to a wide range of problems in physics, biology and the social sciences. We als
o discuss its limits, and how it is related to earlier work on the structure of random systems.","ye
ar":2022,"volume":"18","pages":"205-231","doi":"10.1000/182"},{"text":"He was born in the north of E
ngland in 1851, the third son of a teacher, and moved to New York when he was still a child. Durin
g the war he served as an officer under General Brown; after that he studied law and became a membe
r of the government. His most famous book, written with his wife between 1889 and 1893, is about th
e history of the great rivers of South America. He died in his home near London at the age of 76."},
{"menu":{"save":"Save changes","cancel":"Cancel","delete":"Delete this file?","error":"Something wen
t wrong. Please try again later.","welcome":"Welcome back, {name}!","items":{"one":"{count} item","o
ther":"{count} items"},"signIn":"Sign in to continue","forgot":"Forgot your password?"}},{"src":"htt
ps://cdn.example.org/images/2024/05/a1b2c3d4_large.jpg?width=640&height=480","href":"http://www.exam
ple.net/blog/2024/05/17/index.html","html":"<a href=\"https://example.com/search?q=test&amp;page=2\
" class=\"link\">Next &raquo;</a>","size":48213,"type":"image/jpeg","hash":"sha256-47DEQpj8HBSa+/TIm
W+5JCeuQeRkm5NMpJWZG3hSuFU="}]
`.replaceAll('\n', ''));
