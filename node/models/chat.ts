/**
 * A chat: answers of a model, the tools that it calls between them, and which of its numbers came from
 * which receipt. What a tool says is text to the model and nothing else: whoever asks has the same five
 * tools, the same budget and the same rights, whatever stands in it.
 */
import {
  LLM_CHATS_MAX,
  LLM_CHATS_OF_ACCOUNT_MAX,
  LLM_ROUNDS_MAX,
  LLM_TEXT_CHARS_MAX,
} from "../../protocol/limits.js";
import {
  addUsage,
  type ChatEvent,
  type ChatRequest,
  type Message,
  type Stop,
  type ToolCall,
  type Usage,
} from "../../protocol/models/chat.js";
import { NumberLinker, type LinkedNumber } from "../../protocol/models/linking.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Cancel, Scheduler } from "../runtime/scheduler.js";
import type { RandomBytes } from "../runtime/random.js";
import { Budget, type BudgetOptions, type ToolBelt, type ToolOutcome } from "./tools.js";

const ID_BYTES = 12;
const MS_PER_S = 1_000;

export interface ChatModules {
  readonly scheduler: Scheduler;
  readonly random: RandomBytes;
}

/** What a chat used. */
export interface ChatUse extends Usage {
  readonly chats: number;
  readonly toolCalls: number;
  readonly credits: number;
}

/** The model that answers, and who asks it. */
export interface Answering {
  readonly account: string;
  /** Id of the provider, or what it is called. */
  readonly provider: string;
  /** One answer, event by event. @throws Refusal PROVIDER_* */
  ask(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent>;
  /** Durable when it resolves. */
  keep(use: ChatUse): Promise<void>;
}

export interface ChatDraft {
  readonly request: ChatRequest;
  /** Null: the tools of the request are the caller's own, and their calls are its answer. */
  readonly belt: ToolBelt | null;
  readonly budget: BudgetOptions;
  readonly isStrict: boolean;
  readonly seconds: number;
  /** Absent: a new one. */
  readonly id?: string | undefined;
}

/** One call of a tool of the node. */
export interface ChatStep extends Pick<ToolOutcome, "credits" | "ok" | "receipt"> {
  readonly tool: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
}

export interface ChatResult {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly text: string;
  readonly stop: Stop;
  /** Calls of tools of the caller, which wait for their answers. */
  readonly calls: readonly ToolCall[];
  /** Null where the provider told none. */
  readonly usage: Usage | null;
  readonly rounds: number;
  readonly steps: readonly ChatStep[];
  readonly numbers: readonly LinkedNumber[];
  /** Numbers that were not answered, for want of a receipt. */
  readonly withheld: number;
  readonly credits: number;
}

export type GatewayEvent =
  | { readonly type: "start"; readonly id: string }
  | { readonly type: "text"; readonly text: string }
  /** A part of a call of the caller's own tools. */
  | (ChatEvent & { readonly type: "call" })
  | { readonly type: "step"; readonly step: ChatStep }
  | { readonly type: "result"; readonly result: ChatResult };

export class Chats {
  readonly #modules: ChatModules;
  readonly #running = new Map<string, number>();
  #all = 0;

  constructor(modules: ChatModules) {
    this.#modules = modules;
  }

  get running(): number {
    return this.#all;
  }

  /**
   * @param signal aborted when the caller goes away
   * @throws Refusal BUSY, PROVIDER_*; what was said until then stands
   */
  run(model: Answering, request: ChatDraft, signal: AbortSignal): AsyncGenerator<GatewayEvent> {
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    let cancel: Cancel = () => undefined;
    // One generator for both: each token passes through all there are.
    return new Chat(this.#modules, model, request, both).run({
      begin: () => {
        this.#begin(model.account);
        cancel = this.#modules.scheduler.after(request.seconds * MS_PER_S, () => ending.abort());
      },
      failure: (error) =>
        ending.signal.aborted
          ? new Refusal("PROVIDER_TIMEOUT", `the chat took longer than ${request.seconds} s`)
          : error,
      end: () => {
        cancel();
        ending.abort();
        this.#end(model.account);
      },
    });
  }

  #begin(account: string): void {
    const running = this.#running.get(account) ?? 0;
    if (running >= LLM_CHATS_OF_ACCOUNT_MAX || this.#all >= LLM_CHATS_MAX)
      throw new Refusal("BUSY", "too many chats are running", { retryAfterSeconds: 1 });
    this.#running.set(account, running + 1);
    this.#all += 1;
  }

  #end(account: string): void {
    const running = (this.#running.get(account) ?? 1) - 1;
    if (running === 0) this.#running.delete(account);
    else this.#running.set(account, running);
    this.#all -= 1;
  }
}

/** What stands around a chat. */
interface Around {
  /** @throws Refusal BUSY */
  begin(): void;
  /** What the caller hears of an error. */
  failure(error: unknown): unknown;
  end(): void;
}

class Chat {
  readonly #model: Answering;
  readonly #request: ChatDraft;
  readonly #signal: AbortSignal;
  readonly #messages: Message[];
  readonly #linker: NumberLinker;
  readonly #budget: Budget;
  readonly #steps: ChatStep[] = [];
  readonly #id: string;
  /** The answer. */
  #text = "";
  #chars = 0;
  #usage: Usage | null = null;
  #rounds = 0;
  #isKept = false;

  constructor(modules: ChatModules, model: Answering, request: ChatDraft, signal: AbortSignal) {
    this.#model = model;
    this.#request = request;
    this.#signal = signal;
    this.#messages = [...request.request.messages];
    this.#linker = new NumberLinker(request.isStrict);
    this.#budget = new Budget(request.budget);
    this.#id = request.id ?? `chat_${Buffer.from(modules.random.bytes(ID_BYTES)).toString("hex")}`;
  }

