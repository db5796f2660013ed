/** Numbers that are not read whole, are said twice, or belong to nothing. */
import { isUnit } from "../../../units/index.js";
import { isWordName } from "../filling/options.js";
import type { Check } from "./stop.js";

/** A range, a bound, a negated or a changed number states no value. */
export const unreadNumber: Check = ({ given, text }, { filled }) => {
  const used = new Set("uses" in filled ? filled.uses.map(({ at }) => at) : []);
  const one = given.find(({ span }) => span.kind !== "value" && !used.has(span.at));
  if (one === undefined) return null;
  const { span } = one;
  const written = text.slice(...span.at);
  return {
    at: span.at,
    message: `"${written}": ${span.message ?? "it cannot be read whole"}`,
    reason: span.kind,
  };
};

/** `2..3 kg`: digits that no number took. */
export const unreadDigits: Check = ({ text: all, tokens, wanted }) => {
  const one = tokens.find(
    ({ at, text }) =>
      /^\d/.test(text) &&
      // `cobalt-60` is a name, and `in 1/cm` a unit.
      !/[\p{L}][-\u2011]$/u.test(all.slice(0, at[0])) &&
      !(wanted !== null && wanted.at[0] <= at[0] && at[1] <= wanted.at[1]),
  );
  if (one === undefined) return null;
  return { at: one.at, message: `"${one.text}" is not read; write name = value`, reason: "unread" };
};

const PER_THING = /^\s+per\s+([a-z]+)/i;

const OR_UNIT = /^\s*\(?\s*or\s+([\p{L}µΩ°]+)/iu;

/** `2 kg per ball`, `2 kg (or lb)`: a quantity that goes on. */
export const goesOn: Check = ({ given, text }) => {
  for (const { span } of given) {
    const tail = text.slice(span.at[1]);
    const per = PER_THING.exec(tail)?.[1];
    const or = OR_UNIT.exec(tail)?.[1];
    const isOn = (per !== undefined && !isUnit(per)) || (or !== undefined && isUnit(or));
    if (!isOn) continue;
    const [all = "", unit = ""] = (or === undefined ? PER_THING : OR_UNIT).exec(tail) ?? [];
    const end = span.at[1] + all.length;
    const word = or === undefined ? end - all.trimStart().length : end - unit.length;
    return {
      at: [word, or === undefined ? word + "per".length : end],
      message: `"${text.slice(span.at[0], end)}" is not read whole; give one quantity`,
      reason: "unread",
    };
  }
  return null;
};

/** One symbol for two numbers, where the law has no two inputs of that letter. */
export const twice: Check = ({ given }, { filled }) => {
  const uses = "uses" in filled ? filled.uses : [];
  for (const { span } of given) {
    if (span.name === null) continue;
    const same = given.filter((one) => one.span.name?.text === span.name!.text);
    if (same.length < 2 || isWordName(span.name.text)) continue;
    const isIndexed = same.every((one) => {
      const use = uses.find(({ at }) => at === one.span.at);
      return (
        use !== undefined &&
        use.slot.name !== span.name!.text &&
        use.slot.name.startsWith(span.name!.text)
      );
    });
    if (!isIndexed)
      return { at: same[1]!.span.at, message: `${span.name.text} is given twice`, reason: "input" };
  }
  return null;
};
