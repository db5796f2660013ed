/**
 * Short forms of long answers. A model reads every byte of a result, so an answer of 100,000
 * numbers would fill its context. What is kept has the types it had: arrays and texts are shorter,
 * nested objects have fewer members, and single values at the top are all there. What is left out whole is
 * a mark, never an empty object or list, which would say that there is nothing.
 */
import { isObject } from "../encoding/json.js";
import { countWork } from "../workCount.js";

/** Bytes of JSON a result may have, some 1,900 tokens; it goes out twice to most clients. */
export const SHORT_BYTES_MAX = 3_800;
/**
 * Members of an answer that was sealed which say how, and which are the same in all: two thirds of
 * it, and nobody reads them at once.
 */
const ON_REQUEST: ReadonlySet<string> = new Set([
  "R_t",
  "calcProof",
  "calcond_averaged",
  "calcond_receipt",
  "calcond_variance",
  "functional_equation",
  "masterEquation",
  "master_terms",
  "phase",
  "precisionBound",
  "precision_scale",
  "prev",
  "proof",
  "protocol",
  "public_key",
  "registry_version",
  "value_bits",
]);
const MARK = "…";
/** Work of writing a character to see how long a member is. */
const WRITTEN_CHAR_WORK = 0.05;
/** Places that are named of one member. */
const PLACES_MAX = 3;

/** A place where something was left out. */
export interface Omission {
  /** JSON pointer; `*` stands for every item. */
  readonly at: string;
  /** How many items, characters or members stand there, and how many there are. */
  readonly kept: number;
  readonly of: number;
}

export interface Shortened {
  readonly value: Readonly<Record<string, unknown>>;
  readonly omitted: readonly Omission[];
}

interface Bounds {
  /** Of an array of single values, or of arrays. */
  readonly items: number;
  /** Of an array of objects. */
  readonly rows: number;
  readonly chars: number;
  /** Objects and arrays deeper than this are emptied; the answer itself is 0. */
  readonly depth: number;
  /** The same below a row of an array of objects. */
  readonly rowDepth: number;
}

/** From the most to the least that is kept. */
const STEPS: readonly Bounds[] = [
  { items: 16, rows: 12, chars: 400, depth: 6, rowDepth: 3 },
  { items: 8, rows: 12, chars: 90, depth: 6, rowDepth: 3 },
  { items: 8, rows: 40, chars: 240, depth: 4, rowDepth: 2 },
  { items: 8, rows: 40, chars: 240, depth: 4, rowDepth: 0 },
  { items: 8, rows: 6, chars: 240, depth: 3, rowDepth: 1 },
  { items: 4, rows: 30, chars: 110, depth: 3, rowDepth: 0 },
  { items: 4, rows: 20, chars: 80, depth: 2, rowDepth: 0 },
  { items: 3, rows: 10, chars: 80, depth: 2, rowDepth: 0 },
  { items: 2, rows: 3, chars: 80, depth: 1, rowDepth: 0 },
  { items: 0, rows: 0, chars: 60, depth: 0, rowDepth: 0 },
];

/** Which words of a question decided is told however long the rest is: some rows are kept. */
const LAST_STEPS: ReadonlyMap<string, number> = new Map([["why", 4]]);

/** A member of the answer as it goes out, and what its short form leaves out. */
interface Member {
  readonly name: string;
  readonly whole: unknown;
  value: unknown;
  /** Of its JSON. */
  bytes: number;
  /** Index of the bounds it was cut by; -1 for the whole. */
  step: number;
  omitted: readonly Omission[];
}

/** A short form, with names of members that are had on request. */
export interface ShortForm extends Shortened {
  readonly apart: readonly string[];
}

/** The form in which a tool answers. */
export function shortForm(answer: Readonly<Record<string, unknown>>): ShortForm {
  const isSealed = typeof answer["receipt_id"] === "string" && isObject(answer["proof"]);
  if (!isSealed) return { ...shorten(answer, SHORT_BYTES_MAX), apart: [] };
  const members = Object.entries(answer);
  const rest = members.filter(([name]) => !ON_REQUEST.has(name));
  return {
    ...shorten(Object.fromEntries(rest), SHORT_BYTES_MAX),
    apart: members.map(([name]) => name).filter((name) => ON_REQUEST.has(name)),
  };
}

