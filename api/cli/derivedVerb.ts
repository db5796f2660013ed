/** The verb of an operation: its options and words from the schema, its call from the client. */
import { Option, type Command } from "commander";
import { isObject } from "../../protocol/encoding/json.js";
import { DOCUMENT_BYTES_MAX } from "../../protocol/limits.js";
import type { ApiClient, CallOptions, Outcome } from "../client/client.js";
import { pathParameters } from "../contract/definition/operation.js";
import { idempotencyKeyOf } from "../http/negotiate.js";
import { jsonOf, needsChain, positionalInput, valueOf } from "./arguments.js";
import { isPlainNumber, type UnitOf } from "./numbers.js";
import type { Field } from "./field.js";
import { flagOf } from "../readable/commandWords.js";
import { switchOption } from "./command.js";
import { CliError, EXIT, usage } from "./exitCodes.js";
import { confirmedDraft, sealedReading } from "./openReading.js";
import { KEY_FLAG, type CliModules, type Run, type Session } from "./session.js";
import type { VerbShape } from "./verbShape.js";

const FILE_HELP = "JSON document; - or nothing reads standard input";

type Outcomes = (
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<Outcome<unknown>>;

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

export function addVerb(program: Command, shape: VerbShape, run: Run): void {
  const { cli, key } = shape;
  const [first = "", second] = cli.verb.split(" ");
  const parent = second === undefined ? program : groupOf(program, first);
  const command = parent.command(second ?? first).description(shape.summary);
  const optional =
    cli.document === true ? [] : shape.fields.filter(({ name }) => name !== cli.document);
  const file = cli.document === undefined ? [] : ["file"];
  if (cli.document === true) command.argument("[file]", FILE_HELP);
  else if (cli.positional !== undefined) {
    const words = [...cli.positional, ...file].join(" ").replace("inputs", "name=number...");
    command.argument("[words...]", file.length === 0 ? words : `${words}: ${FILE_HELP}`);
  }
  for (const field of optional) {
    command.addOption(optionOf(field));
    if (field.isNullable === true) command.addOption(withoutOption(field));
  }
  if (shape.effect !== "read") {
    command.option("--dry-run", "print the request instead of making it");
  }
  if (shape.effect === "destroy") command.option("--yes", "do it without asking");
  if (shape.effect === "seal") {
    command.option("--price", "print what it would cost instead of making it");
  }
  if (shape.keyed === true) withKeyOption(command);
  command.addHelpText("after", shape.example);
  command.action(async () => {
    await run(command, async (session) => {
      const words = await wordsInput(session.modules, shape, command.args);
      const units = await spreadUnits(session.modules, words, command.opts());
      const input = { ...words, ...optionInput(optional, command.opts(), units) };
      if (command.opts<{ dryRun?: boolean }>().dryRun === true) {
        session.print({ method: shape.method, path: shape.path, input });
        return EXIT.ok;
      }
      if (shape.effect === "destroy" && command.opts<{ yes?: boolean }>().yes !== true)
        await confirm(session.modules, shape);
      if (key === "compute" && Object.keys(input).length === 0) throw nothingAsked();
      const options = keyOption(command.opts<{ idempotencyKey?: string }>());
      const owned = cli.own === undefined ? input : await withOwn(session, cli.own, input);
      const named = cli.page === undefined ? owned : { limit: cli.page, ...owned };
      checkNamed(shape, named);
      const client = await session.modules.client(session.options);
      const wantsPrice = command.opts<{ price?: boolean }>().price === true;
      const { unit: _, ...priced } = named;
      const outcome = wantsPrice
        ? await callOf(client, "price")(priced, options)
        : await callOf(client, key)(named, options);
      const isVerdict = cli.verdict === true && !wantsPrice;
      const exit = session.show(outcome, isVerdict, Number(named["offset"] ?? 0));
      const later = LATER.get(key);
      if (later === undefined || wantsPrice) return exit;
      const sealed = await later(session, outcome, named, (asked) =>
        callOf(client, key)(asked, {}),
      );
      return sealed === null ? exit : session.show(sealed);
    });
  });
}

/** Verbs whose answer may be open: it is shown, and somebody is asked. */
const LATER: ReadonlyMap<string, typeof sealedReading> = new Map([
  ["auto", sealedReading],
  ["contractGenerate", confirmedDraft],
]);

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

function nothingAsked(): CliError {
  return new CliError(
    "INSUFFICIENT_INPUTS",
    EXIT.refused,
    "an operator and its inputs are missing",
    "Find one by words: calc operators gravitation; then calc compute NM21 m1=6e24 m2=7e22 r=4e8.",
  );
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
function checkNamed({ cli, path }: VerbShape, input: Readonly<Record<string, unknown>>): void {
  for (const name of pathParameters(path)) {
    if (input[name] !== undefined && input[name] !== "") continue;
    throw usage(`${name} is missing`, `Say it: calc ${cli.verb} <${name}>.`);
  }
}

/** Lost keys are asked about first. @throws CliError unless somebody says yes */
export async function confirm(
  { ask }: CliModules,
  { summary }: Pick<VerbShape, "summary">,
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
  mixed: "name=value",
  values: "name=value",
};

function optionOf(field: Field): Option {
  const flag = flagOf(field.name);
  if (field.kind === "boolean") return switchOption(field.name, field.description);
  const several = SEVERAL[field.kind];
  if (several !== undefined) return new Option(`${flag} <${several}...>`, field.description);
  const option = new Option(`${flag} <${field.kind}>`, field.description);
  return field.choices === undefined ? option : option.choices(field.choices);
}

/** Null in the place of a text: `--no-machine`. */
function withoutOption({ name }: Field): Option {
  return new Option(flagOf(name).replace("--", "--no-"), `none: ${name} is null`);
}

/** An uncertainty is in the unit of its input, which the operators say. */
async function spreadUnits(
  { chain }: CliModules,
  { operators }: Readonly<Record<string, unknown>>,
  { uncertainties }: { readonly uncertainties?: readonly string[] },
): Promise<UnitOf | undefined> {
  const numbers = uncertainties?.map((word) => word.slice(word.indexOf("=") + 1)) ?? [];
  if (chain === undefined || !Array.isArray(operators) || numbers.every(isPlainNumber))
    return undefined;
  const unitOf = (await chain()).unitsOf(operators.map(String));
  return (name) => ({ unit: unitOf(name)?.unit ?? null, isDifference: true });
}

function optionInput(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  unitOf: UnitOf | undefined,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const attribute = optionOf(field).attributeName();
    const value = given[attribute];
    if (value === undefined) continue;
    if (field.isNullable === true && value === false) input[field.name] = null;
    else
      input[field.name] = valueOf(
        field,
        Array.isArray(value) ? value.map(textOf) : [textOf(value)],
        unitOf,
      );
  }
  return input;
}

/** Input of the words without an option; a word that names a file stands for its content. */
async function wordsInput(
  modules: CliModules,
  shape: VerbShape,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { document, positional = [] } = shape.cli;
  if (document === undefined)
    return positionalInput(
      shape,
      words,
      needsChain(shape, words) ? ((await modules.chain?.()) ?? null) : null,
    );
  if (document === true) return documentInput(modules, words[0] ?? "-");
  // An optional document is read only where a file is named; standard input is not its default.
  const [named, [file = shape.isDocumentOptional ? null : "-", ...more]] = [
    words.slice(0, positional.length),
    words.slice(positional.length),
  ];
  if (named.length < positional.length) throw usage(`give ${positional.join(" ")} and a file`);
  if (more.length > 0) throw usage(`too many arguments: ${more.join(" ")}`);
  if (file === null) return positionalInput(shape, named);
  const field = memberOf(await documentOf(modules, file), document);
  if (!isObject(field) && !Array.isArray(field))
    throw usage("the document must be a JSON object or a list");
  return { ...positionalInput(shape, named), [document]: field };
}

/** Takes the program out of an answer that holds one, as a draft does. */
function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value) || name !== "program" || Object.hasOwn(value, "schema")) return value;
  if (!Object.hasOwn(value, name)) return value;
  if (isObject(value[name])) return value[name];
  throw usage("the draft holds no program yet", "Answer what it asks, and generate it again.");
}

/** Options arrive as text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function documentInput(
  modules: CliModules,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  const value = await documentOf(modules, file);
  if (!isObject(value)) throw usage("the document must be a JSON object");
  return value;
}

async function documentOf(modules: CliModules, file: string): Promise<unknown> {
  const text =
    file === "-"
      ? await modules.readStdin(DOCUMENT_BYTES_MAX)
      : await modules.readFile(file, DOCUMENT_BYTES_MAX);
  return jsonOf(text, file === "-" ? "standard input" : file);
}