  async *run(around: Around): AsyncGenerator<GatewayEvent> {
    around.begin();
    try {
      yield { type: "start", id: this.#id };
      for (;;) {
        const round = new Round();
        for await (const event of this.#answer()) {
          round.take(event);
          if (event.type === "text") {
            const shown = this.#heard(this.#linker.take(event.text), event.text);
            if (shown !== "") yield { type: "text", text: shown };
          } else if (event.type === "call" && this.#request.belt === null) yield event;
        }
        if (yield* this.#ended(round)) return;
      }
    } catch (error) {
      throw around.failure(error);
    } finally {
      around.end();
      await this.keep();
    }
  }

  /** An answer of the model is there: what it called is run. @returns whether the chat is over */
  async *#ended(round: Round): AsyncGenerator<GatewayEvent, boolean> {
    const { belt } = this.#request;
    this.#rounds += 1;
    this.#usage = addUsage(this.#usage, round.usage);
    const { calls } = round;
    const goesOn = belt !== null && calls.length > 0 && this.#rounds < LLM_ROUNDS_MAX;
    const rest = this.#linker.end() + (goesOn && round.text !== "" ? this.#break() : "");
    if (this.#heard(rest) !== "") yield { type: "text", text: rest };
    if (!goesOn) {
      await this.keep();
      yield { type: "result", result: this.#result(round, belt === null ? calls : []) };
      return true;
    }
    this.#messages.push({ role: "assistant", text: round.text, calls });
    for (const call of calls) {
      const step = await this.#step(belt, call);
      yield { type: "step", step };
    }
    return false;
  }

  /** Texts around a call of a tool stand apart. */
  #break(): string {
    const shown = this.#linker.take("\n\n");
    return this.#request.isStrict ? shown : "\n\n";
  }

  #answer(): AsyncGenerator<ChatEvent> {
    const { belt, request } = this.#request;
    const mayCall = this.#budget.mayCall && this.#rounds < LLM_ROUNDS_MAX - 1;
    return this.#model.ask(
      belt === null
        ? request
        : {
            ...request,
            messages: this.#messages,
            tools: belt.specs,
            // Tools that were used stay in the request: some providers insist on it.
            toolChoice: mayCall ? "auto" : "none",
          },
      this.#signal,
    );
  }

  /** @returns what of it is shown */
  #heard(shown: string, said = ""): string {
    this.#chars += said.length;
    if (this.#chars > LLM_TEXT_CHARS_MAX)
      throw new Refusal(
        "PROVIDER_FAILED",
        `the model says more than ${LLM_TEXT_CHARS_MAX} characters`,
      );
    this.#text += shown;
    return shown;
  }

  async #step(belt: ToolBelt, call: ToolCall): Promise<ChatStep> {
    const outcome = await belt.run(call, this.#budget, this.#signal);
    if (this.#signal.aborted) throw new Refusal("PROVIDER_FAILED", "the caller went away");
    for (const number of outcome.numbers) this.#linker.add(number);
    if (outcome.receipt !== null) this.#linker.addReceipt(outcome.receipt);
    this.#messages.push({
      role: "tool",
      callId: call.id,
      name: call.name,
      text: outcome.text,
    });
    const { credits, ok, receipt } = outcome;
    const step = { tool: call.name, arguments: call.arguments, credits, ok, receipt };
    this.#steps.push(step);
    return step;
  }

  #result(round: Round, calls: readonly ToolCall[]): ChatResult {
    const { request } = this.#request;
    return {
      id: this.#id,
      provider: this.#model.provider,
      model: request.model,
      text: this.#text,
      stop: round.calls.length > 0 && calls.length === 0 ? "length" : round.stop,
      calls,
      usage: this.#usage,
      rounds: this.#rounds,
      steps: this.#steps,
      numbers: this.#linker.numbers,
      withheld: this.#linker.withheld,
      credits: this.#budget.spent,
    };
  }

  /** The tokens used until now, once; also of a chat that was broken off. */
  async keep(): Promise<void> {
    if (this.#isKept) return;
    this.#isKept = true;
    await this.#model.keep({
      chats: 1,
      inputTokens: this.#usage?.inputTokens ?? 0,
      outputTokens: this.#usage?.outputTokens ?? 0,
      toolCalls: this.#steps.length,
      credits: this.#budget.spent,
    });
  }
}

/** One answer of the model, put together. */
class Round {
  text = "";
  usage: Usage | null = null;
  #stop: Stop = "end";
  readonly #calls = new Map<
    number,
    { id: string; name: string; parts: string; signature: string | undefined }
  >();

  take(event: ChatEvent): void {
    switch (event.type) {
      case "text":
        this.text += event.text;
        break;
      case "usage":
        this.usage = event.usage;
        break;
      case "stop":
        this.#stop = event.stop;
        break;
      case "call": {
        const { index } = event;
        const call = this.#calls.get(index) ?? {
          id: "",
          name: "",
          parts: "",
          signature: undefined,
        };
        call.id = event.id ?? call.id;
        call.name += event.name ?? "";
        call.parts += event.arguments ?? "";
        call.signature = event.signature ?? call.signature;
        this.#calls.set(index, call);
        break;
      }
      case "fault":
      case "end":
    }
  }

  /** Some servers say "stop" of an answer that calls tools. */
  get stop(): Stop {
    return this.#stop === "end" && this.#calls.size > 0 ? "tools" : this.#stop;
  }

  get calls(): readonly ToolCall[] {
    return [...this.#calls].map(([index, { id, name, parts, signature }]) => ({
      id: id === "" ? `call_${index}` : id,
      name,
      arguments: parts,
      ...(signature === undefined ? {} : { signature }),
    }));
  }
}
