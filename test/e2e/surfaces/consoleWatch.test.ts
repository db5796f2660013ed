/**
 * Screens of the console that watch, in Chromium against one daemon: machines, contracts,
 * streams, reactors and jobs. Each does what it is for and tells one mistake; nothing asks another
 * origin or writes an error.
 */
import { expect } from "chai";
import { createClient, type ApiClient } from "../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../api/client/identity.js";
import { unwrap } from "../../../api/client/index.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { hasChromium } from "../../kit/chromium.js";
import { consolePage, type ConsolePage, showWhatFailed } from "../../kit/consolePage.js";

const NOTES = 200;
const FALLING = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
const PUMP = {
  operators: ["NM19"],
  initialState: { value: 8 },
  transition: { inputs: { m: 2, a: "x.value / 4.0 + u" } },
};
/** Weights of what is laid on a scale; heavy above 9 N, and counted while it is. */
const LOADS = {
  schema: "calc-contract/1",
  name: "Loads",
  inputs: { m: { type: "double", unit: "kg" } },
  trigger: { type: "on-event", event: "reading" },
  compute: [{ as: "f", operators: ["NM19"], inputs: { m: "input.m", a: "9.81" } }],
  machine: {
    initial: "light",
    context: { heavy: 0 },
    states: {
      light: {
        on: [{ guard: "f.value > 9.0", target: "heavy", assign: { heavy: "ctx.heavy + 1.0" } }],
      },
      heavy: {
        on: [
          { guard: "f.value < 5.0", target: "light" },
          { guard: "f.value > 39.0", target: "heavy", emit: [{ type: "very.heavy" }] },
        ],
      },
    },
  },
};
/** Zeros of the zeta function by their number: the first is below 15, the second above 20. */
const ZEROS = {
  schema: "calc-contract/1",
  name: "Zeros",
  inputs: { i: { type: "double" } },
  trigger: { type: "on-event", event: "reading" },
  compute: [{ as: "z", solver: "zeta", inputs: { index: "input.i" } }],
  machine: {
    initial: "low",
    states: {
      low: { on: [{ guard: "z.value > 20.0", target: "high" }] },
      high: { on: [{ guard: "z.value < 15.0", target: "low" }] },
    },
  },
};
/** With the one that began it, and the event that its contract sent when it moved. */
// The move of the contract has a row of its own.
const ROWS = NOTES + 3;