/**
 * The longest members are cut first and most, until the answer fits: what is short stays whole,
 * and single values at the top always do.
 */
export function shorten(answer: Readonly<Record<string, unknown>>, bytesMax: number): Shortened {
  const members = Object.entries(answer).map(([name, whole]): Member => {
    const bytes = written(whole) + name.length + 4;
    return { name, whole, value: whole, bytes, step: -1, omitted: [] };
  });
  let total = members.reduce((sum, { bytes }) => sum + bytes, 0);
  while (total > bytesMax) {
    const longest = members
      .filter(({ name, step }) => step < (LAST_STEPS.get(name) ?? STEPS.length - 1))
      .reduce<Member | null>(
        (most, one) => (most === null || one.bytes > most.bytes ? one : most),
        null,
      );
    if (longest === null) break;
    total -= longest.bytes;
    cutMember(longest);
    total += longest.bytes;
  }
  return {
    value: Object.fromEntries(members.map(({ name, value }) => [name, value])),
    omitted: members.flatMap(({ omitted }) => omitted),
  };
}

/** By the next bounds, the places that are left out counted. */
function cutMember(member: Member): void {
  member.step += 1;
  const places = new Map<string, Omission>();
  const at = `/${escaped(member.name)}`;
  member.value = cut(member.whole, STEPS[member.step]!, 1, at, places);
  member.omitted = [...places.values()].slice(0, PLACES_MAX);
  member.bytes = written([member.value, member.omitted]) + member.name.length + 4;
}

/** Characters of its JSON. */
function written(value: unknown): number {
  const { length } = JSON.stringify(value);
  countWork(WRITTEN_CHAR_WORK * length);
  return length;
}

function cut(
  value: unknown,
  bounds: Bounds,
  depth: number,
  at: string,
  places: Map<string, Omission>,
): unknown {
  if (typeof value === "string") return cutText(value, bounds, at, places);
  if (Array.isArray(value)) return cutArray(value, bounds, depth, at, places);
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  if (depth > bounds.depth && members.length > 0)
    // The members of the answer itself keep their types.
    return left(places, at, 0, members.length, depth === 1 ? { [MARK]: members.length } : MARK);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      cut(member, bounds, depth + 1, `${at}/${escaped(name)}`, places),
    ]),
  );
}

function cutText(
  value: string,
  { chars }: Bounds,
  at: string,
  places: Map<string, Omission>,
): string {
  // Digests, keys and ids are of use only whole.
  if (value.length <= chars || /^[0-9a-fA-F]{64,128}$/.test(value)) return value;
  return left(places, at, chars, value.length, `${value.slice(0, chars)}${MARK}`);
}

function cutArray(
  value: readonly unknown[],
  bounds: Bounds,
  depth: number,
  at: string,
  places: Map<string, Omission>,
): unknown {
  if (value.length === 0) return value;
  if (depth > bounds.depth) return left(places, at, 0, value.length, depth === 1 ? [MARK] : MARK);
  const holdsRows = value.some(isObject);
  const max = holdsRows ? bounds.rows : bounds.items;
  const within = holdsRows ? { ...bounds, depth: depth + 1 + bounds.rowDepth } : bounds;
  const kept = value.slice(0, max).map((item) => cut(item, within, depth + 1, `${at}/*`, places));
  if (kept.length === value.length) return kept;
  return left(
    places,
    at,
    kept.length,
    value.length,
    kept.length > 0 ? kept : depth === 1 ? [MARK] : MARK,
  );
}

function left<T>(places: Map<string, Omission>, at: string, kept: number, of: number, rest: T): T {
  const known = places.get(at);
  // Below a row the longest stands for all.
  if (known === undefined || known.of < of) places.set(at, { at, kept, of });
  return rest;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** What the pointer names in the answer; undefined where it names nothing. */
export function atPointer(answer: unknown, pointer: string): unknown {
  if (pointer === "") return answer;
  if (!pointer.startsWith("/")) return undefined;
  let value = answer;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? value[Number(name)] : undefined;
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
