/** Code of solvers, loaded at first use: an idle node holds none of it. */
import type { Solver } from "./solver.js";

type Loader = () => Promise<Solver>;

const loaders: Readonly<Record<string, Loader>> = {
  acoustic: async () => (await import("./acoustic/solver.js")).acoustic,
  action: async () => (await import("./action/solver.js")).action,
  buckling: async () => (await import("./buckling/solver.js")).buckling,
  chaos: async () => (await import("./chaos/solver.js")).chaos,
  climate: async () => (await import("./climate/solver.js")).climate,
  device: async () => (await import("./device/solver.js")).device,
  dock: async () => (await import("./dock/solver.js")).dock,
  epi: async () => (await import("./epi/solver.js")).epi,
  estimator: async () => (await import("./estimator/solver.js")).estimator,
  evolve: async () => (await import("./evolve/solver.js")).evolve,
  fea: async () => (await import("./fea/solver.js")).fea,
  flow: async () => (await import("./flow/solver.js")).flow,
  fracture: async () => (await import("./fracture/solver.js")).fracture,
  gauge: async () => (await import("./gauge/solver.js")).gauge,
  grid: async () => (await import("./grid/solver.js")).grid,
  heat: async () => (await import("./heat/solver.js")).heat,
  infall: async () => (await import("./infall/solver.js")).infall,
  lattice: async () => (await import("./lattice/solver.js")).lattice,
  multibody: async () => (await import("./multibody/solver.js")).multibody,
  opt: async () => (await import("./opt/solver.js")).opt,
  "predator-prey": async () => (await import("./predator-prey/solver.js")).predatorPrey,
  quant: async () => (await import("./quant/solver.js")).quant,
  "quantum-levels": async () => (await import("./quantum-levels/solver.js")).quantumLevels,
  react: async () => (await import("./react/solver.js")).react,
  sat: async () => (await import("./sat/solver.js")).sat,
  solve: async () => (await import("./solve/solver.js")).solve,
  tumour: async () => (await import("./tumour/solver.js")).tumour,
  wave: async () => (await import("./wave/solver.js")).wave,
  zeta: async () => (await import("./zeta/solver.js")).zeta,
};

/** @throws RangeError for an id that no card has */
export async function loadSolver(id: string): Promise<Solver> {
  const loader = Object.hasOwn(loaders, id) ? loaders[id] : undefined;
  if (loader === undefined) throw new RangeError(`there is no solver ${id}`);
  return loader();
}
