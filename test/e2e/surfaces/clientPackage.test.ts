/**
 * A program of somebody else that depends on this package: what it imports is exported, has types,
 * and works against a daemon.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { build, transform } from "esbuild";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { packClient } from "../../../scripts/clients/packClient.js";
import { isLong } from "../../kit/runs.js";
import { Chromium, hasChromium } from "../../kit/chromium.js";
import { EARTH_MOON_FORCE_N, parseFields, textOf } from "../../kit/requests.js";

const run = promisify(execFile);
const TSC = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");

/** Strict, without the types of Node: pages have none. */
const PROGRAM = `
import {
  createClient, equationStrength, identityFrom, newEquation, openSession, registerIdentity,
  solveWork, WeakEquationError,
  type ApiClient, type Outcome,
} from "calcmesh/client";

declare const process: { readonly argv: readonly string[] };
const baseUrl: string = process.argv[2] ?? "";

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "result") return outcome.value;
  throw new Error(outcome.kind === "problem" ? outcome.problem.code : outcome.text);
}

const open: ApiClient = createClient({ baseUrl, work: solveWork });
const equation: string = newEquation();
const { bits, weakness } = equationStrength(equation);
const { cid, key } = valueOf(await registerIdentity(open, equation, { slug: "typed-client" }));
const { token } = valueOf(await openSession(open, equation));
const keys = valueOf(await createClient({ baseUrl, key: token }).keys());
const computed = valueOf(await createClient({ baseUrl, key }).compute(
  { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } }));
const value: number | null = computed.value;
const weak: unknown = await registerIdentity(open, "E = m c^2").catch((error: unknown) => error);

/** Never called: what must not compile. */
export function refused(): void {
  // @ts-expect-error operators are a list
  void open.compute({ operators: "NM21" });
  // @ts-expect-error there is no such operation
  void open.computeAll({});
}

console.log(JSON.stringify({ strong: bits >= 128 && weakness === null, own: cid === identityFrom(equation).cid,
  keys: keys.keys.length, value, weak: weak instanceof WeakEquationError }));
`;

/** What a program does with the published package; a page does all of it but `follow`. */
const CALLS = `
import { createClient, ProblemError, quantityOf, unwrap, verifyBy, verifyReceipt } from "calcmesh-client";

export async function calls(baseUrl: string, key: string) {
  const client = createClient({ baseUrl, key });
  const input = { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } };
  const answer = unwrap(await client.compute(input));
  const prefixes: string[] = [];
  for (const label of ["a", "b", "c"]) unwrap(await client.keyNew({ label }));
  for await (const { prefix } of client.keys.each({ limit: 2 })) prefixes.push(String(prefix));
  const refused = await client.compute({ operators: ["NM21"], inputs: { m1: 1 } });
  const asked = client.operatorSpec({ operator: "NM2100" }).then(unwrap);
  const problem: unknown = await asked.catch((error: unknown) => error);
  return {
    text: String(quantityOf(answer)),
    own: verifyReceipt(answer).verdict,
    changed: verifyReceipt({ ...answer, value: 1 }).verdict,
    again: (await verifyBy(client, answer)).verdict,
    keys: new Set(prefixes).size === prefixes.length && prefixes.length >= 4,
    refused: refused.kind,
    problem: problem instanceof ProblemError ? problem.code : String(problem),
  };
}
`;
const CALLED = {
  // Rounded to two digits of the uncertainty that CODATA 2022 states for G, 22 parts in a million.
  text: "1.980559(45)e20 N",
  own: "sound",
  changed: "invalid",
  again: "valid",
  keys: true,
  refused: "refusal",
  problem: "UNKNOWN_OPERATOR",
};
const FOLLOWED = `
import { createClient, unwrap } from "calcmesh-client";
import { follow } from "calcmesh-client/follow";
import { SecureError, SecureSession } from "calcmesh-client/secure";
import WebSocket from "ws";
import { calls } from "./calls.js";

const [baseUrl, key, nodeKey] = process.argv.slice(2);
const client = createClient({ baseUrl, key });
const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
const { channel, key: own } = unwrap(await client.streamNew({ contract }));
const ticker = createClient({ baseUrl, key: own });
const ticks = [];
const ended = follow({ baseUrl, channel: channel.id, key: own, after: 0,
  open: (url, protocols) => new WebSocket(url, [...protocols]),
  onTick: (tick) => {
    ticks.push(JSON.parse(tick.body).value);
    void ticker.streamClose({ id: channel.id });
  } });
unwrap(await ticker.streamTick({ id: channel.id }));
const { end } = await ended;
const made = unwrap(await client.streamNew({ contract }));
const options = { baseUrl, channel: made.channel.id, key: made.key, nodeKey };
const other = SecureSession.open({ ...options, nodeKey: "ab".repeat(32) });
const between = await other.catch((error) => error instanceof SecureError && error.code);
const session = await SecureSession.open(options);
const before = await session.next();
unwrap(await createClient({ baseUrl, key: made.key }).streamTick({ id: made.channel.id }));
const { seq, text } = await session.next();
session.close();
const secure = { between, before, seq, value: JSON.parse(text).value };
console.log(JSON.stringify({ ...(await calls(baseUrl, key)), ticks, end, secure }));
`;

