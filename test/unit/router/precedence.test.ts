/** Which of two comes first: a law that has S after P is not sealed for P after S. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();
const SPEEDS = "P waves run at 6 km/s and S waves at 3.5 km/s. How far away is the earthquake?";

/** S waves are the slower ones. */
const AS_IT_IS: readonly string[] = [
  `At a station the S wave arrives 24 s after the P wave. ${SPEEDS}`,
  "Quake distance if S arrives 24 seconds after P, P 6 km/s and S 3.5 km/s?",
];
const TURNED: readonly string[] = [
  `At a station the P wave arrives 24 s after the S wave. ${SPEEDS}`,
  `At a station the S wave arrives 24 s before the P wave. ${SPEEDS}`,
  "Quake distance if P arrives 24 seconds after S, P 6 km/s and S 3.5 km/s?",
  "Quake distance if S arrives 24 seconds ahead of P, P 6 km/s and S 3.5 km/s?",
];

describe("router: which of two comes first", () => {
  for (const query of AS_IT_IS)
    it(`answers: ${query}`, () => {
      const { operators, params, refusal } = routeQuery(registry, query);
      expect(refusal).to.equal(null);
      expect(operators).to.deep.equal(["SEI17"]);
      expect(params).to.deep.equal({ t_SP: 24, v_P: 6000, v_S: 3500 });
    });

  for (const query of TURNED)
    it(`seals nothing: ${query}`, () => {
      expect(routeQuery(registry, query).refusal).to.not.equal(null);
    });
});
