/** Verbs of other programs, and what stands for them here. */

/** A verb that is there, or what to do instead of one that is not. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["start", "daemon"],
  ["serve", "daemon"],
  ["run", "daemon"],
  ["search", "operators"],
  ["find", "operators"],
  ["list", "operators"],
  ["ls", "operators"],
  ["describe", "operator-spec"],
  ["eval", "evaluate"],
  ["calculate", "evaluate"],
  ["ask", "auto"],
  ["check", "verify"],
  ["info", "version"],
  ["register", "account"],
  ["login", "account"],
  ["whoami", "id"],
  ["setup", "init"],
  ["log", "logs"],
  ["tail", "logs"],
  ["snapshot", "backup"],
  ["dump", "backup"],
  ["fsck", "verify-db"],
  ["settings", "config"],
  ["diagnose", "doctor"],
  ["stop", "Send the daemon SIGTERM, or press Ctrl-C where it runs."],
]);

const UNKNOWN = /unknown command '([^']*)'/;

/** What stands for a number where a verb is expected. */
function numberWord(word: string): string | undefined {
  if (!/^[-+.]?\d/.test(word)) return undefined;
  return 'A quantity in another unit is calc convert 5 mi to km; an equation is calc evaluate "2 + 2".';
}

/** The message of commander with what stands for an unknown verb, if something does. */
export function withOtherWord(message: string, verbs: readonly string[]): string {
  const [, word = ""] = UNKNOWN.exec(message) ?? [];
  const other = OTHER_WORDS.get(word) ?? numberWord(word);
  if (other === undefined) return message;
  const [first = ""] = message.split("\n");
  if (verbs.includes(other)) return `${first}\n(Use calc ${other})\n`;
  return other.includes(" ") ? `${first}\n(${other})\n` : message;
}
