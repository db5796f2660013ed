/** `calc heat`, `calc wave`, ...: one verb for each solver, with its progress on a terminal. */
import { writeFile } from "node:fs/promises";
import { Option, type Command } from "commander";
import * as z from "zod";
import type { ApiClient, CallOptions, Outcome } from "../../../api/client/client.js";
import { valuesOf } from "../../../api/cli/arguments.js";
import { switchOption } from "../../../api/cli/command.js";
import { keyOption, withKeyOption } from "../../../api/cli/derivedVerb.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { SOLVER_GROUP } from "../../../api/cli/help.js";
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import { numberText } from "../../../api/cli/render.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { numberOf } from "../../../api/cli/numbers.js";
import { spellingOf } from "../../../protocol/solvers/input.js";
import { cardsByName } from "../../../protocol/solvers/cards.js";
import { FIELD_MEDIA } from "../../../protocol/solvers/media.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { solverHelp } from "./solverHelp.js";

type Fields = Readonly<Record<string, unknown>>;
type Call = (input: Fields, options?: CallOptions) => Promise<Outcome<Fields>>;

interface Options {
  readonly body?: string;
  readonly fields?: string;
  readonly visibility?: string;
  readonly domain?: string;
  readonly deadline?: string;
  readonly output?: string;
  readonly show?: string;
  readonly price?: boolean;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

const MEDIA_OF_ENDING: Readonly<Record<string, string>> = {
  csv: "text/csv",
  png: "image/png",
  svg: "image/svg+xml",
  f64: "application/octet-stream",
};
const BAR_WIDTH = 24;

export const solverVerbs: readonly Verb[] = Object.entries<SolverCard>(cardsByName).map(
  ([name, card]) => ({
    register(program, run) {
      const command = withKeyOption(described(program.command(card.id), card));
      command.action(async (words: readonly string[]) => {
        await run(command, (session) =>
          solveVerb(session, name, card, words, command.opts<Options>()),
        );
      });
    },
  }),
);

function described(command: Command, card: SolverCard): Command {
  for (const name of switchesOf(card))
    command.addOption(switchOption(name, `the same as ${name}=true`));
  return command
    .summary(card.title)
    .description(card.summary)
    .helpGroup(SOLVER_GROUP)
    .argument("[inputs...]", "name=value: a number, JSON, or an expression")
    .option("--body <file>", "JSON document with the inputs; - reads standard input")
    .addOption(
      new Option("--fields <mode>", "how many samples the answer shows").choices([
        "none",
        "sample",
        "full",
      ]),
    )
    .option("--output <file>", "write the field to a .csv, .png, .svg or .f64 file instead")
    .option("--show <number>", "which field --output writes; 0 unless given")
    .addOption(
      new Option("--visibility <what>", "who may see it").choices(["private", "record", "shared"]),
    )
    .option("--domain <label>", "physics domain label")
    .option("--deadline <ms>", "milliseconds the job may take")
    .option("--dry-run", "print the request instead of making it")
    .option("--price", "print what it would cost instead of making it")
    .addHelpText("after", () => solverHelp(card));
}

function switched(card: SolverCard, options: Options): string[] {
  return switchesOf(card).flatMap((name) => {
    const answer: unknown = Reflect.get(options, name);
    return typeof answer === "string" ? [`${name}=${answer}`] : [];
  });
}

/** Inputs that are yes or no may be given as options. */
function switchesOf({ inputs }: SolverCard): string[] {
  return Object.entries(inputs.shape)
    .filter(([, field]) => z.toJSONSchema(field, { unrepresentable: "any" }).type === "boolean")
    .map(([name]) => name);
}

/** Where an input takes numbers alone, what was typed is one, perhaps with its unit. @throws CliError */
function withUnits(card: SolverCard, values: Fields): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const unit = typeof value === "string" ? unitOfNumber(card, name) : null;
      return [
        name,
        unit === null || typeof value !== "string" ? value : numberOf(value, name, unit),
      ];
    }),
  );
}

/** Unit of an input that is a number and nothing else; null for any other. */
function unitOfNumber(card: SolverCard, name: string): string | null {
  const spelling = spellingOf(card, name);
  const field = spelling === null ? undefined : card.inputs.shape[spelling.name];
  if (spelling === null || field === undefined) return null;
  const { type } = z.toJSONSchema(field, { unrepresentable: "any" });
  return type === "number" || type === "integer" ? spelling.unit : null;
}

