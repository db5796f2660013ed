/** Numbers as people read them. */
/** Every digit of the double, with an exponent where digits would only be zeros. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e9) || (Number.isInteger(value) && size < 1e12)) {
    return String(value);
  }
  return value.toExponential().replace("e+", "e");
}
