/**
 * Live pages: a channel's ticks over a WebSocket that comes back by itself, and lists that are asked
 * again while somebody looks. What the node sends no more is counted and shown.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { follow, type OpenSocket, type Tick } from "../../client/follow.js";
import { API_BASE } from "./base.js";
import { reach, watchedFetch } from "./reach.js";
import { session } from "./session.js";

export type { Tick } from "../../client/follow.js";

/** live: ticks come. waiting: the socket is opened. over: it was closed, or nobody answers. */
export interface LiveState {
  readonly state: "waiting" | "live" | "over";
  /** Ticks that came. */
  readonly heard: number;
  /** Ticks that did not, and are not going to. */
  readonly missed: number;
  /** Why it is over, or why the last socket ended. */
  readonly reason: string;
}

const STARTED: LiveState = { state: "waiting", heard: 0, missed: 0, reason: "" };

/** Sockets with a protocol for the key, which no address then shows. */
const openSocket: OpenSocket = (url, protocols) => {
  const socket = new WebSocket(url, [...protocols]);
  return {
    set onopen(call: (() => void) | null) {
      socket.onopen = call;
    },
    set onmessage(call: ((event: { readonly data: unknown }) => void) | null) {
      socket.onmessage = call;
    },
    set onclose(
      call: ((event: { readonly code: number; readonly reason: string }) => void) | null,
    ) {
      socket.onclose = call;
    },
    set onerror(call: (() => void) | null) {
      socket.onerror = call;
    },
    // One that is still opened is let open first: a browser notes the other as an error.
    close: (code) => {
      if (socket.readyState !== WebSocket.CONNECTING) socket.close(code);
      else socket.addEventListener("open", () => socket.close(code));
    },
  };
};

export interface LiveOptions {
  /** Number of the last tick that the screen has; absent: those to come. */
  readonly after?: number;
  /** Of a signed link. */
  readonly sig?: string;
  readonly onTick: (tick: Tick) => void;
  readonly onState: (state: LiveState) => void;
}

/** @returns what ends it */
function followChannel(channel: string, options: LiveOptions): () => void {
  const { after, onState, onTick, sig } = options;
  const controller = new AbortController();
  let state = STARTED;
  let tries = 0;
  const tell = (next: Partial<LiveState>): void => {
    state = { ...state, ...next };
    if (!controller.signal.aborted) onState(state);
  };
  const key = session.value?.key;
  void follow({
    baseUrl: API_BASE,
    channel,
    open: (url, protocols) => {
      if (state.heard > 0 || state.missed > 0) tell({ state: "waiting" });
      // A socket that ended may be the first to tell that the node is away.
      if (tries > 0) watchedFetch(`${API_BASE}/api/health`).catch(() => undefined);
      tries += 1;
      return openSocket(url, protocols);
    },
    onTick: (tick) => {
      tell({ state: "live", heard: state.heard + 1 });
      onTick(tick);
    },
    onGap: ({ from, to }) => tell({ missed: state.missed + to - from + 1 }),
    signal: controller.signal,
    ...(key === undefined ? {} : { key }),
    ...(sig === undefined ? {} : { sig }),
    ...(after === undefined ? {} : { after }),
  }).then(({ end, reason }) => {
    if (end !== "aborted") tell({ state: "over", reason });
  });
  return () => controller.abort();
}

/** Follows while the screen is shown. @param channel null: none yet */
export function useChannel(
  channel: string | null,
  onTick: (tick: Tick) => void,
  { after, sig }: { readonly after?: number; readonly sig?: string } = {},
): LiveState & { readonly again: () => void } {
  const [state, setState] = useState(STARTED);
  const [round, setRound] = useState(0);
  const call = useRef(onTick);
  call.current = onTick;
  const last = useRef<number | undefined>(after);
  useEffect(() => {
    if (channel === null) return undefined;
    setState(STARTED);
    return followChannel(channel, {
      onState: setState,
      onTick: (tick) => {
        last.current = tick.seq;
        call.current(tick);
      },
      ...(sig === undefined ? {} : { sig }),
      ...(last.current === undefined ? {} : { after: last.current }),
    });
  }, [channel, sig, session.value?.key, round]);
  const { era } = reach.value;
  useEffect(() => {
    // Too many sockets in a row brought nothing, and now the node is back.
    if (state.state === "over") setRound((now) => now + 1);
  }, [era]);
  return { ...state, again: () => setRound((now) => now + 1) };
}

/** Runs a task every so often while the page is seen, never two at a time. */
export function useEvery(
  ms: number,
  task: () => Promise<unknown> | void,
  keys: readonly unknown[],
): void {
  const call = useRef(task);
  call.current = task;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const wait = (): void => {
      timer = setTimeout(() => void turn(), ms);
    };
    const turn = async (): Promise<void> => {
      if (document.visibilityState === "visible")
        await Promise.resolve(call.current()).catch(() => undefined);
      if (!isOver) wait();
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ms, ...keys]);
}
