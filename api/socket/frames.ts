/**
 * Frames of RFC 6455, written and read. The reader is total on any bytes, however they are cut, and
 * holds no more of them than one message may have.
 */

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Why a connection ends (RFC 6455, section 7.4.1, and the registry it opened). */
export const CLOSE = {
  normal: 1_000,
  /** Never sent: a close frame without a code. */
  none: 1_005,
  goingAway: 1_001,
  protocol: 1_002,
  notText: 1_007,
  tooBig: 1_009,
  tryAgain: 1_013,
} as const;

const FIN = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const CONTROL = 0x08;
const MASK_BYTES = 4;
const CONTROL_BYTES_MAX = 125;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const UINT16_MAX = 0xffff;
const NO_BYTES = Buffer.alloc(0);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @param mask four bytes of a client; a server has none */
export function frameOf(opcode: number, payload: Uint8Array, mask?: Uint8Array): Buffer {
  const { length } = payload;
  const extra = length < LENGTH_16 ? 0 : length <= UINT16_MAX ? 2 : 8;
  const start = 2 + extra + (mask === undefined ? 0 : MASK_BYTES);
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FIN | opcode;
  frame[1] = mask === undefined ? 0 : MASKED;
  if (extra === 0) frame[1] |= length;
  else if (extra === 2) {
    frame[1] |= LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] |= LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, start);
  if (mask !== undefined) {
    frame.set(mask, start - MASK_BYTES);
    for (let i = 0; i < length; i += 1) frame[start + i]! ^= mask[i & 3]!;
  }
  return frame;
}

export function textFrame(text: string): Buffer {
  return frameOf(OPCODE.text, Buffer.from(text));
}

export function closeFrame(code: number, reason = "", mask?: Uint8Array): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return frameOf(OPCODE.close, payload, mask);
}

export type Received =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" | "ping" | "pong"; readonly bytes: Buffer }
  /** `code` is 1005 where the peer gave none. */
  | { readonly kind: "close"; readonly code: number; readonly reason: string }
  /** The peer broke a rule: nothing behind this is read. */
  | { readonly kind: "fault"; readonly code: number; readonly reason: string };

export interface ReaderOptions {
  /** Frames of a client are masked, and those of a server are not. */
  readonly isServer: boolean;
  /** Bytes of one message, all its fragments together. */
  readonly messageBytesMax: number;
}

interface Header {
  readonly isLast: boolean;
  readonly opcode: number;
  readonly start: number;
  readonly length: number;
}

type Fault = Extract<Received, { kind: "fault" }>;

function fault(code: number, reason: string): Fault {
  return { kind: "fault", code, reason };
}

export class FrameReader {
  readonly #options: ReaderOptions;
  #rest: Buffer = NO_BYTES;
  /** Fragments of the message that is being read; its opcode is 0 between two messages. */
  #fragments: Buffer[] = [];
  #opcode = 0;
  #bytes = 0;
  #isOver = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** All that these bytes complete. After a fault or a close there is nothing more. */
  read(bytes: Buffer): readonly Received[] {
    if (this.#isOver) return [];
    const received: Received[] = [];
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const header = this.#header(rest);
      if (header === null) break;
      if ("kind" in header) return this.#end(received, header);
      const { length, start } = header;
      if (rest.length < start + length) break;
      const one = this.#frame(header, this.#payload(rest, header));
      rest = rest.subarray(start + length);
      if (one === null) continue;
      if (one.kind === "fault" || one.kind === "close") return this.#end(received, one);
      received.push(one);
    }
    // A copy: what is kept must not hold the memory of all that came with it.
    this.#rest = rest.length === 0 ? NO_BYTES : Buffer.from(rest);
    return received;
  }

