/**
 * Records of many kinds: mail with a file, hosted pages, envelopes that moved, jobs
 * of the market, contracts that fired, tables. Made by the calls that make them.
 */
import { expect } from "chai";
import { createClient, ProblemError, type Outcome } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { setUpMail, uploadAttachment } from "../../api/client/mail.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Identity } from "../../node/runtime/identity/identity.js";
import { systemRandom } from "../../node/runtime/random.js";
import type { JsonObject } from "../../protocol/ports.js";
import { nameOfKey } from "../../storage/records/buckets.js";
import { WHOLE_RANGE } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import { serveNode, type Reply } from "../kit/served.js";
import { barProgram } from "../unit/contracts/programs.js";

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}

/** @returns the net of the spine that the records were sealed on */
export async function makeRecords(store: Store, identity: Identity): Promise<string> {
  const served = await serveNode({ ports: { store, identity, random: systemRandom } });
  const { node } = served;
  const { url } = served.http;
  const equation = newEquation();
  const { key } = value(await registerIdentity(createClient({ baseUrl: url }), equation));
  const operator = await node.services.accounts.mintOperatorKey();
  const post = async (path: string, body: object, method = "POST", by = key): Promise<Reply> => {
    const reply = await served.call(method, path, { key: by, body });
    expect(reply.status, `${path}: ${reply.text}`).within(200, 299);
    return reply;
  };
  const client = createClient({ baseUrl: url, key });
  const { address } = value(
    await setUpMail(client, { equation, apiKey: key, localPart: "adalovelace" }),
  );
  const place = { baseUrl: url, key };
  const blob = await uploadAttachment(place, { name: "a.txt" }, new Uint8Array(70_000));
  const to = [address ?? ""];
  const message = {
    to,
    subject: "cut",
    text: "and kept",
    attachments: [String(value(blob)["blobId"])],
  };
  value(await client.mailSend(message, { idempotencyKey: "send-once-0123456789abcdef" }));
  await post("/api/state", { name: "Oven", slug: "oven-cut", is_public: true });
  const files = [{ path: "index.html", text: "<p>kept</p>".repeat(2_000) }];
  await post("/api/pages/oven-cut/report", { files }, "PUT");
  const account = String((await served.call("GET", "/api/ledger", { key })).body["account"]);
  const invoice = { account, credits: 100, reference: "invoice 1" };
  await post("/api/ledger/grant", invoice, "POST", operator);
  const fall = (r: number): JsonObject => ({
    operators: ["NM21"],
    inputs: { m1: 5.9722e24, m2: 1, r },
  });
  await post("/api/calc/compute/batch", {
    computations: Array.from({ length: 45 }, (_, i) => fall(6.4e6 + i)),
  });
  await post("/api/calc/compute/table", {
    operators: ["NM21"],
    columns: { m1: 5.9722e24, m2: 1, r: [6.4e6, 7.4e6] },
  });
  const { body } = await served.call("POST", "/api/demo-key/mint", { body: {} });
  await post("/api/tally/envelopes/transfer-bulk", { to: body["account"], count: 1 });
  const contract = await post("/api/contracts", { program: barProgram() });
  await post(`/api/contracts/${String(contract.body["contract"])}/fire`, { data: { q: 20_000 } });
  await post("/api/jobs", fall(6.4e6));
  const { net } = node.services.spine;
  await served.close();
  return net;
}

export interface Recorded {
  /** Of what is in each record, by its key. */
  readonly digests: ReadonlyMap<string, string>;
  /** Kinds of records, as the database names them. */
  readonly kinds: ReadonlySet<string>;
}

/** Every record of a database. */
export async function recordsOf(store: Store): Promise<Recorded> {
  const digests = new Map<string, string>();
  const kinds = new Set<string>();
  for await (const [key, bytes] of store.kv.range(WHOLE_RANGE)) {
    digests.set(Buffer.from(key).toString("hex"), nodeCrypto.sha256Hex(bytes));
    kinds.add(nameOfKey(key).bucket);
  }
  return { digests, kinds };
}
