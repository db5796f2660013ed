/** Ticks as files: whole ones verify, and no bit of one can be changed. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { ownRegistry } from "../../../../scripts/cli/compute/ownRegistry.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../../protocol/encoding/json.js";
import { solveAgain } from "../../../../protocol/kernel/solveAgain.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { cardOf } from "../../../../protocol/solvers/cards.js";
import { heldByTick, verifyTick, type TickProof } from "../../../../protocol/streams/verifyTick.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const SEED = "20261127";
const PATH = "/api/calc/streams";
const FORCE = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
const TEMPLATE = {
  outputFormat: "template",
  contentType: "text/csv",
  template: "{{tick}},{{calcond}},{{value}},{{unit}},{{inputs.m}},{{token}}\n",
};

interface TestChannel {
  readonly id: string;
  readonly key: string;
}

function valueOf(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok) throw new Error(read.message);
  if (!isObject(read.value)) throw new Error("no object");
  return read.value;
}

/** A member that is an object. */
function objectOf(file: JsonObject, name: string): JsonObject {
  const member = file[name];
  if (!isObject(member)) throw new Error(`${name} is no object`);
  return member;
}

function textOf(file: JsonObject, name: string): string {
  const member = file[name];
  if (typeof member !== "string") throw new Error(`${name} is no text`);
  return member;
}

