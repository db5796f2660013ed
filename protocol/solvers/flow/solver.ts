import { runInTime, timeMemory, timeWork } from "./inTime.js";
import { runSteady, steadyMemory, steadyWork } from "./steady.js";
import { flowCard } from "./card.js";
import { isSteadyCavity } from "./problem.js";
import { defineSolver } from "../solver.js";

export const flow = defineSolver({
  card: flowCard,
  work: (inputs) => (isSteadyCavity(inputs) ? steadyWork(inputs) : timeWork(inputs)),
  memory: (inputs) => (isSteadyCavity(inputs) ? steadyMemory(inputs) : timeMemory(inputs)),
  run: (inputs, stop, progress) =>
    isSteadyCavity(inputs) ? runSteady(inputs, stop, progress) : runInTime(inputs, stop, progress),
});
