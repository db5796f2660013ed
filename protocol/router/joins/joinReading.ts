/** Joined laws as a typed reading: kinds that are given, and each step with what it binds. */
import { assumedIn } from "../../derivation/stated.js";
import { conversionBy } from "../../derivation/arithmetic.js";
import type { Registry } from "../../operators/registry.js";
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Open } from "../laws/licence/open.js";
import type { GivenQuantity } from "../typed/readingFormat.js";
import type { JoinReading } from "../typed/writeReading.js";
import type { Join } from "./join.js";

export function readingOfJoin(
  registry: Registry,
  { computed: { derivation, path }, numbers, unnumbered }: Join,
  text: string,
): JoinReading {
  const { kinds } = lawBookOf(registry);
  const used = [...numbers, ...unnumbered].flatMap((one, at) =>
    (path.fact.mask & (1 << at)) === 0 ? [] : [one],
  );
  const given = used.map((one, at): GivenQuantity => {
    const kind = kindOf(path.fact, numbersAt(one)) ?? one.known.kind;
    const unit = kinds.get(kind)?.unit;
    const { uncertainty, value } = one.known;
    return {
      kind: nameOf(kind, one.known.states),
      value: derivation.given[at]?.value ?? value,
      ...(unit === undefined ? {} : { unit }),
      ...(uncertainty > 0 ? { uncertainty } : {}),
      ...("of" in one ? { said: one.of } : { said: text.slice(...one.given.span.at).trim() }),
    };
  });
  return {
    given,
    wanted: { kind: path.fact.kind },
    derivation: derivation.steps.map(({ bind, for: symbol, law }) => {
      const record = registry.get(law)?.record ?? conversionBy(law)!.entry.record;
      return { law, name: record.name, equation: record.equation, for: symbol, bind };
    }),
  };

  function numbersAt(one: (typeof used)[number]): number {
    return [...numbers, ...unnumbered].indexOf(one);
  }
}

function nameOf(kind: string, states: readonly string[]): string {
  return [...states.slice(0, 1), kind].join(" ").replaceAll("_", " ");
}

/** The kind that a given value has in the steps. */
function kindOf({ steps }: Join["computed"]["path"]["fact"], given: number): string | null {
  for (const { bound, law } of steps) {
    const at = bound.findIndex((one) => one?.given === given);
    if (at >= 0) return law.slots[at]!.kind;
  }
  return null;
}

/** What whoever seals it must have looked at. */
export function openInJoin(
  { computed }: Join,
  { derivation = [] }: JoinReading,
  text: string,
): readonly Open[] {
  const whole = [0, text.length] as const;
  const laws = derivation.map(({ name }) => `"${name}"`).join(", then ");
  const assumed = assumedIn(computed.derivation.steps);
  return [
    {
      what: "case",
      at: whole,
      message:
        derivation.length === 1
          ? `${laws} leads from these numbers to what is asked; say that it is meant`
          : `${laws} lead from these numbers to what is asked; say that they are meant`,
    },
    ...assumed.map((one): Open => ({
      what: "fact",
      at: whole,
      message: `it is supposed that ${one}`,
    })),
  ];
}

/** `given mass = 3 kg, height = 4 m; then LH21, NM23: momentum` */
export function restatedJoin({ derivation = [], given, wanted }: JoinReading): string {
  const known = given.map(({ kind, unit, value }) => {
    const measured = unit === undefined || unit === "1" ? "" : ` ${unit}`;
    return `${kind} = ${JSON.stringify(value)}${measured}`;
  });
  const laws = derivation.map(({ name }) => name).join(", then ");
  return `${(wanted.kind ?? "").replaceAll("_", " ")} from ${known.join(", ")} by ${laws}`;
}
