/**
 * Fields of the bodies of solvers. Each says its unit, its aliases and its range once; route, tool,
 * verb, form and documentation read them from here. Everything is SI once it is bound.
 */
import * as z from "zod";
import { nearestName } from "../search/nearest.js";
import { faultText } from "../faultText.js";
import type { ColumnSlot } from "../table/written.js";
import { parseUnit, toSI, type UnitValue } from "../units/index.js";
import { saysDifference, withoutUnits } from "./quantityFields.js";
import { EXPRESSION_CHARS_MAX } from "./expression.js";
import { SolverRefusal } from "./refusal.js";
import type { SolverCard } from "./solver.js";

/** Samples of one input field. */
export const SAMPLES_MAX = 65_536;

interface QuantityOptions {
  /** SI unit; "1" for a pure number. */
  readonly unit: string;
  readonly about: string;
  readonly min?: number;
  readonly max?: number;
  /** Exclusive bounds. */
  readonly above?: number;
  readonly below?: number;
  /** Other spellings with the same unit; case counts. */
  readonly aliases?: readonly string[];
  /** Spellings whose name says another unit: `{Na_cm3: "1/cm^3"}`. Converted when bound. */
  readonly inUnits?: Readonly<Record<string, string>>;
}

function metaOf({ aliases = [], inUnits = {}, unit }: QuantityOptions): {
  unit: string;
  aliases: string[];
  inUnits: Record<string, string>;
} {
  return { unit, aliases: [...aliases], inUnits: { ...inUnits } };
}

/**
 * A finite number with a unit. Checks and meta data are added at one stroke each: every step in
 * between would leave a schema of its own in memory for good.
 */
export function quantity(options: QuantityOptions): z.ZodNumber {
  const { min, max, above, below } = options;
  const checks = [
    ...(min === undefined ? [] : [z.gte(min)]),
    ...(max === undefined ? [] : [z.lte(max)]),
    ...(above === undefined ? [] : [z.gt(above)]),
    ...(below === undefined ? [] : [z.lt(below)]),
  ];
  const schema = checks.length === 0 ? z.number() : z.number().check(...checks);
  return schema.meta({ description: options.about, ...metaOf(options) });
}

/** A whole number: of cells, steps, seeds. */
export function whole(options: Omit<QuantityOptions, "unit" | "inUnits">): z.ZodNumber {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, about } = options;
  return z
    .int()
    .check(z.gte(min), z.lte(max))
    .meta({ description: about, ...metaOf({ ...options, unit: "1" }) });
}

/** An expression of the equation language over `over`. */
export function expression(over: readonly string[], about: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(EXPRESSION_CHARS_MAX)
    .describe(`${about}: an expression over ${over.join(", ")}`)
    .meta({ unit: "", aliases: [], over: [...over] });
}

/**
 * A number, samples in row-major order, or an expression over `over`; in `unit` wherever it is
 * given.
 */
export function profile(
  over: readonly string[],
  unit: string,
  about: string,
): z.ZodUnion<readonly [z.ZodNumber, z.ZodArray<z.ZodNumber>, z.ZodString]> {
  return z
    .union([
      z.number(),
      z.array(z.number()).min(1).max(SAMPLES_MAX),
      z.string().min(1).max(EXPRESSION_CHARS_MAX),
    ])
    .meta({
      description: `${about}: a number, row-major samples, or an expression over ${over.join(", ")}`,
      unit,
      aliases: [],
      over: [...over],
    });
}

/** A continuation: what an earlier answer gave as `state`. */
export function initialState(): z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>> {
  return z
    .record(z.string(), z.unknown())
    .describe("The `state` of an earlier answer: the run goes on from there")
    .optional();
}

/** Seed of a named generator; 0 unless stated, and declared in the answer. */
export function seed(): z.ZodOptional<z.ZodNumber> {
  return z
    .int()
    .check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))
    .meta({ description: "Seed of the named generator; 0 unless given", unit: "1", aliases: [] })
    .optional();
}

interface FieldMeta {
  readonly unit: string;
  readonly aliases: readonly string[];
  readonly inUnits: ReadonlyMap<string, string>;
}

/** What the functions above wrote, read back. */
function readMeta(meta: Readonly<Record<string, unknown>> | undefined): FieldMeta {
  const { aliases, inUnits, unit } = meta ?? {};
  return {
    unit: typeof unit === "string" ? unit : "",
    aliases: Array.isArray(aliases) ? aliases.filter((one) => typeof one === "string") : [],
    inUnits: new Map(
      Object.entries(typeof inUnits === "object" && inUnits !== null ? inUnits : {}).flatMap(
        ([name, text]) => (typeof text === "string" ? [[name, text]] : []),
      ),
    ),
  };
}

function metaOfField(schema: unknown): FieldMeta {
  // Optional fields carry the meta of what they wrap.
  let at = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault) {
    const meta = at.meta();
    if (meta?.["aliases"] !== undefined) return readMeta(meta);
    at = at.unwrap();
  }
  return readMeta(at instanceof z.ZodType ? at.meta() : undefined);
}

interface Spelling {
  readonly name: string;
  readonly unit: string | null;
}

const spellings = new WeakMap<SolverCard, ReadonlyMap<string, Spelling>>();

