/** `calc conformance`: the corpus, and its replay against any node. */
import { createHash, randomBytes } from "node:crypto";
import { createClient, type ApiClient, type Outcome } from "../../../api/client/client.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, exitOf, usage } from "../../../api/cli/exitCodes.js";
import { processEnvironment } from "../../../config/gathered.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { conformanceCorpus } from "../../../protocol/conformance/conformance.js";
import type { ConformanceCase } from "../../../protocol/conformance/conformanceCase.js";
import { differenceOf } from "../../../protocol/conformance/conformanceReplay.js";
import { affordable, costOf, pricedCases } from "./conformanceCost.js";
import { workShower } from "../showWork.js";
import { cardsByName } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

/** Requests under way at once: enough to hide the network, too few to crowd a node. */
const AT_ONCE = 8;
const PROGRESS_EVERY = 100;
/** A limit that opens within a window of a minute is waited for. */
const WAIT_SECONDS_MAX = 90;

type Corpus = ReturnType<typeof conformanceCorpus>;
type Difference = NonNullable<ReturnType<typeof differenceOf>>;
type Answer = Outcome<Readonly<Record<string, unknown>>>;

function ownCorpus(): Corpus {
  return conformanceCorpus(
    builtinRegistry((text) => nodeCrypto.sha256Hex(text)),
    nodeCrypto,
  );
}

/** The credits that a new account of a node begins with, unless its operator says otherwise. */
const NEW_ACCOUNT_CREDITS = 128;

interface Payer {
  readonly client: ApiClient;
  readonly credits: number;
}

/**
 * Whose credits are spent: of the account that CALC_TOKEN names, else of one made for the run.
 * @param wanted credits, at least so many if nothing else is said
 */
async function payerOf(session: Session, baseUrl: string, wanted: number): Promise<Payer> {
  const key = processEnvironment().env["CALC_TOKEN"];
  if (key === undefined) return newAccount(session, baseUrl, wanted);
  const client = createClient({ baseUrl, key });
  const outcome = await client.ledgerBalance({});
  if (outcome.kind !== "result") {
    const why =
      outcome.kind === "problem"
        ? outcome.problem
        : ({ code: "UNAUTHORIZED", detail: "it tells no balance" } as const);
    throw new CliError(
      why.code,
      exitOf(why.code),
      `the account of CALC_TOKEN at ${baseUrl}: ${why.detail}`,
      "Put an API key of that node into CALC_TOKEN.",
    );
  }
  const {
    available: { free, paid },
    unlimited,
  } = outcome.value;
  // A price is paid by credits of one kind.
  return { client, credits: unlimited ? Number.POSITIVE_INFINITY : Math.max(free, paid) };
}

async function newAccount(
  { modules, options }: Session,
  baseUrl: string,
  wanted: number,
): Promise<Payer> {
  // Where it is known not to be enough, none is left behind.
  if (wanted > NEW_ACCOUNT_CREDITS)
    return { client: createClient({ baseUrl }), credits: NEW_ACCOUNT_CREDITS };
  const registered = await createClient({
    baseUrl,
    work: workShower(options, modules),
  }).identityRegister({
    cid: createHash("sha256").update(randomBytes(32)).digest("hex").slice(0, 32),
    publicKey: toHex(nodeCrypto.ed25519PublicKey(randomBytes(32))),
  });
  if (registered.kind === "result")
    return {
      client: createClient({ baseUrl, key: registered.value.key }),
      credits: registered.value.credits,
    };
  const why = registered.kind === "problem" ? registered.problem.detail : "it gave no key";
  throw new CliError(
    "UNAUTHORIZED",
    EXIT.auth,
    `${baseUrl} makes no account now: ${why}`,
    "Put an API key of that node into CALC_TOKEN.",
  );
}

interface Plan {
  readonly client: ApiClient;
  readonly cases: readonly ConformanceCase[];
  /** Credits they cost. */
  readonly credits: number;
  readonly leftOut: number;
  /** Credits that those left out would cost. */
  readonly creditsMore: number;
}

