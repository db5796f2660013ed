/** What an expression of PromQL names: metrics with their labels. No more of its grammar is read. */

const WORDS = new Set(
  "and or unless by without on ignoring group_left group_right bool offset inf nan".split(" "),
);

export interface Named {
  readonly metrics: readonly string[];
  /** Of each metric those in its braces, and all those that the expression groups by. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly grouped: readonly string[];
}

export function namedIn(expression: string): Named {
  const text = expression.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\[[^\]]*\]/g, "");
  const grouped = [...text.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(
    ([, names]) =>
      names!
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
  );
  const rest = text.replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, "");
  const labels = new Map<string, string[]>();
  for (const [, name, open, inner = ""] of rest.matchAll(
    /([a-zA-Z_:][\w:]*)\s*(?:(\()|\{([^}]*)\})?/g,
  )) {
    if (open !== undefined || WORDS.has(name!)) continue;
    const of = [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
    labels.set(name!, [...(labels.get(name!) ?? []), ...of]);
  }
  return { metrics: [...labels.keys()], labels, grouped };
}
