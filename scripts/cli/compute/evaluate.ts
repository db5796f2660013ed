/** `calc evaluate`: equations typed by hand, one by one or a line each, in this process. */
import { createInterface } from "node:readline";
import type { CliModules, Session } from "../../../api/cli/session.js";
import { CliError, EXIT, exitOf, usage } from "../../../api/cli/exitCodes.js";
import { pairsOf } from "../../../api/cli/arguments.js";
import { typedInputs } from "./typedInputs.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { playgroundCompute } from "../../../api/contract/compute/playgroundCompute.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { errorEntry } from "../../../protocol/errors/index.js";
import { badInput, unnamedAnswer } from "../../../node/compute/operations/playground.js";
import { wantedUnit } from "../../../node/operations/quantities.js";

export interface EvaluateOptions {
  readonly symbols?: readonly string[];
  readonly uncertainties?: readonly string[];
  readonly solveFor?: string;
  readonly unit?: string;
  readonly stdin?: boolean;
}

type Answer = Readonly<Record<string, unknown>>;

/** The same checks a request over HTTP passes. @throws ApiError */
function answerTo(request: Answer): Answer {
  const checked = playgroundCompute.input.safeParse(request);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new ApiError(
      "INVALID_BODY",
      `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a request"}`,
    );
  }
  const { equation } = checked.data;
  if (equation === undefined) throw new ApiError("INVALID_BODY", "equation: missing");
  const { unit, ...asked } = checked.data;
  const wanted = wantedUnit(unit);
  const numbers = equationInNumbers({ ...asked, equation });
  return numbers.ok
    ? unnamedAnswer(evaluateUnnamed(numbers.request), wanted)
    : badInput(numbers.problem);
}

export function evaluateOne(
  session: Session,
  equation: string,
  inputs: readonly string[],
  options: EvaluateOptions,
): number {
  const units = unitsOf(options.symbols ?? []);
  const typed = typedInputs(inputs, units);
  const unitOf = (name: string): string | null => {
    const says = typed.symbols[name];
    return typeof says === "string" ? says : (units[name] ?? null);
  };
  const request = {
    equation,
    inputs: typed.inputs,
    ...(Object.keys(typed.symbols).length === 0 ? {} : { symbols: typed.symbols }),
    ...(options.uncertainties === undefined
      ? {}
      : {
          uncertainties: pairsOf(options.uncertainties, "--uncertainties", (name) => ({
            unit: unitOf(name),
            isDifference: true,
          })),
        }),
    ...(options.unit === undefined ? {} : { unit: options.unit }),
    ...(options.solveFor === undefined ? {} : { solve_for: options.solveFor }),
  };
  try {
    const answer = answerTo(request);
    refuseUnused(answer);
    session.print(answer);
    return answer["value"] === null ? EXIT.refused : EXIT.ok;
  } catch (error) {
    if (error instanceof ApiError)
      throw new CliError(
        error.code,
        exitOf(error.code),
        error.message,
        errorEntry(error.code).remedy,
      );
    throw error;
  }
}

/** An input that nothing used is misspelt, or meant for another equation. @throws CliError */
function refuseUnused({ unused }: Answer): void {
  const [first] = isObject(unused) ? Object.entries(unused) : [];
  if (first === undefined) return;
  const [name, nearest] = first;
  throw usage(
    `the equation has no ${name}`,
    typeof nearest === "string"
      ? `Did you mean ${nearest}?`
      : `Leave ${name} out, or correct the equation.`,
  );
}

function unitsOf(words: readonly string[]): Record<string, string> {
  const units: Record<string, string> = {};
  for (const word of words) {
    const at = word.indexOf("=");
    if (at < 1) throw usage(`--symbols: ${JSON.stringify(word)} is not name=unit`);
    units[word.slice(0, at)] = word.slice(at + 1);
  }
  return units;
}

/**
 * One JSON request a line, one answer a line with the same `id`; a bad line is answered and the
 * next one read.
 */
export async function evaluateLines(modules: Pick<CliModules, "out">): Promise<number> {
  for await (const line of createInterface({
    input: process.stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.trim() !== "") modules.out(`${JSON.stringify(lineAnswer(line))}\n`);
  }
  return EXIT.ok;
}

function lineAnswer(line: string): Answer {
  const read = parseJson(line);
  if (!read.ok)
    return {
      id: null,
      error: { code: "MALFORMED_JSON", detail: `${read.message}, at character ${read.offset}` },
    };
  if (typeof read.value !== "object" || read.value === null || Array.isArray(read.value)) {
    return { id: null, error: { code: "INVALID_BODY", detail: "a request is a JSON object" } };
  }
  const { id = null, ...request } = read.value as Answer;
  try {
    return { id, ...answerTo(request) };
  } catch (error) {
    if (error instanceof ApiError)
      return { id, error: { code: error.code, detail: error.message } };
    throw error;
  }
}
