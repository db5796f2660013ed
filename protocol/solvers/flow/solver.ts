import { solverOfModes } from "../march.js";
import { flowCard } from "./card.js";
import { flowInTime } from "./inTime.js";
import { isSteadyCavity } from "./problem.js";
import { steadyCavity } from "./steady.js";

export const flow = solverOfModes(flowCard, (inputs) =>
  isSteadyCavity(inputs) ? steadyCavity : flowInTime,
);
