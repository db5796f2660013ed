/** What mail between nodes shows of itself. */
import { counterBy, gauge, type Gauge } from "../../runtime/metrics/gauges.js";
import type { MailDelivery } from "./createDelivery.js";

export function deliveryGauges({
  incoming,
  outbox,
}: Pick<MailDelivery, "incoming" | "outbox">): readonly Gauge[] {
  return [
    gauge(
      "mail_outbox_depth",
      "Messages and confirmations that wait for other nodes",
      outbox.depth,
    ),
    gauge("mail_coming", "Messages of other nodes of which a part is here", incoming.coming),
    counterBy(
      "result",
      "mail_sent_total",
      "Recipients at other nodes: delivered or bounced",
      outbox.counts,
    ),
    counterBy(
      "result",
      "mail_received_total",
      "Recipients that other nodes brought mail for: delivered or refused",
      incoming.counts,
    ),
  ];
}
