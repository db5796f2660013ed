/** What a scaffold is made of, whatever its stack: a program, events, and where they lead. */
import type { Archetype } from "../../../protocol/templates/archetypes.js";
import { archetypeProgram } from "../../../protocol/templates/archetypes.js";
import type { JsonObject } from "../../../protocol/ports.js";

export interface ScaffoldFile {
  readonly path: string;
  readonly text: string;
}

export interface Project {
  /** Small letters, digits and `-`. */
  readonly name: string;
  readonly archetype: string;
  readonly purpose: string;
  readonly program: JsonObject;
  /** Data of the events that it is tried with. */
  readonly events: readonly JsonObject[];
  /** State behind the last of them. */
  readonly state: string;
}

export interface Stack {
  /** Names that are typed in the directory of the files. */
  readonly run: string;
  readonly files: (project: Project) => readonly ScaffoldFile[];
}

const NAME_CHARS_MAX = 40;
const NO_NAME = "calc-project";

/** Events behind the first, which is the example of the archetype, and the state that they lead to. */
const FOLLOWING: Readonly<Record<string, { events: readonly JsonObject[]; state: string }>> = {
  "provable-record": { events: [{ what: "inspection", amount: 3 }], state: "open" },
  "reproducible-computation": { events: [{ m: 5, a: 9.81 }], state: "ready" },
  "deployable-logic": { events: [{ T: 91 }, { T: 82 }], state: "resolved" },
  simulation: { events: [{}, {}], state: "running" },
  "interactive-agent": { events: [{ ask: "count" }, { ask: "reset" }], state: "listening" },
};

/** A name that is a name of a file everywhere, and leads out of no directory. */
export function projectName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, NAME_CHARS_MAX)
    .replace(/^-+|-+$/g, "");
  return plain === "" ? NO_NAME : plain;
}

export function projectOf(archetype: Archetype, name: string): Project {
  const { example, name: kind, purpose } = archetype;
  const { events, state } = FOLLOWING[kind] ?? { events: [], state: example.state };
  const used = projectName(name);
  return {
    name: used,
    archetype: kind,
    purpose,
    program: { ...archetypeProgram(archetype), name: used },
    events: [example.data, ...events],
    state,
  };
}

export function prettyJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function readme({ archetype, name, purpose }: Project, run: string, notes: string): string {
  return `# ${name}

${purpose} It begins with the archetype \`${archetype}\`.

\`\`\`sh
${run}
\`\`\`

It deploys the program and fires its events. It ends with an error unless the state is the expected one, a replay
gives the same rows, and the receipt of the last move holds.

| Setting | Stands for |
|---|---|
| \`CALC_URL\` | Address of the node, \`http://127.0.0.1:8287\` where it is not set |
| \`CALC_TOKEN\` | Your key. Without it a demo key with free credits is made |

${notes}

Begin with \`program.json\`: states, guards (CEL over \`input\`, \`params\`, \`ctx\`) and what is computed.
\`POST /api/contracts/validate\` names what is wrong with it, by JSON Pointer. Then change the events and the
expected state.
`;
}
