import { defineSolver } from "../solver.js";
import { deviceCard } from "./card.js";
import { isJunction, junctionMemory, junctionWork, runJunction } from "./diode.js";
import { boxMemory, boxWork, runBox } from "./box.js";

export const device = defineSolver({
  card: deviceCard,
  work: (inputs) => (isJunction(inputs) ? junctionWork(inputs) : boxWork(inputs)),
  memory: (inputs) => (isJunction(inputs) ? junctionMemory(inputs) : boxMemory(inputs)),
  run: (inputs, stop, progress) =>
    isJunction(inputs) ? runJunction(inputs, stop, progress) : runBox(inputs, stop, progress),
});
