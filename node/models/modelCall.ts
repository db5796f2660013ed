/**
 * One answer of a model: the request in its provider's dialect, the answer as events of ours. What
 * fails before a word was said is tried again, as the provider asks; after that it is not.
 */
import {
  LLM_ARGUMENTS_CHARS_MAX,
  LLM_CALLS_MAX,
  LLM_EVENT_CHARS_MAX,
} from "../../protocol/limits.js";
import { jsonOf, type ChatEvent, type ChatRequest, type Stop } from "../../protocol/models/chat.js";
import { retryAfterMs } from "../../protocol/models/retries.js";
import { EventReader, EventTooLong, type ServerEvent } from "../../protocol/models/sse.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Clock, JsonValue } from "../../protocol/ports.js";
import type { RandomNumbers } from "../runtime/random.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { OpenedCredential } from "./credentials.js";
import { UpstreamError, type Upstream, type UpstreamAnswer } from "./upstream.js";

const RETRIES_MAX = 2;
const BACKOFF_MS = 500;
/** A provider that wants to be left alone for longer is the caller's to wait for. */
const WAIT_MS_MAX = 20_000;
const FAULT_BYTES_MAX = 65_536;
const FAULT_CHARS_MAX = 300;
const MODELS_BYTES_MAX = 8_388_608;
const NS_PER_MS = 1_000_000n;
/** Answers that say "later"; 529 is Anthropic's. */
const LATER: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

export interface CallModules {
  readonly upstream: Pick<Upstream, "send">;
  readonly scheduler: Scheduler;
  readonly random: RandomNumbers;
  readonly clock: Clock;
}

export class ModelCalls {
  readonly #modules: CallModules;

  constructor(modules: CallModules) {
    this.#modules = modules;
  }

  /**
   * The answer, event by event; the last is `end`.
   * @throws Refusal PROVIDER_REFUSED, PROVIDER_LIMITED, PROVIDER_FAILED, PROVIDER_TIMEOUT
   */
  async *chat(
    credential: OpenedCredential,
    request: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    const { dialect, quirks } = credential.provider;
    const answer = await this.#answered(credential, signal, {
      method: "POST",
      path: dialect.chatPath(request.model, request.stream),
      body: JSON.stringify(dialect.body(request, quirks)),
    });
    const events = request.stream ? streamed(answer, credential) : wholeEvents(answer, credential);
    const bounds = new CallBounds();
    const silence = new Silence(request);
    try {
      for await (const event of events) {
        if (event.type === "fault") throw failed(credential, event.message);
        bounds.check(credential, event);
        silence.check(credential, event);
        yield event;
        if (event.type === "end") return;
      }
    } catch (error) {
      throw refusalOf(error, credential);
    } finally {
      answer.drop();
    }
    throw failed(credential, "the answer of the provider ended in the middle");
  }

  /** @throws Refusal as `chat` */
  async models(credential: OpenedCredential, signal: AbortSignal): Promise<readonly string[]> {
    const { dialect } = credential.provider;
    const answer = await this.#answered(credential, signal, {
      method: "GET",
      path: dialect.modelsPath,
      body: null,
    });
    try {
      const read = parsed(await whole(answer, MODELS_BYTES_MAX));
      if (read === undefined) throw failed(credential, "the list of models is not JSON");
      return dialect.models(read).filter((name) => name !== "");
    } catch (error) {
      throw refusalOf(error, credential);
    }
  }

  async #answered(
    credential: OpenedCredential,
    signal: AbortSignal,
    {
      body,
      method,
      path,
    }: { readonly method: "GET" | "POST"; readonly path: string; readonly body: string | null },
  ): Promise<UpstreamAnswer> {
    const { upstream } = this.#modules;
    const { apiKey, baseUrl, provider } = credential;
    for (let attempt = 0; ; attempt += 1) {
      let waitMs = 0;
      try {
        const answer = await upstream.send({
          method,
          url: baseUrl + path,
          headers: provider.dialect.headers(apiKey),
          body,
          signal,
        });
        if (answer.status >= 200 && answer.status < 300) return answer;
        const problem = await this.#problem(answer, credential);
        waitMs = problem.waitMs ?? this.#backoffMs(attempt);
        const isLater = LATER.has(answer.status) && answer.header("x-should-retry") !== "false";
        if (!isLater || attempt >= RETRIES_MAX || waitMs > WAIT_MS_MAX) throw problem.refusal;
      } catch (error) {
        const isLost = error instanceof UpstreamError && error.kind === "unreachable";
        if (!isLost || attempt >= RETRIES_MAX) throw refusalOf(error, credential);
        waitMs = this.#backoffMs(attempt);
      }
      await this.#wait(waitMs, signal);
    }
  }

  async #problem(
    answer: UpstreamAnswer,
    credential: OpenedCredential,
  ): Promise<{ readonly refusal: Refusal; readonly waitMs: number | null }> {
    const { status } = answer;
    const nowMs = Number(this.#modules.clock.nowNs() / NS_PER_MS);
    const waitMs = retryAfterMs((name) => answer.header(name), nowMs);
    const body = parsed(await whole(answer, FAULT_BYTES_MAX).catch(() => ""));
    const said = body === undefined ? "" : credential.provider.dialect.fault(body);
    return { waitMs, refusal: problemOf(status, said, waitMs, credential) };
  }

  #backoffMs(attempt: number): number {
    return BACKOFF_MS * 2 ** attempt * (0.5 + this.#modules.random.next() / 2);
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        cancel();
        reject(new UpstreamError("aborted", "the caller went away"));
      };
      const cancel = this.#modules.scheduler.after(ms, () => {
        signal.removeEventListener("abort", aborted);
        resolve();
      });
      if (signal.aborted) aborted();
      else signal.addEventListener("abort", aborted, { once: true });
    });
  }
}

