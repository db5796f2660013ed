/** Writes what the node ships of docs/skills: the pages as one document, which is loaded when asked for. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const SKILLS_DIRECTORY = join("docs", "skills");
export const SKILLS_FILE = join("node", "agents", "skills.json");

interface Page {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly markdown: string;
}

/** A page begins with its title, then one paragraph that says what it is about. */
function pageOf(file: string): Page {
  const markdown = readFileSync(join(SKILLS_DIRECTORY, file), "utf8");
  const [, title, about] = /^# (.+)\n\n(.+)\n\n/.exec(markdown) ?? [];
  if (title === undefined || about === undefined)
    throw new Error(`${file} does not begin with a title and a line that says what it is about`);
  return { name: file.replace(/\.md$/, ""), title, about, markdown };
}

export function skillsText(): string {
  const files = readdirSync(SKILLS_DIRECTORY)
    .filter((file) => file.endsWith(".md"))
    .sort();
  return `${JSON.stringify(files.map(pageOf), null, 1)}\n`;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href)
  writeFileSync(SKILLS_FILE, skillsText());
