/** `calc solvers`: what each solver answers, from the cards that ship with the program. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { tableLines } from "../../../api/readable/table.js";
import { cardsByName } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { HELP_COLUMNS } from "../../../api/cli/help.js";
import { fieldsIn } from "../../../api/readable/fields.js";
import { textIn } from "../tables.js";

function listText(columns: number): string {
  const rows = Object.values<SolverCard>(cardsByName).map(({ id, primary, title }) => [
    id,
    title,
    primary.unit === "1" ? "" : primary.unit,
  ]);
  return [
    ...tableLines(rows, columns),
    `${rows.length} solvers; calc NAME --help tells what one takes, with an example.`,
    "",
  ].join("\n");
}

/** A program gets what the node has; people read names. */
async function list(session: Session): Promise<number> {
  const { field, json, quiet, verbose } = session.options;
  if (json !== true && field === undefined && verbose !== true) {
    if (quiet !== true) session.modules.out(listText(session.modules.columns ?? HELP_COLUMNS));
    return EXIT.ok;
  }
  const client = await session.modules.client(session.options);
  const outcome = await client.solvers({});
  if (outcome.kind === "problem" || verbose !== true) return session.show(outcome);
  for (const solver of fieldsIn(outcome.value.solvers))
    session.modules.out(`${textIn(solver, "id")}  ${textIn(solver, "summary")}\n`);
  return EXIT.ok;
}

export const solversVerb: Verb = {
  register(program, run) {
    const command = program
      .command("solvers")
      .description("The solvers and what each answers; --json has inputs, limits and examples");
    command.action(async () => {
      await run(command, list);
    });
  },
};
