/** A number without a unit, beside others that have theirs, in an input that has a dimension. */
import { isDimensionless } from "../../../units/index.js";
import { inUnitBeside } from "../filling/listUnit.js";
import type { Filled } from "../filling/fillTypes.js";
import { IN_UNIT_OF_LAW, IN_UNIT_OF_OTHERS } from "../filling/unitSupposed.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

const SI = "SI";
const SUPPOSED = "is supposed for the";

/** `10 A for 45 min, M 58.69`: grams and kilograms for a mole are as likely. */
export function unitless(question: Question, { uses }: Filled): Open | null {
  const { given, text } = question;
  const bare = given.filter(({ span }) => span.quantities.every(({ hasUnit }) => !hasUnit));
  const isMixed = given.some(({ span }) => span.quantities.some(({ hasUnit }) => hasUnit));
  if (!isMixed) return null;
  for (const { at, rule, slot } of uses) {
    // Shown with all that a proposal supposes.
    if (rule === IN_UNIT_OF_LAW || rule === IN_UNIT_OF_OTHERS) continue;
    if (slot.unit === null || isDimensionless(slot.unit.dimension)) continue;
    const one = bare.find(({ span }) => span.at[0] === at[0] && span.at[1] === at[1]);
    if (one === undefined) continue;
    const unit = inUnitBeside(one, slot, question)?.readings[0]?.unit.text ?? SI;
    const said = text.slice(...at);
    return {
      what: "fact",
      at,
      message: `"${said}" has no unit, and other numbers have theirs: ${unit} ${SUPPOSED} ${slot.about}`,
    };
  }
  return null;
}
