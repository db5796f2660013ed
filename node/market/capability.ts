/** The market of work: jobs of accounts, work for others, disputes. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import { takesFrom, transferConfigOf } from "../transfers/createTransfers.js";
import type { WitnessServices } from "../witness/createWitness.js";
import { MARKET_KINDS } from "./book.js";
import { createMarket, type MarketPorts, type MarketServices } from "./createMarket.js";
import { marketGauges } from "./gauges.js";
import { jobHandlers } from "./operations/jobs.js";

type Given = Omit<GivenTo<typeof createMarket>, "takesFrom" | "witnesses" | keyof MarketPorts> &
  WitnessServices;
type Needs = MarketServices & Parameters<typeof jobHandlers>[0];

export const market = defineCapability({
  name: "market",
  make: (ground, given: Given, { spotCheckChance, workResult }: MarketPorts) =>
    createMarket({
      ...ground,
      ...given,
      spotCheckChance,
      workResult,
      log: ground.log.child("market"),
      witnesses: given.witnessing.book,
      takesFrom: takesFrom(transferConfigOf(ground.config), ground.successions),
    }),
  parts: (services: Needs) => {
    const { contribution, contributor, market: work, marketBook } = services;
    contribution.onSet((account, mode) => contributor.modeChanged(account, mode));
    return {
      handlers: jobHandlers(services),
      buckets: [
        ...(["jobevent", "joborder", "joborderof", "jobwork"] as const),
        ...(["jobdispute", "jobdoc", "jobdocend"] as const),
      ],
      effects: Object.fromEntries(MARKET_KINDS.map((kind) => [kind, marketBook.effect])),
      listeners: Object.fromEntries([...MARKET_KINDS, "node"].map((kind) => [kind, work.take])),
      frozen: (author, seq) => marketBook.part(author, seq),
      left: (author) => marketBook.leave(author),
      grown: () => work.readGrown(),
      joined: (node) => work.use(node),
      start: () => work.load(),
      stop: () => work.stop(),
      metrics: () => marketGauges(services),
    };
  },
});
