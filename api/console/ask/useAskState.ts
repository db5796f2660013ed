/** The state of the screen, with the address it has and the engine it asks. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { go } from "../connection/router.js";
import { useAsked, useLive, reasonOf } from "../connection/asked.js";
import { client, demoAccount, session } from "../connection/session.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { engine } from "../engine/ask.js";
import { addressFor } from "../engine/question.js";
import type { Fields } from "../connection/json.js";
import { remember } from "../parts/last.js";
import { canSeal, opened, questionOf, step, type AskEvent, type AskState } from "./askState.js";
import { routedOf } from "./route.js";
import type { AddressChange, SealState } from "./askState.js";

/** Four times a second: a browser refuses more than some hundred changes in ten seconds. */
const ADDRESS_MS = 250;

export type Visibility = "private" | "shared";

/** Writes what the state says the address is. */
class Address {
  readonly #saved: (line: string) => void;
  #at = Number.NEGATIVE_INFINITY;
  #next: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(saved: (line: string) => void) {
    this.#saved = saved;
  }

  write({ how, line }: AddressChange): void {
    this.forget();
    if (how === "push") go(addressFor(line));
    else if (how === "replace") this.#replace(line);
    else {
      this.#next = line;
      const left = this.#at + ADDRESS_MS - performance.now();
      if (left <= 0) this.flush();
      else this.#timer = setTimeout(() => this.flush(), left);
    }
  }
  flush(): void {
    const line = this.#next;
    this.forget();
    if (line !== null) this.#replace(line);
  }
  /** The address is another one by now. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#next = null;
  }
  #replace(line: string): void {
    this.#at = performance.now();
    // Before the screen hears of it: the address is of this state.
    this.#saved(line);
    go(addressFor(line), { replace: true });
  }
}

async function sealed(
  state: AskState,
  visibility: Visibility,
  reading: Fields | undefined,
): Promise<SealState> {
  if (session.value === null) await demoAccount();
  const question = questionOf(state);
  const routed = state.reading?.kind === "words" ? state.reading.routed : null;
  // The node seals the reading that the page computed, not the words anew.
  const shown = reading ?? (question === null ? undefined : routed?.reading) ?? undefined;
  const outcome =
    question === null || routed !== null
      ? await client.value.auto(
          shown === undefined
            ? { query: state.line, visibility }
            : { reading: { ...shown }, visibility },
        )
      : await compute(question, visibility);
  if (outcome.kind === "problem") return { state: "problem", problem: outcome.problem };
  const answer = isObject(outcome.value) ? outcome.value : {};
  remember(state.line, addressFor(state.line), answer);
  return { state: "answered", answer };
}

async function compute(asked: Parameters<typeof engine.request>[0], visibility: Visibility) {
  const { law, question } = await engine.request(asked);
  const { equation, inputs, operators = law === null ? null : [law.id] } = question;
  return operators === null
    ? client.value.playgroundCompute({ equation: equation ?? "", inputs })
    : client.value.compute({ operators: [...operators], inputs, visibility });
}

export interface AskScreen {
  readonly state: AskState;
  readonly send: (event: AskEvent) => void;
  /** @param reading in place of the words, as the node read them or with other values */
  readonly seal: (visibility: Visibility, reading?: Fields) => void;
  /** Why the engine in the page answers nothing; "" while it does. */
  readonly fault: string;
  readonly again: () => void;
}

/** @param line of the address */
export function useAskState(line: string): AskScreen {
  const held = useSignal(opened(line));
  const address = useRef<Address | null>(null);
  const send = useMemo(
    () =>
      (event: AskEvent): void => {
        const next = step(held.value, event);
        held.value = next.state;
        for (const change of next.address) address.current?.write(change);
      },
    [],
  );
  address.current ??= new Address((saved) => send({ kind: "saved", line: saved }));
  useLayoutEffect(() => {
    if (line !== held.value.saved) address.current?.forget();
    send({ kind: "opened", line });
  }, [line]);
  useEffect(() => {
    const flush = (): void => address.current?.flush();
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      address.current?.forget();
    };
  }, []);
  const state = held.value;
  const reading = useAsked(async () => {
    if (state.reading !== null) return;
    send({ kind: "read", line: state.line, understood: await engine.understand(state.line) });
  }, [state.line, state.reading === null]);
  const words = state.reading?.kind === "words" ? state.reading : null;
  const route = useAsked(async () => {
    if (words === null || words.routed !== null) return;
    send({ kind: "routed", line: state.line, routed: await routedOf(words.text) });
  }, [state.line, words === null, words?.routed === null]);
  const question = questionOf(state);
  const answer = useLive(async () => {
    if (question === null) return;
    send({ kind: "answered", line: state.line, answered: await engine.evaluate(question) });
  }, [state.line, question === null]);
  const seal = (visibility: Visibility, reading?: Fields): void => {
    if (!canSeal(held.value)) return;
    const asked = held.value;
    const done = (sealing: SealState): void =>
      send({ kind: "sealed", line: asked.line, seal: sealing });
    done({ state: "asking" });
    sealed(asked, visibility, reading).then(done, (error: unknown) =>
      done({ state: "failed", why: reasonOf(error) }),
    );
  };
  const failed = [reading, route, answer].find((one) => one.state === "failed");
  return {
    state,
    send,
    seal,
    fault: failed?.state === "failed" ? failed.why : "",
    again: () => {
      reading.again();
      route.again();
      answer.again();
    },
  };
}
