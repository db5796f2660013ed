/**
 * How rare a word is that some of all laws have: the binary logarithm of the ratio in sixteenths, by
 * integers alone, so that it is the same on every machine.
 */
export function rarityOf(all: number, some: number): number {
  let left = Math.max(1, Math.floor((all * 16) / some));
  let whole = 0;
  while (left >= 32) {
    left = Math.floor(left / 2);
    whole += 16;
  }
  return whole + left - 8;
}
