/**
 * Values by key in memory, as they are durable, and the same with the windows that are staged and
 * not written yet: one layer a window.
 */

export type Layer<Value> = ReadonlyMap<string, Value>;

export class StagedValues<Value> {
  readonly #durable = new Map<string, Value>();
  /** Oldest first; one or two windows are staged at a time. */
  #layers: readonly Layer<Value>[] = [];

  /** Keys whose durable value is in memory. */
  get size(): number {
    return this.#durable.size;
  }

  knows(key: string): boolean {
    return this.#durable.has(key);
  }

  /** The value behind all staged windows. */
  get(key: string): Value | undefined {
    for (let i = this.#layers.length - 1; i >= 0; i -= 1) {
      const value = this.#layers[i]!.get(key);
      if (value !== undefined) return value;
    }
    return this.#durable.get(key);
  }

  /** Takes a value as it was read; what became durable meanwhile is newer. */
  read(key: string, value: Value): void {
    if (!this.#durable.has(key)) this.#durable.set(key, value);
  }

  /** The staged end. */
  get end(): readonly Layer<Value>[] {
    return this.#layers;
  }

  stage(layer: Layer<Value>): void {
    this.#layers = [...this.#layers, layer];
  }

  /**
   * Layers up to an end are durable. Those behind it are not: a window that added none, because it had
   * nothing or was written while sealing was blocked, is confirmed as any other.
   */
  confirm(end: readonly Layer<Value>[]): void {
    for (const layer of end) {
      if (this.#layers[0] !== layer) continue;
      for (const [key, value] of layer) this.#durable.set(key, value);
      this.#layers = this.#layers.slice(1);
    }
  }

  /** Layers behind an end are not going to be written. */
  discard(end: readonly Layer<Value>[] = []): void {
    this.#layers = end;
  }

  /** Forgets all. @returns the keys whose values were in memory */
  clear(): readonly string[] {
    const keys = [...this.#durable.keys()];
    this.#durable.clear();
    this.#layers = [];
    return keys;
  }
}
