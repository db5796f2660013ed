/** `calc scaffold`: the files of a small project, written into a directory of its own. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { nodeOperations } from "../../../api/contract/index.js";

/** Letters, digits, `.`, `-` and `_`, in folders below the directory. */
const SAFE_PATH = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

interface ScaffoldOptions {
  readonly stack?: string;
}

export const scaffoldVerb: Verb = {
  register(program, run) {
    const command = program
      .command("scaffold")
      .description(nodeOperations.scaffold.summary)
      .argument("<archetype>", "as `calc contract archetypes` lists them")
      .argument("<name>", "of the project")
      .argument("[dir]", "where the files go; else a directory of that name. It must not be there")
      .option("--stack <stack>", "curl, node, python or html; node where it is left out")
      .addHelpText("after", "\nExample:\n  calc scaffold simulation cooling --stack python\n");
    command.action(async (archetype: string, name: string, dir: string | undefined) => {
      await run(command, (session) =>
        write(session, { archetype, name, dir }, command.opts<ScaffoldOptions>()),
      );
    });
  },
};

async function write(
  session: Session,
  { archetype, dir, name }: { archetype: string; name: string; dir: string | undefined },
  { stack }: ScaffoldOptions,
): Promise<number> {
  const client = await session.modules.client(session.options);
  const outcome = await client.scaffold({
    archetype,
    name,
    ...(stack === undefined ? {} : { stack }),
  });
  if (outcome.kind !== "result") return session.show(outcome);
  const { files, name: used, run } = outcome.value;
  const target = resolve(dir ?? used);
  const stray = files.find(({ path }) => !SAFE_PATH.test(path));
  if (stray !== undefined)
    throw new CliError(
      "NOT_READABLE",
      EXIT.unexpected,
      `the node answered a file whose path is not safe: ${JSON.stringify(stray.path)}`,
      "Nothing was written. Ask another node.",
    );
  await makeDirectory(target);
  try {
    for (const { path, text } of files) {
      await mkdir(dirname(join(target, path)), { recursive: true });
      await writeFile(join(target, path), text, { flag: "wx" });
    }
  } catch (error) {
    // A project is written whole or not at all.
    await rm(target, { recursive: true, force: true });
    throw usage(`the files cannot be written to ${target}: ${messageOf(error)}`);
  }
  const { field, json, quiet } = session.options;
  if (json === true || field !== undefined)
    session.print({ directory: target, run, files: files.map(({ path }) => path) });
  else if (quiet !== true)
    session.modules.out(
      `${target}\n${files.map(({ path }) => `  ${path}\n`).join("")}run it there:  ${run}\n`,
    );
  return EXIT.ok;
}

/** Never writes into a directory that exists. @throws CliError */
async function makeDirectory(target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(target);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new CliError(
        "CONFLICT",
        EXIT.conflict,
        `${target} is there already, and nothing in it was touched`,
        "Name another directory.",
      );
    throw usage(`${target} cannot be made: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
