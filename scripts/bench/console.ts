/**
 * The console in Chromium on loopback: first paint, when the box takes keys, a keystroke to its
 * value, a slider, a field of 1,024 x 1,024, and a vault of a million envelopes. Needs Debian's
 * `chromium`, or CALC_CHROMIUM. Pictures are painted by the processor, without a graphics card.
 */
import { chromium, type Page } from "playwright-core";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { median, type Row } from "./report.js";

const { CALC_CHROMIUM: PROGRAM = "/usr/bin/chromium" } = process.env;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const ROUNDS = 5;
const KEYS = 40;
const SIDE = 1_024;
const SLIDES = 60;
const SCROLLS = 120;
const ENVELOPES = 1_000_000;

async function numberIn(page: Page, script: string): Promise<number> {
  const found: unknown = await page.evaluate(script);
  return typeof found === "number" ? found : Number.NaN;
}

/** Milliseconds from a key to the value of the line, in the page itself. */
const KEYSTROKES = `(async () => {
  const box = document.querySelector("textarea[data-box]");
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
  const took = [];
  for (let i = 1; i <= ${KEYS}; i += 1) {
    const before = document.querySelector("[data-value]")?.dataset.value;
    const began = performance.now();
    set.call(box, "F = m a, m = 2 kg, a = " + i + " m/s^2");
    box.dispatchEvent(new Event("input", { bubbles: true }));
    const shown = () => document.querySelector("[data-value]")?.dataset.value ?? before;
    while (shown() === before)
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return took[took.length >> 1];
})()`;

/** Frames a second while a slider moves with every one. */
const SLIDER = `(async () => {
  const slider = document.querySelector("input[type=range]");
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const began = await frame();
  let at = began;
  for (let i = 0; i < ${SLIDES}; i += 1) {
    set.call(slider, String(300 + 5 * i));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    at = await frame();
  }
  return (1000 * ${SLIDES}) / (at - began);
})()`;

/** The longest time between two frames while a table is scrolled from its first row to its last. */
const SCROLL = `(async () => {
  const rows = document.querySelector(".rows");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let at = await frame();
  let longest = 0;
  for (let i = 0; i <= ${SCROLLS}; i += 1) {
    rows.scrollTop = (i / ${SCROLLS}) * rows.scrollHeight;
    const next = await frame();
    longest = Math.max(longest, next - at);
    at = next;
  }
  return longest;
})()`;

/** A million envelopes as the node lists them. What a page of them costs it, `envelopes` measures. */
async function fillVault(page: Page): Promise<void> {
  await page.route("**/api/tally/envelopes/**", async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname.endsWith("/folders")) {
      const counts = { folder_count: 0, unfiled: ENVELOPES, total: ENVELOPES };
      return route.fulfill({ json: { folders: [], ...counts } });
    }
    const [offset, limit] = ["offset", "limit"].map((name) => Number(searchParams.get(name)));
    const envelopes = Array.from({ length: limit ?? 0 }, (_, i) => ({
      token_id: ((offset ?? 0) + i).toString(16).padStart(64, "0"),
      value: 3,
      funding: "paid",
      folder: null,
      movable: true,
      soulbound: false,
      locked_for_vote: false,
    }));
    return route.fulfill({ json: { envelopes, total: ENVELOPES, offset, limit, next: null } });
  });
}

/** Frames a second, and milliseconds of processor time that the page's own script takes for a move. */
async function slide(page: Page): Promise<{ readonly frames: number; readonly script: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN;
  };
  const before = await spent();
  const frames = await numberIn(page, SLIDER);
  return { frames, script: (1_000 * ((await spent()) - before)) / SLIDES };
}

export async function benchConsole(): Promise<readonly Row[]> {
  const directory = temporaryDir("bench-console");
  const node = await startNode({ dataDir: directory.path, args: ["--log-level", "warn"] });
  const browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
  const { http, token } = node.api;
  try {
    const paints: number[] = [];
    const ready: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage();
      await page.goto(`${http}/`);
      await page.waitForSelector("textarea[data-box]");
      ready.push(await numberIn(page, "performance.getEntriesByName('interactive')[0]?.startTime"));
      paints.push(
        await numberIn(
          page,
          "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
        ),
      );
      await page.close();
    }
    const page = await browser.newPage();
    await page.goto(`${http}/`);
    await page.fill("textarea", "F = m a, m = 2 kg, a = 9.8 m/s^2");
    await page.waitForSelector("[data-value]");
    const key = await numberIn(page, KEYSTROKES);
    await page.goto(`${http}/ask?q=${encodeURIComponent("F = m a, m = 2 kg, a = 9.8 m/s^2")}`);
    await page.waitForSelector(".curve");
    await numberIn(page, SLIDER);
    const slider = await slide(page);
    await fillVault(page);
    await page.goto(`${http}/vault`);
    await page.click("text=Make a demo account");
    await page.waitForSelector(".rows .mark");
    const pause = await numberIn(page, SCROLL);
    await page.evaluate(
      `sessionStorage.setItem("calc.session", ${JSON.stringify(
        JSON.stringify({ key: token, kind: "key", name: "operator" }),
      )})`,
    );
    await page.goto(`${http}/solvers/react`);
    await page.waitForSelector("[data-run]");
    await page.fill("#field-n", String(SIDE));
    await page.fill("#field-steps", "2");
    await page.fill("[data-member='initial u']", "0.4 + 0.1 * sin(x / 40)");
    await page.fill("[data-member='initial v']", "0.3");
    await page.click("[data-run]");
    await page.waitForSelector(`[data-samples="${SIDE * SIDE}"]`, { timeout: 180_000 });
    const field = await numberIn(
      page,
      "performance.getEntriesByName('field').map(({ duration }) => duration).at(-1)",
    );
    return [
      { name: "first paint of /", value: median(paints), unit: "ms", target: "at most 300" },
      { name: "the box takes keys", value: median(ready), unit: "ms", target: "at most 600" },
      { name: "a keystroke to its value, warm", value: key, unit: "ms", target: "at most 16.7" },
      { name: "a slider with three plots", value: slider.frames, unit: "frames/s", target: "60" },
      { name: "processor time of its script, a move", value: slider.script, unit: "ms" },
      { name: "a field of 1,024 x 1,024 drawn", value: field, unit: "ms", target: "at most 50" },
      {
        name: "a million envelopes scrolled, longest pause",
        value: pause,
        unit: "ms",
        target: "at most 100",
      },
    ];
  } finally {
    await browser.close();
    await node.stop();
    directory.remove();
  }
}
