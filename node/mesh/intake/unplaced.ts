/**
 * Authors of whom something is kept and whose spine is not: signed heads and announcements, and
 * events that wait for earlier ones. Anyone makes as many keys as it likes, so they are so many at
 * most, and the one of whom there was no news for longest is forgotten.
 */
export class Unplaced {
  readonly #authorsMax: number;
  /** Oldest news first. */
  readonly #authors = new Set<string>();

  constructor(authorsMax: number) {
    this.#authorsMax = authorsMax;
  }

  get size(): number {
    return this.#authors.size;
  }

  /** There is news of an author. @returns who is to be forgotten for it, or null */
  heard(author: string): string | null {
    this.#authors.delete(author);
    this.#authors.add(author);
    if (this.#authors.size <= this.#authorsMax) return null;
    const [oldest] = this.#authors;
    this.#authors.delete(oldest!);
    return oldest!;
  }

  /** Its spine is kept now, or nothing of it is. */
  delete(author: string): void {
    this.#authors.delete(author);
  }
}
