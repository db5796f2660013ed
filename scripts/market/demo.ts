/**
 * `npm run demo:market`: five nodes, a sweep on three contributors, one of which lies in the last
 * bit of a value. The others decide, the liar is challenged, and its whole bond is withheld.
 */
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { verdictOf } from "../cli/records/verifyVerdict.js";
import { lastBitLie } from "./liar.js";
import { callOf, principalOf, readAnswer, LocalMesh, type LocalNode } from "./localMesh.js";

const ROWS = 5_000;
const CREDITS = 100_000;
const ASKER = "ada";
const KEY_DIGITS = 8;

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "-";
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  const mesh = new LocalMesh();
  const asker = await mesh.add("asker");
  await mesh.add("bystander");
  const names = ["carol", "dave", "mallory"];
  for (const name of names) {
    const node = await mesh.add(name, name === "mallory" ? { result: lastBitLie } : {});
    await mesh.contribute(node, name);
  }
  const nameOf = new Map(mesh.nodes.map(({ name, publicKey }) => [publicKey, name]));
  say(
    `Five nodes: ${mesh.nodes.map(({ name, publicKey }) => `${name} ${publicKey.slice(0, KEY_DIGITS)}`).join(", ")}.`,
  );
  say(`${names.join(", ")} have pledged 1,000 envelopes each; mallory lies in the last bit.\n`);
  await asker.node.services.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -CREDITS },
      { account: `paid:${ASKER}`, delta: CREDITS },
    ],
  });
  await readAnswer(
    asker.node.handlers.compute({ operators: ["KO42"], inputs: {} }, callOf(principalOf(ASKER))),
  );
  const job = await sweep(mesh, asker);
  showParts(job, nameOf);
  await dispute(mesh, asker, nameOf);
  const { free, paid } = await asker.node.services.ledger.balance(ASKER);
  say(
    `\nThe asker paid ${CREDITS - free - paid} of ${CREDITS} credits; nothing is locked any more.`,
  );
  await mesh.stop();
}

/** One job of many rows. */
async function sweep(mesh: LocalMesh, asker: LocalNode): Promise<JsonObject> {
  const call = callOf(principalOf(ASKER));
  const { handlers } = asker.node;
  const columns = { m: 2, a: { from: 1, to: ROWS, count: ROWS } };
  const asked = { operators: ["NM19"], columns, class: "replicated", k: 2 } as const;
  const opened = await readAnswer(
    handlers.jobOpen({ ...asked, operators: [...asked.operators] }, call),
  );
  const id = textIn(opened, "id");
  say(
    `A sweep of ${ROWS} rows is one job (${id}): ${textIn(opened, "locked")} credits are locked.`,
  );
  const calconds = await mesh.until("the sweep ends", async () => {
    const { state } = await readAnswer(handlers.jobGet({ id }, call));
    return state !== "open";
  });
  say(`It ended after ${calconds} calconds.`);
  return readAnswer(handlers.jobGet({ id }, call));
}

function showParts(job: JsonObject, nameOf: ReadonlyMap<string, string>): void {
  say("\npart  rows   state  who computed it (+ agrees, ! differs)");
  for (const [at, part] of objects(job["shards"]).entries()) {
    const nodes = objects(part["nodes"]).map((one) => {
      const mark = one["agrees"] === true ? "+" : one["agrees"] === false ? "!" : "?";
      return `${mark}${nameOf.get(textIn(one, "node"))} (${textIn(one, "credits")})`;
    });
    say(
      `${String(at).padEnd(6)}${textIn(part, "rows").padEnd(7)}${textIn(part, "phase").padEnd(7)}${nodes.join("  ")}`,
    );
  }
}

/** Shows the challenge that the asker's node makes by itself, and what every node found. */
async function dispute(
  mesh: LocalMesh,
  asker: LocalNode,
  nameOf: ReadonlyMap<string, string>,
): Promise<void> {
  const call = callOf(principalOf(ASKER));
  const { handlers, services } = asker.node;
  const now = services.market.calcond;
  for (const facts of services.marketBook.jobs.values()) {
    const [node] = services.marketBook.progress(facts, now).differing;
    if (node === undefined) continue;
    await mesh.until("the challenge", async () => facts.challenges.size > 0);
    const [challenge] = [...facts.challenges.keys()] as [string];
    say(
      `\nThe asker's node computed that part again, and challenges ${nameOf.get(node)} with one ` +
        "envelope as deposit.",
    );
    await mesh.until("the verdict", async () =>
      mesh.nodes.every((one) => {
        const record = one.node.services.disputes.records.get(challenge);
        return (record?.outcome ?? null) !== null;
      }),
    );
    for (const one of mesh.nodes) {
      const record = one.node.services.disputes.records.get(challenge)!;
      say(`  ${one.name.padEnd(10)} computed it again: ${record.outcome}`);
    }
    const held = await readAnswer(handlers.contributeVerdict({ challenge }, call));
    const { checks, outcome } = await verdictOf(held);
    say(`A stranger with the document alone: ${outcome}`);
    for (const { detail, name, ok } of checks) say(`  ${ok ? "ok  " : "FAIL"} ${name}: ${detail}`);
    const liar = mesh.nodes.find(({ publicKey }) => publicKey === node)!;
    const work = await readAnswer(
      liar.node.handlers.contributeWork({}, callOf(principalOf(liar.name))),
    );
    say(
      `${liar.name} was slashed: ${textIn(work, "stake")} envelopes of 1,000 are left at stake. ` +
        "It is drawn no more.",
    );
    return;
  }
  say("\nNobody was caught: mallory was not drawn.");
}

await main();
