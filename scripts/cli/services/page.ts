/** `calc page publish`: a directory becomes a page of a machine. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { keyOption, withKeyOption } from "../../../api/cli/derivedVerb.js";
import { usage } from "../../../api/cli/exitCodes.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { PAGE_BYTES_MAX, PAGE_FILES_MAX } from "../../../protocol/limits.js";
import { INDEX } from "../../../protocol/pages/files.js";
import { diskFault } from "../life/diskFault.js";

interface PublishOptions {
  readonly scripts?: boolean;
  readonly expected?: string;
  readonly idempotencyKey?: string;
}

interface ReadFile {
  readonly path: string;
  readonly base64: string;
}

export const pageVerb: Verb = {
  register(program, run) {
    const group = program.command("page").description("Several verbs: calc page --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const command = withKeyOption(
      group
        .command("publish")
        .description("Publish the files of a directory as a page of a machine")
        .argument("<dir>", `directory with ${INDEX}; hidden files are left out`)
        .argument("<machine>", "slug or id of the machine")
        .argument("<page>", "name of the page")
        .option("--scripts", "let its scripts run, in the sandbox")
        .option("--expected <commit>", "the commit that must be shown now, or none"),
    ).addHelpText("after", "\nExample:\n  calc page publish site/ oven-north report --scripts\n");
    command.action(async (dir: string, machine: string, page: string) => {
      await run(command, (session) =>
        publish(session, { dir, machine, page }, command.opts<PublishOptions>()),
      );
    });
  },
};

async function publish(
  session: Session,
  { dir, machine, page }: { readonly dir: string; readonly machine: string; readonly page: string },
  options: PublishOptions,
): Promise<number> {
  const files = await filesOf(dir);
  if (!files.some(({ path }) => path === INDEX))
    throw usage(`${dir} has no ${INDEX}`, "A page begins with a file of this name.");
  const client = await session.modules.client(session.options);
  const { expected, scripts = false } = options;
  return session.show(
    await client.pagePublish(
      {
        machine,
        page,
        files: [...files],
        allowScripts: scripts,
        ...(expected === undefined ? {} : { expected }),
      },
      keyOption(options),
    ),
  );
}

/** By path, with `/` between its parts. @throws CliError where it cannot be read, or is too much */
async function filesOf(dir: string): Promise<readonly ReadFile[]> {
  const files: ReadFile[] = [];
  let bytes = 0;
  try {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name);
      const path = relative(dir, file).split(sep).join("/");
      if (entry.isDirectory() || path.split("/").some((part) => part.startsWith("."))) continue;
      const found = await lstat(file);
      // A link may lead out of the directory.
      if (!found.isFile()) throw usage(`${path} is no plain file`, "Copy what it stands for.");
      bytes += found.size;
      if (files.length >= PAGE_FILES_MAX || bytes > PAGE_BYTES_MAX)
        throw usage(`a page has at most ${PAGE_FILES_MAX} files and ${PAGE_BYTES_MAX} bytes`);
      files.push({ path, base64: (await readFile(file)).toString("base64") });
    }
  } catch (error) {
    throw diskFault(error, dir) ?? error;
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
