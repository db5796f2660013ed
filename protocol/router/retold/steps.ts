/**
 * A request in steps asks for the last quantity, and names what lies on the way: `find the reflection
 * coefficient and then the standing wave ratio`.
 */
import { stepsIn } from "../laws/reading/steps.js";
import type { Rewrite } from "./rewrite.js";

const ASK = ". find";

/** The last step asks, and what is before it is told; and the other way round. */
const steps: Rewrite = (before) => {
  const { back, notes, text } = before;
  const [all, verb = "", step = "", first = "", next = ""] = stepsIn(text) ?? [];
  if (all === undefined) return before;
  const from = text.indexOf(all);
  const at = [back(from), back(from + all.length)] as const;
  const [head, tail] = [text.slice(0, from), text.slice(from + all.length)];
  const blank = " ".repeat(verb.length);
  const message = `"${step.trim()}" is on the way to what is asked for last`;
  const behind = " ".repeat(first.length) + ASK.padEnd(next.length);
  const asking = /[.;!?](?=\s|$)/u.exec(tail)?.index ?? tail.length;
  const asked = (verb === "" ? "find " : verb) + step;
  return {
    ...before,
    text: head + blank + step + behind + tail,
    notes: [...notes, { what: "fact", at, message }],
    onTheWay: {
      text: `${head}${asked}${tail.slice(asking)}`,
      at: [from, from + verb.length + step.length],
    },
  };
};

export const inSteps: readonly Rewrite[] = [steps];
