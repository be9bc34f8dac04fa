// SPDX-License-Identifier: Apache-2.0

/** What can be decoded: a file, a message, a sealed one, an envelope, or the text layout. A string stands for its UTF-8. */
export type HuskInput = Uint8Array | ArrayBuffer | ArrayBufferView | string;

/** A value of JSON; whole numbers are a bigint only where `bigints` asks for it and a number is not exact. */
export type HuskValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | HuskValue[]
  | { [key: string]: HuskValue };

/** The codes of SPEC.md, section 11, that a reader can meet. */
export type HuskErrorCode =
  | 'emptyInput'
  | 'unexpectedCharacter'
  | 'unexpectedEnd'
  | 'invalidNumber'
  | 'controlCharacter'
  | 'invalidEscape'
  | 'invalidUTF8'
  | 'extraText'
  | 'limitExceeded'
  | 'notHusk'
  | 'unsupportedVersion'
  | 'invalidMember'
  | 'truncated'
  | 'invalidVarint'
  | 'invalidTemplate'
  | 'invalidValue'
  | 'missingValue'
  | 'extraValue'
  | 'invalidGaps'
  | 'invalidColumn'
  | 'unsupportedCodec'
  | 'invalidCompression'
  | 'unsupportedFrame'
  | 'invalidFrame'
  | 'invalidIndex'
  | 'invalidEnd'
  | 'invalidSelection'
  | 'unknownTemplate'
  | 'templateMismatch'
  | 'checkMismatch'
  | 'unsupportedEncryption'
  | 'missingKey'
  | 'missingFieldKey'
  | 'authenticationFailed'
  | 'expiredMask'
  | 'notSealed'
  | 'invalidKeyring'
  | 'invalidEnvelope';

/** What is wrong, and where. */
export class HuskError extends Error {
  constructor(code: HuskErrorCode, message: string, offset?: number);
  readonly name: 'HuskError';
  readonly code: HuskErrorCode;
  /** The number of bytes before the one at fault, where there is one. */
  offset?: number;
}

/** The limits of SPEC.md, section 10.1. */
export interface HuskLimits {
  depth: number;
  shapes: number;
  templateEntries: number;
  templateByteCount: number;
  messageTemplateByteCount: number;
  frameByteCount: number;
  blockRowCount: number;
  blockByteCount: number;
  passphraseCost: number;
  decodedByteCount: number;
  decodedRatio: number;
}

export const defaultLimits: Readonly<HuskLimits>;

/** Makes `count` bytes of compressed data; of Zstandard it gets a whole frame. */
export type HuskCodec = (data: Uint8Array, count: number) => Uint8Array | Promise<Uint8Array>;

export interface HuskOptions {
  limits?: Partial<HuskLimits>;
  /** Whole numbers that a number cannot hold exactly become a bigint. */
  bigints?: boolean;
  /**
   * Functions for codecs that the platform lacks; they come before those of the platform. Zstandard with the preset
   * dictionary needs none: `preset.js` has what decompresses it.
   */
  codecs?: { deflate?: HuskCodec; gzip?: HuskCodec; zstd?: HuskCodec; brotli?: HuskCodec };
  /** The template of messages: bare ones are expected, and no other template is accepted. */
  template?: MessageTemplate;
  /** The templates that messages can name. */
  templates?: Iterable<MessageTemplate>;
  /** The canonical bytes of the template that a file refers to, or undefined. */
  structures?: (reference: { id: string; version: number; name: string }) => Uint8Array | undefined;
  /** The keys that open what is sealed. */
  keys?: Keyring;
  /** The keys that open sealed fields. */
  fieldKeys?: Keyring;
  passphrase?: string | Uint8Array;
  /** What is not sealed is refused. */
  requiresSeal?: boolean;
  /** `null` is given in place of sealed fields. */
  redactsFields?: boolean;
  /** The checks of sections are verified, too, where the text is. */
  verifiesSections?: boolean;
  /** `false`: no code is made from strings, not even where the page allows it. */
  codeGeneration?: boolean;
}

