/**
 * What a number says of an input in another way than as its value: half of a diameter, the time of one
 * where so many are in a second, a share in percent. Each is a choice at a price, and is shown to whom the
 * reading is sent.
 */
import { PI, TWO_PI } from "../../math/constants.js";
import { keepingEach, keepingFew, keepingLast } from "../../once.js";
import {
  constantsBySymbol,
  dimensionKey,
  isDimensionless,
  parseUnit,
  type UnitValue,
} from "../../units/index.js";
import { valueFor, valueInSI, type Quantity } from "../../units/quantity/index.js";
import type { Option } from "../laws/filling/fillTypes.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";

/** What words say of the number goes before this. */
const LIKELY = 3;
const UNLIKELY = -6;
const NEVER = null;
const PERCENT = 100;
const FOUR = 4;

const BOLTZMANN = constantsBySymbol.get("k_B")!.value;
const AVOGADRO = constantsBySymbol.get("N_A")!.value;
const LIGHT = constantsBySymbol.get("c")!.value;

/** A number with the text that it stands in. */
interface Written {
  readonly given: Given;
  readonly quantity: Quantity;
  readonly question: Question;
}

interface Turned {
  readonly rule: string;
  readonly value: (own: number, unit: UnitValue) => number;
  /** What words around the number say for it; null where it is not meant. */
  readonly score: (slot: LawSlot, written: Written) => number | null;
}

const WIDE =
  /\b(?:diam(?:eters?)?|dia|across|bore|caliber|calibre|wide|width|[io]\.?d\.?|thick)\b|[øØ⌀]/iu;
const DIAMETER = /\b(?:diam(?:eters?)?|dia|bore|caliber|calibre|[io]\.?d\.?)\b|[øØ⌀]/iu;
const HALF_WIDE = /\bradi(?:us|i)\b/iu;
const TWICE = /\b(?:2|two|twice)[\s-]*(?:theta|θ)|\b(?:full|whole|total|included|opening|apex)\b/iu;
const BY_K = /\bk_?B\b|\bkT\b|\bboltzmann/u;
const LOST = new RegExp(
  String.raw`\b(?:los[est]s?|losing|drops?|dropped|falls?|fell|less|lower|reduc\w+|shr[aiu]nk\w*|off|` +
    String.raw`remov\w+|gone|absorb\w*)\b`,
  "iu",
);
const NEAR_BEFORE = 28;
const NEAR_AFTER = 24;

/** What stands around a number, up to the next one and the end of its clause. */
const around = keepingFew((given: Given) => keepingFew((text: string) => nearText(given, text)));

function nearText({ span: { at, name } }: Given, text: string): string {
  const head = text.slice(Math.max(0, at[0] - NEAR_BEFORE), at[0]);
  const tail = text.slice(at[1], at[1] + NEAR_AFTER);
  const own = name === null ? "" : `${name.text} `;
  return `${own}${head.split(/[;,.?!]\s|\d/u).at(-1)!} | ${tail.split(/[;,.?!]|\d/u)[0]!}`;
}

function says({ given, question }: Written, pattern: RegExp): boolean {
  return pattern.test(around(given)(question.text));
}

/** `inner 0.9 mm, outer diameter 2.95 mm`: of two alike one is said to be a diameter. */
const hasWide = keepingFew((text: string) => WIDE.test(text));

/** Whether a length is said to be a diameter. */
export function isSaidWide(given: Given, text: string): boolean {
  const [quantity] = given.span.quantities;
  return (
    quantity?.hasUnit === true &&
    keyOf(quantity.readings[0]!.unit) === keyOfUnit("m") &&
    DIAMETER.test(around(given)(text))
  );
}

const isCycles = ({ text }: UnitValue): boolean => !/rad|rpm|rev|deg/u.test(text);

const half: Turned = {
  rule: "half of the diameter",
  value: (own) => own / 2,
  score: (slot, written) => {
    if (!/radius/u.test(`${slot.quantity} ${slot.about}`)) return NEVER;
    if (says(written, WIDE)) return LIKELY;
    return !says(written, HALF_WIDE) && hasWide(written.question.text) ? UNLIKELY : NEVER;
  },
};
const double: Turned = {
  rule: "twice the radius",
  value: (own) => 2 * own,
  score: (slot, written) =>
    /diameter|width/u.test(`${slot.quantity} ${slot.about}`) && says(written, HALF_WIDE)
      ? LIKELY
      : NEVER,
};
const halfAngle: Turned = {
  rule: "half of the whole angle",
  value: (own) => own / 2,
  score: (_slot, written) => (says(written, TWICE) ? LIKELY : NEVER),
};

