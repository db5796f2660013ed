/** `Headers` of an answer without the `fetch` of the runtime, whose class loads all of it. */

export class PlainHeaders implements Headers {
  readonly #values = new Map<string, string>();
  readonly #cookies: string[] = [];

  /** @param raw names and values in turns, as they came */
  constructor(raw: readonly string[]) {
    for (let i = 0; i + 1 < raw.length; i += 2) this.append(raw[i]!, raw[i + 1]!);
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const before = this.#values.get(key);
    this.#values.set(key, before === undefined ? value : `${before}, ${value}`);
    if (key === "set-cookie") this.#cookies.push(value);
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }
  getSetCookie(): string[] {
    return [...this.#cookies];
  }
  forEach(visit: (value: string, name: string, parent: Headers) => void): void {
    for (const [name, value] of this) visit(value, name, this);
  }
  keys(): MapIterator<string> {
    return this.#values.keys();
  }
  values(): MapIterator<string> {
    return this.#values.values();
  }
  entries(): MapIterator<[string, string]> {
    return this.#values.entries();
  }
  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }
}