  #end(received: Received[], last: Received): readonly Received[] {
    this.#isOver = true;
    this.#rest = NO_BYTES;
    this.#fragments = [];
    received.push(last);
    return received;
  }

  /** Null while it is not whole. */
  #header(bytes: Buffer): Header | Fault | null {
    if (bytes.length < 2) return null;
    const [first, second] = [bytes[0]!, bytes[1]!];
    const opcode = first & 0x0f;
    const isLast = (first & FIN) !== 0;
    const short = second & 0x7f;
    const broken = this.#broken(first, second, short);
    if (broken !== null) return fault(CLOSE.protocol, broken);
    const extra = short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0;
    const start = 2 + extra + (this.#options.isServer ? MASK_BYTES : 0);
    // The length is judged before the mask is there.
    if (bytes.length < 2 + extra) return null;
    const length =
      extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if ((extra === 2 && length < LENGTH_16) || (extra === 8 && length <= UINT16_MAX))
      return fault(CLOSE.protocol, "a length is written longer than needed");
    const held = opcode < CONTROL ? this.#bytes : 0;
    if (held + length > this.#options.messageBytesMax)
      return fault(CLOSE.tooBig, `a message has at most ${this.#options.messageBytesMax} bytes`);
    return bytes.length < start ? null : { isLast, opcode, start, length };
  }

  /** What is wrong with the first two bytes of a frame, or null. */
  #broken(first: number, second: number, short: number): string | null {
    const opcode = first & 0x0f;
    if ((first & RESERVED) !== 0) return "no extension was agreed on";
    if (((second & MASKED) !== 0) !== this.#options.isServer)
      return this.#options.isServer ? "a client masks its frames" : "a server masks no frames";
    if (opcode >= CONTROL) {
      if (opcode > OPCODE.pong) return "the opcode is unknown";
      if ((first & FIN) === 0) return "control frames are not cut";
      return short > CONTROL_BYTES_MAX ? "control frames have at most 125 bytes" : null;
    }
    if (opcode > OPCODE.binary) return "the opcode is unknown";
    if (opcode === OPCODE.continuation && this.#opcode === 0) return "nothing is to be continued";
    if (opcode !== OPCODE.continuation && this.#opcode !== 0)
      return "the message before has no end";
    return null;
  }

  #payload(bytes: Buffer, { length, start }: Header): Buffer {
    const payload = Buffer.from(bytes.subarray(start, start + length));
    if (this.#options.isServer)
      for (let i = 0; i < length; i += 1) payload[i]! ^= bytes[start - MASK_BYTES + (i & 3)]!;
    return payload;
  }

  /** Null where it ends nothing. */
  #frame({ isLast, opcode }: Header, payload: Buffer): Received | null {
    switch (opcode) {
      case OPCODE.ping:
        return { kind: "ping", bytes: payload };
      case OPCODE.pong:
        return { kind: "pong", bytes: payload };
      case OPCODE.close:
        return closed(payload);
      default:
        return this.#data(isLast, opcode, payload);
    }
  }

  #data(isLast: boolean, opcode: number, payload: Buffer): Received | null {
    if (opcode !== OPCODE.continuation) this.#opcode = opcode;
    this.#fragments.push(payload);
    this.#bytes += payload.length;
    if (!isLast) return null;
    const bytes = this.#fragments.length === 1 ? payload : Buffer.concat(this.#fragments);
    const isText = this.#opcode === OPCODE.text;
    this.#fragments = [];
    this.#opcode = 0;
    this.#bytes = 0;
    if (!isText) return { kind: "binary", bytes };
    const text = textOf(bytes);
    return text === null ? fault(CLOSE.notText, "a text is UTF-8") : { kind: "text", text };
  }
}

function closed(payload: Buffer): Received {
  if (payload.length === 0) return { kind: "close", code: CLOSE.none, reason: "" };
  if (payload.length === 1) return fault(CLOSE.protocol, "a close code has two bytes");
  const code = payload.readUInt16BE(0);
  const reason = textOf(payload.subarray(2));
  if (!maySend(code)) return fault(CLOSE.protocol, `nobody sends the close code ${code}`);
  return reason === null
    ? fault(CLOSE.notText, "a reason is UTF-8")
    : { kind: "close", code, reason };
}

/** 1004 to 1006 and 1015 say what happened without a close frame. */
function maySend(code: number): boolean {
  return (
    (code >= 1_000 && code <= 1_014 && !(code >= 1_004 && code <= 1_006)) ||
    (code >= 3_000 && code <= 4_999)
  );
}

function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    // The decoder throws for nothing but bytes that are no UTF-8.
    return null;
  }
}
