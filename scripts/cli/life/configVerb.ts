/** `calc config`: the settings a start would have, and where each comes from. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Option, type Command } from "commander";
import type { Session, Verb } from "../../../api/cli/session.js";
import { nearestName } from "../../../protocol/search/nearest.js";
import { tableLines } from "../../../api/readable/table.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { withSetting } from "../../../config/edit.js";
import { ConfigError } from "../../../config/errors.js";
import { loadConfig } from "../../../config/load.js";
import { processEnvironment, USER_FILE } from "../../../config/gathered.js";
import { settings, settingsByKey, type Setting } from "../../../config/settings.js";
import { fromText, type Flags, type Origin, type Source } from "../../../config/sources.js";
import { makeDirectory } from "../../../storage/leveldb/makeDirectory.js";
import { diskFault } from "./diskFault.js";

export const configVerb: Verb = {
  register(program, run) {
    const group = program
      .command("config")
      .description("Settings of the node: what a start here would have, and where from");
    group.action(() => {
      group.help({ error: true });
    });
    const list = withFile(
      group.command("list").description("All settings that a start here would have"),
    ).option("--origin", "with where each comes from: default, file and line, environment, flag");
    list.action(async () => {
      await run(list, (session) =>
        listed(session, list.opts<{ origin?: boolean; config?: string }>()),
      );
    });
    const get = withFile(
      group.command("get").description("One setting").argument("<key>", "as in http.listen"),
    );
    get.action(async (key: string) => {
      await run(get, (session) => got(session, key, get.opts<{ config?: string }>()));
    });
    const set = withTarget(
      group
        .command("set")
        .description("Write one setting into a file; a running node reads it again with SIGHUP")
        .argument("<key>", "as in http.listen")
        .argument("<value>", "as the flag or the variable takes it"),
    );
    set.action(async (key: string, value: string) => {
      await run(set, (session) => write(session, key, value, set.opts<{ config?: string }>()));
    });
    const unset = withTarget(
      group.command("unset").description("Take one setting out of a file").argument("<key>"),
    );
    unset.action(async (key: string) => {
      await run(unset, (session) => write(session, key, null, unset.opts<{ config?: string }>()));
    });
  },
};

function withTarget(command: Command): Command {
  return command.addOption(
    new Option("--config <FILE>", "File to write; config.json in the data directory otherwise"),
  );
}

/** A daemon takes the same option. */
function withFile(command: Command): Command {
  return command.addOption(
    new Option("--config <FILE>", "Configuration file; ./calc.json otherwise"),
  );
}

export interface Effective {
  readonly key: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** @throws CliError where the settings contradict each other or are none */
export async function effective(flags: Flags): Promise<{
  readonly all: readonly Effective[];
  readonly warnings: readonly string[];
}> {
  try {
    const { given, origins, warnings } = await loadConfig(flags);
    const all = settings.map(({ key }) => ({
      key,
      value: given.get(key),
      origin: origins.get(key)!,
    }));
    return { all, warnings };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new CliError("CONFIG", EXIT.usage, error.message, "See calc daemon --help.");
  }
}

export function flagsOf({ options }: Session, config: string | undefined): Flags {
  return {
    ...(options.dataDir === undefined ? {} : { "data-dir": options.dataDir }),
    ...(config === undefined ? {} : { config }),
  };
}

async function listed(
  session: Session,
  { config, origin = false }: { readonly origin?: boolean; readonly config?: string },
): Promise<number> {
  const { all, warnings } = await effective(flagsOf(session, config));
  const { json, field, quiet } = session.options;
  if (json === true || field !== undefined)
    session.print({
      settings: Object.fromEntries(
        all.map((one) => [one.key, origin ? { value: one.value, origin: one.origin } : one.value]),
      ),
      warnings,
    });
  else if (quiet !== true) {
    const rows = all.map((one) => [
      one.key,
      shownValue(one.value),
      ...(origin ? [placeOf(one.origin)] : []),
    ]);
    session.modules.out(`${tableLines(rows).join("\n")}\n`);
    for (const warning of warnings) session.modules.err(`warning: ${warning}\n`);
  }
  return EXIT.ok;
}

/** @throws CliError where there is none */
function settingOf(key: string): Setting {
  const found = settingsByKey.get(key);
  if (found !== undefined) return found;
  const near = nearestName(key, [...settingsByKey.keys()]);
  throw new CliError(
    "NOT_FOUND",
    EXIT.notFound,
    `there is no setting ${key}${near === null ? "" : `; did you mean ${near}?`}`,
    "calc config list names all of them.",
  );
}

/**
 * Writes one setting, or takes it out, if a start would take what comes of it.
 * @param text null takes it out
 */
async function write(
  session: Session,
  key: string,
  text: string | null,
  { config }: { readonly config?: string },
): Promise<number> {
  const setting = settingOf(key);
  if (key === "dataDir" && config === undefined)
    throw usage(
      "the file in the data directory cannot say where that is",
      "Name another file with --config, or set CALC_DATA_DIR.",
    );
  const flags = flagsOf(session, undefined);
  const value = text === null ? undefined : fromText(setting, text);
  const trial = value ?? setting.fallback(processEnvironment());
  const tried = new Map([[key, { value: trial, origin: TRIED }]]);
  const file = resolve(config ?? join(await checked(flags, tried), USER_FILE));
  const before = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw diskFault(error, file) ?? error;
  });
  try {
    const after = withSetting(before, key, value, file);
    await makeDirectory(dirname(file));
    await writeFile(`${file}.new`, after, { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (error) {
    if (error instanceof ConfigError)
      throw new CliError("CONFIG", EXIT.usage, error.message, "Nothing was written.");
    throw diskFault(error, file) ?? error;
  }
  const { all } = await effective({ ...flags, ...(config === undefined ? {} : { config: file }) });
  const { origin, value: holds } = all.find((one) => one.key === key)!;
  const isOver = value !== undefined && origin.where !== file;
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ key, value: holds, origin, file });
  else if (session.options.quiet !== true) {
    session.modules.out(`${key} is ${shownValue(holds)}, from ${placeOf(origin)}\n`);
    if (isOver) session.modules.err(`warning: ${placeOf(origin)} wins over ${file} here\n`);
  }
  return EXIT.ok;
}

const TRIED: Origin = { kind: "tried", where: "calc config set" };

/** @returns the data directory @throws CliError where a start would refuse what is tried */
async function checked(flags: Flags, tried: Source): Promise<string> {
  try {
    return (await loadConfig(flags, processEnvironment(), tried)).config.dataDir;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new CliError("CONFIG", EXIT.usage, error.message, "Nothing was written.");
  }
}

async function got(
  session: Session,
  key: string,
  { config }: { readonly config?: string },
): Promise<number> {
  settingOf(key);
  const { all } = await effective(flagsOf(session, config));
  const { origin, value } = all.find((one) => one.key === key)!;
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ key, value, origin });
  else if (session.options.quiet !== true) session.modules.out(`${shownValue(value)}\n`);
  return EXIT.ok;
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.join(",");
  return String(value);
}

/** As an editor is told a place. */
export function placeOf({ line, where }: Origin): string {
  return line === undefined ? where : `${where}:${line}`;
}
