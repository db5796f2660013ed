/**
 * The typed client in a browser: Chromium loads the compiled modules as they are, registers an
 * identity, computes, and proves what it was told with the browser's own cryptography. Needs
 * Debian's `chromium`, or another one named by CALC_CHROMIUM.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import {
  call,
  EARTH_MOON_FORCE_N,
  fieldsOf,
  parseFields,
  type Fields,
} from "../../kit/requests.js";

const BUILT = new URL("../../../", import.meta.url).pathname;
const PACKAGES = join(process.cwd(), "node_modules");
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".html": "text/html" };

/** What the page does, with the client's own functions and, beside them, with WebCrypto alone. */
const PAGE = (node: string): string => `<!doctype html><title>client</title>
<script>var module = undefined;</script><script src="/packages/tweetnacl/nacl-fast.js"></script>
<script type="importmap">{"imports":{"zod":"/packages/zod/index.js","tweetnacl":"/nacl.js"}}</script>
<script type="module">
const tell = (value) => fetch("/told", { method: "POST", body: JSON.stringify(value) });
const hex = (bytes) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, "0")).join("");
try {
  const { createClient } = await import("/built/api/client/client.js");
  const { newEquation, registerIdentity, openSession, identityFrom, WeakEquationError } =
    await import("/built/api/client/identity.js");
  const { solveWork } = await import("/built/api/client/solveWork.js");
  const baseUrl = ${JSON.stringify(node)};
  const open = createClient({ baseUrl, work: (task, options) => solveWork(task, options) });
  const equation = newEquation();
  const text = new TextEncoder().encode(equation);
  const digest = hex(await crypto.subtle.digest("SHA-256", text)).slice(0, 32);
  const key = await crypto.subtle.importKey("raw", text, "HKDF", false, ["deriveBits"]);
  const seed = hex(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0),
    info: new TextEncoder().encode("calc-id/1") }, key, 256));
  const own = identityFrom(equation);
  const weak = await registerIdentity(open, "E = m c^2").then(() => "taken", (error) =>
    error instanceof WeakEquationError ? "refused" : String(error));
  const made = [];
  let account;
  for (let i = 0; i < 4; i += 1) {
    const registered = await registerIdentity(open, i === 0 ? equation : newEquation());
    made.push(registered.status);
    if (i === 0) account = registered.value;
  }
  const mine = createClient({ baseUrl, key: account.key });
  const computed = await mine.compute({ operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } });
  const session = await openSession(open, equation);
  const managed = createClient({ baseUrl, key: session.value.token });
  const second = await managed.keyNew({ label: "browser" });
  const rotated = await managed.keyRotate({ prefix: second.value.prefix });
  const keys = await managed.keys();
  const revoked = await managed.keyRevoke({ prefix: rotated.value.prefix });
  const who = await managed.identity();
  await managed.identitySessionEnd({});
  const over = await managed.keys();
  await tell({ weak, made, digest, seed, cid: account.cid, ownSeed: hex(own.seed),
    value: computed.value?.value, receipt: computed.value?.receipt_id,
    kind: computed.kind, problem: computed.problem ?? null, keys: keys.value.total,
    revoked: revoked.kind, who: who.value.kind, over: over.problem.code });
} catch (error) {
  await tell({ failed: String(error), stack: error.stack ?? "" });
}
</script>`;

function chromium(): string {
  const { CALC_CHROMIUM: path = "chromium" } = process.env;
  const found = spawnSync(path, ["--version"], { encoding: "utf8" });
  if (found.status !== 0)
    throw new Error(
      `${path} does not start: apt-get install chromium, or name one in CALC_CHROMIUM`,
    );
  return path;
}

describe("the typed client in a browser", () => {
  const dir = temporaryDir("browser");
  let node: RunningNode;
  let pages: Server;
  let answers: Promise<Fields>;
  let page = "";

  before(async () => {
    let tell: (value: Fields) => void = () => undefined;
    answers = new Promise((resolve) => {
      tell = resolve;
    });
    pages = createServer((request, response) => {
      const path = normalize(request.url ?? "/");
      const send = (body: string | Buffer, type: string): void => {
        response.writeHead(200, { "content-type": type });
        response.end(body);
      };
      if (path === "/") send(PAGE(node.api.http), "text/html");
      else if (path === "/nacl.js") send("export default globalThis.nacl;", "text/javascript");
      else if (path === "/told") {
        let text = "";
        request
          .setEncoding("utf8")
          .on("data", (part: string) => {
            text += part;
          })
          .on("end", () => {
            send("", "text/plain");
            tell(parseFields(text));
          });
      } else {
        const [, room, ...rest] = path.split("/");
        const root = room === "built" ? BUILT : PACKAGES;
        try {
          send(readFileSync(join(root, ...rest)), TYPES[extname(path)] ?? "text/plain");
        } catch (error) {
          response.writeHead(404).end(String(error));
        }
      }
    });
    await new Promise<void>((resolve) => {
      pages.listen(0, "127.0.0.1", resolve);
    });
    const address = pages.address();
    page = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    node = await startNode({
      dataDir: join(dir.path, "node"),
      env: { CALC_HTTP_CORS_ORIGINS: page },
    });
  });
  after(async () => {
    pages.close();
    await node.stop();
    dir.remove();
  });

  it("registers, shows work, computes, manages keys, and derives what WebCrypto derives", async () => {
    const browser = spawn(
      chromium(),
      [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        `--user-data-dir=${join(dir.path, "profile")}`,
        "--remote-debugging-pipe",
        page,
      ],
      { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] },
    );
    let said = "";
    browser.stderr!.on("data", (part: Buffer) => {
      said += part.toString();
    });
    const gone = new Promise<never>((_, reject) => {
      browser.once("error", reject);
      browser.once("exit", (code) => reject(new Error(`chromium ended with ${code}: ${said}`)));
    });
    try {
      const seen = await Promise.race([answers, gone]);
      expect(seen["failed"], JSON.stringify(seen)).to.equal(undefined);
      expect(seen).to.include({
        weak: "refused",
        kind: "result",
        revoked: "result",
        who: "session",
        over: "INVALID_KEY",
      });
      // Those of the account and its machine, the second, and what it was replaced by.
      expect(seen["keys"]).to.equal(4);
      // The fourth of an hour was done for work, found in the page.
      expect(seen["made"]).to.deep.equal([201, 201, 201, 201]);
      expect(seen["cid"]).to.equal(seen["digest"]);
      expect(seen["ownSeed"]).to.equal(seen["seed"]);
      expect(seen["value"]).to.be.closeTo(EARTH_MOON_FORCE_N, 1e6);
      expect(seen["receipt"]).to.match(/^[0-9a-f]{64}$/);
      // Four welcomes and one computation: what the page was told is what the books say.
      const { body } = await call(node, "GET", "/api/transparency/breakdown");
      expect([fieldsOf(body, "issued")["welcome"], fieldsOf(body, "burned")["free"]]).to.deep.equal(
        [4 * 128, 3],
      );
    } finally {
      browser.removeAllListeners("exit");
      browser.kill("SIGKILL");
    }
  });
});