describe("exported ticks", () => {
  let served: ServedNode;
  let account = "";
  const modules = { crypto: nodeCrypto, registry: ownRegistry() };

  const nowCalcond = (): number => served.node.services.deadlines.now();
  const verified = (value: JsonValue, key?: string): TickProof =>
    verifyTick(modules, value, { nowCalcond: nowCalcond(), ...(key === undefined ? {} : { key }) });
  const make = async (changes: object): Promise<TestChannel> => {
    const { body, text } = await served.call("POST", PATH, { key: account, body: changes });
    const { id } = Object(body["channel"]);
    if (typeof id !== "string") throw new Error(text);
    return { id, key: String(body["key"]) };
  };
  const ticked = async ({ id, key }: TestChannel, body: object = {}): Promise<void> => {
    const { status, text } = await served.call("POST", `${PATH}/${id}/tick`, { key, body });
    expect(status, text).to.equal(201);
    served.pass(1);
  };
  const exported = async ({ id, key }: TestChannel, tick?: number): Promise<JsonObject> => {
    const query = tick === undefined ? "" : `?tick=${tick}`;
    const { status, text } = await served.call("GET", `${PATH}/${id}/export${query}`, { key });
    expect(status, text).to.equal(200);
    return valueOf(text);
  };

  before(async () => {
    served = await serveNode({ config: { credits: { welcome: 100_000 } } });
    account = await served.account();
  });
  after(() => served.close());

  it("are opened, with their receipts, by the signature of a link, and by no other", async () => {
    const [one, other] = [
      await make({ contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } } }),
      await make({ contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } } }),
    ];
    for (let n = 0; n < 3; n += 1) await ticked(one);
    await ticked(other);
    const link = async ({ id, key }: TestChannel) =>
      String(
        (await served.call("POST", `${PATH}/${id}/link`, { key, body: { expiresInCalconds: 100 } }))
          .body["sig"],
      );
    const [sig, foreign] = [await link(one), await link(other)];
    const pulled = await served.call("GET", `${PATH}/${one.id}/pull?sig=${sig}`);
    expect(pulled.status, pulled.text).to.equal(200);
    const verify = pulled.headers.get("x-calc-verify")!;
    const receipt = await served.call("GET", `${verify}?sig=${sig}`);
    expect(receipt.status, receipt.text).to.equal(200);
    expect(receipt.body).to.have.all.keys("envelope", "inputs", "proof", "public_key");
    const file = await served.call("GET", `${PATH}/${one.id}/export?sig=${sig}`);
    expect(file.status, file.text).to.equal(200);
    expect(JSON.stringify(valueOf(file.text)["receipt"])).to.equal(JSON.stringify(receipt.body));
    expect((await served.call("GET", verify)).status).to.equal(404);
    // A receipt of the account that is no tick of the channel.
    const computed = await served.call("POST", "/api/calc/compute", {
      key: account,
      body: { operators: ["NM19"], inputs: { m: 1, a: 1 } },
    });
    const strange = `/api/receipts/${String(computed.body["receipt_id"])}?sig=${sig}`;
    for (const [path, why] of [
      [`${verify}?sig=${foreign}`, "of another channel"],
      [`${PATH}/${one.id}/export?sig=${foreign}`, "of another channel"],
      [strange, "no tick"],
      [`/api/receipts/${"0".repeat(64)}?sig=${sig}`, "no receipt"],
      [`${PATH}/${one.id}/pull?sig=`, "empty"],
      [`${PATH}/${one.id}/pull?sig=${sig}0`, "one digit more"],
      [`${PATH}/${one.id}/pull?sig=${"a".repeat(200)}`, "another length"],
      [`${verify}?sig=${"a".repeat(200)}`, "another length"],
    ] as const) {
      const refused = await served.call("GET", path);
      expect([refused.status, refused.body["code"]], why).to.deep.equal([401, "BAD_SIGNATURE"]);
    }
    const closed = await served.call("DELETE", `${PATH}/${one.id}`, { key: account });
    expect(closed.status, closed.text).to.equal(200);
    const late = await served.call("POST", `${PATH}/${one.id}/link`, {
      key: account,
      body: { expiresInCalconds: 100 },
    });
    expect(late.body, late.text).to.include({ code: "CHANNEL_CLOSED" });
  });

  it("verify offline, first and later ones, as JSON and as a template made them", async () => {
    const body = { contract: { ...FORCE, subTicks: 3 } };
    for (const one of [await make(body), await make({ ...body, ...TEMPLATE })]) {
      await ticked(one);
      const changed = await served.call("PATCH", `${PATH}/${one.id}`, {
        key: one.key,
        body: { tickIntervalCalconds: 1 },
      });
      expect(changed.status, changed.text).to.equal(200);
      await ticked(one, { inputs: { m: 3 } });
      await ticked(one);
      for (const tick of [1, 2, 3, undefined]) {
        const file = await exported(one, tick);
        const proof = verified(file, served.node.services.identity.publicKeyHex);
        expect(proof.reasons, canonicalize(proof.checks)).to.deep.equal([]);
        expect(proof).to.include({ verdict: "valid", machine: one.id, tick: tick ?? 3 });
      }
      const other = verified(await exported(one, 2), "ab".repeat(32));
      expect(other.verdict).to.equal("invalid");
    }
  });

  it("verify where a solver is driven, its job run again", async () => {
    const [example] = cardOf("buckling")!.examples;
    const one = await make({ contract: { solver: "buckling", inputs: example!.body } });
    await ticked(one);
    const file = await exported(one);
    const solved = await solveAgain(nodeCrypto, heldByTick(nodeCrypto, file));
    const proof = verifyTick(modules, file, {
      nowCalcond: nowCalcond(),
      ...(solved === null ? {} : { solved }),
    });
    expect(proof.verdict, canonicalize(proof.checks)).to.equal("valid");
  });

  it("name what was changed, member by member", async () => {
    const one = await make({ contract: { ...FORCE, subTicks: 2 }, ...TEMPLATE });
    await ticked(one);
    await ticked(one);
    const file = await exported(one);
    const failed = (changed: JsonObject): readonly string[] =>
      verified({ ...file, ...changed })
        .checks.filter(({ ok }) => ok === false)
        .map(({ name }) => name);
    const [before, headers, payload, receipt, row] = [
      "before",
      "headers",
      "payload",
      "receipt",
      "row",
    ].map((name) => objectOf(file, name));
    const cases: readonly (readonly [string, JsonObject])[] = [
      ["body", { body: `${textOf(file, "body")} ` }],
      ["body", { contentType: "text/plain" }],
      ["headers", { headers: { ...headers, "X-Calc-Proof": "0".repeat(64) } }],
      ["headers", { headers: { ...headers, "X-Other": "1" } }],
      ["payload", { payload: { ...payload, missed: 1 } }],
      ["row-inclusion", { row: { ...row, engineVersion: "calc-engine/0" } }],
      ["row-inclusion", { path: [] }],
      ["before-inclusion", { before: { ...before, path: [] } }],
      ["before-payload", { before: { ...before, payload: { ...payload } } }],
      ["tick-root", { genesis: "0".repeat(64) }],
      ["origin", { origin: textOf(file, "origin").replace("calc/", "calm/") }],
      ["checkpoint", { checkpoint: textOf(file, "checkpoint").replace("calcond ", "calcond 1") }],
      ["signature", { receipt: { ...receipt, public_key: "0".repeat(64) } }],
      ["export", { extra: 1 }],
      ["export", { "calc-tick": 2 }],
    ];
    expect(failed({})).to.deep.equal([]);
    for (const [name, changed] of cases) expect(failed(changed), name).to.include(name);
  });

  it("say nothing of their place that no row says", async () => {
    const one = await make({ contract: FORCE });
    await ticked(one);
    const file = await exported(one);
    const answer = valueOf(textOf(file, "body"));
    const stream = { ...objectOf(answer, "stream"), endorsed: true };
    const { verdict, reasons } = verified({ ...file, body: JSON.stringify({ ...answer, stream }) });
    expect(verdict).to.equal("invalid");
    expect(reasons.join()).to.contain("stream.endorsed is no member of it");
  });

  it(`hold no bit that can be turned unseen (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    for (const shape of [{}, TEMPLATE]) {
      const one = await make({ contract: { ...FORCE, subTicks: 1 }, ...shape });
      await ticked(one);
      await ticked(one);
      const file = await exported(one);
      const bytes = Buffer.from(canonicalize(file));
      for (let i = 0; i < 50; i += 1) {
        const turned = Buffer.from(bytes);
        const at = random.int(turned.length);
        turned[at]! ^= 1 << random.int(8);
        const read = parseJson(turned);
        if (!read.ok || canonicalize(read.value) === canonicalize(file)) continue;
        const { verdict } = verified(read.value);
        expect(verdict, `byte ${at}: ${turned.toString("utf8", at - 40, at + 40)}`).to.equal(
          "invalid",
        );
      }
    }
  });

  it("say that a dropped payload was not checked", async () => {
    const one = await make({ contract: FORCE });
    await ticked(one);
    await ticked(one);
    const { store } = served.node.services;
    await store.write([store.machineLogs.dropPayloadOp(one.id, 1)]);
    const file = await exported(one);
    const proof = verified(file);
    expect(proof).to.include({ verdict: "sound", tick: 2 });
    expect(proof.reasons).to.deep.equal(["the payload of row 1 is not in the file"]);
  });

  it("are read by who may read the channel, and there is none before the first tick", async () => {
    const one = await make({ contract: FORCE });
    const ask = (key: string | undefined, query = "") =>
      served.call("GET", `${PATH}/${one.id}/export${query}`, key === undefined ? {} : { key });
    expect((await ask(one.key)).body["code"]).to.equal("NO_TICK_YET");
    await ticked(one);
    expect((await ask(one.key, "?tick=2")).body["code"]).to.equal("NOT_FOUND");
    expect((await ask(undefined)).status).to.equal(404);
    expect((await ask(await served.account())).status).to.equal(404);
  });
});
