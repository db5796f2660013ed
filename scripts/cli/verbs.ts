/** The verbs that are more than one call of the API: some need no daemon, one is the daemon. */
import type { Session, Verb } from "../../api/cli/session.js";
import { CliError, EXIT, exitOfVerdict, usage } from "../../api/cli/exitCodes.js";
import { verdictWord } from "../../api/cli/verdicts.js";
import { HELP_COLUMNS } from "../../api/cli/help.js";
import { ApiError } from "../../api/contract/definition/problem.js";
import { parseJson } from "../../protocol/encoding/json.js";
import { solveAgain } from "../../protocol/kernel/solveAgain.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { isExportedLog } from "../../protocol/log/exported.js";
import { isCheckpointPlace } from "../../protocol/log/place.js";
import { isExportedTick } from "../../protocol/streams/exportedTick.js";
import { isSuccession, type Succession } from "../../protocol/events/succession.js";
import { isWorthSolving, verifyHeld, type Proof } from "../../protocol/kernel/verifyAnswer.js";
import { verifyUnderSuccession } from "../../protocol/kernel/verifyKeys.js";
import { utf8Length } from "../../protocol/encoding/utf8.js";
import { RECEIPT_BYTES_MAX, RECEIPT_MARKS_MAX, TICK_BYTES_MAX } from "../../protocol/limits.js";
import type { JsonValue } from "../../protocol/ports.js";
import { systemClock } from "../../node/runtime/clock.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { writeDocument } from "../../node/compute/workers/documents.js";
import { registryHandlers } from "../../node/compute/operations/registry.js";
import { accountVerb } from "./account.js";
import { apiVerb } from "./api.js";
import { daemonVerb } from "./life/daemonVerb.js";
import { ownRegistry } from "./compute/ownRegistry.js";
import { clockVerb } from "./clock.js";
import { storeVerb } from "./life/store.js";
import { conformanceVerb } from "./compute/conformance.js";
import { solverVerbs } from "./compute/solvers.js";
import { meshVerb, peersVerb } from "./services/mesh.js";
import { ledgerVerb } from "./records/ledger.js";
import { dnsVerb } from "./dns.js";
import { daemonRequester } from "./localClient.js";
import { solversVerb } from "./compute/solverList.js";
import { heldSuccession, verifySuccessionValue } from "./records/verifySuccession.js";
import { isVerdict, showVerdict } from "./records/verifyVerdict.js";
import { marksOf } from "./texts.js";
import { isLogFile, verifyLogFile, verifyLogText } from "./records/verifyLog.js";
import { heldCheckpoint, verifyPlaceValue, verifyTickValue } from "./records/verifyProofs.js";
import { versionVerb } from "./version.js";
import { backupVerb, restoreVerb } from "./records/backup.js";
import { configVerb } from "./life/configVerb.js";
import { doctorVerb } from "./doctor/doctor.js";
import { healthVerb } from "./life/health.js";
import { initVerb } from "./life/init.js";
import { logsVerb } from "./life/logs.js";
import { idVerb } from "./life/nodeId.js";
import { verifyDbVerb } from "./records/verifyDb.js";
import { completionVerb } from "./completionVerb.js";
import { llmVerb } from "./services/llm.js";
import { mailReceiveVerb } from "./services/mailReceive.js";
import { mailVerb } from "./services/mail.js";
import { pageVerb } from "./services/page.js";
import { reactorVerb } from "./services/reactor.js";
import { scaffoldVerb } from "./services/scaffold.js";
import { skillsVerb } from "./services/skills.js";
import { sweepVerb } from "./compute/sweep.js";
import { streamVerb } from "./services/stream.js";
import { tallyVerb } from "./records/tally.js";
import { transferVerb } from "./services/transfer.js";
import { witnessVerb } from "./services/witness.js";
import { mcpVerb } from "./services/mcp.js";
import { statusVerb } from "./life/status.js";
import { LISTED_MAX, searchText, specText } from "./compute/registryText.js";
import { convertVerb } from "./compute/convert.js";
import { evaluateLines, evaluateOne, type EvaluateOptions } from "./compute/evaluate.js";

