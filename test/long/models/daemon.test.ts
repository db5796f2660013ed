/**
 * A real daemon with chats: what is written nowhere, what a SIGKILL in a chat leaves, and a rotation of
 * the wrapping key that is killed in the middle.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  startNode,
  StartError,
  temporaryDir,
  type RunningNode,
} from "../../../scripts/devnet/daemons.js";
import { calc } from "../../kit/calc.js";
import { mockUpstream, json, type MockUpstream } from "../../kit/models/upstream.js";

const SECRET = "sk-live-QxZ7wVt3RmK9pLb2NcF5hJd8";
/** What no place but the sealed record may have: the prefix is shown. */
const HIDDEN = SECRET.slice(8);
const COMPUTE = {
  id: "call_1",
  name: "compute",
  arguments: '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":"7.342e22 kg","r":"384400 km"}}',
};
const KILLS = 6;

describe("a daemon that chats, long", () => {
  const dir = temporaryDir("models-long");
  let mock: MockUpstream;
  before(async () => {
    mock = await mockUpstream();
  });
  after(async () => {
    await mock.close();
    dir.remove();
  });

  const start = (name: string): Promise<RunningNode> =>
    startNode({
      dataDir: join(dir.path, name),
      args: ["--llm-local", mock.host, "--log-level", "debug", "--rate-limits", "off"],
    });
  const call = async (
    { api }: RunningNode,
    method: string,
    path: string,
    body?: unknown,
    token = api.token,
  ): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await fetch(api.http + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      text: Buffer.from(await response.arrayBuffer()).toString("latin1"),
    };
  };
  const credential = (apiKey = SECRET) => ({
    provider: "openai-compatible",
    apiKey,
    baseUrl: `http://${mock.host}/v1`,
  });
  const chatBody = (stream: boolean) => ({
    credential: "openai-compatible",
    model: "m",
    messages: [{ role: "user", content: "How strongly?" }],
    tools: "calc",
    stream,
  });
  const minted = async (node: RunningNode): Promise<string> =>
    JSON.parse((await call(node, "POST", "/api/demo-key/mint", {})).text).key;

  it("a key is in no log of any level, error, metric, backup, file, title or help", async () => {
    const node = await start("secrets");
    const answers: string[] = [];
    const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
      const { text } = await call(node, method, path, body);
      answers.push(`${path} ${text}`);
      return text;
    };
    const stored = JSON.parse(await ask("POST", "/api/calc/llm/credentials", credential()));
    // Bodies that are wrong, with the key in them.
    const text = JSON.stringify(credential());
    for (const wrong of [
      text.slice(0, -1),
      `${text}}`,
      text.replace("apiKey", "apikey"),
      JSON.stringify({ ...credential(), apiKey: [SECRET] }),
      JSON.stringify({ ...credential(), more: SECRET }),
      JSON.stringify({ ...credential(), apiKey: `${SECRET}\n` }),
      JSON.stringify({ ...credential(), provider: "opnai" }),
    ])
      await ask("POST", "/api/calc/llm/credentials", wrong);
    // A provider that repeats it, as it is refused, in a stream and as no JSON.
    for (const stream of [true, false])
      for (const answering of [
        (_asked: unknown, response: Parameters<typeof json>[0]) =>
          json(response, { error: { message: `bad key ${SECRET}` } }, 401),
        (_asked: unknown, response: Parameters<typeof json>[0]) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.end(`data: {"error":{"message":"bad ${SECRET}"}}\n\n`);
        },
        (_asked: unknown, response: Parameters<typeof json>[0]) => {
          response.end(`<html>${SECRET}`);
        },
      ]) {
        mock.tell(answering);
        await ask("POST", "/api/llm/chat", chatBody(stream));
        await ask("POST", `/api/calc/llm/credentials/${stored.id}/test`, {});
      }
    mock.tell({ calls: [COMPUTE] }, { text: "It is 1.98e20 N." });
    await ask("POST", "/api/llm/chat", chatBody(false));
    await ask("GET", "/api/calc/llm/credentials");
    await ask("GET", "/api/llm/v1/models");
    await ask("POST", "/api/calc/llm/credentials/rotate", {});
    const backup = await call(node, "GET", "/api/node/backup");
    expect(backup.status, backup.text.slice(0, 200)).to.equal(200);
    answers.push(`backup ${backup.text}`);
    for (const file of ["cmdline", "comm", "environ"])
      answers.push(`${file} ${readFileSync(`/proc/${node.child.pid}/${file}`, "latin1")}`);
    answers.push((await calc(["llm", "add", "--help"], { env: { CALC_LLM_KEY: SECRET } })).out);
    await node.stop();
    answers.push(`log ${node.output()}`);
    for (const entry of readdirSync(join(dir.path, "secrets"), {
      recursive: true,
      withFileTypes: true,
    }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        answers.push(`${path} ${readFileSync(path, "latin1")}`);
      }
    for (const answer of answers)
      expect(answer.includes(HIDDEN), answer.slice(0, 300)).to.equal(false);
  });

  it(`a SIGKILL in a chat: usage and charges are as acknowledged, ${KILLS} times`, async () => {
    let node = await start("kill");
    const token = await minted(node);
    await call(node, "POST", "/api/calc/llm/credentials", credential(), token);
    let [chats, credits] = [0, 0];
    for (let i = 0; i < KILLS; i += 1) {
      // One that ends and is acknowledged, one that the kill meets behind its tool.
      mock.tell({ calls: [COMPUTE] }, { text: "It is 1.98e20 N." });
      const whole = await call(node, "POST", "/api/llm/chat", chatBody(false), token);
      expect(whole.status, whole.text).to.equal(200);
      chats += 1;
      credits += JSON.parse(whole.text).credits;
      mock.tell({ calls: [COMPUTE] }, () => undefined);
      const response = await fetch(`${node.api.http}/api/llm/chat`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(chatBody(true)),
      });
      let seen = "";
      const reader = response.body!.getReader();
      while (!seen.includes("event: step"))
        seen += Buffer.from((await reader.read()).value ?? []).toString("utf8");
      expect(seen).to.contain('"credits":3');
      credits += 3;
      await node.kill();
      await reader.cancel().catch(() => undefined);
      node = await start("kill");
      const ledger = JSON.parse((await call(node, "GET", "/api/ledger", undefined, token)).text);
      expect(ledger).to.include({ free: 128 - credits, held: 0 });
      const list = await call(node, "GET", "/api/calc/llm/credentials", undefined, token);
      const [{ status, use }] = JSON.parse(list.text).credentials;
      expect(status).to.equal("ready");
      expect(use).to.include({ chats, toolCalls: chats, credits: 3 * chats });
    }
    const audit = JSON.parse((await call(node, "GET", "/api/ledger/audit")).text);
    expect(audit.ok ?? audit.valid, JSON.stringify(audit).slice(0, 300)).to.equal(true);
    await node.stop();
  });

  it("a rotation that is killed anywhere leaves every key readable; a wrong file ends the start", async () => {
    let node = await start("rotate");
    for (let i = 0; i < 8; i += 1)
      await call(node, "POST", "/api/calc/llm/credentials", credential());
    for (let i = 0; i < KILLS; i += 1) {
      const rotating = call(node, "POST", "/api/calc/llm/credentials/rotate", {}).catch(() => null);
      // Each round a few turns later.
      for (let turn = 0; turn < 3 ** i; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      await node.kill();
      await rotating;
      node = await start("rotate");
      const list = await call(node, "GET", "/api/calc/llm/credentials");
      const all: readonly { status: string }[] = JSON.parse(list.text).credentials;
      expect(all.map(({ status }) => status)).to.deep.equal(Array(8).fill("ready"));
    }
    await node.stop();
    const file = join(dir.path, "rotate", "llm.key");
    const right = readFileSync(file);
    writeFileSync(file, `${"ab".repeat(32)}\n`, { mode: 0o600 });
    const refused = await start("rotate").then(
      async (started) => {
        await started.stop();
        return "started";
      },
      (error: unknown) => (error instanceof StartError ? error.output : String(error)),
    );
    expect(refused).to.contain("8 of 8 credentials for models").and.not.contain(HIDDEN);
    writeFileSync(file, right, { mode: 0o600 });
    const again = await start("rotate");
    await again.stop();
  });
});
