/** A thing that something is done to, or that is used as another: a law of how it was no longer holds. */
import { lawStems } from "../../lexicon/lawWords.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const USED_AS = new RegExp(
  String.raw`\b(?:used|run|running|working|works|acting|acts|serving|serves|operated|operating` +
    String.raw`|driven)\s+(?:backwards?\s+)?as\s+(?:an?\s+)?(?!(?:usual|before|shown|said|well|long|soon` +
    String.raw`|far|much|fast)\b)(\p{L}+(?:\s+\p{L}+)?)`,
  "iu",
);
const DONE_TO = new RegExp(
  String.raw`\b(?:pulled|taken|drawn|pumped|let)\s+(?:out|off|away)\b|\b(?:removed|inserted|withdrawn` +
    String.raw`|cut\s+in(?:to)?\s+(?:half|two|pieces)|folded|cemented)\b`,
  "iu",
);

/** `a refrigerator used as a heater`: the law is of the one, and the other is asked about. */
export function usedAs({ text }: Question, law: Law): Open | null {
  const match = USED_AS.exec(text);
  if (match === null || lawStems(match[1]!).some((stem) => law.title.has(stem))) return null;
  return open(match, `is another use than ${law.entry.record.name} speaks of`);
}

/** `with the dielectric pulled out`: before, or after? */
export function doneTo({ text }: Question, law: Law): Open | null {
  const match = DONE_TO.exec(text);
  const { description, name } = law.entry.record;
  if (match === null || lawStems(match[0]).some((stem) => isOwn(stem))) return null;
  return open(match, `changes it, and ${name} does not say how`);

  function isOwn(stem: string): boolean {
    return stem.length > SHORT && lawStems(`${name} ${description}`).includes(stem);
  }
}

/** `out`, `off` */
const SHORT = 3;

function open(match: RegExpExecArray, why: string): Open {
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" ${why}`,
  };
}
