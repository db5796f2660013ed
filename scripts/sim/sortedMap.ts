/** Bytes by bytes, in key order; keys are texts of one character a byte. */

export class SortedMap {
  readonly #values: Map<string, Uint8Array>;
  #keys: string[];

  constructor(entries: Iterable<readonly [string, Uint8Array]> = []) {
    this.#values = new Map(entries);
    this.#keys = [...this.#values.keys()].sort();
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): Uint8Array | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Uint8Array): void {
    if (!this.#values.has(key)) this.#keys.splice(this.#firstFrom(key), 0, key);
    this.#values.set(key, value);
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#keys.splice(this.#firstFrom(key), 1);
  }

  /** Keys from `gte` to before `lt`. */
  keysBetween(gte: string, lt: string): string[] {
    return this.#keys.slice(this.#firstFrom(gte), this.#firstFrom(lt));
  }

  /** Position of the first key not below this one. */
  #firstFrom(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
