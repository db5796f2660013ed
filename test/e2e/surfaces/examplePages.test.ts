/** The two pages of the examples, as their scripts publish them: looked at in Chromium, every receipt checked. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { calc } from "../../kit/calc.js";
import { Chromium, hasChromium } from "../../kit/chromium.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

const run = promisify(execFile);
const EXAMPLES = join("docs", "examples", "pages");

describe("pages of the examples", () => {
  const dir = temporaryDir("example-pages");
  let served: ServedNode;
  let key = "";
  let chromium: Chromium | null = null;
  before(async () => {
    served = await serveNode();
    key = await served.node.services.accounts.mintOperatorKey();
    await create("/api/state", { name: "Show", slug: "show-room", is_public: true });
    if (hasChromium) chromium = new Chromium(join(dir.path, "profile"));
  });
  after(async () => {
    await chromium?.close();
    await served.close();
    dir.remove();
  });

  const create = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const reply = await served.call("POST", path, { key, body });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body;
  };
  const script = async (name: string, ...args: readonly string[]): Promise<readonly string[]> => {
    const { PATH = "" } = process.env;
    const env = { PATH, CALC_URL: served.http.url, CALC_TOKEN: key };
    const { stdout } = await run(process.execPath, [join(EXAMPLES, name), ...args], { env });
    return stdout.trim().split(" ");
  };
  /** What the page holds by a selector, where there is a browser. */
  const looked = async (url: string, expression: string): Promise<unknown> => {
    const page = await chromium!.open(url);
    expect(page.errors.filter((error) => !error.includes("favicon"))).to.deep.equal([]);
    expect([...page.origins]).to.deep.equal([served.http.url]);
    return page.evaluate(expression);
  };

  it("a live chart of a public channel, baked at commit and baked again", async () => {
    const { channel } = await create("/api/calc/streams", {
      contract: { operators: ["NM19"], inputs: { m: 2, a: 1 } },
      public: true,
      tickIntervalCalconds: 1,
    });
    const id = String(Object(channel)["id"]);
    const tick = async (a: number): Promise<void> => {
      await create(`/api/calc/streams/${id}/tick`, { inputs: { a } });
      served.pass(1);
    };
    for (const a of [1, 3, 2]) await tick(a);
    const [url, commit] = await script("liveChart.mjs", id, "show-room", "chart");
    const circles = "document.querySelectorAll('circle[data-token]').length";
    const text = await (await fetch(`${url}data.js`)).text();
    expect(text.match(/"value":\d+/g)).to.deep.equal(['"value":2', '"value":6', '"value":4']);
    if (hasChromium) expect(await looked(url!, circles)).to.equal(3);
    await tick(5);
    const [again, next] = await script("liveChart.mjs", id, "show-room", "chart");
    expect([again, next === commit]).to.deep.equal([url, false]);
    if (hasChromium) expect(await looked(url!, circles)).to.equal(4);
    // Of a channel that is not public nothing is shown.
    const hidden = await create("/api/calc/streams", {
      contract: { operators: ["NM19"], inputs: { m: 2, a: 1 } },
    });
    const closed = String(Object(hidden["channel"])["id"]);
    const refused = await script("liveChart.mjs", closed, "show-room", "other").catch(String);
    expect(refused).to.match(/NOT_FOUND/);
  });

  it("a report of a sealed sweep, whose receipts are checked one by one", async () => {
    const [url, receipt] = await script("sweepReport.mjs", "show-room", "sweep");
    const html = await (await fetch(url!)).text();
    expect(html).to.contain(receipt).and.to.not.contain("<script");
    const links = [...html.matchAll(/href="(rows\/\d+\.json|receipt\.json)"/g)].map(
      ([, path]) => path!,
    );
    expect(links).to.have.length(9);
    for (const path of links) {
      const file = join(dir.path, path.replace("/", "-"));
      writeFileSync(file, await (await fetch(`${url}${path}`)).text());
      const { code, out } = await calc(["verify", file]);
      expect([EXIT.ok, EXIT.notChecked], `${path}: ${out}`).to.include(code);
      expect(out).to.match(/^(?:valid|sound)/);
    }
    // A value that was changed in the report's file does not pass.
    const row = join(dir.path, "rows-0.json");
    const held = await (await fetch(`${url}rows/0.json`)).text();
    writeFileSync(row, held.replace(/"value":9\.7/, '"value":9.8'));
    expect((await calc(["verify", row])).code).to.equal(EXIT.notVerified);
    if (!hasChromium) return;
    const shown =
      "[document.querySelectorAll('tr').length, document.images[0].naturalWidth > 0].join()";
    expect(await looked(url!, shown)).to.equal("9,true");
  });
});