/** Numbers that go down, or the other way than the law counts: `cools by 25 K`, `30 MPa compression`. */
const AGAINST_BEFORE = new RegExp(
  String.raw`\b(?:compress\w*|squeez\w*|revers\w*|backwards?|opposite|lower(?:ed|s)?|drop(?:s|ped)?|f[ae]lls?|` +
    String.raw`fallen|cool(?:s|ed|ing)?|decreas\w*|loses|lost|loss|shr[iau]nk\w*|descen\w*|s[iau]nk\w*|recoil\w*)` +
    String.raw`(?:\s+(?:by|of|at|with|about|bias|stress|voltage|force|speed|velocity|is|to))*\s*$`,
  "iu",
);
const AGAINST_AFTER = new RegExp(
  String.raw`^\s*(?:of\s+|in\s+)?(?:compress\w*|revers\w*|backwards?|lower\b(?!\s+\p{L}{3})|less\b|cooler|` +
    String.raw`colder|(?:the\s+)?other\s+way|in\s+the\s+opposite)`,
  "iu",
);
const SIGNED = new RegExp(
  "difference|change|stress|strain|voltage|potential|velocity|displacement|deviation|bias|shift|gradient|" +
    "charge|curvature|power|slope",
  "u",
);
export const AGAINST_RULE = "counted the other way";
const against: Turned = {
  rule: AGAINST_RULE,
  value: (own) => -own,
  score: ({ about, isDifference, name, quantity }, { given, quantity: own, question }) => {
    if (!isSaidAgainst(given)(question.text)) return NEVER;
    const isSigned = isDifference || name.startsWith("Delta_") || SIGNED.test(quantity);
    if (!isSigned || /compress|revers|decreas|drop|loss|fall/u.test(about)) return NEVER;
    return valueInSI(own.readings[0]!) <= 0 ? NEVER : LIKELY;
  },
};
const isSaidAgainst = keepingFew(({ span: { at } }: Given) =>
  keepingLast(
    (text: string): boolean =>
      AGAINST_BEFORE.test(text.slice(Math.max(0, at[0] - NEAR_BEFORE), at[0])) ||
      AGAINST_AFTER.test(text.slice(at[1], at[1] + NEAR_AFTER)),
  ),
);

/** `3.0 mm down to 2.6 mm diameter`: the cross-section of what is round. */
const circle: Turned = {
  rule: "the circle of this diameter",
  value: (own) => (PI * own * own) / FOUR,
  score: ({ about, quantity }, written) => {
    if (!/area|cross/u.test(`${quantity} ${about}`)) return NEVER;
    if (says(written, WIDE)) return LIKELY;
    return !says(written, HALF_WIDE) && hasWide(written.question.text) ? UNLIKELY : NEVER;
  },
};
const circleOfRadius: Turned = {
  rule: "the circle of this radius",
  value: (own) => PI * own * own,
  score: ({ about, quantity }, written) =>
    /area|cross/u.test(`${quantity} ${about}`) && says(written, HALF_WIDE) ? LIKELY : NEVER,
};

