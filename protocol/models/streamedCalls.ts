/**
 * Calls of tools out of pieces, as servers of OpenAI's dialect send them. By the dialect a number tells
 * calls apart; some servers give all calls one number, others no number, and some repeat id and name in
 * each piece.
 */
import { jsonOf, type ChatEvent } from "./chat.js";

export interface CallPiece {
  /** Of the call among its siblings, where the server numbers them. */
  readonly number?: number | undefined;
  /** "" where the piece has none. */
  readonly id: string;
  readonly name: string;
  /** A part of the JSON text. */
  readonly arguments: string;
}

interface Known {
  readonly place: number;
  readonly number: number | undefined;
  /** As the server wrote it. */
  id: string;
  name: string;
  arguments: string;
}

type CallEvent = ChatEvent & { readonly type: "call" };

export class StreamedCalls {
  readonly #calls: Known[] = [];
  readonly #ids = new Set<string>();

  /** The piece as a part of the call that it belongs to. */
  take(piece: CallPiece): CallEvent {
    const known = this.#find(piece);
    return known === undefined ? this.begin(piece) : grown(known, piece, this.#ids);
  }

  /** A call of its own. */
  begin({ arguments: text, id, name, number }: CallPiece): CallEvent {
    const place = this.#calls.length;
    this.#calls.push({ place, number, id, name, arguments: text });
    return {
      type: "call",
      index: place,
      id: id === "" ? undefined : freeId(id, place, this.#ids),
      name: optional(name),
      arguments: optional(text),
    };
  }

  #find(piece: CallPiece): Known | undefined {
    const siblings =
      piece.number === undefined
        ? this.#calls
        : this.#calls.filter(({ number }) => number === piece.number);
    const last = siblings.at(-1);
    if (last === undefined) return undefined;
    if (piece.id !== "") {
      const same = siblings.find(({ id }) => id === piece.id);
      return same ?? (last.id === "" && !isNext(last, piece) ? last : undefined);
    }
    return isNext(last, piece) ? undefined : last;
  }
}

/** Whether a piece without a known id begins another call: it names a tool, and the one before is whole. */
function isNext(last: Known, { arguments: text, name, number }: CallPiece): boolean {
  if (name === "") return false;
  const isRepeated = name === last.name && !isWhole(last.arguments);
  // A numbered call may have its name late, or in parts.
  return number === undefined ? !isRepeated : text !== "" && isWhole(last.arguments);
}

function isWhole(text: string): boolean {
  try {
    jsonOf(text);
    return true;
  } catch {
    return false;
  }
}

function grown(known: Known, piece: CallPiece, ids: Set<string>): CallEvent {
  const { arguments: text, id, name } = piece;
  const isIdNew = id !== "" && known.id === "";
  if (isIdNew) known.id = id;
  // The name again, or all of it so far with more, does not grow by what is known.
  const more = name.startsWith(known.name) ? name.slice(known.name.length) : name;
  known.name += more;
  known.arguments += text;
  return {
    type: "call",
    index: known.place,
    id: isIdNew ? freeId(id, known.place, ids) : undefined,
    name: optional(more),
    arguments: optional(text),
  };
}

/** Answers of tools name their call by its id, so no two share one. */
function freeId(id: string, place: number, ids: Set<string>): string {
  const free = ids.has(id) ? `${id}_${place}` : id;
  ids.add(free);
  return free;
}

function optional(text: string): string | undefined {
  return text === "" ? undefined : text;
}
