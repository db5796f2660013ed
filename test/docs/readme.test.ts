/** What the README tells people to type works as it stands. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { EARTH_MOON_FORCE_N, fieldsOf, parseFields, textOf } from "../kit/requests.js";
import { dataDirOf, runTyped } from "../kit/calc.js";

const run = promisify(execFile);
const BUILD = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const README = readFileSync(join(process.cwd(), "README.md"), "utf8");
const EQUATIONS = readFileSync(join(process.cwd(), "docs", "equations.md"), "utf8");
const README_LINES_MAX = 120;
const PACKAGE = parseFields(readFileSync(join(process.cwd(), "package.json"), "utf8"));

/** Fenced blocks of one language, in order. */
function blocks(language: string, page = README): string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

const shell = blocks("sh");
/** What the page says a start prints of its first result. */
const printed = README.slice(README.indexOf("  result "), README.indexOf("  receipt "))
  .split("\n")
  .map((line) => line.replace("  result ", "").trim().replace(", Earth and Moon", ""))
  .filter((line) => line !== "");

describe("docs: README", () => {
  const dir = temporaryDir("readme");
  const dataDir = dataDirOf(dir.path);
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const sh = (script: string): Promise<string> => runTyped(dir.path, script);
  /** Every digit of what a line answers. */
  const exact = async (line: string): Promise<number> =>
    Number(await sh(`${line.replace(/ +#.*$/, "")} --field value`));

  it("every npm script it names exists", () => {
    const scripts = Object.keys(fieldsOf(PACKAGE, "scripts"));
    const named = [...README.matchAll(/npm (?:run )?(start|test|demo|bench|[a-z:]+)\b/g)]
      .map((match) => match[1]!)
      .filter((name) => name !== "ci" && name !== "run");
    expect(named).to.include.members(["start", "test", "demo"]);
    for (const name of named)
      if (README.includes(`npm run ${name}`)) expect(scripts, name).to.include(name);
    expect(scripts).to.include.members(["start", "test"]);
    expect(fieldsOf(PACKAGE, "bin")["calc"]).to.equal("dist/program/calc.js");
  });

  const firstCommands = shell.find((block) => block.startsWith("calc compute")) ?? "";
  for (const line of firstCommands.split("\n").filter((text) => text.startsWith("calc "))) {
    it(line, async () => {
      const output = await sh(line);
      if (line.includes("> receipt.json")) {
        expect(parseFields(readFileSync(join(dir.path, "receipt.json"), "utf8"))["value"]).to.equal(
          EARTH_MOON_FORCE_N,
        );
      } else if (line.startsWith("calc compute")) {
        expect(printed).to.have.length(3);
        expect(output.split("\n").map((text) => text.trim())).to.include.members(printed);
        expect(await exact(line)).to.equal(EARTH_MOON_FORCE_N);
      } else if (line.startsWith("calc verify")) expect(output).to.match(/valid/);
      // The speed of light is exact: 299,792,458 m/s.
      else if (line.startsWith("calc evaluate"))
        expect(await exact(line)).to.equal(299_792_458 ** 2);
      else expect(output).to.contain("NM21");
    });
  }

  // pi/2 sqrt(r^3/2GM); 20.1907 EI/L^2; c/2L.
  const solved = shell.find((block) => block.startsWith("calc infall")) ?? "";
  const answers: readonly (readonly [RegExp, RegExp])[] = [
    [/^proper time from r0 to r_to = 2\.726651\(31\) ms\n/, /^0\.0027266514124/],
    [/^P_cr = 15\.1605\d* kN /, /^15160\.51/],
    [/^f_1 = 281\.147\d* Hz\n/, /^281\.147/],
  ];
  for (const [i, line] of solved
    .split("\n")
    .filter((text) => text.startsWith("calc "))
    .entries()) {
    it(line, async () => {
      const [shown, value] = answers[i]!;
      const output = await sh(line);
      expect(output).to.match(shown);
      expect(output.trimEnd().split("\n")).to.have.lengthOf.at.most(8);
      expect(String(await exact(line))).to.match(value);
    });
  }

  // Values from mpmath: erf(2) sqrt(pi)/2, the Dottie number, the logistic function, ln(99)/0.5,
  // odefun for the pendulum.
  const typed = blocks("sh", EQUATIONS)[0]!;
  const expected: readonly (readonly [RegExp, RegExp])[] = [
    [/^KE = 571\.9\(4\.1\) kJ\n/, /^571901\.6$/],
    [/^m_2 = 37\.45711\(84\) kg\n/, /^37\.45\d+$/],
    [/^E = 2\.067833848 eV .*3\.313035075e-19 J/, /^3\.313035075e-19$/],
    [/^p = 124\.7169393 kPa/, /^124716\.939272298/],
    [/^x = 0\.7390851332\n/, /^0\.739085133215160/],
    [/^S = 14 /, /^14$/],
    [/^W = 0\.8820813908\n/, /^0\.88208139076242/],
    [/^N = 355\.4609871 /, /^355\.46098713664/],
    [/^t = 9\.1902397 /, /^9\.19023970026917|^9\.19023970026918/],
    [/^theta\(2\) = -0\.4450069\d*\n/, /^-0\.44500693/],
  ];
  const lines = typed.split("\n").filter((text) => text.startsWith("calc "));
  for (const [i, line] of lines.entries()) {
    it(line, async () => {
      const [shown, value] = expected[i]!;
      expect(await sh(line)).to.match(shown);
      expect(String(await exact(line))).to.match(value);
    });
  }

  it("a changed receipt does not verify, and the exit code says so", async () => {
    const receipt = parseFields(readFileSync(join(dir.path, "receipt.json"), "utf8"));
    writeFileSync(join(dir.path, "changed.json"), JSON.stringify({ ...receipt, value: 1 }));
    let code: unknown = 0;
    await sh("calc verify changed.json").catch((error: unknown) => {
      code = Reflect.get(Object(error), "code");
    });
    expect(code).to.equal(12);
    expect(await sh(`calc verify receipt.json --key ${node.api.publicKey}`)).to.match(/valid/);
  });

  it("the curl block", async () => {
    const block = shell.find((text) => text.includes("curl")) ?? "";
    const answer = parseFields(await sh(block));
    expect(answer["value"]).to.equal(EARTH_MOON_FORCE_N);
    expect(textOf(answer, "receipt_id")).to.match(/^[0-9a-f]{64}$/);
  });

  it("the TypeScript block", async () => {
    const [block] = blocks("ts");
    const entry = fieldsOf(PACKAGE, "exports")["./client"];
    const file =
      typeof entry === "string"
        ? entry
        : textOf(fieldsOf(PACKAGE, "exports")["./client"], "default");
    expect(file).to.match(/^\.\/dist\//);
    const script = block!
      .replace('"calcmesh/client"', JSON.stringify(join(BUILD, file.replace(/^\.\/dist\//, ""))))
      .replace("http://127.0.0.1:8287", node.api.http);
    expect(script).to.not.equal(block);
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
      env: { ...process.env, CALC_TOKEN: node.api.token },
    });
    expect(stdout).to.equal("198055856502802840000 N\n");
  });

  it("the options of the daemon it shows are those the daemon has", async () => {
    const block = shell.find((text) => text.includes("calc daemon --")) ?? "";
    const options = [...block.matchAll(/--[a-z0-9-]+/g)].map(([option]) => option);
    expect(options).to.include.members([
      "--data-dir",
      "--http",
      "--p2p",
      "--bootstrap",
      "--mesh-secret-file",
      "--metrics",
      "--log-level",
    ]);
    const help = await sh("calc --help; calc daemon --help");
    for (const option of [...options, "--rate-limits"]) expect(help).to.contain(option);
  });

  it(`is read in one sitting: at most ${README_LINES_MAX} lines`, () => {
    expect(README.trimEnd().split("\n")).to.have.lengthOf.at.most(README_LINES_MAX);
  });

  it("the documents it points at exist", () => {
    for (const [, target] of README.matchAll(/\]\(((?!http)[^)#]+)[^)]*\)/g)) {
      expect(() => readFileSync(join(process.cwd(), target!)), target).to.not.throw();
    }
  });
});
