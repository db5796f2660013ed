/**
 * Long answers of tools, kept for a while so that their caller can ask for the rest. The least
 * recently used go first; calling the tool again makes an answer that is gone. Who asks for the same
 * text again gets the same handle, and its short form is made once.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { isObject } from "../../protocol/encoding/json.js";
import { countWork } from "../../protocol/workCount.js";
import type { Call } from "../contract/definition/call.js";
import type { ApiContext } from "../http/context.js";
import { type Fields } from "./rpc.js";
import {
  SHORT_BYTES_MAX,
  shortForm,
  type Omission,
  type ShortForm,
} from "../../protocol/readable/shorten.js";
import {
  answerOf,
  textReaders,
  wholeOf,
  type AnswerText,
  type Place,
  type PlaceFound,
  type TextReading,
  type TextReadings,
} from "../../protocol/readable/textReadings.js";

/** Characters of all that is kept. */
const KEPT_CHARS_MAX = 16 * 1024 * 1024;
const ANSWERS_MAX = 256;
const HANDLE_BYTES = 16;
export const HANDLE = /^more_[0-9a-f]{32}$/;
/** A text that is longer is read by a worker. */
export const READ_HERE_CHARS_MAX = 16_384;
/** Work of reading a character of a text that this program has written. */
const READ_CHAR_WORK = 0.1;

/** A text, whoever holds it. */
interface KeptText {
  readonly of: AnswerText;
  readonly short: Promise<ShortForm | null>;
  /** By digest of the credential of the call it answered. */
  readonly handles: Map<string, string>;
}

interface Kept {
  readonly kept: KeptText;
  readonly owner: string;
}

/** A member of a short answer: what was left out, and under which name the whole is kept. */
export interface More {
  /** Null for an answer too long to be kept. */
  readonly handle: string | null;
  /** Names of members that stand in the whole alone. */
  readonly apart?: string;
  readonly omitted: readonly Omission[];
  readonly next: string;
}

const NEXT =
  "calc_more {handle, at} gives what is apart or omitted; calc_verify takes this answer as it is.";
const NEXT_TOO_LONG = "Too long to be kept here: POST the same request to the path of the tool.";

export class LongAnswers {
  /** By handle, least recently used first. */
  readonly #kept = new Map<string, Kept>();
  /** By text: of answers, and of bodies that a call by path shows. */
  readonly #texts = { answers: new Map<string, KeptText>(), bodies: new Map<string, KeptText>() };
  #listed: { readonly text: string; readonly ids: readonly string[] } | null = null;
  #chars = 0;
  readonly #context: Pick<ApiContext, "crypto" | "random" | "readText">;

  constructor(context: Pick<ApiContext, "crypto" | "random" | "readText">) {
    this.#context = context;
  }

  /**
   * The form shown of an answer: itself when it is short, else its short form, and the whole is kept
   * for the caller. Null where it is no object.
   * @param read what the text says, where that is at hand
   */
  async short(of: AnswerText, call: Call, read?: Fields): Promise<Fields | null> {
    const isShort = of.text.length <= SHORT_BYTES_MAX;
    const known = isShort ? (read ?? objectOf(readHere(of))) : read;
    if (known === null) return null;
    if (known !== undefined && isShort && isWhole(shortForm(known))) return known;
    const shortened = (): Promise<ShortForm | null> =>
      known === undefined ? this.#shortened(of, call) : Promise.resolve(shortForm(known));
    const isKept = of.text.length <= KEPT_CHARS_MAX / 2;
    const kept = isKept ? this.#keptText(of, shortened) : null;
    const short = await (kept?.short ?? shortened());
    if (short === null) return null;
    const handle = kept === null ? null : this.#handleOf(kept, call);
    const { apart, omitted, value } = short;
    const more: More = {
      handle,
      ...(apart.length === 0 ? {} : { apart: apart.join(" ") }),
      omitted,
      next: handle === null ? NEXT_TOO_LONG : NEXT,
    };
    return { ...value, more };
  }

