/**
 * Screens of the console that watch, in Chromium against one daemon: machines and contracts. Each does
 * what it is for and tells one mistake; nothing asks another origin or writes an error.
 */
import { expect } from "chai";
import { createClient, type ApiClient } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { unwrap } from "../../api/client/index.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet.js";
import { hasChromium } from "../kit/chromium.js";
import { consolePage, type ConsolePage } from "../kit/consolePage.js";

const NOTES = 200;
/** With the one that began it, and the event that its contract sent when it moved. */
const ROWS = NOTES + 2;

(hasChromium ? describe : describe.skip)("the console's screens that watch, in a browser", () => {
  const directory = hasChromium ? temporaryDir("console-watch") : null;
  let node: RunningNode;
  let shown: ConsolePage;
  let client: ApiClient;

  before(async () => {
    node = await startNode({ dataDir: directory!.path });
    const baseUrl = node.api.http;
    const [made, opened] = await Promise.all([
      registerIdentity(createClient({ baseUrl }), newEquation()),
      consolePage(baseUrl),
    ]);
    shown = opened;
    const { key } = unwrap(made);
    client = createClient({ baseUrl, key });
    unwrap(await client.stateNew({ slug: "oven-north", name: "North oven" }));
    const note = async (number: number) =>
      unwrap(await client.stateEvent({ slug: "oven-north", type: "note", data: { number } }));
    await Promise.all(Array.from({ length: NOTES }, (_, i) => note(i)));
    await shown.open("/contracts?q=burner", key);
  });
  after(async () => {
    await shown.close();
    await node.stop();
    directory?.remove();
  });

  it("deploys a template with its params in their units, once they can be read", async () => {
    const { page } = shown;
    await page.waitForSelector("[aria-label=Templates] .row >> text=Bar end too hot");
    expect(await shown.serious()).to.deep.equal([]);
    await page.click("[aria-label=Templates] .row >> text=Bar end too hot");
    await page.fill("input[name=limit]", "hot");
    await page.selectOption("select >> nth=0", "oven-north");
    await page.click("[data-deploy]");
    await page.waitForSelector('text="hot" is no number. Its unit is degC');
    await page.fill("input[name=limit]", "140");
    await page.click("[data-deploy]");
    await page.waitForSelector("[data-now=nominal]");
    expect(await page.innerText("table >> text=140")).to.equal("140");
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("fires it, lights the state that it moved to, and replays the log", async () => {
    const { page } = shown;
    await page.fill("input[name=q]", "much");
    await page.click("[data-fire]");
    await page.waitForSelector("text=is no number of W/m^2");
    await page.fill("input[name=q]", "90000");
    await page.click("[data-fire]");
    await page.waitForSelector("text=Moved from nominal to alert");
    await page.waitForSelector("[data-now=alert]");
    await page.click("[data-replay]");
    await page.waitForSelector("[data-replayed=identical] >> text=1 firing");
  });
  it("shows a dry run over pasted events as a time line, faults among them", async () => {
    const { page } = shown;
    await page.fill("[data-events]", "q\n1000\n90000\nmuch");
    await page.click("[data-run]");
    await page.waitForSelector("[data-trace='3']");
    expect(await page.innerText("[data-trace]")).to.match(/2 moved, 1 fault/);
    expect(await page.locator(".timeline .step").count()).to.equal(3);
    await page.fill("[data-events]", "q,r\n1");
    await page.click("[data-run]");
    await page.waitForSelector("text=Line 2 has 1 cells, and the head 2");
  });
  it("drafts a program from a sentence, and says where it cannot read one", async () => {
    const { page } = shown;
    await shown.open("/contracts");
    await page.fill("[data-box]", "alert me when the bearing temperature exceeds 85 degC");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-draft=made]");
    expect(await page.innerText("main")).to.include("limit = 85 degC");
    await page.fill("[data-box]", "write me a poem");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-state=refused]");
  });
  it("names all problems of a program at once, each with its line", async () => {
    const { page } = shown;
    await shown.open("/contracts/new");
    await page.waitForSelector("[data-valid=true]");
    const text = await page.inputValue("[data-program]");
    const wrong = text
      .replace('params.limit"', 'params.limits"')
      .replace('"nominal"\n', '"gone"\n');
    await page.fill("[data-program]", wrong);
    await page.waitForSelector("[data-valid=false]");
    expect(await page.locator(".problems li").count()).to.be.at.least(2);
    const line = wrong.slice(0, wrong.indexOf("params.limits")).split("\n").length;
    await page.click(`.problems >> text="line ${line}"`);
    const selected = await page.evaluate("getSelection().toString()");
    expect(selected).to.include("params.limits");
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("filters the log of a machine, and checks its links and a payload in the page", async () => {
    const { page } = shown;
    await shown.open("/machines");
    await page.click(".row >> text=oven-north");
    await page.waitForSelector("[aria-label='Rows of the log'] .row");
    await page.waitForSelector("[data-now=alert]");
    await page.click("[data-check-links]");
    await page.waitForSelector("[data-state=done], [data-state=failed]");
    expect(await page.innerText("[aria-labelledby=log]")).to.include(`All ${ROWS} links hold`);
    await page.fill("[data-box]", "150");
    await page.waitForSelector(`text=1 of ${ROWS} rows`);
    await page.click("[aria-label='Rows of the log'] .row >> nth=0");
    await page.waitForSelector("[data-payload=holds]");
    await page.waitForSelector("text=the log goes on from it");
    await page.click("[data-check-layers]");
    await page.waitForSelector("[data-valid=true]");
    expect(await page.locator("[data-pass=true]").count()).to.equal(5);
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("says that data is no JSON, and that there is no such machine", async () => {
    const { page } = shown;
    await page.fill("[data-event-data]", "hot");
    await page.click("text=Send >> nth=-1");
    await page.waitForSelector("text=The data is no JSON");
    await shown.open("/machines/no-such-machine");
    await page.waitForSelector("[data-state=failed]");
  });
  it("fits 360 pixels, in the dark as well", async () => {
    const { page } = shown;
    await page.setViewportSize({ width: 360, height: 780 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of ["/machines/oven-north", "/contracts"]) {
      await shown.open(path);
      await page.waitForSelector(".row");
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).to.be.at.most(360);
      expect(await shown.serious(), path).to.deep.equal([]);
    }
  });
  it("asked no other origin, and wrote no error", () => {
    const { faults, origins } = shown;
    // A refused call is an answer of the node, which the browser notes by itself.
    const own = faults.filter((fault) => !/status of 404/.test(fault));
    expect([...origins]).to.deep.equal([new URL(node.api.http).origin]);
    expect(own).to.deep.equal([]);
  });
});
