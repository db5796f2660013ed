/**
 * Looks at every screen of the console with axe-core, at 360 and at 1,440 pixels, in light and dark:
 * `npm run build && node dist/scripts/console/axe.js`. It prints what is serious or critical and ends
 * with 1 where something is. Needs Debian's `chromium`, or CALC_CHROMIUM.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser } from "playwright-core";
import { createClient, type ApiClient } from "../../api/client/client.js";
import { unwrap } from "../../api/client/index.js";
import { startNode, temporaryDir } from "../devnet/daemons.js";

const { CALC_CHROMIUM: PROGRAM = "/usr/bin/chromium" } = process.env;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = [
  { width: 360, height: 780, colorScheme: "dark" },
  { width: 1_440, height: 900, colorScheme: "light" },
] as const;
const RUN =
  "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => " +
  "({ id, impact, html: nodes.map(({ html }) => html) })))";

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly html: readonly string[];
}

/** A screen of each kind, with something on it. */
async function pathsOf(client: ApiClient): Promise<readonly string[]> {
  const sealed = unwrap(await client.compute({ operators: ["NM19"], inputs: { m: 2, a: 9.8 } }));
  unwrap(await client.stateNew({ slug: "oven-north", name: "North oven" }));
  unwrap(await client.stateEvent({ slug: "oven-north", type: "note", data: { number: 1 } }));
  const { channel } = unwrap(
    await client.streamNew({
      name: "falling",
      contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } },
    }),
  );
  unwrap(await client.streamTick({ id: channel.id }));
  const { reactor } = unwrap(
    await client.reactorNew({
      operators: ["NM19"],
      initialState: { value: 8 },
      transition: { inputs: { m: 2, a: "x.value / 4.0" } },
    }),
  );
  const question = encodeURIComponent("NM21, m1 = 5.9722e24 kg, m2 = 7.342e22 kg, r = 384400 km");
  return [
    "/",
    `/ask?q=${question}`,
    `/ask?q=${encodeURIComponent("time for a ball to fall from 20 m")}`,
    "/operators",
    "/operators/NM21",
    "/solvers",
    "/solvers/heat",
    "/mail",
    "/models",
    "/pages",
    "/vault",
    "/contracts",
    "/contracts/new",
    "/machines",
    "/machines/oven-north",
    "/streams",
    `/streams/${channel.id}`,
    `/reactor/${reactor}`,
    "/jobs",
    "/contribute",
    "/verify",
    `/verify?id=${sealed.receipt_id}`,
    "/mesh",
    "/node",
    "/api",
    "/api?op=compute",
    "/nope/nope",
  ];
}

async function look(
  browser: Browser,
  root: string,
  key: string,
  paths: readonly string[],
): Promise<number> {
  let serious = 0;
  let looks = 0;
  for (const { colorScheme, height, width } of VIEWS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(`${root}/`);
    const session = JSON.stringify({ key, kind: "key", name: "operator" });
    await page.evaluate(`sessionStorage.setItem("calc.session", ${JSON.stringify(session)})`);
    for (const path of paths) {
      await page.goto(`${root}${path}`);
      await page.waitForSelector("main h1, main [data-answer], main .box");
      // What a screen asks for is there once nothing is asked any more; a live one goes on asking.
      await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
      await page.evaluate(AXE);
      const found: readonly Finding[] = await page.evaluate(RUN);
      const wide: unknown = await page.evaluate("document.documentElement.scrollWidth");
      looks += 1;
      if (Number(wide) > width) {
        serious += 1;
        process.stdout.write(`${width} px ${path}: ${String(wide)} px wide\n`);
      }
      for (const { html, id, impact } of found) {
        const isSerious = /serious|critical/.test(impact);
        if (isSerious) serious += 1;
        process.stdout.write(
          `${width} px ${path}: ${impact}: ${id} ${html.join(" ").slice(0, 200)}\n`,
        );
      }
    }
    await page.close();
  }
  process.stdout.write(`${looks} looks at ${paths.length} screens: ${serious} serious\n`);
  return serious;
}

const directory = temporaryDir("console-axe");
const node = await startNode({ dataDir: directory.path });
const browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
try {
  const { http, token } = node.api;
  const paths = await pathsOf(createClient({ baseUrl: http, key: token }));
  if ((await look(browser, http, token, paths)) > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await node.stop();
  directory.remove();
}