const RECEIPT_ID = /^[0-9a-f]{64}$/;

function underKeys(): CliError {
  return usage("--succession goes with a receipt in a file, alone or with --key");
}

const verifyVerb: Verb = {
  register(program, run) {
    const command = program
      .command("verify")
      .description(
        "Check a receipt, a whole answer, an exported log or tick, the place of a checkpoint, a verdict or " +
          "the keys of a node from a file, without a daemon; or ask the daemon about a receipt id",
      )
      .argument("<file-or-id>", "JSON file, - for standard input, or a receipt id")
      .option("--key <hex>", "public key the signer must have")
      .option("--holds <file>", "place of a checkpoint whose rows an exported log must have")
      .option("--succession <file>", "keys of a node, under one of which a receipt must stand");
    command.action(async (what: string) => {
      await run(command, async (session) => {
        const {
          holds: kept,
          key,
          succession: keysFile,
        } = command.opts<{ holds?: string; key?: string; succession?: string }>();
        if (key !== undefined && !RECEIPT_ID.test(key))
          throw usage("--key takes a public key of 64 lower-case hex digits");
        const keys =
          keysFile === undefined
            ? undefined
            : heldSuccession(keysFile, await readFileOf(session, keysFile), key);
        const isOther = kept !== undefined || RECEIPT_ID.test(what);
        if (keys !== undefined && isOther) throw underKeys();
        if (RECEIPT_ID.test(what)) return verifyById(session, what, key);
        const holds =
          kept === undefined
            ? undefined
            : heldCheckpoint(kept, await readFileOf(session, kept), key);
        if (what !== "-" && keys === undefined && (await isLogFile(what)))
          return verifyLogFile(session, what, { holds, key });
        const text =
          what === "-"
            ? await session.modules.readStdin(RECEIPT_BYTES_MAX)
            : await readFileOf(session, what);
        if (keys === undefined && isExportedLog(text))
          return verifyLogText(session, text, { holds, key });
        if (holds !== undefined) throw usage("--holds goes with an exported log");
        if (marksOf(text) > RECEIPT_MARKS_MAX)
          throw usage(
            `${what} has more than ${RECEIPT_MARKS_MAX} values and was not read`,
            "Hand over one receipt or answer alone.",
          );
        const read = parseJson(text);
        if (!read.ok)
          throw usage(
            `${what} is not JSON: ${read.message}, at character ${read.offset}`,
            "Hand over the answer as it came.",
          );
        const bytes = utf8Length(text);
        if (keys !== undefined) return verifyReceiptValue(session, read.value, { bytes, keys });
        if (isSuccession(read.value)) return verifySuccessionValue(session, read.value, key);
        if (isVerdict(read.value)) return showVerdict(session, read.value);
        if (isCheckpointPlace(read.value)) return verifyPlaceValue(session, read.value, key);
        return verifyReceiptValue(session, read.value, { bytes, key });
      });
    });
  },
};

/** A receipt, an answer or an exported tick: signed by one key, or under the keys of one node. */
async function verifyReceiptValue(
  session: Session,
  value: JsonValue,
  {
    bytes,
    key,
    keys,
  }: {
    readonly bytes: number;
    readonly key?: string | undefined;
    readonly keys?: Succession;
  },
): Promise<number> {
  const modules = { crypto: nodeCrypto, registry: ownRegistry() };
  const expected = {
    nowCalcond: instantOf(systemClock().nowNs()).calcond,
    ...(key === undefined ? {} : { key }),
  };
  if (isExportedTick(value)) {
    if (keys !== undefined) throw underKeys();
    if (bytes > TICK_BYTES_MAX)
      throw usage(
        `an exported tick has at most ${TICK_BYTES_MAX} bytes, and this has ${bytes}`,
        "Hand over the tick as it was exported.",
      );
    return verifyTickValue(session, value, expected);
  }
  const solved = isWorthSolving(modules, value, expected)
    ? await solveAgain(nodeCrypto, value)
    : null;
  const proof = verifyHeld(modules, value, {
    ...expected,
    ...(solved === null ? {} : { solved }),
  });
  return showProof(
    session,
    keys === undefined ? proof : verifyUnderSuccession(nodeCrypto, proof, keys),
  );
}

