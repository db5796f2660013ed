/**
 * Unit texts that two people read differently. Each is refused with the spellings of its readings,
 * because one of them would be wrong by a factor that nobody sees.
 */

/** A factor as typed: `mK` with its exponent. */
export interface TypedFactor {
  readonly typed: string;
  readonly exponent: { readonly num: number; readonly den: number };
  /** An exponent that is written out says that a product is meant. */
  readonly isRaised: boolean;
}

const FLUID_OUNCE = "a fluid ounce of the US or of the UK: write floz or floz_uk";
const HUNDREDWEIGHT = "100 lb (US) or 112 lb (UK): write cwt_us or cwt_uk";

/** Names with two common meanings, by what they may mean. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["fl_oz", FLUID_OUNCE],
  ["fl_ozs", FLUID_OUNCE],
  ["fluid_ounce", FLUID_OUNCE],
  ["fluid_ounces", FLUID_OUNCE],
  ["cwt", HUNDREDWEIGHT],
  ["hundredweight", HUNDREDWEIGHT],
  ["ton", "1000 kg, 2000 lb or 2240 lb: write t, ton_us or ton_uk"],
  ["tons", "1000 kg, 2000 lb or 2240 lb: write t, ton_us or ton_uk"],
  ["kt", "a knot or a kilotonne: write kn or kilotonne"],
  ["kts", "knots or kilotonnes: write kn or kilotonne"],
  ["mt", "a metric tonne or a milli-tonne: write t or kg"],
  ["MT", "a megatonne or a megatesla: write Mt or megatesla"],
  ["kT", "a kilotesla, a kilotonne, or k_B times a temperature: write kilotesla, kilotonne or J"],
  ["pt", "a pint or a typographic point: write pint or point"],
  ["Gs", "a gauss or a gigasecond: write G or gigasecond"],
  ["hbar", "a hundred bar or the constant of Planck: write 100 bar as bar, or J s"],
  ["PS", "a metric horsepower or a petasiemens: write hp_metric or petasiemens"],
  ["krad", "a dose of 10 Gy or an angle: write Gy or rad"],
  ["Mrad", "a dose of 10 kGy or an angle: write Gy or rad"],
]);

/** Joined symbols below a slash: `W/mK` is read per metre kelvin or per millikelvin. */
const JOINED_BELOW: ReadonlyMap<string, readonly [apart: string, whole: string]> = new Map([
  ["mK", ["m K", "millikelvin"]],
  ["msr", ["m sr", "millisteradian"]],
  ["mC", ["m K", "millicoulomb"]],
  ["mF", ["m degR", "millifarad"]],
  ["ms", ["m s", "millisecond"]],
]);
const MASSES: ReadonlySet<string> = new Set(
  "kg g mg ug t lb lbs lbm oz gram grams kilogram kilograms pound pounds".split(" "),
);
const POUNDS: ReadonlySet<string> = new Set("lb lbs lbm oz pound pounds ounce ounces".split(" "));
const FEET: ReadonlySet<string> = new Set("ft foot feet in inch inches yd yard yards".split(" "));
const TIMES: ReadonlySet<string> = new Set(
  "s sec second seconds min minute minutes h hr hour hours".split(" "),
);
/** Units divided by a temperature, and by no charge or capacitance. */
const THERMAL: ReadonlySet<string> = new Set(
  (
    "W kW mW uW MW J kJ MJ GJ mJ cal kcal Cal BTU Btu erg Wh kWh V mV uV kV ohm Ω kohm Mohm " +
    "watt watts joule joules calorie calories volt volts ohms"
  ).split(" "),
);

/** Why a name has two readings; null where it has one. */
export function twoMeanings(name: string): string | null {
  const meanings = NAMES.get(name);
  return meanings === undefined ? null : `"${name.replace("_", " ")}" may be ${meanings}.`;
}

/** Names that are looked at with the word behind them. */
export function isAmbiguousName(name: string): boolean {
  return NAMES.has(name);
}

/** Why factors that are clear one by one are not together; null where they are. */
export function twoReadings(
  above: readonly TypedFactor[],
  below: readonly TypedFactor[],
): string | null {
  return (
    joined(above, below) ?? celsius(above, below) ?? torque(above, below) ?? weight(above, below)
  );
}

function isPlain({ exponent }: TypedFactor): boolean {
  return exponent.num === 1 && exponent.den === 1;
}

