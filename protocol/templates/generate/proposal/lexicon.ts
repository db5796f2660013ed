/** Words of conditions by what each says by itself: sides, changes, norms, denials, alarms. */
import { LESS_WORDS, MORE_WORDS } from "../words.js";

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).filter((word) => word !== ""));
}

/** Several words that are one, behind the word by which each is known. */
const KNOWN_AS = `
@ = give or take
mustn't = don't like it | doesn't like it | don't like | doesn't like | can't stand | can't take | can't
cope with | don't cope with | doesn't cope with | don't tolerate | doesn't tolerate | won't survive | don't let
| has no business being |
have no business being | has no business | is not allowed | isn't allowed
now = keep it up | keep it on | don't wait | don't hesitate | don't delay | without delay
>= = more than or equal to | greater than or equal to | equal to or above | at or above | at or over
<= = less than or equal to | equal to or below | at or below | at or under
at-least = at least
at-most = at most | no further than
minimum = a minimum of | lower limit | low limit
maximum = a maximum of | upper limit | high limit | limited to | capped at
more = in excess of | upwards of
above = less negative than | north of
below = more negative than | south of | short of | shy of
wrong-side = on the wrong side of
up-to = up to
down-to = down to
down = right down
from = as of
if = as soon as | in case | in the event | the moment | the minute | the second | the instant | any time | every
time | the day
while = as long as | so long as | provided that
outside = out of | either side | out from
hush = shut up
call = keep me posted | keep us posted | keep me informed | keep us informed | come and get | come and find |
come get | get hold of | get in touch with
colder = more cold | more cool
hotter = more hot | more warm
lower = more low
higher = more high
otherwise = without telling me | without telling us | without me knowing | anything else | or else | if not | if
it isn't | if it is not | if it's not | if it doesn't | if it
does not | if they don't | if they aren't | if that's not | if that isn't | if that is not | when it isn't |
when it's not | when it doesn't
must = has got to | have got to | has to | have to | needs to | need to | ought to | wants to | supposed to |
meant to
no-more = no longer
any-more = any longer
hold-off = hold off
alarm = make some noise | make a noise | kick up a fuss | sound off | heads up | heads-up
watch = keep an eye on
`;

/** The longest first. */
export const PHRASES: readonly (readonly [phrase: string, word: string])[] = KNOWN_AS.trim()
  .split(/\n(?=\S+ = )/u)
  .flatMap((line) => {
    const [word, phrases] = line.split(" = ");
    return phrases!
      .split(/\s\|\s/u)
      .map((phrase) => [phrase.replace(/\s+/gu, " "), word!] as const);
  })
  .toSorted(([a], [b]) => b.length - a.length);

/** Adjectives with more of them, and those with less. */
const [MORE_OF, LESS_OF] = [
  "big large great steep rough dense hard tight rich acid sour sweet dirty cloudy hazy murky windy gusty rainy" +
    " sharp muddy smoky tall old broad stiff choppy sunny noisy dusty foggy crowded choppy bumpy creamy",
  "small light young soft loose narrow poor lean fresh faint mild calm clean tame smooth weak",
].map((words) => words.split(" "));

/** Hazier, bigger, denser. */
function comparativeOf(adjective: string): string {
  const isShut = /^[^aeiou]*[aeiou][bdgmnpt]$/u.test(adjective);
  const stem = isShut ? adjective + adjective.at(-1)! : adjective.replace(/e$/u, "");
  return `${stem.replace(/y$/u, "i")}er`;
}

