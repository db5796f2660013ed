/** Channels on a whole node behind HTTP, with a clock and timers that move when they are told to. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { SecureError, SecureSession } from "../../../../api/client/secure.js";
import type { Scheduler } from "../../../../node/runtime/scheduler.js";
import { secureCrypto } from "../../../../node/runtime/secureCrypto.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { cardOf } from "../../../../protocol/solvers/cards.js";
import { SecureChain, transcriptOf } from "../../../../protocol/streams/secure.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { serveNode, type CallOptions, type Reply, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/streams";
const LEGACY = "/api/calc/stream/channels";
const FORCE = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
const HEADERS = ["sealed", "proof", "token", "calcond", "verify"].map((name) => `x-calc-${name}`);

/** Timers that fire when they are told to. */
class HandScheduler implements Scheduler {
  readonly #timers = new Set<() => void>();
  after(_ms: number, f: () => void): () => void {
    this.#timers.add(f);
    return () => this.#timers.delete(f);
  }
  fire(): void {
    for (const timer of Array.from(this.#timers)) {
      this.#timers.delete(timer);
      timer();
    }
  }
}

function textOf(of: Readonly<Record<string, unknown>>, name: string): string {
  const value = of[name];
  if (typeof value !== "string") throw new Error(`no ${name} in ${JSON.stringify(of)}`);
  return value;
}
/** Where a tick stands in its channel. */
function placeOf({ body }: Reply): Readonly<Record<string, unknown>> {
  return Object(body["stream"]);
}
function numberOf(of: Readonly<Record<string, unknown>>, name: string): number {
  const value = of[name];
  if (typeof value !== "number") throw new Error(`no ${name} in ${JSON.stringify(of)}`);
  return value;
}

/** Opens as it is, and is tampered with from then on. */
function fetchThen(tampered: typeof fetch): typeof fetch {
  return (url, init) => (init?.method === "POST" ? fetch(url, init) : tampered(url, init));
}

class Channel {
  readonly id: string;
  readonly key: string;
  readonly #served: ServedNode;

  constructor(served: ServedNode, id: string, key: string) {
    this.#served = served;
    this.id = id;
    this.key = key;
  }

  static async make(served: ServedNode, key: string, changes: object = {}): Promise<Channel> {
    const response = await served.call("POST", PATH, {
      key,
      body: { contract: FORCE, ...changes },
    });
    expect(response.status, response.text).to.equal(201);
    expect(response.body["keyShownOnce"]).to.equal(true);
    return new Channel(
      served,
      textOf(Object(response.body["channel"]), "id"),
      textOf(response.body, "key"),
    );
  }

  ask(method: string, path = "", options: CallOptions = {}): Promise<Reply> {
    return this.#served.call(method, `${PATH}/${this.id}${path}`, { key: this.key, ...options });
  }
  tick(options: CallOptions = {}): Promise<Reply> {
    return this.ask("POST", "/tick", options);
  }
  async ticked(options: CallOptions = {}): Promise<Reply> {
    const tick = await this.tick(options);
    expect(tick.status, tick.text).to.equal(201);
    return tick;
  }
  /** Types of the rows of its log, which has to hold. */
  async rows(): Promise<readonly string[]> {
    const types: string[] = [];
    for await (const { text } of this.#served.node.services.machineLog.rows(this.id)) {
      const row: { readonly transitionType: string } = JSON.parse(text);
      types.push(row.transitionType);
    }
    return types;
  }
}

function refused(reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.body["code"]], reply.text).to.deep.equal([status, code]);
}

