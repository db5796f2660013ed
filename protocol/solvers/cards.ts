/**
 * The list of solvers: routes, tools, verbs, client functions, prices and the router are loops over
 * it. The key is the client's function; one line a solver, sorted.
 */
import { acousticCard } from "./acoustic/card.js";
import { actionCard } from "./action/card.js";
import { bucklingCard } from "./buckling/card.js";
import { chaosCard } from "./chaos/card.js";
import { climateCard } from "./climate/card.js";
import { deviceCard } from "./device/card.js";
import { dockCard } from "./dock/card.js";
import { epiCard } from "./epi/card.js";
import { estimatorCard } from "./estimator/card.js";
import { evolveCard } from "./evolve/card.js";
import { feaCard } from "./fea/card.js";
import { flowCard } from "./flow/card.js";
import { fractureCard } from "./fracture/card.js";
import { gaugeCard } from "./gauge/card.js";
import { gridCard } from "./grid/card.js";
import { heatCard } from "./heat/card.js";
import { infallCard } from "./infall/card.js";
import { latticeCard } from "./lattice/card.js";
import { multibodyCard } from "./multibody/card.js";
import { optCard } from "./opt/card.js";
import { predatorPreyCard } from "./predator-prey/card.js";
import { quantCard } from "./quant/card.js";
import { quantumLevelsCard } from "./quantum-levels/card.js";
import { reactCard } from "./react/card.js";
import { satCard } from "./sat/card.js";
import { solveCard } from "./solve/card.js";
import { tumourCard } from "./tumour/card.js";
import { waveCard } from "./wave/card.js";
import { zetaCard } from "./zeta/card.js";
import type { SolverCard } from "./solver.js";

export const cardsByName = {
  acoustic: acousticCard,
  action: actionCard,
  buckling: bucklingCard,
  chaos: chaosCard,
  climate: climateCard,
  device: deviceCard,
  dock: dockCard,
  epi: epiCard,
  estimator: estimatorCard,
  evolve: evolveCard,
  fea: feaCard,
  flow: flowCard,
  fracture: fractureCard,
  gauge: gaugeCard,
  grid: gridCard,
  heat: heatCard,
  infall: infallCard,
  lattice: latticeCard,
  multibody: multibodyCard,
  opt: optCard,
  predatorPrey: predatorPreyCard,
  quant: quantCard,
  quantumLevels: quantumLevelsCard,
  react: reactCard,
  sat: satCard,
  solve: solveCard,
  tumour: tumourCard,
  wave: waveCard,
  zeta: zetaCard,
} satisfies Readonly<Record<string, SolverCard>>;

/** `quantumLevels` of `quantum-levels`. */
export type SolverName = keyof typeof cardsByName;

export const solverCards: readonly SolverCard[] = Object.values<SolverCard>(cardsByName);

const byId = new Map(solverCards.map((card) => [card.id, card]));

export function cardOf(id: string): SolverCard | null {
  return byId.get(id) ?? null;
}
