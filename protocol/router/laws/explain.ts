/** What a law was read as, in words: the question in full, and what it lacks. */
import { valueExampleOf } from "../../operators/record.js";
import { entitySource } from "./lexicon/entities.js";
import type { Use } from "./filling/fillTypes.js";
import type { Law, LawSlot } from "./lexicon/lexicon.js";
import type { Matched } from "./matched.js";
import type { Named } from "./reading/reading.js";

/** `Kinetic energy, KE = m v^2/2, with m = 2 kg, v = 3 m/s`. */
export function restated({ filled, law }: Matched): string {
  const signs = signsOf(filled.uses, filled.bodies);
  const { equation, name } = law.entry.record;
  const inputs = filled.uses.map(
    ({ said, slot, value }) => `${slot.name} = ${value}${unitText(law, slot)} (${said})`,
  );
  const solved = filled.target.isResult ? "" : `, solved for ${filled.target.name}`;
  const assumed = law.slots.filter(
    (slot) => slot.isOptional && !filled.uses.some((use) => use.slot === slot),
  );
  const standard = assumed.map(({ name: symbol }) => {
    const { unit, value } = law.entry.record.assumed![symbol]!;
    return `${symbol} = ${value} ${unit} (assumed)`;
  });
  const more = `${signs}${ownOf(filled)}${idleOf(filled)}`;
  return `${name}, ${equation}${solved}, with ${[...inputs, ...standard].join(", ")}${more}; right?`;
}

/** `a 5 kg ball falls`: the mass is read, and does not enter. */
function idleOf({ idle }: Matched["filled"]): string {
  const said = idle?.span.quantities[0]?.text;
  return said === undefined ? "" : `; ${said} changes nothing`;
}

/** `the law's own value for h = 6.6e-34 J s`: where the question rounds a constant. */
function ownOf({ constants }: Matched["filled"]): string {
  const said = constants.map(
    ({ span }) => `${span.name === null ? "" : `${span.name.text} = `}${span.quantities[0]!.text}`,
  );
  return said.length === 0 ? "" : `, and the law's own constant for ${listed(said)}`;
}

/** Charges of bodies that a law takes by their size alone: which way the force acts. */
function signsOf(uses: readonly Use[], bodies: readonly Named[]): string {
  const sizes = uses.filter(({ rule }) => rule.startsWith("charge of "));
  if (sizes.length === 0) return "";
  const signs = sizes.map(({ said }) => {
    const body = bodies.find(({ entity }) => entity.name === said)?.entity;
    return Math.sign(body?.properties.get("signed_charge")?.[0] ?? 1);
  });
  const [first, second] = signs;
  if (second === undefined) return first === -1 ? " (the size alone: the charge is negative)" : "";
  return first === second ? " (the size: repulsion)" : " (the size: attraction)";
}

function unitText({ entry: { record } }: Law, { isResult, name }: LawSlot): string {
  const unit = isResult ? record.result!.unit : record.symbols[name]!.unit;
  return unit === "1" ? "" : ` ${unit}`;
}

/** Properties of bodies that the answer rests on, by input. */
export function bodiesOf(uses: readonly Use[]) {
  return Object.fromEntries(
    uses
      .filter(({ uncertainty }) => uncertainty !== null)
      .map(({ body, rule, said, slot, uncertainty, value }) => [
        slot.name,
        {
          body: body ?? said,
          what: rule,
          value,
          relative_uncertainty: uncertainty,
          source: entitySource,
        },
      ]),
  );
}

export interface Lack {
  readonly operator: string;
  readonly missing: readonly string[];
  readonly message: string;
  /** The question with what it lacks. */
  readonly example: string;
}

/** The missing input by the name that people use, with an example that completes the question. */
export function lackOf({ filled, law }: Matched, query: string): Lack {
  const { name } = law.entry.record;
  const example = valueExampleOf(law.entry.record);
  const asked = filled.missing.map((slot) => `the ${slot.about} (${slot.name})`);
  const more = filled.missing.map((slot) => {
    const value = slot.isResult ? example?.value : example?.inputs[slot.name];
    return `${slot.name} = ${value ?? 1}${unitText(law, slot)}`;
  });
  return {
    operator: law.id,
    missing: filled.missing.map((slot) => slot.name),
    message: `${name} needs ${listed(asked)}.`,
    example: `${query.trim().replace(/[?.!\s]+$/, "")}, ${more.join(", ")}`,
  };
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/** Two ways to read the question, and which of them is asked about. */
export function openQuestion(matches: readonly Matched[]): {
  readonly message: string;
  readonly question: string;
} {
  const [first, second] = matches;
  if (second === undefined) {
    const names = first!.filled.uses.map(({ slot }) => slot.name);
    return {
      message: `${first!.law.entry.record.name}: the numbers can be given to its inputs in two ways.`,
      question: `Which number is which? Write ${names.map((name) => `${name} = ...`).join(", ")}.`,
    };
  }
  const [a, b] = [first!.law.entry.record, second.law.entry.record];
  if (a.id === b.id) {
    const [one, other] = [first!.filled.target.about, second.filled.target.about];
    return {
      message: `${a.name} may be asked for the ${one} or for the ${other}.`,
      question: `Do you want the ${one}, or the ${other}?`,
    };
  }
  return {
    message: `This may mean ${a.id} or ${b.id}.`,
    question: `Do you want "${a.name}" (${a.equation}), or "${b.name}" (${b.equation})?`,
  };
}
