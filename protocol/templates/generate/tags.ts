/**
 * Tags of instruments that are alarms by their letters (ISA-5.1): what is measured, A for an alarm or S
 * for a switch, H or L for its side, doubled where it is the second. `PAL 204: 1.8 bar` is an alarm at a low pressure.
 */

/** Quantities by the first letter. */
const MEASURED: Readonly<Record<string, string>> = {
  E: "voltage",
  F: "flow",
  I: "current",
  J: "power",
  L: "level",
  M: "moisture",
  P: "pressure",
  PD: "differential pressure",
  S: "speed",
  T: "temperature",
  V: "vibration",
  W: "weight",
};
const SIDES: Readonly<Record<string, string>> = { H: "high", L: "low" };
const TAG = new RegExp(
  "(?<![\\p{L}\\p{N}])(?<what>PD|[EFIJLMPSTVW])(?<role>A|S|AS|SA)(?<side>HH?|LL?)[ -]?(?<number>\\d{1,5}[A-Z]?)\\b" +
    "(?<between>(?: ?(?:[:,=-]|(?:at|on|is|of|to|set|trips?|alarms?|alert|set ?-?point|threshold|limit|value" +
    "|high|low|hi" +
    "|lo)(?![\\p{L}])))*) ?(?=[-+]?\\d)",
  "u",
);

/** Says the alarm of a tag in words; the text as it is where its words say the other side. @param text normalized */
export function withTags(text: string): string {
  return text.replace(TAG, (whole, ...found: unknown[]) => {
    const { between = "", number = "", role = "", side = "", what = "" } = Object(found.at(-1));
    const own = SIDES[side[0]]!;
    const said: readonly string[] = between.match(/high|low|hi|lo/gu) ?? [];
    if (said.some((word) => !own.startsWith(word))) return whole;
    return `${own} ${MEASURED[what]!} alarm for ${what}${role}${side}-${number} at `;
  });
}