export const UP = setOf(`
  ${MORE_OF!.map(comparativeOf).join(" ")}
  above gt over passing top exceed exceeds exceeded exceeding surpass surpasses tops topped pass passes passed >
  ${MORE_WORDS.replaceAll("|", " ")} upward upwards saltier busier dirtier cloudier outgrows
`);
/** Of either side: the words around say which. */
export const FARTHER = setOf("past beyond");
export const DOWN = setOf(
  `${LESS_OF!.map(comparativeOf).join(" ")} below under beneath lt < ${LESS_WORDS.replaceAll("|", " ")} underneath
  downward downwards poorer fresher`,
);
export const REACHES = setOf(
  "reach reaches reached reaching hit hits hitting at-least up-to gte ge >= ≥ touches touch touching from",
);
export const SINKS = setOf("at-most down-to lte le <= ≤");
/** Verbs and adverbs of a way up, and of a way down: they say a side, or how something changes. */
export const RISES = setOf(`
  rise rises rising risen rose climb climbs climbing climbed gain gains gaining gained jump jumps jumping grow
  grows growing increase increases increasing warm warms warming heat heats heating shoot shoots shooting
  surge surges surging spike spikes spiking up swell swells accelerates leap leaps leaping soar soars soaring
  mount mounts build builds building ramps ramp ramping warmed climbed jumped spiked surged swelled gained rocket
  rockets rocketing balloon balloons escalate escalates
  expand expands strengthen strengthens thicken thickens steepen steepens deepen deepens lengthen lengthens brighten
  brightens widen widens quicken quickens freshen freshens
`);
export const FALLS = setOf(`
  fall falls falling fallen fell drop drops dropping dropped sink sinks sinking sunk dip dips dipping lose
  loses losing lost sag sags sagging decrease decreases decreasing cool cools cooling decline declines
  declining plunge plunges plunging shrink shrinks shrinking slump slumps slide slides sliding slip slips
  cooled dipped sagged declined slid slipped shrunk shrank plummet plummets plummeting dwindle dwindles dwindling
  nosedive nosedives wane wanes recede recedes receding
  subside subsides deplete depletes taper tapers collapse collapses collapsing fade fades fading erode erodes
  weaken weakens lighten lightens darken darkens loosen loosens slacken slackens shorten shortens narrows
  slipping down bleed bleeds bleeding leak leaks leaking drain drains draining crash crashes crashing tumble
  tumbles ebb ebbs
`);
export const VARIES = setOf(`
  swing swings swinging vary varies varying change changes changing drift drifts drifting move moves moving
  shift shifts shifting wander wanders fluctuate fluctuates fluctuating wobble wobbles
`);
/** Adjectives of a high side and of a low one. */
export const HIGH = setOf(
  `high hot warm fast loud full heavy deep strong bright wet humid much many long expensive thick salty busy`,
);
export const LOW = setOf(
  `low cold cool slow quiet empty shallow weak dark dim dry little few short thin frozen chilly`,
);
export const MAXIMUM = setOf("max maximum");
export const MINIMUM = setOf("min minimum");
export const OUTSIDE = setOf(`
  outside leaves leave leaving stray strays straying strayed excursion excursions departs depart exits exit
  wanders wander off beyond either
`);
export const INSIDE = setOf("inside within between in");

