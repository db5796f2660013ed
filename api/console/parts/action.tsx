/** Something that is done at a click: under way, failed with its reason, or done with a word. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { reasonOf } from "../connection/asked.js";

export interface Action {
  /** Name of what runs; "" for nothing. */
  readonly busy: string;
  readonly failed: string;
  readonly said: string;
  /** Runs one at a time. @param work answers what is said when it is done */
  readonly run: (name: string, work: () => Promise<string>) => void;
  readonly clear: () => void;
}

export function useAction(): Action {
  const [state, setState] = useState({ busy: "", failed: "", said: "" });
  const running = useRef(false);
  return {
    ...state,
    clear: () => setState({ busy: "", failed: "", said: "" }),
    run: (name, work) => {
      if (running.current) return;
      running.current = true;
      setState({ busy: name, failed: "", said: "" });
      work()
        .then(
          (said) => setState({ busy: "", failed: "", said }),
          (error: unknown) => setState({ busy: "", failed: reasonOf(error), said: "" }),
        )
        .finally(() => {
          running.current = false;
        });
    },
  };
}

/** Orders of one screen, some of which are asked about first; each is followed by a new look. */
export function useOrders(again: () => void) {
  const [isSure, setSure] = useState(false);
  const action = useAction();
  const run = (name: string, call: () => Promise<unknown>, said: string): void =>
    action.run(name, async () => {
      await call();
      setSure(false);
      again();
      return said;
    });
  return { action, isSure, run, setSure };
}

type Orders = ReturnType<typeof useOrders>;

/** Runs one order; disabled while any order of its screen runs. */
export function OrderButton({
  call,
  children,
  isBarred = false,
  name,
  orders,
  said,
  title = "",
  tone = "",
}: {
  readonly orders: Orders;
  readonly name: string;
  readonly call: () => Promise<unknown>;
  /** The sentence for the end. */
  readonly said: string;
  readonly tone?: "" | "main" | "risky";
  readonly isBarred?: boolean;
  readonly title?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class={`button ${tone}`.trim()}
      disabled={isBarred || orders.action.busy !== ""}
      title={title}
      onClick={() => orders.run(name, call, said)}
      data-order={name}
    >
      {children}
    </button>
  );
}

/** What became of it, below the button. */
export function Outcome({ action }: { readonly action: Action }) {
  return (
    <div aria-live="polite">
      {action.failed === "" ? null : (
        <div class="notice bad" role="alert" data-state="failed">
          <p>{action.failed}</p>
        </div>
      )}
      {action.said === "" ? null : (
        <p class="notice good" data-state="done">
          {action.said}
        </p>
      )}
    </div>
  );
}
