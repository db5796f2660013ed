/** Whether an index value meets the condition `j > i` or `j != i` of its sum. */
export function related(op: string, k: number, other: number): boolean {
  switch (op) {
    case "<":
      return k < other;
    case "<=":
      return k <= other;
    case ">":
      return k > other;
    case ">=":
      return k >= other;
    default:
      return k !== other;
  }
}
