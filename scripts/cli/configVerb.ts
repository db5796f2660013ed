/** `calc config`: the settings a start would have, and where each comes from. */
import { Option, type Command } from "commander";
import type { Session, Verb } from "../../api/cli/session.js";
import { nearestName } from "../../protocol/operators/nearest.js";
import { tableLines } from "../../api/readable/table.js";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import { ConfigError } from "../../config/errors.js";
import { loadConfig } from "../../config/load.js";
import { settings, settingsByKey } from "../../config/settings.js";
import type { Flags, Origin } from "../../config/sources.js";

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
  },
};

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

async function got(
  session: Session,
  key: string,
  { config }: { readonly config?: string },
): Promise<number> {
  if (!settingsByKey.has(key)) {
    const near = nearestName(key, [...settingsByKey.keys()]);
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `there is no setting ${key}${near === null ? "" : `; did you mean ${near}?`}`,
      "calc config list names all of them.",
    );
  }
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