/** What a unit states of another kind, by both units. */
const TABLE: readonly (readonly [from: string, to: string, turned: readonly Turned[]])[] = [
  ["m", "m", [half, double]],
  ["m", "m^2", [circle, circleOfRadius]],
  ["rad", "rad", [halfAngle]],
  [
    "J",
    "K",
    [
      {
        rule: "the temperature of the energy k T",
        value: (own) => own / BOLTZMANN,
        score: (_slot, written) => (says(written, /\bkT\b/u) ? LIKELY : UNLIKELY),
      },
    ],
  ],
  [
    "K",
    "J",
    [
      {
        rule: "the energy of the temperature, by k",
        value: (own) => own * BOLTZMANN,
        score: (_slot, written) => (says(written, BY_K) ? LIKELY : NEVER),
      },
    ],
  ],
  [
    "1/s",
    "s",
    [
      {
        rule: "the time of one",
        value: (own, unit) => (isCycles(unit) ? 1 : TWO_PI) / own,
        score: () => UNLIKELY,
      },
    ],
  ],
  [
    "s",
    "1/s",
    [
      {
        rule: "one in this time",
        value: (own) => 1 / own,
        score: ({ unit }) => (unit !== null && isCycles(unit) ? UNLIKELY : NEVER),
      },
      {
        rule: "a turn in this time",
        value: (own) => TWO_PI / own,
        score: ({ unit }) => (unit !== null && isCycles(unit) ? NEVER : UNLIKELY),
      },
    ],
  ],
  [
    "m",
    "1/m",
    [
      {
        rule: "the wavenumber of the wavelength",
        value: (own) => TWO_PI / own,
        score: ({ quantity }, written) =>
          /wavenumber/u.test(quantity)
            ? says(written, /wavelength/iu)
              ? LIKELY
              : UNLIKELY
            : NEVER,
      },
      {
        rule: "one over the length",
        value: (own) => 1 / own,
        score: ({ quantity }) => (/wavenumber/u.test(quantity) ? NEVER : UNLIKELY),
      },
    ],
  ],
  [
    "1/m",
    "m",
    [
      {
        rule: "one over it",
        value: (own) => 1 / own,
        score: ({ about }) =>
          /focal|spacing|period|pitch|wavelength|distance between/u.test(about) ? UNLIKELY : NEVER,
      },
    ],
  ],
  [
    "J",
    "kg",
    [
      {
        rule: "the mass of the energy, by c^2",
        value: (own) => own / (LIGHT * LIGHT),
        score: (_slot, written) => (isOfParticles(written) ? UNLIKELY : NEVER),
      },
    ],
  ],
  [
    "J^2",
    "kg^2",
    [
      {
        rule: "the square of the mass, by c^4",
        value: (own) => own / (LIGHT * LIGHT) / (LIGHT * LIGHT),
        score: () => UNLIKELY,
      },
    ],
  ],
  [
    "J",
    "kg m/s",
    [
      {
        rule: "the momentum of the energy, by c",
        value: (own) => own / LIGHT,
        score: (_slot, written) => (isOfParticles(written) ? UNLIKELY : NEVER),
      },
    ],
  ],
  [
    "mol/m^3",
    "1/m^3",
    [{ rule: "how many the amount is", value: (own) => own * AVOGADRO, score: () => UNLIKELY }],
  ],
  [
    "mol",
    "1",
    [{ rule: "how many the amount is", value: (own) => own * AVOGADRO, score: () => UNLIKELY }],
  ],
  [
    "kg/mol",
    "kg",
    [{ rule: "the mass of one particle", value: (own) => own / AVOGADRO, score: () => UNLIKELY }],
  ],
  [
    "kg",
    "kg/mol",
    [
      {
        rule: "the mass of one mole",
        value: (own) => own,
        score: (_slot, written) => (says(written, /\bmoles?\b/iu) ? LIKELY : NEVER),
      },
      {
        rule: "the mass of a mole of them",
        value: (own) => own * AVOGADRO,
        score: (_slot, { quantity }) =>
          /^(?:u|Da|amu)$/u.test(quantity.readings[0]!.unit.text) ? UNLIKELY : NEVER,
      },
    ],
  ],
];

function isOfParticles({ quantity }: Written): boolean {
  return quantity.readings[0]!.unit.text.endsWith("eV");
}

/** Of numbers whose unit says nothing of the input. */
const OF_NUMBERS = {
  counted: "their number",
  alone: "the number alone",
  left: "what is left of it",
  percent: "in percent",
  body: "so many times what the body has",
  share: "a share of two numbers",
  beside: "in the unit of the number beside it",
} as const;

const keyOfUnit = (text: string): string => {
  const unit = parseUnit(text);
  return unit.ok ? dimensionKey(unit.dimension) : "";
};

const turnedBy: ReadonlyMap<string, ReadonlyMap<string, readonly Turned[]>> = new Map(
  TABLE.map(([from]) => {
    const rows = TABLE.filter(([other]) => other === from);
    return [
      keyOfUnit(from),
      new Map(rows.map(([, to, turned]) => [keyOfUnit(to), turned] as const)),
    ] as const;
  }),
);
const keyOf = keepingEach(({ dimension }: UnitValue) => dimensionKey(dimension));

