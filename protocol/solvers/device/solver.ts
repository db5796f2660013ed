import { solverOfModes } from "../march.js";
import { box } from "./box.js";
import { deviceCard } from "./card.js";
import { isJunction, junction } from "./diode.js";

export const device = solverOfModes(deviceCard, (inputs) => (isJunction(inputs) ? junction : box));
