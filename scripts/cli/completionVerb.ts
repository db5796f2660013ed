/** `calc completion SHELL`: a script that completes verbs, options, inputs and operator ids. */
import { Argument, type Command } from "commander";
import type { Verb } from "../../api/cli/session.js";
import { EXIT, usage } from "../../api/cli/exitCodes.js";
import { completedOf, type VerbWords } from "../../api/cli/completed.js";
import { completionScript, SHELLS } from "../../api/cli/completion.js";
import { LOG_LEVELS } from "../../config/schema.js";
import { settings } from "../../config/settings.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { cardsByName } from "../../protocol/solvers/cards.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import { solverWords } from "./compute/solverHelp.js";

const cards = new Map<string, SolverCard>(
  Object.values<SolverCard>(cardsByName).map((card) => [card.id, card]),
);

/** Actions of verbs that read them as one word. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  account: ["new", "recover", "show", "keys"],
  api: ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"],
  completion: SHELLS,
  conformance: ["run"],
  dns: ["register", "resolve", "lookup", "status", "update", "revoke", "verify"],
};

const KEYS = settings.map(({ key }) => key);
const OF_SETTINGS: ReadonlySet<string> = new Set(["config get", "config set", "config unset"]);

/** A placeholder that is a list of what is allowed, as in `on|off`. */
const ALLOWED = /^[a-z]+(?:\|[a-z]+)+$/;

/** What options of `calc daemon` allow. */
function settingValues(): VerbWords["values"] {
  const values: Record<string, readonly string[]> = {};
  for (const { flag, key, placeholder } of settings) {
    if (flag === null) continue;
    if (key === "logLevel") values[`--${flag}`] = LOG_LEVELS;
    else if (ALLOWED.test(placeholder)) values[`--${flag}`] = placeholder.split("|");
  }
  return values;
}

function wordsOf(verb: string): VerbWords | undefined {
  if (verb === "daemon") return { words: [], values: settingValues() };
  if (OF_SETTINGS.has(verb)) return { words: KEYS, values: {} };
  const card = cards.get(verb);
  if (card !== undefined) return solverWords(card);
  const actions = ACTIONS[verb];
  return actions === undefined ? undefined : { words: actions, values: {} };
}

export function scriptFor(shell: string, program: Command): string {
  const ids = builtinRegistry().entries.map(({ id }) => id);
  return completionScript(shell, completedOf(program, ids, wordsOf));
}

export const completionVerb: Verb = {
  register(program, run) {
    const command = program
      .command("completion")
      .description("Completion for a shell: verbs, options, inputs and operator ids")
      .addArgument(new Argument("[shell]", SHELLS.join(", ")));
    command.addHelpText(
      "after",
      "\nFor bash, put this into ~/.bashrc; for zsh the same with zsh into ~/.zshrc:\n" +
        "  source <(calc completion bash)\nFor fish:\n" +
        "  calc completion fish > ~/.config/fish/completions/calc.fish\n",
    );
    command.action(async (shell: string | undefined) => {
      await run(command, async (session) => {
        if (shell === undefined) throw usage("name a shell", `calc completion ${SHELLS.join("|")}`);
        const { wholeProgram } = await import("./helpTexts.js");
        session.modules.out(scriptFor(shell, await wholeProgram()));
        return EXIT.ok;
      });
    });
  },
};
