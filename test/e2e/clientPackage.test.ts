/**
 * A program of somebody else that depends on this package: what it imports is exported, has types,
 * and works against a daemon.
 */
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { transform } from "esbuild";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet.js";
import { isLong } from "../kit/runs.js";
import { EARTH_MOON_FORCE_N, parseFields } from "../kit/requests.js";

const run = promisify(execFile);
const TSC = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");

/** Strict, without the types of Node: pages have none. */
const PROGRAM = `
import {
  createClient, equationStrength, identityFrom, newEquation, openSession, registerIdentity,
  solveWork, WeakEquationError,
  type ApiClient, type Outcome,
} from "calcmesh/client";

declare const process: { readonly argv: readonly string[] };
const baseUrl: string = process.argv[2] ?? "";

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "result") return outcome.value;
  throw new Error(outcome.kind === "problem" ? outcome.problem.code : outcome.text);
}

const open: ApiClient = createClient({ baseUrl, work: solveWork });
const equation: string = newEquation();
const { bits, weakness } = equationStrength(equation);
const { cid, key } = valueOf(await registerIdentity(open, equation, { slug: "typed-client" }));
const { token } = valueOf(await openSession(open, equation));
const keys = valueOf(await createClient({ baseUrl, key: token }).keys());
const computed = valueOf(await createClient({ baseUrl, key }).compute(
  { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } }));
const value: number | null = computed.value;
const weak: unknown = await registerIdentity(open, "E = m c^2").catch((error: unknown) => error);

/** Never called: what must not compile. */
export function refused(): void {
  // @ts-expect-error operators are a list
  void open.compute({ operators: "NM21" });
  // @ts-expect-error there is no such operation
  void open.computeAll({});
}

console.log(JSON.stringify({ strong: bits >= 128 && weakness === null, own: cid === identityFrom(equation).cid,
  keys: keys.keys.length, value, weak: weak instanceof WeakEquationError }));
`;

describe("the package, as another program has it", () => {
  const dir = temporaryDir("consumer");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: join(dir.path, "data") });
    mkdirSync(join(dir.path, "node_modules"));
    symlinkSync(process.cwd(), join(dir.path, "node_modules", "calcmesh"), "dir");
    writeFileSync(
      join(dir.path, "package.json"),
      JSON.stringify({ name: "consumer", private: true, type: "module" }),
    );
    writeFileSync(join(dir.path, "consumer.ts"), PROGRAM);
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it(isLong ? "type-checks strictly" : "is read without its types", async () => {
    if (!isLong) {
      const { code } = await transform(PROGRAM, { loader: "ts", format: "esm" });
      writeFileSync(join(dir.path, "consumer.js"), code);
      return;
    }
    const flags = [
      "--strict",
      "--target",
      "es2023",
      "--module",
      "nodenext",
      "--types",
      "",
      "--noEmitOnError",
      "--pretty",
      "false",
    ];
    const { stdout } = await run(process.execPath, [TSC, ...flags, "consumer.ts"], {
      cwd: dir.path,
    }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), "stdout")) }));
    expect(stdout).to.equal("");
  });

  it("makes an identity, opens a session, and computes with the key", async () => {
    const { stdout } = await run(process.execPath, ["consumer.js", node.api.http], {
      cwd: dir.path,
    });
    const { keys, ...told } = parseFields(stdout);
    expect(told).to.deep.equal({ strong: true, own: true, value: EARTH_MOON_FORCE_N, weak: true });
    expect(keys).to.be.at.least(2);
  });
});
