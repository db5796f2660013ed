/** `33.8 KiB` */

const KILO = 1_024;

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

export function sizeText(bytes: number): string {
  let [size, power] = [bytes, 0];
  while (size >= KILO && power < UNITS.length - 1) [size, power] = [size / KILO, power + 1];
  return `${power === 0 ? size : size.toFixed(1)} ${UNITS[power]}`;
}
