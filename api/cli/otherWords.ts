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
  ["id", "identity"],
  ["init", "Nothing has to be prepared: calc daemon makes its data directory."],
  ["logs", "The daemon writes its log to standard error, a JSON object a line."],
  ["backup", "Stop the node and copy its data directory; docs/operate.md says how."],
  ["restore", "Start the daemon on the copy: calc daemon --data-dir COPY."],
  ["config", "calc daemon --help lists every setting with its environment variable."],
  ["doctor", "calc status and calc ready say how the node is."],
  ["stop", "Send the daemon SIGTERM, or press Ctrl-C where it runs."],
]);

const UNKNOWN = /unknown command '([^']*)'/;

/** The message of commander with what stands for an unknown verb, if something does. */
export function withOtherWord(message: string, verbs: readonly string[]): string {
  const [, word = ""] = UNKNOWN.exec(message) ?? [];
  const other = OTHER_WORDS.get(word);
  if (other === undefined) return message;
  const [first = ""] = message.split("\n");
  if (verbs.includes(other)) return `${first}\n(Use calc ${other})\n`;
  return other.includes(" ") ? `${first}\n(${other})\n` : message;
}
