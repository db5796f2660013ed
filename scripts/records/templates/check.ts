/** What every template must hold: it builds, is valid by itself, and does what its vectors say. */
import { computingHere } from "../../../protocol/log/computing.js";
import { validateProgram } from "../../../protocol/contracts/validate.js";
import { initialState, prepareProgram } from "../../../protocol/contracts/machine.js";
import type { Step } from "../../../protocol/contracts/machine.js";
import { isTimeTrigger } from "../../../protocol/contracts/due.js";
import { trace } from "../../../protocol/contracts/trace.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import type { Crypto } from "../../../protocol/ports.js";
import { TemplateError, buildProgram } from "../../../protocol/templates/build.js";
import { fingerprintOf } from "./fingerprint.js";
import { eventsOf } from "../../../protocol/templates/template.js";
import type {
  Template,
  TemplateCategory,
  TemplateVector,
} from "../../../protocol/templates/template.js";

/** Of a value that another program computed in double precision from the same formula. */
const RELATIVE_TOLERANCE = 1e-9;
const STATES = ["nominal", "watch", "alert", "resolved"] as const;
/** Nominal, to watch, to alert, held in the band, to resolved, back, and an input that is missing. */
const VECTORS_MIN = 7;
const SAME_DETECTOR_MAX = 3;

export interface TemplateProblem {
  readonly template: string;
  readonly message: string;
}

/** Everything wrong with one template. */
export async function checkTemplate(
  crypto: Crypto,
  registry: Registry,
  category: string,
  template: Template,
): Promise<readonly string[]> {
  let program;
  try {
    program = buildProgram(category, template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [error.message];
  }
  const validated = validateProgram(program, registry);
  if (!validated.ok) {
    return validated.problems.map(
      ({ code, message, pointer }) => `${pointer}: ${code}: ${message}`,
    );
  }
  const prepared = prepareProgram(crypto, validated.checked);
  const { trigger } = prepared.program;
  const type = isTimeTrigger(trigger) ? "tick" : trigger.event;
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const vector of template.vectors) {
    const { steps } = await trace(
      prepared,
      initialState(prepared),
      eventsOf(vector).map((event) => ({ type, ...event })),
      computingHere(crypto, registry),
    );
    for (const { to } of steps) seen.add(to);
    const wrong = differenceOf(vector, steps);
    if (wrong !== null) problems.push(`vector ${vector.name}: ${wrong}`);
  }
  const never = STATES.filter((state) => !seen.has(state));
  if (never.length > 0) problems.push(`no vector reaches ${never.join(", ")}`);
  if (template.vectors.length < VECTORS_MIN) {
    problems.push(`has ${template.vectors.length} vectors; ${VECTORS_MIN} are the least`);
  }
  if (!template.vectors.some(({ fault }) => fault !== undefined)) {
    problems.push("no vector leaves out an input");
  }
  return problems;
}

/** Null where the steps are as the vector has them. */
export function differenceOf(vector: TemplateVector, steps: readonly Step[]): string | null {
  const last = steps.at(-1)!;
  const shown = steps.slice(-vector.states.length).map(({ to }) => to);
  if (shown.join() !== vector.states.join()) {
    const why = steps.find(({ fault }) => fault !== null)?.fault;
    const said = why === undefined || why === null ? "" : ` (${why.code}: ${why.message})`;
    return `went ${shown.join(", ")}, not ${vector.states.join(", ")}${said}`;
  }
  const fault = last.fault?.code;
  if (fault !== vector.fault) {
    return `ended with ${fault ?? "no fault"}, not ${vector.fault ?? "without one"}: ${last.fault?.message ?? ""}`;
  }
  for (const [name, expected] of Object.entries(vector.values ?? {})) {
    const result = last.results.find(({ as }) => as === name);
    if (result === undefined) return `has no result ${name}`;
    const room = Math.max(RELATIVE_TOLERANCE * Math.abs(expected), 3 * result.uncertainty);
    if (!(Math.abs(result.value - expected) <= room)) {
      return `${name} is ${result.value}, not ${expected} (within ${room})`;
    }
  }
  return null;
}

/** What holds among templates: each signal once, and no near copies. */
export function checkTogether(categories: readonly TemplateCategory[]): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const seen = new Map<string, string>();
  const shapes = new Map<string, string[]>();
  for (const { category, templates } of categories) {
    const detectors = new Map<string, number>();
    for (const template of templates) {
      const id = `${category}/${template.slug}`;
      for (const [kind, key] of [
        ["id", id],
        ["signal and detector", `${template.signal}|${template.detector}`],
      ] as const) {
        const other = seen.get(`${kind}:${key}`);
        if (other !== undefined)
          problems.push({ template: id, message: `has the ${kind} of ${other}` });
        seen.set(`${kind}:${key}`, id);
      }
      const count = (detectors.get(template.detector) ?? 0) + 1;
      detectors.set(template.detector, count);
      if (count > SAME_DETECTOR_MAX) {
        problems.push({
          template: id,
          message: `is one of ${count} of ${category} with ${template.detector}; ${SAME_DETECTOR_MAX} are the most`,
        });
      }
      const shape = fingerprintOf(category, template);
      const alike = [...(shapes.get(shape) ?? []), id];
      shapes.set(shape, alike);
      if (alike.length > 2 || alike.filter((one) => one.startsWith(`${category}/`)).length > 1) {
        problems.push({
          template: id,
          message: `computes and decides as ${alike.slice(0, -1).join(", ")}`,
        });
      }
    }
  }
  return problems;
}
