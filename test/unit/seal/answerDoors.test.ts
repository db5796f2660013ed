/**
 * One leaf of a solver's answer changed, through doors that check answers: HTTP, the tool
 * protocol, the page, the command line, and the second program.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { proved } from "../../../api/console/engine/prove.js";
import { provedSolved, secondsAgain } from "../../../api/console/engine/proveSolved.js";
import { isObject, parseJson } from "../../../protocol/encoding/json.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { altered, leafPaths, withChange } from "../../../scripts/seal/jsonPaths.js";
import { isLong } from "../../kit/runs.js";
import { calc } from "../../kit/calc.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

/** Answers that the short form checks, and leaves of one answer for each door. */
const SHORT: ReadonlySet<string> = new Set(["sat", "acoustic"]);
const LEAVES = isLong ? 60 : 5;
/** Characters of changed answers that the second program reads at once: of a long answer not every leaf. */
const READ_CHARS = isLong ? 100_000_000 : 4_000_000;
/** Members of a solver's answer that the second program does not hold against anything. */
const UNREAD: ReadonlySet<string> = new Set(
  (
    "assumed calcond_receipt calcond_variance cko fields_mode masterEquation notes operator_id precision_scale " +
    "protocol stream uncertainty_source unused visibility without_uncertainty"
  ).split(" "),
);
/** What a field shows of its samples is held against their hash where it is all of them. */
const SAMPLES = /^fields\.\d+\.(?:data|sampled|stride)(?:\.|$)/u;
const isUnread = (name: string): boolean => UNREAD.has(name.split(".")[0]!) || SAMPLES.test(name);

const registry = builtinRegistry();

describe("answers of solvers with a leaf changed, door by door", () => {
  const dir = temporaryDir("answer-doors");
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode({ config: { credits: { welcome: 1_000_000 } } });
    key = await served.account();
  });
  after(async () => {
    await served.close();
    dir.remove();
  });

  const answered = async (path: string, body: unknown): Promise<string> => {
    const { body: reply, text } = await served.call("POST", path, { key, body });
    return String(Object(reply["verdict"])["verdict"] ?? reply["verdict"] ?? text.slice(0, 200));
  };
  const tool = async (held: JsonObject): Promise<string> => {
    const params = { name: "calc_verify", arguments: held };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const { text } = await served.call("POST", "/api/mcp", { key, body });
    return /\\?"verdict\\?":\\?"(valid|sound|invalid)/u.exec(text)?.[1] ?? text.slice(0, 300);
  };
  /** As the thread of the page does: a solver runs again where that could show a fault. */
  const page = async (held: JsonObject): Promise<string> => {
    const isRun = (await secondsAgain(registry, held)) !== null;
    const { verdict } = isRun
      ? await provedSolved(registry, held, null, () => undefined)
      : proved(registry, held, null, null);
    return verdict;
  };
  const commandLine = async (held: JsonObject): Promise<string> => {
    const file = join(dir.path, "held.json");
    writeFileSync(file, JSON.stringify(held));
    const { code, err, out } = await calc(["verify", file, "--json"]);
    return /"verdict":\s*"(valid|sound|invalid)"/u.exec(out)?.[1] ?? `${code} ${err}`;
  };
  /** The verdicts of the second program, one a file. */
  const python = (held: readonly JsonObject[]): readonly string[] => {
    const list = join(dir.path, "held.ndjson");
    writeFileSync(list, held.map((one) => JSON.stringify(one)).join("\n"));
    const run = spawnSync("python3", ["-c", EVERY_ANSWER, list, join(dir.path, "one.json")], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    expect(run.status, run.stderr).equal(0);
    return run.stdout.trimEnd().split("\n");
  };

  for (const { examples, id } of solverCards) {
    if (!isLong && !SHORT.has(id)) continue;
    it(id, async () => {
      const { body } = examples[0]!;
      const { text } = await served.call("POST", `/api/calc/${id}`, { key, body });
      const read = parseJson(text);
      if (!read.ok || !isObject(read.value)) throw new Error(JSON.stringify(read));
      const answer: JsonObject = read.value;
      expect(await answered("/api/calc/verify", answer)).equal("valid");
      expect(await tool(answer)).equal("valid");
      expect(await page(answer)).equal("valid");
      expect(await commandLine(answer)).equal("valid");
      const paths = leafPaths(answer);
      const every = Math.ceil(paths.length / LEAVES);
      const some = paths.filter((_, i) => i % every === 0);
      const wrong: string[] = [];
      for (const path of some) {
        const held = withChange(answer, path, altered);
        const verdicts = [
          await answered("/api/calc/verify", held),
          await tool(held),
          await commandLine(held),
          await page(held),
        ];
        if (verdicts.some((verdict) => verdict !== "invalid"))
          wrong.push(`${path.join(".")}: ${verdicts.join(" ")}`);
      }
      expect(wrong).deep.equal([]);
      // The second program runs no solver: what is sealed beside the value is a hash that it makes again.
      const step = Math.ceil((paths.length * text.length) / READ_CHARS);
      const readable = paths.filter((_, i) => i % step === 0);
      const [own, ...theirs] = python([
        answer,
        ...readable.map((path) => withChange(answer, path, altered)),
      ]);
      expect(own).equal("sound");
      const passed = readable
        .map((path) => path.join("."))
        .filter((name, i) => theirs[i] !== "invalid" && !isUnread(name));
      expect(passed).deep.equal([]);
    });
  }
});

const EVERY_ANSWER = `
import sys
sys.path.insert(0, "scripts/seal")
import verify_receipt
for line in open(sys.argv[1]):
    with open(sys.argv[2], "w") as file:
        file.write(line)
    try:
        held = verify_receipt.read_file(sys.argv[2])
    except verify_receipt.Unreadable:
        print("invalid")
        continue
    print(verify_receipt.verdict_of(held, now=1 << 53)[0])
`;
