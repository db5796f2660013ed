/** Something that is done at a click: under way, failed with its reason, or done with a word. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { ProblemAnswer, reasonOf } from "../connection/asked.js";
import { faultsByField } from "../connection/faults.js";

export interface Action {
  /** Name of what runs; "" for nothing. */
  readonly busy: string;
  readonly failed: string;
  readonly said: string;
  /** What the node found wrong, by the members of the request. */
  readonly faults: Readonly<Record<string, string>>;
  /** Runs one at a time. @param work answers what is said when it is done */
  readonly run: (name: string, work: () => Promise<string>) => void;
  readonly clear: () => void;
}

const NOTHING = { busy: "", failed: "", said: "", faults: {} };
const ALL = { has: () => true };

export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, keyof typeof NOTHING>>(NOTHING);
  const running = useRef(false);
  return {
    ...state,
    clear: () => setState(NOTHING),
    run: (name, work) => {
      if (running.current) return;
      running.current = true;
      setState({ ...NOTHING, busy: name });
      work()
        .then(
          (said) => setState({ ...NOTHING, said }),
          (error: unknown) => {
            const errors = error instanceof ProblemAnswer ? error.problem.errors : [];
            setState({
              ...NOTHING,
              failed: reasonOf(error),
              faults: faultsByField(errors, ALL),
            });
          },
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

/** A labelled text of a form; what the node found wrong with it stands beside it. */
export function TextField({
  action,
  change,
  isWords = false,
  label,
  name,
  ...others
}: {
  readonly action: Action;
  readonly label: ComponentChildren;
  /** The member of the request that it becomes. */
  readonly name: string;
  readonly value: string;
  readonly change: (text: string) => void;
  /** Whether it is written for people. */
  readonly isWords?: boolean;
  readonly placeholder?: string;
  readonly inputMode?: "numeric";
}) {
  const fault = action.faults[name];
  return (
    <label class="control" data-field={name}>
      {label}
      <input
        {...others}
        class={isWords ? "input" : "input digits"}
        name={name}
        spellcheck={isWords}
        autocomplete="off"
        aria-invalid={fault === undefined ? undefined : true}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {fault === undefined ? null : <span class="fault">{fault}</span>}
    </label>
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
