/**
 * The command line: a verb for each operation that has a `cli` view, beside the verbs its caller
 * adds. Standard output is data, standard error is talk; `--json` prints exactly one JSON document,
 * errors too.
 */
import { CommanderError, Option, type Command } from "commander";
import { errorEntry, isErrorCode } from "../../protocol/errors.js";
import { DOCUMENT_BYTES_MAX } from "../../protocol/limits.js";
import { SOFTWARE_VERSION } from "../../protocol/version.js";
import type { ApiClient, CallOptions, Outcome } from "../client/client.js";
import { brokeOff, OutcomeUnknown } from "../client/broken.js";
import { operations } from "../contract/index.js";
import { pathParameters, type Operation } from "../contract/operation.js";
import { fieldsOf, jsonOf, positionalInput, valueOf, type Field } from "./arguments.js";
import { CalcCommand, kebab, switchOption } from "./command.js";
import { exampleText } from "./examples.js";
import { idempotencyKeyOf } from "../http/negotiate.js";
import { CliError, EXIT, exitOf, usage } from "./exitCodes.js";
import { exitOfAnswer, statedVerdict, verdictWord } from "./verdicts.js";
import { fieldAt, isFields, memberLines, render, type View } from "./render.js";

/** Options every verb takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly field?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly plot?: boolean;
  readonly color?: string;
  readonly url?: string;
  readonly dataDir?: string;
}

export interface CliModules {
  /** The daemon's client, found by the options. @throws CliError when there is none to be found. */
  client(options: GlobalOptions): Promise<ApiClient>;
  /**
   * Text of a file. @param bytesMax a larger file is refused before it is read. @throws CliError
   * for one, and for malformed UTF-8
   */
  readFile(path: string, bytesMax?: number): Promise<string>;
  /** The same of standard input, which is given up at the byte that is too many. */
  readStdin(bytesMax?: number): Promise<string>;
  /** @param lost called where standard output takes no more and the text may not have arrived */
  out(text: string, lost?: () => void): void;
  err(text: string): void;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether it shows colours, and whoever sits there wants them. */
  readonly isColoured?: boolean;
  /** Characters of its lines. */
  readonly columns?: number;
  /** Asks whoever sits there, and waits for a line; null where nobody does. */
  readonly ask?: ((question: string) => Promise<string>) | null;
}

/** What a verb works with. */
export interface Session {
  readonly options: GlobalOptions;
  readonly modules: CliModules;
  /** Whether output has colours: asked for, or fit for where it goes. */
  readonly isColoured: boolean;
  /** Prints a result under `--json`, `--field` and `-q`. @param lost as that of `out` */
  print(value: unknown, lost?: () => void): void;
  /** Prints a client's answer. @returns the exit code. */
  show(outcome: Outcome<unknown>, verdict?: boolean): number;
}

type Run = (command: Command, action: (session: Session) => Promise<number>) => Promise<void>;

export interface Verb {
  /**
   * Adds a command whose action ends in `run(command, ...)`, which maps what it throws to an exit
   * code.
   */
  register(program: Command, run: Run): void;
}

const FILE_HELP = "JSON document; - or nothing reads standard input";
const SERVER_ERROR = 500;

type Outcomes = (
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<Outcome<unknown>>;

/**
 * Parses and runs one command line.
 * @param argv without node and script
 * @param called operations that have verbs: none for a process that goes on for ever after its one
 * verb
 * @returns the exit code
 */
export async function runCli(
  argv: readonly string[],
  modules: CliModules,
  verbs: readonly Verb[] = [],
  called: Readonly<Record<string, Operation>> = operations,
): Promise<number> {
  let exit: number = EXIT.ok;
  const program = buildCli(modules, verbs, called, (code) => {
    exit = code;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    if (argv.includes("--json")) {
      modules.out(
        `${JSON.stringify({ code: "USAGE", detail: error.message, exit: EXIT.usage })}\n`,
      );
    }
    return EXIT.usage;
  }
  return exit;
}

/** The program with every verb; `finish` is told each verb's exit code. */
function buildCli(
  modules: CliModules,
  verbs: readonly Verb[],
  called: Readonly<Record<string, Operation>>,
  finish: (exit: number) => void,
): Command {
  const program = new CalcCommand("calc")
    .description("Compute physics deterministically and prove the answer.")
    .version(SOFTWARE_VERSION, "-V, --version")
    .option("--json", "print one JSON document")
    .option("--field <path>", "print one field, as in value or proof.index")
    .option("-q, --quiet", "print nothing but errors")
    .option("-v, --verbose", "print all of a result, every digit of it")
    .option("--plot", "draw the fields of a result below it")
    .addOption(colourOption())
    .option("--url <url>", "address of the daemon; found through its data directory otherwise")
    .option("--data-dir <dir>", "data directory of the daemon")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => modules.out(text),
      writeErr: (text) => modules.err(text),
    })
    .showHelpAfterError("(see --help)");
  const run: Run = async (command, action) => {
    const session = new CliSession(command.optsWithGlobals<GlobalOptions>(), modules);
    try {
      finish(await action(session));
    } catch (error) {
      finish(
        session.fail(
          error,
          command.options.some(({ long }) => long === KEY_FLAG),
        ),
      );
    }
  };
  const own = new Set<string>();
  for (const verb of verbs) {
    const before = new Set(program.commands);
    verb.register(program, run);
    for (const command of program.commands) if (!before.has(command)) own.add(command.name());
  }
  for (const [key, operation] of Object.entries(called)) {
    if (operation.cli === undefined || own.has(operation.cli.verb)) continue;
    addVerb(program, key, operation, run);
  }
  // Flags may stand before or after the verb.
  for (const command of program.commands) withGlobals(command);
  return program;
}