/** The replayed receipt, and for whose credits: known before anything runs. */
async function planOf(
  session: Session,
  baseUrl: string,
  cases: readonly ConformanceCase[],
  most: number | null,
): Promise<Plan> {
  const all = await pricedCases(cases);
  const cost = costOf(all);
  const chosen = most === null ? all : affordable(all, most);
  const credits = costOf(chosen);
  const payer = await payerOf(session, baseUrl, credits);
  if (payer.credits < credits) {
    const whose =
      processEnvironment().env["CALC_TOKEN"] === undefined
        ? "a new account"
        : "the account of CALC_TOKEN";
    throw new CliError(
      "INSUFFICIENT_BALANCE",
      exitOf("INSUFFICIENT_BALANCE"),
      `${chosen.length} cases cost ${credits} credits and ${whose} has ${payer.credits}; nothing was run`,
      `Say --credits ${payer.credits} for as many cases as those pay for, --only PREFIX for a ` +
        "part, or put a key with more into CALC_TOKEN.",
    );
  }
  // A refused request costs nothing, but its price is set aside meanwhile: so it goes first.
  const inOrder = chosen.toSorted((a, b) => Math.min(1, a.credits) - Math.min(1, b.credits));
  return {
    client: payer.client,
    cases: inOrder.map(({ one }) => one),
    credits,
    leftOut: all.length - chosen.length,
    creditsMore: cost - credits,
  };
}

function creditsIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  const credits = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(credits)) return credits;
  throw usage(`--credits ${text}: a whole number of credits is wanted`);
}

/** What the node published about its own corpus; a node without one is replayed all the same. */
async function publishedBy(client: ApiClient): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await client.conformance();
  if (outcome.kind === "problem") {
    throw new CliError(
      outcome.problem.code,
      exitOf(outcome.problem.code),
      `the node has no conformance corpus: ${outcome.problem.detail}`,
      "Check the address.",
    );
  }
  const { cases: _cases, ...stamps } = outcome.value;
  return stamps;
}

async function ask(client: ApiClient, one: ConformanceCase): Promise<Answer> {
  for (;;) {
    const answer: Answer = await answerOf(client, one);
    if (answer.kind !== "problem" || answer.status !== 429) return answer;
    const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
    if (!(seconds <= WAIT_SECONDS_MAX)) return answer;
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1_000);
    });
  }
}

function answerOf(client: ApiClient, one: ConformanceCase): Promise<Answer> {
  switch (one.operation) {
    case "compute":
      return client.compute(copyOf(one.request));
    case "playgroundCompute":
      return client.playgroundCompute({ ...one.request });
    case "solver": {
      const { body, solver } = one.request;
      const [name = ""] =
        Object.entries<SolverCard>(cardsByName).find(([, { id }]) => id === solver) ?? [];
      const call = Reflect.get(client, name) as (input: object) => Promise<Answer>;
      return call({ ...body, fields: "none" });
    }
    default:
      return one satisfies never;
  }
}

function copyOf({
  operators,
  inputs,
}: {
  readonly operators: readonly string[];
  readonly inputs: Readonly<Record<string, number>>;
}): { operators: string[]; inputs: Record<string, number> } {
  return { operators: [...operators], inputs: { ...inputs } };
}

function judge(one: ConformanceCase, answer: Answer, compareBits: boolean): Difference | null {
  if (answer.kind !== "problem") return differenceOf(one, answer.value, compareBits);
  const { code, detail } = answer.problem;
  return { id: one.id, what: "answer", message: `the node answers ${code}: ${detail}` };
}

/** All cases, a few at a time, in their order. */
async function replay(
  client: ApiClient,
  cases: readonly ConformanceCase[],
  compareBits: boolean,
  progress: (done: number) => void,
): Promise<readonly Difference[]> {
  const found: (Difference | null)[] = cases.map(() => null);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < cases.length; at = next++) {
      found[at] = judge(cases[at]!, await ask(client, cases[at]!), compareBits);
      done += 1;
      if (done % PROGRESS_EVERY === 0) progress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found.filter((one) => one !== null);
}