function joined(above: readonly TypedFactor[], below: readonly TypedFactor[]): string | null {
  const isMass = above.length === 1 && MASSES.has(above[0]!.typed) && isPlain(above[0]!);
  for (const [i, { typed }] of below.entries()) {
    const two = JOINED_BELOW.get(typed);
    // Slews and rates per millisecond are usual; a mass over metre and second is a viscosity.
    if (two === undefined || (typed === "ms" && !isMass)) continue;
    const [apart, whole] = two.map((one) => {
      const names = below.map((other, k) => (k === i ? one : other.typed)).join(" ");
      const head = above.length === 0 ? "1" : above.map((other) => other.typed).join(" ");
      return names.includes(" ") ? `${head}/(${names})` : `${head}/${names}`;
    });
    return either(typed, apart!, whole!, "below a slash ");
  }
  const isResistance =
    above.length === 1 &&
    above[0]!.typed === "mK" &&
    below.some(({ typed }) => typed === "W" || typed === "watt");
  return isResistance ? either("mK", "m K/W", "millikelvin/W", "") : null;
}

/** `J/(kg C)`, `BTU/(lb F)`, `1/C`: a degree, where the symbol is a coulomb or a farad. */
function celsius(above: readonly TypedFactor[], below: readonly TypedFactor[]): string | null {
  for (const factor of below) {
    const { typed } = factor;
    if ((typed !== "C" && typed !== "F") || !isPlain(factor)) continue;
    const isPerDegree =
      above.length === 0 ||
      (below.length > 1 && above.some((one) => THERMAL.has(one.typed))) ||
      (above.length === 1 && THERMAL.has(above[0]!.typed) && !above[0]!.typed.endsWith("J"));
    if (!isPerDegree) continue;
    const [degree, word] = typed === "C" ? ["K", "coulomb"] : ["degR", "farad"];
    return `${typed} may be a degree or the ${word} here: write ${degree} or ${word}.`;
  }
  return null;
}

/** `foot pound` is a torque or an energy of a pound-force, seldom a foot times a mass. */
function torque(above: readonly TypedFactor[], below: readonly TypedFactor[]): string | null {
  for (const [i, first] of above.entries()) {
    const second = above[i + 1];
    if (second === undefined || !isPlain(first) || !isPlain(second)) continue;
    if (first.isRaised || second.isRaised) continue;
    const lengthFirst = FEET.has(first.typed) && POUNDS.has(second.typed);
    const massFirst = POUNDS.has(first.typed) && FEET.has(second.typed);
    const perTime = below.length > 0 && below.every(({ typed }) => TIMES.has(typed));
    if (!lengthFirst && !(massFirst && !perTime)) continue;
    const [length, mass] = lengthFirst ? [first.typed, second.typed] : [second.typed, first.typed];
    const force = mass.startsWith("o") ? "ozf" : "lbf";
    return (
      `"${first.typed} ${second.typed}" may hold a force or a mass: ` +
      `write ${length} ${force}, or the mass in kg.`
    );
  }
  return null;
}

/** `lb/in^2` is a pressure to most, a mass per area to some; so is `kg/cm^2`. */
function weight(above: readonly TypedFactor[], below: readonly TypedFactor[]): string | null {
  const [mass] = above;
  const [per] = below;
  if (mass === undefined || per === undefined || above.length > 1 || below.length > 1) return null;
  if (!isPlain(mass) || per.exponent.den !== 1) return null;
  const times = per.exponent.num;
  const isPound = POUNDS.has(mass.typed) && FEET.has(per.typed);
  const isInch = per.typed.startsWith("in");
  const isPressure =
    (isPound && (times === 2 || (times === 1 && isInch))) ||
    (mass.typed === "kg" && per.typed === "cm" && times === 2);
  if (!isPressure) return null;
  const force = mass.typed === "kg" ? "kgf" : mass.typed.startsWith("o") ? "ozf" : "lbf";
  const power = times === 1 ? per.typed : `${per.typed}^${times}`;
  return (
    `"${mass.typed}/${power}" may hold a force or a mass: write ${force}/${power}, ` +
    `or the mass in SI units.`
  );
}

function either(typed: string, apart: string, whole: string, where: string): string {
  return `"${typed}" ${where}has two readings: write "${apart}" or "${whole}".`;
}