/** All rules of this page, which a reading says of its numbers. */
export const STATED: ReadonlySet<string> = new Set([
  ...TABLE.flatMap(([, , turned]) => turned.map(({ rule }) => rule)),
  against.rule,
  ...Object.values(OF_NUMBERS),
]);

/** Of these, the rules that words around the number ask for. */
export const SAID_SO: ReadonlySet<string> = new Set([
  half.rule,
  against.rule,
  circle.rule,
  circleOfRadius.rule,
  double.rule,
  halfAngle.rule,
  OF_NUMBERS.counted,
  OF_NUMBERS.body,
  OF_NUMBERS.share,
]);

/** What a number may be of an input, beside its value. */
export function statedOptions(slot: LawSlot, given: Given, question: Question): readonly Option[] {
  const [quantity] = given.span.quantities;
  if (quantity === undefined || slot.unit === null) return [];
  const written = { given, quantity, question };
  if (!quantity.hasUnit) return ofBare(slot, written);
  const { unit } = quantity.readings[0]!;
  const isAlike = keyOf(unit) === keyOf(slot.unit);
  const others = turnedBy.get(keyOf(unit))?.get(keyOf(slot.unit)) ?? [];
  const turned = isAlike ? [...others, against] : others;
  const found = turned.flatMap(({ rule, score, value }): readonly Option[] => {
    const worth = score(slot, written);
    if (worth === null) return [];
    const read = valueFor(quantity, slot);
    const own = value(isAlike && read.ok ? read.value : valueInSI(quantity.readings[0]!), unit);
    return Number.isFinite(own)
      ? [{ slot, value: own, score: worth + near(slot, given), rule }]
      : [];
  });
  return isDimensionless(slot.unit.dimension) ? [...found, ...ofPure(slot, written)] : found;
}

const NEAR_WORD = 3;
const NEAR_WORDS_MAX = 3;

function near({ words }: LawSlot, { after, before }: Given): number {
  const said = [...before.slice(0, 5), ...after.slice(0, 3)].filter((stem) => words.has(stem));
  return NEAR_WORD * Math.min(NEAR_WORDS_MAX, said.length);
}

const SHARE =
  /fraction|efficiency|share|probability|yield|purity|humidity|saturation|porosity|concentration|reflect|transmi/u;

const isInTime = (unit: UnitValue): boolean => keyOf(unit) === keyOfUnit("1/s");
const isCounted = ({ about, quantity }: LawSlot): boolean =>
  /count|number|mean|amount/u.test(`${quantity} ${about}`);

/** A count or a share where a unit is read: `12 degrees of freedom`, `3.4 falls a month`, `loses 20 %`. */
function ofPure(slot: LawSlot, written: Written): readonly Option[] {
  const { given, quantity, question } = written;
  const { text } = question;
  const [reading] = quantity.readings;
  const number = valueInSI({ ...reading!, unit: slot.unit! });
  const said = text.slice(...given.span.at).trim();
  if (/\bdeg(?:ree)?s?$/iu.test(said) && /^\s+of\s+freedom\b/iu.test(text.slice(given.span.at[1])))
    return [{ slot, value: number, score: LIKELY + near(slot, given), rule: OF_NUMBERS.counted }];
  if (/\din$/u.test(said.replaceAll(" ", "")) || (isInTime(reading!.unit) && isCounted(slot)))
    return [{ slot, value: number, score: UNLIKELY + near(slot, given), rule: OF_NUMBERS.alone }];
  if (said.endsWith("%") && number > 0 && number < PERCENT && says(written, LOST))
    return [
      {
        slot,
        value: 1 - number / PERCENT,
        score: UNLIKELY + near(slot, given),
        rule: OF_NUMBERS.left,
      },
    ];
  return [];
}

/** From a number to the body that it is counted in. */
const TO_BODY_MAX = 26;
const COUNTS = new RegExp(
  String.raw`^\s*(?:(?:times|of|the|as|that|its?|mass(?:es)?|radi(?:us|i)|heav\p{L}+|larg\p{L}+|` +
    String.raw`bigg?\p{L}*|\p{L}+er|than|bright|our|own|x)\b\s*)*$`,
  "iu",
);

