/** `calc conformance`: the corpus, and its replay against any node. */
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { createClient, type ApiClient, type Outcome } from "../../api/client/client.js";
import type { Session, Verb } from "../../api/cli/cli.js";
import { CliError, EXIT, exitOf, usage } from "../../api/cli/exitCodes.js";
import { processEnvironment } from "../../config/load.js";
import { nodeCrypto } from "../../node/crypto.js";
import { conformanceCorpus } from "../../protocol/operators/conformance.js";
import type { ConformanceCase } from "../../protocol/operators/conformanceCase.js";
import { differenceOf } from "../../protocol/operators/conformanceReplay.js";
import { cardsByName } from "../../protocol/solvers/cards.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import { builtinRegistry } from "../../protocol/operators/index.js";

/** Requests under way at once: enough to hide the network, too few to crowd a node. */
const AT_ONCE = 8;
const PROGRESS_EVERY = 100;
/** A limit that opens within a window of a minute is waited for. */
const WAIT_SECONDS_MAX = 90;

type Corpus = ReturnType<typeof conformanceCorpus>;
type Difference = NonNullable<ReturnType<typeof differenceOf>>;
type Answer = Outcome<Readonly<Record<string, unknown>>>;

function ownCorpus(): Corpus {
  return conformanceCorpus(builtinRegistry((text) => nodeCrypto.sha256Hex(text)), nodeCrypto);
}

/** An account of its own for the run, where CALC_TOKEN names none: computations need one. */
async function withAccount(baseUrl: string): Promise<ApiClient> {
  const token = processEnvironment().env["CALC_TOKEN"];
  if (token !== undefined) return createClient({ baseUrl, key: token });
  const open = createClient({ baseUrl });
  const { x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const made = await open.identityRegister({
    cid: createHash("sha256").update(randomBytes(32)).digest("hex").slice(0, 32),
    publicKey: Buffer.from(x ?? "", "base64url").toString("hex"),
  });
  if (made.kind === "result") return createClient({ baseUrl, key: made.value.key });
  const why = made.kind === "problem" ? made.problem.detail : "it gave no key";
  throw new CliError("UNAUTHORIZED", EXIT.auth, `${baseUrl} makes no account now: ${why}`,
    "Put an API key of that node into CALC_TOKEN.");
}

/** What the node published about its own corpus; a node without one is replayed all the same. */
async function publishedBy(client: ApiClient): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await client.conformance();
  if (outcome.kind === "problem") {
    throw new CliError(outcome.problem.code, exitOf(outcome.problem.code),
      `the node has no conformance corpus: ${outcome.problem.detail}`, "Check the address.");
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
    await new Promise((resolve) => { setTimeout(resolve, seconds * 1_000); });
  }
}

function answerOf(client: ApiClient, one: ConformanceCase): Promise<Answer> {
  switch (one.operation) {
    case "compute": return client.compute(copyOf(one.request));
    case "playgroundCompute": return client.playgroundCompute({ ...one.request });
    case "solver": {
      const { body, solver } = one.request;
      const [name = ""] = Object.entries<SolverCard>(cardsByName).find(([, { id }]) => id === solver) ?? [];
      const call = Reflect.get(client, name) as (input: object) => Promise<Answer>;
      return call({ ...body, fields: "none" });
    }
    default: return one satisfies never;
  }
}

function copyOf({ operators, inputs }: { readonly operators: readonly string[];
  readonly inputs: Readonly<Record<string, number>> }): { operators: string[];
  inputs: Record<string, number> } {
  return { operators: [...operators], inputs: { ...inputs } };
}

function judge(one: ConformanceCase, answer: Answer, compareBits: boolean): Difference | null {
  if (answer.kind !== "problem") return differenceOf(one, answer.value, compareBits);
  const { code, detail } = answer.problem;
  return { id: one.id, what: "answer", message: `the node answers ${code}: ${detail}` };
}

/** All cases, a few at a time, in order of the corpus; differences in the same order. */
async function replay(
  client: ApiClient, cases: readonly ConformanceCase[], compareBits: boolean,
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

async function run(session: Session, url: string, only: string | undefined): Promise<number> {
  if (!/^https?:\/\/[^/]+/.test(url)) {
    throw usage(`${url} is no address of a node`, "Give one as in http://127.0.0.1:7777.");
  }
  const baseUrl = url.replace(/\/+$/, "");
  const corpus = ownCorpus();
  const cases = corpus.cases.filter(({ id }) => only === undefined || id.startsWith(only));
  if (cases.length === 0) throw usage(`no case begins with ${only ?? ""}`, "Try operator/NM.");
  const stamps = await publishedBy(createClient({ baseUrl }));
  const client = await withAccount(baseUrl);
  const sameEngine = stamps["engine_version"] === corpus.engine_version;
  const differences = await replay(client, cases, sameEngine, (done) => {
    if (session.options.quiet !== true) session.modules.err(`${done} of ${cases.length}\n`);
  });
  const drift = stamps["registry_version"] !== corpus.registry_version;
  const summary = {
    url: baseUrl, cases: cases.length, agree: cases.length - differences.length,
    compared_bits: sameEngine, registry_version: corpus.registry_version,
    engine_version: corpus.engine_version, node: stamps, registry_drift: drift, differences,
  };
  if (session.options.json === true || session.options.field !== undefined) session.print(summary);
  else if (session.options.quiet !== true) session.modules.out(textOf(summary));
  return differences.length === 0 ? EXIT.ok : EXIT.notVerified;
}

function textOf(summary: {
  readonly url: string; readonly cases: number; readonly agree: number;
  readonly compared_bits: boolean; readonly registry_drift: boolean;
  readonly differences: readonly Difference[];
}): string {
  const lines = summary.differences.map(({ id, what, message }) => `${id}  ${what}: ${message}`);
  const how = summary.compared_bits ? "bit for bit" : "within tolerances (another engine version)";
  if (summary.registry_drift) lines.push("the node has another registry than this program");
  return [...lines,
    `${summary.agree} of ${summary.cases} cases agree ${how} at ${summary.url}`, ""].join("\n");
}

export const conformanceVerb: Verb = {
  register(program, runVerb) {
    const command = program.command("conformance")
      .description("Print the conformance corpus, or replay it: calc conformance run URL")
      .argument("[action]", "run; without it the corpus is printed")
      .argument("[url]", "address of the node to replay it against")
      .option("--only <prefix>", "cases whose id begins so, as in operator/NM");
    command.action(async (action: string | undefined, url: string | undefined) => {
      await runVerb(command, async (session) => {
        const { only } = command.opts<{ only?: string }>();
        if (action === undefined) {
          session.print(ownCorpus());
          return EXIT.ok;
        }
        if (action !== "run" || url === undefined) throw usage("calc conformance run URL");
        return run(session, url, only);
      });
    });
  },
};