interface RunOptions {
  readonly only?: string;
  readonly credits?: string;
}

async function run(
  session: Session,
  url: string,
  { credits: most, only }: RunOptions,
): Promise<number> {
  if (!/^https?:\/\/[^/]+/.test(url)) {
    throw usage(`${url} is no address of a node`, "Give one as in http://127.0.0.1:7777.");
  }
  const baseUrl = url.replace(/\/+$/, "");
  const corpus = ownCorpus();
  const wanted = corpus.cases.filter(({ id }) => only === undefined || id.startsWith(only));
  if (wanted.length === 0) throw usage(`no case begins with ${only ?? ""}`, "Try operator/NM.");
  const limit = creditsIn(most);
  const stamps = await publishedBy(createClient({ baseUrl }));
  const { cases, client, credits, creditsMore, leftOut } = await planOf(
    session,
    baseUrl,
    wanted,
    limit,
  );
  if (session.options.quiet !== true) {
    session.modules.err(
      `${cases.length} cases cost ${credits} credits${
        leftOut === 0 ? "" : `; ${leftOut} more, which would cost ${creditsMore}, are left out`
      }\n`,
    );
  }
  const sameEngine = stamps["engine_version"] === corpus.engine_version;
  const found = await replay(client, cases, sameEngine, (done) => {
    if (session.options.quiet !== true) session.modules.err(`${done} of ${cases.length}\n`);
  });
  const places = new Map(wanted.map(({ id }, place) => [id, place]));
  const differences = found.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const drift = stamps["registry_version"] !== corpus.registry_version;
  const summary = {
    url: baseUrl,
    cases: cases.length,
    left_out: leftOut,
    credits,
    agree: cases.length - differences.length,
    compared_bits: sameEngine,
    registry_version: corpus.registry_version,
    engine_version: corpus.engine_version,
    node: stamps,
    registry_drift: drift,
    differences,
  };
  if (session.options.json === true || session.options.field !== undefined) session.print(summary);
  else if (session.options.quiet !== true) session.modules.out(textOf(summary));
  return differences.length === 0 ? EXIT.ok : EXIT.notVerified;
}

function textOf(summary: {
  readonly url: string;
  readonly cases: number;
  readonly agree: number;
  readonly left_out: number;
  readonly compared_bits: boolean;
  readonly registry_drift: boolean;
  readonly differences: readonly Difference[];
}): string {
  const lines = summary.differences.map(({ id, what, message }) => `${id}  ${what}: ${message}`);
  const how = summary.compared_bits ? "bit for bit" : "within tolerances (another engine version)";
  if (summary.left_out > 0) lines.push(`${summary.left_out} cases were left out`);
  if (summary.registry_drift) lines.push("the node has another registry than this program");
  return [
    ...lines,
    `${summary.agree} of ${summary.cases} cases agree ${how} at ${summary.url}`,
    "",
  ].join("\n");
}

export const conformanceVerb: Verb = {
  register(program, runVerb) {
    const command = program
      .command("conformance")
      .description("Print the conformance corpus, or replay it: calc conformance run URL")
      .argument("[action]", "run; without it the corpus is printed")
      .argument("[url]", "address of the node to replay it against")
      .option("--only <prefix>", "cases whose id begins so, as in operator/NM")
      .option(
        "--credits <number>",
        "spend at most so many credits: on as many cases, spread over the corpus, as they pay for",
      )
      .addHelpText(
        "after",
        "\nA case costs what its computation does. The account is that of CALC_TOKEN, else a " +
          "new one with its first credits;\nwhat these do not pay for is said before anything " +
          "runs. The key of a node's operator costs nothing.\n",
      );
    command.action(async (action: string | undefined, url: string | undefined) => {
      await runVerb(command, async (session) => {
        if (action === undefined) {
          session.print(ownCorpus());
          return EXIT.ok;
        }
        if (action !== "run" || url === undefined) throw usage("calc conformance run URL");
        return run(session, url, command.opts<RunOptions>());
      });
    });
  },
};
