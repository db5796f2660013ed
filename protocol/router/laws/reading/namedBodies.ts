/** Bodies that a question names: the Moon, water, a proton. */
import { nearBefore } from "../../../units/quantity/index.js";
import { entities } from "../lexicon/entities.js";
import type { Named, Token } from "./question.js";

const HEAVENLY: ReadonlySet<string> = new Set(["moon", "sun", "earth"]);
/** `a small moon`, `Krypton's moon`, `its sun`: not the one that everybody knows. */
const ANOTHER = new RegExp(
  String.raw`(?:['\u2019]s|s['\u2019]|\b(?:an?|its|another|each|every|some|their|small|icy|distant|tiny|` +
    String.raw`alien|second|other|new|foreign|unnamed|unknown|moons?\s+of))\s+$`,
  "i",
);

function isAnother(text: string, stems: readonly string[], at: number): boolean {
  return stems.length === 1 && HEAVENLY.has(stems[0]!) && ANOTHER.test(nearBefore(text, at));
}

const LONGEST = [...entities].sort((a, b) => b.stems.length - a.stems.length);

export function namedIn(text: string, tokens: readonly Token[]): readonly Named[] {
  const found: Named[] = [];
  const taken = new Set<number>();
  const said = new Set(tokens.map(({ stem }) => stem));
  for (const entity of LONGEST) {
    if (!entity.stems.every((stem) => said.has(stem))) continue;
    tokens.forEach((_, i) => {
      const own = entity.stems.map((_stem, k) => i + k);
      if (own.some((k) => taken.has(k))) return;
      if (!entity.stems.every((stem, k) => tokens[i + k]?.stem === stem)) return;
      if (isAnother(text, entity.stems, tokens[i]!.at[0])) return;
      for (const k of own) taken.add(k);
      const [first, last] = [tokens[i]!, tokens[i + own.length - 1]!];
      found.push({
        entity,
        at: [first.at[0], last.at[1]],
        tokens: own,
        isPlural: last.text.endsWith("s") && !entity.name.endsWith("s"),
      });
    });
  }
  // `an unnamed moon ... the moon's mass`: the second is the first again.
  const another = new Set(
    tokens.flatMap(({ at, stem }) => (isAnother(text, [stem], at[0]) ? [stem] : [])),
  );
  return found
    .filter(({ entity }) => !(entity.stems.length === 1 && another.has(entity.stems[0]!)))
    .sort((a, b) => a.at[0] - b.at[0]);
}
