/** Keys for providers: what is kept, who sees what, and what a lost or turned key does. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { openNode } from "../../../kit/composed.js";
import { keyFileAt, WrappingKey } from "../../../../node/models/wrappingKeys.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { keyBytes } from "../../../../storage/kv/table.js";
import { mockUpstream, json, type MockUpstream } from "../../../kit/models/upstream.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";
import { makeDirectory, removeDirectory } from "../../../kit/temporaryDirectory.js";

const SECRET = "sk-proj-SECRET0123456789abcdefghijklmnop";
const PATH = "/api/calc/llm/credentials";

describe("credentials for models", () => {
  let dir: string;
  let mock: MockUpstream;
  before(async () => {
    dir = await makeDirectory();
    mock = await mockUpstream();
  });
  after(async () => {
    await mock.close();
    await removeDirectory(dir);
  });

  let files = 0;
  const freshFile = (): string => {
    files += 1;
    return join(dir, `llm-${files}.key`);
  };
  const serve = (raw: MemoryStore, file: string, created = true): Promise<ServedNode> =>
    serveNode({
      raw,
      created,
      config: { llm: { localServers: [mock.host] } },
      ports: { models: { keys: keyFileAt(file), providers: mock.providers } },
    });
  const add = (
    served: ServedNode,
    key: string,
    body: Readonly<Record<string, unknown>> = { provider: "openai", apiKey: SECRET },
  ): Promise<Reply> => served.call("POST", PATH, { key, body });
  const rows = (reply: Reply): readonly Readonly<Record<string, unknown>>[] => {
    const { credentials } = reply.body;
    return Array.isArray(credentials) ? credentials : [];
  };

  it("shows a prefix, keeps the key encrypted, and is of one account", async () => {
    const raw = new MemoryStore();
    const file = freshFile();
    const served = await serve(raw, file);
    const [alice, bob] = [await served.account(), await served.account()];
    const credential = await add(served, alice, {
      provider: "openai",
      apiKey: SECRET,
      label: "lab",
    });
    expect(credential.status, credential.text).to.equal(201);
    expect(credential.body).to.include({
      provider: "openai",
      prefix: "sk-proj-",
      label: "lab",
      status: "ready",
    });
    const id = String(credential.body["id"]);
    const short = await add(served, alice, { provider: "groq", apiKey: "abcdefgh" });
    expect(short.body["prefix"]).to.equal("ab");
    const list = await served.call("GET", PATH, { key: alice });
    expect(rows(list)).to.have.length(2);
    expect(list.text).not.to.contain(SECRET);
    const edited = await served.call("PATCH", `${PATH}/${id}`, {
      key: alice,
      body: { label: null },
    });
    expect(edited.body["label"]).to.equal(null);
    for (const [method, path] of [
      ["PATCH", `${PATH}/${id}`],
      ["DELETE", `${PATH}/${id}`],
      ["POST", `${PATH}/${id}/test`],
    ] as const) {
      const body = method === "PATCH" ? { body: { label: "mine" } } : {};
      const other = await served.call(method, path, { key: bob, ...body });
      expect(other.status, `${method} ${path}`).to.equal(404);
    }
    expect(rows(await served.call("GET", PATH, { key: bob }))).to.deep.equal([]);
    const stored = [...raw.contents().values()].map((value) =>
      Buffer.from(value).toString("latin1"),
    );
    expect(stored.some((text) => text.includes("sk-proj-"))).to.equal(true);
    expect(stored.some((text) => text.includes(SECRET.slice(8)))).to.equal(false);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    const gone = await served.call("DELETE", `${PATH}/${id}`, { key: alice });
    expect(gone.status, gone.text).to.equal(200);
    expect(rows(await served.call("GET", PATH, { key: alice }))).to.have.length(1);
    await served.close();
  });

  it("refuses unknown providers by the nearest name, foreign addresses and keys of other forms", async () => {
    const served = await serve(new MemoryStore(), freshFile());
    const key = await served.account();
    const near = await add(served, key, { provider: "antropic", apiKey: SECRET });
    expect(near.status).to.equal(400);
    expect(near.body["nearest"]).to.equal("anthropic");
    for (const baseUrl of [
      "http://models.example/v1",
      "https://127.0.0.1/v1",
      "https://[::1]/v1",
      "https://10.1.2.3/v1",
      "https://169.254.169.254/latest",
      "https://[::ffff:10.0.0.1]/v1",
      "https://0x7f000001/v1",
      "https://2130706433/v1",
      "https://user:pw@models.example/v1",
      "https://models.example/v1?x=1",
      "file:///etc/passwd",
      "nonsense",
    ]) {
      const refused = await add(served, key, {
        provider: "openai-compatible",
        apiKey: "",
        baseUrl,
      });
      expect(refused.status, baseUrl).to.equal(400);
    }
    const foreign = { provider: "openai", apiKey: SECRET, baseUrl: "https://evil.example" };
    expect((await add(served, key, foreign)).status).to.equal(400);
    for (const apiKey of ["", `${SECRET}\r\nx-evil: 1`, "k y", "ключ", "x".repeat(513)]) {
      const refused = await add(served, key, { provider: "openai", apiKey });
      expect(refused.status).to.equal(400);
      if (apiKey !== "") expect(refused.text).not.to.contain(apiKey);
    }
    const local = { provider: "openai-compatible", apiKey: "", baseUrl: `http://${mock.host}/v1` };
    expect((await add(served, key, local)).status).to.equal(201);
    await served.close();
  });

  it("tests a key, and says what the provider says without the key", async () => {
    const served = await serve(new MemoryStore(), freshFile());
    const key = await served.account();
    const credential = await add(served, key);
    const test = `${PATH}/${String(credential.body["id"])}/test`;
    mock.tell({});
    const good = await served.call("POST", test, { key });
    expect(good.body).to.include({ ok: true, models: 2 });
    mock.tell((_asked, response) =>
      json(response, { error: { message: `Incorrect API key provided: ${SECRET}.` } }, 401),
    );
    const bad = await served.call("POST", test, { key });
    expect(bad.status).to.equal(422);
    expect(bad.body).to.include({ code: "PROVIDER_REFUSED", providerStatus: 401 });
    expect(bad.body["detail"]).to.equal("openai answers 401: Incorrect API key provided: [key].");
    await served.close();
  });

  it("a record that opens no more says so and breaks nothing else", async () => {
    const raw = new MemoryStore();
    const served = await serve(raw, freshFile());
    const key = await served.account();
    const { store } = served.node;
    await add(served, key);
    await add(served, key, { provider: "groq", apiKey: SECRET });
    const all = await store.credentials.all();
    const openai = all.find(([, record]) => record?.provider === "openai");
    const groq = all.find(([, record]) => record?.provider === "groq");
    // Turned to another address: what it is bound to does not fit any more.
    const [place, record] = openai ?? [];
    await store.write(
      store.credentials.putOps(place!, { ...record!, baseUrl: "https://evil.example/v1" }),
    );
    const list = rows(await served.call("GET", PATH, { key }));
    expect(list.map(({ status }) => status)).to.have.members(["needs_reconfiguration", "ready"]);
    const chat = await served.call("POST", "/api/llm/chat", {
      key,
      body: { credential: "openai", model: "m", messages: [{ role: "user", content: "Hi" }] },
    });
    expect(chat.status).to.equal(409);
    expect(chat.body["code"]).to.equal("NEEDS_RECONFIGURATION");
    // One whose bytes are damaged stands in the list, and can be removed.
    const damage = Buffer.from("damaged");
    await raw.batch([{ type: "put", key: keyBytes(buckets.llmcred, groq![0]), value: damage }], {
      sync: true,
    });
    const damaged = rows(await served.call("GET", PATH, { key }));
    expect(damaged.map(({ status }) => status)).to.deep.equal([
      "needs_reconfiguration",
      "needs_reconfiguration",
    ]);
    for (const [[, id]] of all) {
      const removed = await served.call("DELETE", `${PATH}/${id}`, { key });
      expect(removed.status, removed.text).to.equal(200);
    }
    await served.close();
  });

  it("rotates the wrapping key in one batch; whichever moment a kill takes, all can be read", async () => {
    const raw = new MemoryStore();
    const file = freshFile();
    const served = await serve(raw, file);
    const key = await served.account();
    for (const provider of ["openai", "groq", "mistral"])
      await add(served, key, { provider, apiKey: SECRET });
    const old = readFileSync(file, "utf8");
    const { credentials } = served.node.services.models;
    await served.node.services.effects.run(credentials.rotate());
    const both = readFileSync(file, "utf8");
    expect(both.split("\n")).to.have.length(3);
    expect(both.endsWith(old)).to.equal(true);
    await credentials.forgetOld();
    const fresh = readFileSync(file, "utf8");
    expect(both.startsWith(fresh)).to.equal(true);
    expect(rows(await served.call("GET", PATH, { key })).map(({ status }) => status)).to.deep.equal(
      ["ready", "ready", "ready"],
    );
    await served.close();
    // Killed between batch and file: the start finishes.
    writeFileSync(file, both, { mode: 0o600 });
    const again = await serve(raw, file, false);
    expect(readFileSync(file, "utf8")).to.equal(fresh);
    await again.close();
    const denied = await serve(new MemoryStore(), freshFile());
    const refused = await denied.call("POST", `${PATH}/rotate`, { key: await denied.account() });
    expect(refused.status).to.equal(403);
    await denied.close();
  });

  it("a wrong, lost or open key file ends the start with the count", async () => {
    const raw = new MemoryStore();
    const file = freshFile();
    const served = await serve(raw, file);
    const key = await served.account();
    await add(served, key);
    await add(served, key, { provider: "groq", apiKey: SECRET });
    await served.close();
    const start = async (path: string): Promise<string> => {
      try {
        await openNode({
          raw,
          created: false,
          ports: { models: { keys: keyFileAt(path) } },
        });
        return "started";
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    expect(await start(freshFile())).to.match(
      /^2 of 2 credentials for models are wrapped by another/,
    );
    const other = freshFile();
    writeFileSync(other, `${"ab".repeat(32)}\n`, { mode: 0o600 });
    expect(await start(other)).to.match(/^2 of 2 credentials/);
    const open = freshFile();
    writeFileSync(open, readFileSync(file), { mode: 0o644 });
    expect(await start(open)).to.contain("chmod 600");
    const nonsense = freshFile();
    writeFileSync(nonsense, "nonsense\n", { mode: 0o600 });
    expect(await start(nonsense)).to.contain("64 hexadecimal digits");
    expect(await start(file)).to.equal("started");
    const lost = await serveNode({
      raw,
      created: false,
      config: { llm: { localServers: [], keysLost: true } },
      ports: { models: { keys: keyFileAt(freshFile()) } },
    });
    const left = rows(await lost.call("GET", PATH, { key }));
    expect(left.map(({ status }) => status)).to.deep.equal([
      "needs_reconfiguration",
      "needs_reconfiguration",
    ]);
    await lost.close();
  });

  it("a wrapping key that is printed shows its id alone", () => {
    const key = new WrappingKey(new Uint8Array(32).fill(7));
    for (const text of [inspect(key), JSON.stringify(key), inspect({ key }, { depth: 5 })])
      expect(text).to.contain(`[wrapping key ${key.id}]`).and.not.contain("0707");
  });
});
