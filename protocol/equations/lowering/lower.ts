/** The lowering of every expression: sums and integrals included. */
import { lowering } from "../evaluation/lower.js";
import { lowerIntegral } from "../integrals/lower.js";
import { lowerSeries } from "../sums/lower.js";

export const lower = lowering({ series: lowerSeries, integral: lowerIntegral });
