/** `calc llm`: a key is kept, a local server answers, and the terminal shows which receipt has a number. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { systemScheduler } from "../../../node/runtime/scheduler.js";
import { calc, type Ran } from "../../kit/calc.js";
import { mockUpstream, type MockUpstream } from "../../kit/models/upstream.js";
import { serveNode, type ServedNode } from "../../kit/served.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

const SECRET = "sk-local-0123456789abcdef";
const COMPUTE = {
  id: "call_1",
  name: "compute",
  arguments: '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":7.342e22,"r":"384400 km"}}',
};

describe("calc llm", () => {
  let dir: string;
  let mock: MockUpstream;
  let served: ServedNode;
  let key: string;
  const run = (words: readonly string[], input = "", env = {}): Promise<Ran> =>
    calc(["llm", ...words, "--url", served.http.url], { input, env: { CALC_TOKEN: key, ...env } });

  before(async () => {
    dir = await makeDirectory();
    mock = await mockUpstream();
    served = await serveNode({
      config: { llm: { localServers: [mock.host] } },
      ports: { models: { providers: mock.providers, scheduler: systemScheduler } },
    });
    key = await served.account();
  });
  after(async () => {
    await served.close();
    await mock.close();
    await removeDirectory(dir);
  });

  it("keeps a key from a file, standard input or the environment, and shows its prefix", async () => {
    writeFileSync(join(dir, "key"), `${SECRET}\n`);
    const file = await run(["add", "groq", "--key-file", join(dir, "key"), "--label", "lab"]);
    expect(file.code, file.err).to.equal(EXIT.ok);
    const input = await run(["add", "mistral", "--key-file", "-"], `${SECRET}\n`);
    expect(input.code, input.err).to.equal(EXIT.ok);
    const environment = await run(["add", "anthropic"], "", { CALC_LLM_KEY: SECRET });
    expect(environment.code, environment.err).to.equal(EXIT.ok);
    const local = await run(["add", "openai-compatible", "--base-url", `http://${mock.host}/v1`]);
    expect(local.code, local.err).to.equal(EXIT.ok);
    const none = await run(["add", "openai"]);
    expect(none.code).to.equal(EXIT.usage);
    expect(none.err).to.contain("there is no key");
    const list = await run(["keys"]);
    expect(list.out).to.contain("sk-loc").and.contain("lab").and.not.contain(SECRET);
    const near = await run(["add", "mistrall", "--key-file", "-"], SECRET);
    expect(near.code).to.equal(EXIT.usage);
    expect(near.err).to.contain("mistral").and.not.contain(SECRET);
    const providers = await run(["providers"]);
    expect(providers.out).to.contain("openrouter");
  });

  it("chats with a local server: the text streams, receipts are footnotes", async () => {
    mock.tell({ calls: [COMPUTE] }, { text: "They attract each other with 1.98e20 N, not 3 kN." });
    const ran = await run(["chat", "openai-compatible", "llama", "How strongly?", "--tools"]);
    expect(ran.code, ran.err).to.equal(EXIT.ok);
    const [said, , first, second, last] = ran.out.split("\n");
    expect(said).to.equal("They attract each other with 1.98e20 N, not 3 kN.");
    expect(first).to.match(/^\[1\] 1\.98e20 N: value of receipt [0-9a-f]{16}$/);
    expect(second).to.equal("no receipt: 3");
    expect(last).to.equal("22 tokens in, 14 out, 1 calls of tools, 3 credits");
    const { path } = mock.asked.at(-1)!;
    expect(path).to.equal("/v1/chat/completions");
  });

  it("strict withholds, and a program gets the whole answer", async () => {
    mock.tell({ calls: [COMPUTE] }, { text: "It is 1.98e20 N or 7 N." });
    const ran = await run(["chat", "groq", "m", "--tools", "--strict", "--json"], "How strongly?");
    const answer: Readonly<Record<string, unknown>> = JSON.parse(ran.out);
    expect(answer).to.include({
      text: "It is 1.98e20 N or [no receipt] N.",
      withheld: 1,
      credits: 3,
    });
    const budget = await run(["chat", "groq", "m", "x", "--tools", "--calls", "many"]);
    expect(budget.code).to.equal(EXIT.usage);
  });

  it("says what the provider says, with an exit code", async () => {
    mock.tell((_asked, response) => {
      response.writeHead(429, { "retry-after": "60" });
      response.end('{"error":{"message":"slow down"}}');
    });
    const limited = await run(["chat", "groq", "m", "x"]);
    expect(limited.code).to.equal(EXIT.rateLimited);
    expect(limited.err).to.contain("slow down");
    const unknown = await run(["chat", "cohere", "m", "x"]);
    expect(unknown.code).to.equal(EXIT.notFound);
  });
});
