/** Every number of a question as one value, for a proposal that leaves open what stands around it. */
import { exactOfText } from "../../../units/exact.js";
import { parseUnit } from "../../../units/index.js";
import type { Span } from "../../../units/quantity/index.js";
import { valueSpan, type Part, type Spans } from "./spanForms.js";

const STATES = [
  ["initial", "inlet", "first", "primary"],
  ["final", "outlet", "second", "secondary"],
] as const;

/** What is denied states no value; what is not read whole states one where it is digits alone. */
export function everyNumber(text: string, spans: Spans): Spans {
  return spans.flatMap((span) => {
    switch (span.kind) {
      case "value":
        return [span];
      case "negated":
        return [];
      case "range":
      case "from-to":
        return bothOf(text, span);
      case "unread":
        return digitsOf(text, span);
      default:
        return firstOf(span);
    }
  });
}

/** `between 20 and 30 degC` has no beginning. */
function bothOf(text: string, span: Span): Spans {
  const isBetween = /\bbetween\s*$/iu.test(text.slice(0, span.quantities[0]?.at[0] ?? span.at[0]));
  return span.quantities.map((quantity, i): Part => ({
    ...span,
    kind: "value",
    at: quantity.at,
    quantities: [quantity],
    message: null,
    follower: i === span.quantities.length - 1 ? span.follower : null,
    asIfSaid: isBetween ? [] : (STATES[i] ?? []),
  }));
}

function firstOf(span: Span): Spans {
  const [quantity] = span.quantities;
  if (quantity === undefined) return [];
  return [{ ...span, kind: "value", quantities: [quantity], message: null }];
}

const DIGITS = /^[-\u2212+]?\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?$/iu;

function digitsOf(text: string, span: Span): Spans {
  const digits = text.slice(...span.at).trim().replace("\u2212", "-");
  const unit = parseUnit("1");
  if (!DIGITS.test(digits) || !unit.ok) return [];
  const number = exactOfText(digits.replace(/^\+/u, ""));
  return [valueSpan(span, span.at, [{ number, piPower: 0, unit }])];
}
