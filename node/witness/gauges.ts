/** What witnessing shows of itself. */
import { gauge, type Gauge } from "../runtime/metrics/gauges.js";
import type { WitnessServices } from "./createWitness.js";

export function witnessGauges({ forgetting, witnessing }: WitnessServices): readonly Gauge[] {
  const { book, collector, exchange, gatherer, ownSize, witness, witnessedSize } = witnessing;
  return [
    gauge("witness_own_events", "Events of this node's spine", ownSize),
    gauge("witness_own_witnessed_events", "Of those, the ones that a quorum covers", witnessedSize),
    gauge(
      "witness_rounds_failed",
      "Rounds in a row that ended without a quorum of cosignatures",
      collector.failures,
    ),
    gauge(
      "witness_checkpoints_cosigned",
      "Checkpoints that this node has cosigned since its start",
      witness.counts.cosigned,
    ),
    gauge("witness_questions", "Questions about checkpoints asked here", exchange.asked),
    gauge("witness_heads_gathered", "Heads under the last checkpoint gathered", gatherer.covered),
    gauge(
      "witness_checkpoints_refused",
      "Checkpoints that it has not cosigned, since its start",
      witness.counts.refused,
    ),
    gauge(
      "witness_rounds_split",
      "Rounds of gathered heads of which a quorum has cosigned two",
      book.rounds.splits,
    ),
    gauge(
      "mesh_bodies_forgotten",
      "Bodies of others' events forgotten since the start",
      forgetting.figures.bodies,
    ),
  ];
}