/** What must hold. */
export const NORM = setOf(`
  must likes loves prefers enjoys mustn't should shouldn't shall shan't ought wants want keep kept lives live
  belongs tolerance maintain required requires needs cannot can't never nothing limited limit 
`);
/** What may be: it bounds only with a range, an end that it includes, or what is said of all else. */
export const MAY = setOf(`
  may allowed permitted ok okay fine acceptable tolerate tolerates tolerated accept accepts happy comfortable
  safe normal good right comfy ideal best healthy lovely happiest
`);
export const DENIALS = setOf(`
  not never no nothing neither nor nobody none without cannot can't don't doesn't didn't isn't aren't wasn't
  won't wouldn't shouldn't mustn't hasn't haven't needn't nowhere hardly stop stops quit avoid refrain forget
  ignore ignored disregard cease rather no-more unnecessary skip mute squelch quash spare dont
`);
/** Denials that turn a comparison. */
export const NEGATIONS = setOf(`
  not never no nothing cannot can't doesn't don't isn't aren't won't mustn't shouldn't shan't hasn't haven't
  fails fail without neither nor no-more
`);
export const INTRODUCERS = setOf("if when whenever once while whilst unless upon should-if");
/** Words that ask for an alarm wherever they stand. */
export const STRONG = setOf(`
  alarm alarms alarmed alert alerts alerted alerting warn warns warning warnings notify notifies notification
  notifications siren sirens horn horns klaxon buzzer sms beep beeps bleep bleeps buzz shout shouts yell yells
  holler hollers scream screams ping pings bell ticket nudge notified warned squawk shriek whatsapp pager
  telegram hoot honk bleeped beeped chime chimes alarming squeal bark remind reminder reminders webhook pagerduty
  annunciated
`);
/** What somebody is sent. */
export const SENT = setOf(`
  notice note line word bulletin text message mail email e-mail call ring buzz beep bell ticket alert alarm tinkle
  tip shout sign signal page notification post card reminder warning sms heads-up push whatsapp incident
`);
/** Words that do so as a verb, or as what somebody is sent. */
export const WEAK = setOf(`
  call calls calling ring rings text texts texting message messages messaging msg page pages paging tell tells
  report flag flags raise sound sounds flash phone phones telephone mail email e-mail emails send sends wake
  wakes inform informs advise complain signal know hear shake tip poke prod summon waking texting evacuate told
  informed
  telling ringing phoning reported called paged woken rung phoned texted emailed mailed messaged buzzed flagged
  wakeup poked contact involve bother disturb trigger triggers shake tug
  chase holla nag pester radio radioed fetch rouse hail pinged collar grab
`);
export const PERSONS = setOf(`
  me us him her them someone somebody everyone everybody staff security safety maintenance facilities
  reception
`);
export const BEFORE_ACT = setOf(`
  please pls plz then so and just to also kindly immediately straight can could would will you must should it i we i'd
  i'll at once now quickly let's better a an the my our
`);
/** Acts on a thing or on an alarm: none is an alarm itself. */
export const REMOVALS = setOf(`
  cancel remove delete mute silence disable stop ignore suppress reset acknowledge ack clear edit change lower
  show list plot convert test pause skip drop kill shelve snooze quiet unmute off dismiss turn switch graph
  print export rename shut clean calibrate repair check explain describe
`);
export const PAST = setOf("was were went had used yesterday ago happened worked exceeded ran");
/** What makes a sentence no wish for a contract, wherever it stands. */
export const VOID = new RegExp(
  "\\b(?:(?:may|can|(?:are|is) (?:allowed|free) to)" +
    " (?:silence|mute|snooze|acknowledge|disable|override|suppress|skip)" +
    "|(?:show|plot|draw|display)(?: me| us)? (?:an? |the )?(?:chart|graph|plot|trend|table|history|overview)s?" +
    "|yesterday|i wish|if only|unwanted|nuisance|a test (?:alarm|alert|message|sms|call)s?|is" +
    " false|false that|no harm|fewer (?:alerts|alarms)|forget that" +
    "|not forbidden|some ?day|one day|to be (?:decided|confirmed|agreed|discussed)|tbd|tbc|maybe" +
    "|perhaps|whatever you think|never ?mind|just kidding|joking|no wait|scrap that|cancel that" +
    "|hypothetical(?:ly)?|for instance|except|used to|no need|let's discuss|nothing (?:is )?(?:needed" +
    "|to do|to worry)|need(?:s|ed)? no\\b(?! (?:less|more|fewer|lower" +
    "|higher))|or so i|i suppose|imagine|suppose(?!d to)|pretend)",
  "iu",
);
/** What a condition has no member for: another statistic, an operation between readings, a step, a count. */
export const UNBUILT = new RegExp(
  "\\b(?:not (?:only|just|merely)|median|lowest|highest|peaks?|percentile|standard" +
    " deviation|variance|total|sum|cumulative|adds? up|added up|count of" +
    "|number of|rate of|zero for|divided|multiplied|times (?:the|its|amps|volts)|ratio" +
    "|\\d times (?!in|within|per|an?|each|every|over|during|or)[a-z]+|almost" +
    "|nearly (?:exceed|reach|above|below)\\w*|(?:twice|thrice) (?:the|as|its|their|that" +
    "|normal|in)|(?<=\\d[^,;:]*)(?:twice|thrice)|half (?:of )?the" +
    "|will (?:be|exceed|rise|fall|drop|reach|go)|(?:not|n't) (?:have|need) to|need not|needn't" +
    "|(?<!\\b(?:clear|clears|reset|end|ends|stop|hush|off|cancel)(?: it| them| the alarm| the" +
    " alert)? )only (?:at|on|in|during|if|when|while|after|before|for)|moving" +
    "|from one (?:reading|value|sample|measurement)|since the (?:last|previous)|one and the next" +
    "|doubles?|doubled|halves|halved|triples?|tripled|predicted|forecast" +
    "|expected to|going to|about to|percentage points?)\\b",
  "iu",
);
/** Of a day, a week, the past. */
export const LAST = new RegExp(
  "\\b(?:yesterday|last (?:night|week|weekend|month|year|summer|winter|spring|autumn|time|monday" +
    "|tuesday|wednesday|thursday|friday|saturday|sunday)|this (?:morning|afternoon)|(?:hours?|days?" +
    "|weeks?|months?|years?) ago|back then|in (?:19|20)\\d\\d)\\b",
  "iu",
);
const COMES =
  "(?:report|send|transmit|check|call|phone|update|communicate|answer|respond|publish|log|post|speak" +
  "|come|arrive|ping)";
const CAME =
  "(?:reported|reporting|sent|sending|heard|transmitted|transmitting|checked|checking|called|calling" +
  "|phoned|phoning|updated|updating|communicated|communicating|answered|answering|responded|responding" +
  "|published|publishing|logged|logging|posted|spoken|come|coming|arrived|arriving|seen|pinged|talking" +
  "|talked|moved)";
const NEWS =
  "(?:\\w+ readings?|data|readings?|messages?|packets?|signals?|samples?|signs? of life|heartbeats?" +
  "|values?|posts?|word" +
  "|contact|updates?|communications?|answers?|responses?|news|telemetry|pings?|measurements?|reports?" +
  "|transmissions?|frames?|beacons?|peeps?|squeaks?|beeps?|anything|sounds?|a thing|numbers?|life)";
