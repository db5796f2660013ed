/** What a program has in the place of a module that it leaves to another program. */
import { OtherProgramNeeded } from "../../api/cli/otherProgram.js";

throw new OtherProgramNeeded();