  /** The answer that the handle names; null when it is gone or another's. */
  find(handle: string, call: Call): AnswerText | null {
    const found = this.#kept.get(handle);
    if (found === undefined || found.owner !== this.#owner(call)) return null;
    this.#kept.delete(handle);
    this.#kept.set(handle, found);
    return found.kept.of;
  }

  async placeIn(of: AnswerText, place: Place, call: Call): Promise<PlaceFound | null> {
    const { found } = await this.#read("placeInText", { ...of, ...place }, call);
    return found;
  }

  /** Ids of the items of a list in an answer; those of the text that was asked for last are kept. */
  async idsIn(of: AnswerText, list: string, call: Call): Promise<readonly string[]> {
    if (this.#listed?.text !== of.text) {
      const { ids } = await this.#read("idsInText", { ...of, list }, call);
      this.#listed = { text: of.text, ids };
    }
    return this.#listed.ids;
  }

  /**
   * JSON of the whole answer of which the input is the short form, or that it names by its handle
   * alone; null otherwise. A short form that was changed stays as it is.
   */
  async whole(input: Fields, call: Call): Promise<string | null> {
    const { more, ...rest } = input;
    if (!isObject(more) || typeof more["handle"] !== "string") return null;
    const answer = this.find(more["handle"], call);
    if (answer === null) return null;
    if (Object.keys(rest).length === 0) return wholeOf(answer);
    const asked = { ...answer, canonical: canonicalize(rest) };
    const { is } = await this.#read("isShortOfText", asked, call);
    return is ? wholeOf(answer) : null;
  }

  /** Here where the text is short, else beside the thread that serves. */
  async #read<K extends TextReading>(
    kind: K,
    asked: TextReadings[K]["asked"],
    call: Call,
  ): Promise<TextReadings[K]["answer"]> {
    if (asked.text.length > READ_HERE_CHARS_MAX)
      return this.#context.readText(kind, asked, call.principal === null ? "keyless" : "keyed");
    countWork(READ_CHAR_WORK * asked.text.length);
    return textReaders[kind](asked);
  }

  async #shortened(of: AnswerText, call: Call): Promise<ShortForm | null> {
    const { short } = await this.#read("shortText", of, call);
    return short;
  }

  /** Those who ask for the same text at one time wait for one reading of it. */
  #keptText(of: AnswerText, shortened: () => Promise<ShortForm | null>): KeptText {
    const texts = this.#textsLike(of);
    const known = texts.get(of.text);
    if (known !== undefined && isSame(known.of, of)) return known;
    if (known !== undefined) this.#forget(known);
    const kept = { of, short: shortened(), handles: new Map<string, string>() };
    texts.set(of.text, kept);
    this.#chars += of.text.length;
    // Whoever waits for it is told; the next who asks has it read again.
    kept.short.then(
      (short) => short ?? this.#forget(kept),
      () => this.#forget(kept),
    );
    return kept;
  }

  /** The handle that the caller has of the text already, or a new one. */
  #handleOf(kept: KeptText, call: Call): string {
    const owner = this.#owner(call);
    const known = kept.handles.get(owner);
    const handle = known ?? `more_${toHex(this.#context.random(HANDLE_BYTES))}`;
    this.#kept.delete(handle);
    this.#kept.set(handle, { kept, owner });
    kept.handles.set(owner, handle);
    for (const [oldest, { kept: gone, owner: holder }] of this.#kept) {
      if (this.#chars <= KEPT_CHARS_MAX && this.#kept.size <= ANSWERS_MAX) break;
      this.#kept.delete(oldest);
      gone.handles.delete(holder);
      if (gone.handles.size === 0) this.#forget(gone);
    }
    return handle;
  }

  #forget(kept: KeptText): void {
    const texts = this.#textsLike(kept.of);
    const { text } = kept.of;
    if (texts.get(text) !== kept) return;
    texts.delete(text);
    this.#chars -= text.length;
  }

  #textsLike({ around }: AnswerText): Map<string, KeptText> {
    return around === null ? this.#texts.answers : this.#texts.bodies;
  }

  #owner(call: Call): string {
    return this.#context.crypto.sha256Hex(call.header("authorization"));
  }
}

/** The answer that a text says, for one that is short. */
export function readHere(of: AnswerText): unknown {
  countWork(READ_CHAR_WORK * of.text.length);
  return answerOf(of);
}

function objectOf(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}

function isWhole({ apart, omitted }: ShortForm): boolean {
  return apart.length === 0 && omitted.length === 0;
}

function isSame({ around: a }: AnswerText, { around: b }: AnswerText): boolean {
  return a?.status === b?.status && a?.content_type === b?.content_type;
}
