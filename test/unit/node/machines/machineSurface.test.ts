/** Machines as the operations of the contract offer them, on a whole node. */
import { expect } from "chai";
import type { Call, Principal } from "../../../../api/contract/definition/call.js";
import { PreEncoded } from "../../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../../api/contract/definition/problem.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { isObject } from "../../../../protocol/encoding/json.js";
import { ExportCheck } from "../../../../protocol/log/exported.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { put } from "../../../../storage/kv/table.js";
import { openNode, type TestNode } from "../../../kit/composed.js";
import { fieldsOf, textOf as textAt } from "../../../kit/requests.js";

const NDJSON = "application/x-ndjson";

function callOf(principal: Principal | null, more: Partial<Call> = {}): Call {
  return {
    requestId: "r",
    method: "POST",
    path: "/",
    query: "",
    principal,
    credential: principal === null ? "absent" : "valid",
    idempotency: null,
    traceparent: "",
    accepted: "application/json",
    shape: null,
    emit: () => undefined,
    address: () => "127.0.0.1",
    header: () => "",
    body: () => new Uint8Array(),
    pieces: () => [],
    baseUrl: () => "http://127.0.0.1",
    signal: new AbortController().signal,
    ...more,
  };
}

async function textOf(answer: unknown): Promise<string> {
  const value = await answer;
  if (!(value instanceof PreEncoded)) return JSON.stringify(value);
  if (value.parts === null) return Buffer.from(value.body).toString("utf8");
  let text = "";
  for await (const part of value.parts) text += part;
  return text;
}

async function read(answer: unknown): Promise<JsonObject> {
  const value: JsonValue = JSON.parse(await textOf(answer));
  if (!isObject(value)) throw new Error("an object expected");
  return value;
}

async function codeOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Refusal || error instanceof ApiError) return error.code;
    throw error;
  }
  throw new Error("no refusal");
}

type EventData = Parameters<TestNode["handlers"]["stateEvent"]>[0]["data"];

class Place {
  readonly node: TestNode;
  readonly raw: MemoryStore;
  owner: Principal;
  key: Principal;
  machine = "";
  secret = "";

  private constructor(node: TestNode, raw: MemoryStore, owner: Principal) {
    this.node = node;
    this.raw = raw;
    this.owner = owner;
    this.key = owner;
  }

  static async open(): Promise<Place> {
    const raw = new MemoryStore();
    const node = await openNode({ raw });
    const { accounts, effects, opening } = node.services;
    const principalOf = async (key: string): Promise<Principal> => {
      const found = await accounts.authenticate(key);
      if (typeof found === "string") throw new Error(found);
      return found;
    };
    const opened = await effects.run(
      opening.open({ account: "ann", cid: null, publicKey: null, plan: "free", rights: [] }),
    );
    const place = new Place(node, raw, await principalOf(opened.key));
    const machine = await read(
      node.handlers.stateNew({ slug: "oven-north", is_public: false }, callOf(place.owner)),
    );
    place.secret = textAt(machine, "key");
    place.key = await principalOf(place.secret);
    place.machine = place.key.machine!;
    return place;
  }

  send(data: EventData, more: { after?: number; header?: string } = {}): Promise<JsonObject> {
    const { after, header = "" } = more;
    return read(
      this.node.handlers.stateEvent(
        { slug: "oven-north", type: "reading", data, ...(after === undefined ? {} : { after }) },
        callOf(this.key, { header: () => header }),
      ),
    );
  }

  compute(m: number): Promise<JsonObject> {
    return read(
      this.node.handlers.compute({ operators: ["NM19"], inputs: { m, a: 3 } }, callOf(this.key)),
    );
  }

  validate(): Promise<JsonObject> {
    return read(this.node.handlers.statePohcValidate({ slug: "oven-north" }, callOf(this.owner)));
  }

  /** Changes a stored row, as somebody with the disk in his hands does. */
  async forge(seq: number, change: (row: Record<string, JsonValue>) => void): Promise<void> {
    const { store } = this.node;
    for await (const { text } of store.machineLogs.rows(this.machine, { from: seq, to: seq + 1 })) {
      const row: Record<string, JsonValue> = JSON.parse(text);
      change(row);
      await store.write([put(buckets.row, [this.machine, seq], canonicalize(row))]);
    }
  }
}

