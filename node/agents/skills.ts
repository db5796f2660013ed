/** Pages of Markdown that ship with the node, one a task, and the search in them. */
import { stemOf, wordsOf } from "../../protocol/search/wordSearch.js";
import { nearest } from "../../protocol/search/nearest.js";
import pages from "./skills.json" with { type: "json" };

export interface Skill {
  readonly name: string;
  readonly title: string;
  /** One line. */
  readonly about: string;
  readonly markdown: string;
}

export const SKILLS: readonly Skill[] = pages;

/** What a word weighs where it stands in a page. */
const WEIGHTS = { title: 8, about: 4, text: 1 } as const;
/** Times that a word of the text counts. */
const TIMES_MAX = 3;

interface Indexed {
  readonly skill: Skill;
  readonly weights: ReadonlyMap<string, number>;
}

const INDEX: readonly Indexed[] = SKILLS.map((skill) => {
  const weights = new Map<string, number>();
  const count = (text: string, weight: number, most: number): void => {
    const times = new Map<string, number>();
    for (const word of wordsOf(text)) {
      const stem = stemOf(word);
      const before = times.get(stem) ?? 0;
      times.set(stem, before + 1);
      if (before < most) weights.set(stem, (weights.get(stem) ?? 0) + weight);
    }
  };
  count(`${skill.name} ${skill.title}`, WEIGHTS.title, 1);
  count(skill.about, WEIGHTS.about, 1);
  count(skill.markdown, WEIGHTS.text, TIMES_MAX);
  return { skill, weights };
});

/** How much a word tells: one that each page has tells nothing. */
function rarity(stem: string): number {
  const having = INDEX.filter(({ weights }) => weights.has(stem)).length;
  return having === 0 ? 0 : 1 - having / (INDEX.length + 1);
}

/** Pages that have any of the words, the best first. */
export function findSkills(query: string): readonly Skill[] {
  const stems = [...new Set(wordsOf(query).map(stemOf))].map(
    (stem) => [stem, rarity(stem)] as const,
  );
  return INDEX.map(({ skill, weights }) => ({
    skill,
    score: stems.reduce((sum, [stem, rare]) => sum + rare * (weights.get(stem) ?? 0), 0),
  }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ skill }) => skill);
}

export function nearestSkill(name: string): string {
  return nearest(
    name,
    SKILLS.map((skill) => skill.name),
    1,
  )[0]!;
}
