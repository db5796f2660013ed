/** What the client has in the place of `api/cli/typedNumbers.ts`: units are left to another program. */
import { OtherProgramNeeded } from "../../api/cli/otherProgram.js";

function leave(): never {
  throw new OtherProgramNeeded();
}

export { leave as isUncertainText, leave as typedNumberOf };
