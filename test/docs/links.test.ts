/** Links of documents lead somewhere, and every page is two steps from README at most. */
import { expect } from "chai";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const STEPS_MAX = 2;

function pages(): readonly string[] {
  return readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name))
    .sort();
}

/** Files and folders of the repository that a page links to. */
function linksOf(page: string, text = readFileSync(page, "utf8")): readonly string[] {
  return [...text.replaceAll(/^```.*?^```$/gms, "").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map((match) => match[1]!)
    .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith("/"))
    .map((target) => normalize(join(dirname(page), target)));
}

describe("docs: links", () => {
  const top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

  it("lead to files that there are", () => {
    const lost = [...top, ...pages()].flatMap((page) =>
      linksOf(page)
        .filter((target) => !existsSync(target))
        .map((target) => `${page}: ${target}`),
    );
    expect(lost).to.deep.equal([]);
    expect(linksOf("docs/a.md", "see [b](b.md#c), [d](https://d.example)")).to.deep.equal([
      "docs/b.md",
    ]);
  });

  it("reach every page from README in two steps", () => {
    const reached = new Set(["README.md"]);
    let last: readonly string[] = ["README.md"];
    for (let step = 0; step < STEPS_MAX; step += 1) {
      last = last.filter((page) => page.endsWith(".md")).flatMap((page) => linksOf(page));
      for (const page of last) reached.add(page);
    }
    expect(pages().filter((page) => !reached.has(page))).to.deep.equal([]);
  });

  it("list every decision, each number once", () => {
    const folder = "docs/decisions";
    const listed = readFileSync(`${folder}/README.md`, "utf8");
    const files = readdirSync(folder).filter((name) => /^\d/.test(name));
    expect(
      linksOf(`${folder}/README.md`).map((path) => path.slice(folder.length + 1)),
    ).to.deep.equal(files.sort());
    const numbers = [...listed.matchAll(/^\| \[?(\d{3})\b/gm)].map((match) => match[1]!);
    expect(numbers).to.deep.equal([...new Set(numbers)].sort());
  });
});
