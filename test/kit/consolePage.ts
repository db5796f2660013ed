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
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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

/** JSON as a literal of a script. */
function quoted(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}
