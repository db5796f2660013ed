/** `33.8 KiB` */

const KILO = 1_024;

export function sizeText(bytes: number): string {
  return bytes < KILO
    ? `${bytes} B`
    : bytes < KILO * KILO
      ? `${(bytes / KILO).toFixed(1)} KiB`
      : `${(bytes / KILO / KILO).toFixed(1)} MiB`;
}
