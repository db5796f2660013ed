/**
 * Figures that several pages state, each counted or written in one place. `npm run generate` writes
 * them into the pages; a test holds them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { solverCards } from "../../protocol/solvers/cards.js";
import { DOMAINS } from "./operators/domains.js";

interface Figure {
  readonly what: string;
  readonly value: number;
  /** Pages, and the words around the figure; `#` stands for the figure. */
  readonly places: readonly (readonly [page: string, words: string])[];
}

const WORDS = "docs/internals/words.md";
const TEMPLATES = "protocol/templates/data";

const inEnglish = (value: number): string => value.toLocaleString("en");

function patternOf(words: string): RegExp {
  const [before = "", after = ""] = words
    .split("#")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<=${before})[\\d,]+(?=${after})`, "g");
}

/** What a page says of itself, as the one place of a figure that was measured. */
function measured(page: string, words: string): number {
  const [found] = readFileSync(page, "utf8").match(patternOf(words)) ?? [];
  if (found === undefined) throw new Error(`${page} does not say "${words}"`);
  return Number(found.replaceAll(",", ""));
}

function templateFiles(): readonly (readonly unknown[])[] {
  return readdirSync(TEMPLATES).map((file) => {
    const { templates }: { readonly templates: readonly unknown[] } = JSON.parse(
      readFileSync(`${TEMPLATES}/${file}`, "utf8"),
    );
    return templates;
  });
}

export function figures(): readonly Figure[] {
  const templates = templateFiles();
  return [
    {
      what: "operators",
      value: DOMAINS.flat().length,
      places: [["README.md", "──► # operators ──►"]],
    },
    {
      what: "solvers",
      value: solverCards.length,
      places: [
        ["README.md", " # solvers "],
        ["ARCHITECTURE.md", "the # solvers"],
        ["docs/internals/solvers.md", "**What.** # solvers"],
      ],
    },
    {
      what: "templates",
      value: templates.flat().length,
      places: [
        ["docs/limits.md", "| Templates | # stand"],
        ["docs/console.md", "| # templates by category"],
        ["docs/internals/template-plan.md", "each. # templates stand"],
      ],
    },
    {
      what: "categories of templates",
      value: templates.length,
      places: [["docs/contracts.md", "in # fields"]],
    },
    {
      what: "questions in words with one value",
      value: measured(WORDS, "of the # are answered"),
      places: [
        [WORDS, "# questions with one value"],
        ["docs/limits.md", "Of # questions of our own"],
        ["docs/why.md", "Of # questions in words"],
      ],
    },
    {
      what: "of these answered",
      value: measured(WORDS, "Now # of the"),
      places: [
        ["docs/limits.md", "with one value # are answered"],
        ["docs/why.md", "that have a value # are answered"],
      ],
    },
  ];
}

/** @returns the pages with their figures put right, by their paths */
export function figureTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { value, places } of figures()) {
    for (const [page, words] of places) {
      const text = texts.get(page) ?? readFileSync(page, "utf8");
      if (!patternOf(words).test(text)) throw new Error(`${page} does not say "${words}"`);
      texts.set(page, text.replaceAll(patternOf(words), inEnglish(value)));
    }
  }
  return texts;
}
