/**
 * A verb as it is parsed: options that are yes or no, and the other spellings of options of several
 * words.
 */
import { Command, Option, type HelpContext, type ParseOptionsResult } from "commander";
import { kebab } from "../readable/commandWords.js";
import { topHelp } from "./help.js";

const ANSWERS = ["true", "false"];

/** `--name`, `--name true`, `--name=false` and `--no-name`. */
export function switchOption(name: string, description: string): Option {
  return new Option(`--${kebab(name)} [true|false]`, description).choices(ANSWERS);
}

export class CalcCommand extends Command {
  /** The help of `calc` itself lists verbs by subject; that of a verb lists its options. */
  override helpInformation(context?: HelpContext): string {
    return this.parent === null ? topHelp(this) : super.helpInformation(context);
  }

  override createCommand(name?: string): Command {
    return new CalcCommand(name);
  }

  override parseOptions(words: string[]): ParseOptionsResult {
    return super.parseOptions(this.#spelt(words));
  }

  /** The same words, each option in the spelling in which it is declared. */
  #spelt(words: readonly string[]): string[] {
    const { flags, switches } = this.#spellings();
    const end = words.includes("--") ? words.indexOf("--") : words.length;
    const spelt: string[] = [];
    for (let i = 0; i < end; i += 1) {
      const word = words[i]!;
      const equals = word.indexOf("=");
      const given = equals < 0 ? word : word.slice(0, equals);
      const flag = flags.get(given) ?? given;
      if (equals >= 0) spelt.push(`${flag}${word.slice(equals)}`);
      else if (switches.has(flag)) {
        // Only true and false belong to a switch: in `--public oven` the second word is an argument.
        const answer = i + 1 < end && ANSWERS.includes(words[i + 1]!) ? words[(i += 1)]! : "true";
        spelt.push(`${flag}=${answer}`);
      } else if (switches.has(flag.replace(/^--no-/, "--")))
        spelt.push(`${flag.replace(/^--no-/, "--")}=false`);
      else spelt.push(flag);
    }
    return [...spelt, ...words.slice(end)];
  }

  #spellings(): {
    readonly flags: ReadonlyMap<string, string>;
    readonly switches: ReadonlySet<string>;
  } {
    const flags = new Map<string, string>();
    const switches = new Set<string>();
    for (const option of this.options) {
      const { argChoices, long, negate } = option;
      if (typeof long !== "string") continue;
      flags.set(`--${negate ? "no-" : ""}${option.attributeName()}`, long);
      flags.set(`--${long.slice(2).replaceAll("-", "_")}`, long);
      if (argChoices?.join() !== ANSWERS.join()) continue;
      switches.add(long);
      flags.set(`--no-${option.attributeName()}`, `--no-${long.slice(2)}`);
    }
    // A declared name means itself.
    for (const { long } of this.options) if (typeof long === "string") flags.set(long, long);
    return { flags, switches };
  }
}