function colourOption(): Option {
  return new Option("--color <when>", "colours; NO_COLOR turns them off, too").choices([
    "auto",
    "always",
    "never",
  ]);
}

/** The verbs of one subject stand under its word, as in `tally clock`. */
function groupOf(program: Command, word: string): Command {
  const known = program.commands.find((command) => command.name() === word);
  if (known !== undefined) return known;
  const group = program.command(word).description(`Several verbs: calc ${word} --help lists them`);
  // A group alone asks for nothing: it shows what there is.
  group.action(() => {
    group.help({ error: true });
  });
  return group;
}

function withGlobals(command: Command): void {
  const taken = new Set(command.options.map((option) => option.long));
  const addOption = (option: Option): void => {
    if (!taken.has(option.long)) command.addOption(option.hideHelp());
  };
  const add = (flags: string, description: string): void =>
    addOption(new Option(flags, description));
  add("--json", "print one JSON document");
  add("--field <path>", "print one field");
  add("-q, --quiet", "print nothing but errors");
  add("-v, --verbose", "print all of a result");
  add("--plot", "draw the fields of a result");
  addOption(colourOption());
  add("--url <url>", "address of the daemon");
  add("--data-dir <dir>", "data directory of the daemon");
  command.exitOverride().configureOutput(command.parent?.configureOutput() ?? {});
  for (const inner of command.commands) withGlobals(inner);
}

const KEY_FLAG = "--idempotency-key";

/** The option of verbs whose operation takes such a key. */
export function withKeyOption(command: Command): Command {
  return command.option(
    `${KEY_FLAG} <key>`,
    "repeat a call that may have been done already: the key that was named then",
  );
}

/** @throws CliError for what is no key */
export function keyOption({
  idempotencyKey: key,
}: {
  readonly idempotencyKey?: string;
}): Pick<CallOptions, "idempotencyKey"> {
  if (key === undefined) return {};
  if (idempotencyKeyOf(key) === null)
    throw usage(`${KEY_FLAG} takes 1 to 255 visible ASCII characters`);
  return { idempotencyKey: key };
}

function addVerb(program: Command, key: string, operation: Operation, run: Run): void {
  const { cli } = operation;
  if (cli === undefined) return;
  const [first = "", second] = cli.verb.split(" ");
  const parent = second === undefined ? program : groupOf(program, first);
  const command = parent.command(second ?? first).description(operation.summary);
  const optional =
    cli.document === true ? [] : fieldsOf(operation).filter(({ name }) => name !== cli.document);
  const file = cli.document === undefined ? [] : ["file"];
  if (cli.document === true) command.argument("[file]", FILE_HELP);
  else if (cli.positional !== undefined) {
    const words = [...cli.positional, ...file].join(" ").replace("inputs", "name=number...");
    command.argument("[words...]", file.length === 0 ? words : `${words}: ${FILE_HELP}`);
  }
  for (const field of optional) command.addOption(optionOf(field));
  if (operation.effect !== "read") {
    command.option("--dry-run", "print the request instead of making it");
  }
  if (operation.effect === "destroy") command.option("--yes", "do it without asking");
  if (operation.effect === "seal") {
    command.option("--price", "print what it would cost instead of making it");
  }
  if (operation.keyed === true) withKeyOption(command);
  command.addHelpText("after", exampleText(operation));
  command.action(async () => {
    await run(command, async (session) => {
      const input = {
        ...(await wordsInput(session.modules, operation, command.args)),
        ...optionInput(optional, command.opts()),
      };
      if (command.opts<{ dryRun?: boolean }>().dryRun === true) {
        session.print({ method: operation.method, path: operation.path, input });
        return EXIT.ok;
      }
      if (operation.effect === "destroy" && command.opts<{ yes?: boolean }>().yes !== true)
        await confirm(session.modules, operation);
      const options = keyOption(command.opts<{ idempotencyKey?: string }>());
      const named = cli.own === undefined ? input : await withOwn(session, cli.own, input);
      checkNamed(operation, named);
      const client = await session.modules.client(session.options);
      const wantsPrice = command.opts<{ price?: boolean }>().price === true;
      const outcome = await callOf(client, wantsPrice ? "price" : key)(named, options);
      return session.show(outcome, cli.verdict === true && !wantsPrice);
    });
  });
}

