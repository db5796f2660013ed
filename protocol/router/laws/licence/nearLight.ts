/** Bodies near the speed of light, or with as much energy, in a law of slow ones. */
import type { Filled } from "../filling/fillTypes.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

const LIGHT_M_PER_S = 299_792_458;
/** At a tenth of the speed of light the energy of motion is wrong by a hundredth. */
const SPEED_SHARE = 0.1;
const ENERGY_SHARE = 0.005;
const SPEED = /(?:^|_)(?:speed|velocity)$/;
const ENERGY = /^(?:kinetic_)?energy$/;
/** The speed of light, or what is made of it, in an equation. */
const OF_LIGHT = /(?:^|[^\p{L}\d_])(?:c|gamma|beta)(?![\p{L}\d_])/u;

export function nearLight(
  { text }: Question,
  law: Law,
  { target, uses }: Filled,
  value: number,
): Open | null {
  const { equation, name } = law.entry.record;
  const all = [
    ...uses.map((use) => ({ ...use })),
    { slot: target, value, at: [0, text.length] as const },
  ];
  const masses = all.filter(({ slot }) => slot.unit?.text === "kg").map((one) => one.value);
  const isOfLight = OF_LIGHT.test(equation) && !law.slots.some((slot) => slot.name === "c");
  if (masses.length === 0 || isOfLight) return null;
  const least = Math.min(...masses);
  const fast = all.find(
    ({ slot, value: size }) =>
      (SPEED.test(slot.quantity) && Math.abs(size) > SPEED_SHARE * LIGHT_M_PER_S) ||
      (ENERGY.test(slot.quantity) &&
        Math.abs(size) > ENERGY_SHARE * least * LIGHT_M_PER_S * LIGHT_M_PER_S),
  );
  if (fast === undefined) return null;
  return {
    what: "case",
    at: fast.at,
    message: `${name} is a law of bodies much slower than light, and this one is relativistic`,
  };
}

const GUIDE = new RegExp(
  String.raw`\b(?:in|inside|along|through|within|on)\s+(?:an?|the|my|our|this)\s+(?:\p{L}+\s+)?(?:cables?|` +
    String.raw`coax|fib(?:re|er)s?|waveguides?|transmission\s+lines?|feed\s?lines?)\b`,
  "iu",
);

/** `a radio wave in a cable`: slower than in empty space, of which the law is. */
export function inGuide({ text }: Question, law: Law): Open | null {
  const { description, equation, name } = law.entry.record;
  const match = GUIDE.exec(text);
  if (match === null || !OF_LIGHT.test(equation)) return null;
  const hasMedium = law.slots.some(
    ({ name: symbol, quantity }) =>
      /index|permittivity|speed|velocity/u.test(quantity) || symbol === "c",
  );
  const isOfGuide =
    GUIDE.test(`in a ${name}. ${description}`) || /guide|cable|coax|fib|line/iu.test(name);
  if (hasMedium || isOfGuide) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is no empty space, and ${name} is of a wave there; say how fast it goes`,
  };
}
