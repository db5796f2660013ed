/**
 * The console in Chromium at length: the page's own evaluation over the whole conformance corpus, and
 * every solver with all of its examples. Needs Debian's `chromium`, or another one named by
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
import { drawExample, proveExample } from "../../kit/consoleSolver.js";

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
    it(`runs all examples of ${id}, and draws what they gave`, async () => {
      await page.goto(`${node.api.http}/solvers/${id}`);
      for (const index of examples.keys()) {
        await drawExample(page, id, index);
        await proveExample(page, `${id} ${index}`);
      }
    });
  }
  it("has run every example of every solver", () => {
    expect(solverCards).to.have.lengthOf(29);
    expect(solverCards.flatMap(({ examples }) => examples)).to.have.lengthOf(77);
  });
});