/** The value of a document of one text. */
export function decode<Value = HuskValue>(input: HuskInput, options?: HuskOptions): Promise<Value>;
/** The values of all texts of a document, in order. */
export function decodeSequence<Value = HuskValue>(input: HuskInput, options?: HuskOptions): Promise<Value[]>;

/** A path of keys: `user.name`, in which a backslash stands before points and commas of keys, or a list of them. */
export type HuskPath = string | string[];

/** Which rows and fields are wanted (section 9.9). */
export interface HuskSelection {
  /** Paths: `id,user.name`, or a list of them; everything without it. */
  fields?: string | HuskPath[];
  /** Rows from the first up to, not including, the end: `100:200`, a pair, or one number; all without it. */
  rows?: string | number | [first: number, end?: number];
  /** The rows are the elements of the array at this path, in each text. */
  at?: HuskPath;
}

/** Some rows of an input, and some of their fields, one value for each row. */
export function decodeRows<Value = HuskValue>(
  input: HuskInput,
  options?: HuskOptions & HuskSelection,
): Promise<Value[]>;

/** A file on a server, of which rows are read without the blocks around them. */
export interface RangedFile {
  /** How many rows there are, or null where only the whole file says it. */
  readonly rowCount: number | null;
  /** The bytes of the file. */
  readonly byteCount: number;
  /** How many bytes came from the server so far. */
  readonly readByteCount: number;
  /** Some rows, and some of their fields, one value for each row. */
  decodeRows<Value = HuskValue>(selection?: HuskSelection): Promise<Value[]>;
}

/** Opens a file on a server that gives parts of it, by HTTP range requests; from another it is read whole. */
export function openRange(
  url: string | URL,
  options?: HuskOptions & { fetch?: typeof globalThis.fetch; signal?: AbortSignal },
): Promise<RangedFile>;

/** The document, as a string: with its byte order mark, if it has one. */
export function decodeText(input: HuskInput, options?: HuskOptions): Promise<string>;
/** The document, byte for byte. */
export function decodeBytes(input: HuskInput, options?: HuskOptions): Promise<Uint8Array>;
/** The values of a sequence of messages (section 13.10), one after the other. */
export function decodeMessages<Value = HuskValue>(
  input: HuskInput,
  options?: HuskOptions,
): AsyncGenerator<Value, void, void>;
/** The document of a sequence of messages, byte for byte. */
export function decodeMessagesBytes(input: HuskInput, options?: HuskOptions): Promise<Uint8Array>;

/** A message template, which both sides of messages have. */
export class MessageTemplate {
  /** By its canonical bytes. */
  constructor(canonical: HuskInput, options?: { limits?: Partial<HuskLimits> });
  /** Reads a template file, or canonical bytes. */
  static read(input: HuskInput, options?: HuskOptions): Promise<MessageTemplate>;
  /** The canonical bytes. */
  readonly bytes: Uint8Array;
  /** The SHA-256 of the canonical bytes. */
  readonly identity: Uint8Array;
  /** The same in hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Whether it was trained with a model (section 13.13): `archive.js` reads its messages, which takes longer. */
  readonly isPrimed: boolean;
}

/** The keys that open what is sealed. */
export class Keyring {
  /** Reads the text of a key file. */
  static parse(text: string): Promise<Keyring>;
  /** Adds a key of 32 bytes, and gives its name. */
  add(key: Uint8Array): Promise<string>;
  /** The key with this name. */
  get(name: string): Uint8Array | undefined;
  /** The key that the key file says to seal with. */
  readonly active: Uint8Array | undefined;
  /** All keys. */
  values(): IterableIterator<Uint8Array>;
}

/** The mask of a string under the active key (section 14.10); it is refused from the second `expiry` on. */
export function mask(
  text: string,
  keys: Keyring,
  options?: { context?: string; expiry?: number },
): Promise<string>;
/** The string that a mask was made of; `now` is the second since 1970. */
export function unmask(
  masked: string,
  keys: Keyring,
  options?: { context?: string; now?: number },
): Promise<string>;

