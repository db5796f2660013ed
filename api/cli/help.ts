/** The help of `calc` itself: verbs by what people do with them, on one screen. */
import type { Command } from "commander";
import { wrapped } from "../readable/table.js";

/** Lines are this long wherever they are read, so that help can be made once. */
export const HELP_COLUMNS = 80;
const NAME_COLUMNS = 12;

/** What a beginner types, in order. */
const FIRST: readonly (readonly [string, string])[] = [
  ["calc daemon", "start a node, which seals what it computes"],
  ["calc operators gravitation", "find an operator by words"],
  ["calc compute NM21 m1=6e24 m2=7e22 r=4e8", "compute it, sealed"],
  ['calc evaluate "E = m c^2" m=1kg', "an equation of your own, no node needed"],
  ["calc buckling --help", "what a solver takes, with an example"],
  ["calc verify receipt.json", "check an answer, no node needed"],
];

/** Verbs by subject; what no group names stands under the last. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  [
    "Compute",
    [
      "compute",
      "sweep",
      "batch",
      "evaluate",
      "convert",
      "derive",
      "auto",
      "prove",
      "price",
      "shift",
      "field",
    ],
  ],
  [
    "Look up",
    [
      "operators",
      "operator-spec",
      "operator-categories",
      "solvers",
      "kernel",
      "kernel-prompt",
      "lib",
    ],
  ],
  [
    "Check",
    [
      "verify",
      "receipt",
      "receipt-row",
      "prove-verify",
      "reverify",
      "attest",
      "conformance",
      "verify-db",
    ],
  ],
  [
    "Node",
    ["init", "daemon", "status", "doctor", "health", "ready", "id", "logs", "config", "clock"],
  ],
  ["", ["backup", "restore", "store"]],
  ["Mesh", ["peers", "mesh", "witness", "dns", "pulse", "genesis"]],
  [
    "Account",
    [
      "account",
      "identity",
      "keys",
      "claim",
      "usage",
      "tally",
      "transfer",
      "ledger",
      "jobs",
      "contribute",
      "spin-up",
    ],
  ],
  ["", ["demo-key", "machine", "session-end", "transparency"]],
  ["Begin", ["skills", "scaffold", "harness"]],
  ["Streams", ["stream", "state", "reactor", "contract", "observer", "pohc", "page", "mail"]],
  ["Programs", ["llm", "api", "mcp", "openapi", "sdk-metadata", "completion", "version", "help"]],
];
/** Every verb that stands in a group by its name. */
export const GROUPED: readonly string[] = GROUPS.flatMap(([, verbs]) => verbs);
const SOLVERS = "Solvers";
const OTHERS = "More";

/** Verbs that are solvers are told apart by who made them. */
export const SOLVER_GROUP = "solver:";

export function topHelp(program: Command): string {
  const names = program.commands.map((command) => command.name());
  const solvers = program.commands
    .filter((command) => command.helpGroup() === SOLVER_GROUP)
    .map((command) => command.name());
  const known = new Set([...names, "help"]);
  const grouped = new Set([...GROUPED, ...solvers]);
  const rows: (readonly [string, readonly string[]])[] = [
    ...joined(GROUPS).map(
      ([title, verbs]) => [title, verbs.filter((verb) => known.has(verb))] as const,
    ),
    [SOLVERS, solvers],
    [OTHERS, names.filter((name) => !grouped.has(name))],
  ];
  const examples = FIRST.filter(([line]) => known.has(line.split(" ")[1]!));
  const width = Math.max(...examples.map(([line]) => line.length));
  return [
    "Usage: calc VERB [words] [options]",
    "",
    program.description(),
    "",
    ...examples.map(([line, about]) => `  ${line.padEnd(width)}  ${about}`),
    "",
    ...rows.flatMap(([title, verbs]) => group(title, verbs)),
    "",
    "Options of every verb:",
    ...optionLines(program),
    "",
    "calc VERB --help tells what a verb takes, with an example that runs.",
    "",
  ].join("\n");
}

/** A group without a title goes on with the one before. */
function joined(
  groups: readonly (readonly [string, readonly string[]])[],
): (readonly [string, readonly string[]])[] {
  const all: (readonly [string, readonly string[]])[] = [];
  for (const [title, verbs] of groups) {
    const before = all.at(-1);
    if (title === "" && before !== undefined)
      all[all.length - 1] = [before[0], [...before[1], ...verbs]];
    else all.push([title, verbs]);
  }
  return all;
}

function group(title: string, verbs: readonly string[]): string[] {
  if (verbs.length === 0) return [];
  const [first = "", ...rest] = wrapped(verbs.join(" "), HELP_COLUMNS - NAME_COLUMNS);
  return [
    `${title.padEnd(NAME_COLUMNS)}${first}`,
    ...rest.map((line) => " ".repeat(NAME_COLUMNS) + line),
  ];
}

function optionLines(program: Command): string[] {
  const shown = program.options.filter((option) => !option.hidden);
  const width = Math.max(...shown.map((option) => option.flags.length));
  return shown.map((option) => `  ${option.flags.padEnd(width)}  ${option.description}`);
}
