/** What the market shows of itself. */
import { gauge, type Gauge } from "../runtime/metrics/gauges.js";
import type { MarketServices } from "./createMarket.js";

export function marketGauges({
  contributor,
  disputes,
  jobOrders,
  marketBook,
}: Pick<
  MarketServices,
  "contributor" | "disputes" | "jobOrders" | "marketBook"
>): readonly Gauge[] {
  const { agreements, computed, disagreements, earned, running, waiting } = contributor.figures();
  const { locked, shards } = jobOrders.figures;
  const offers = [...marketBook.offers.values()].filter(({ offer }) => offer.open);
  return [
    gauge("jobs_known", "Jobs of the mesh that this node remembers", marketBook.jobs.size),
    gauge("jobs_open", "Jobs of this node's accounts that have not ended", shards),
    gauge("jobs_locked_credits", "Credits set aside for them", locked),
    gauge("contributors", "Nodes that offer work", offers.length),
    gauge("contributors_withheld", "Nodes whose bond is withheld", marketBook.withheld.size),
    gauge(
      "work_queued",
      "Jobs of others that wait or run here",
      waiting + (running === null ? 0 : 1),
    ),
    gauge("work_computed", "Jobs of others that this node has computed", computed),
    gauge("work_earned_credits", "Credits that askers burned for this node's results", earned),
    gauge("work_agreements", "Results of this node that agreed with another node's", agreements),
    gauge(
      "work_disagreements",
      "Results of this node that differed from the accepted one",
      disagreements,
    ),
    gauge("challenges", "Challenges that this node has a part in", disputes.records.size),
  ];
}
