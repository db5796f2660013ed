/** Requests in steps: one quantity, and then another. */
const VERB = String.raw`(?:find|compute|calculate|determine|work\s+out|get|obtain|evaluate|derive)`;
/** The quantity on the way, up to the next request: no sentence ends in it. */
const STEP = String.raw`[^.;?!,]{2,80}?`;
const FROM_IT = String.raw`(?:from|with|using|out\s+of)\s+(?:it|that|this|these|them|there)`;
const NEXT =
  String.raw`(?:,?\s+and\s+(?:then|next|hence|thence|${FROM_IT})|,\s*(?:and\s+)?then|,\s*${FROM_IT})` +
  String.raw`(?:\s+${VERB})?(?=\s)`;
const ORDERED = new RegExp(
  String.raw`\b((?:first\s+)?${VERB}(?:\s+first)?)(\s+${STEP})()(${NEXT})`,
  "iu",
);
/** `Synchronous speed first, then the slip` */
const FIRST = new RegExp(
  String.raw`(?<=^|[.;?!:]\s+)()(${STEP})(\s+first)(,\s*(?:and\s+)?then(?:\s+${VERB})?)(?=\s)`,
  "iu",
);

/** A request in steps: all of it, its verb, the first quantity, `first` behind that, and what leads to the next. */
export function stepsIn(text: string): RegExpExecArray | null {
  return ORDERED.exec(text) ?? FIRST.exec(text);
}
