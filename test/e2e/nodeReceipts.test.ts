/** Sealed answers and what proves them, on one running node and one that never saw them. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { isObject } from "../../protocol/encoding/json.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  canonical,
  EARTH_MOON,
  EARTH_MOON_FORCE_N,
  expectProblem,
  fieldsOf,
  force,
  isSignedBy,
  listOf,
  merkleLeaf,
  numberOf,
  sealed,
  sha256,
  spineOf,
  textOf,
  without,
  type Fields,
  type Json,
} from "../kit/requests.js";

type Path = readonly (string | number)[];

/** Every leaf of a document; empty lists and objects are leaves too. */
function leaves(value: Json, path: Path = []): Path[] {
  const entries: [string | number, Json][] = Array.isArray(value)
    ? [...value.entries()].map(([i, item]: [number, Json]) => [i, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return [path];
  return entries.flatMap(([name, item]) => leaves(item, [...path, name]));
}

/** The document with one leaf made another value of the same type, as near as can be. */
function flipped(value: Json, path: Path): Json {
  const [name, ...rest] = path;
  if (name === undefined) return otherThan(value);
  if (Array.isArray(value))
    return value.map((item: Json, i) => (i === name ? flipped(item, rest) : item));
  if (!isObject(value)) throw new Error(`no ${name} in a leaf`);
  return { ...value, [name]: flipped(value[name]!, rest) };
}

function otherThan(value: Json): Json {
  if (typeof value === "number") {
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? value + 1 : value * (1 + 2 ** -52);
  }
  if (typeof value === "string")
    return value === "" ? "x" : (value.startsWith("0") ? "1" : "0") + value.slice(1);
  if (typeof value === "boolean") return !value;
  if (value === null) return 1;
  return Array.isArray(value) ? ["0".repeat(64)] : { added: 1 };
}

async function uncovered(node: RunningNode, document: Fields): Promise<string[]> {
  const accepted: string[] = [];
  for (const path of leaves(document)) {
    const { status, body, text } = await call(
      node,
      "POST",
      "/api/calc/verify",
      flipped(document, path),
    );
    expect(status, `${path.join(".")}: ${text}`).to.equal(200);
    if (body["valid"] !== false) accepted.push(path.join("."));
    else expect(listOf(body, "reasons"), path.join(".")).to.have.length.greaterThan(0);
  }
  return accepted;
}

describe("receipts of a running node", () => {
  const dir = temporaryDir("receipts");
  let node: RunningNode;
  let other: RunningNode;
  const open = ["--rate-limits", "off"];

  before(async () => {
    [node, other] = await Promise.all([
      startNode({ dataDir: `${dir.path}/a`, args: open }),
      startNode({ dataDir: `${dir.path}/b`, args: open }),
    ]);
  });
  after(async () => {
    await Promise.all([node.stop(), other.stop()]);
    dir.remove();
  });

  const verify = async (held: unknown, at = node): Promise<Fields> =>
    (await call(at, "POST", "/api/calc/verify", held)).body;

  it("an answer has every member of the contract, and its receipt leads to a signed event", async () => {
    const answer = await sealed(node, force());
    expect(answer).to.include({
      value: EARTH_MOON_FORCE_N,
      unit: "N",
      operator_id: "NM21",
      uncertainty_source: "gum",
      calcond_averaged: EARTH_MOON_FORCE_N,
      precisionBound: 1e-4,
      generation: "v3",
      visibility: "private",
      credits: 3,
      funding: "free",
      public_key: node.api.publicKey,
    });
    // u(G)/G = 2.24748e-5 (CODATA 2022: 0.000 15/6.674 30).
    expect(numberOf(answer, "uncertainty") / EARTH_MOON_FORCE_N).to.be.closeTo(
      0.00015 / 6.6743,
      1e-12,
    );
    expect(answer["operatorChain"]).to.deep.equal(["KO42", "NM21"]);
    expect(listOf(answer, "equations")[1]).to.match(/^F = G m_1 m_2\/r\^2; F = 6\.6743e-11\*/);
    const bits = Buffer.alloc(8);
    bits.writeDoubleBE(EARTH_MOON_FORCE_N);
    expect(answer["value_bits"]).to.equal(bits.toString("hex"));
    expect(Math.abs(numberOf(answer, "R_t") - 1)).to.be.at.most(1e-3);
    expect(numberOf(answer, "R_t")).to.be.closeTo(
      1 + 1e-3 * Math.sin(2 * Math.PI * numberOf(answer, "phase")),
      1e-15,
    );
    expect(
      listOf(answer, "protocol").map((step) => isObject(step) && step["status"]),
    ).to.deep.equal(Array(7).fill("ok"));
    expect(fieldsOf(answer, "calcond_receipt")).to.include({
      calcond_ns: 777_000_777,
      averaged: EARTH_MOON_FORCE_N,
      hmac: textOf(answer, "calcProof"),
    });
    for (const part of ["box_phi", "mu2_phi", "lambda_phi3", "decay", "ko42_coupling", "T"]) {
      expect(fieldsOf(answer, "master_terms")[part]).to.equal(null);
    }
    const proof = fieldsOf(answer, "proof");
    const header = fieldsOf(proof, "header");
    expect(
      isSignedBy(
        node.api.publicKey,
        `calc-event-sig/1\0${canonical(header)}`,
        Buffer.from(textOf(proof, "sig"), "hex"),
      ),
    ).to.equal(true);
    const body = canonical({
      count: 1,
      engine_version: answer["engine_version"]!,
      root: merkleLeaf(Buffer.from(textOf(answer, "receipt_id"), "hex")).toString("hex"),
    });
    expect(proof).to.include({ count: 1, index: 0 });
    expect(header).to.include({
      kind: "seal",
      body_hash: sha256(body).toString("hex"),
      body_len: body.length,
    });
  });

  it("the receipt's id is the hash of its core, linked to the one before", async () => {
    const answer = await sealed(node, force("shared"));
    const receipt = (await call(node, "GET", `/api/receipts/${textOf(answer, "receipt_id")}`)).body;
    const envelope = fieldsOf(receipt, "envelope");
    const id = sha256(
      "calc-envelope/3\0",
      Buffer.from(textOf(envelope, "prev"), "hex"),
      canonical(fieldsOf(envelope, "core")),
    );
    expect(id.toString("hex")).to.equal(answer["receipt_id"]);
    expect(fieldsOf(envelope, "core")).to.include({
      value: answer["value"],
      unit: "N",
      credits: 3,
      equations_hash: sha256(canonical(envelope["equations"]!)).toString("hex"),
      inputs_hash: sha256(canonical({ inputs: receipt["inputs"]! })).toString("hex"),
    });
    const next = await sealed(node, force());
    expect(next["prev"]).to.equal(answer["receipt_id"]);
  });

  it("one envelope of a window verifies by its path", async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        sealed(node, { operators: ["NM19"], inputs: { m: i + 1, a: 2 } }),
      ),
    );
    expect(
      Math.max(...answers.map((answer) => numberOf(fieldsOf(answer, "proof"), "count"))),
    ).to.be.greaterThan(1);
    for (const answer of answers) expect(await verify(answer)).to.include({ valid: true });
    expect(new Set(answers.map((answer) => answer["receipt_id"])).size).to.equal(24);
  });

  it("verify: whole answers and bare receipts, here and on a node that never saw them", async () => {
    const answer = await sealed(node, {
      ...force("shared"),
      domain: "newtonian_mechanics",
      uncertainties: { m1: 1e20 },
    });
    const receipt = (await call(node, "GET", `/api/receipts/${textOf(answer, "receipt_id")}`)).body;
    expect(receipt).to.have.all.keys("envelope", "inputs", "proof", "public_key");
    for (const held of [answer, receipt]) {
      for (const at of [node, other]) {
        const verdict = await verify(held, at);
        expect(verdict, JSON.stringify(verdict)).to.include({
          valid: true,
          receipt_id: answer["receipt_id"],
          signer: node.api.publicKey,
          generation: "v3",
        });
        expect(verdict["reasons"]).to.deep.equal([]);
        const value = listOf(verdict, "checks").find(
          (check) => isObject(check) && check["name"] === "value",
        );
        expect(value).to.include({ ok: true });
      }
    }
    expect(await verify({ receipt_id: answer["receipt_id"] })).to.include({ valid: true });
    expect(await verify({})).to.include({ valid: false });
    expect(await verify({ value: 1 })).to.include({ valid: false });
  });

  it("a tampered answer: every leaf flipped in turn is found", async () => {
    const answer = await sealed(node, {
      ...force("shared"),
      domain: "newtonian_mechanics",
      uncertainties: { m1: 1e20 },
    });
    // Flipped visibility is another word than the three; a change among the three is no claim about
    // the result.
    expect(await uncovered(node, answer)).to.deep.equal([]);
  });

  it("a tampered answer of a chain: every leaf flipped in turn is found, without the issuer's key too", async () => {
    const answer = await sealed(node, {
      operators: ["NM19", "NM24"],
      inputs: { m: 2, a: 3, d: 5, theta: 0.25 },
    });
    expect(await uncovered(node, answer)).to.deep.equal([]);
    // Only the issuer can check its HMAC; it stands twice in an answer, and both would have to be
    // changed alike.
    expect(await uncovered(other, answer)).to.deep.equal([]);
    const swapped = {
      ...answer,
      calcProof: "0".repeat(64),
      calcond_receipt: { ...fieldsOf(answer, "calcond_receipt"), hmac: "0".repeat(64) },
    };
    expect(await verify(swapped, node)).to.include({ valid: false });
  });

  it("a tampered receipt: every leaf flipped in turn is found", async () => {
    const answer = await sealed(node, force("shared"));
    const receipt = (await call(node, "GET", `/api/receipts/${textOf(answer, "receipt_id")}`)).body;
    expect(await uncovered(node, receipt)).to.deep.equal([]);
    // Bare, it holds the HMAC once, and that is its issuer's alone to check.
    expect(await uncovered(other, receipt)).to.deep.equal(["envelope.calcProof"]);
  });

  it("a member left out, added or taken from another answer is found", async () => {
    const [one, two] = [await sealed(node, force()), await sealed(node, force())];
    for (const name of Object.keys(one)) {
      // Left out, these leave a receipt that says as much as before.
      const spare = ["receipt_id", "visibility", "generation"].includes(name);
      expect((await verify(without(one, name)))["valid"], `without ${name}`).to.equal(spare);
    }
    expect((await verify({ ...one, note: "trust me" }))["valid"]).to.equal(false);
    for (const name of ["proof", "receipt_id", "prev", "calcProof"]) {
      expect((await verify({ ...one, [name]: two[name]! }))["valid"], name).to.equal(false);
    }
  });

  it("reverify signs its verdict, and the signature checks with the key of /api/identity alone", async () => {
    const answer = await sealed(node, force());
    const key = textOf((await call(other, "GET", "/api/identity")).body, "nodePublicKey");
    for (const [held, outcome, valid] of [
      [answer, "agrees", true],
      [{ ...answer, value: 1 }, "differs", false],
    ] as const) {
      const { body } = await call(other, "POST", "/api/calc/reverify", held, { key: null });
      const verdict = fieldsOf(body, "verdict");
      expect(body["valid"]).to.equal(valid);
      if (valid) expect(verdict).to.include({ outcome, receipt_id: answer["receipt_id"] });
      expect(verdict).to.include({ valid, digest: sha256(canonical(held)).toString("hex") });
      const signature = Buffer.from(textOf(body, "signature"), "hex");
      expect(isSignedBy(key, `calc-verdict/1\0${canonical(verdict)}`, signature)).to.equal(true);
      expect(
        isSignedBy(key, `calc-verdict/1\0${canonical({ ...verdict, valid: !valid })}`, signature),
      ).to.equal(false);
    }
  });

  it("attest signs the node's own bits and nothing else", async () => {
    const claim = { operators: ["NM21"], inputs: EARTH_MOON };
    const attest = async (value: number): Promise<Fields> =>
      (await call(node, "POST", "/api/attest", { ...claim, value })).body;
    const right = await attest(EARTH_MOON_FORCE_N);
    expect(right).to.include({ valid: true });
    const signed = without(right, "valid", "claimed_bits", "public_key", "signature");
    expect(
      isSignedBy(
        node.api.publicKey,
        `calc-attest/1\0${canonical(signed)}`,
        Buffer.from(textOf(right, "signature"), "hex"),
      ),
    ).to.equal(true);
    const next = Buffer.alloc(8);
    next.writeDoubleBE(EARTH_MOON_FORCE_N);
    next.writeBigUInt64BE(next.readBigUInt64BE() + 1n);
    expect(await attest(next.readDoubleBE())).to.include({ valid: false, signature: null });
  });

  it("prove: signed, HMACed, no event on the spine; prove/verify finds each changed leaf", async () => {
    const { size } = await spineOf(node);
    const { status, body: proved } = await call(node, "POST", "/api/calc/prove", force(), {
      key: null,
    });
    expect(status).to.equal(200);
    expect(proved).to.include({
      value: EARTH_MOON_FORCE_N,
      unit: "N",
      public_key: node.api.publicKey,
    });
    expect(proved).to.not.have.any.keys("receipt_id", "proof", "credits");
    expect(
      isSignedBy(
        node.api.publicKey,
        `calc-prove/1\0${canonical(without(proved, "signature"))}`,
        Buffer.from(textOf(proved, "signature"), "hex"),
      ),
    ).to.equal(true);
    expect((await spineOf(node)).size).to.equal(size);
    const check = async (held: unknown, at = node): Promise<Fields> =>
      (await call(at, "POST", "/api/calc/prove/verify", held, { key: null })).body;
    for (const at of [node, other]) {
      expect(await check(proved, at)).to.deep.include({
        valid: true,
        R_t: proved["R_t"],
        calcond: proved["calcond"],
        operatorIds: ["KO42", "NM21"],
        keyPrefix: "PROVE",
        reasons: [],
      });
    }
    for (const path of leaves(proved)) {
      expect(await check(flipped(proved, path), other), path.join(".")).to.include({
        valid: false,
        keyPrefix: "PROVE",
      });
    }
    const bare = (await call(node, "POST", "/api/calc/prove", undefined, { key: null })).body;
    expect(bare).to.deep.include({ value: 1, operatorChain: ["KO42"] });
    expect(await check(await sealed(node, force()))).to.include({
      valid: true,
      keyPrefix: "PROVE",
    });
  });

  it("private receipts are their owner's, record ones too, shared ones anyone's", async () => {
    const cid = createHash("sha256").update("an equation of my own").digest("hex").slice(0, 32);
    const registered = await call(
      node,
      "POST",
      "/api/identity/register",
      { cid, publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" },
      { key: null },
    );
    expect(registered.status, registered.text).to.equal(201);
    const key = textOf(registered.body, "key");
    for (const visibility of ["private", "record"] as const) {
      const id = textOf(await sealed(node, force(visibility), { key }), "receipt_id");
      const mine = await call(node, "GET", `/api/receipts/${id}`, undefined, { key });
      expect(mine.status).to.equal(200);
      expect(mine.headers.get("cache-control")).to.equal("no-store");
      for (const stranger of [null, node.api.token]) {
        expectProblem(
          await call(node, "GET", `/api/receipts/${id}`, undefined, { key: stranger }),
          404,
          "NOT_FOUND",
        );
        expectProblem(
          await call(node, "POST", "/api/calc/verify", { receipt_id: id }, { key: node.api.token }),
          404,
          "NOT_FOUND",
        );
      }
    }
    const id = textOf(await sealed(node, force("shared"), { key }), "receipt_id");
    const shared = await call(node, "GET", `/api/receipts/${id}`, undefined, { key: null });
    expect(shared.status).to.equal(200);
    expect(shared.headers.get("cache-control")).to.equal("public, max-age=31536000, immutable");
    expect(canonical(shared.body)).to.equal(shared.text);
    expect(await verify(shared.body, other)).to.include({ valid: true });
  });

  it("two nodes give the same bits, equations, uncertainty and terms", async () => {
    const requests: readonly Fields[] = [
      force(),
      {
        operators: ["NM19", "NM24"],
        inputs: { m: 2.5, a: 0.1, d: 3.7, theta: 1.1 },
        uncertainties: { d: 0.01, theta: 0.002 },
      },
      {
        operators: ["QM8"],
        inputs: { V_0: 1.0895e-18, E: 8.1711e-19, m: 9.1093837139e-31, L: 7.5e-10 },
      },
      { operators: ["GR38"], inputs: { M_c: 5.65e31, f: 35, d: 1.27e25 } },
      { operators: ["KO42"] },
    ];
    for (const request of requests) {
      const [a, b] = await Promise.all([sealed(node, request), sealed(other, request)]);
      for (const name of [
        "value_bits",
        "unit",
        "uncertainty",
        "equations",
        "master_sum",
        "masterEquation",
        "precision_actual",
      ]) {
        expect(a[name], name).to.deep.equal(b[name]);
      }
      expect(a["receipt_id"]).to.not.equal(b["receipt_id"]);
    }
  });

  it("chains carry a result to the next operator, with its uncertainty", async () => {
    const answer = await sealed(node, {
      operators: ["NM19", "NM24"],
      inputs: { m: 2, a: 3, d: 5, theta: 0 },
      uncertainties: { a: 0.03 },
    });
    // W = m a d: 30 J, and u = m d u(a) = 0.3 J.
    expect(answer).to.include({ value: 30, unit: "J", uncertainty_source: "gum", credits: 5 });
    expect(numberOf(answer, "uncertainty")).to.be.closeTo(0.3, 1e-14);
    const sum = fieldsOf(answer, "master_sum");
    expect(sum).to.include({ total: null, unit: null });
    expect(listOf(sum, "terms")).to.deep.equal([
      { operator_id: "KO42", role: "factor", unit: "1", value: 1 },
      { operator_id: "NM19", role: "term", unit: "N", value: 6 },
      { operator_id: "NM24", role: "term", unit: "J", value: 30 },
    ]);
    const nobody = await call(node, "POST", "/api/calc/compute", {
      operators: ["NM19", "NM24"],
      inputs: { m: 2, a: 3, d: 5, theta: 0 },
      uncertainties: { q: 1 },
    });
    expectProblem(nobody, 400, "INVALID_INPUT");
    expect(textOf(nobody.body, "detail")).to.match(/^q /);
    expect(await sealed(node, { operators: ["KO42"] })).to.deep.include({
      value: 1,
      unit: "1",
      operatorChain: ["KO42"],
      credits: 1,
    });
  });
});
