/** `calc operators` and `calc operator-spec`: the registry of a node, or of the program itself. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { HELP_COLUMNS } from "../../../api/cli/help.js";
import { LISTED_MAX, searchText, specText } from "./registryText.js";

export type RegistryVerb = "operators" | "operator-spec";

/**
 * The registry ships with the program, so it can be asked without a daemon; a running one is asked
 * first.
 */
function registryVerb(name: RegistryVerb, argument: string, description: string): Verb {
  return {
    register(program, run) {
      const command = program.command(name).description(description).argument(`[${argument}...]`);
      if (name === "operators")
        command.option("--domain <name>", "one domain").option("--limit <n>", "at most so many");
      command.action(async (words: readonly string[]) => {
        await run(command, async (session) => {
          const input =
            name === "operators"
              ? searchInput(session, words, command.opts())
              : { operators: [...words] };
          if (name === "operator-spec" && words.length === 0)
            throw usage("name at least one operator, as in NM21");
          return askRegistry(session, name, input);
        });
      });
    },
  };
}

/** A terminal gets as many as fit on it; a program everything. */
function searchInput(
  session: Session,
  words: readonly string[],
  { domain, limit }: { domain?: string; limit?: string },
): Record<string, unknown> {
  const isRead = session.options.json !== true && session.options.field === undefined;
  const most = limit === undefined ? (isRead ? LISTED_MAX : undefined) : Number(limit);
  if (most !== undefined && !(Number.isInteger(most) && most >= 1))
    throw usage(`--limit takes a whole number from 1, not ${limit}`);
  return {
    ...(words.length === 0 ? {} : { q: words.join(" ") }),
    ...(domain === undefined ? {} : { domain }),
    ...(most === undefined ? {} : { limit: most }),
  };
}

async function askRegistry(
  session: Session,
  name: RegistryVerb,
  input: Record<string, unknown>,
): Promise<number> {
  const client = await session.modules.client(session.options).catch((error: unknown) => {
    if (
      error instanceof CliError &&
      error.code === "UNREACHABLE" &&
      session.options.url === undefined
    )
      return null;
    throw error;
  });
  if (client === null) {
    const { ownAnswer } = await import("./registryAnswer.js");
    return printRegistry(session, name, ownAnswer(name, input));
  }
  const outcome =
    name === "operators" ? await client.operators(input) : await client.operatorSpec(input);
  return outcome.kind === "problem"
    ? session.show(outcome)
    : printRegistry(session, name, outcome.value);
}

/** Lines to read; the whole answer where a program asks. */
function printRegistry(
  session: Session,
  name: RegistryVerb,
  answer: Readonly<Record<string, unknown>>,
): number {
  if (session.options.json === true || session.options.field !== undefined) session.print(answer);
  else if (session.options.quiet !== true)
    session.modules.out(
      (name === "operators" ? searchText : specText)(
        answer,
        session.modules.columns ?? HELP_COLUMNS,
      ),
    );
  return EXIT.ok;
}

export const registryVerbs: readonly Verb[] = [
  registryVerb("operators", "words", "List or search the operator registry"),
  registryVerb(
    "operator-spec",
    "ids",
    "What operators need: inputs with aliases, units and conditions",
  ),
];
