/** What a unit of systemd runs, as words without a shell. */

import { constants } from "node:os";

interface Unit {
  readonly environment: Readonly<Record<string, string>>;
  readonly start: readonly string[];
  readonly startPost: readonly string[];
  readonly killSignal: NodeJS.Signals;
}

/** @param specifiers texts that stand for others, `%S/calcmesh` and the like */
export function readUnit(text: string, specifiers: Readonly<Record<string, string>>): Unit {
  const expanded = Object.entries(specifiers).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    text,
  );
  const values = (key: string): readonly string[] =>
    [...expanded.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value!);
  const one = (key: string): string => {
    const [value, ...more] = values(key);
    if (value === undefined || more.length > 0) throw new Error(`not one ${key}`);
    return value;
  };
  return {
    environment: Object.fromEntries(
      values("Environment")
        .flatMap(wordsOf)
        .map((word) => {
          const at = word.indexOf("=");
          return [word.slice(0, at), word.slice(at + 1)];
        }),
    ),
    start: wordsOf(one("ExecStart")),
    startPost: wordsOf(one("ExecStartPost")),
    killSignal: signalOf(one("KillSignal")),
  };
}

function signalOf(name: string): NodeJS.Signals {
  const isSignal = (text: string): text is NodeJS.Signals => text in constants.signals;
  if (!isSignal(name)) throw new Error(`not a signal: ${name}`);
  return name;
}

/** Words between blanks; a quoted one holds them. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );
}
