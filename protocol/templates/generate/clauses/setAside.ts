/** What a sentence says that is no condition: it is set aside, and shown with its rule. */
import type { Reading } from "../reading.js";

const NOT_SENT = "set aside: the events of a contract go to all that listen, and to nobody else";

/** What a sentence says that is no condition, by what it is. */
interface Asides {
  /** Names with numbers in them. */
  readonly names: readonly string[];
  readonly recipients: readonly string[];
  /** Names of alarms. */
  readonly sorts: readonly string[];
  readonly askers: readonly string[];
  readonly cadence: readonly string[];
  readonly ranges: readonly string[];
  readonly minus: { readonly isRatio: boolean; readonly words: string } | null;
  readonly reasons: readonly string[];
  readonly brackets: readonly string[];
}

/** Remarks that are set aside, with the rule that each falls under. */
export function asidesOf(said: Asides): Reading["aside"] {
  const { minus } = said;
  const of = minus?.isRatio === true ? "a ratio of two readings" : "a difference of two readings";
  return [
    ...asideOf("the number is part of a name", said.names),
    ...asideOf(NOT_SENT, said.recipients),
    ...asideOf("set aside: what the alarm is called", said.sorts),
    ...asideOf("set aside: who asks for it", said.askers),
    ...asideOf("set aside: how often readings come changes nothing of the condition", said.cadence),
    ...asideOf("set aside: what the range is, and no condition", said.ranges),
    ...asideOf(of, minus === null ? [] : [minus.words]),
    ...asideOf("set aside: why it is asked for, and no condition", said.reasons),
    ...asideOf("set aside: in brackets, and no number", said.brackets),
  ];
}

function asideOf(rule: string, all: readonly string[]): Reading["aside"] {
  return all.length === 0 ? [] : [{ rule, words: all.join(", ") }];
}