describe("node: machines and their logs", () => {
  it("send events, and tell which row they became", async () => {
    const place = await Place.open();
    const { row } = await place.send({ celsius: 451.2 });
    expect(row).to.deep.include({ seq: 1, transitionType: "event", machine: place.machine });
    expect(row).to.have.deep.property("actor", { key: place.key.keyPrefix, role: "admin" });
    expect(await codeOf(() => place.send({}, { after: 0 }))).to.equal("PRECONDITION_FAILED");
    expect(await codeOf(() => place.send({}, { header: '"0"' }))).to.equal("PRECONDITION_FAILED");
    expect(await codeOf(() => place.send({}, { header: "7" }))).to.equal("INVALID_INPUT");
    expect((await place.send({}, { header: '"1"' }))["row"]).to.include({ seq: 2 });
    expect(await codeOf(() => place.send("x".repeat(16_384)))).to.equal("TOO_LARGE");
    const { handlers } = place.node;
    const outsider = { slug: "oven-north", type: "reading", data: {} };
    expect(
      await codeOf(() =>
        handlers.stateAudit(
          { slug: "oven-north", from: 0, limit: 9, newest: false, export: false },
          callOf(null),
        ),
      ),
    ).to.equal("NOT_FOUND");
    expect(
      await codeOf(() => handlers.stateEvent(outsider, callOf({ ...place.owner, owner: "bob" }))),
    ).to.equal("NOT_FOUND");
    await place.node.close();
  });

  it("keep payloads until they are dropped, and rows for ever", async () => {
    const place = await Place.open();
    const { handlers } = place.node;
    for (let i = 0; i < 4; i += 1) await place.send({ i });
    await place.compute(2);
    const payload = (seq: number) =>
      textOf(handlers.statePayload({ slug: "oven-north", seq }, callOf(place.key)));
    expect(await payload(2)).to.equal('{"data":{"i":1},"type":"reading"}');
    expect(JSON.parse(await payload(5))).to.deep.include({ operatorChain: ["KO42", "NM19"] });
    expect(await codeOf(() => payload(6))).to.equal("NOT_FOUND");
    expect(
      await read(
        handlers.statePayloadDrop({ slug: "oven-north", seq: 0, to: 3 }, callOf(place.key)),
      ),
    ).to.deep.equal({ dropped: 3, next: null });
    expect(await codeOf(() => payload(2))).to.equal("PAYLOAD_NOT_KEPT");
    expect(await payload(3)).to.equal('{"data":{"i":2},"type":"reading"}');
    expect(await place.validate()).to.include({ valid: true, rows: 6 });
    await place.node.close();
  });

  it("show rows by page, and all of them line by line", async () => {
    const place = await Place.open();
    const { handlers } = place.node;
    await Promise.all(Array.from({ length: 1_100 }, (_, i) => place.send({ i })).slice(0, 1_023));
    await place.send({});
    await place.send({});
    const asked = { slug: "oven-north", limit: 3, newest: false, export: false };
    const page = await read(handlers.stateAudit({ ...asked, from: 1_020 }, callOf(place.owner)));
    expect(page).to.include({ next: 1_023 });
    const last = await read(
      handlers.stateAudit({ ...asked, from: 0, newest: true }, callOf(place.owner)),
    );
    expect(last["rows"]).to.have.nested.property("[0].seq", fieldsOf(page, "head")["seq"]);
    const exported = await textOf(
      handlers.stateAudit(
        { ...asked, from: 0, export: true },
        callOf(place.owner, { accepted: NDJSON }),
      ),
    );
    const verdict = (text: string) => {
      const check = new ExportCheck(nodeCrypto);
      for (const line of text.split("\n")) check.line(line);
      return check.verdict;
    };
    const whole = verdict(exported);
    expect(whole).to.include({
      verdict: "valid",
      signed: 1_024,
      checkpointsMatched: 1,
      firstBad: null,
    });
    expect(whole.head).to.equal(fieldsOf(page, "head")["hash"]);
    const lines = exported.trimEnd().split("\n");
    const without = (from: number, count: number): string =>
      [...lines.slice(0, from), ...lines.slice(from + count)].join("\n");
    // A row that is cut out, a tail that is cut off under a checkpoint, one that is changed.
    expect(verdict(without(500, 1)).firstBad).to.include({ seq: 499, rule: "seq" });
    const mark = lines.findIndex((line) => line.startsWith('{"checkpoint"'));
    expect(verdict(without(mark - 3, 3)).firstBad).to.include({ rule: "checkpoint" });
    const changed = lines.map((line, i) => (i === 700 ? line.replace('"event"', '"fault"') : line));
    expect(verdict(changed.join("\n"))).to.include({ verdict: "invalid" });
    expect(verdict(lines.slice(0, 3).join("\n"))).to.include({ verdict: "sound", signed: 0 });
    await place.node.close();
  });

  it("have a row for what their key computes, and a tally by key", async () => {
    const place = await Place.open();
    const { handlers } = place.node;
    const ids = [(await place.compute(2))["receipt_id"], (await place.compute(4))["receipt_id"]];
    await place.send({});
    const tally = await read(
      handlers.stateTallyEnvelopes({ slug: "oven-north", limit: 9 }, callOf(place.owner)),
    );
    const { keyPrefix } = place.key;
    expect(tally["envelopes"]).to.deep.equal(
      [1, 0].map((i) => ({
        receipt_id: ids[i],
        seq: i + 1,
        calcond: 2_310_000_000,
        key: keyPrefix,
        role: "admin",
        transitionType: "sealed_event",
        standing: "sealed",
      })),
    );
    expect(
      await read(handlers.stateTallySummary({ slug: "oven-north" }, callOf(place.owner))),
    ).to.deep.include({
      rows: 4,
      envelopes: 2,
      credits: 6,
      keys: [{ key: keyPrefix, role: "admin", envelopes: 2 }],
    });
    const check = (receipt_ids?: string[]) =>
      read(
        handlers.stateTallyVerify(
          { slug: "oven-north", ...(receipt_ids === undefined ? {} : { receipt_ids }) },
          callOf(place.owner),
        ),
      );
    expect(await check()).to.deep.equal({ valid: true, checked: 2, failures: [] });
    expect(await check(["0".repeat(64)])).to.include({ valid: false, checked: 1 });
    expect(await place.validate()).to.deep.include({
      valid: true,
      layers: {
        "pulse-attestation": { pass: true, checked: 4 },
        "phase-agreement": { pass: true, checked: 2 },
        "hash-linkage": { pass: true, checked: 4 },
        "operator-coverage": { pass: true, checked: 2 },
        "energy-record": { pass: true, checked: 2 },
      },
    });
    await place.node.close();
  });

  it("are closed for good: the log stays, all that writes answers so", async () => {
    const place = await Place.open();
    const { accounts } = place.node.services;
    const { handlers } = place.node;
    await place.send({});
    const slug = "oven-north";
    expect(await codeOf(() => handlers.stateClose({ slug }, callOf(place.key)))).to.equal(
      "FORBIDDEN",
    );
    const closed = await read(handlers.stateClose({ slug }, callOf(place.owner)));
    expect(closed).to.include({ slug, closedCalcond: 2_310_000_000 });
    const owner = callOf(place.owner);
    for (const write of [
      () => handlers.stateEvent({ slug, type: "reading", data: {} }, owner),
      () => handlers.stateEdit({ slug, name: "late" }, owner),
      () => handlers.stateKeyRotate({ slug, graceCalconds: 0 }, owner),
      () => handlers.stateClose({ slug }, owner),
    ])
      expect(await codeOf(write)).to.equal("MACHINE_CLOSED");
    expect(await accounts.authenticate(place.secret)).to.equal("unknown");
    expect(await place.validate()).to.include({ valid: true, rows: 3 });
    expect(await read(handlers.stateOf({ slug }, owner))).to.deep.include({
      closedCalcond: 2_310_000_000,
    });
    await place.node.close();
  });

  it("say what was changed, who did it, and by which rule it shows", async () => {
    const place = await Place.open();
    await place.send({ i: 1 });
    await place.send({ i: 2 });
    await place.forge(1, (row) => {
      row["transitionType"] = "fault";
    });
    expect(await place.validate()).to.deep.include({ valid: false });
    expect((await place.validate())["firstBad"]).to.include({ seq: 2, rule: "prev" });
    await place.node.close();
  });
});