/** @throws CliError without a key that belongs to an account */
async function withOwn(
  { modules, options }: Session,
  field: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (input[field] !== undefined) return input;
  const seen = await (await modules.client(options)).identity();
  const account = seen.kind === "result" ? seen.value.account : undefined;
  if (account === undefined)
    throw usage(
      `${field} is missing, and there is no account of yours to take in its place`,
      `Say ${field}, or make an account: calc account new.`,
    );
  return { ...input, [field]: account };
}

/** What stands in the path cannot be left out: the address would be another. @throws CliError */
function checkNamed({ cli, path }: Operation, input: Readonly<Record<string, unknown>>): void {
  for (const name of pathParameters(path)) {
    if (input[name] !== undefined && input[name] !== "") continue;
    throw usage(`${name} is missing`, `Say it: calc ${cli?.verb ?? ""} <${name}>.`);
  }
}

/** What is lost is asked about first. @throws CliError unless somebody says yes */
export async function confirm(
  { ask }: CliModules,
  { summary }: Pick<Operation, "summary">,
): Promise<void> {
  if (ask === undefined || ask === null) {
    throw usage(
      `${summary}: what this ends does not come back, and nobody is there to be asked`,
      "Say --yes if that is meant.",
    );
  }
  const answer = await ask(`${summary}. It does not come back. Go on? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw usage("nothing was done", "Answer y, or say --yes.");
}

/** The client's function by key; the loop over the list has no narrower type for it. */
function callOf(client: ApiClient, key: string): Outcomes {
  const found: unknown = Reflect.get(client, key);
  if (typeof found !== "function") throw new TypeError(`the client has no ${key}`);
  return async (input, options) => {
    const outcome: Outcome<unknown> = await Reflect.apply(found, client, [input, options]);
    return outcome;
  };
}

/** What an option that takes several words calls them. */
const SEVERAL: Readonly<Partial<Record<Field["kind"], string>>> = {
  list: "ids",
  pairs: "name=number",
  values: "name=value",
};

function optionOf(field: Field): Option {
  const flag = `--${kebab(field.name)}`;
  if (field.kind === "boolean") return switchOption(field.name, field.description);
  const several = SEVERAL[field.kind];
  if (several !== undefined) return new Option(`${flag} <${several}...>`, field.description);
  return new Option(`${flag} <${field.kind === "json" ? "json" : field.kind}>`, field.description);
}

function optionInput(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const attribute = optionOf(field).attributeName();
    const value = given[attribute];
    if (value === undefined) continue;
    input[field.name] = valueOf(field, Array.isArray(value) ? value.map(textOf) : [textOf(value)]);
  }
  return input;
}

/** What the bare words say; where one is a file, what it holds. */
async function wordsInput(
  modules: CliModules,
  operation: Operation,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { document, positional = [] } = operation.cli ?? {};
  if (document === undefined) return positionalInput(operation, words);
  if (document === true) return documentInput(modules, words[0] ?? "-");
  const [named, [file = "-", ...more]] = [
    words.slice(0, positional.length),
    words.slice(positional.length),
  ];
  if (named.length < positional.length) throw usage(`give ${positional.join(" ")} and a file`);
  if (more.length > 0) throw usage(`too many arguments: ${more.join(" ")}`);
  return { ...positionalInput(operation, named), [document]: await documentInput(modules, file) };
}

/** Options arrive as text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function documentInput(
  modules: CliModules,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  const text =
    file === "-" ? await modules.readStdin(DOCUMENT_BYTES_MAX) : await readText(modules, file);
  const value = jsonOf(text, file === "-" ? "standard input" : file);
  if (!isFields(value)) throw usage("the document must be a JSON object");
  return value;
}

async function readText(modules: CliModules, file: string): Promise<string> {
  try {
    return await modules.readFile(file, DOCUMENT_BYTES_MAX);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `${file} cannot be read: ${reason}`,
      "Check the path.",
    );
  }
}

class CliSession implements Session {
  readonly options: GlobalOptions;
  readonly modules: CliModules;

  constructor(options: GlobalOptions, modules: CliModules) {
    this.options = options;
    this.modules = modules;
  }

  get isColoured(): boolean {
    const { color = "auto" } = this.options;
    return color === "auto" ? this.modules.isColoured === true : color === "always";
  }

  private get view(): View {
    const { plot = false, verbose = false } = this.options;
    const { columns } = this.modules;
    return {
      isVerbose: verbose,
      isPlotted: plot,
      isColoured: this.isColoured,
      ...(columns === undefined ? {} : { columns }),
    };
  }

  print(value: unknown, lost?: () => void): void {
    const { field, json, quiet } = this.options;
    const shown = field === undefined ? value : fieldAt(value, field);
    if (field !== undefined && shown === undefined) {
      throw new CliError(
        "NOT_FOUND",
        EXIT.notFound,
        `the answer has no field ${field}`,
        "Look at the whole answer with --json.",
      );
    }
    if (quiet === true) return;
    if (json === true) this.modules.out(`${JSON.stringify(shown)}\n`, lost);
    else
      this.modules.out(
        `${typeof shown === "string" ? shown.replace(/\n$/, "") : render(shown, this.view)}\n`,
        lost,
      );
  }

  show(outcome: Outcome<unknown>, verdict = false): number {
    if (outcome.kind === "problem") return this.problem(outcome.problem, outcome.idempotencyKey);
    const { value, text, headers } = outcome;
    const isJson = (headers.get("content-type") ?? "").startsWith("application/json");
    const { field, json, quiet } = this.options;
    const stated = verdict ? statedVerdict(value) : null;
    if (stated !== null && json !== true && field === undefined && quiet !== true)
      this.modules.out(`${verdictWord(stated, this.isColoured)}\n`);
    this.print(isJson ? value : text);
    if (outcome.kind === "refusal") return EXIT.refused;
    return verdict ? exitOfAnswer(value) : EXIT.ok;
  }

  /**
   * Says what went wrong, why, what to do, and under which id.
   * @param takesKey the verb can be told an idempotency key
   * @returns the exit code.
   */
  fail(error: unknown, takesKey = false): number {
    if (error instanceof CliError) {
      this.complain({
        ...error.members,
        code: error.code,
        detail: error.message,
        next: error.next,
        exit: error.exit,
      });
      return error.exit;
    }
    if (error instanceof OutcomeUnknown) {
      const { idempotencyKey: key, message } = error;
      this.complain({
        code: "NO_ANSWER",
        detail: message,
        exit: EXIT.unreachable,
        idempotency_key: key,
        next: takesKey
          ? `Repeat the command with ${KEY_FLAG} ${key}: what was done is answered again, and not done twice.`
          : "Look whether it was done before it is done again.",
      });
      return EXIT.unreachable;
    }
    if (isNetworkFailure(error)) {
      // Without a cause nothing says that anybody was there.
      const [detail, next] =
        brokeOff(error) && error.cause !== undefined
          ? [
              "the connection broke off before the answer",
              "Try again; the daemon's log may say why.",
            ]
          : ["no daemon answers", "Start one with `calc daemon`, or name one with --url."];
      this.complain({ code: "UNREACHABLE", detail, next, exit: EXIT.unreachable });
      return EXIT.unreachable;
    }
    const detail = error instanceof Error ? error.message : String(error);
    this.complain({
      code: "INTERNAL",
      detail,
      next: "Report this with the command that led to it.",
      exit: EXIT.unexpected,
    });
    return EXIT.unexpected;
  }

  private problem(
    problem: {
      readonly code: string;
      readonly detail: string;
      readonly request_id: string;
      readonly status: number;
      readonly next?: unknown;
    },
    key: string | undefined,
  ): number {
    const exit = exitOf(problem.code);
    // What the node says of this very call is better than what the table says of the code.
    const remedy = isErrorCode(problem.code) ? errorEntry(problem.code).remedy : "Read the detail.";
    const next = typeof problem.next === "string" ? problem.next : remedy;
    // What failed at the node's side, or is being done still, may come to be done.
    const mayBeDone =
      key !== undefined &&
      (problem.status >= SERVER_ERROR || problem.code === "IDEMPOTENCY_IN_PROGRESS");
    this.complain({ ...problem, next, exit, ...(mayBeDone ? { idempotency_key: key } : {}) });
    return exit;
  }

  private complain(problem: {
    readonly code: string;
    readonly detail: string;
    readonly next: string;
    readonly exit: number;
    readonly request_id?: string;
    readonly idempotency_key?: string;
  }): void {
    if (this.options.json === true) {
      this.modules.out(`${JSON.stringify(problem)}\n`);
      return;
    }
    const { code, detail, next, request_id: id = "" } = problem;
    this.modules.err(
      [
        `${code}: ${detail}`,
        ...memberLines(problem),
        `next: ${next}`,
        ...(id === "" ? [] : [`request: ${id}`]),
        "",
      ].join("\n"),
    );
  }
}

/** What `fetch` throws when nobody answers. */
export function isNetworkFailure(error: unknown): error is TypeError {
  return (
    error instanceof TypeError && (error.message === "fetch failed" || error.cause !== undefined)
  );
}
