/** `calc reactor run`: steps of a reactor with a bar on a terminal, and its trajectory as a file. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { makeSteps, type ReactorStep, type Stepped } from "../../../api/client/stepping.js";
import type { ApiClient } from "../../../api/client/client.js";
import { numberText } from "../../../api/cli/render.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { NDJSON_TYPE } from "../../../api/contract/machines/stateLogCommon.js";
import { REACTOR_STEPS_MAX } from "../../../protocol/limits.js";
import {
  wantsFiles,
  withFileOptions,
  writeFileOf,
  writeSeries,
  type Series,
  type SeriesFiles,
} from "../compute/seriesFile.js";
import { unreadable } from "../life/diskFault.js";

interface RunOptions extends SeriesFiles {
  readonly steps?: string;
  readonly u?: string;
  readonly drive?: string;
  readonly from?: string;
  readonly show: string;
  readonly log?: string;
}

const BAR_WIDTH = 24;

export const reactorVerb: Verb = {
  register(program, run) {
    const group = program
      .command("reactor")
      .description("Several verbs: calc reactor --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const command = withFileOptions(
      group
        .command("run")
        .description("Make steps of a reactor, and write its trajectory into files")
        .argument("<reactor>", "id of the reactor")
        .option("--steps <n>", "how many; as many as --drive has lines unless given")
        .option("--u <json>", "what drives each step")
        .option("--drive <file>", "one JSON value a line, for one step each")
        .option("--from <n>", "first state of the trajectory in files; that before the first step")
        .option("--show <name>", "which number of the state is printed and drawn", "value")
        .option("--log <file>", "write the whole log, which calc verify checks and computes again"),
      "the trajectory",
    ).addHelpText(
      "after",
      "\nExample:\n  calc reactor run rx_mfrggzdfmztwq2lknnwg23tpoa --steps 100 --u 1 --svg run.svg\n",
    );
    command.action(async (reactor: string) => {
      await run(command, (session) => runReactor(session, reactor, command.opts<RunOptions>()));
    });
  },
};

function whole(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0 || value > REACTOR_STEPS_MAX)
    throw usage(`${flag} takes a whole number up to ${REACTOR_STEPS_MAX}`);
  return value;
}

function jsonOf(text: string, where: string): JsonValue {
  const read = parseJson(text);
  if (!read.ok) throw usage(`${where} is no JSON: ${read.message}, at character ${read.offset}`);
  return read.value;
}

async function linesOf(file: string): Promise<readonly JsonValue[]> {
  const values: JsonValue[] = [];
  try {
    const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
    for await (const line of lines)
      if (line.trim() !== "") values.push(jsonOf(line, `line ${values.length + 1} of ${file}`));
  } catch (error) {
    throw unreadable(error, file);
  }
  return values;
}

async function runReactor(session: Session, reactor: string, asked: RunOptions): Promise<number> {
  const given = asked.u === undefined ? undefined : jsonOf(asked.u, "--u");
  const lines = asked.drive === undefined ? null : await linesOf(asked.drive);
  if (lines !== null && given !== undefined) throw usage("--u and --drive exclude each other");
  const steps = whole("--steps", asked.steps) ?? lines?.length;
  if (steps === undefined) throw usage("--steps says how many steps there are");
  if (lines !== null && lines.length < steps)
    throw usage(`${asked.drive} has ${lines.length} lines for ${steps} steps`);
  const from = whole("--from", asked.from);
  const client = await session.modules.client(session.options);
  const shower = new Shower(session, steps, asked.show);
  let first: number | null = null;
  let taken = 0;
  const stepped = await makeSteps({
    client,
    reactor,
    steps,
    drive: () => (lines === null ? given : lines[taken]),
    onStep: (step) => {
      taken += 1;
      first ??= step.n - 1;
      shower.step(step);
    },
    onGap: ({ from: begin, to }) =>
      session.modules.err(`steps ${begin} to ${to} were made by somebody else\n`),
  });
  shower.end(stepped);
  if (wantsFiles(asked)) {
    const series = await seriesOf(client, reactor, from ?? first ?? stepped.last, asked.show);
    await writeSeries(session, asked, series);
  }
  if (asked.log !== undefined) await writeLog(session, client, reactor, asked.log);
  if (stepped.problem === null) return EXIT.ok;
  return session.show({
    kind: "problem",
    status: stepped.problem.status,
    problem: stepped.problem,
    headers: new Headers(),
  });
}

/** @throws CliError where the node does not give it, or it cannot be written */
async function writeLog(
  session: Session,
  client: ApiClient,
  reactor: string,
  file: string,
): Promise<void> {
  const outcome = await client.reactorTrajectory({ reactor }, { accept: NDJSON_TYPE });
  if (outcome.kind === "problem") session.show(outcome);
  else if (outcome.kind === "result")
    await writeFileOf(session, file, outcome.bytes ?? outcome.text);
}

class Shower {
  readonly #session: Session;
  readonly #steps: number;
  readonly #show: string;
  readonly #isBar: boolean;
  #stepsTaken = 0;
  #width = 0;

  constructor(session: Session, steps: number, show: string) {
    const { json, quiet } = session.options;
    this.#session = session;
    this.#steps = steps;
    this.#show = show;
    this.#isBar = session.modules.isTerminal && quiet !== true && json !== true;
  }

  step({ calcond, n, x, ...rest }: ReactorStep): void {
    const { modules, options } = this.#session;
    this.#stepsTaken += 1;
    if (options.json === true || options.field !== undefined) {
      this.#session.print({ n, calcond, x, ...rest });
      return;
    }
    if (options.quiet === true) return;
    const value = x[this.#show];
    const shown = typeof value === "number" ? numberText(value) : JSON.stringify(value ?? null);
    if (!this.#isBar) {
      modules.out(`${n}\t${calcond}\t${shown}\n`);
      return;
    }
    const full = Math.round((BAR_WIDTH * this.#stepsTaken) / this.#steps);
    const bar = `${"#".repeat(full)}${" ".repeat(BAR_WIDTH - full)}`;
    const line = `[${bar}] ${this.#stepsTaken} of ${this.#steps}, n ${n}, ${this.#show} ${shown}`;
    modules.err(`\r${line.padEnd(this.#width)}`);
    this.#width = line.length;
  }

  end({ last }: Stepped): void {
    if (this.#isBar && this.#width > 0)
      this.#session.modules.err(`\r${" ".repeat(this.#width)}\rn ${last}\n`);
  }
}

/** States of a trajectory, from one on: every number of theirs is a column. */
async function seriesOf(
  client: ApiClient,
  reactor: string,
  from: number,
  show: string,
): Promise<Series> {
  const states: { readonly n: number; readonly calcond: number; readonly x: object }[] = [];
  const names = new Set<string>();
  for await (const row of client.reactorTrajectory.each({ reactor, from, limit: 1_000 })) {
    const { calcond, n, x } = row;
    if (x === undefined || n === null) continue;
    for (const [name, value] of Object.entries(x)) if (typeof value === "number") names.add(name);
    states.push({ n, calcond, x });
  }
  const numbers = [...names];
  return {
    columns: ["n", "calcond", ...numbers],
    rows: states.map(({ calcond, n, x }) => [
      n,
      calcond,
      ...numbers.map((name) => numberIn(x, name)),
    ]),
    name: show,
    unit: "",
    counts: "n",
    points: states.map(({ n, x }) => [n, numberIn(x, show) ?? Number.NaN] as const),
  };
}

function numberIn(x: object, name: string): number | null {
  const value: unknown = Reflect.get(x, name);
  return typeof value === "number" ? value : null;
}
