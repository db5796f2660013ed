/** Two inputs of a law that a question says as one: their difference, the ends of a range, a pressure over another. */
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import { dimensionsEqual, isDimensionless } from "../../units/index.js";
import { spansIn } from "../../units/quantity/index.js";
import { changed, rewriting, type Change, type Retold, type Rewrite } from "./rewrite.js";
import { readAs, SIGNED } from "./written.js";

const DIFFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])([\p{L}][\p{L}\p{N}_]{0,6})\s*-\s*([\p{L}][\p{L}\p{N}_]{0,6})\s*=\s*` +
    String.raw`(${SIGNED})\s?([\p{L}µ°][^\s,;()]*)`,
  "gu",
);

/** `Pm - Pe = -450 MW`, where the equation has the two in no other way than as this difference. */
export function differences(law: Law): Rewrite {
  const { equation } = law.entry.record;
  const called = (said: string): LawSlot | undefined =>
    law.slots.find(({ name }) => name.replaceAll("_", "") === said.replaceAll("_", ""));
  return (before) => {
    const split = difference(before);
    const [, , , number = "", unit = ""] = new RegExp(DIFFERENCE).exec(before.text) ?? [];
    if (split === before) return before;
    // `loss of 450 MW infeed`: the same once more, in words.
    const size = number.replace(/^[-+]/u, "").replace(".", String.raw`\.`);
    const again = new RegExp(
      String.raw`(?<![\p{N}.=+-]\s?|\p{L})${size}\s?${unit}(?:\s[a-z]{3,})?(?![\p{L}\p{N}/])`,
      "gu",
    );
    return rewriting(again, ([all]) => ["", `"${all}" says the difference once more`])(split);
  };

  function difference(before: Retold): Retold {
    return rewriting(DIFFERENCE, ([all, first = "", second = "", number = "", unit = ""]) => {
      const [one, other] = [called(first), called(second)];
      if (one === undefined || other === undefined) return null;
      const times = (name: string): number =>
        (equation.match(new RegExp(String.raw`(?<!\w)${name}(?!\w)`, "gu")) ?? []).length;
      const isOnly = times(one.name) === 1 && times(other.name) === 1;
      if (!isOnly || !equation.includes(`${one.name} - ${other.name}`)) return null;
      const said = `${one.name} = ${number} ${unit}, ${other.name} = 0 ${unit}`;
      return [said, `"${all}" is all that the law has of the two: it is read as ${said}`];
    })(before);
  }
}

const FROM_TO = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(\d+(?:\.\d+)?)\s?([\p{L}µ°%]{1,4})?\s?(?:to|-|\.\.\.?)\s?(\d+(?:\.\d+)?)\s?` +
    String.raw`([\p{L}µ°%]{1,4})?(?![\p{L}\p{N}^/])`,
  "gu",
);

/** `spec 24.95 to 25.05 mm`: both ends, where a law takes a lower and an upper one of a kind. */
export function limits({ slots }: Law): Rewrite {
  const [lower, ...others] = slots.filter(({ about }) => about.startsWith("lower "));
  const [upper, ...more] = slots.filter(({ about }) => about.startsWith("upper "));
  const isPair = lower?.quantity === upper?.quantity && others.length + more.length === 0;
  if (!isPair || lower === undefined || upper === undefined) return (one) => one;
  return rewriting(FROM_TO, ([all, low = "", unit, high = "", last = ""]) => {
    if (!(Number(low) < Number(high))) return null;
    const said = `${lower.name} = ${low} ${unit ?? last}, ${upper.name} = ${high} ${last}`;
    return [said.trimEnd(), readAs(all, `the ${lower.about} and the ${upper.about}`)];
  });
}

const GAUGE =
  /(?<=\d\s?(?:bar|[kM]?Pa|psi|atm|mmHg))\s?\(?(?:gauge|gage|overpressure|g)\)?(?![\p{L}\p{N}])/gu;

/** `11 bar gauge`, where the only pressure of a law is counted from that outside. */
export function overpressures({ slots }: Law): Rewrite {
  const [pressure, another] = slots.filter(({ quantity }) => quantity.includes("pressure"));
  const isOver = another === undefined && /overpressure|gauge/u.test(pressure?.about ?? "");
  if (!isOver) return (one) => one;
  return rewriting(GAUGE, ([all]) => [
    "",
    `"${all.trim()}" is how the law counts the ${pressure!.about}`,
  ]);
}

/** `sx = 80, sy = -30, txy = 45 MPa`: a bare number has the unit that all others of its kind have. */
export function shared({ slots }: Law): Rewrite {
  return (before) => {
    const { text } = before;
    const spans = spansIn(text).filter(
      ({ kind, quantities }) => kind === "value" && quantities.length === 1,
    );
    const changes = spans.flatMap(
      ({ at, follower, name, quantities: [own] }): readonly Change[] => {
        const slot = slots.find(({ spellings }) => name !== null && spellings.includes(name.text));
        const dimension = slot?.unit?.dimension;
        if (
          own!.hasUnit ||
          follower !== null ||
          dimension === undefined ||
          isDimensionless(dimension)
        )
          return [];
        const units = spans.flatMap(({ quantities: [one] }) => {
          const { unit } = one!.readings[0]!;
          return one!.hasUnit && dimensionsEqual(unit.dimension, dimension) ? [unit.text] : [];
        });
        const [unit, another] = new Set(units);
        if (unit === undefined || another !== undefined) return [];
        const said = `${text.slice(...at).trimEnd()} ${unit}`;
        return [
          {
            at,
            said,
            message: `"${text.slice(...at)}" is read in ${unit}, as others of its kind are`,
          },
        ];
      },
    );
    return changed(before, changes);
  };
}
