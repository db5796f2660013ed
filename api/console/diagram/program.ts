/** What a diagram and its table show of a program of a contract. */
import { fieldsAt, listAt, textAt, type Fields } from "../connection/json.js";

export interface Transition {
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly guard: string;
  readonly about: string;
  /** Types of events that it sends. */
  readonly emits: readonly string[];
  /** `name = expression`. */
  readonly assigns: readonly string[];
}

export interface Shown {
  /** The initial one first. */
  readonly states: readonly string[];
  readonly about: Readonly<Record<string, string>>;
  readonly transitions: readonly Transition[];
}

/** States that a program names, targets that it does not declare among them: all is drawn. */
export function shownOf(program: Fields): Shown {
  const machine = fieldsAt(program, "machine");
  const declared = fieldsAt(machine, "states");
  const initial = textAt(machine, "initial");
  const transitions = Object.keys(declared).flatMap((from) =>
    listAt(declared[from], "on").map((one) => ({
      from,
      to: textAt(one, "target"),
      guard: textAt(one, "guard"),
      about: textAt(one, "about"),
      emits: listAt(one, "emit").map((event) => textAt(event, "type")),
      assigns: Object.entries(fieldsAt(one, "assign")).map(
        ([name, by]) => `${name} = ${String(by)}`,
      ),
    })),
  );
  const states = new Set([
    ...(initial === "" ? [] : [initial]),
    ...Object.keys(declared),
    ...transitions.map(({ to }) => to).filter((to) => to !== ""),
  ]);
  return {
    states: [...states],
    about: Object.fromEntries([...states].map((id) => [id, textAt(declared[id], "about")])),
    transitions: transitions.map((one, i) => ({ ...one, number: i + 1 })),
  };
}
