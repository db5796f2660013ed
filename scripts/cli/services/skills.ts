/** `calc skills`: pages on how to do a task with a node, found by words. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { nodeOperations } from "../../../api/contract/index.js";

export const skillsVerb: Verb = {
  register(program, run) {
    const command = program
      .command("skills")
      .description(nodeOperations.skills.summary)
      .argument("[words...]", "the task, in words of your own; all pages are listed without them")
      .option("--name <name>", "one page by its name, as in first-receipt")
      .addHelpText("after", "\nExample:\n  calc skills verify a receipt\n");
    command.action(async (words: readonly string[]) => {
      await run(command, (session) => show(session, words, command.opts<{ name?: string }>().name));
    });
  },
};

async function show(
  session: Session,
  words: readonly string[],
  name: string | undefined,
): Promise<number> {
  const client = await session.modules.client(session.options);
  const outcome = await client.skills({
    ...(words.length === 0 ? {} : { query: words.join(" ") }),
    ...(name === undefined ? {} : { name }),
  });
  const { field, json, quiet } = session.options;
  if (outcome.kind !== "result" || json === true || field !== undefined || quiet === true)
    return session.show(outcome);
  const { markdown, name: shown, skills } = outcome.value;
  const others = skills.filter((one) => one.name !== shown);
  const width = Math.max(0, ...others.map((one) => one.name.length));
  const list = others.map((one) => `  ${one.name.padEnd(width)}  ${one.about}\n`).join("");
  session.modules.out(markdown ?? `Pages, each shown by calc skills --name NAME:\n${list}`);
  if (markdown !== null && others.length > 0)
    session.modules.err(`Other pages, each shown by calc skills --name NAME:\n${list}`);
  return EXIT.ok;
}
