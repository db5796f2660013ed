/** Why a question is not answered: a place of it, and what is wrong there. */
export interface Stop {
  readonly at: readonly [number, number];
  readonly message: string;
  readonly reason: string;
}

export function stop(match: RegExpMatchArray, text: string, what: string, reason: string): Stop {
  const at = [match.index!, match.index! + match[0].length] as const;
  return { at, message: `"${text.slice(...at).trim()}" ${what}`, reason };
}
