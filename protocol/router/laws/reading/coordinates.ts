/** Places on a globe: `48.0 N 11.0 E`, `50.05N 5.71W`, `52° N, 5° E`. For a proposal alone. */
import { exact, exactOfText, multiplyExact, subtractExact } from "../../../units/exact.js";
import { parseUnit } from "../../../units/index.js";
import type { Place, Reading, Span } from "../../../units/quantity/index.js";
import { valueSpan, type Part, type Spans } from "./spanForms.js";

const ANGLE = String.raw`(\d{1,3}(?:\.\d+)?)\s*(?:°|º|deg(?:rees?)?)?\s*`;
const ON_GLOBE = new RegExp(
  String.raw`(?<![\p{L}\d.])${ANGLE}([NS])(?:orth|outh)?[\s,]+${ANGLE}([EW])(?:ast|est)?(?![\p{L}\d])`,
  "gu",
);

type Exact = Reading["number"];

function signed(digits: string, side: string): Exact {
  const number = exactOfText(digits);
  return /[SW]/u.test(side) ? multiplyExact(exact(-1n), number) : number;
}

/** Two places as two latitudes and the difference of the longitudes; what is no two places stays. */
export function withCoordinates(text: string, spans: Spans): Spans {
  const degrees = parseUnit("deg");
  const [one, other, third] = [...text.matchAll(ON_GLOBE)];
  if (one === undefined || other === undefined || third !== undefined || !degrees.ok) return spans;
  const from = one.index;
  const to = other.index + other[0].length;
  const first = spans.find(({ at }) => from <= at[0] && at[1] <= to);
  if (first === undefined) return spans;
  const partOf = (at: Place, name: string, number: Exact): Span => {
    const whole: Part = {
      ...valueSpan(first, at, [{ number, piPower: 0, unit: degrees }]),
      follower: null,
      asIfSaid: [],
      name: { text: name, at },
    };
    return whole;
  };
  const [, lat1 = "", north1 = "", lon1 = "", east1 = ""] = one;
  const [all, lat2 = "", north2 = "", lon2 = "", east2 = ""] = other;
  const apart = subtractExact(signed(lon2, east2), signed(lon1, east1));
  const middle = other.index + all.lastIndexOf(lon2);
  const places = [
    partOf([from, from + one[0].length], "phi_1", signed(lat1, north1)),
    partOf([other.index, middle], "phi_2", signed(lat2, north2)),
    partOf([middle, to], "Delta_lambda", apart),
  ];
  const before = spans.filter(({ at }) => at[1] <= from);
  const behind = spans.filter(({ at }) => at[0] >= to);
  return [...before, ...places, ...behind];
}
