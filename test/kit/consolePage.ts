/**
 * A page of the console in Chromium, driven by playwright: what it asks of other origins and every
 * error are kept, and axe-core looks at what is shown.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type Page } from "playwright-core";

const { CALC_CHROMIUM: PROGRAM = "/usr/bin/chromium" } = process.env;
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Of a page whose test failed, so much is written. */
const SHOWN_CHARS = 2_000;
/** Width of a small phone. */
const PHONE_PX = 360;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * In each frame of the pages that are opened from now on, what reaches beyond the right edge of a
 * phone that is held upright, while the screen loads, too. What scrolls inside its own frame does not count.
 */
const WATCH_FRAMES = `
  globalThis.tooWide = new Set();
  (function look() {
    const { scrollWidth = 0 } = document.documentElement ?? {};
    if (scrollWidth > ${PHONE_PX})
      tooWide.add(
        location.pathname + " is " + scrollWidth + " px: " + document.querySelector("main")?.innerText.slice(0, 200),
      );
    requestAnimationFrame(look);
  })();
`;

/** On a processor that is so many times slower: each state of a screen has its frame there. */
const SLOW = 6;

/** @returns by how much one of these paths was wider than a phone in any frame, until its heading stood still */
export async function widerThanPhone(
  page: Page,
  paths: readonly string[],
  open: (path: string) => Promise<unknown>,
): Promise<readonly string[]> {
  await page.setViewportSize({ width: PHONE_PX, height: 780 });
  await page.addInitScript(WATCH_FRAMES);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  const found: string[] = [];
  for (const path of paths) {
    await open(path);
    await page.waitForSelector("main h1, main [data-box]");
    await page.waitForSelector("main .loading", { state: "detached" });
    const wide: unknown = await page.evaluate("[...tooWide]");
    found.push(...(Array.isArray(wide) ? wide.map(String) : [`${path} gave no list`]));
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return found;
}

export interface ConsolePage {
  readonly browser: Browser;
  readonly page: Page;
  /** Errors and warnings of its console, and errors of its scripts so far. */
  readonly faults: string[];
  readonly origins: Set<string>;
  /** Addresses, headers and bodies of what it asked so far. */
  readonly sent: string[];
  /** Opens an address of the node, signed in by a key. */
  open(path: string, key?: string | null): Promise<void>;
  /** What axe-core calls serious or critical. */
  serious(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function consolePage(root: string): Promise<ConsolePage> {
  const browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  const faults: string[] = [];
  const origins = new Set<string>();
  const sent: string[] = [];
  page.on("console", (said) => {
    if (/^(?:error|warning)$/.test(said.type()))
      faults.push(`${said.text()} ${said.location().url}`);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (asked) => {
    const { origin, protocol } = new URL(asked.url());
    sent.push(`${asked.url()} ${JSON.stringify(asked.headers())} ${asked.postData() ?? ""}`);
    if (protocol.startsWith("http")) origins.add(origin);
  });
  return {
    browser,
    page,
    faults,
    origins,
    sent,
    open: async (path, key) => {
      await page.goto(`${root}${path}`);
      if (key === undefined) return;
      const held = key === null ? null : { key, kind: "key", name: key.slice(0, 12) };
      await page.evaluate(`sessionStorage.setItem("calc.session", ${quoted(held)})`);
      await page.reload();
    },
    serious: async () => {
      await page.evaluate(AXE);
      const found: unknown = await page.evaluate(
        "axe.run().then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact))" +
          ".map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ').slice(0, 300)))",
      );
      return Array.isArray(found) ? found.map(String) : ["axe-core gave no list"];
    },
    close: () => browser.close(),
  };
}

/** After a test that failed, writes what its page showed: a browser elsewhere can't be looked at. */
export function showWhatFailed(shown: () => ConsolePage): void {
  afterEach(async function () {
    if (this.currentTest?.state !== "failed") return;
    const { faults, page } = shown();
    const text = await page.innerText("body").catch((error: unknown) => String(error));
    console.error(`${page.url()} showed:\n${text.slice(0, SHOWN_CHARS)}`);
    console.error(`its last errors: ${JSON.stringify(faults.slice(-3))}`);
  });
}

/** JSON as a literal of a script. */
function quoted(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}
