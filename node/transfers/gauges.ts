/** What moves between nodes show of themselves. */
import { gauge, type Gauge } from "../runtime/metrics/gauges.js";
import type { TransferServices } from "./createTransfers.js";

export function transferGauges({
  heardMoves,
  outgoing,
}: Pick<TransferServices, "heardMoves" | "outgoing">): readonly Gauge[] {
  return [
    gauge("transfers_open", "Orders to other nodes that have not ended", outgoing.open),
    gauge(
      "transfers_value_under_way",
      "Face value of envelopes that left and have not been answered for",
      outgoing.valueUnderWay,
    ),
    gauge("transfers_heard", "Events about moves that wait to be acted on", heardMoves.size),
  ];
}
