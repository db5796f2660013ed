/**
 * What a reactor computes at each step: inputs out of its state, what drives it, and the time. It is
 * plain data, hashed as it stands, and read once for all steps.
 */
import {
  CEL_LIMITS,
  CEL_STEPS_MAX,
  CelError,
  checkExpression,
  compileExpression,
  double,
  DYN,
  parseExpression,
  type CelValue,
  type Compiled,
} from "../cel/index.js";
import { canonicalize } from "../encoding/jcs.js";
import { REACTOR_PROGRAM_BYTES_MAX, REACTOR_STATE_BYTES_MAX } from "../limits.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { PROGRAM_SCHEMA, type ReactorProgram, type ReactorState } from "./types.js";
import { cardOf } from "../solvers/cards.js";
import { spellingOf } from "../solvers/input.js";
import { nearestName } from "../search/nearest.js";

export interface ProgramProblem {
  /** JSON Pointer into the program. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly nearest?: string;
}

/** A program whose expressions are compiled. */
export interface ReadyProgram {
  readonly program: ReactorProgram;
  /** Whether the solver goes on from a state of its own. */
  readonly continues: boolean;
  readonly inputs: readonly (readonly [name: string, value: Compiled | JsonValue])[];
}

export type ProgramReading =
  | { readonly ok: true; readonly ready: ReadyProgram }
  | { readonly ok: false; readonly problems: readonly ProgramProblem[] };

export function programHash(crypto: Pick<Crypto, "sha256Hex">, program: ReactorProgram): string {
  return crypto.sha256Hex(`${PROGRAM_SCHEMA}\u0000${canonicalize(program)}`);
}

/** Tells all that is wrong at once. */
export function readProgram(program: ReactorProgram): ProgramReading {
  const problems: ProgramProblem[] = [];
  const text = canonicalize(program);
  if (text.length > REACTOR_PROGRAM_BYTES_MAX) {
    const message = `the program has ${text.length} characters of at most ${REACTOR_PROGRAM_BYTES_MAX}`;
    return { ok: false, problems: [{ pointer: "", code: "TOO_LONG", message }] };
  }
  const inputs: [string, Compiled | JsonValue][] = [];
  const size = { nodes: 0, steps: 0 };
  for (const [name, value] of Object.entries(program.transition.inputs)) {
    const pointer = `/transition/inputs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    problems.push(...nameProblems(program, name, pointer));
    if (typeof value !== "string") inputs.push([name, value]);
    else {
      const read = readExpression(value, size);
      if (typeof read === "function") inputs.push([name, read]);
      else problems.push(...read.map((one) => ({ ...one, pointer })));
    }
  }
  problems.push(...sizeProblems(size));
  if (problems.length > 0) return { ok: false, problems };
  const continues = program.solver !== null && cardOf(program.solver)?.reactor === true;
  return { ok: true, ready: { program, continues, inputs } };
}

function nameProblems(
  { solver }: ReactorProgram,
  name: string,
  pointer: string,
): readonly ProgramProblem[] {
  const card = solver === null ? null : cardOf(solver);
  if (card === null || spellingOf(card, name) !== null) return [];
  const nearest = nearestName(name, Object.keys(card.inputs.shape));
  const message = `${name} is no input of ${card.id}`;
  return [{ pointer, code: "UNKNOWN_INPUT", message, ...(nearest === null ? {} : { nearest }) }];
}

/** Types of the names before a step. An expression that gives `none` leaves its input out. */
const SCOPE = { x: DYN, u: DYN, n: double("unknown"), none: DYN };

/** Size of all expressions together: it has the bounds of a single expression. */
interface Size {
  nodes: number;
  steps: number;
}

function sizeProblems({ nodes, steps }: Size): readonly ProgramProblem[] {
  const pointer = "/transition/inputs";
  const over = (code: string, what: string, have: number, most: number): ProgramProblem[] =>
    have <= most
      ? []
      : [{ pointer, code, message: `the expressions have ${have} ${what} of at most ${most}` }];
  return [
    ...over("TOO_MANY_NODES", "parts", nodes, CEL_LIMITS.nodes),
    ...over("TOO_MANY_STEPS", "steps of an evaluation", steps, CEL_STEPS_MAX),
  ];
}

function readExpression(
  source: string,
  size: Size,
): Compiled | readonly Omit<ProgramProblem, "pointer">[] {
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed.problems.map(describe);
  const checked = checkExpression(parsed.ast, SCOPE);
  size.nodes += parsed.nodes;
  size.steps += checked.steps;
  return checked.problems.length > 0
    ? checked.problems.map(describe)
    : compileExpression(parsed.ast);
}

function describe({
  code,
  message,
  position,
}: {
  readonly code: string;
  readonly message: string;
  readonly position: number;
}): Omit<ProgramProblem, "pointer"> {
  return { code, message: placed(message, position) };
}

/** @param message a sentence */
function placed(message: string, position: number): string {
  return `${message.replace(/\.$/, "")}, at character ${position}`;
}

/** What a step is computed from. */
export interface StepInput {
  readonly x: ReactorState;
  readonly u: JsonValue;
  /** Steps before this one. */
  readonly n: number;
}

/** An expression without a value, or a state over its limit: the step fails, always and everywhere. */
export class StepFault extends Error {
  override readonly name = "StepFault";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether a step of it may depend on what drives it. */
export function readsDrive(source: JsonValue): boolean {
  return typeof source === "string" && /\bu\b/u.test(source);
}

/** The inputs of a step. @throws StepFault */
export function inputsOfStep(ready: ReadyProgram, from: StepInput): JsonObject {
  const { continues, inputs } = ready;
  const { x } = from;
  const scope = scopeOf(from);
  const body: Record<string, JsonValue> = {};
  for (const [name, input] of inputs) {
    const value = evaluated(name, input, scope);
    // An input that is only there at times.
    if (value !== null) body[name] = value;
  }
  const { state } = x;
  if (continues && state !== undefined && !Object.hasOwn(body, "initialState"))
    body["initialState"] = state;
  return body;
}

/** One input of a step; null where it is left out. @throws StepFault */
export function inputOfStep({ inputs }: ReadyProgram, name: string, from: StepInput): JsonValue {
  const input = inputs.find(([one]) => one === name)?.[1] ?? null;
  return evaluated(name, input, scopeOf(from));
}

function scopeOf({ n, u, x }: StepInput): Record<string, CelValue> {
  const scope: Record<string, CelValue> = Object.create(null);
  scope["x"] = x;
  scope["u"] = u;
  scope["n"] = n;
  scope["none"] = null;
  return scope;
}

function evaluated(
  name: string,
  input: Compiled | JsonValue,
  scope: Record<string, CelValue>,
): JsonValue {
  if (typeof input !== "function") return input;
  try {
    return input(scope);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new StepFault(error.code, `${name}: ${placed(error.message, error.position)}`);
  }
}

/** The canonical text of a state. @throws StepFault for one that is over its limit */
export function stateText(x: ReactorState): string {
  const text = canonicalize(x);
  if (text.length <= REACTOR_STATE_BYTES_MAX) return text;
  throw new StepFault(
    "STATE_TOO_LARGE",
    `the state has ${text.length} characters of at most ${REACTOR_STATE_BYTES_MAX}`,
  );
}