/** Every spelling of every field, by exact case. */
function spellingsOf(card: SolverCard): ReadonlyMap<string, Spelling> {
  const known = spellings.get(card);
  if (known !== undefined) return known;
  const byName = new Map<string, Spelling>();
  for (const [name, schema] of Object.entries(card.inputs.shape)) {
    byName.set(name, { name, unit: null });
    const meta = metaOfField(schema);
    for (const alias of meta.aliases) byName.set(alias, { name, unit: null });
    for (const [alias, unit] of meta.inUnits) byName.set(alias, { name, unit });
  }
  spellings.set(card, byName);
  return byName;
}

/** Unit and spellings of a field, for documentation and the router. */
export function describeField(
  card: SolverCard,
  name: string,
): { readonly unit: string; readonly accepts: readonly string[] } {
  const { aliases, inUnits, unit } = metaOfField(card.inputs.shape[name]);
  return { unit, accepts: [name, ...aliases, ...inUnits.keys()] };
}

/** The input that a name means, and the unit its value is in; null for a name of none. */
export function spellingOf(
  card: SolverCard,
  name: string,
): { readonly name: string; readonly unit: string } | null {
  const found = spellingsOf(card).get(name);
  if (found === undefined) return null;
  return { name: found.name, unit: found.unit ?? metaOfField(card.inputs.shape[found.name]).unit };
}

/** Where the numbers of a field go, under the name that was given. */
export function fieldSlot(card: SolverCard, name: string): ColumnSlot {
  const spelling = spellingsOf(card).get(name);
  const schema = spelling === undefined ? undefined : card.inputs.shape[spelling.name];
  const own = unitOf(spelling?.unit ?? metaOfField(schema).unit);
  return {
    name,
    unit: own,
    isDifference: saysDifference(schema),
    numbersIn: spelling?.unit == null ? null : own,
  };
}

function unitOf(text: string): UnitValue | null {
  const unit = text === "" ? null : parseUnit(text);
  return unit !== null && unit.ok ? unit : null;
}

/**
 * Names settled, units converted, schema applied, a sufficient combination found.
 * @returns SI inputs under their canonical names, as they are sealed
 * @throws SolverRefusal INVALID_BODY with pointers and nearest names, or INSUFFICIENT_INPUTS with
 * `combinations`
 */
export function bindInputs(
  card: SolverCard,
  body: Readonly<Record<string, unknown>>,
): z.output<z.ZodObject> {
  const names = spellingsOf(card);
  const bound: Record<string, unknown> = {};
  const errors: {
    pointer: string;
    code: string;
    message: string;
    nearest?: string;
    accepts?: string;
  }[] = [];
  for (const [key, given] of Object.entries(body)) {
    const spelling = names.get(key);
    const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (spelling === undefined) {
      const nearest = nearestName(key, [...names.keys()]);
      errors.push({
        pointer,
        code: "UNKNOWN_INPUT",
        message: `${key} is no input of ${card.id}${nearest === null ? "" : `; did you mean ${nearest}?`}`,
        ...(nearest === null ? {} : { nearest }),
      });
    } else if (Object.hasOwn(bound, spelling.name)) {
      errors.push({
        pointer,
        code: "DUPLICATE_INPUT",
        message: `${spelling.name} was given twice, the second time as ${key}`,
      });
    } else {
      const settled = withoutUnits(card.inputs.shape[spelling.name], given, key, spelling.unit);
      if (!settled.ok) {
        const { message, path } = settled;
        errors.push({ pointer: `/${path.join("/")}`, code: "INVALID_VALUE", message });
      }
      const value = settled.ok ? settled.value : given;
      bound[spelling.name] = spelling.unit === null ? value : converted(value, spelling.unit);
    }
  }
  const read = card.inputs.safeParse(bound);
  if (!read.success) {
    for (const issue of read.error.issues) {
      const path = issue.path.map(String);
      if (errors.some(({ pointer }) => pointer === `/${path.join("/")}`)) continue;
      // An absent value is the business of the combinations.
      if (path.length === 1 && !Object.hasOwn(bound, path[0]!)) continue;
      const { accepts, message } = faultText(issue);
      errors.push({
        pointer: `/${path.join("/")}`,
        code: "INVALID_VALUE",
        message: `${path.join(".")}: ${absentText(issue, message)}`,
        ...(accepts === undefined ? {} : { accepts }),
      });
    }
  }
  if (errors.length > 0) {
    throw new SolverRefusal("INVALID_BODY", errors.map(({ message }) => message).join("; "), {
      errors,
    });
  }
  requireCombination(card, bound);
  if (!read.success) throw new SolverRefusal("INVALID_BODY", read.error.message);
  return read.data;
}

/** What a nested object lacks is said to be missing, not to be of another type. */
function absentText({ code, input }: z.core.$ZodIssue, message: string): string {
  if (code !== "invalid_type" || input !== undefined) return message;
  return message.replace(
    /^Invalid input: expected (.*), received undefined$/,
    "missing; expected $1",
  );
}

function converted(given: unknown, unit: string): unknown {
  const parsed = parseUnit(unit);
  return typeof given === "number" && Number.isFinite(given) && parsed.ok
    ? toSI(given, parsed)
    : given;
}

function requireCombination(card: SolverCard, bound: Readonly<Record<string, unknown>>): void {
  const { id, sufficient } = card;
  if (sufficient.some((names) => names.every((name) => Object.hasOwn(bound, name)))) return;
  const listed = sufficient.map((names) => `{${names.join(", ")}}`).join(" or ");
  throw new SolverRefusal(
    "INSUFFICIENT_INPUTS",
    `these inputs do not determine the answer of ${id}: give ${listed === "" ? "its inputs" : listed}`,
    { combinations: sufficient.map((names) => [...names]) },
  );
}