/** `4.3 million suns`, `12 times the mass of the Earth`: so many times what a body has. */
function timesBody(slot: LawSlot, { given, quantity, question }: Written): readonly Option[] {
  const property = slot.property ?? slot.quantity;
  const end = given.span.at[1];
  const body = question.named.find(
    ({ at, entity }) =>
      at[0] >= end &&
      at[0] - end <= TO_BODY_MAX &&
      entity.properties.has(property) &&
      COUNTS.test(question.text.slice(end, at[0])),
  );
  if (body === undefined) return [];
  const [own] = body.entity.properties.get(property)!;
  const value = own * valueInSI(quantity.readings[0]!);
  return [{ slot, value, score: LIKELY + near(slot, given), rule: OF_NUMBERS.body }];
}

const OF_NEXT = new RegExp(
  String.raw`^(?:\s+(?!of\b|out\b|in\b|per\b|for\b)\p{L}+){0,2}\s+(?:of|out\s+of|in|per|` +
    String.raw`for\s+(?:each|every)|to\s+every)\s+(?:the\s+)?$`,
  "iu",
);
const ONE_IN = /\b(?:one|an?|1)(?:\s+\p{L}+){0,3}\s+(?:in|of|out\s+of|per)\s+(?:every\s+)?$/iu;

function isCount(quantity: Quantity | undefined): boolean {
  return quantity !== undefined && isDimensionless(quantity.readings[0]!.unit.dimension);
}

/** `18 of 50 people`, `one segment in 10000`: a share of two numbers. */
function shareOfTwo(slot: LawSlot, { given, quantity, question }: Written): readonly Option[] {
  if (!isDimensionless(slot.unit!.dimension) || slot.unit!.text === "rad") return [];
  const { text } = question;
  const own = valueInSI(quantity.readings[0]!);
  const next = question.given[question.given.indexOf(given) + 1];
  const other = next?.span.quantities[0];
  const option = (value: number): readonly Option[] => [
    { slot, value, score: -LIKELY + near(slot, given), rule: OF_NUMBERS.share },
  ];
  if (isCount(other) && OF_NEXT.test(text.slice(given.span.at[1], next!.span.at[0]))) {
    const whole = valueInSI(other!.readings[0]!);
    return whole > 0 ? option(own / whole) : [];
  }
  return own > 1 && ONE_IN.test(text.slice(0, given.span.at[0])) ? option(1 / own) : [];
}

/** A bare number in the unit of the one beside it, of a body, or in percent. */
function ofBare(slot: LawSlot, written: Written): readonly Option[] {
  const { given, quantity, question } = written;
  const unit = slot.unit!;
  const ofBody = timesBody(slot, written);
  if (ofBody.length > 0) return ofBody;
  const ofTwo = shareOfTwo(slot, written);
  if (ofTwo.length > 0) return ofTwo;
  if (isDimensionless(unit.dimension)) {
    const number = valueInSI(quantity.readings[0]!);
    if (number <= 1 || number > PERCENT || !SHARE.test(`${slot.quantity} ${slot.about}`)) return [];
    return [
      {
        slot,
        value: number / PERCENT,
        score: UNLIKELY + near(slot, given),
        rule: OF_NUMBERS.percent,
      },
    ];
  }
  // `two parallel cables` are counted, and measured in nothing.
  if (!/\d/u.test(question.text.slice(...given.span.at))) return [];
  const at = question.given.indexOf(given);
  const beside = [
    question.given[at + 1],
    question.given[at - 1],
    question.given[at + 2],
    question.given[at - 2],
  ];
  for (const one of beside) {
    const [other] = one?.span.quantities ?? [];
    if (other === undefined || !other.hasUnit) continue;
    const like = other.readings.find((reading) => keyOf(reading.unit) === keyOf(unit));
    if (like === undefined) continue;
    const [reading] = quantity.readings;
    const read = valueFor(
      { ...quantity, hasUnit: true, readings: [{ ...reading!, unit: like.unit }] },
      slot,
    );
    if (read.ok)
      return [
        { slot, value: read.value, score: -LIKELY + near(slot, given), rule: OF_NUMBERS.beside },
      ];
  }
  return [];
}
