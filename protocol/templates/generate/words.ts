/** Words of conditions, for the patterns of clauses: comparators, verbs of a value, statistics. */

/** Comparatives of more, and of less. */
export const MORE_WORDS =
  "more|fuller|rougher|denser|harder|tighter|greater|higher|larger|bigger|hotter|warmer|faster|louder|longer" +
  "|heavier|deeper|older|wider|thicker|taller" +
  "|stronger|brighter|steeper|wetter";
export const LESS_WORDS =
  "less|emptier|softer|looser|lower|fewer|smaller|colder|cooler|slower|quieter|shorter|lighter|shallower|younger" +
  "|thinner|weaker|darker" +
  "|drier|dryer|dimmer|narrower";
export const ABOVE =
  "exceed(?:s|ed|ing)?|above|over|past|beyond|in excess of|upwards of|surpass(?:es)?|passes|tops|>|" +
  `(?:${MORE_WORDS}) than`;
export const REACHES =
  ">=|≥|at or (?:above|over|beyond)|(?:more|greater|higher|larger) than or equal to|at least" +
  "|no (?:less|fewer|lower) than|not (?:less|fewer|lower) than|reach(?:es)?|hits?" +
  "|(?:climbs?|climbed|rises?|risen|gets?|goes|gone|grows?|grown|warms?|warmed|heats?|heated) (?:up )?to";
export const BELOW = `below|under|beneath|<|falls? short of|(?:${LESS_WORDS}) than`;
export const SINKS =
  "<=|≤|at or (?:below|under|beneath)|(?:less|lower|fewer|smaller) than or equal to|at most" +
  "|no (?:more|higher|greater) than|not (?:more|higher|greater) than" +
  "|(?:falls?|fallen|drops?|dropped|sinks?|sunk|dips?|dipped|shrinks?|shrunk|cools?|cooled) (?:down )?to" +
  "|(?:goes|gets|gone) down to|down to";
export const MOVES =
  "(?:is|are|was|be|been|being|has been|gets?|goes|go|going|rises?|rising|climbs?|falls?" +
  "|falling|drops?|dropping|sinks?|dips?|stays?|" +
  "remains?|rests?|hovers?|operates?|lies?|reach(?:es)?|jumps?|runs?|running|moves?|comes?|becomes?|reads?" +
  "|shows?|sits?|swings?|shoots?" +
  "|creeps?|grows?|spends?|lasts?|takes?|draws?|carr(?:y|ies)|pulls?|uses?|consumes?|makes?|produces?" +
  "|generates?|delivers?|weighs?|measures?|registers?|contains?|has|have|feels?" +
  "|cools?|warms?|(?:(?:be|is|are) )?(?:kept|held|maintained|limited(?: to)?))";
/** A bound that includes itself: what is allowed is said with these alone. */
export const BOUNDS =
  "at most|at least|up to|no (?:more|less|higher|lower|greater|fewer) than" +
  "|not (?:more|less|higher|lower|greater|fewer) than";
export const STATISTICS = "mean|average|maximum|minimum|max|min|sum|total|median";
/** Before a condition. */
export const INTRODUCER =
  "(?:when(?:ever)?|if|once|as soon as|in case|unless|the (?:moment|instant|minute)(?: that)?)";
export const ALARM = "(?:alarm|alert|warning)";
/** How grave an alarm is, how it is given, and of what danger it warns. */
export const SORT =
  "(?:(?:critical|urgent|emergency|major|minor|serious|severe|grave|loud|audible|visual|acoustic|immediate" +
  "|instant|prompt" +
  "|red|amber|yellow|orange|general|local|remote|quick|short|simple|high[- ]priority|low[- ]priority|priority|p\\d" +
  "|evacuat(?:e|ion)|fire|gas|leak(?:age)?|flood(?:ing)?|smoke|frost|ice|icing|heat|overheat(?:ing)?|overload" +
  "|overflow" +
  "|overpressure|overvoltage|undervoltage|overspeed|underspeed|storm|wind|swarm|fault|safety|security|process|machine" +
  "|shutdown|stop-the-[a-z]+|stop-[a-z]+|[a-z]+-stop|level-\\d) )";
/** What somebody is sent. */
export const MESSAGE =
  "(?:ticket|incident|pop-?up|broadcast|voice call|phone call|emergency call|text message|sms|text|e-?mail|mail" +
  "|call|message|warning|alarm|alert|notification|notice|note|page|ping" +
  "|push(?: message| notification)?|reminder|signal|beep|buzz|ring|shout|yell|holler|nudge|line|sign|heads[- ]up)";
/** A word of a name: none that compares, joins, denies, counts or asks. */
const NAMING_WORD =
  "(?!(?:when|whenever|if|once|as|and|or|but|not|no|never|only|unless|except|until|till|while|before|after|above" +
  "|below|over|under|beyond|outside|inside|between|within|more|less|least|most|than|every|each|for|is|are|was" +
  "|via|through|on|please|now|today|tonight|tomorrow|ever|always|later|soon|twice|thrice|nothing|nobody|what|why" +
  "|how|otherwise|else|it|that|this|know|from|by|to)" +
  "(?![a-z'-]))[#@]?[a-z][a-z0-9'_&-]*(?:@[a-z0-9-]+(?:\\.[a-z0-9-]+)+)?";
/** Whoever is called: `me`, `Henk`, `the on-call vet tech`. */
export const WHO = `(?:${NAMING_WORD}(?: ${NAMING_WORD}){0,4}(?: on (?:duty|call|site|shift))?)`;
const ALERTING =
  "alert alarm warn notify tell inform ping page email e-mail text message call remind wake".split(
    " ",
  );
/** Verbs that ask for an alarm wherever they stand; a radio or a ring may be a thing. */
export const ALERT_VERBS = ALERTING.join("|");
/** Verbs that only call somebody, and what they are in the passive. */
export const CALL_WORDS: readonly string[] = [
  ...ALERTING,
  ..."ring phone mail buzz radio".split(" "),
];
export const CALLS = `(?:${CALL_WORDS.join("|")}|wake up|get hold of|get)`;
export const CALLED =
  "(?:told|informed|alerted|alarmed|warned|notified|paged|pinged|called|rung|phoned|texted|messaged|e-?mailed" +
  "|woken(?: up)?|reminded)";
/** By which way somebody is called. */
export const HOW =
  "(?: (?:by|via|on|over|through|in) (?:(?:an?|the|my|our|his|her|their) )?(?:[a-z]+ )?" +
  "(?:e-?mail|mail|sms|text(?: message)?|phone|telephone|mobile|cell|slack|teams|radio|pager|whatsapp|telegram" +
  "|signal|push(?: message| notification)?|intercom|channel|chat|#[a-z][a-z0-9_-]*))";
/** Times of a day, a week or a year: they name no place, and no template or monitor looks at them. */
export const WHEN_NOUN = new RegExp(
  "^(?:(?:mid)?nights?|days?|mornings?|afternoons?|evenings?|noon|dusk|dawn|weeks?|weekends?|weekdays?" +
    "|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july" +
    "|august|september|october|november|december|winter|summer|spring|autumn|holidays?|vacation|lunch" +
    "(?:time)?|breakfast|dinner|supper|daytime|(?:work|office|working|business) hours|hours|season" +
    "|christmas|easter)$",
  "u",
);
/** What comes one after the other. */
export const READINGS =
  "(?:readings?|samples?|measurements?|values?|events?|times?|intervals?|points?|scans?" +
  "|tests?|checks?|cycles?)";
export const IN_A_ROW =
  "(?: (?:in a row|in succession|running|straight|one after (?:the other|another)))";