describe("channels", () => {
  let served: ServedNode;
  let account = "";
  let stranger = "";
  const scheduler = new HandScheduler();
  const make = (changes: object = {}): Promise<Channel> => Channel.make(served, account, changes);

  before(async () => {
    served = await serveNode({ ports: { scheduler }, config: { credits: { welcome: 100_000 } } });
    account = await served.account();
    stranger = await served.account();
  });
  beforeEach(async () => {
    account = await served.account();
  });
  after(() => served.close());

  it("tick once in an interval, however many ask at once", async () => {
    const one = await make({ tickIntervalCalconds: 5 });
    const answers = await Promise.all(Array.from({ length: 64 }, () => one.tick()));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).to.have.length(1);
    for (const early of answers.filter(({ status }) => status !== 201)) {
      refused(early, 409, "TICK_TOO_EARLY");
      expect(early.body["nextCalcond"]).to.equal(numberOf(created[0]!.body, "calcond") + 5);
    }
    served.pass(4);
    refused(await one.tick(), 409, "TICK_TOO_EARLY");
    served.pass(1);
    expect(placeOf(await one.ticked())["tick"]).to.equal(2);
    expect(await one.rows()).to.deep.equal(["created", "tick", "tick"]);
  });

  it("answer a repeated request once, and keep no answer to one that was refused", async () => {
    const one = await make();
    const headers = { "idempotency-key": "a-key-of-at-least-22-characters" };
    const first = await one.ticked({ headers });
    const again = await one.tick({ headers });
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    const other = { "idempotency-key": "another-key-of-22-characters" };
    refused(await one.tick({ headers: other }), 409, "TICK_TOO_EARLY");
    served.pass(1);
    expect(placeOf(await one.tick({ headers: other }))["tick"]).to.equal(2);
    expect(await one.rows()).to.deep.equal(["created", "tick", "tick"]);
  });

  it("answer ticks that verify, with five fields behind all others, and shaped alike", async () => {
    const one = await make({ contract: { ...FORCE, subTicks: 3 } });
    const tick = await one.ticked();
    const latest = await one.ask("GET", "/latest");
    expect(latest.text).to.equal(tick.text);
    for (const { headers } of [tick, latest]) {
      expect(headers.get("x-calc-sealed")).to.equal("true");
      expect(headers.get("x-calc-proof")).to.equal(tick.body["calcProof"]);
      expect(headers.get("x-calc-token")).to.equal(tick.body["receipt_id"]);
      expect(headers.get("x-calc-calcond")).to.equal(String(tick.body["calcond"]));
      const receipt = await served.call("GET", headers.get("x-calc-verify")!, { key: account });
      expect(receipt.status, receipt.text).to.equal(200);
    }
    const verified = await served.call("POST", "/api/calc/verify", {
      key: account,
      body: JSON.parse(tick.text),
    });
    expect(verified.body["verdict"], verified.text).to.equal("valid");
    const { body: history } = await one.ask("GET", "/ticks?after=0");
    expect(history["total"]).to.equal(1);
    expect(Object([history["ticks"]].flat()[0])).to.include({ seq: 1, body: tick.text });
  });

  it("link sub-ticks from the hash of the last tick on", async () => {
    const one = await make({ contract: { ...FORCE, subTicks: 2 } });
    const first = placeOf(await one.ticked());
    served.pass(1);
    const second = placeOf(await one.ticked());
    // By hand: two results at phases 0 and 1/2, where the sine is 0.
    let root = Buffer.from(textOf(first, "rowHash"), "hex");
    for (const [index, phase] of [
      [1, 0],
      [2, 0.5],
    ])
      root = createHash("sha256")
        .update("calc-sub/1\0")
        .update(root)
        .update(`{"R_t":1,"index":${index},"phase":${phase},"unit":"N","value":19.6}`)
        .digest();
    expect(second).to.include({ subTicks: 2, tickRoot: root.toString("hex") });
    const payload = await served.node.services.machineLog.payload(one.id, 2);
    expect(JSON.parse(payload!)).to.include({
      tick: 2,
      subTicks: 2,
      tickRoot: root.toString("hex"),
    });
  });

  it("belong to their owner: outsiders find none, and the key of one opens no other", async () => {
    const [one, other] = [await make(), await make()];
    await one.ticked();
    for (const key of [stranger, other.key]) {
      refused(await one.ask("GET", "", { key }), 404, "NOT_FOUND");
      refused(await one.ask("GET", "/latest", { key }), 404, "NOT_FOUND");
      refused(await one.tick({ key }), 404, "NOT_FOUND");
      refused(await one.ask("DELETE", "", { key }), 404, "NOT_FOUND");
    }
    const nobody = await served.call("GET", `${PATH}/${one.id}/latest`);
    refused(nobody, 404, "NOT_FOUND");
    const listed = await served.call("GET", PATH, { key: account });
    expect(listed.body["total"]).to.equal(2);
    refused(await served.call("GET", PATH, { key: one.key }), 403, "FORBIDDEN");
    const shown = await make({ public: true });
    await shown.ticked();
    const read = await served.call("GET", `${PATH}/${shown.id}/latest`);
    expect([read.status, read.body["visibility"]]).to.deep.equal([200, "shared"]);
    refused(await served.call("POST", `${PATH}/${shown.id}/tick`), 401, "MISSING_KEY");
    refused(await shown.tick({ key: stranger }), 403, "FORBIDDEN");
  });

  it("change from the next tick on, and end for good", async () => {
    const one = await make();
    const first = await one.ticked();
    const changed = await one.ask("PATCH", "", {
      body: { contract: { operators: ["NM19"], inputs: { m: 3, a: 1 } }, tickIntervalCalconds: 2 },
    });
    expect(changed.body, changed.text).to.include({ tickIntervalCalconds: 2 });
    expect(Object(changed.body["head"])["seq"]).to.equal(2);
    expect((await one.ask("GET", "/latest")).text).to.equal(first.text);
    served.pass(1);
    refused(await one.tick(), 409, "TICK_TOO_EARLY");
    served.pass(1);
    expect((await one.ticked()).body["value"]).to.equal(3);
    refused(await one.ask("PATCH", "", { body: {} }), 400, "INVALID_INPUT");
    refused(await one.ask("PATCH", "", { body: { template: "x" } }), 400, "INVALID_INPUT");
    const closed = await one.ask("DELETE");
    expect(closed.body, closed.text).to.include({ status: "closed", ticks: 2 });
    served.pass(9);
    refused(await one.tick(), 410, "CHANNEL_CLOSED");
    refused(await one.ask("POST", "/close", { body: {} }), 410, "CHANNEL_CLOSED");
    refused(await one.ask("PATCH", "", { body: { autotick: true } }), 410, "CHANNEL_CLOSED");
    expect((await one.ask("GET", "/latest")).body["value"]).to.equal(3);
    expect((await one.ask("GET", "/ticks")).body["total"]).to.equal(2);
    expect(await one.rows()).to.deep.equal(["created", "tick", "event", "tick", "closed"]);
  });

  it("refuse contracts that cannot be, and count no tick without a value", async () => {
    const wrong = [
      { operators: ["NO99"] },
      { solver: "none" },
      {},
      { operators: ["NM19"], solver: "heat" },
      { operators: ["NM19"], subTicks: 1_001 },
    ];
    for (const contract of wrong) {
      const response = await served.call("POST", PATH, { key: account, body: { contract } });
      expect(response.status, JSON.stringify(contract)).to.equal(400);
    }
    const one = await make({ contract: { operators: ["NM19"], inputs: { m: 2 } } });
    refused(await one.tick(), 400, "INVALID_INPUT");
    refused(await one.tick({ body: { inputs: { a: 1, b: 2 } } }), 400, "INVALID_INPUT");
    refused(await one.tick({ body: { inputs: { a: "1" } } }), 400, "INVALID_INPUT");
    expect((await one.ask("GET")).body).to.include({ ticks: 0 });
    refused(await one.ask("GET", "/latest"), 404, "NO_TICK_YET");
    expect((await one.ticked({ body: { inputs: { a: 4 } } })).body["value"]).to.equal(8);
    expect(await one.rows()).to.deep.equal(["created", "tick"]);
  });

  it("run solvers, too, at the price that is quoted", async () => {
    const [example] = cardOf("buckling")!.examples;
    const { body, expect: expected } = example!;
    const one = await make({ contract: { solver: "buckling", inputs: body } });
    const tick = await one.ticked();
    expect(tick.body["operatorChain"]).to.deep.equal(["KO42", "buckling"]);
    expect(tick.body["value"]).to.be.closeTo(expected.value, 1e-3 * Math.abs(expected.value));
    const price = await served.call("POST", "/api/calc/price", {
      body: { solver: "buckling", inputs: body },
    });
    expect(tick.body["credits"]).to.equal(price.body["credits"]);
  });

  it("shape ticks by a template, escaped for its content type, and refuse unknown names", async () => {
    const template =
      '<p title="{{inputs.a}}">{{value}} {{unit}} #{{tick}} {{operators}} {{token}}</p>';
    const format = { outputFormat: "template", contentType: "text/html", template };
    const one = await make(format);
    const tick = (await one.ticked()).body;
    const latest = await one.ask("GET", "/latest");
    expect(latest.text).to.equal(
      `<p title="9.8">19.6 N #1 KO42,NM19 ${textOf(tick, "receipt_id")}</p>`,
    );
    expect(latest.headers.get("content-type")).to.equal("text/html; charset=utf-8");
    expect(latest.headers.get("content-security-policy")).to.match(/^sandbox; default-src 'none'/);
    for (const name of HEADERS) expect(latest.headers.get(name), name).to.be.a("string");
    for (const bad of ["{{nothing}}", "{{__proto__}}", "{{inputs.z}}", "{{value"])
      refused(await one.ask("PATCH", "", { body: { template: bad } }), 400, "INVALID_INPUT");
    served.pass(1);
    await one.ask("PATCH", "", {
      body: { template: "{{calcond}};{{phase}}", contentType: "text/csv" },
    });
    const next = (await one.ticked()).body;
    const csv = await one.ask("GET", "/latest");
    expect(csv.text).to.equal(`${numberOf(next, "calcond")};${numberOf(next, "phase")}`);
    const ticks = (await one.ask("GET", "/ticks")).body["ticks"];
    expect([ticks].flat().map((each) => Object(each)["body"])).to.deep.equal([
      latest.text,
      csv.text,
    ]);
  });

  it("are pulled by whoever has a signed link, until it ends or is voided", async () => {
    const [one, other] = [await make(), await make()];
    const response = await one.ask("POST", "/link", { body: { expiresInCalconds: 10 } });
    expect(response.status, response.text).to.equal(201);
    const sig = textOf(response.body, "sig");
    const path = `${PATH}/${one.id}/pull`;
    expect(textOf(response.body, "url")).to.equal(`${served.http.url}${path}?sig=${sig}`);
    refused(await served.call("GET", `${path}?sig=${sig}`), 404, "NO_TICK_YET");
    const tick = await one.ticked();
    await other.ticked();
    const pulled = await served.call("GET", `${path}?sig=${sig}`);
    expect(pulled.text).to.equal(tick.text);
    for (const name of HEADERS) expect(pulled.headers.get(name)).to.equal(tick.headers.get(name));
    for (let at = 0; at < sig.length; at += 7) {
      const digit = sig[at] === "0" ? "1" : "0";
      const wrong = sig.slice(0, at) + digit + sig.slice(at + 1);
      refused(await served.call("GET", `${path}?sig=${wrong}`), 401, "BAD_SIGNATURE");
    }
    refused(await served.call("GET", path), 401, "BAD_SIGNATURE");
    refused(await served.call("GET", `${PATH}/${other.id}/pull?sig=${sig}`), 401, "BAD_SIGNATURE");
    expect((await served.call("POST", `${path}?sig=${sig}`)).status).to.equal(405);
    const legacy = await served.call("GET", `${LEGACY}/${one.id}/pull?sig=${sig}`);
    expect(legacy.text).to.equal(tick.text);
    served.pass(10);
    expect((await served.call("GET", `${path}?sig=${sig}`)).status).to.equal(200);
    served.pass(1);
    refused(await served.call("GET", `${path}?sig=${sig}`), 401, "LINK_EXPIRED");
    const fresh = await one.ask("POST", "/link", { body: { expiresInCalconds: 777_700 } });
    const link = `${path}?sig=${textOf(fresh.body, "sig")}`;
    expect((await served.call("GET", link)).status).to.equal(200);
    expect((await one.ask("POST", "/link/rotate")).body).to.include({ links: 1 });
    refused(await served.call("GET", link), 401, "BAD_SIGNATURE");
    const late = await one.ask("POST", "/link", { body: { expiresInCalconds: 777_701 } });
    expect(late.status).to.equal(400);
  });

  it("answer under their older names, and say so", async () => {
    const response = await served.call("POST", LEGACY, { key: account, body: { contract: FORCE } });
    expect(response.status, response.text).to.equal(201);
    expect(response.headers.get("deprecation")).to.match(/^@\d+$/);
    expect(response.headers.get("link")).to.equal(`<${PATH}>; rel="successor-version"`);
    const id = textOf(Object(response.body["channel"]), "id");
    const tick = await served.call("POST", `${LEGACY}/${id}/tick`, {
      key: textOf(response.body, "key"),
    });
    expect(tick.status, tick.text).to.equal(201);
    expect(tick.headers.get("link")).to.equal(`<${PATH}/${id}/tick>; rel="successor-version"`);
    const latest = await served.call("GET", `${PATH}/${id}/latest`, { key: account });
    expect(latest.text).to.equal(tick.text);
    expect(latest.headers.get("deprecation")).to.equal(null);
  });

  it("open frames for one session alone, and none again", async () => {
    const one = await make();
    const secret = new Uint8Array(32).fill(3);
    const clientPublicKey = Buffer.from(secureCrypto.x25519PublicKey(secret)).toString("hex");
    const response = await one.ask("POST", "/secure/open", { body: { clientPublicKey } });
    expect(response.status, response.text).to.equal(201);
    const { transcriptSignature: _signature, ...rest } = response.body;
    const opened = {
      channel: one.id,
      clientPublicKey,
      serverPublicKey: textOf(rest, "serverPublicKey"),
      session: textOf(rest, "session"),
      startCalcond: numberOf(rest, "startCalcond"),
      expiresCalcond: numberOf(rest, "expiresCalcond"),
    };
    expect(opened.expiresCalcond - opened.startCalcond).to.equal(120_000);
    const transcript = transcriptOf(nodeCrypto, opened);
    const signature = Buffer.from(textOf(response.body, "transcriptSignature"), "hex");
    const { publicKey } = served.node.services.identity;
    expect(nodeCrypto.ed25519Verify(publicKey, transcript, signature)).to.equal(true);
    const client = SecureChain.begin(
      secureCrypto,
      secret,
      Buffer.from(opened.serverPublicKey, "hex"),
      opened,
    )!;
    const pull = async (query = "", session = opened.session) =>
      fetch(`${served.http.url}${PATH}/${one.id}/secure/pull?session=${session}${query}`);
    expect((await pull()).status).to.equal(404);
    const texts: string[] = [];
    for (let n = 1; n <= 3; n += 1) {
      texts.push((await one.ticked()).text);
      served.pass(n === 2 ? 900 : 1);
    }
    for (let n = 1; n <= 3; n += 1) {
      const frame = await pull(`&after=${n - 1}`);
      expect(frame.headers.get("x-calc-seq")).to.equal(String(n));
      const calcond = Number(frame.headers.get("x-calc-calcond"));
      const place = { channel: one.id, session: opened.session, calcond, seq: n };
      const bytes = new Uint8Array(await frame.arrayBuffer());
      const plain = client.open(place, bytes);
      expect(Buffer.from(plain!).toString("utf8")).to.equal(texts[n - 1]);
      expect(client.open(place, bytes)).to.equal(null);
    }
    const low = { clientPublicKey: "00".repeat(32) };
    refused(await one.ask("POST", "/secure/open", { body: low }), 400, "INVALID_INPUT");
    const unknown: { readonly code: string } = JSON.parse(
      await (await pull("", `se_${"a".repeat(26)}`)).text(),
    );
    expect(unknown.code).to.equal("SESSION_EXPIRED");
    served.pass(120_000);
    const over = await pull();
    expect(over.status).to.equal(410);
  });

  /** Lets the timers fire until nothing is due. */
  const turns = async (): Promise<void> => {
    scheduler.fire();
    await served.node.services.streams.autoTicks.settled();
  };

  it("have a new key from their account, and the one before it for a grace", async () => {
    const one = await make();
    const rotate = (key: string, body: object = {}) =>
      served.call("POST", `${PATH}/${one.id}/key/rotate`, { key, body });
    refused(await rotate(one.key), 403, "FORBIDDEN");
    refused(await rotate(stranger), 404, "NOT_FOUND");
    const response = await rotate(account, { graceCalconds: 5 });
    expect(response.status, response.text).to.equal(201);
    const fresh = textOf(response.body, "key");
    await one.ticked();
    served.pass(6);
    refused(await one.tick(), 401, "INVALID_KEY");
    await one.ticked({ key: fresh });
    expect(await one.rows()).to.deep.equal(["created", "key_rotated", "tick", "tick"]);
    await one.ask("DELETE", "", { key: fresh });
    refused(await rotate(account), 410, "CHANNEL_CLOSED");
  });

  it("are read by the client's secure session, which turns down another node's signature", async () => {
    const one = await make();
    const { publicKeyHex } = served.node.services.identity;
    const options = {
      baseUrl: served.http.url,
      channel: one.id,
      key: one.key,
      nodeKey: publicKeyHex,
      crypto: secureCrypto,
      secret: new Uint8Array(32).fill(9),
    };
    const session = await SecureSession.open(options);
    expect(await session.next()).to.equal(null);
    const texts: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      texts.push((await one.ticked()).text);
      served.pass(1);
    }
    for (const [n, text] of texts.entries())
      expect(await session.next()).to.include({ seq: n + 1, text });
    expect(await session.next()).to.equal(null);
    const codeOf = (call: Promise<unknown>): Promise<string> =>
      call.then(
        () => "none",
        (error: unknown) => (error instanceof SecureError ? error.code : String(error)),
      );
    expect(await codeOf(SecureSession.open({ ...options, nodeKey: "ab".repeat(32) }))).to.equal(
      "BAD_TRANSCRIPT",
    );
    // Another node in between: it agrees on a key of its own, and signs what it says.
    const between: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      const said: object = JSON.parse(await answer.text());
      const serverPublicKey = "09".padEnd(64, "0");
      return new Response(JSON.stringify({ ...said, serverPublicKey }), { status: 201 });
    };
    expect(await codeOf(SecureSession.open({ ...options, fetch: between }))).to.equal(
      "BAD_TRANSCRIPT",
    );
    const turned: typeof fetch = async (url) => {
      const answer = await fetch(url);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      bytes[0]! ^= 1;
      return new Response(bytes, { headers: answer.headers });
    };
    await one.ticked();
    const other = await SecureSession.open({ ...options, secret: new Uint8Array(32).fill(8) });
    served.pass(1);
    await one.ticked();
    const changed = await SecureSession.open({ ...options, fetch: fetchThen(turned) });
    served.pass(1);
    await one.ticked();
    expect(await codeOf(changed.next())).to.equal("BAD_FRAME");
    expect(await other.next()).to.include({ seq: 4 });
    for (const one of [session, other, changed]) one.close();
    const unknown = { ...options, channel: `ch_${"a".repeat(26)}` };
    expect(await codeOf(SecureSession.open({ ...unknown, fetch }))).to.equal("NOT_FOUND");
  });

  it("tick by themselves, once after a sleep, and count what was missed", async () => {
    const one = await make({ autotick: true, tickIntervalCalconds: 3 });
    await turns();
    expect((await one.ask("GET")).body).to.include({ ticks: 1, missed: 0 });
    served.pass(2);
    await turns();
    expect((await one.ask("GET")).body).to.include({ ticks: 1 });
    served.pass(1);
    await turns();
    expect((await one.ask("GET")).body).to.include({ ticks: 2, missed: 0 });
    // Ticks were due at 3, 6, 9 and 12 of these; the last of them is made.
    served.pass(13);
    await turns();
    expect((await one.ask("GET")).body).to.include({ ticks: 3, missed: 3 });
    await one.ask("PATCH", "", { body: { autotick: false } });
    served.pass(30);
    await turns();
    expect((await one.ask("GET")).body).to.include({ ticks: 3 });
    expect(await one.rows()).to.deep.equal(["created", "tick", "tick", "tick", "event"]);
  });

  it("stop with a row when the credits end, and go on when they are told to", async () => {
    const poor = await serveNode({ ports: { scheduler }, config: { credits: { welcome: 7 } } });
    try {
      const key = await poor.account();
      const one = await Channel.make(poor, key, { autotick: true });
      for (let n = 0; n < 4; n += 1) {
        scheduler.fire();
        await poor.node.services.streams.autoTicks.settled();
        poor.pass(1);
      }
      const shown = (await one.ask("GET")).body;
      expect(shown).to.include({ ticks: 2, autotick: false, status: "insufficient_balance" });
      expect(await one.rows()).to.deep.equal(["created", "tick", "tick", "paused"]);
      refused(await one.tick(), 402, "INSUFFICIENT_BALANCE");
      const again = await one.ask("PATCH", "", { body: { autotick: true } });
      expect(again.body).to.include({ status: "open", autotick: true });
    } finally {
      await poor.close();
    }
  });

  it("stop with a row where their contract has no value", async () => {
    const one = await make({ autotick: true, contract: { operators: ["NM19"], inputs: { m: 1 } } });
    await turns();
    expect((await one.ask("GET")).body).to.include({
      ticks: 0,
      autotick: false,
      status: "refused",
    });
    expect(await one.rows()).to.deep.equal(["created", "paused"]);
  });

  it("neither tick twice nor early when the clock goes back, nor many times when it leaps", async () => {
    const own = await serveNode({ config: { credits: { welcome: 1_000 } } });
    try {
      const one = await Channel.make(own, await own.account(), { tickIntervalCalconds: 10 });
      const first = numberOf((await one.ticked()).body, "calcond");
      own.pass(-4_632);
      refused(await one.tick(), 409, "TICK_TOO_EARLY");
      own.pass(4_632 + 10);
      expect((await one.ticked()).body["calcond"]).to.equal(first + 10);
      own.pass(4_632);
      expect(placeOf(await one.ticked())["tick"]).to.equal(3);
      own.pass(-4_632 + 15);
      // Time that was reckoned with stands: the interval has not passed since.
      refused(await one.tick(), 409, "TICK_TOO_EARLY");
      expect(await one.rows()).to.have.length(4);
    } finally {
      await own.close();
    }
  });

  it("go on after a restart as they were, and their logs hold", async () => {
    const raw = new MemoryStore();
    const before = await serveNode({ raw });
    const key = await before.account();
    const one = await Channel.make(before, key, {
      autotick: true,
      contract: { ...FORCE, subTicks: 5 },
    });
    const first = await one.ticked();
    const [calcond] = [numberOf(first.body, "calcond")];
    await before.close();
    const after = await serveNode({ raw, created: false, ports: { scheduler } });
    try {
      const again = new Channel(after, one.id, one.key);
      expect((await again.ask("GET", "/latest")).text).to.equal(first.text);
      expect(after.node.services.streams.autoTicks.size).to.equal(1);
      after.pass(2);
      scheduler.fire();
      await after.node.services.streams.autoTicks.settled();
      const latest = await again.ask("GET", "/latest");
      expect(placeOf(latest)["tick"]).to.equal(after.node.isGuarded ? 1 : 2);
      if (!after.node.isGuarded) expect(latest.body["calcond"]).to.equal(calcond + 2);
    } finally {
      await after.close();
    }
  });
});
