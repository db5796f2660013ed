/** The state of the names as gauges. */
import { gauge, gaugeBy, type Gauge } from "../runtime/metrics/gauges.js";
import type { Names } from "./names.js";

export function nameGauges({
  book,
  calcond,
  owed,
}: Pick<Names, "book" | "calcond" | "owed">): readonly Gauge[] {
  const { states, conflicts, witnessed } = book.counts(calcond);
  return [
    gauge("name_events", "Signed events about names that count here", book.set.size),
    gaugeBy("state", "names", "Names and bare addresses by state", states),
    gauge(
      "names_witnessed",
      "Of those pending or held, the ones whose claim enough witnesses have seen",
      witnessed,
    ),
    gauge("name_conflicts", "Claims that lost a name to another within the last day", conflicts),
    gauge("name_statements_owed", "What this node has seen as a witness and not yet said", owed),
  ];
}
