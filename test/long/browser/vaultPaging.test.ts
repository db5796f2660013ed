/**
 * A vault of a million envelopes in Chromium: the node is real, and its list of envelopes is told in
 * its place. What is drawn and asked for stays the same wherever one scrolls; the longest pause of the
 * page is printed.
 */
import { expect } from "chai";
import { createClient } from "../../../api/client/client.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { hasChromium } from "../../kit/chromium.js";
import { consolePage, type ConsolePage } from "../../kit/consolePage.js";

const TOTAL = 1_000_000;
const JUMPS = 200;
const SEED = 20_261_127;

const idAt = (i: number): string => i.toString(16).padStart(8, "0").padEnd(64, "0");

function envelopeAt(i: number) {
  return {
    token_id: idAt(i),
    version: 0,
    owner: "o",
    value: 3,
    funding: i % 3 === 0 ? "free" : "paid",
    movable: i % 3 !== 0,
    soulbound: i % 3 === 0,
    locked_for_vote: false,
    folder: null,
  };
}

(hasChromium ? describe : describe.skip)("a vault of a million envelopes in a browser", () => {
  const directory = hasChromium ? temporaryDir("console-vault") : null;
  let node: RunningNode;
  let shown: ConsolePage;
  let asked = 0;
  before(async () => {
    node = await startNode({ dataDir: directory!.path });
    shown = await consolePage(node.api.http);
    await shown.page.route(/\/api\/tally\/envelopes\/[^/]+(?:\?|$)/, async (route) => {
      asked += 1;
      const query = new URL(route.request().url()).searchParams;
      const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
      const count = Math.max(0, Math.min(limit, TOTAL - offset));
      const envelopes = Array.from({ length: count }, (_, i) => envelopeAt(offset + i));
      await route.fulfill({ json: { envelopes, total: TOTAL, offset, limit, next: null } });
    });
    await shown.page.route(/\/folders/, (route) =>
      route.fulfill({ json: { folders: [], folder_count: 0, unfiled: TOTAL, total: TOTAL } }),
    );
  });
  after(async () => {
    await shown.close();
    await node.stop();
    directory?.remove();
  });

  it(`pages as ten do, seed ${SEED}`, async () => {
    const { page } = shown;
    const minted = await createClient({ baseUrl: node.api.http }).demoKeyMint({});
    if (minted.kind !== "result") throw new Error(JSON.stringify(minted));
    await shown.open("/vault", minted.value.key);
    await page.waitForSelector(`.rows >> text=${idAt(0).slice(0, 20)}`);
    await page.evaluate(
      "window.pauses = []; new PerformanceObserver((list) => window.pauses.push(" +
        "...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] })",
    );
    const before = asked;
    let state = SEED;
    const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let i = 0; i < JUMPS; i += 1)
      await page.evaluate(
        `new Promise((done) => { const rows = document.querySelector(".rows"); ` +
          `rows.scrollTop = ${next()} * rows.scrollHeight; ` +
          `requestAnimationFrame(() => requestAnimationFrame(done)); })`,
      );
    await page.locator(".rows").focus();
    await page.keyboard.press("End");
    await page.waitForSelector(`.rows >> text=${idAt(TOTAL - 1).slice(0, 20)}`);
    await page.keyboard.press("Home");
    await page.waitForSelector(`.rows >> text=${idAt(0).slice(0, 20)}`);
    const drawn: unknown = await page.evaluate("document.querySelectorAll('.rows .row').length");
    const pauses: unknown = await page.evaluate("Math.max(0, ...window.pauses)");
    console.log(
      `    ${asked - before} pages for ${JUMPS} jumps, longest pause ${String(pauses)} ms`,
    );
    expect(drawn).to.be.at.most(40);
    // Two are asked for at a time, and what went by meanwhile is not.
    expect(asked - before).to.be.at.most(2 * JUMPS + 8);
  });
});
