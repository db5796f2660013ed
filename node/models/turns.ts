/**
 * A chat with a model that the caller asks himself: the node says what to ask it, runs the tools that it
 * calls, and links its numbers. Between turns the node keeps nothing. What came until then travels with
 * the caller under a MAC of this node, and is gone through again: neither answers of tools nor what was
 * spent can be changed.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { ChatEvent, ChatRequest, Stop, ToolCall } from "../../protocol/models/chat.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import {
  Chats,
  type Answering,
  type ChatModules,
  type ChatResult,
  type ChatDraft,
} from "./chat.js";
import { Budget, type ToolBelt, type ToolOutcome } from "./tools.js";

const TAG = "calc-llm-turn/1";
/** What the caller's model is called in results. */
const OWN = "own";

export interface TurnModules extends ChatModules {
  readonly crypto: Pick<Crypto, "hmacSha256">;
  readonly proofKey: Uint8Array;
}

/** What the model of the caller said. */
export interface OwnAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly stop: Stop;
}

export interface Turn {
  readonly account: string;
  /** What the chat is about, as it was given: a state belongs to it. */
  readonly subject: JsonObject;
  readonly wish: ChatDraft;
  /** Null with the first turn. */
  readonly state: string | null;
  readonly answer: OwnAnswer | null;
}

export type TurnOutcome =
  | { readonly ask: ChatRequest; readonly state: string }
  | { readonly result: ChatResult };

interface Past {
  readonly id: string;
  readonly answers: readonly OwnAnswer[];
  readonly outcomes: readonly ToolOutcome[];
}

/** The model has to be asked. */
class Asked extends Error {
  override readonly name = "Asked";
  readonly request: ChatRequest;
  constructor(request: ChatRequest) {
    super("the model has to be asked");
    this.request = request;
  }
}

export class Turns {
  readonly #modules: TurnModules;

  constructor(modules: TurnModules) {
    this.#modules = modules;
  }

  /** @throws Refusal INVALID_INPUT where the state is not of this node and this chat */
  async next(turn: Turn, signal: AbortSignal): Promise<TurnOutcome> {
    const past = this.#past(turn);
    const answers = turn.answer === null ? past.answers : [...past.answers, turn.answer];
    const left = [...answers];
    const outcomes = [...past.outcomes];
    const model: Answering = {
      account: turn.account,
      provider: OWN,
      ask: (request) => said(left.shift(), request),
      keep: () => Promise.resolve(),
    };
    let id = past.id;
    const belt = turn.wish.belt && remembering(turn.wish.belt, outcomes);
    const asked: ChatDraft = { ...turn.wish, belt, ...(id === "" ? {} : { id }) };
    try {
      for await (const event of new Chats(this.#modules).run(model, asked, signal)) {
        if (event.type === "start") ({ id } = event);
        if (event.type === "result") return { result: event.result };
      }
    } catch (error) {
      if (!(error instanceof Asked)) throw error;
      return { ask: error.request, state: this.#state(turn, { id, answers, outcomes }) };
    }
    throw new Error("a chat ended without its result");
  }

  #past(turn: Turn): Past {
    const { answer, state } = turn;
    if (state === null) {
      if (answer !== null) throw atState("an answer comes with the state that asked for it");
      return { id: "", answers: [], outcomes: [] };
    }
    if (answer === null) throw atState("the answer of the model is missing");
    const [payload = "", mac = ""] = state.split(".");
    if (mac !== this.#mac(turn, payload))
      throw atState("the state is not what this node gave out for this chat");
    const past: Past = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return past;
  }

  #state(turn: Turn, past: Past): string {
    const payload = Buffer.from(JSON.stringify(past), "utf8").toString("base64url");
    return `${payload}.${this.#mac(turn, payload)}`;
  }

  #mac({ account, subject }: Turn, payload: string): string {
    const { crypto, proofKey } = this.#modules;
    const text = canonicalize({ account, payload, subject, tag: TAG });
    return Buffer.from(crypto.hmacSha256(proofKey, utf8Encode(text))).toString("base64url");
  }
}

async function* said(
  answer: OwnAnswer | undefined,
  request: ChatRequest,
): AsyncGenerator<ChatEvent> {
  if (answer === undefined) throw new Asked(request);
  const { calls, stop, text } = answer;
  if (text !== "") yield { type: "text", text };
  for (const [index, call] of calls.entries()) yield { type: "call", index, ...call };
  yield { type: "stop", stop };
}

/** Calls that were answered before are answered alike; what is new is kept with them. */
function remembering(belt: ToolBelt, outcomes: ToolOutcome[]): ToolBelt {
  let at = 0;
  return {
    specs: belt.specs,
    run: async (call, budget: Budget, signal) => {
      const known = outcomes[at];
      at += 1;
      if (known !== undefined) {
        budget.takeCall();
        budget.spend(known.credits);
        return known;
      }
      const result = await belt.run(call, budget, signal);
      outcomes.push(result);
      return result;
    },
  };
}

function atState(message: string): Refusal {
  return new Refusal("INVALID_INPUT", message, {
    errors: [{ pointer: "/state", code: "INVALID_VALUE", message }],
  });
}
