/** Inputs without a number of their own: stated by words, of a named body, of the ideal case. */
import { keepingLast } from "../../../once.js";
import type { Use } from "./fillTypes.js";
import { NEUTRAL, lawStems } from "../lexicon/lawWords.js";
import { isDimensionless } from "../../../units/index.js";
import { mayMeasure } from "./conversions.js";
import { LATENT_HEAT, MEDIA, type Law, type LawSlot } from "../lexicon/lexicon.js";
import { isOtherMediumOf } from "./media.js";
import { isOneOfSeveral } from "./several.js";
import { isElsewhere } from "./stated.js";
import type { Span } from "../../../units/quantity/index.js";
import type { Named, Question } from "../reading/reading.js";

/** Things whose permittivity or permeability is not one. */
const MEDIUM: ReadonlySet<string> = new Set(
  lawStems(
    "iron steel nickel cobalt ferrite ferromagnetic magnetic permalloy metal core dielectric glass mica oil water " +
      "plastic paper teflon polyethylene porcelain rubber ceramic silicon germanium quartz medium material filled " +
      "slab insulator solution liquid ethanol alcohol wax polystyrene diamond",
  ),
);

const RUBS = /\bfriction\b|\brough\b/i;
const SLIPS = new RegExp(
  String.raw`\bfrictionless\b|\b(?:no|without|zero|negligible|little|ignor\w+|neglect\w+|disregard\w*)\s+` +
    String.raw`(?:\w+\s+){0,2}?friction\b|\bfriction\s+(?:(?:is|may|can|be)\s+){0,2}` +
    String.raw`(?:ignored|neglected|negligible|absent|left\s+out)`,
  "i",
);

/** `a rough slope`: friction is spoken of, and is not nought. Gravity is everywhere. */
export function isSpokenOf(law: Law, slot: LawSlot, { text, tokens }: Question): boolean {
  if (slot.isResult || slot.property === "gravity") return false;
  if (/friction/.test(slot.about) && RUBS.test(text) && !SLIPS.test(text)) return true;
  const isOfOther = (stem: string): boolean =>
    (law.result !== slot && law.result.words.has(stem)) ||
    law.slots.some((one) => one !== slot && one.words.has(stem));
  return tokens.some(
    ({ stem }) =>
      slot.words.has(stem) && !NEUTRAL.has(stem) && !law.title.has(stem) && !isOfOther(stem),
  );
}

const SHARES: ReadonlySet<string> = new Set(lawStems("percentage percent fraction share"));

/** Whether a share is asked for: of one that there was at first. */
export function asksForShare({ asked }: Question): boolean {
  return (asked ?? []).some((stem) => SHARES.has(stem));
}

/** `what percentage is left`: of one that there was at first. */
function isWholeOf(law: Law, { about, quantity, unit }: LawSlot, question: Question): boolean {
  if (unit === null || !isDimensionless(unit.dimension) || !/initial|start/.test(about))
    return false;
  return quantity === law.result.quantity && asksForShare(question);
}

const COUNTED: ReadonlySet<string> = new Set(lawStems("harmonic overtone mode order resonance"));

/** `2nd harmonic`: which one is spoken of, and is not the first. */
function isCountedOf(law: Law, { name }: LawSlot, { ordinals, tokens }: Question): boolean {
  if (law.entry.record.symbols[name]?.whole !== true) return false;
  return ordinals.length > 0 || tokens.some(({ stem }) => COUNTED.has(stem));
}

/** What nobody said, and a reading that is confirmed supposes. */
export const SUPPOSED = "supposed, where nothing else is said";

/** The ideal case, and an empty space where no medium is named. */
export function assumedBy(
  law: Law,
  slots: readonly LawSlot[],
  question: Question,
  filled: ReadonlySet<LawSlot>,
): readonly Use[] {
  const { maySuppose, tokens } = question;
  const isShare = maySuppose && asksForShare(question);
  if (law.assumes.size === 0 && !isShare && !(maySuppose && law.supposes.size > 0)) return [];
  const supposed = (slot: LawSlot): number | undefined =>
    law.supposes.get(slot.name) ?? (isWholeOf(law, slot, question) ? 1 : undefined);
  const valueOf = (slot: LawSlot): number | undefined =>
    law.assumes.get(slot.name) ?? (maySuppose ? supposed(slot) : undefined);
  const open = slots.filter((slot) => !filled.has(slot) && valueOf(slot) !== undefined);
  if (open.length === 0) return [];
  // One value may be left to the ideal case where all others are said.
  const isRest = slots.every(
    (slot) => filled.has(slot) || slot.isOptional || slot.isResult || open.includes(slot),
  );
  if (!isRest) return [];
  return open.flatMap((slot): readonly Use[] => {
    if (isSpokenOf(law, slot, question) || isCountedOf(law, slot, question)) return [];
    if (slot.property === "gravity" && isElsewhere(question)) return [];
    if (
      MEDIA.has(slot.quantity) &&
      tokens.some(({ stem }) => MEDIUM.has(stem) && !law.title.has(stem))
    )
      return [];
    return [
      {
        slot,
        value: valueOf(slot)!,
        at: [0, 0],
        rule: law.assumes.has(slot.name) ? "the ideal case, where nothing else is said" : SUPPOSED,
        uncertainty: null,
        said: "assumed",
      },
    ];
  });
}

const stemsSaid = keepingLast(
  (tokens: Question["tokens"]): ReadonlySet<string> => new Set(tokens.map(({ stem }) => stem)),
);

