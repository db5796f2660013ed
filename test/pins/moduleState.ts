/** State of modules, found in their sources: what one call leaves there and another may find. */
import { codeOnly } from "./codeOnly.js";

const ARRAYS = /^(?:Float64|Float32|Int32|Int16|Int8|Uint32|Uint16|Uint8|BigInt64|BigUint64)Array$/;
const CONTAINERS = /^(?:Map|WeakMap|Set|WeakSet|Array)$/;
/** Instances without state of their own. */
const PLAIN = /^(?:RegExp|TextEncoder|TextDecoder|Error)$/;

/** Keyword, name or names taken apart, class that is called and its arguments, or a literal. */
const DECLARED = new RegExp(
  String.raw`^(?:export )?(let|const) (?:(\w+)|[[{]([^=]*?)[\]}])(?:: [^=]*?(?:=>[^=]*?)?)? =\s*` +
    String.raw`(?:new (\w+)[^(]*\(([^)]*)|(\[|\{)|(Array\.(?:from|of)|Object\.(?:create|fromEntries)))?`,
  "gm",
);

/** Writes of a name: its entries, its members, or a method that changes it. */
function writesOf(name: string): RegExp {
  const changes = "set|add|push|pop|shift|unshift|splice|fill|delete|clear|copyWithin|sort|reverse";
  return new RegExp(
    `\\b${name}(?:\\[[^\\]]*\\]!?|\\.\\w+)+ (?:[-+*/|&^]|\\?\\?|<<|>>>?)?= ` +
      `|\\b${name}(?:\\.(?:${changes})|\\.set(?:Float|Int|Uint|BigInt|BigUint)\\w+)\\(`,
  );
}

/** Names of a module that some call may change. @param source of the module */
export function moduleState(source: string): readonly string[] {
  const code = codeOnly(source);
  const found: string[] = [];
  for (const [, keyword, name, several, literalMark, size, literal] of code.matchAll(DECLARED)) {
    if (keyword === "let") {
      found.push(...(name === undefined ? several!.split(",").map((one) => one.trim()) : [name]));
      continue;
    }
    if (name === undefined) continue;
    // Zeros are there to be filled; an array of no length holds nothing.
    const isScratch =
      literalMark === "DataView" ||
      (literalMark !== undefined &&
        ARRAYS.test(literalMark) &&
        /^\s*(?:[1-9]|[A-Z_]+\b)[^()[\]]*$/.test(size!));
    const isInstance =
      literalMark !== undefined &&
      !ARRAYS.test(literalMark) &&
      !CONTAINERS.test(literalMark) &&
      !PLAIN.test(literalMark);
    const mayChange = literalMark !== undefined || literal !== undefined || code.includes("Array.");
    if (isScratch || isInstance || (mayChange && writesOf(name).test(code))) found.push(name);
  }
  for (const [, name] of code.matchAll(/^\s+(?:public )?static (?!readonly)#?(\w+)[^(\n]*=/gm))
    found.push(name!);
  return found;
}

/** What lets others run between the filling of a slot and its reading. */
const PAUSES =
  /\b(?:async|await|yield|Promise)\b|\bfunction\s*\*|^\s*(?:static )?\*\s*[\w[]|\.then\(/m;

export function pauses(source: string): boolean {
  return PAUSES.test(codeOnly(source));
}

/** Parameters and members that are functions of others. */
export function callbacksOf(source: string): readonly string[] {
  return [
    ...new Set(
      [...codeOnly(source).matchAll(/\b(\w+)\??: \([^()]*\) => \w/g)].map(([, name]) => name!),
    ),
  ];
}

interface Imported {
  readonly from: string;
  readonly names: readonly string[];
}

/** What a module takes from others, by the names that those give it. */
export function importedNames(source: string): readonly Imported[] {
  return [...source.matchAll(/^import \{([^}]*)\} from "([^"]+)"/gm)].map(([, names, from]) => ({
    from: from!,
    names: names!
      .split(",")
      .map((name) => name.trim().split(" as ")[0]!)
      .filter((name) => name !== ""),
  }));
}
