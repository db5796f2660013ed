/** Words that exclude each other in what a law is of. */

/** Of two that exclude each other a law is of one, whether or not the registry has a law of the other. */
export const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ["bright", "dark"],
  ["transverse", "longitudinal"],
  ["turbulent", "laminar"],
  ["upper", "lower"],
  ["clamped", "supported"],
  ["odd", "even"],
  ["drained", "undrained"],
];

/** A word that is said, and one that a law of the contrary is of: it holds one way alone. */
export const CONTRARIES: readonly (readonly [string, string])[] = [
  ["short", "long"],
  ["thick", "thin"],
  ["thick", "slender"],
  ["curved", "straight"],
  ["bent", "straight"],
  ["real", "reversible"],
  ["real", "ideal"],
  ["real", "carnot"],
  ["actual", "ideal"],
  ["finite", "infinite"],
  ["uneven", "uniform"],
  ["opaque", "transparent"],
  ["approaching", "recession"],
  ["approaches", "recession"],
  ["receding", "approach"],
  ["recedes", "approach"],
  ["descent", "climb"],
  ["unpolarized", "polarized"],
  ["unpolarised", "polarized"],
  ["drowned", "free"],
  ["unsorted", "sorted"],
  ["slope", "level"],
  ["incline", "level"],
  ["uphill", "level"],
  ["downhill", "level"],
];

/** Of a quantity: what is called by one of them is not the other. */
export const OPPOSED: readonly (readonly [RegExp, RegExp])[] = [
  [/\bhalf-? ?li(?:fe|ves)\b/i, /\b(?:mean|average) (?:life|lives|lifetime)|\btime constant\b/i],
  [/\bline-to-line\b|\bline voltage\b/i, /\bphase voltage\b|\bper phase\b|\bline-to-neutral\b/i],
  [/\brms\b|\broot[- ]mean[- ]square\b/i, /\bpeak\b|\bamplitude\b/i],
  [/\binner\b/i, /\bouter\b/i],
  [/\binitial\b/i, /\bfinal\b/i],
  [/\bupper\b/i, /\blower\b/i],
  [/\bprimary\b/i, /\bsecondary\b/i],
  [/\bstatic\b/i, /\bkinetic\b/i],
];
