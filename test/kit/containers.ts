/**
 * Counts what objects hold in their maps, sets and arrays, private ones too, by the fields that lead
 * to them. Node's inspector reads what no code outside of a class can.
 */
import { Session } from "node:inspector";
import * as z from "zod";

/** Entries by the path of fields to their containers; those of one path are added up. */
export type ContainerSizes = ReadonlyMap<string, number>;

/** @param roots objects whose fields are followed, by the names that their paths begin with */
export function containersIn(roots: Readonly<Record<string, unknown>>): ContainerSizes {
  const privates = new PrivateFields();
  try {
    const walk = new Walk(privates);
    for (const [name, root] of Object.entries(roots)) walk.add(name, root);
    return walk.run();
  } finally {
    privates.close();
  }
}

interface Container {
  readonly size: number;
  readonly values: Iterable<unknown>;
}

function containerOf(object: object): Container | null {
  if (Array.isArray(object)) return { size: object.length, values: object };
  if (object instanceof Set || object instanceof Map)
    return { size: object.size, values: object.values() };
  return null;
}

class Walk {
  readonly #privates: PrivateFields;
  readonly #sizes = new Map<string, number>();
  readonly #seen = new WeakSet<object>();
  readonly #left: (readonly [path: string, object: object])[] = [];

  constructor(privates: PrivateFields) {
    this.#privates = privates;
  }

  /** An object is counted where it is met first. */
  add(path: string, value: unknown): void {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    this.#left.push([path, value]);
  }

  run(): ContainerSizes {
    for (let at = 0; at < this.#left.length; at += 1) {
      const [path, object] = this.#left[at]!;
      const container = containerOf(object);
      if (container === null) this.#fields(path, object);
      else this.#container(path, container);
    }
    return this.#sizes;
  }

  #container(path: string, { size, values }: Container): void {
    this.#sizes.set(path, (this.#sizes.get(path) ?? 0) + size);
    for (const value of values) this.add(`${path}[]`, value);
  }

  #fields(path: string, object: object): void {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      this.add(`${path}.${name}`, value);
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype === Object.prototype || prototype === null) return;
    for (const [name, value] of this.#privates.of(object)) this.add(`${path}.${name}`, value);
  }
}

/** What a class keeps under `#names`. */
class PrivateFields {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
  }

  close(): void {
    this.#session.disconnect();
  }

  of(object: object): readonly (readonly [name: string, value: unknown])[] {
    const held: Held = { object, found: [] };
    Reflect.set(globalThis, HELD, held);
    try {
      const id = this.#idOf(`${HELD}.object`);
      const names: string[] = [];
      for (const { name, value } of this.#privatesOf(id)) {
        if (value?.objectId === undefined) continue;
        this.#hand(value.objectId);
        names.push(name);
      }
      return names.map((name, at) => [name, held.found[at]]);
    } finally {
      Reflect.deleteProperty(globalThis, HELD);
      this.#session.post("Runtime.releaseObjectGroup", { objectGroup: HELD });
    }
  }

  #idOf(expression: string): string {
    let id = "";
    this.#session.post("Runtime.evaluate", { expression, objectGroup: HELD }, (error, answer) => {
      if (error !== null) throw error;
      id = answer.result.objectId ?? "";
    });
    return id;
  }

  #privatesOf(objectId: string): readonly PrivateField[] {
    let found: readonly PrivateField[] = [];
    const asked = { objectId, ownProperties: true };
    this.#session.post("Runtime.getProperties", asked, (error, answer) => {
      if (error !== null) throw error;
      found = answerSchema.parse(answer).privateProperties ?? [];
    });
    return found;
  }

  /** Puts the object itself behind an id where code of this process finds it. */
  #hand(objectId: string): void {
    const functionDeclaration = `function () { ${HELD}.found.push(this); }`;
    this.#session.post("Runtime.callFunctionOn", { objectId, functionDeclaration });
  }
}

const HELD = "containersHeld";

/** The types of Node leave private fields out. */
const answerSchema = z.object({
  privateProperties: z
    .array(
      z.object({
        name: z.string(),
        value: z.object({ objectId: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});
type PrivateField = NonNullable<z.output<typeof answerSchema>["privateProperties"]>[number];

interface Held {
  readonly object: object;
  readonly found: unknown[];
}
