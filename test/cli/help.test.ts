/** Help on one screen, written down when the program is built, and completion in a real shell. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { CALC, temporaryDir } from "../../scripts/devnet/daemons.js";
import { helpTexts } from "../../scripts/cli/helpTexts.js";
import { askedText, TEXTS } from "../../scripts/program/quick.js";
import { cardsByName } from "../../protocol/solvers/cards.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { GROUPED } from "../../api/cli/help.js";
import { calc } from "../kit/calc.js";
import { parseFields, textOf } from "../kit/requests.js";

const texts = await helpTexts();
const SCREEN_LINES = 44;
const SCREEN_COLUMNS = 80;

describe("cli: help", () => {
  it("fits one screen, and names every verb", async () => {
    const { out } = await calc(["--help"]);
    const lines = out.trimEnd().split("\n");
    expect(lines.length).to.be.at.most(SCREEN_LINES);
    expect(lines.filter((line) => line.length > SCREEN_COLUMNS + 6)).to.deep.equal([]);
    for (const name of Object.keys(texts).filter((key) => key.endsWith(" --help")))
      expect(out).to.match(new RegExp(`\\b${name.split(" ")[0]!}\\b`));
    expect(GROUPED.filter((name) => !(`${name} --help` in texts) && name !== "help")).to.deep.equal(
      [],
    );
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
      const file = join(dir.path, "told");
      const probe = `import { writeFileSync } from "node:fs";
        import { loaded } from ${JSON.stringify(new URL("load.js", pathToFileURL(CALC)).href)};
        process.on("exit", () =>
          writeFileSync(${JSON.stringify(file)}, [...loaded.keys()].join(" ")));`;
      const probing = ["--import", `data:text/javascript,${encodeURIComponent(probe)}`];
      for (const [words, scripts] of [
        ["--help", ""],
        ["heat --help", ""],
        ["completion zsh", ""],
        ["--version", ""],
        ["convert 5 mi to km", "main"],
      ] as const) {
        execFileSync(process.execPath, [...probing, CALC, ...words.split(" ")]);
        expect(readFileSync(file, "utf8"), words).to.equal(scripts);
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
      engine: "calc-engine/2",
    });
  });
});

describe("cli: completion", () => {
  const dir = temporaryDir("completion");
  after(() => {
    dir.remove();
  });

  /** Words typed behind `calc`, the last word perhaps begun, and what is offered for it. */
  type Typed = readonly [words: string, offered: readonly string[]];

  const EVERYWHERE: readonly Typed[] = [
    ["tally rec", ["record"]],
    ["compute NM21", ["NM21"]],
    ["heat --outp", ["--output"]],
    ["heat --fields s", ["sample"]],
    ["compute --visibility ", ["private", "record", "shared"]],
    ["daemon --mdns o", ["off", "on"]],
    ["completion ", ["bash", "fish", "zsh"]],
    ["config set http.l", ["http.listen"]],
    ["pulse --color a", ["always", "auto"]],
  ];

  /** One shell asks them all. @param body shell code that prints what is offered for "$@" */
  function offeredBy(
    shell: readonly string[],
    name: string,
    asked: readonly string[],
    body: string,
  ): string[][] {
    const script = join(dir.path, `calc.${name}`);
    writeFileSync(script, texts[`completion ${name}`]!);
    const calls = asked.map((words) => {
      const list = words.split(" ").map((word) => `'${word}'`);
      return `offer ${list.join(" ")}; echo "##"`;
    });
    const [program = "", ...args] = shell;
    const out = execFileSync(program, [...args, "-c", `${body}\n${calls.join("\n")}`], {
      encoding: "utf8",
      cwd: dir.path,
      env: { PATH: process.env["PATH"], HOME: dir.path },
    });
    const parts = out.split(/^##$/m).slice(0, -1);
    // A shell may leave it to its editor to drop what does not begin as the word does.
    return parts.map((part, i) =>
      part
        .split("\n")
        .map((line) => line.split("\t")[0]!)
        .filter((line) => line !== "" && line.startsWith(asked[i]!.split(" ").at(-1)!)),
    );
  }

  function offers(
    shell: readonly string[],
    name: string,
    own: readonly Typed[],
    body: string,
  ): void {
    const all = [...EVERYWHERE, ...own];
    const asked = all.map(([words]) => words);
    const offered = offeredBy(shell, name, asked, body).map((list) => [...new Set(list)].sort());
    expect(offered.map((list, i) => [asked[i], list])).to.deep.equal(all);
  }

  const BASH = `source calc.bash; offer() { COMP_WORDS=(calc "$@"); COMP_CWORD=$#; COMPREPLY=()
    _calc; printf '%s\\n' "\${COMPREPLY[@]}"; }`;

  it("offers verbs, those of a subject, options, inputs, values and operator ids", () => {
    const own: readonly Typed[] = [
      ["comp", ["completion", "compute"]],
      ["infall sta", ["start="]],
      ["infall start = r", ["rain", "rest"]],
      ["infall start=o", ["start=orbit"]],
      ["--js", ["--json"]],
      ["nothing x", []],
      // Files, by the shell's own means.
      ["heat --body ", []],
    ];
    offers(["bash", "--norc"], "bash", own, BASH);
    const ids = builtinRegistry().entries.map(({ id }) => id);
    const [computed, recorded] = offeredBy(
      ["bash", "--norc"],
      "bash",
      ["compute ", "tally record "],
      BASH,
    );
    expect(computed).to.include.members(ids);
    expect(recorded).to.include.members(ids);
  });

  const has = (program: string): boolean =>
    spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

  if (has("fish"))
    it("offers the same in fish, and files only where files are read", () => {
      offers(
        ["fish", "--no-config"],
        "fish",
        [
          ["comp", ["completion", "compute"]],
          ["infall start=r", ["start=rain", "start=rest"]],
          ["heat --body calc", ["calc.bash", "calc.fish"]],
          ["verify calc", ["calc.bash", "calc.fish"]],
          ["pulse calc", []],
        ],
        `source calc.fish; function offer; complete -C "calc $argv"; end`,
      );
    });

  if (has("zsh"))
    it("offers the same in zsh", () => {
      offers(
        ["zsh", "-f"],
        "zsh",
        [["infall start=r", ["start=rain", "start=rest"]]],
        `autoload -U compinit && compinit -D -u; source calc.zsh; setopt ksharrays shwordsplit
        offer() { COMP_WORDS=(calc "$@"); COMP_CWORD=$#; COMPREPLY=(); _calc; print -l -- "\${COMPREPLY[@]}"; }`,
      );
    });

  if (has("shellcheck"))
    it("is clean under the linter of shells", () => {
      // Ids and verbs are data, and would take it seconds.
      const text = texts["completion bash"]!.replace(
        /^_calc_ids='.*'$/m,
        "_calc_ids='NM21'",
      ).replace(/^ {4}'.*' *\) .*;;\n/gm, "");
      const script = join(dir.path, "lint.bash");
      writeFileSync(script, text);
      const { status, stdout } = spawnSync("shellcheck", ["--shell=bash", script], {
        encoding: "utf8",
      });
      expect(status, stdout.slice(0, 2_000)).to.equal(0);
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
