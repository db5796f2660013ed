/** `calc doctor`: what is wrong with a node and its machine, and the command that mends it. */
import { Option } from "commander";
import type { Session, Verb } from "../../../api/cli/session.js";
import { wrapped } from "../../../api/readable/table.js";
import { HELP_COLUMNS } from "../../../api/cli/help.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { ConfigError } from "../../../config/errors.js";
import { loadConfig } from "../../../config/load.js";
import { processEnvironment } from "../../../config/gathered.js";
import { defaultDataDir } from "../../../config/paths.js";
import type { Flags } from "../../../config/sources.js";
import { apiIn } from "../life/nodeId.js";
import { flagsOf } from "../life/configVerb.js";
import { DIRECTORY_CHECKS } from "./directory.js";
import { MACHINE_CHECKS, thisMachine } from "./machine.js";
import { NETWORK_CHECKS } from "./network.js";
import {
  fail,
  ok,
  warn,
  type Check,
  type Machine,
  type Patient,
  type Row,
  type RowState,
} from "./row.js";

export const doctorVerb: Verb = {
  register(program, run) {
    const command = program
      .command("doctor")
      .description(
        "What is wrong with the node or its machine, and the command that mends it; exit code 1 if " +
          "anything fails",
      )
      .addOption(new Option("--config <FILE>", "Configuration file; ./calc.json otherwise"))
      .addHelpText("after", "\nExample:\n  calc doctor --data-dir ./node\n");
    command.action(async () => {
      await run(command, async (session) => {
        const { config } = command.opts<{ readonly config?: string }>();
        return shown(session, await examined(flagsOf(session, config)));
      });
    });
  },
};

/** All rows, each found by itself: what one cannot tell does not keep the others from telling. */
export async function examined(
  flags: Flags,
  machine: Machine = thisMachine(),
): Promise<readonly Row[]> {
  const [settings, config] = await settingsRow(flags);
  const named = flags["data-dir"];
  const dataDir =
    config?.dataDir ?? (typeof named === "string" ? named : defaultDataDir(processEnvironment()));
  const patient: Patient = { machine, config, dataDir, api: await apiIn(dataDir) };
  const rows: Row[] = [];
  for (const check of [...MACHINE_CHECKS, ...DIRECTORY_CHECKS, ...NETWORK_CHECKS])
    rows.push(await check(patient).catch((error: unknown) => unexpected(check, error)));
  return [settings, ...rows];
}

/** What nobody foresaw is told as what it is: it keeps no other row from telling. */
function unexpected(check: Check, error: unknown): Row {
  return fail(check.name, `this cannot be told: ${String(error)}`, "Mend what that says");
}

async function settingsRow(flags: Flags): Promise<readonly [Row, Patient["config"]]> {
  try {
    const { config, warnings } = await loadConfig(flags);
    const row =
      warnings.length === 0
        ? ok("settings", "they can be read; calc config list --origin shows them")
        : warn("settings", warnings.join("; "), "calc config list --origin shows where from");
    return [row, config];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      fail("settings", error.message, "Edit that place; calc daemon --help lists them"),
      null,
    ];
  }
}

const WORDS: Readonly<Record<RowState, string>> = {
  ok: "ok",
  warn: "WARN",
  fail: "FAIL",
  skip: "-",
};
const STATE_COLUMNS = 6;
const NAME_COLUMNS = 13;

function shown(session: Session, rows: readonly Row[]): number {
  const failed = rows.filter(({ state }) => state === "fail").length;
  const warned = rows.filter(({ state }) => state === "warn").length;
  const { field, json, quiet } = session.options;
  if (json === true || field !== undefined)
    session.print({ ok: failed === 0, failed, warned, checks: rows });
  else if (quiet !== true)
    session.modules.out(
      [
        ...rows.flatMap((row) => linesOf(row, session.modules.columns ?? HELP_COLUMNS)),
        failed + warned === 0 ? "nothing is wrong" : `${failed} failed, ${warned} to look at`,
        "",
      ].join("\n"),
    );
  return failed === 0 ? EXIT.ok : EXIT.unexpected;
}

function linesOf({ mend, name, says, state }: Row, columns: number): readonly string[] {
  const indent = STATE_COLUMNS + NAME_COLUMNS;
  const [first = "", ...rest] = wrapped(says, Math.max(20, columns - indent));
  return [
    WORDS[state].padEnd(STATE_COLUMNS) + name.padEnd(NAME_COLUMNS) + first,
    ...rest.map((line) => " ".repeat(indent) + line),
    // In one piece, to be copied.
    ...(mend === null ? [] : [`${" ".repeat(indent)}mend: ${mend}`]),
  ];
}
