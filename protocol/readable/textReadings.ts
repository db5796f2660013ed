/**
 * Parts read of the long text of an answer: its short form, a place in it, names in it. Pure, and
 * done by a worker of the node: reading a megabyte takes longer than the serving thread may stand.
 */
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import type { JsonValue } from "../ports.js";
import {
  atPointer,
  SHORT_BYTES_MAX,
  shortForm,
  shorten,
  type Omission,
  type ShortForm,
} from "./shorten.js";

/** An answer as it was sent. */
export interface AnswerText {
  readonly text: string;
  readonly isJson: boolean;
  /** What a call by path shows around the body; null where the text is the answer. */
  readonly around: { readonly status: number; readonly content_type: string } | null;
}

export interface Place {
  /** JSON pointer. */
  readonly at: string;
  /** First item or character. */
  readonly from: number;
}

export interface PlaceFound {
  readonly value?: unknown;
  readonly of?: number;
  readonly next?: number;
  readonly omitted?: readonly Omission[];
}

/** Questions asked of a text, and what comes back, by kind: plain data, as workers exchange. */
export interface TextReadings {
  readonly shortText: {
    readonly asked: AnswerText;
    /** Null where the text says no object. */
    readonly answer: { readonly short: ShortForm | null };
  };
  readonly placeInText: {
    readonly asked: AnswerText & Place;
    /** Null where nothing stands there. */
    readonly answer: { readonly found: PlaceFound | null };
  };
  readonly isShortOfText: {
    /** `canonical`: the short form that somebody holds, in canonical JSON. */
    readonly asked: AnswerText & { readonly canonical: string };
    readonly answer: { readonly is: boolean };
  };
  readonly idsInText: {
    readonly asked: AnswerText & { readonly list: string };
    readonly answer: { readonly ids: readonly string[] };
  };
}

export type TextReading = keyof TextReadings;

type Readers = {
  readonly [K in TextReading]: (asked: TextReadings[K]["asked"]) => TextReadings[K]["answer"];
};

export const textReaders: Readers = {
  shortText: (asked) => {
    const answer = answerOf(asked);
    return { short: isObject(answer) ? shortForm(answer) : null };
  },
  placeInText: ({ at, from, ...asked }) => ({ found: placeIn(answerOf(asked), at, from) }),
  isShortOfText: ({ canonical, ...asked }) => {
    const answer = answerOf(asked);
    if (!isObject(answer)) return { is: false };
    const { value } = shortForm(answer);
    return { is: canonicalize(value) === canonical };
  },
  idsInText: ({ list, ...asked }) => {
    const answer = answerOf(asked);
    const items: JsonValue = isObject(answer) ? (answer[list] ?? []) : [];
    const ids = (Array.isArray(items) ? items : []).flatMap((item: JsonValue) =>
      isObject(item) && typeof item["id"] === "string" ? [item["id"]] : [],
    );
    return { ids };
  },
};

/** The answer that a text says. */
export function answerOf({ around, isJson, text }: AnswerText): JsonValue {
  // What this program has written needs no strict reader.
  const body: JsonValue = isJson ? JSON.parse(text) : text;
  return around === null ? body : { ...around, body };
}

/** The answer as JSON. */
export function wholeOf({ around, isJson, text }: AnswerText): string {
  const body = isJson ? text : JSON.stringify(text);
  return around === null ? body : `${JSON.stringify(around).slice(0, -1)},"body":${body}}`;
}

/** A place of an answer, as much as fits; null where nothing stands there. */
function placeIn(answer: JsonValue, at: string, from: number): PlaceFound | null {
  const found = atPointer(answer, at);
  if (found === undefined) return null;
  if (typeof found === "string") return part(from, found.length, textFrom(found, from));
  if (Array.isArray(found)) return part(from, found.length, itemsFrom(found, from));
  if (!isObject(found)) return { value: found };
  const { omitted, value } = shorten(found, SHORT_BYTES_MAX);
  return omitted.length === 0 ? { value } : { value, omitted };
}

function part(from: number, of: number, value: string | readonly unknown[]): PlaceFound {
  const end = from + value.length;
  return { value, of, ...(end < of && value.length > 0 ? { next: end } : {}) };
}

function textFrom(text: string, from: number): string {
  let end = from + SHORT_BYTES_MAX;
  // A pair of code units that are one character stays together.
  if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(from, end);
}

/** As many as fit, and at least one, shortened where it is longer than all of the room. */
function itemsFrom(items: readonly unknown[], from: number): readonly unknown[] {
  const fitting: unknown[] = [];
  let room = SHORT_BYTES_MAX;
  for (let i = from; i < items.length; i += 1) {
    room -= JSON.stringify(items[i]).length + 1;
    if (room < 0) break;
    fitting.push(items[i]);
  }
  if (fitting.length > 0 || from >= items.length) return fitting;
  const { value } = shorten({ item: items[from] }, SHORT_BYTES_MAX);
  const { item }: Readonly<Record<string, unknown>> = value;
  return [item];
}
