/** Search of templates by words, with the words that people who look for a monitor use. */
import { stemOf, WordSearch, type Field } from "../search/wordSearch.js";
import type { Template } from "./template.js";
import { thesaurus } from "./thesaurus.js";

interface Searched {
  readonly id: string;
  readonly category: string;
  readonly template: Template;
}

export function templateSearch<T extends Searched>(entries: readonly T[]): WordSearch<T> {
  return new WordSearch(entries, {
    idOf: ({ id }) => id,
    fieldsOf,
    related: thesaurus(stemOf),
  });
}

/** Its names, and what it says, one by one: two words that are one thing stand in one of them. */
export function textsOf({ category, template }: Searched): readonly string[] {
  const { inputs, name, purpose, signal, slug, synonyms } = template;
  const abouts = Object.values(inputs).map(({ about }) => about);
  return [`${name} ${slug} ${category}`, ...synonyms, signal, purpose, ...abouts];
}

function fieldsOf({ category, template }: Searched): readonly Field[] {
  const { inputs, name, purpose, signal, slug, synonyms } = template;
  return [
    [`${name} ${slug}`, 3],
    [synonyms.join(" "), 3],
    [signal, 2],
    [purpose, 1],
    [category, 1],
    [
      Object.values(inputs)
        .map(({ about }) => about)
        .join(" "),
      0.5,
    ],
  ];
}
