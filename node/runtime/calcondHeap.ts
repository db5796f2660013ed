/** Names by the calcond at which each is next: a binary heap that finds its entries by name. */
interface Entry {
  readonly id: string;
  readonly calcond: number;
}

export class CalcondHeap {
  readonly #entries: Entry[] = [];
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.#entries.length;
  }

  get first(): Entry | null {
    return this.#entries[0] ?? null;
  }

  set(id: string, calcond: number): void {
    this.delete(id);
    this.#entries.push({ id, calcond });
    this.#rise(this.#entries.length - 1);
  }

  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#entries.pop()!;
    if (place === this.#entries.length) return;
    this.#put(last, place);
    this.#rise(place);
    this.#sink(this.#places.get(last.id)!);
  }

  #put(entry: Entry, place: number): void {
    this.#entries[place] = entry;
    this.#places.set(entry.id, place);
  }

  #rise(from: number): void {
    const entry = this.#entries[from]!;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.#entries[above]!.calcond <= entry.calcond) break;
      this.#put(this.#entries[above]!, place);
      place = above;
    }
    this.#put(entry, place);
  }

  #sink(from: number): void {
    const entry = this.#entries[from]!;
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      const [left, right] = [this.#entries[below], this.#entries[below + 1]];
      if (left === undefined) break;
      if (right !== undefined && right.calcond < left.calcond) below += 1;
      if (this.#entries[below]!.calcond >= entry.calcond) break;
      this.#put(this.#entries[below]!, place);
      place = below;
    }
    this.#put(entry, place);
  }
}