const HAS_NOT = "(?:hasn't|has not|haven't|have not)";
/** Nothing comes of what is watched. */
export const QUIET = new RegExp(
  `\\b(?:(?:${HAS_NOT}|isn't|is not|not|never|stops?|stopped|without)\\b(?: \\w+){0,2}? ${CAME}` +
    `|${HAS_NOT} had (?:\\w+ ){0,2}?${NEWS}|(?:doesn't|does not|fails? to|failed to|won't) ${COMES}` +
    `|(?:no|without|missing|lacks?)\\b(?: \\w+){0,2}? ${NEWS}` +
    "|(?:sent|sends|sending|reported|given|gives|delivered|transmitted|said|had|heard|got|received|seen)" +
    " (?:us |me )?(?:nothing|not a thing|nowt|zilch|nil)" +
    "|(?:lost|loses|lose|loss of) (?:contact|signal|connection|touch)|drops? off" +
    "|nothing (?:from|comes|arrives|at all|new|heard|received)" +
    "|(?:goes?|gone|going|is|been|stays?|falls?|fell) (?:\\w+ )?" +
    "(?:quiet|silent|dark|dead|offline|missing|mute|unreachable)" +
    "|silent|silence|offline|out of (?:contact|touch|reach)" +
    "|(?:last|latest) (?:reading|message|report|update|packet|sample) (?:is |was )?(?:older|more))\\b",
  "iu",
);
/** Something comes, and is what it was. */
export const STUCK = new RegExp(
  "\\b(?:(?:(?:shows?|shown|has|had|reads?|reported|gives?) (?:exactly |exact |very )?(?:the )?" +
    "(?:exact |very )?same \\w+)|" +
    "(?:(?:exactly |exact |very )?(?:the )?(?:exact |very )?same (?:exact )?(?:value|reading|number|figure)s?)" +
    "|(?:stays?|remains?|is|been|reads?|shows?|has|sits?) (?:exactly |completely )?(?:the same|identical|unchanged" +
    "|constant|frozen|stuck|flat)|(?:does|has|did)(?:n't| not) (?:changed?|moved?|budged?)(?:" +
    " at all)?|stuck|flatlin\\w+)\\b",
  "iu",
);
export const AVERAGES = setOf("average averages averaged averaging mean avg rolling");
/** Where an alarm ends. */
export const CLEARS = setOf(`
  clear clears cleared clearing reset resets off stop stops until end ends back again recover recovers
  recovered receded retreated returns returned hush cancel silence quiet cease release releases rearm
  withdraw withdrawn lift lifted
`);
export const CADENCE = setOf(
  "every each interval sampled samples logged logs logging sample reads",
);
/** Words of grammar that say nothing here. */
export const PLAIN = setOf(`
  a an the this that these those it its it's is are be been being am i we you he she they me us him her them
  my our your his their i'd i'm we'd to of in on at by for from with as and or but so then than there here
  please thanks thank hi hey hello okay ok also just even only ever still will would can could do does if when
  whenever once while gets get getting goes go going becomes become runs run running stays stay staying
  remains remain sits sit reads read reading shows show has have having that's there's what which who whom
  whose where any anything something let give gives make want need like very too quite really straight right
  away immediately soon now today time more most much way through into onto about around under over per each
  every last next first we'll i'll you'll would've them all both one two moment instant case event
`);
/** Things and words of heat and cold. */
export const THERMAL = new RegExp(
  "\\b(?:temp(?:erature)?s?|fridges?|refrigerators?|freezers?|ovens?|kilns?|stoves?|saunas?" +
    "|incubators?|brooders?|heaters?|furnaces?|radiators?|griddles?|fryers?|smokers?|grills?" +
    "|coolers?|chillers?|cold|colder|coldest|cool|cooler|hot|hotter|heat\\w*|warm\\w*|cool\\w*|chill\\w*" +
    "|freez\\w*|frost|icebox|cryo\\w*|dewar|glycol|mash|wort|dough|compost|sous[- ]vide|thermometers?" +
    "|cellars?|cook\\w*|bak\\w*|roast\\w*|melt\\w*|boil(?:s|ing)?|scald\\w*|burn\\w*|degrees?|°|fever|prover" +
    "|proofer|ferment(?:er|or)s?|proving|basking" +
    "|pasteur\\w*|steriliz\\w*|sterilis\\w*|autoclaves?|vaccines?|seedlings?)\\b",
  "iu",
);
export const ANGLES = new RegExp(
  "\\b(?:angle|tilt|pitch|roll|yaw|heading|azimuth|slope|incline|inclination|lean|heel|list|blade" +
    "|latitude|longitude|phase|rudder|bearing to|rotation|elevation|flap|mast)\\b",
  "iu",
);
