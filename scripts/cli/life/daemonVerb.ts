/**
 * The verb that is the daemon. In a file of its own: a node that runs has no use for the others.
 */
import type { Command } from "commander";
import type { Verb } from "../../../api/cli/session.js";
import { settings } from "../../../config/settings.js";

export const daemonVerb: Verb = {
  register(program, run) {
    const command = program.command("daemon").description("Start a node and serve until stopped");
    for (const { flag, kind, placeholder, about } of settings) {
      if (flag === null) continue;
      command.option(kind === "switch" ? `--${flag}` : `--${flag} <${placeholder}>`, about);
    }
    command.option("--config <FILE>", "Configuration file; ./calc.json otherwise");
    command.action(async () => {
      // Loaded only here: the node and its networking take longer to load than any other verb to
      // run.
      await run(command, async () => (await import("./daemon.js")).runDaemon(flagsOf(command)));
    });
  },
};

const FLAGS: ReadonlySet<string> = new Set([
  "config",
  ...settings.flatMap(({ flag }) => flag ?? []),
]);

/**
 * Flags under their own names, as the configuration knows them; commander turns them into
 * attributes.
 */
function flagsOf(command: Command): Record<string, string | boolean> {
  const given = command.optsWithGlobals<Record<string, string | boolean>>();
  const flags: Record<string, string | boolean> = {};
  for (const option of [...command.options, ...(command.parent?.options ?? [])]) {
    const value = given[option.attributeName()];
    const name = option.long?.slice(2) ?? "";
    if (value !== undefined && FLAGS.has(name)) flags[name] = value;
  }
  return flags;
}
