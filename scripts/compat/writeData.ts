/**
 * Writes a data directory of the format of today with a real daemon, and what its clients were told.
 * Both are kept in test/compat, where every later build must read them, or refuse them in words.
 *   node dist/scripts/compat/writeData.js test/compat/data-1
 */
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startNode, temporaryDir, type RunningNode } from "../devnet/daemons.js";

export interface Written {
  /** An API key of the first account. */
  readonly key: string;
  /** Of every envelope sealed: its receipt and the value that was answered, in order. */
  readonly receipts: readonly { readonly id: string; readonly value: number }[];
  readonly balances: readonly {
    readonly account: string;
    readonly free: number;
    readonly paid: number;
  }[];
  readonly machine: string;
  readonly folder: string;
}

const FOLDER = "kept";
/** What a directory holds beside its data. */
const PASSING = /^(?:api\.json|ahead\..*|.*\.new)$/;

const target = process.argv[2];
if (target === undefined) throw new Error("name the directory to write");
const dir = temporaryDir("compat");
try {
  const written = await used(dir.path);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const name of await readdir(dir.path)) {
    if (!PASSING.test(name))
      await cp(join(dir.path, name), join(target, name), { recursive: true });
  }
  for (const name of ["LOCK", "LOG", "LOG.old"])
    await rm(join(target, "db", name), { force: true });
  await writeFile(`${target}.json`, `${JSON.stringify(written, null, 2)}\n`);
} finally {
  dir.remove();
}

/** A node that did a little of everything, restarted once in between. */
async function used(dataDir: string): Promise<Written> {
  const receipts: { readonly id: string; readonly value: number }[] = [];
  let node = await startNode({ dataDir });
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    ask(node, "POST", path, { body, headers });
  const compute = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await post("/api/calc/compute", body, headers);
    receipts.push({ id: text(answer, "receipt_id"), value: Number(answer["value"]) });
  };
  const demo = await post("/api/demo-key/mint", {});
  const spun = await post(
    "/api/calc/spin-up",
    {},
    { authorization: `Bearer ${text(demo, "key")}` },
  );
  const key = text(spun, "apiKey");
  const asOwner = { authorization: `Bearer ${key}` };
  const account = text(spun, "account");
  await post("/api/ledger/grant", { account, credits: 40, reference: "invoice 1" });
  for (let m = 1; m <= 4; m += 1)
    await compute({ operators: ["NM19"], inputs: { m, a: 3 } }, asOwner);
  await compute({ operators: ["NM19"], inputs: { m: 2, a: 3 }, visibility: "record" }, asOwner);
  await post("/api/tally/envelopes/folder", { folder: FOLDER, count: 2 }, asOwner);
  await node.stop();
  node = await startNode({ dataDir });
  await compute({ operators: ["NM19"], inputs: { m: 6, a: 3 } });
  await compute(
    { operators: ["NM19"], inputs: { m: 7, a: 3 }, visibility: "shared" },
    { "idempotency-key": "kept-for-the-format" },
  );
  const balances: { account: string; free: number; paid: number }[] = [];
  for (const headers of [asOwner, {}]) {
    const has = await ask(node, "GET", "/api/ledger", { headers });
    balances.push({
      account: text(has, "account"),
      free: Number(has["free"]),
      paid: Number(has["paid"]),
    });
  }
  await node.stop();
  const { machine } = spun;
  if (typeof machine !== "object" || machine === null || !("slug" in machine))
    throw new Error("no machine was made");
  return { key, receipts, balances, machine: String(machine.slug), folder: FOLDER };
}

function text(answer: Readonly<Record<string, unknown>>, member: string): string {
  const value = answer[member];
  if (typeof value !== "string") throw new Error(`no ${member} in the answer`);
  return value;
}

async function ask(
  node: RunningNode,
  method: string,
  path: string,
  { body, headers }: { readonly body?: object; readonly headers: Readonly<Record<string, string>> },
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${node.api.http}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${node.api.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answered = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answered}`);
  const answer: unknown = JSON.parse(answered);
  if (typeof answer !== "object" || answer === null) throw new Error(`${path}: no object`);
  return { ...answer };
}