/** A template that is kept for requests. */
export interface TemplateEntry {
  scope: string;
  match: string;
  id: string;
  location: string;
  file: Uint8Array;
  tag?: string | null;
  /** When it came, and until when it is fresh, in milliseconds since 1970. */
  received: number;
  expires: number;
}

/** What keeps templates for requests. */
export interface TemplateCache {
  list(scope: string): Promise<TemplateEntry[]>;
  put(entry: TemplateEntry): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps templates in memory. */
export class MemoryTemplateCache implements TemplateCache {
  constructor(options?: { most?: number });
  list(scope: string): Promise<TemplateEntry[]>;
  put(entry: TemplateEntry): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps templates in IndexedDB. */
export class IndexedDBTemplateCache implements TemplateCache {
  constructor(options?: { name?: string; most?: number; indexedDB?: IDBFactory });
  list(scope: string): Promise<TemplateEntry[]>;
  put(entry: TemplateEntry): Promise<void>;
  clear(): Promise<void>;
}

/** What a server answered: JSON, in whatever form it came. */
export class HuskResponse {
  readonly response: Response;
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly url: string;
  readonly form: 'json' | 'text' | 'file' | 'message' | 'other';
  readonly isHusk: boolean;
  /** The bytes of the body, as fetch gives them. */
  readonly body: Uint8Array;
  readonly byteCount: number;
  /** The media type of `text()`: `application/json`, or `application/x-ndjson` where it is a sequence. */
  readonly contentType: string;
  /** The value of the JSON text: the same each time. */
  json<Value = HuskValue>(): Promise<Value>;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
}

/** Fetches JSON as Husk, and keeps the templates that servers offer. */
export class HuskFetch {
  constructor(
    options?: HuskOptions & { cache?: TemplateCache; partition?: string; fetch?: typeof globalThis.fetch },
  );
  fetch(url: string | URL, init?: RequestInit): Promise<HuskResponse>;
  /** Resolves when what was offered so far is kept. */
  readonly settled: Promise<void>;
}

/** Fetches a URL by a `HuskFetch` that all calls share. */
export function huskFetch(url: string | URL, init?: RequestInit): Promise<HuskResponse>;

/** CRC-32 (section 7). With a seed it goes on from there: from the check of what stands before the bytes. */
export function crc32(bytes: Uint8Array, seed?: number): number;
/** SHA-256. */
export function sha256(bytes: Uint8Array): Uint8Array;
/** The bytes that compressed data becomes (section 9.8). */
export function decompress(
  codec: number,
  data: Uint8Array,
  count: number,
  options?: HuskOptions,
): Uint8Array | Promise<Uint8Array>;
/** The same by the streams of the platform. */
export function decompressByStream(codec: number, data: Uint8Array, count: number): Promise<Uint8Array>;
/** The files of an input, with the headers of their blocks. */
export function frames(input: HuskInput, options?: HuskOptions): Promise<HuskFile[]>;
/** The identity of a template (section 4.5), by its canonical bytes. */
export function templateIdentity(canonical: HuskInput, limits?: Partial<HuskLimits>): string;

export interface HuskFile {
  start: number;
  blocks: { offset: number; rows: number; decoded: number; check: number; content: Uint8Array }[];
}

/** A match pattern (section 15.4), or null where the text is none. */
export function matchPattern(text: string): { text: string; matches(url: string | URL): boolean } | null;
/** The offer in an answer that came from a URL (section 15.3). */
export function templateOffer(
  headers: Headers,
  from: string,
): { id: string; match: string; location: string } | null;
/** For how many seconds an answer is fresh that brought a template (section 15.6). */
export function freshSeconds(headers: Headers, now?: number): number;
/** What keeps templates apart (section 15.7). */
export function templateScope(url: string, headers?: HeadersInit, partition?: string): string;
