/**
 * A channel's ticks as they come, over as many sockets as it takes: each is asked for what is behind
 * the last tick that arrived, and what the node sends no more is reported as a gap.
 */
import type { MessageOf } from "../contract/definition/stream.js";
import type { streamSocket } from "../contract/machines/streamSocket.js";
import { STREAM_PATH } from "./table.js";

export type StreamText = MessageOf<typeof streamSocket>;
export type Tick = Extract<StreamText, { type: "tick" }>;

/** The part of a WebSocket that is used: a browser's own will do. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: (() => void) | null;
  close(code?: number): void;
}

export type OpenSocket = (url: string, protocols: readonly string[]) => SocketLike;

/** Ticks that were not sent, both ends among them. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface FollowOptions {
  /** Of the node: `http://host:port`. */
  readonly baseUrl: string;
  readonly channel: string;
  readonly key?: string;
  /** Of a signed link, in the place of a key. */
  readonly sig?: string;
  /** Number of the last tick that is known; absent: those to come. */
  readonly after?: number;
  readonly open: OpenSocket;
  readonly onTick: (tick: Tick) => void;
  readonly onGap?: (gap: Gap) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Sockets in a row that may end without a message; 8 unless given. */
  readonly triesMax?: number;
  /** Waits between two of them, for at most so many milliseconds. */
  readonly pause?: (msMax: number) => Promise<void>;
}

/** How it ended. lost: too many sockets in a row brought nothing. */
export interface Followed {
  readonly end: "closed" | "aborted" | "lost";
  /** Number of the last tick that arrived; null where none did. */
  readonly last: number | null;
  /** Why the last socket ended. */
  readonly reason: string;
}

const TRIES_MAX = 8;
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 10_000;

/** Resolves when the channel is closed, it is aborted, or nothing can be reached any more. */
export async function follow(options: FollowOptions): Promise<Followed> {
  const { pause = jittered, signal, triesMax = TRIES_MAX } = options;
  const follower = new Follower(options);
  for (let failed = 0; failed < triesMax; failed += 1) {
    if (signal?.aborted === true) return follower.ended("aborted");
    const outcome = await follower.socket();
    if (outcome === "closed" || outcome === "aborted") return follower.ended(outcome);
    if (outcome === "heard") failed = -1;
    await pause(Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** Math.max(failed, 0)));
  }
  return follower.ended("lost");
}

/** heard: it brought messages before it ended. */
type Outcome = "closed" | "aborted" | "heard" | "nothing";

class Follower {
  readonly #options: FollowOptions;
  /** The last tick; null until the first message says where the channel stands. */
  #last: number | null;
  #reason = "";
  #hasTicked = false;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#last = options.after ?? null;
  }

  ended(end: Followed["end"]): Followed {
    return { end, last: this.#hasTicked ? this.#last : null, reason: this.#reason };
  }

  socket(): Promise<Outcome> {
    const { baseUrl, channel, key, open, sig, signal } = this.#options;
    const url = new URL(baseUrl.replace(/^http/, "ws").replace(/\/$/, "") + STREAM_PATH);
    url.searchParams.set("channel", channel);
    if (sig !== undefined) url.searchParams.set("sig", sig);
    if (this.#last !== null) url.searchParams.set("after", String(this.#last));
    const socket = open(url.href, key === undefined ? ["calc"] : ["calc", `bearer.${key}`]);
    return new Promise((resolve) => {
      let outcome: Outcome = "nothing";
      const abort = (): void => {
        outcome = "aborted";
        socket.close(1_000);
      };
      signal?.addEventListener("abort", abort, { once: true });
      socket.onmessage = ({ data }) => {
        if (outcome === "aborted") return;
        const isEnd = this.#take(data);
        if (isEnd === null) socket.close(1_000);
        else outcome = isEnd ? "closed" : "heard";
      };
      socket.onerror = () => undefined;
      socket.onclose = ({ code, reason }) => {
        signal?.removeEventListener("abort", abort);
        if (outcome !== "closed") this.#reason = reason === "" ? `close code ${code}` : reason;
        resolve(outcome);
      };
    });
  }

  /** @returns whether the channel is closed; null for what is no message of a stream */
  #take(data: unknown): boolean | null {
    if (typeof data !== "string") return null;
    const message: unknown = JSON.parse(data);
    if (!isStreamText(message)) return null;
    switch (message.type) {
      case "hello":
        // A node that lost ticks begins anew behind those it has.
        this.#last = Math.min(this.#last ?? message.headSeq, message.headSeq);
        return false;
      case "resync":
        this.#missing(message.oldestSeq);
        return false;
      case "tick":
        this.#tick(message);
        return false;
      case "closed":
        this.#reason = message.reason;
        return true;
      default:
        return message satisfies never;
    }
  }

  #tick(tick: Tick): void {
    if (this.#last !== null && tick.seq <= this.#last) return;
    this.#missing(tick.seq);
    this.#last = tick.seq;
    this.#hasTicked = true;
    this.#options.onTick(tick);
  }

  /** Ticks between the last one and `next` are not going to come. */
  #missing(next: number): void {
    if (this.#last === null || next <= this.#last + 1) return;
    this.#options.onGap?.({ from: this.#last + 1, to: next - 1 });
    this.#last = next - 1;
  }
}

/** By the members that are read here; a later node may send more. */
function isStreamText(message: unknown): message is StreamText {
  if (typeof message !== "object" || message === null) return false;
  const { body, headSeq, oldestSeq, reason, seq, type }: Readonly<Record<string, unknown>> = {
    ...message,
  };
  return (
    (type === "hello" && isSeq(headSeq)) ||
    (type === "resync" && isSeq(oldestSeq)) ||
    (type === "tick" && isSeq(seq) && typeof body === "string") ||
    (type === "closed" && typeof reason === "string")
  );
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Full jitter: clients that lost one node do not come back in step. */
function jittered(msMax: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, msMax * Math.random());
  });
}
