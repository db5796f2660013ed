/**
 * What ships for who meets a node for the first time, as it is used: every block of code of the
 * skills on its surface, and every scaffold, against one daemon and a second that joins it.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { ARCHETYPES } from "../../protocol/templates/archetypes.js";
import {
  startNode,
  temporaryDir,
  writeMeshSecret,
  type RunningNode,
} from "../../scripts/devnet/daemons.js";
import { PYTHON_CLIENT } from "../../scripts/clients/pythonClient.js";
import { SKILLS_FILE, skillsText } from "../../scripts/generateSkills.js";
import { dataDirOf, runTyped } from "../kit/calc.js";
import { Chromium, hasChromium } from "../kit/chromium.js";
import { parseFields, textOf } from "../kit/requests.js";

const run = promisify(execFile);
const BUILD = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const CLIENT = join(BUILD, "api", "client", "index.js");
const SHIPPED_BYTES_MAX = 50_000;

interface Block {
  readonly language: string;
  readonly text: string;
}

interface Page {
  readonly name: string;
  readonly blocks: readonly Block[];
}

const PAGES: readonly Page[] = readdirSync(join("docs", "skills"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({
    name: file.replace(/\.md$/, ""),
    blocks: [
      ...readFileSync(join("docs", "skills", file), "utf8").matchAll(
        /^```(\w*)\n([\s\S]*?)^```$/gm,
      ),
    ].map(([, language, text]) => ({ language: language!, text: text! })),
  }));

/** What the blocks of a page say, by surface. */
const SAYS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  "first-receipt": {
    sh: /F = 1\.980559\(45\)e20 N[^]*\nvalid/,
    bash: /"verdict":"valid"/,
    js: /^1\.980559\(45\)e20 N sound$/m,
    python: /^1\.980559\(45\)e20 N sound$/m,
    json: /198055856502802840000|1\.9805/,
  },
  "verify-receipt": {
    sh: /^valid: receipt [^]*valid"?\s*$/,
    bash: /"verdict":"valid"/,
    js: /^sound valid$/m,
    python: /^sound\ninvalid$/m,
    json: /"verdict\\?":\\?"valid/,
  },
  "watch-sensor": {
    sh: /watch -> alert[^]*identical/,
    bash: /"to":"alert"/,
    js: /^nominal -> alert [0-9a-f]{64}$/m,
    python: /^70 nominal\n80 watch\n91 alert$/m,
    json: /ct_[a-z2-7]{26}/,
  },
  "run-sweep": {
    sh: /5 of 5 rows[^]*(?:valid|sound)/,
    bash: /"receipt_id":"[0-9a-f]{64}"/,
    js: /[0-9a-f]{64}$/m,
    python: /[0-9a-f]{64}$/m,
    json: /receipt_id/,
  },
  "join-mesh": {
    sh: /\S/,
    bash: /"peers":\[\{[^]*"coherenceScore":1[,}]/,
    js: /^peers [1-9]/m,
    python: /^peers [1-9]/m,
    json: /peers/,
  },
  contribute: {
    sh: /bonded/,
    bash: /1000/,
    js: /^mode \w+$/m,
    python: /^stake 1000$/m,
    json: /1000/,
  },
  "recover-account": {
    sh: /after-the-loss/,
    bash: /"account"/,
    js: /^[0-9a-f]{32} true$/m,
    python: /^made True$/m,
    json: /"account\\?"/,
  },
};

