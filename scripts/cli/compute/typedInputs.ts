/** Inputs of an equation as they are typed: numbers, numbers with units, ranges of the unknown. */
import { isUncertain, numberOf } from "../../../api/cli/numbers.js";
import { quantityOf } from "../../../api/cli/typedNumbers.js";
import { usage } from "../../../api/cli/exitCodes.js";
import { isDifferenceName } from "../../../protocol/equations/index.js";

/** What the request says of a name: its unit, and where it lies. */
interface SymbolSays {
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
}

export interface TypedInputs {
  /** A text where it has an uncertainty. */
  readonly inputs: Readonly<Record<string, number | string>>;
  readonly symbols: Readonly<Record<string, string | SymbolSays>>;
}

const RANGE = /^(.*?)\.\.(.*)$/;

/**
 * @param units of names, as `--symbols` gave them
 * @throws CliError for a name given twice, and for what is no number, quantity or range
 */
export function typedInputs(
  words: readonly string[],
  units: Readonly<Record<string, string>>,
): TypedInputs {
  const inputs = new Map<string, number | string>();
  const symbols = new Map<string, string | SymbolSays>(Object.entries(units));
  const seen = new Set<string>();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals <= 0) throw usage(`inputs: write ${JSON.stringify(word)} as name=number`);
    const name = word.slice(0, equals);
    const text = word.slice(equals + 1);
    if (seen.has(name)) throw usage(`inputs: ${name} is given twice`);
    seen.add(name);
    const [, low, high] = RANGE.exec(text) ?? [];
    if (low !== undefined && high !== undefined) {
      symbols.set(name, rangeOf(name, low, high, units[name]));
      continue;
    }
    const unit = units[name];
    if (isUncertain(text)) inputs.set(name, text);
    else if (unit !== undefined) inputs.set(name, numberOf(text, name, unit));
    else {
      const typed = quantityOf(text, name, isDifferenceName(name));
      inputs.set(name, typed.value);
      if (typed.unit !== null) symbols.set(name, typed.unit);
    }
  }
  return { inputs: Object.fromEntries(inputs), symbols: Object.fromEntries(symbols) };
}

/** An end that is left out is open: `0..` */
function rangeOf(name: string, low: string, high: string, unit: string | undefined): SymbolSays {
  if (low.trim() === "" && high.trim() === "")
    throw usage(`${name}: a range has at least one end`, `Write it as in ${name}=0..10.`);
  const end = (text: string): number | undefined =>
    text.trim() === "" ? undefined : numberOf(text, name, unit ?? null);
  const [min, max] = [end(low), end(high)];
  if (min !== undefined && max !== undefined && min > max)
    throw usage(
      `${name}: the range ${low}..${high} ends before it begins`,
      `Write ${name}=${high}..${low}.`,
    );
  return {
    ...(unit === undefined ? {} : { unit }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}
