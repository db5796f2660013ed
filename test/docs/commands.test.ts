/** Every command line that a document shows names a verb, an action and options that there are. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { helpTexts } from "../../scripts/cli/helpTexts.js";

const texts = await helpTexts();

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

function documents(): string[] {
  const found = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"];
  for (const entry of readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }))
    if (entry.endsWith(".md")) found.push(join("docs", entry));
  return found;
}

/** In blocks of code and between backticks; without what a shell does with them. */
function commandsOf(text: string): string[] {
  const whole = text.replace(/\\\n\s*/g, " ");
  const inline = [...whole.matchAll(/`(calc [^`\n]+)`/g)].map((match) => match[1]!);
  const lines = [...whole.matchAll(/^ *(?:\$ )?(calc [^\n]+)$/gm)].map((match) => match[1]!);
  return [...inline, ...lines].map((line) => line.split(/\s#|\s[|>]|;/)[0]!);
}

describe("docs: commands", () => {
  const whole = texts["--help"]!;
  const actionsOf = (verb: string): string[] =>
    Object.keys(texts).flatMap((key) => new RegExp(`^${verb} (\\S+) --help$`).exec(key)?.[1] ?? []);

  /** @returns what is wrong with a command, or null */
  function wrong(command: string): string | null {
    const words = command.split(" ").slice(1);
    while (words[0] === "--url" || words[0] === "--data-dir") words.splice(0, 2);
    const [verb = "", action = ""] = words;
    if (!/^[a-z][a-z-]*$/.test(verb) || verb === "help") return null;
    let help = texts[`${verb} --help`];
    if (help === undefined) return `no verb ${verb}`;
    const actions = actionsOf(verb);
    if (actions.length > 0 && /^[a-z][a-z-]*$/.test(action)) {
      help = texts[`${verb} ${action} --help`];
      if (help === undefined) return `no action ${action} of ${verb}`;
    }
    const known = `${help}\n${whole}`;
    const options = words.flatMap((word) => /^--[a-z][a-z-]*/.exec(word)?.[0] ?? []);
    const unknown = options.find((option) => !known.includes(option));
    return unknown === undefined ? null : `no option ${unknown}`;
  }

  it("exist with their options", () => {
    let seen = 0;
    const faults: string[] = [];
    for (const document of documents())
      for (const command of commandsOf(readFileSync(join(ROOT, document), "utf8"))) {
        seen += 1;
        const fault = wrong(command);
        if (fault !== null) faults.push(`${document}: ${command}: ${fault}`);
      }
    expect(faults).to.deep.equal([]);
    expect(seen).to.be.above(200);
    expect(wrong("calc state event")).to.equal("no action event of state");
    expect(wrong("calc convert --exactly")).to.equal("no option --exactly");
  });
});