describe("docs: skills and scaffolds", () => {
  const dir = temporaryDir("skills");
  const dataDir = dataDirOf(dir.path);
  let node: RunningNode;
  let second: RunningNode | null = null;
  let pages: Server;
  let origin = "";
  let env: Record<string, string> = {};
  before(async () => {
    pages = createServer((asked, answer) => {
      const { pathname } = new URL(asked.url ?? "/", "http://localhost");
      const file = join(dir.path, "html", ...pathname.split("/").filter((part) => part !== ".."));
      const type = /\.m?js$/.test(pathname) ? "text/javascript" : "text/html";
      const isThere = existsSync(file);
      answer.writeHead(isThere ? 200 : 404, { "content-type": type });
      answer.end(isThere ? readFileSync(file) : "");
    });
    pages.listen(0, "127.0.0.1");
    await once(pages, "listening");
    const address = pages.address();
    origin = `http://127.0.0.1:${Object(address).port}`;
    const secret = writeMeshSecret(dir.path);
    node = await startNode({
      dataDir,
      args: ["--mesh-secret-file", secret],
      env: { CALC_HTTP_CORS_ORIGINS: origin },
    });
    const { PATH = "" } = process.env;
    env = {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      HOME: dir.path,
      CALC_URL: node.api.http,
      CALC_TOKEN: node.api.token,
      PYTHONPATH: resolve(dirname(PYTHON_CLIENT)),
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const one = (m: number) => ({ operators: ["NM19"], inputs: { m, a: 1 } });
    const many = { computations: Array.from({ length: 250 }, (_, i) => one(i + 1)) };
    writeFileSync(join(dir.path, "many.json"), JSON.stringify(many));
  });
  after(async () => {
    pages.close();
    pages.closeAllConnections();
    await second?.kill();
    await node.kill();
    dir.remove();
  });

  it("ship as they stand in docs/skills, in less than 50 kB, a page a task", () => {
    const shipped = readFileSync(SKILLS_FILE, "utf8");
    expect(shipped).to.equal(skillsText());
    expect(Buffer.byteLength(shipped)).to.be.below(SHIPPED_BYTES_MAX);
    expect(PAGES.map(({ name }) => name)).to.have.members(Object.keys(SAYS));
  });

  const variables = new Map<string, string>();
  /** A line of a shell: `NAME=$(command)` keeps what it says; a daemon is started, not waited for. */
  const typed = async (line: string): Promise<string> => {
    const filled = line.replace(/"\$([A-Z]+)"/g, (_all, one: string) => variables.get(one) ?? _all);
    const [, name, inner] = /^([A-Z]+)=\$\((.*)\)$/.exec(filled) ?? [];
    if (filled.startsWith("calc daemon ")) {
      const args = filled.split(" ").slice(2);
      const at = args.indexOf("--data-dir");
      const [, data = ""] = args.splice(at, 2);
      const of = (arg: string) => (arg === "mesh.secret" ? join(dir.path, arg) : arg);
      second = await startNode({ dataDir: join(dir.path, data), args: args.map(of) });
      return "";
    }
    const command = (inner ?? filled)
      .replace("--data-dir second", `--data-dir ${join(dir.path, "second")}`)
      .replace(/--csv (\S+)/, (_all, file: string) => `--csv ${join(dir.path, file)}`);
    const out = await runTyped(dir.path, command);
    if (name !== undefined) variables.set(name, out.trim());
    return out;
  };

  for (const { blocks, name } of PAGES) {
    const of = (language: string) => blocks.filter((block) => block.language === language);
    it(`${name}: the command line`, async () => {
      let said = "";
      for (const line of of("sh").flatMap(({ text }) => text.trim().split("\n"))) {
        said += await typed(line);
        if (!line.startsWith("calc account new")) continue;
        // What the page tells people to do by hand.
        const { recoveryEquation } = JSON.parse(
          readFileSync(join(dir.path, "account.json"), "utf8"),
        );
        writeFileSync(join(dir.path, "equation.txt"), String(recoveryEquation));
      }
      expect(said).to.match(SAYS[name]!["sh"]!);
    });
    it(`${name}: curl`, async () => {
      const script = of("bash")
        .map(({ text }) => text)
        .join("\n");
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], {
        cwd: dir.path,
        env,
      });
      expect(stdout).to.match(SAYS[name]!["bash"]!);
      expect(stdout).to.not.contain('"/problems/');
    });
    it(`${name}: tools`, async () => {
      for (const { text } of of("json")) {
        const held = join(dir.path, "stranger.json");
        const params = parseFields(
          text.includes("$RECEIPT_ID")
            ? text.replace(
                "$RECEIPT_ID",
                textOf(parseFields(readFileSync(held, "utf8")), "receipt_id"),
              )
            : text,
        );
        const reply = await fetch(`${node.api.http}/api/mcp`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            authorization: `Bearer ${node.api.token}`,
            "mcp-protocol-version": "2025-06-18",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        });
        const said = await reply.text();
        expect(said).to.match(SAYS[name]!["json"]!);
        expect(said).to.not.contain('"isError":true');
      }
    });
  }

  /** All blocks of a language in one process: what takes longest is its start. */
  const together = async (
    language: "js" | "python",
    command: (files: readonly string[]) => Promise<string>,
  ): Promise<void> => {
    const having = PAGES.filter(({ blocks }) => blocks.some((one) => one.language === language));
    const files = having.map(({ blocks, name }) => {
      const file = join(dir.path, `${name}.${language === "js" ? "mjs" : "py"}`);
      const texts = blocks.flatMap((one) => (one.language === language ? [one.text] : []));
      writeFileSync(file, texts.join("\n").replaceAll('"calcmesh-client"', JSON.stringify(CLIENT)));
      return file;
    });
    const parts = (await command(files)).split("=== next\n");
    expect(parts).to.have.length(having.length + 1);
    for (const [at, { name }] of having.entries())
      expect(parts[at], `${name}: ${language}`).to.match(SAYS[name]![language]!);
  };

  it("every page: JavaScript, with the client of the package", () =>
    together("js", async (files) => {
      const program = files
        .map((file) => `await import(${JSON.stringify(file)}); console.log("=== next");`)
        .join("\n");
      const args = ["--input-type=module", "--eval", program];
      return (await run(process.execPath, args, { cwd: dir.path, env })).stdout;
    }));

  it("every page: Python, with its client", () =>
    together("python", async (files) => {
      const program = files
        .map((file) => `exec(open(${JSON.stringify(file)}).read(), {}); print("=== next")`)
        .join("\n");
      return (await run("python3", ["-c", program], { cwd: dir.path, env })).stdout;
    }));

  /** Has the command line write a project, as a user does. */
  const scaffolded = async (archetype: string, stack: string): Promise<string> => {
    const name = `${stack}-${archetype}`;
    await runTyped(
      dir.path,
      `calc scaffold ${archetype} ${name} ${join(dir.path, stack, archetype)} --stack ${stack}`,
    );
    return join(dir.path, stack, archetype);
  };
  const DONE = /replayed: the same rows\nreceipt [0-9a-f]{64}: (?:valid|sound)\n$/;

  for (const [stack, program] of [
    ["curl", ["sh", "run.sh"]],
    ["node", [process.execPath, "main.mjs"]],
    ["python", ["python3", "main.py"]],
  ] as const)
    for (const { name } of ARCHETYPES)
      it(`scaffold ${name} in ${stack} runs`, async () => {
        const cwd = await scaffolded(name, stack);
        const { stdout } = await run(program[0], [program[1]], { cwd, env });
        expect(stdout).to.match(DONE);
      });

  (hasChromium ? describe : describe.skip)("in a browser", () => {
    const profile = temporaryDir("scaffold-browser");
    let chromium: Chromium;
    before(() => {
      mkdirSync(join(dir.path, "html"), { recursive: true });
      chromium = new Chromium(profile.path);
    });
    after(async () => {
      await chromium.close();
      profile.remove();
    });
    for (const { name } of ARCHETYPES)
      it(`scaffold ${name} in html runs`, async () => {
        await scaffolded(name, "html");
        const hash = new URLSearchParams({ url: node.api.http, key: node.api.token, run: "1" });
        const page = await chromium.open(`${origin}/${name}/index.html#${hash.toString()}`);
        const said = await page.evaluate(
          "new Promise((done) => { const said = document.getElementById('said');" +
            "const look = () => said.dataset.outcome && done(said.textContent);" +
            "new MutationObserver(look).observe(said, { attributes: true, childList: true }); look(); })",
        );
        expect(said).to.match(DONE);
      });
  });
});
