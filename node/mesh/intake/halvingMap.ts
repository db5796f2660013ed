/**
 * A large map that forgets what was set long ago, a half at a time: between half and all of
 * `entriesMax` newest entries are remembered. Forgetting one by one would leave holes that every
 * look for the oldest has to pass.
 */
export class HalvingMap<K, V> {
  readonly #youngMax: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(entriesMax: number) {
    this.#youngMax = Math.ceil(entriesMax / 2);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  has(key: K): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#youngMax && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
