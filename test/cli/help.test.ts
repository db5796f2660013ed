/** Help on one screen, written down when the program is built, and completion in a real shell. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { CALC, temporaryDir } from "../../scripts/devnet.js";
import { helpTexts } from "../../scripts/cli/helpTexts.js";
import { askedText, TEXTS } from "../../scripts/program/quick.js";
import { cardsByName } from "../../protocol/solvers/cards.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { calc } from "../kit/calc.js";
import { parseFields, textOf } from "../kit/requests.js";

const SCREEN_LINES = 44;
const SCREEN_COLUMNS = 80;

describe("cli: help", () => {
  const texts = helpTexts();

  it("fits one screen, and names every verb", async () => {
    const { out } = await calc(["--help"]);
    const lines = out.trimEnd().split("\n");
    expect(lines.length).to.be.at.most(SCREEN_LINES);
    expect(lines.filter((line) => line.length > SCREEN_COLUMNS + 6)).to.deep.equal([]);
    for (const name of Object.keys(texts).filter((key) => key.endsWith(" --help")))
      expect(out).to.match(new RegExp(`\\b${name.split(" ")[0]!}\\b`));
  });

  it("is the same from what was written down and from the verbs themselves", async () => {
    const written: unknown = JSON.parse(readFileSync(join(dirname(CALC), TEXTS), "utf8"));
    expect(written).to.deep.equal(texts);
    for (const words of [["--help"], ["heat", "--help"], ["tally", "clock", "--help"]]) {
      const { out } = await calc(words);
      expect(texts[words.join(" ")], words.join(" ")).to.equal(out);
    }
  });

  it("is asked for in every way, and nothing else is", () => {
    expect(askedText(["--help"])).to.equal("--help");
    expect(askedText(["-h"])).to.equal("--help");
    expect(askedText(["help"])).to.equal("--help");
    expect(askedText(["help", "heat"])).to.equal("heat --help");
    expect(askedText(["tally", "clock", "-h"])).to.equal("tally clock --help");
    expect(askedText(["-V"])).to.equal("--version");
    expect(askedText(["completion", "bash"])).to.equal("completion bash");
    for (const line of ["", "compute NM21 --help m1=1", "completion", "heat", "--json --help"])
      expect(askedText(line === "" ? [] : line.split(" ")), line).to.equal(null);
  });

  it("loads nothing of the program for it", () => {
    const dir = temporaryDir("help");
    try {
      const told = join(dir.path, "told");
      const loaded = pathToFileURL(join(dirname(CALC), "load.js")).href;
      const probe = `import { writeFileSync } from "node:fs"; import { loaded } from ${JSON.stringify(loaded)};
        process.on("exit", () => writeFileSync(${JSON.stringify(told)}, String(loaded.size)));`;
      const probing = ["--import", `data:text/javascript,${encodeURIComponent(probe)}`];
      for (const [words, files] of [
        ["--help", "0"],
        ["heat --help", "0"],
        ["completion zsh", "0"],
        ["--version", "0"],
        ["evaluate x=cos(x)", "1"],
      ] as const) {
        execFileSync(process.execPath, [...probing, CALC, ...words.split(" ")]);
        expect(readFileSync(told, "utf8"), words).to.equal(files);
      }
    } finally {
      dir.remove();
    }
  });

  it("tells of a solver its inputs with units, ranges and values, what suffices, and an example", async () => {
    const { out } = await calc(["buckling", "--help"]);
    expect(out).to.contain("  length [m]: a number above 0 to 1000000; also L\n");
    expect(out).to.match(/\n {2}ends: pinned-pinned, fixed-fixed, /);
    expect(out).to.contain(
      "One of these suffices:\n  {E, I, length, ends}\n  {EI, length, ends}\n",
    );
    expect(out).to.match(/\nExample:\n {2}calc buckling E=/);
    for (const card of Object.values(cardsByName)) {
      const help = (await calc([card.id, "--help"])).out;
      for (const name of Object.keys(card.inputs.shape))
        expect(help, card.id).to.match(new RegExp(`\n {2}${name}\\b`));
    }
  });

  it("lists solvers and operators in the columns of a terminal", async () => {
    for (const verb of ["solvers", "operators"]) {
      const { out } = await calc([verb], { columns: SCREEN_COLUMNS });
      const lines = out.trimEnd().split("\n");
      expect(Math.max(...lines.map((line) => line.length)), verb).to.be.at.most(SCREEN_COLUMNS);
      expect(lines.length).to.be.at.most(SCREEN_LINES);
    }
  });
});

describe("cli: version", () => {
  it("answers -V, --version and version", async () => {
    const version = textOf(parseFields(readFileSync("package.json", "utf8")), "version");
    for (const flag of ["-V", "--version"])
      expect((await calc([flag])).out, flag).to.equal(`${version}\n`);
    const { code, out } = await calc(["version", "--json"]);
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.include({
      calcmesh: version,
      node: process.version,
      engine: "calc-engine/1",
    });
  });
});

describe("cli: completion", () => {
  const dir = temporaryDir("completion");
  after(() => {
    dir.remove();
  });

  /** What bash offers behind these words. */
  function offered(...words: readonly string[]): string[] {
    const script = join(dir.path, "calc.bash");
    writeFileSync(script, helpTexts()["completion bash"]!);
    const list = ["calc", ...words].map((word) => `'${word}'`).join(" ");
    const out = execFileSync(
      "bash",
      [
        "--norc",
        "-c",
        `source ${script}; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _calc; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      { encoding: "utf8", env: { PATH: process.env["PATH"] } },
    );
    return out.split("\n").filter((line) => line !== "");
  }

  it("offers verbs, those of a subject, options, inputs, values and operator ids", () => {
    expect(offered("comp")).to.have.members(["compute", "completion"]);
    expect(offered("tally", "rec")).to.deep.equal(["record"]);
    expect(offered("compute", "NM21")).to.deep.equal(["NM21"]);
    const ids = builtinRegistry().entries.map(({ id }) => id);
    expect(offered("compute", "")).to.include.members(ids);
    expect(offered("tally", "record", "NM2")).to.include("NM21");
    expect(offered("infall", "sta")).to.deep.equal(["start="]);
    expect(offered("infall", "start", "=", "r")).to.deep.equal(["rest", "rain"]);
    expect(offered("infall", "start", "=")).to.deep.equal(["rest", "rain", "orbit"]);
    expect(offered("heat", "--outp")).to.deep.equal(["--output"]);
    expect(offered("heat", "--fields", "s")).to.deep.equal(["sample"]);
    expect(offered("--js")).to.deep.equal(["--json"]);
    expect(offered("nothing", "x")).to.deep.equal([]);
  });

  it("has a script for each shell that names how to install it, and no other", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, out } = await calc(["completion", shell]);
      expect(code).to.equal(0);
      expect(out.split("\n")[0]).to.contain(`calc completion ${shell}`);
      expect(out).to.contain("NM21");
    }
    const { code, err } = await calc(["completion", "tcsh"]);
    expect([code, err]).to.deep.equal([
      2,
      'USAGE: "tcsh" is no shell this knows\nnext: Name one: calc completion bash|zsh|fish.\n',
    ]);
  });
});