async function verifyById(session: Session, id: string, key: string | undefined): Promise<number> {
  const client = await session.modules.client(session.options);
  const outcome = await client.verify({ receipt_id: id });
  if (outcome.kind === "problem") return session.show(outcome);
  const signer: unknown = outcome.value["signer"];
  if (key !== undefined && signer !== key) {
    throw new CliError(
      "WRONG_SIGNER",
      EXIT.notVerified,
      `signed by ${String(signer)}, not by ${key}`,
      "Ask whose key that is, or drop --key.",
    );
  }
  if (session.options.json === true || session.options.field !== undefined)
    return session.show(outcome, true);
  return showProof(session, outcome.value as unknown as Proof);
}

async function readFileOf(session: Session, path: string): Promise<string> {
  try {
    return await session.modules.readFile(path, RECEIPT_BYTES_MAX);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `${path} cannot be read: ${(error as Error).message}`,
      "Check the path.",
    );
  }
}

function showProof(session: Session, proof: Proof): number {
  const { verdict, valid, checks, reasons, generation, detail, id, signer } = proof;
  const shown = {
    verdict,
    valid,
    generation,
    detail,
    receipt_id: id ?? (proof as { receipt_id?: string }).receipt_id ?? null,
    signer,
    checks,
    reasons,
  };
  if (session.options.json === true || session.options.field !== undefined) session.print(shown);
  else if (session.options.quiet !== true)
    session.modules.out(proofText(shown, session.isColoured));
  return exitOfVerdict(verdict);
}

function proofText(
  {
    verdict,
    receipt_id: id,
    signer,
    checks,
    reasons,
  }: Pick<Proof, "verdict" | "signer" | "checks" | "reasons"> & { receipt_id: string | null },
  isColoured: boolean,
): string {
  const lines = checks.map(
    ({ name, ok, detail }) =>
      `  ${ok === null ? "-   " : ok ? "ok  " : "FAIL"} ${name.padEnd(12)} ${detail}`,
  );
  return [
    `${verdictWord(verdict, isColoured)}: receipt ${id ?? "without an id"}`,
    ...(verdict === "sound" ? [`not checked: ${reasons.join("; ")}`] : []),
    `signed by ${signer ?? "nobody"}`,
    ...lines,
    "",
  ].join("\n");
}

const evaluateVerb: Verb = {
  register(program, run) {
    const command = program
      .command("evaluate")
      .description("Evaluate an equation typed by hand, without a daemon")
      .argument("[equation]", 'as in "E = m c^2"')
      .argument("[inputs...]", "name=number, in SI or in the unit that --symbols gives")
      .option("--symbols <name=unit...>", "units of names, as in m=kg")
      .option("--uncertainties <name=number...>", "standard uncertainties of inputs")
      .option("--solve-for <name>", "the unknown, if it is not the subject")
      .option("--unit <unit>", "in which the result is shown beside SI, as in km/h")
      .option(
        "--stdin",
        "one JSON request a line: {id, equation, inputs, symbols?, solve_for?, uncertainties?}",
      );
    command.action(async (equation: string | undefined, inputs: readonly string[]) => {
      await run(command, async (session) => {
        const options = command.opts<EvaluateOptions>();
        if (options.stdin === true) return evaluateLines(session.modules);
        if (equation === undefined)
          throw usage("give an equation, or --stdin for one request a line");
        return evaluateOne(session, equation, inputs, options);
      });
    });
  },
};

type RegistryVerb = "operators" | "operator-spec";

/**
 * The registry ships with the program, so it can be asked without a daemon; a running one is asked
 * first.
 */
function registryVerb(name: RegistryVerb, argument: string, description: string): Verb {
  return {
    register(program, run) {
      const command = program.command(name).description(description).argument(`[${argument}...]`);
      if (name === "operators")
        command.option("--domain <name>", "one domain").option("--limit <n>", "at most so many");
      command.action(async (words: readonly string[]) => {
        await run(command, async (session) => {
          const input =
            name === "operators"
              ? searchInput(session, words, command.opts())
              : { operators: [...words] };
          if (name === "operator-spec" && words.length === 0)
            throw usage("name at least one operator, as in NM21");
          return askRegistry(session, name, input);
        });
      });
    },
  };
}

