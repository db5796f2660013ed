/** Archetypes by stacks: small projects as files. */
import { ARCHETYPES } from "../../../protocol/templates/archetypes.js";
import { nearest } from "../../../protocol/search/nearest.js";
import { curlStack } from "./curl.js";
import { htmlStack } from "./html.js";
import { nodeStack } from "./node.js";
import { pythonStack } from "./python.js";
import { projectOf, type ScaffoldFile, type Stack } from "./project.js";

export const STACKS: Readonly<Record<string, Stack>> = {
  curl: curlStack,
  node: nodeStack,
  python: pythonStack,
  html: htmlStack,
};

export type Scaffold =
  | {
      readonly kind: "made";
      readonly archetype: string;
      readonly name: string;
      readonly run: string;
      readonly files: readonly ScaffoldFile[];
    }
  | {
      readonly kind: "archetype" | "stack";
      readonly nearest: string;
      readonly known: readonly string[];
    };

interface ScaffoldRequest {
  readonly archetype: string;
  readonly stack: string;
  readonly name: string;
}

/** An archetype is also known as its template, `archetypes/simulation`. */
export function scaffold({ archetype: asked, name, stack: askedStack }: ScaffoldRequest): Scaffold {
  const plain = asked.replace(/^archetypes\//, "").replace(/@1$/, "");
  const archetype = ARCHETYPES.find((one) => one.name === plain);
  if (archetype === undefined)
    return unknown(
      "archetype",
      plain,
      ARCHETYPES.map((one) => one.name),
    );
  const stack = Object.hasOwn(STACKS, askedStack) ? STACKS[askedStack] : undefined;
  if (stack === undefined) return unknown("stack", askedStack, Object.keys(STACKS));
  const project = projectOf(archetype, name);
  return {
    kind: "made",
    archetype: archetype.name,
    name: project.name,
    run: stack.run,
    files: stack.files(project),
  };
}

function unknown(
  kind: "archetype" | "stack",
  name: string,
  known: readonly string[],
): Extract<Scaffold, { kind: "archetype" | "stack" }> {
  return { kind, nearest: nearest(name, known, 1)[0]!, known };
}
