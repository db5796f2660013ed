/**
 * Plain data with sets and maps as one text, which is read back in a tenth of the time that it takes
 * to collect it. Each text and each list of names of an object stands once; numbers are written in
 * five bits a letter, with a sixth that says that more follow.
 */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS = 5;
const MORE = 1 << BITS;
const BETWEEN = "\n";
/** By the code of its letter. */
const VALUE_OF: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  LETTERS.indexOf(String.fromCharCode(code)),
);

const KIND = {
  null: 0,
  undefined: 1,
  false: 2,
  true: 3,
  number: 4,
  text: 5,
  list: 6,
  set: 7,
  map: 8,
  object: 9,
  /** What stands elsewhere, under a name of its own. */
  named: 10,
} as const;

export interface Packed {
  /** One a line: no text has a line break. */
  readonly texts: string;
  readonly code: string;
}

/** Of values that are not packed: their name. */
export type NameOf = (value: object) => string | null;

/** Several values with one list of texts, each read on its own. */
export interface PackedParts extends Packed {
  /** Where the code of each begins. */
  readonly at: readonly number[];
}

class Packer {
  readonly #texts = new Map<string, number>();
  readonly #nameOf: NameOf;
  #code = "";

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  get packed(): Packed {
    return { texts: [...this.#texts.keys()].join(BETWEEN), code: this.#code };
  }

  get length(): number {
    return this.#code.length;
  }

  write(value: unknown): void {
    if (value === null) return this.#count(KIND.null);
    if (value === undefined) return this.#count(KIND.undefined);
    if (typeof value === "boolean") return this.#count(value ? KIND.true : KIND.false);
    if (typeof value === "number") return this.#text(KIND.number, String(value));
    if (typeof value === "string") return this.#text(KIND.text, value);
    if (typeof value !== "object") throw new Error(`a ${typeof value} cannot be packed`);
    this.#writeObject(value);
  }

  #writeObject(value: object): void {
    const name = this.#nameOf(value);
    if (name !== null) return this.#text(KIND.named, name);
    if (Array.isArray(value)) return this.#all(KIND.list, value);
    if (value instanceof Set) return this.#all(KIND.set, [...value]);
    if (value instanceof Map) return this.#all(KIND.map, [...value].flat());
    this.#text(KIND.object, Object.keys(value).join(" "));
    for (const one of Object.values(value)) this.write(one);
  }

  #all(kind: number, values: readonly unknown[]): void {
    this.#count(kind);
    this.#count(kind === KIND.map ? values.length / 2 : values.length);
    for (const one of values) this.write(one);
  }

  #text(kind: number, text: string): void {
    if (text.includes(BETWEEN)) throw new Error("a text of several lines cannot be packed");
    const place = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, place);
    this.#count(kind);
    this.#count(place);
  }

  #count(count: number): void {
    this.#code += lettersOf(count);
  }
}

function lettersOf(count: number): string {
  let letters = "";
  let rest = count;
  for (; rest >= MORE; rest >>>= BITS) letters += LETTERS[(rest & (MORE - 1)) | MORE]!;
  return letters + LETTERS[rest]!;
}

class Unpacker {
  readonly #texts: readonly string[];
  readonly #names: (readonly string[] | undefined)[] = [];
  readonly #code: string;
  readonly #named: (name: string) => unknown;
  #at = 0;

  constructor({ code, texts }: Packed, named: (name: string) => unknown) {
    this.#texts = texts.split(BETWEEN);
    this.#code = code;
    this.#named = named;
  }

  readAt(place: number): unknown {
    this.#at = place;
    return this.read();
  }

  read(): unknown {
    switch (this.#count()) {
      case KIND.null:
        return null;
      case KIND.undefined:
        return undefined;
      case KIND.false:
        return false;
      case KIND.true:
        return true;
      case KIND.number:
        return Number(this.#texts[this.#count()]);
      case KIND.text:
        return this.#texts[this.#count()];
      case KIND.list:
        return this.#list();
      case KIND.set:
        return new Set(this.#list());
      case KIND.map:
        return this.#map();
      case KIND.object:
        return this.#object(this.#count());
      case KIND.named:
        return this.#named(this.#texts[this.#count()]!);
      default:
        throw new Error("this is no packed value");
    }
  }

  #list(): unknown[] {
    const list: unknown[] = [];
    for (let left = this.#count(); left > 0; left -= 1) list.push(this.read());
    return list;
  }

  #map(): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>();
    for (let left = this.#count(); left > 0; left -= 1) {
      const key = this.read();
      map.set(key, this.read());
    }
    return map;
  }

  #object(place: number): object {
    const text = this.#texts[place]!;
    const names = (this.#names[place] ??= text === "" ? [] : text.split(" "));
    const object: Record<string, unknown> = {};
    for (const name of names) object[name] = this.read();
    return object;
  }

  #count(): number {
    let count = 0;
    for (let shift = 0; ; shift += BITS) {
      const value = VALUE_OF[this.#code.charCodeAt(this.#at)]!;
      this.#at += 1;
      count |= (value & (MORE - 1)) << shift;
      if (value < MORE) return count;
    }
  }
}

/** @param nameOf what is not packed and stands elsewhere. @throws Error for what is no plain data */
export function packed(value: unknown, nameOf: NameOf): Packed {
  const packer = new Packer(nameOf);
  packer.write(value);
  return packer.packed;
}

/** @param named what stands elsewhere under a name */
export function unpacked(text: Packed, named: (name: string) => unknown): unknown {
  return new Unpacker(text, named).read();
}

/** @param nameOf as for one value */
export function packedParts(values: readonly unknown[], nameOf: NameOf): PackedParts {
  const packer = new Packer(nameOf);
  const at = values.map((value) => {
    const place = packer.length;
    packer.write(value);
    return place;
  });
  return { ...packer.packed, at };
}

/** Reads a part by its number. @param named what stands elsewhere under a name */
export function partsOf(
  { at, ...text }: PackedParts,
  named: (name: string) => unknown,
): (part: number) => unknown {
  const unpacker = new Unpacker(text, named);
  return (part) => unpacker.readAt(at[part]!);
}

/** Whole numbers from nought as one text, which is read when it is looked at. */
export function packedNumbers(numbers: readonly number[]): string {
  return numbers.map(lettersOf).join("");
}

export function unpackedNumbers(letters: string): readonly number[] {
  const numbers: number[] = [];
  let [number, shift] = [0, 0];
  for (let i = 0; i < letters.length; i += 1) {
    const value = VALUE_OF[letters.charCodeAt(i)]!;
    number |= (value & (MORE - 1)) << shift;
    shift += BITS;
    if (value >= MORE) continue;
    numbers.push(number);
    [number, shift] = [0, 0];
  }
  return numbers;
}
