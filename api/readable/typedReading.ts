/** A typed reading in lines of text: what was understood, supposed and left open. */
import { isObject } from "../../protocol/encoding/json.js";

type Fields = Readonly<Record<string, unknown>>;

function listIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one)) : [];
}

/** Refusals beside which a whole reading may stand: its own open places, or what was likely meant. */
const WITH_READING: ReadonlySet<unknown> = new Set(["OPEN_READING", "UNREAD_QUANTITY", "NO_MATCH"]);

/** Whether its sender must have looked at something. */
export function isOpenReading(answer: Fields): boolean {
  const { reading, refusal } = answer;
  return isObject(reading) && isObject(refusal) && WITH_READING.has(refusal["kind"]);
}

/** The condition of a draft that is to be confirmed; null of any other answer. */
export function openCondition({ proposal }: Fields): Fields | null {
  const condition = isObject(proposal) ? proposal["condition"] : null;
  return isObject(condition) ? condition : null;
}

/** With a word before each line, the first one `head`; empty for an answer without a reading. */
export function readingLines(
  reading: unknown,
  head = "read as",
): readonly (readonly [word: string, text: string])[] {
  if (!isObject(reading)) return [];
  const { derivation, given, law, open, setAside, solver, supposed, wanted } = reading;
  const inputs = listIn(given).map(quantityText);
  const steps = listIn(derivation);
  const named = textIn(law) || textIn(solver);
  const lines: (readonly [string, string])[] =
    steps.length === 0 ? [[head, named]] : steps.map(stepLine);
  if (isObject(wanted)) lines.push(["wanted", wantedText(wanted)]);
  for (const input of inputs) lines.push(["with", input]);
  for (const one of listIn(supposed))
    lines.push(["supposed", `${quantityText(one)}: ${textIn(one["why"])}`]);
  for (const one of listIn(setAside)) lines.push(["aside", textIn(one["text"])]);
  for (const one of listIn(open)) lines.push(["open", textIn(one["message"])]);
  return lines;
}

/** `step 1: LH21 U = m g h for U, Gravitational potential energy` */
function stepLine(
  { equation, for: symbol, law, name }: Fields,
  at: number,
): readonly [string, string] {
  const rule = textIn(law).startsWith(textIn(equation)) ? "" : `${textIn(law)} `;
  const called = textIn(name) === textIn(equation) ? "" : `, ${textIn(name)}`;
  return [`step ${at + 1}`, `${rule}${textIn(equation)} for ${textIn(symbol)}${called}`];
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function wantedText({ kind, name, symbol, unit }: Fields): string {
  const called = textIn(name) || textIn(kind).replaceAll("_", " ");
  const short = textIn(symbol);
  const asked = textIn(unit);
  return `${called}${short === "" ? "" : ` (${short})`}${asked === "" ? "" : ` in ${asked}`}`;
}

/** `mass (m) = 3 kg, said as "3 kg"` */
function quantityText({ kind, name, of, said, symbol, uncertainty, unit, value }: Fields): string {
  const short = textIn(symbol) || textIn(kind).replaceAll("_", " ");
  const called = textIn(name) === "" ? short : `${textIn(name)} (${short})`;
  const measured = unit === undefined || unit === "1" ? "" : ` ${textIn(unit)}`;
  const spread = typeof uncertainty === "number" ? ` ± ${uncertainty}` : "";
  const number = typeof value === "string" ? value : JSON.stringify(value);
  const stated = value === null ? `?${measured}` : `${number}${spread}${measured}`;
  const thing = textIn(of) === "" ? "" : `, of ${textIn(of)}`;
  const words = textIn(said) === "" ? "" : `, said as "${textIn(said)}"`;
  return `${called} = ${stated}${thing}${words}`;
}
