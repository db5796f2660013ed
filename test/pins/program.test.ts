/**
 * What people start is the compiled modules joined: everything they begin threads with must be
 * among them.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { CALC, NODE_FLAGS, temporaryDir } from "../../scripts/devnet/daemons.js";
import { codeOnly } from "./codeOnly.js";

const PROGRAM = dirname(CALC);
/** What a daemon and the verbs are made of. */
const ROOTS = ["protocol", "config", "storage", "api", "node", "scripts/cli"];
/** Addresses relative to the module they stand in. */
const BESIDE = /new URL\("([^"]+)", import\.meta\.url\)/g;
/** The one place that reads files which the build puts beside the program, by names from code. */
const READS_ASSETS = "new URL(`./${name}`, import.meta.url)";
/** The one that reads the console's files, which the build puts into a directory of their own. */
const READS_CONSOLE = "new URL(place, import.meta.url)";
/** The one that finds the native code of the server, which is loaded once its bytes are known. */
const FINDS_BINARY = "createRequire(import.meta.url)";
/** What a file of the program asks of packages and of Node. */
const ASKED = /(?:^(?:import|export) .*?from |(?<![.\w])(?:import|require)\()"([^"./][^"]*)"/gm;
/** Native code, found where it is installed. */
const NATIVE = ["level"];

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    // What runs in a browser is joined by a build of its own.
    .filter((path) => !path.startsWith("api/console/"))
    .map((path) => readFileSync(path, "utf8")),
);

function matches(texts: readonly string[], pattern: RegExp): readonly string[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!));
}

