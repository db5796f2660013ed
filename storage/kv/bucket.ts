/** One bucket of the store: its number, and how its keys and values are written. */
import type { KeyCodec, ValueCodec } from "./codecs.js";

export interface Bucket<K, V> {
  readonly number: number;
  readonly name: string;
  readonly key: KeyCodec<K>;
  readonly value: ValueCodec<V>;
}
