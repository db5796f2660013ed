/**
 * Which variable is decided next: a heap over activities that rise with every conflict a variable
 * takes part in.
 */

const RESCALE_ABOVE = 1e100;
const RESCALE = 1e-100;
const DECAY = 0.98;

export class ActivityOrder {
  readonly #activity: Float64Array;
  readonly #heap: Int32Array;
  /** Place in the heap, -1 outside. */
  readonly #place: Int32Array;
  #size = 0;
  #increment = 1;

  constructor(variables: number) {
    this.#activity = new Float64Array(variables);
    this.#heap = new Int32Array(variables);
    this.#place = new Int32Array(variables).fill(-1);
    for (let v = 0; v < variables; v += 1) this.insert(v);
  }

  insert(v: number): void {
    if (this.#place[v]! >= 0) return;
    this.#place[v] = this.#size;
    this.#heap[this.#size] = v;
    this.#size += 1;
    this.#rise(this.#size - 1);
  }

  /** The most active variable, taken out; -1 when none is left. */
  next(): number {
    if (this.#size === 0) return -1;
    const top = this.#heap[0]!;
    this.#size -= 1;
    this.#place[top] = -1;
    if (this.#size > 0) {
      const last = this.#heap[this.#size]!;
      this.#heap[0] = last;
      this.#place[last] = 0;
      this.#sink(0);
    }
    return top;
  }

  bump(v: number): void {
    const raised = this.#activity[v]! + this.#increment;
    this.#activity[v] = raised;
    if (raised > RESCALE_ABOVE) {
      for (let i = 0; i < this.#activity.length; i += 1)
        this.#activity[i] = this.#activity[i]! * RESCALE;
      this.#increment *= RESCALE;
    }
    if (this.#place[v]! >= 0) this.#rise(this.#place[v]!);
  }

  decay(): void {
    this.#increment /= DECAY;
  }

  #rise(from: number): void {
    const activity = this.#activity;
    const heap = this.#heap;
    const place = this.#place;
    const v = heap[from]!;
    const a = activity[v]!;
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const u = heap[parent]!;
      if (activity[u]! >= a) break;
      heap[i] = u;
      place[u] = i;
      i = parent;
    }
    heap[i] = v;
    place[v] = i;
  }

  #sink(from: number): void {
    const activity = this.#activity;
    const heap = this.#heap;
    const place = this.#place;
    const size = this.#size;
    const v = heap[from]!;
    const a = activity[v]!;
    let i = from;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && activity[heap[child + 1]!]! > activity[heap[child]!]!) child += 1;
      const u = heap[child]!;
      if (activity[u]! <= a) break;
      heap[i] = u;
      place[u] = i;
      i = child;
    }
    heap[i] = v;
    place[v] = i;
  }
}