describe("pins: the joined program", () => {
  it("has beside its files every file that a module addresses beside itself", () => {
    const addressed = matches(sources, BESIDE);
    expect(addressed).to.include.members([
      "./computeWorker.js",
      "./signatureWorker.js",
      "./auditWorker.js",
      "./workMiner.js",
    ]);
    expect(
      addressed.filter((address) => !/^\.\/\w+\.js$/.test(address)),
      "all of it stands in one directory",
    ).to.deep.equal([]);
    expect(addressed.filter((address) => !existsSync(join(PROGRAM, address)))).to.deep.equal([]);
    expect(new Set(addressed).size, "two of one name would be one").to.equal(addressed.length);
  });

  it("is ASCII where it is read a byte a character, with the same expressions", () => {
    const scripts = readdirSync(PROGRAM).filter((name) => name.endsWith(".cjs"));
    expect(scripts).to.not.have.lengthOf(0);
    for (const name of scripts) {
      const bytes = readFileSync(join(PROGRAM, name));
      expect(
        bytes.findIndex((byte) => byte > 127),
        name,
      ).to.equal(-1);
    }
    const input = ["evaluate", "y = 2 x", "x=½ km", "--field", "value"];
    expect(execFileSync(process.execPath, [CALC, ...input], { encoding: "utf8" }).trim()).to.equal(
      "1000",
    );
  });

  it("is joined of files alone: one that is none would have it joined again at each build", () => {
    const inputs: readonly string[] = JSON.parse(readFileSync("dist/program.inputs.json", "utf8"));
    expect(inputs.length).to.be.above(1_000);
    expect(inputs.filter((path) => !existsSync(path))).to.deep.equal([]);
  });

  it("is asked where it stands for nothing else", () => {
    expect(
      sources
        .map((text) =>
          codeOnly(
            text
              .replaceAll(BESIDE, "")
              .replace(READS_ASSETS, "")
              .replace(READS_CONSOLE, "")
              .replace(FINDS_BINARY, ""),
          ),
        )
        .filter((code) => /\bimport\.meta\b|\b__dirname\b/.test(code)),
    ).to.deep.equal([]);
  });

  it("needs of packages only those with native code, and computes", () => {
    const files = readdirSync(PROGRAM)
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => readFileSync(join(PROGRAM, name), "utf8"));
    const packages = new Set(matches(files, ASKED).filter((name) => !isBuiltin(name)));
    expect([...packages].sort()).to.deep.equal(NATIVE);
    // Where its names are imported one by one: as the package's own object it brings fifty
    // languages along. What lists them stays, empty.
    const languages = matches(files, /\bzod\/v4\/locales\/(\w+)\.js/g).filter(
      (name) => name !== "index",
    );
    expect(new Set(languages)).to.deep.equal(new Set(["en"]));
    // The speed of light is exact: 299,792,458 m/s.
    const answer: unknown = JSON.parse(
      execFileSync(process.execPath, [CALC, "evaluate", "E = m c^2", "m=1", "--json"], {
        encoding: "utf8",
      }),
    );
    expect(answer).to.include({ value: 299_792_458 ** 2 });
  });

  it("holds of scripts the command line alone, and nothing of tests, fixtures and benchmarks", () => {
    const files = readdirSync(PROGRAM)
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => readFileSync(join(PROGRAM, name), "utf8"));
    // What joins modules names each before its code.
    const rooms = matches(files, /^\s*\/\/ ((?:scripts|test)\/\w+)[/.]\S*$/gm);
    expect([...new Set(rooms)].sort()).to.deep.equal([
      "scripts/calc",
      "scripts/cli",
      "scripts/program",
    ]);
  });

  it("is started with the same options by npm, as an executable and by tests", () => {
    const command = `node ${NODE_FLAGS.join(" ")}`;
    expect(readFileSync("package.json", "utf8")).to.include(
      `${command} dist/program/calc.js daemon"`,
    );
    expect(readFileSync(CALC, "utf8").split("\n")[0]!.endsWith(command)).to.equal(true);
  });

  for (const flags of [NODE_FLAGS, []]) {
    it(`has its code made when it was built, for daemons (${flags.join(" ") || "no options"})`, async () => {
      const dir = temporaryDir("program");
      try {
        const file = join(dir.path, "told");
        writeFileSync(file, "");
        // Modules loaded, told when the process ends.
        const probe = `import { appendFileSync } from "node:fs"; 
          import { loaded } from ${JSON.stringify(pathToFileURL(join(PROGRAM, "load.js")).href)};
          const tell = () => {
            for (const [use, { isBuilt }] of loaded)
              appendFileSync(${JSON.stringify(file)}, use + " " + isBuilt + "\\n");
          };
          process.on("exit", tell);`;
        const probing = [...flags, "--import", `data:text/javascript,${encodeURIComponent(probe)}`];
        const daemon = spawn(
          process.execPath,
          [
            ...probing,
            CALC,
            "daemon",
            "--data-dir",
            join(dir.path, "data"),
            "--http",
            "127.0.0.1:0",
            "--p2p",
            "/ip4/127.0.0.1/tcp/0",
            "--metrics",
            "off",
            "--log-level",
            "error",
          ],
          { stdio: ["ignore", "ignore", "inherit", "ipc"] },
        );
        const exited = once(daemon, "exit");
        await Promise.race([once(daemon, "message"), exited]);
        daemon.kill("SIGTERM");
        expect(await exited).to.deep.equal([0, null]);
        expect(readFileSync(file, "utf8").trim()).to.equal("daemonMain true");
      } finally {
        dir.remove();
      }
    });
  }

  it("runs without that code, or with what is no code", () => {
    const dir = temporaryDir("program");
    try {
      cpSync(PROGRAM, dir.path, { recursive: true, filter: (path) => !path.endsWith(".code") });
      symlinkSync(join(PROGRAM, "..", "..", "node_modules"), join(dir.path, "node_modules"));
      writeFileSync(join(dir.path, "package.json"), `{"type":"module"}`);
      const misspelt = (): string =>
        spawnSync(process.execPath, [join(dir.path, "calc.js"), "daemon", "--htpt", "off"], {
          encoding: "utf8",
        }).stderr;
      const refused = "error: unknown option '--htpt'";
      expect(misspelt()).to.include(refused);
      const codes = readdirSync(PROGRAM).filter((name) => name.endsWith(".code"));
      for (const script of ["daemonMain", "clientMain", "main"])
        expect(codes.some((name) => name.startsWith(`${script}-`))).to.equal(true);
      const nearest = (): string =>
        spawnSync(process.execPath, [join(dir.path, "calc.js"), "helth"], { encoding: "utf8" })
          .stderr;
      const meant = nearest();
      expect(meant).to.include("Did you mean health?");
      // Cut off, with a bit changed, and of another script.
      const damages: readonly ((code: Buffer) => Buffer)[] = [
        (code) => code.subarray(0, 100_000),
        (code) => {
          code[code.length >> 1]! ^= 1;
          return code;
        },
        () => readFileSync(join(PROGRAM, codes[0]!)),
      ];
      for (const damaged of damages) {
        for (const name of codes)
          writeFileSync(join(dir.path, name), damaged(readFileSync(join(PROGRAM, name))));
        expect(misspelt()).to.include(refused);
        expect(nearest()).to.equal(meant);
      }
      for (const name of codes) cpSync(join(PROGRAM, name), join(dir.path, name));
      const client = join(dir.path, "clientMain.cjs");
      const text = readFileSync(client, "utf8");
      writeFileSync(client, text.replaceAll("Did you mean", "Did you moan"));
      expect(nearest(), "code of another text of that length").to.include("Did you moan health?");
    } finally {
      dir.remove();
    }
  });
});