const MS_PER_S = 1_000;

function problemOf(
  status: number,
  said: string,
  waitMs: number | null,
  credential: OpenedCredential,
): Refusal {
  const { provider } = credential;
  const members = { provider: provider.id, providerStatus: status };
  const detail =
    status >= 300 && status < 400
      ? `${provider.id} answers ${status}: redirects are not followed`
      : `${provider.id} answers ${status}${said === "" ? "" : `: ${shown(said, credential)}`}`;
  if (status === 429 || status === 503 || status === 529)
    return new Refusal("PROVIDER_LIMITED", detail, {
      members,
      retryAfterSeconds: Math.max(1, Math.ceil((waitMs ?? MS_PER_S) / MS_PER_S)),
    });
  const code = status >= 400 && status < 500 ? "PROVIDER_REFUSED" : "PROVIDER_FAILED";
  return new Refusal(code, detail, { members });
}

function failed(credential: OpenedCredential, said: string): Refusal {
  const detail = said === "" ? "the provider says that it failed" : shown(said, credential);
  return new Refusal("PROVIDER_FAILED", detail, { members: { provider: credential.provider.id } });
}

/** What a provider says may repeat the key. */
function shown(said: string, { apiKey }: OpenedCredential): string {
  const plain = apiKey === "" ? said : said.replaceAll(apiKey, "[key]");
  const printable = plain.replaceAll(/\p{Cc}+/gu, " ");
  return printable.length > FAULT_CHARS_MAX
    ? `${printable.slice(0, FAULT_CHARS_MAX)}...`
    : printable;
}

function refusalOf(error: unknown, credential: OpenedCredential): unknown {
  const members = { provider: credential.provider.id };
  if (error instanceof EventTooLong)
    return new Refusal(
      "PROVIDER_FAILED",
      `an event of the provider is longer than ${LLM_EVENT_CHARS_MAX} characters`,
      { members },
    );
  if (error instanceof SyntaxError)
    return new Refusal(
      "PROVIDER_FAILED",
      "the answer of the provider is not as its dialect has it",
      {
        members,
      },
    );
  if (!(error instanceof UpstreamError)) return error;
  if (error.kind === "timeout") return new Refusal("PROVIDER_TIMEOUT", error.message, { members });
  return new Refusal("PROVIDER_FAILED", error.message, { members });
}

