/** `concentration upstream`, by a law of what is downstream: what is asked for lies on the other side. */
import type { Filled } from "../../filling/fillTypes.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import { nounAsked } from "../asked.js";
import type { Open } from "../open.js";

/** What goes in, and what comes out. */
const SIDES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:upstream|incoming|incident|inlet|entering|ahead|initial(?:ly)?|original|in\s+front)\b/iu,
    /\b(?:downstream|outgoing|transmitted|reflected|scattered|outlet|leaving|behind|final(?:ly)?|mixed)\b/iu,
  ],
];
/** `concentration just upstream` */
const BEHIND =
  /^\s+(?:right\s+|just\s+|well\s+)?(?:upstream|downstream|ahead|behind|in\s+front)\b/iu;

export function otherSide(question: Question, law: Law, { target }: Filled): Open | null {
  const asked = nounAsked(question);
  if (asked === null) return null;
  const { description, name } = law.entry.record;
  const [about = ""] = description.split(/[:;.]\s/);
  const own = target.isResult ? `${name}. ${about}. ${target.about}` : target.about;
  const [start, end] = asked.at;
  const behind = BEHIND.exec(question.text.slice(end))?.[0] ?? "";
  const said = question.text.slice(start, end + behind.length);
  const isOther = SIDES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).some(
    ([one, other]) => one.test(said) && !other.test(said) && other.test(own) && !one.test(own),
  );
  if (!isOther) return null;
  return {
    what: "kind",
    at: [start, end + behind.length],
    message: `"${said}" is asked for, and ${name} gives ${target.isResult ? about : target.about}`,
  };
}