(hasChromium ? describe : describe.skip)("the console's screens that watch, in a browser", () => {
  const directory = hasChromium ? temporaryDir("console-watch") : null;
  let node: RunningNode;
  let shown: ConsolePage;
  let client: ApiClient;
  let key = "";

  before(async () => {
    node = await startNode({ dataDir: directory!.path });
    const baseUrl = node.api.http;
    const [created, opened] = await Promise.all([
      registerIdentity(createClient({ baseUrl }), newEquation()),
      consolePage(baseUrl),
    ]);
    shown = opened;
    ({ key } = unwrap(created));
    client = createClient({ baseUrl, key });
    unwrap(await client.stateNew({ slug: "oven-north", name: "North oven" }));
    const note = async (number: number) =>
      unwrap(await client.stateEvent({ slug: "oven-north", type: "note", data: { number } }));
    await Promise.all(Array.from({ length: NOTES }, (_, i) => note(i)));
    await shown.open("/contracts?q=burner", key);
  });
  showWhatFailed(() => shown);
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
    await page.fill("#input-limit", "hot");
    await page.waitForSelector("#fault-limit >> text=/hot/");
    await page.selectOption("select:has(option[value=oven-north])", "oven-north");
    await page.click("[data-deploy]");
    await page.waitForSelector("[role=alert] >> text=/limit: .*hot/");
    // 413.15 K less 273.15 K.
    await page.fill("#input-limit", "413.15 K");
    await page.click("[data-deploy]");
    await page.waitForSelector("[data-now=nominal]");
    expect(await page.innerText("table >> text=140")).to.equal("140");
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("fires it, lights the state that it moved to, and replays the log", async () => {
    const { page } = shown;
    await page.fill("#input-fire-q", "90 blorg");
    await page.waitForSelector("#fault-fire-q >> text=/blorg/");
    await page.click("[data-fire]");
    await page.waitForSelector("[data-state=failed] >> text=/^q: .*blorg/");
    // 90,000 W/m^2.
    await page.fill("#input-fire-q", "90 kW/m^2");
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
  it("lists its firings, checks its layers, and saves its log, which the page proves", async () => {
    const { page } = shown;
    await page.waitForSelector("[data-firing='1'] >> text=nominal to alert");
    await page.click("[data-check-layers]");
    await page.waitForSelector("[data-layer=phase-agreement] >> text=1 rows checked");
    const contract = new URL(page.url()).pathname.split("/").at(-1)!;
    await page.click("[aria-labelledby=firings] [data-export]");
    await page.waitForSelector("text=makes each step again without a node");
    const response = await fetch(`${node.api.http}/api/contracts/${contract}/export`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await response.text();
    await shown.open("/verify");
    const drop = (body: string): Promise<void> =>
      page.setInputFiles("input[type=file]", {
        name: "contract.ndjson",
        mimeType: "application/x-ndjson",
        buffer: Buffer.from(body),
      });
    await drop(text);
    await page.waitForSelector("[aria-label=Log] [data-verdict=valid]");
    await drop(text.replace('"to":"alert","token"', '"to":"watch","token"'));
    await page.waitForSelector("[aria-label=Log] [data-verdict=invalid] [data-row='1']");
  });
  it("deploys a contract with a machine of its own, and proves every step of it", async () => {
    const { page } = shown;
    await shown.open("/contracts/new");
    await page.waitForSelector("[data-valid=true]");
    await page.fill("[data-program]", JSON.stringify(LOADS));
    await page.waitForSelector("[data-valid=true]");
    await page.click("[data-deploy]");
    await page.waitForSelector("[data-key-once]");
    await page.click("text=Open the contract");
    await page.waitForSelector("[data-now=light]");
    const contract = new URL(page.url()).pathname.split("/").at(-1)!;
    for (const m of [0.5, 2, 3, 4, 0.1])
      unwrap(await client.contractFire({ id: contract, data: { m } }));
    await page.waitForSelector("[data-firing='3']");
    const exported = await client.contractExport({ id: contract });
    const text = exported.kind === "result" ? exported.text : "";
    await shown.open("/verify");
    const drop = (body: string): Promise<void> =>
      page.setInputFiles("input[type=file]", {
        name: "contract.ndjson",
        mimeType: "application/x-ndjson",
        buffer: Buffer.from(body),
      });
    await drop(text);
    await page.waitForSelector("[aria-label=Log] [data-verdict=valid]");
    await page.waitForSelector("text=3 of 3 steps, 2 events");
    expect(await shown.serious()).to.deep.equal([]);
    // A state, a value, an event between, and a guard: each by the row that does not follow.
    for (const [from, to, row] of [
      ['"to":"heavy","token"', '"to":"light","token"', 1],
      ['"value":19.62', '"value":19.63', 1],
      ['"m":3', '"m":33', 2],
      ["f.value > 9.0", "f.value > 8.0", 0],
    ] as const) {
      expect(text, from).to.include(from);
      await drop(text.replace(from, to));
      await page.waitForSelector(`[aria-label=Log] [data-verdict=invalid] [data-row='${row}']`);
    }
  });
  it("computes the solver of a contract again, apart from the page's engine", async () => {
    const { page } = shown;
    const { contract: id } = unwrap(await client.contractDeploy({ program: ZEROS }));
    for (const i of [2, 1]) unwrap(await client.contractFire({ id, data: { i } }));
    const exported = await client.contractExport({ id });
    await shown.open("/verify");
    await page.setInputFiles("input[type=file]", {
      name: "contract.ndjson",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(exported.kind === "result" ? exported.text : ""),
    });
    await page.waitForSelector("[aria-label=Log] [data-verdict=valid]");
    await page.waitForSelector("text=2 of 2 steps");
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
  it("shows what a sentence seems to say, and drafts it once it is confirmed", async () => {
    const { page } = shown;
    const sentence = "holler if the glycol creeps past -1 degrees, blast it";
    await shown.open(`/contracts/new?sentence=${encodeURIComponent(sentence)}`);
    await page.waitForSelector("[data-draft=none] form[data-condition=form]");
    expect(await page.inputValue("[data-condition=quantity0]")).to.equal("glycol");
    expect(await page.innerText("[data-condition=supposed]")).to.include("degC");
    expect(await page.innerText("[data-condition=unread]")).to.include("blast");
    await page.fill("[data-condition=values0]", "-2");
    await page.fill("[data-condition=hold]", "10 min");
    await page.click("[data-confirm]");
    await page.waitForSelector("[data-draft=made]");
    const drafted = await page.innerText("main");
    expect(drafted).to.include("limit = -2 degC").and.include("hold = 10 min");
  });
  it("takes the answer to a question into the sentence", async () => {
    const { page } = shown;
    const sentence = "every morning check that the dam level is above 12 m";
    await shown.open(`/contracts/new?sentence=${encodeURIComponent(sentence)}`);
    await page.fill(".notice input", "06:00 UTC");
    await page.click(".notice button");
    await page.waitForSelector("[data-draft=made]");
    expect(await page.inputValue("[data-box]")).to.equal(
      "every morning at 06:00 UTC check that the dam level is above 12 m",
    );
  });
  it("says beside its field what the node does not take, without a path of the interface", async () => {
    const { page } = shown;
    await shown.open("/machines");
    await page.fill("input[name=name]", "x".repeat(80));
    shown.faults.splice(0);
    await page.click("button >> text=Start");
    await page.waitForSelector("[data-field=name] .fault >> text=must have at most 64 characters");
    expect(await page.innerText("[data-state=failed]")).to.equal(
      "name: must have at most 64 characters",
    );
    // The browser writes the refusal down.
    expect(shown.faults.splice(0)).to.have.lengthOf(1);
    expect(await shown.serious()).to.deep.equal([]);
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
    await page.fill("input[name=data]", "hot");
    await page.click("text=Send >> nth=-1");
    await page.waitForSelector("text=The data is no JSON");
    await shown.open("/machines/no-such-machine");
    await page.waitForSelector("[data-state=failed]");
  });
  it("follows a channel live, proves each tick in the page, and mints a link", async () => {
    const { page } = shown;
    const { channel } = unwrap(await client.streamNew({ name: "falling", contract: FALLING }));
    await shown.open(`/streams/${channel.id}`);
    await page.waitForSelector("text=There is no tick yet");
    expect(await shown.serious()).to.deep.equal([]);
    unwrap(await client.streamTick({ id: channel.id }));
    await page.waitForSelector("[data-tick='1'] [data-seal=valid]");
    expect(await page.innerText("[data-missed]")).to.equal("0");
    await page.click("[data-mint]");
    const link = await page.innerText("[data-link]");
    expect((await fetch(link)).status).to.equal(200);
    await shown.open("/streams");
    await page.waitForSelector(`[data-channel=${channel.id}] [data-ticks='1']`);
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("comes back to a channel when the node does, and tells of a newer console", async () => {
    const { page } = shown;
    const { channel } = unwrap(await client.streamNew({ name: "kept", contract: FALLING }));
    await shown.open(`/streams/${channel.id}`);
    await page.waitForSelector("text=There is no tick yet");
    const before = [...shown.faults];
    await node.stop();
    // Within a second of silence the page asks, and says when the node was seen last.
    await page.waitForSelector("[data-reach=lost] >> text=/last seen .*\\d/");
    // An upgrade is another script in the page that the node gives.
    const newer = '<script type="module" src="console/main-newer.js"></script>';
    const root = `${node.api.http}/`;
    await page.route(root, (route) => route.fulfill({ contentType: "text/html", body: newer }));
    const { host } = new URL(root);
    node = await startNode({ dataDir: directory!.path, args: ["--http", host] });
    await page.waitForSelector("[data-reach=outdated]");
    unwrap(await client.streamTick({ id: channel.id }));
    await page.waitForSelector("[data-tick='1'] [data-seal=valid]");
    expect(await page.innerText("[data-missed]")).to.equal("0");
    await page.unroute(root);
    await page.click("[data-reach] >> text=Load it");
    await page.waitForSelector("[data-tick='1'] [data-seal=valid]");
    expect(await page.locator("[data-reach]").count()).to.equal(0);
    // Of a node that is away the browser writes each request down.
    const own = shown.faults.filter((fault) => !/ERR_CONNECTION_|WebSocket connection/.test(fault));
    shown.faults.splice(0, Infinity, ...own);
    expect(shown.faults).to.include.members(before);
  });
  it("fills a template with the last tick, and names a placeholder that there is not", async () => {
    const { page } = shown;
    await shown.open("/streams");
    await page.fill("input[name=name]", "worded");
    await page.fill("input[name=template]", "{{value}} {{unit}}");
    // With an input that is none, or none at all, nothing can be opened.
    for (const text of ["much", ""]) {
      await page.fill("#input-m", text);
      await page.waitForSelector("[data-chain=open] .fault >> text=/\\bm\\b/");
      expect(await page.isDisabled("[data-open]")).to.equal(true);
    }
    await page.fill("#input-m", "2000 g");
    await page.click("[data-open]");
    await page.waitForSelector("[data-key-once]");
    await page.click(".channel >> text=worded");
    await page.click("[data-tick-now]");
    await page.waitForSelector("[data-filled] >> text=19.6 N");
    await page.fill("[data-template]", "{{vale}}");
    await page.waitForSelector("[data-template-fault]");
  });
  it("makes a reactor by rows of its operators' inputs, quantities or expressions of its state", async () => {
    const { page } = shown;
    await shown.open("/streams");
    await page.click("[data-fold=reactor]");
    await page.fill("#input-reactor-m", "2000 blorg");
    await page.waitForSelector("#fault-reactor-m >> text=/blorg/");
    await page.fill("#input-reactor-m", "2000 g");
    await page.fill("#input-reactor-a", "x.value / 4.0 + u");
    await page.click("[data-make-reactor]");
    await page.waitForSelector("[data-step]");
    await page.fill("[name=u]", "1");
    await page.click("[data-step]");
    await page.waitForSelector("[data-n='1']");
    const reactor = new URL(page.url()).pathname.split("/").at(-1)!;
    // 2 kg times 8/4 + 1 m/s^2.
    expect(unwrap(await client.reactorState({ reactor })).x).to.include({ value: 6 });
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("makes a reactor of a solver by the rows of its form, and follows channels by the dozen", async () => {
    const { page } = shown;
    await shown.open("/streams");
    await page.click("[data-fold=solver-reactor]");
    await page.selectOption("select[name=solver]", "zeta");
    await page.fill("#field-index", "much");
    await page.click("[data-make-reactor]");
    await page.waitForSelector("[data-field=index] .fault");
    await page.fill("#field-index", "n + 1");
    await page.click("[data-make-reactor]");
    await page.waitForSelector("[data-step]");
    await page.click("[data-step]");
    await page.waitForSelector("[data-n='1']");
    const reactor = new URL(page.url()).pathname.split("/").at(-1)!;
    // Odlyzko's table of zeros: the first.
    const { x } = unwrap(await client.reactorState({ reactor }));
    expect(x["value"]).to.be.closeTo(14.134725141734695, 1e-9);
    const more = Array.from({ length: 12 }, async (_, i) =>
      unwrap(await client.streamNew({ name: `one ${i}`, contract: FALLING })),
    );
    await Promise.all(more);
    await shown.open("/streams");
    await page.click("[data-next-channels]");
    await page.waitForSelector("[data-followed='12']");
    await page.waitForSelector(".channel >> nth=0");
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("steps a reactor, draws it, and says that an observation is no number", async () => {
    const { page } = shown;
    const { reactor } = unwrap(await client.reactorNew(PUMP));
    await shown.open(`/reactor/${reactor}`);
    await page.fill("[name=u]", "1");
    await page.click("[data-step]");
    await page.waitForSelector("[data-n='1']");
    await page.waitForSelector("[data-points='1']");
    expect(await page.getAttribute("[data-chain]", "data-chain")).to.equal("true");
    await page.fill("[name=observation]", "warm");
    await page.click("[data-observe]");
    await page.waitForSelector('text="warm" is no number');
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("says what a job would lock, opens it, and what is wrong with its inputs", async () => {
    const { page } = shown;
    await shown.open("/jobs");
    await page.fill("#input-r", "");
    await page.waitForSelector("[data-chain=open]");
    expect(await page.isDisabled("[data-price]")).to.equal(true);
    await page.fill("#input-r", "384400 km");
    await page.click("[data-price]");
    await page.waitForSelector("[data-locked] >> text=6 credits");
    await page.click("[data-open-job]");
    await page.waitForSelector("[data-job] >> text=6 locked");
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("tells a contributor at once that the node does not earn, and why", async () => {
    const { page } = shown;
    await shown.open("/contribute");
    await page.waitForSelector("[data-earns=no] >> text=A bond takes");
    await page.selectOption("[data-mode]", "experimenting");
    await page.waitForSelector("text=Now experimenting");
    await page.click("[data-order=start]");
    await page.waitForSelector("[data-state=failed]");
    expect(await shown.serious()).to.deep.equal([]);
  });
  it("fits 360 pixels, in the dark as well", async () => {
    const { page } = shown;
    await page.setViewportSize({ width: 360, height: 780 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of ["/machines/oven-north", "/contracts", "/streams", "/jobs", "/contribute"]) {
      await shown.open(path);
      await page.waitForSelector(".row, [data-earns]");
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).to.be.at.most(360);
      expect(await shown.serious(), path).to.deep.equal([]);
    }
  });
  it("asked no other origin, and wrote no error", () => {
    const { faults, origins } = shown;
    // A refused call is an answer of the node, which the browser notes by itself.
    const own = faults.filter((fault) => !/status of 4(?:03|04|09|22)/.test(fault));
    expect([...origins]).to.deep.equal([new URL(node.api.http).origin]);
    expect(own).to.deep.equal([]);
  });
});