async function solveVerb(
  session: Session,
  name: string,
  card: SolverCard,
  words: readonly string[],
  options: Options,
): Promise<number> {
  const inputs = {
    ...(await documentOf(session, options.body)),
    ...withUnits(card, valuesOf([...words, ...switched(card, options)], "inputs")),
  };
  const { deadline, domain, fields, output, show, visibility } = options;
  const media = mediaOf(output);
  const job = {
    ...(fields === undefined ? {} : { fields }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(domain === undefined ? {} : { domain }),
    ...(deadline === undefined ? {} : { deadlineMs: Number(deadline) }),
    ...(show === undefined ? {} : { field: Number(show) }),
  };
  if (options.dryRun === true) {
    session.print({ method: "POST", path: `/api/calc/${card.id}`, input: { ...inputs, ...job } });
    return EXIT.ok;
  }
  const call = { ...keyOption(options), ...(media === null ? {} : { accept: media }) };
  const client = await session.modules.client(session.options);
  if (options.price === true) return session.show(await client.price({ solver: card.id, inputs }));
  const outcome = await watched(session, client, name, card, { ...inputs, ...job }, call);
  if (outcome.kind !== "result" || output === undefined)
    return session.show(shown(session, outcome));
  await writeFile(output, outcome.bytes ?? outcome.text);
  session.modules.err(`${output} written\n`);
  return EXIT.ok;
}

/** Progress goes to standard error, on a terminal only, and is wiped when the answer is there. */
async function watched(
  session: Session,
  client: ApiClient,
  name: string,
  card: SolverCard,
  input: Fields,
  options: CallOptions,
): Promise<Outcome<Fields>> {
  const call = Reflect.get(client, name) as Call;
  const { modules } = session;
  const tells =
    modules.isTerminal && session.options.quiet !== true && session.options.json !== true;
  if (options.accept !== undefined || !tells) return call(input, options);
  let drawn = false;
  const outcome = await call(input, {
    ...options,
    onProgress: ({ fraction, level }) => {
      if (typeof fraction !== "number") return;
      const full = Math.round(fraction * BAR_WIDTH);
      drawn = true;
      modules.err(
        `\r${card.id} [${"#".repeat(full)}${" ".repeat(BAR_WIDTH - full)}] ${Math.round(100 * fraction)} %${
          typeof level === "number" && level > 0 ? `, level ${level}` : ""
        }  `,
      );
    },
  });
  if (drawn) modules.err(`\r${" ".repeat(card.id.length + BAR_WIDTH + 24)}\r`);
  return outcome;
}

/** All of it, but people read figures, not thousands of samples: fields are named with their range. */
function shown(session: Session, outcome: Outcome<Fields>): Outcome<Fields> {
  const { json, field, verbose } = session.options;
  if (outcome.kind !== "result" || json === true || field !== undefined || verbose !== true)
    return outcome;
  const {
    fields,
    state: _state,
    master_terms: _terms,
    functional_equation: _functional,
    ...rest
  } = outcome.value;
  const brief = Array.isArray(fields) ? { fields: fields.map(briefField) } : {};
  const value = { ...rest, ...brief };
  return { ...outcome, value, text: JSON.stringify(value) };
}

function briefField(field: unknown): string {
  const { name, unit, shape, data } = field as {
    name: string;
    unit: string;
    shape: readonly number[];
    data?: readonly number[];
  };
  const range =
    data === undefined || data.length === 0
      ? ""
      : `, ${numberText(data.reduce((a, b) => Math.min(a, b)))} to ` +
        `${numberText(data.reduce((a, b) => Math.max(a, b)))} ${unit}`;
  return `${name} ${shape.join(" x ")}${range}`;
}

function mediaOf(output: string | undefined): string | null {
  if (output === undefined) return null;
  const media = MEDIA_OF_ENDING[output.slice(output.lastIndexOf(".") + 1).toLowerCase()];
  if (media === undefined || !FIELD_MEDIA.includes(media)) {
    const known = Object.entries(MEDIA_OF_ENDING)
      .filter(([, type]) => FIELD_MEDIA.includes(type))
      .map(([ending]) => `.${ending}`);
    throw usage(`${output}: the ending says what is written`, `End it in ${known.join(", ")}.`);
  }
  return media;
}

async function documentOf(session: Session, file: string | undefined): Promise<Fields> {
  if (file === undefined) return {};
  const text =
    file === "-" ? await session.modules.readStdin() : await session.modules.readFile(file);
  const read = parseJson(text);
  if (
    !read.ok ||
    typeof read.value !== "object" ||
    read.value === null ||
    Array.isArray(read.value)
  ) {
    throw usage(
      `${file} holds no JSON object${read.ok ? "" : `: ${read.message}, at character ${read.offset}`}`,
    );
  }
  return read.value as Fields;
}
