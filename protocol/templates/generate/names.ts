/** Names of inputs from the words of a sentence. */

const NAME_CHARS = 32;

export function inputName(subject: readonly string[]): string {
  const name = subject
    .join("_")
    .normalize("NFD")
    .replace(/[^A-Za-z0-9_]+/g, "")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, NAME_CHARS)
    .replace(/_+$/, "");
  return name === "" ? "value" : name;
}

export function eventType(subject: readonly string[]): string {
  const type = subject
    .join("_")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "")
    .replace(/^[^a-z]+/, "")
    .slice(0, NAME_CHARS);
  return type === "" || type === "tick" ? "event" : type;
}
