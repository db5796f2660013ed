import { placing } from "../fields/placed.js";
import { solverOfModes } from "../march.js";
import { box } from "./box.js";
import { deviceCard } from "./card.js";
import { isJunction, junction, type DeviceInputs } from "./diode.js";

const modes = solverOfModes(deviceCard, (inputs) => (isJunction(inputs) ? junction : box));

export const device: typeof modes = {
  ...modes,
  refused: placing(({ boundary, length = 0, lx = length, ly = lx, rho }: DeviceInputs) => ({
    given: { rho, boundary },
    over: { x: [0, lx], y: [0, ly] },
  })),
};
