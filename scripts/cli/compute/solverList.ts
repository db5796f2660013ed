/** `calc solvers`: what each solver answers, from the cards that ship with the program. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { tableLines } from "../../../api/readable/table.js";
import { cardOf, cardsByName } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { cardsFound } from "../../../protocol/router/rank.js";
import { HELP_COLUMNS } from "../../../api/cli/help.js";
import { fieldsIn } from "../../../api/readable/fields.js";
import { textIn } from "../tables.js";

const FOUND_MAX = 5;

/** All of them, or those that words ask for. @throws CliError where none is */
function cardsOf(words: string): readonly SolverCard[] {
  if (words === "") return Object.values<SolverCard>(cardsByName);
  const found = cardOf(words) === null ? cardsFound(words, FOUND_MAX) : [words];
  if (found.length > 0) return found.map((id) => cardOf(id)!);
  throw new CliError(
    "NOT_FOUND",
    EXIT.notFound,
    `no solver has one of these words: ${words}`,
    "calc solvers lists all of them.",
  );
}

function listText(words: string, columns: number): string {
  const rows = cardsOf(words).map(({ id, primary, title }) => [
    id,
    title,
    primary.unit === "1" ? "" : primary.unit,
  ]);
  return [
    ...tableLines(rows, columns),
    `${rows.length} solver${rows.length === 1 ? "" : "s"}; calc NAME --help tells what one takes, with an example.`,
    "",
  ].join("\n");
}

/** A program gets what the node has; people read names. */
async function list(session: Session, words: string): Promise<number> {
  const { field, json, quiet, verbose } = session.options;
  if (json !== true && field === undefined && verbose !== true) {
    if (quiet !== true)
      session.modules.out(listText(words, session.modules.columns ?? HELP_COLUMNS));
    return EXIT.ok;
  }
  const client = await session.modules.client(session.options);
  const outcome = await client.solvers(words === "" ? {} : { solver: words });
  if (outcome.kind === "problem" || verbose !== true) return session.show(outcome);
  for (const solver of fieldsIn(outcome.value.solvers))
    session.modules.out(`${textIn(solver, "id")}  ${textIn(solver, "summary")}\n`);
  return EXIT.ok;
}

export const solversVerb: Verb = {
  register(program, run) {
    const command = program
      .command("solvers")
      .description("The solvers and what each answers; --json has inputs, limits and examples")
      .argument("[words...]", "an id, or words, as in epidemic");
    command.action(async (words: readonly string[]) => {
      await run(command, (session) => list(session, words.join(" ")));
    });
  },
};
