/** Entries due at a calcond: the key holds all of it, the value nothing. */
import type { KeyCodec } from "../kv/codecs.js";
import { uint64Key } from "../kv/codecs.js";

export interface DueEntry {
  /** The calcond from which on it is due. */
  readonly calcond: number;
  /** Who acts on it: lower-case words with dots. */
  readonly kind: string;
  /** What it is about, for its kind to read; may be empty. */
  readonly key: string;
}

const END_OF_KIND = 0;

/** Calcond, kind, a zero byte, key: the order of bytes is that of calcond, kind and key. */
export const dueKey: KeyCodec<DueEntry> = {
  size: ({ kind, key }) => 8 + Buffer.byteLength(kind) + 1 + Buffer.byteLength(key),
  write: ({ calcond, kind, key }, into, at) => {
    if (kind.includes("\u0000")) throw new RangeError("a kind of what is due has no zero byte");
    const afterCalcond = uint64Key.write(calcond, into, at);
    const afterKind = afterCalcond + into.write(kind, afterCalcond, "utf8");
    into[afterKind] = END_OF_KIND;
    return afterKind + 1 + into.write(key, afterKind + 1, "utf8");
  },
  read: (from, at) => {
    const [calcond, afterCalcond] = uint64Key.read(from, at);
    const afterKind = from.indexOf(END_OF_KIND, afterCalcond);
    if (afterKind < 0) throw new RangeError("key too short");
    const kind = from.toString("utf8", afterCalcond, afterKind);
    return [{ calcond, kind, key: from.toString("utf8", afterKind + 1) }, from.length];
  },
};