/** A terminal gets as many as fit on it; a program everything. */
function searchInput(
  session: Session,
  words: readonly string[],
  { domain, limit }: { domain?: string; limit?: string },
): Record<string, unknown> {
  const isRead = session.options.json !== true && session.options.field === undefined;
  const most = limit === undefined ? (isRead ? LISTED_MAX : undefined) : Number(limit);
  if (most !== undefined && !(Number.isInteger(most) && most >= 1))
    throw usage(`--limit takes a whole number from 1, not ${limit}`);
  return {
    ...(words.length === 0 ? {} : { q: words.join(" ") }),
    ...(domain === undefined ? {} : { domain }),
    ...(most === undefined ? {} : { limit: most }),
  };
}

async function askRegistry(
  session: Session,
  name: RegistryVerb,
  input: Record<string, unknown>,
): Promise<number> {
  const client = await session.modules.client(session.options).catch((error: unknown) => {
    if (
      error instanceof CliError &&
      error.code === "UNREACHABLE" &&
      session.options.url === undefined
    )
      return null;
    throw error;
  });
  if (client === null) return printRegistry(session, name, ownAnswer(name, input));
  const outcome =
    name === "operators" ? await client.operators(input) : await client.operatorSpec(input);
  return outcome.kind === "problem"
    ? session.show(outcome)
    : printRegistry(session, name, outcome.value);
}

/** From the registry that ships with the program. @throws CliError for an unknown operator. */
function ownAnswer(
  name: RegistryVerb,
  input: Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  const handlers = registryHandlers({
    registry: ownRegistry(),
    evaluator: { document: (document) => writeDocument(document, ownRegistry()) },
  });
  try {
    const answer: unknown = Reflect.apply(
      handlers[name === "operators" ? "operators" : "operatorSpec"],
      handlers,
      [input],
    );
    if (typeof answer !== "object" || answer === null)
      throw new TypeError(`${name} answered no object`);
    const plain: unknown = "body" in answer ? JSON.parse(String(answer.body)) : answer;
    return { ...(plain as object) };
  } catch (error) {
    if (error instanceof ApiError)
      throw new CliError(error.code, EXIT.usage, error.message, "Use one of the nearest ids.");
    throw error;
  }
}

/** Lines to read; the whole answer where a program asks. */
function printRegistry(
  session: Session,
  name: RegistryVerb,
  answer: Readonly<Record<string, unknown>>,
): number {
  if (session.options.json === true || session.options.field !== undefined) session.print(answer);
  else if (session.options.quiet !== true)
    session.modules.out(
      (name === "operators" ? searchText : specText)(
        answer,
        session.modules.columns ?? HELP_COLUMNS,
      ),
    );
  return EXIT.ok;
}

export const verbs: readonly Verb[] = [
  daemonVerb,
  accountVerb,
  apiVerb(daemonRequester),
  mcpVerb,
  verifyVerb,
  evaluateVerb,
  convertVerb,
  statusVerb,
  conformanceVerb,
  dnsVerb,
  ledgerVerb,
  clockVerb,
  storeVerb,
  initVerb,
  idVerb,
  healthVerb,
  doctorVerb,
  logsVerb,
  configVerb,
  backupVerb,
  restoreVerb,
  verifyDbVerb,
  tallyVerb,
  transferVerb,
  witnessVerb,
  streamVerb,
  pageVerb,
  mailVerb,
  mailReceiveVerb,
  llmVerb,
  scaffoldVerb,
  skillsVerb,
  reactorVerb,
  sweepVerb,
  peersVerb,
  meshVerb,
  ...solverVerbs,
  solversVerb,
  versionVerb,
  completionVerb,
  registryVerb("operators", "words", "List or search the operator registry"),
  registryVerb(
    "operator-spec",
    "ids",
    "What operators need: inputs with aliases, units and conditions",
  ),
];
