/**
 * What a pure function gave, by its argument: bounded, and forgotten all at once when it is full.
 */

export class Memo<T> {
  readonly #known = new Map<string, T>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** @param make its value depends on the name alone */
  get(name: string, make: () => T): T {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const value = make();
    if (this.#known.size >= this.#size) this.#known.clear();
    this.#known.set(name, value);
    return value;
  }
}
