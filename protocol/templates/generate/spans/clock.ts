/** Times of the day as a sentence says them, and whether their zone is UTC. */
import type { TimeOfDay } from "./spanTypes.js";

const CLOCK = new RegExp(
  "\\b(?:([01]?\\d|2[0-3]):([0-5]\\d)(?::00)?(?:\\s*([ap])\\.?m\\b\\.?)?|" +
    "(1[0-2]|0?[1-9])\\s*([ap])\\.?m\\b\\.?|(noon|midnight)\\b|([01]?\\d|2[0-3]) o'?clock\\b" +
    "|(1[0-2]|0?[1-9]) (?:o'?clock )?(?:in the (morning|afternoon|evening)|at (night))\\b)" +
    "(?:\\s*(utc|gmt|z)\\b)?",
  "gi",
);

const OTHER_ZONE =
  /^\s*(?:local(?: time)?|[a-z]+ time|ce?s?t|e[sd]t|p[sd]t|m[sd]t|cest|bst|ist|jst|aest|[+-]\d{1,2}(?::?\d\d)?)\b/i;

export function timesIn(text: string): readonly TimeOfDay[] {
  return [...text.matchAll(CLOCK)].map((match): TimeOfDay => {
    const [whole, h24, minutes, half, h12, half12, word, oclock, day, part, night, utc] = match;
    const end = match.index + whole.length;
    const written = Number(
      h24 ?? h12 ?? oclock ?? day ?? (word?.toLowerCase() === "noon" ? 12 : 0),
    );
    const isHalved = (half ?? half12 ?? day) !== undefined;
    const isLate = night !== undefined && written > 5 && written < 12;
    const isPart = part !== undefined && part.toLowerCase() !== "morning";
    const isAfternoon = (half ?? half12)?.toLowerCase() === "p" || isPart || isLate;
    const hour = isHalved ? (written % 12) + (isAfternoon ? 12 : 0) : written;
    const isOther = utc === undefined && OTHER_ZONE.test(text.slice(end));
    return {
      kind: "time",
      text: whole,
      at: [match.index, end],
      hour,
      minute: Number(minutes ?? 0),
      zone: utc !== undefined ? "utc" : isOther ? "other" : "none",
    };
  });
}
