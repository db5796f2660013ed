/** Messages as pages, lists of senders, and mail of SMTP, over HTTP as a client uses it. */
import { expect } from "chai";
import { createClient, ProblemError, type Outcome } from "../../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../../api/client/identity.js";
import { setUpMail } from "../../../../api/client/mail.js";
import { inboundBytes } from "../../../../node/mail/inbound/inbound.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import type { Scheduler } from "../../../../node/runtime/scheduler.js";
import { makeHandshake } from "../../../../protocol/events/handshake.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { MIME_SHAPES } from "../../../kit/mail/mimeShapes.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const SECRET = new Uint8Array(32).fill(7);
const MINUTE_MS = 60_000;
const BEAT_MS = 250;
const HTML =
  "<p>Report <a href='https://docs.example/x'>here</a><script>alert(1)</script>" +
  "<img src='https://track.example/open.gif'><img src='http://track.example/open.gif'>";

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}

/** Fires beats at once and minutes by hand. */
class Timers implements Scheduler {
  readonly minutes = new Set<() => void>();
  readonly beats: number[] = [];

  after(ms: number, f: () => void): () => void {
    if (ms === MINUTE_MS) this.minutes.add(f);
    else if (ms <= BEAT_MS) {
      this.beats.push(ms);
      setImmediate(f);
    }
    return () => this.minutes.delete(f);
  }
}