describe("the package, as another program has it", () => {
  const dir = temporaryDir("consumer");
  let node: RunningNode;
  /** Somebody's own page, of another origin than the node. */
  let pages: Server;
  let origin = "";
  let script = "";
  before(async () => {
    pages = createServer((request, response) => {
      const isScript = request.url === "/page.js";
      response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
      response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>');
    });
    pages.listen(0, "127.0.0.1");
    await once(pages, "listening");
    const address = pages.address();
    origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    node = await startNode({
      dataDir: join(dir.path, "data"),
      env: { CALC_HTTP_CORS_ORIGINS: origin },
    });
    mkdirSync(join(dir.path, "node_modules"));
    symlinkSync(process.cwd(), join(dir.path, "node_modules", "calcmesh"), "dir");
    writeFileSync(
      join(dir.path, "package.json"),
      JSON.stringify({ name: "consumer", private: true, type: "module" }),
    );
  });
  after(async () => {
    pages.close();
    await node.stop();
    dir.remove();
  });

  /** Strictly, in the long form; else the types are only taken out. */
  const compiled = async (name: string, program: string): Promise<void> => {
    if (!isLong) {
      const { code } = await transform(program, { loader: "ts", format: "esm" });
      writeFileSync(join(dir.path, `${name}.js`), code);
      return;
    }
    writeFileSync(join(dir.path, `${name}.ts`), program);
    const flags = [
      "--strict",
      "--target",
      "es2023",
      "--module",
      "nodenext",
      "--types",
      "",
      "--noEmitOnError",
      "--pretty",
      "false",
    ];
    const { stdout } = await run(process.execPath, [TSC, ...flags, `${name}.ts`], {
      cwd: dir.path,
    }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), "stdout")) }));
    expect(stdout).to.equal("");
  };

  it(isLong ? "type-checks strictly" : "is read without its types", () =>
    compiled("consumer", PROGRAM),
  );

  describe("published", () => {
    let tarball: string;
    before(async () => {
      tarball = await packClient(join(dir.path, "packed"));
      const flags = ["--offline", "--no-audit", "--no-fund", "--no-package-lock", "--no-save"];
      await run("npm", ["install", ...flags, tarball], { cwd: dir.path });
      await compiled("calls", CALLS);
    });

    it("weighs less than 200 kB and depends on nothing", () => {
      expect(statSync(tarball).size).to.be.below(200_000);
    });

    it("computes, lists, verifies, follows and opens frames under Node", async () => {
      symlinkSync(
        join(process.cwd(), "node_modules", "ws"),
        join(dir.path, "node_modules", "ws"),
        "dir",
      );
      writeFileSync(join(dir.path, "followed.js"), FOLLOWED);
      const { http, publicKey, token } = node.api;
      const { stdout } = await run(process.execPath, ["followed.js", http, token, publicKey], {
        cwd: dir.path,
      });
      expect(parseFields(stdout)).to.deep.equal({
        ...CALLED,
        ticks: [19.6],
        end: "closed",
        secure: { between: "BAD_TRANSCRIPT", before: null, seq: 1, value: 19.6 },
      });
    });

    /** @returns the program of a page, and its size as it is sent */
    const page = async (contents: string): Promise<{ text: string; kB: number }> => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: dir.path },
        bundle: true,
        minify: true,
        platform: "browser",
        format: "iife",
        globalName: "page",
        write: false,
      });
      const text = outputFiles[0]?.text ?? "";
      return { text, kB: gzipSync(text).length / 1_000 };
    };

    it("does the same in a page, where nothing of Node is", async () => {
      const { kB, text } = await page('export { calls } from "./calls.js";');
      script = text;
      // 69 kB with receipts, 7 without: what is not used is left out.
      expect(kB).to.be.below(75);
      const alone = await page('export { createClient } from "calcmesh-client";');
      expect(alone.kB).to.be.below(8);
      // No contract and no schemas are in it: hashes, signatures and a cipher.
      const frames = await page('export { SecureSession } from "calcmesh-client/secure";');
      expect(frames.kB).to.be.below(40);
      const { AbortController, crypto, fetch, Headers, TextDecoder, TextEncoder, URL } = globalThis;
      const context = createContext({
        AbortController,
        crypto,
        fetch,
        Headers,
        TextDecoder,
        TextEncoder,
        URL,
        clearTimeout,
        setTimeout,
        URLSearchParams,
      });
      const { http, token } = node.api;
      const answers: unknown = await runInContext(
        `${text}; page.calls(${JSON.stringify(http)}, ${JSON.stringify(token)})`,
        context,
      );
      expect(JSON.parse(JSON.stringify(answers))).to.deep.equal(CALLED);
    });

    if (hasChromium)
      describe("in Chromium", () => {
        let browser: Chromium;
        before(() => {
          browser = new Chromium(join(dir.path, "profile"));
        });
        after(() => browser.close());

        it("does the same in a page of another origin", async () => {
          const { errors, evaluate, origins } = await browser.open(origin);
          const { http, token } = node.api;
          const answers = await evaluate(
            `page.calls(${JSON.stringify(http)}, ${JSON.stringify(token)})`,
          );
          expect(answers).to.deep.equal(CALLED);
          // A browser tells of a refusal on its console, too.
          const unasked = errors.filter((text) => !text.includes("status of 400"));
          expect(unasked).to.deep.equal([]);
          expect([...origins]).to.have.members([origin, http]);
        });

        it("reads the node's first page, on a phone as well", async () => {
          const { errors, evaluate, origins, resize } = await browser.open(`${node.api.http}/`);
          const links = await evaluate(
            "Promise.all([...document.querySelectorAll('a')]" +
              ".map(async ({ href }) => [href, (await fetch(href, { headers: { accept: 'text/html' } })).status]))",
          );
          expect(links).to.be.an("array").with.length.above(4);
          for (const [href, status] of Array.isArray(links) ? links : [])
            expect(status, String(href)).to.equal(200);
          await resize(360, 800);
          expect(await evaluate("document.documentElement.scrollWidth")).to.equal(360);
          expect([errors, [...origins]]).to.deep.equal([[], [node.api.http]]);
        });

        it("reads and tries the interface at /docs, with nothing from elsewhere", async () => {
          const { errors, evaluate, origins } = await browser.open(`${node.api.http}/docs`);
          const seen = await evaluate(`(async () => {
            const found = (selector) => new Promise((done) => {
              const look = () => {
                const one = document.querySelector(selector);
                if (one === null) requestAnimationFrame(look); else done(one);
              };
              look();
            });
            (await found("#operations-tag-health")).click();
            (await found("#operations-health-calc_health .opblock-summary-control")).click();
            const [groups, warnings] = [".opblock-tag", ".errors-wrapper, .version-pragma__message, [class*=warn]"]
              .map((selector) => document.querySelectorAll(selector).length);
            const block = ".opblock.is-open";
            (await found(block + " .try-out__btn")).click();
            (await found(block + " .execute")).click();
            const status = await found(block + " .live-responses-table .response .response-col_status");
            return JSON.stringify({
              groups, warnings, status: status.textContent.trim().slice(0, 3), text: document.body.innerText,
            });
          })()`);
          const shown = parseFields(String(seen));
          expect(shown).to.include({ warnings: 0, status: "200" });
          expect(shown["groups"]).to.be.above(20);
          expect(textOf(shown, "text")).to.not.match(/Warning|not supported/);
          expect([errors, [...origins]]).to.deep.equal([[], [node.api.http]]);
        });
      });
  });

  it("makes an identity, opens a session, and computes with the key", async () => {
    const { stdout } = await run(process.execPath, ["consumer.js", node.api.http], {
      cwd: dir.path,
    });
    const { keys, ...answers } = parseFields(stdout);
    expect(answers).to.deep.equal({
      strong: true,
      own: true,
      value: EARTH_MOON_FORCE_N,
      weak: true,
    });
    expect(keys).to.be.at.least(2);
  });
});