async function* streamed(
  answer: UpstreamAnswer,
  credential: OpenedCredential,
): AsyncGenerator<ChatEvent> {
  const stream = credential.provider.dialect.stream();
  let hasStopped = false;
  for await (const found of serverEvents(answer)) {
    // What comes together goes on together.
    let text = "";
    try {
      for (const event of found()) {
        for (const one of stream.take(event)) {
          if (one.type === "text") {
            text += one.text;
            continue;
          }
          if (one.type === "stop") hasStopped = true;
          if (text !== "") yield { type: "text", text };
          text = "";
          yield one;
        }
      }
    } catch (error) {
      // Text said ahead of what cannot be read stands.
      if (text !== "") yield { type: "text", text };
      throw error;
    }
    if (text !== "") yield { type: "text", text };
  }
  // With its reason for stopping an answer is whole, whatever mark its dialect has for the end.
  if (hasStopped) yield { type: "end" };
}

/** Events as they become whole: each part is read where its events are taken. */
async function* serverEvents(answer: UpstreamAnswer): AsyncGenerator<() => readonly ServerEvent[]> {
  const reader = new EventReader(LLM_EVENT_CHARS_MAX);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const part of answer.parts()) yield () => reader.take(decode(decoder, part));
  yield () => reader.end();
}

function decode(decoder: InstanceType<typeof TextDecoder>, part: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: true });
  } catch {
    throw new SyntaxError("not UTF-8");
  }
}

async function* wholeEvents(
  answer: UpstreamAnswer,
  credential: OpenedCredential,
): AsyncGenerator<ChatEvent> {
  const read = parsed(await whole(answer, Number.POSITIVE_INFINITY));
  if (read === undefined) throw new SyntaxError("not JSON");
  yield* credential.provider.dialect.whole(read);
}

async function whole(answer: UpstreamAnswer, bytesMax: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer.parts()) {
    bytes += part.length;
    if (bytes > bytesMax)
      throw new UpstreamError("size", `the answer is larger than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parsed(text: string): JsonValue | undefined {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/**
 * What a provider says in a form that no reader knows is not there: an answer of nothing with a good
 * reason for its end would hide that. After answers of tools a model may have nothing to add.
 */
class Silence {
  readonly #mayEndSilent: boolean;
  #hasSaid = false;
  #hasCalled = false;
  #stop: Stop = "end";

  constructor({ messages }: ChatRequest) {
    this.#mayEndSilent = messages.at(-1)?.role === "tool";
  }

  check(credential: OpenedCredential, event: ChatEvent): void {
    if (event.type === "text") this.#hasSaid = true;
    if (event.type === "call") this.#hasCalled = true;
    if (event.type === "stop") this.#stop = event.stop;
    if (event.type !== "end" || this.#hasCalled) return;
    if (this.#stop === "tools") throw failed(credential, "the model calls tools and names none");
    if (this.#stop === "end" && !this.#hasSaid && !this.#mayEndSilent)
      throw failed(credential, "the answer of the provider ends with nothing that can be read");
  }
}

/** A model may call many tools with much; a node reads so much of it. */
class CallBounds {
  readonly #chars = new Map<number, number>();

  check(credential: OpenedCredential, event: ChatEvent): void {
    if (event.type !== "call") return;
    const chars = (this.#chars.get(event.index) ?? 0) + (event.arguments?.length ?? 0);
    this.#chars.set(event.index, chars);
    if (chars > LLM_ARGUMENTS_CHARS_MAX)
      throw failed(
        credential,
        `the model calls a tool with more than ${LLM_ARGUMENTS_CHARS_MAX} characters of arguments`,
      );
    if (this.#chars.size > LLM_CALLS_MAX)
      throw failed(credential, `the model calls more than ${LLM_CALLS_MAX} tools at once`);
  }
}
