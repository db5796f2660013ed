/**
 * The pictures of docs/console.md: a node with something on it, and twelve screens as Chromium shows
 * them. `npm run build && node dist/scripts/console/pictures.js` takes them anew. Needs Debian's
 * `chromium`, or CALC_CHROMIUM.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { createClient, type ApiClient } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { unwrap } from "../../api/client/index.js";
import { startNode, temporaryDir } from "../devnet/daemons.js";

const { CALC_CHROMIUM: PROGRAM = "/usr/bin/chromium" } = process.env;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const TARGET = "docs/console";
const WIDE_PX = 1_280;
const HEIGHT_PX = 800;
const PHONE = { width: 360, height: 780 };
const MOON = "NM21, m1 = 5.9722e24 kg, m2 = 7.342e22 kg, r = 384400 ± 20 km";
const TICKS = 24;
const EVENTS = 24;

interface Scene {
  readonly name: string;
  readonly isDark?: boolean;
  readonly isPhone?: boolean;
  readonly height?: number;
  /** Opens it, and ends when all is there that the picture is about. */
  readonly show: (page: Page, open: (path: string) => Promise<unknown>) => Promise<unknown>;
}

const asked = (text: string): string => `/ask?q=${encodeURIComponent(text)}`;

async function seal(page: Page): Promise<void> {
  await page.click("[data-seal]");
  await page.waitForSelector("[data-verdict=valid]");
}

async function solved(page: Page): Promise<void> {
  await page.waitForSelector("[data-plan=ok]");
  await page.click("[data-run]");
  await page.waitForSelector("[data-verdict=valid]", { timeout: 180_000 });
  await page.waitForSelector(".map canvas");
  await page.evaluate("document.querySelector('figure:has(.map)').scrollIntoView()");
  await page.hover(".map canvas >> nth=0");
}

/** Fires a contract until it has moved. */
async function alerted(page: Page): Promise<void> {
  await page.click("[aria-label=Templates] .row >> text=Bar end too hot");
  await page.selectOption("select >> nth=0", "oven-north");
  await page.click("[data-deploy]");
  await page.waitForSelector("[data-now=nominal]");
  await page.fill("#input-fire-q", "90000");
  await page.click("[data-fire]");
  await page.waitForSelector("[data-now=alert]");
}

const SCENES: readonly Scene[] = [
  {
    name: "result",
    height: 960,
    show: async (page, open) => {
      await open(asked(MOON));
      await page.waitForSelector(".curve >> nth=2");
    },
  },
  {
    name: "sealed",
    isDark: true,
    show: async (page, open) => {
      await open(asked(MOON));
      await page.waitForSelector(".curve >> nth=2");
      await seal(page);
    },
  },
  {
    name: "words",
    show: async (page, open) => {
      await open(asked("escape velocity of Mars"));
      await page.waitForSelector(".curve >> nth=1");
    },
  },
  {
    name: "operators",
    show: async (page, open) => {
      await open("/operators?q=energy");
      await page.waitForSelector(".row >> nth=3");
    },
  },
  {
    name: "solvers",
    isDark: true,
    show: async (page, open) => {
      await open("/solvers");
      await page.waitForSelector(".gallery li >> nth=28");
    },
  },
  {
    name: "field",
    show: async (page, open) => {
      await open("/solvers/flow");
      await solved(page);
    },
  },
  {
    name: "contract",
    show: async (page, open) => {
      await open("/contracts?q=burner");
      await alerted(page);
      await page.evaluate(
        "document.querySelector('[data-now]').scrollIntoView({ block: 'center' })",
      );
    },
  },
  {
    name: "machine",
    isDark: true,
    show: async (page, open) => {
      await open("/machines/oven-north");
      await page.click("text=Check all links here");
      await page.evaluate("document.querySelector('.rows').scrollIntoView()");
    },
  },
  {
    name: "stream",
    show: async (page, open) => {
      await open("/streams");
      await page.click(".channel >> text=falling");
      await page.waitForSelector(`[data-tick='${TICKS}'] [data-seal=valid]`);
    },
  },
  {
    name: "verify",
    height: 960,
    show: async (page, open) => {
      await open(asked(MOON));
      await page.waitForSelector(".curve >> nth=2");
      await seal(page);
      const receipt = await page.getAttribute("[data-receipt]", "data-receipt");
      await open(`/verify?id=${receipt}`);
      await page.waitForSelector(".link");
      await page.click("details.proof summary");
      await page.click(".link summary");
      await page.waitForSelector(".link [data-verdict=valid]");
    },
  },
  {
    name: "phone-dark",
    isDark: true,
    isPhone: true,
    show: async (page, open) => {
      await open(asked("escape velocity of Mars"));
      await page.waitForSelector(".curve");
    },
  },
  {
    name: "phone",
    isPhone: true,
    show: async (page, open) => {
      await open(asked(MOON));
      await page.waitForSelector(".curve");
    },
  },
];

async function fill(client: ApiClient): Promise<void> {
  unwrap(await client.stateNew({ slug: "oven-north", name: "North oven" }));
  for (let i = 0; i < EVENTS; i += 1) {
    const data = { degC: 20 + 3 * i };
    unwrap(await client.stateEvent({ slug: "oven-north", type: "temperature", data }));
  }
  const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
  const { channel } = unwrap(await client.streamNew({ name: "falling", contract }));
  for (let i = 0; i < TICKS; i += 1) {
    const inputs = { m: 2 + Math.abs((i % 12) - 6) / 4, a: 9.8 };
    const ticked = await client.streamTick({ id: channel.id, inputs });
    // The next may come a calcond later.
    if (ticked.kind === "problem") i -= 1;
    if (ticked.kind === "problem") await new Promise((done) => setTimeout(done, 100));
  }
}

const directory = temporaryDir("pictures");
const node = await startNode({ dataDir: directory.path, args: ["--rate-limits", "off"] });
const browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
try {
  const baseUrl = node.api.http;
  const { account, key } = unwrap(await registerIdentity(createClient({ baseUrl }), newEquation()));
  const operator = createClient({ baseUrl, key: node.api.token });
  unwrap(await operator.ledgerGrant({ account, credits: 10_000, reference: "pictures" }));
  await fill(createClient({ baseUrl, key }));
  mkdirSync(TARGET, { recursive: true });
  const page = await browser.newPage();
  const held = JSON.stringify(JSON.stringify({ key, kind: "key", name: key.slice(0, 12) }));
  await page.goto(baseUrl);
  await page.evaluate(`sessionStorage.setItem("calc.session", ${held})`);
  for (const { height = HEIGHT_PX, isDark = false, isPhone = false, name, show } of SCENES) {
    await page.setViewportSize(isPhone ? PHONE : { width: WIDE_PX, height });
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await show(page, (path) => page.goto(`${baseUrl}${path}`));
    await page.screenshot({ path: join(TARGET, `${name}.png`) });
    process.stdout.write(`${name}.png\n`);
  }
} finally {
  await browser.close();
  await node.stop();
  directory.remove();
}
