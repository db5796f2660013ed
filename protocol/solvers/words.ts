/**
 * Words by which people speak of each solver, from its folder: `methods` name a method or a model, one of which is
 * enough; `field` are words of its domain, of which it takes two.
 */
import acoustic from "./acoustic/words.json" with { type: "json" };
import action from "./action/words.json" with { type: "json" };
import buckling from "./buckling/words.json" with { type: "json" };
import chaos from "./chaos/words.json" with { type: "json" };
import climate from "./climate/words.json" with { type: "json" };
import device from "./device/words.json" with { type: "json" };
import dock from "./dock/words.json" with { type: "json" };
import epi from "./epi/words.json" with { type: "json" };
import estimator from "./estimator/words.json" with { type: "json" };
import evolve from "./evolve/words.json" with { type: "json" };
import fea from "./fea/words.json" with { type: "json" };
import flow from "./flow/words.json" with { type: "json" };
import fracture from "./fracture/words.json" with { type: "json" };
import gauge from "./gauge/words.json" with { type: "json" };
import grid from "./grid/words.json" with { type: "json" };
import heat from "./heat/words.json" with { type: "json" };
import infall from "./infall/words.json" with { type: "json" };
import lattice from "./lattice/words.json" with { type: "json" };
import multibody from "./multibody/words.json" with { type: "json" };
import opt from "./opt/words.json" with { type: "json" };
import predatorPrey from "./predator-prey/words.json" with { type: "json" };
import quant from "./quant/words.json" with { type: "json" };
import quantumLevels from "./quantum-levels/words.json" with { type: "json" };
import react from "./react/words.json" with { type: "json" };
import sat from "./sat/words.json" with { type: "json" };
import solve from "./solve/words.json" with { type: "json" };
import tumour from "./tumour/words.json" with { type: "json" };
import wave from "./wave/words.json" with { type: "json" };
import zeta from "./zeta/words.json" with { type: "json" };

export interface SolverWords {
  readonly methods: readonly string[];
  readonly field: readonly string[];
}

/** By the id of the solver. */
export const wordsBySolver: Readonly<Record<string, SolverWords>> = {
  acoustic,
  action,
  buckling,
  chaos,
  climate,
  device,
  dock,
  epi,
  estimator,
  evolve,
  fea,
  flow,
  fracture,
  gauge,
  grid,
  heat,
  infall,
  lattice,
  multibody,
  opt,
  "predator-prey": predatorPrey,
  quant,
  "quantum-levels": quantumLevels,
  react,
  sat,
  solve,
  tumour,
  wave,
  zeta,
};
