/**
 * The console in Chromium at length: the page's own evaluation over the whole conformance corpus, and
 * every solver with its first example. Needs Debian's `chromium`, or another one named by
 * CALC_CHROMIUM.
 */
import { expect } from "chai";
import { chromium, type Browser, type Page } from "playwright-core";
import { conformanceCorpus } from "../../../protocol/conformance/conformance.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { hasChromium } from "../../kit/chromium.js";
import { differencesInPage } from "../../kit/consoleEngine.js";

const { CALC_CHROMIUM: PROGRAM = "/usr/bin/chromium" } = process.env;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];

(hasChromium ? describe : describe.skip)("the console in a browser, at length", () => {
  const directory = hasChromium ? temporaryDir("console-long") : null;
  let node: RunningNode;
  let browser: Browser;
  let page: Page;
  before(async () => {
    node = await startNode({ dataDir: directory!.path });
    browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
    page = await browser.newPage();
    await page.goto(`${node.api.http}/`);
    const session = { key: node.api.token, kind: "key", name: "operator" };
    await page.evaluate(
      `sessionStorage.setItem("calc.session", ${JSON.stringify(JSON.stringify(session))})`,
    );
  });
  after(async () => {
    await browser.close();
    await node.stop();
    directory?.remove();
  });

  it("has the node's bits over the whole conformance corpus", async () => {
    const { cases } = conformanceCorpus(builtinRegistry(), nodeCrypto);
    const asked = cases.filter(({ operation }) => operation !== "solver");
    expect(asked.length).to.be.greaterThan(1_600);
    expect(await differencesInPage(page, asked)).to.deep.equal([]);
  });
  for (const { examples, id } of solverCards) {
    it(`runs the example of ${id}, and shows what it gave`, async () => {
      await page.goto(`${node.api.http}/solvers/${id}`);
      await page.waitForSelector("[data-plan=ok]");
      await page.click("[data-run]");
      await page.waitForSelector("[data-solved]", { timeout: 120_000 });
      const bits = await page.getAttribute("[data-solved]", "data-solved");
      const value = Buffer.from(bits ?? "", "hex").readDoubleBE(0);
      const { absolute = 0, relative, value: expected } = examples[0]!.expect;
      expect(Math.abs(value - expected)).to.be.at.most(relative * Math.abs(expected) + absolute);
    });
  }
});