/** Adjectives that are inputs: `from rest`, `ground state`. */
export function statedBy(
  law: Law,
  slots: readonly LawSlot[],
  { text, tokens }: Question,
  filled: ReadonlySet<LawSlot>,
): { readonly uses: readonly Use[]; readonly stems: ReadonlySet<string> } {
  const uses: Use[] = [];
  const stems = new Set<string>();
  const said = stemsSaid(tokens);
  for (const adjective of law.adjectives) {
    if (!adjective.stems.every((stem) => said.has(stem))) continue;
    const from = tokens.findIndex((_, i) =>
      adjective.stems.every((stem, k) => tokens[i + k]?.stem === stem),
    );
    if (from < 0) continue;
    const at = [tokens[from]!.at[0], tokens[from + adjective.stems.length - 1]!.at[1]] as const;
    if (isOneOfSeveral(text, at)) continue;
    for (const [name, value] of adjective.values) {
      const slot = slots.find((one) => one.name === name);
      if (slot === undefined || filled.has(slot) || uses.some((one) => one.slot === slot)) continue;
      uses.push({
        slot,
        value,
        at,
        rule: "stated in words",
        uncertainty: null,
        said: adjective.stems.join(" "),
      });
      for (const stem of adjective.stems) stems.add(stem);
    }
  }
  return { uses, stems };
}

/** Between a body and the number in brackets that is its own. */
const SAID_CHARS = 8;
const PASSES =
  /\b(?:from|in|through|inside)\b.*\b(?:to|into|onto|enters?|strikes?|hits?|meets?|narrows|widens)\b/i;
/** Whether something goes from one medium into another. */
export const isPassage = keepingLast((text: string) => PASSES.test(text));

const HAS_VALUE = new RegExp(
  String.raw`^\s*[(,:]?\s*(?:which\s+has|that\s+has|with|of|has|having|whose|is)\s+` +
    String.raw`(?:(?:an?|the|its|refractive|index|density|mass|charge|of|is|equal|to)\s+)*$`,
  "i",
);

/** `water with n = 1.33`: the value of the body is said, and another input is of something else. */
function isOwnValue(between: string, { quantities }: Span, own: readonly LawSlot[]): boolean {
  const [quantity] = quantities;
  if (quantity === undefined || between === "" || !HAS_VALUE.test(between)) return false;
  return own.some((slot) => mayMeasure(quantity, slot));
}

const MELTS = /\b(?:melt|thaw|fus|fre+z|froz|solidif)/iu;
/** At its boiling point: what evaporates below it takes more. */
const BOILS = /\b(?:boil|vapou?ri[sz]|condens|steam)/iu;
const OTHER_PHASE = /\b(?:evaporat|sublim|deposit)/iu;

/** Which latent heat a question is of; null where its words say none or both. */
function latentHeatIn(text: string): string | null {
  const [melts, boils] = [MELTS.test(text), BOILS.test(text)];
  if (melts === boils || OTHER_PHASE.test(text)) return null;
  return melts ? "latent_heat_of_fusion" : "latent_heat_of_vaporization";
}

/** Masses, charges and radii of the bodies that the question names. */
export function bodiesFor(
  law: Law,
  slots: readonly LawSlot[],
  { given, named, text }: Question,
  filled: ReadonlySet<LawSlot>,
): { readonly uses: readonly Use[]; readonly used: readonly Named[]; readonly isOpen: boolean } {
  if (named.length === 0) return { uses: [], used: [], isOpen: false };
  const uses: Use[] = [];
  const used = new Set<Named>();
  let isOpen = false;
  const open = slots.filter(
    (slot) => slot.property !== null && !filled.has(slot) && !slot.isResult,
  );
  for (const ofSlot of new Set(open.map((slot) => slot.property!))) {
    const own = open.filter((slot) => slot.property === ofSlot);
    const property = ofSlot === LATENT_HEAT ? latentHeatIn(text) : ofSlot;
    if (property === null) continue;
    // `air (n = 1.00)` has said its value.
    const having = named.filter(
      ({ at, entity }, i) =>
        entity.properties.has(property) &&
        // The Earth twice is one Earth; `two electrons` say so by the plural.
        !named.slice(0, i).some((one) => one.entity === entity && own.length === 1) &&
        !given.some(
          ({ span }) =>
            /^\s*[(,:]/.test(text.slice(at[1])) &&
            span.at[0] > at[1] &&
            span.at[0] - at[1] <= SAID_CHARS,
        ) &&
        !given.some(({ span }) =>
          isOwnValue(text.slice(at[1], span.name?.at[0] ?? span.at[0]), span, own),
        ),
    );
    if (having.length === 0) continue;
    const chosen =
      own.length === 2 && having.length === 1 && having[0]!.isPlural
        ? [having[0]!, having[0]!]
        : having;
    if (chosen.length > own.length) isOpen = true;
    // `from air into water`: the first and the second medium.
    const isPassed = property === "refractive_index" && isPassage(text);
    if (own.length > chosen.length && own.some(({ name }) => !law.twins.flat().includes(name)))
      isOpen = true;
    if (
      chosen.length === 2 &&
      chosen[0]!.entity !== chosen[1]!.entity &&
      !isPassed &&
      !law.twins.some(
        ([a, b]) => own.some(({ name }) => name === a) && own.some(({ name }) => name === b),
      )
    )
      isOpen = true;
    own.slice(0, chosen.length).forEach((slot, i) => {
      const body = chosen[i]!;
      if (isOtherMediumOf(slot, body, text)) isOpen = true;
      const [value, uncertainty] = body.entity.properties.get(property)!;
      uses.push({
        slot,
        value,
        at: body.at,
        rule: `${property} of ${body.entity.name}`,
        uncertainty,
        said: body.entity.name,
      });
      used.add(body);
    });
  }
  return { uses, used: [...used], isOpen };
}