describe("mail as pages, and of SMTP", () => {
  const timers = new Timers();
  const raw = new MemoryStore();
  let served: ServedNode;
  let key = "";
  let address = "";
  before(async () => {
    const config = { meshSecrets: { secrets: new Map([[1, SECRET]]), currentKid: 1 } };
    served = await serveNode({ raw, config, ports: { scheduler: timers } });
    ({ address, key } = await person("ada.lovelace"));
  });
  after(() => served.close());

  const person = async (
    localPart: string,
  ): Promise<{ readonly address: string; readonly key: string }> => {
    const equation = newEquation();
    const baseUrl = served.http.url;
    const identity = value(await registerIdentity(createClient({ baseUrl }), equation));
    const client = createClient({ baseUrl, key: identity.key });
    const options = { equation, apiKey: identity.key, localPart };
    return { key: identity.key, address: value(await setUpMail(client, options)).address ?? "" };
  };
  const put = async (html: string): Promise<string> => {
    const body = { subject: "Report", html };
    const sent = await served.call("POST", "/api/mail/html", { key, body });
    expect(sent.status, sent.text).to.equal(202);
    expect(sent.body["address"]).to.equal(address);
    return String(sent.body["id"]);
  };
  const page = (id: string, images = ""): Promise<Reply> =>
    served.call("GET", `/api/mail/messages/${id}/html${images === "" ? "" : `?images=${images}`}`, {
      key,
    });
  const open = async (reply: Reply): Promise<Response> => {
    expect(reply.status, reply.text).to.equal(200);
    return fetch(String(reply.body["url"]));
  };
  const policy = (images: string): string =>
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
    `img-src ${images}; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

  it("shows a message at an address that works once, with exactly its policy", async () => {
    const id = await put(HTML);
    const reply = await page(id);
    expect(reply.body).to.include({ images: "blocked", blockedRemote: 2, expiresSeconds: 60 });
    expect(reply.body["hosts"]).to.deep.equal(["docs.example"]);
    expect(reply.body["banner"]).to.deep.equal([
      "held: 2 pictures from elsewhere, 1 script",
      "links lead to: docs.example",
    ]);
    const shown = await open(reply);
    const text = await shown.text();
    expect(shown.status).to.equal(200);
    expect(shown.headers.get("content-type")).to.equal("text/html; charset=utf-8");
    expect(shown.headers.get("content-security-policy")).to.equal(policy("data:"));
    expect(shown.headers.get("cache-control")).to.equal("no-store");
    expect(shown.headers.get("x-content-type-options")).to.equal("nosniff");
    expect(shown.headers.get("referrer-policy")).to.equal("no-referrer");
    expect(text).to.include("<p>held: 2 pictures from elsewhere, 1 script</p>");
    expect(text).to.not.match(/<script|track\.example|alert/);
    expect((await open(reply)).status, "a second time").to.equal(404);
  });

  it("loads pictures over https for that answer alone", async () => {
    const id = await put(HTML);
    const reply = await page(id, "shown");
    expect(reply.body).to.include({ images: "shown", blockedRemote: 1 });
    const shown = await open(reply);
    expect(shown.headers.get("content-security-policy")).to.equal(policy("data: https:"));
    expect(await shown.text()).to.include('<img src="https://track.example/open.gif">');
    expect((await page(id)).body).to.include({ images: "blocked", blockedRemote: 2 });
  });

  it("ends after a minute, and with another's key", async () => {
    const id = await put(HTML);
    const reply = await page(id);
    for (const end of timers.minutes) end();
    expect((await open(reply)).status).to.equal(404);
    const other = await person("charles-b");
    const asked = await served.call("GET", `/api/mail/messages/${id}/html`, { key: other.key });
    expect(asked.status).to.equal(404);
    expect((await fetch(`${served.http.url}/api/mail/shown/${"0".repeat(64)}`)).status).to.equal(
      404,
    );
  });

  it("always shows pictures of a sender on the list, which names nobody in the store", async () => {
    const path = `/api/mail/image-senders/${address}`;
    const id = await put(HTML);
    const state = async (method: string): Promise<unknown> =>
      (await served.call(method, path, { key })).body["allowed"];
    expect(await state("GET")).to.equal(false);
    expect(await state("PUT")).to.equal(true);
    expect(await state("GET")).to.equal(true);
    expect((await page(id)).body).to.include({ images: "shown", alwaysAllowed: true });
    expect((await page(id, "blocked")).body).to.include({ images: "blocked", alwaysAllowed: true });
    expect(await state("DELETE")).to.equal(false);
    expect((await page(id)).body).to.include({ images: "blocked", alwaysAllowed: false });
    const node = address.split("@")[1];
    const bridge = await served.call("PUT", `/api/mail/image-senders/postmaster@${node}`, { key });
    expect(bridge.status).to.equal(400);
  });

  it("takes no recipient where a message goes to oneself", async () => {
    const body = { subject: "s", html: "<p>x", to: [address] };
    const refused = await served.call("POST", "/api/mail/html", { key, body });
    expect(refused.status).to.equal(400);
    expect(refused.text).to.include("to");
  });

  const handshake = (to: string, body: Uint8Array, secret = SECRET, ago = 0n): string => {
    const calcond = served.node.clock.nowNs() / CALCOND_NS - ago;
    const claim = { kid: 1, sender: "00".repeat(32), calcond };
    return makeHandshake(nodeCrypto, secret, claim, inboundBytes(to, body));
  };
  const receive = async (
    to: string,
    body: Uint8Array,
    field = handshake(to, body),
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> => {
    const answer = await fetch(`${served.http.url}/api/mail/inbound?to=${encodeURIComponent(to)}`, {
      method: "POST",
      headers: field === "" ? {} : { "x-node-handshake": field },
      body: new Uint8Array(body),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const eml = (shape: number): Uint8Array => Buffer.from(MIME_SHAPES[shape]!, "latin1");

  it("takes a message of SMTP once, with its pictures and files, and keeps nothing of it plain", async () => {
    const first = await receive(address, eml(2));
    expect(first.status, JSON.stringify(first.body)).to.equal(202);
    expect(first.body["duplicate"]).to.equal(false);
    expect((await receive(address, eml(2))).body).to.deep.equal({ ...first.body, duplicate: true });
    const id = String(first.body["id"]);
    const { body } = await served.call("GET", `/api/mail/messages/${id}`, { key });
    expect(body["subject"]).to.equal("figures");
    expect(JSON.stringify(body["from"])).to.include("ada@example.com");
    const files: unknown = body["attachments"];
    expect(files).to.be.an("array").with.lengthOf(2);
    const reply = await page(id);
    expect(reply.body["senderMarks"]).to.deep.equal(["address-in-name"]);
    expect(await (await open(reply)).text()).to.include(
      '<img src="data:image/png;base64,iVBORw0KGgo',
    );
    for await (const [, stored] of raw.range(WHOLE_RANGE))
      expect(Buffer.from(stored).toString("latin1")).to.not.match(/caf\u00e9|figures|rates\.pdf/);
  });

  it("answers at a beat who is there and who is not", async () => {
    const nobody = `nobody-here@${address.split("@")[1]}`;
    timers.beats.length = 0;
    expect((await receive(nobody, eml(0))).status).to.equal(404);
    expect((await receive(address, eml(0))).status).to.equal(202);
    // The clock of the test stands still, so both wait the whole beat.
    expect(timers.beats).to.deep.equal([BEAT_MS, BEAT_MS]);
  });

  it("takes nothing where the directory gives no answer", async () => {
    const { keyring } = served.node.services.mail;
    const real = keyring.directory.bind(keyring);
    keyring.directory = () => Promise.reject(new Error("no answer"));
    try {
      expect((await receive(address, eml(1))).status).to.equal(503);
    } finally {
      keyring.directory = real;
    }
    expect((await receive(address, eml(1))).body["duplicate"]).to.equal(false);
  });

  it("takes nothing without a handshake over these bytes and this address", async () => {
    const body = eml(3);
    const other = `nobody-here@${address.split("@")[1]}`;
    for (const [field, code] of [
      ["", "MISSING_HANDSHAKE"],
      ["v1;kid=1", "BAD_HANDSHAKE"],
      [handshake(address, body, new Uint8Array(32)), "BAD_HANDSHAKE"],
      [handshake(other, body), "BAD_HANDSHAKE"],
      [handshake(address, eml(1)), "BAD_HANDSHAKE"],
      [handshake(address, body, SECRET, 121n), "STALE_HANDSHAKE"],
    ] as const)
      expect((await receive(address, body, field)).body["code"], field).to.equal(code);
    const deep = Buffer.from(
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n".repeat(600),
    );
    expect((await receive(address, deep)).status).to.equal(413);
  });
});
