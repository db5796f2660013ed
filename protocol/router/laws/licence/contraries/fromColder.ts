/** `convection from a plate at 20 degC to air at 60 degC`: heat does not go so, and one of the two is another. */
import type { Filled, Use } from "../../filling/fillTypes.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

/** A body stands between: `from 20 to 60 degC` is what happens to one. */
const BEFORE_CHARS = 60;

export function fromColder(
  { given, text }: Question,
  law: Law,
  { target, uses }: Filled,
): Open | null {
  if (!/heat|power/u.test(target.quantity)) return null;
  const warmths = uses.filter(
    ({ at, score, slot }) =>
      score !== undefined &&
      slot.quantity === "temperature" &&
      given.some(({ span }) => span.at === at && span.name === null),
  );
  const before = ({ at }: Use): string => {
    const ends = given.map(({ span }) => span.at[1]).filter((end) => end <= at[0]);
    return text.slice(Math.max(0, at[0] - BEFORE_CHARS, ...ends), at[0]);
  };
  // `from a 20 degC surface into 60 degC air`
  const isOf = (use: Use, leads: string): boolean =>
    new RegExp(
      String.raw`\b(?:${leads})\s+(?:an?\s+|the\s+|its\s+)?\p{L}[^,;.?!]{0,40}$`,
      "iu",
    ).test(before(use)) ||
    (new RegExp(String.raw`\b(?:${leads})\s+(?:an?\s+|the\s+)?$`, "iu").test(before(use)) &&
      /^\s+(?!to\b|into\b|and\b|with\b|in\b|at\b)\p{L}/iu.test(text.slice(use.at[1])));
  const source = warmths.find((use) => isOf(use, "from"));
  const sink = warmths.find((use) => use !== source && isOf(use, "to|into"));
  if (source === undefined || sink === undefined || source.value >= sink.value) return null;
  const [a, b] = [source, sink].map(({ at }) => text.slice(...at));
  return {
    what: "order",
    at: source.at,
    message: `heat leaves "${b}" for "${a}", and the other way is said; say which ${law.entry.record.name} is of`,
  };
}
