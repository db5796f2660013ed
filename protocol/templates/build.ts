/** From a template to the program that is deployed. */
import { PROGRAM_SCHEMA } from "../contracts/program.js";
import type { JsonObject } from "../ports.js";
import type { Slots } from "./detectors/detector.js";
import { DETECTORS } from "./detectors/index.js";
import type { Template } from "./template.js";

export const TEMPLATE_VERSION = 1;

/** Thrown for a template that does not fit its detector; its message names what is missing. */
export class TemplateError extends Error {}

export function templateId(category: string, { slug }: Pick<Template, "slug">): string {
  return `${category}/${slug}`;
}

/** A program of `calc-contract/1`, not checked yet. */
export function buildProgram(category: string, template: Template): JsonObject {
  const detector = DETECTORS.get(template.detector);
  if (detector === undefined) throw new TemplateError(`there is no detector ${template.detector}`);
  for (const name of Object.keys(detector.params)) {
    if (!Object.hasOwn(template.params, name)) {
      throw new TemplateError(`${detector.id} needs the param ${name}: ${detector.params[name]}`);
    }
  }
  const known = Object.keys(detector.slots).map((name) => name.replace("?", ""));
  const stray = Object.keys(template.slots).find((name) => !known.includes(name));
  if (stray !== undefined) {
    throw new TemplateError(`${detector.id} has no slot ${stray}; it has ${known.join(", ")}`);
  }
  const { context, states } = detector.machine(slotsOf(template, detector.id));
  return JSON.parse(
    JSON.stringify({
      schema: PROGRAM_SCHEMA,
      name: template.name,
      template: `${templateId(category, template)}@${TEMPLATE_VERSION}`,
      about: template.purpose,
      params: Object.fromEntries(
        Object.entries(template.params).map(([name, { reason, ...param }]) => [
          name,
          { type: "double", ...param, about: reason.slice(0, 500) },
        ]),
      ),
      inputs: Object.fromEntries(
        Object.entries(template.inputs).map(([name, { type = "double", ...input }]) => [
          name,
          { type, ...input },
        ]),
      ),
      trigger: template.trigger,
      ...(template.compute === undefined ? {} : { compute: template.compute }),
      machine: { initial: "nominal", ...(context === undefined ? {} : { context }), states },
      seal: "on-transition",
    }),
  );
}

function slotsOf({ slots }: Template, detector: string): Slots {
  const absent = (name: string): never => {
    throw new TemplateError(`${detector} needs the slot ${name}`);
  };
  const maybe = (name: string): string | null => {
    const given = slots[name];
    if (given === undefined) return null;
    if (typeof given !== "string") throw new TemplateError(`the slot ${name} is one expression`);
    return `(${given})`;
  };
  return {
    maybe,
    one: (name) => maybe(name) ?? absent(name),
    many: (name) => {
      const given = slots[name] ?? absent(name);
      return (typeof given === "string" ? [given] : given).map((one) => `(${one})`);
    },
    choice: (name, words) => {
      const given = slots[name];
      if (given === undefined) return words[0];
      const found = words.find((word) => word === given);
      if (found === undefined) {
        throw new TemplateError(`the slot ${name} is one of ${words.join(", ")}`);
      }
      return found;
    },
  };
}
