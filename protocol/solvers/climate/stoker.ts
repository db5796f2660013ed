/**
 * The dam break over a flat bed, exactly: Stoker, Water Waves (1957), 10.8; over dry ground Ritter,
 * Z. Ver. Dtsch. Ing. 36 (1892) 947.
 */

/** Halvings of an interval of depths: more than a double has digits. */
const HALVINGS = 80;

/** Speed of the water behind a bore of depth h into still water of that depth. */
function behindBore(h: number, low: number, g: number): number {
  return (h - low) * Math.sqrt((g / 2) * (1 / h + 1 / low));
}

/** Depth between the fan and the bore: both leave the same speed there. */
function depthBetween(high: number, low: number, g: number): number {
  let [a, b] = [low, high];
  for (let n = 0; n < HALVINGS; n += 1) {
    const h = (a + b) / 2;
    const inFan = 2 * (Math.sqrt(g * high) - Math.sqrt(g * h));
    if (inFan > behindBore(h, low, g)) a = h;
    else b = h;
  }
  return (a + b) / 2;
}

/**
 * @param left,right depths, m
 * @param speed      place over time, m/s; the dam stood at 0
 */
export function brokenDam(left: number, right: number, g: number, speed: number): number {
  if (right > left) return brokenDam(right, left, g, -speed);
  if (left === right) return left;
  const c = Math.sqrt(g * left);
  if (speed <= -c) return left;
  const inFan = ((2 * c - speed) * (2 * c - speed)) / (9 * g);
  if (right === 0) return speed >= 2 * c ? 0 : inFan;
  const between = depthBetween(left, right, g);
  const behind = behindBore(between, right, g);
  // Nothing of the low water is lost in the bore: between (bore - behind) = right bore.
  if (speed * (between - right) >= between * behind) return right;
  return speed >= behind - Math.sqrt(g * between) ? between : inFan;
}
