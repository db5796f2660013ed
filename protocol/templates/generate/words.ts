/** Words of conditions, for the patterns of clauses: comparators, verbs of a value, statistics. */

export const ABOVE =
  "exceed(?:s|ed|ing)?|above|over|past|beyond|in excess of|upwards of|surpass(?:es)?|passes|tops|>|" +
  "(?:more|greater|higher|larger|bigger|hotter|warmer|faster|louder|longer|heavier|deeper" +
  "|older|wider|thicker|taller|stronger) than";
export const REACHES =
  ">=|≥|at or (?:above|over|beyond)|(?:more|greater|higher|larger) than or equal to|at least" +
  "|no (?:less|fewer|lower) than|not (?:less|fewer|lower) than|reach(?:es)?|hits?" +
  "|(?:climbs?|rises?|gets?|goes|grows) (?:up )?to|rises up to";
export const BELOW =
  "below|under|beneath|<|falls? short of|(?:less|lower|fewer|smaller|colder|cooler|slower|quieter|shorter" +
  "|lighter|shallower|younger|thinner|weaker) than";
export const SINKS =
  "<=|≤|at or (?:below|under|beneath)|(?:less|lower|fewer|smaller) than or equal to|at most" +
  "|no (?:more|higher|greater) than|not (?:more|higher|greater) than" +
  "|(?:falls?|drops?|sinks?|dips?|shrinks?) (?:down )?to|(?:goes|gets) down to|down to";
export const MOVES =
  "(?:is|are|was|be|been|being|has been|gets?|goes|go|going|rises?|rising|climbs?|falls?" +
  "|falling|drops?|dropping|sinks?|dips?|stays?|" +
  "remains?|jumps?|runs?|running|moves?|comes?|becomes?|reads?|shows?|sits?|swings?|shoots?" +
  "|creeps?|grows?|spends?|lasts?|takes?|draws?|pulls?|uses?|consumes?|makes?|produces?" +
  "|generates?|delivers?|weighs?|measures?|registers?|contains?|has|have|feels?" +
  "|cools?|warms?|(?:(?:be|is|are) )?(?:kept|held|maintained|limited(?: to)?))";
/** A bound that includes itself: what is allowed is said with these alone. */
export const BOUNDS =
  "at most|at least|up to|no (?:more|less|higher|lower|greater|fewer) than" +
  "|not (?:more|less|higher|lower|greater|fewer) than";
export const STATISTICS = "mean|average|maximum|minimum|max|min|sum|total|median";
/** A word of a name: none that compares, joins, denies, counts or asks. */
const NAMING_WORD =
  "(?!(?:when|whenever|if|once|as|and|or|but|not|no|never|only|unless|except|until|till|while|before|after|above" +
  "|below|over|under|beyond|outside|inside|between|within|more|less|least|most|than|every|each|for|is|are|was" +
  "|nothing|nobody|what|why|how|otherwise|else|it|that|this|know|from|by|to)\\b)[a-z][a-z'-]*";
/** Whoever is called: `me`, `Henk`, `the on-call vet tech`. */
export const WHO = `(?:${NAMING_WORD}(?: ${NAMING_WORD}){0,4})`;
/** Verbs that only call somebody. */
export const CALLS =
  "(?:tell|inform|alert|alarm|warn|notify|page|ping|call|ring|phone|text|message|e-?mail|mail|wake(?: up)?|buzz|radio" +
  "|remind)";
