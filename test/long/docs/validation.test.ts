/** The references of solvers that take seconds or minutes each. */
import { checkRows } from "../../docs/validationRows.js";

describe("solvers: references, long", () => {
  checkRows(true);
});
