/**
 * Where the hashes of a spine's tree are found: the paths of C2SP tlog-tiles, 256 hashes to a tile.
 */

const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;
/** 2^(8 * 6) leaves are past any safe count; deeper levels cannot exist. */
const TILE_LEVEL_MAX = 5;

interface TileAddress {
  /**
   * Level 0 holds leaf hashes, level L the roots of complete subtrees of 256^L leaves; "entries"
   * the leaves' data.
   */
  readonly level: number | "entries";
  readonly index: number;
  /** Hashes in the tile: 256, or fewer at the right edge. */
  readonly width: number;
}

/**
 * `tile/<L>/<N>[.p/<W>]` with N in groups of three digits, all but the last marked x: 1234067 is
 * x001/x234/067.
 */
export function tilePath(tile: TileAddress): string {
  const digits = `${tile.index}`;
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  const groups: string[] = [];
  for (let i = 0; i < padded.length; i += 3)
    groups.push(`${i + 3 < padded.length ? "x" : ""}${padded.slice(i, i + 3)}`);
  const partial = tile.width === TILE_WIDTH ? "" : `.p/${tile.width}`;
  return `tile/${tile.level}/${groups.join("/")}${partial}`;
}

/** The address, or null unless `path` is exactly what `tilePath` writes. */
export function parseTilePath(path: string): TileAddress | null {
  const match = /^tile\/(entries|\d)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (match === null) return null;
  const level = match[1] === "entries" ? match[1] : Number(match[1]);
  const index = Number(match[2]!.replaceAll(/[x/]/g, ""));
  const width = match[3] === undefined ? TILE_WIDTH : Number(match[3]);
  if (level !== "entries" && level > TILE_LEVEL_MAX) return null;
  if (!Number.isSafeInteger(index) || (match[3] !== undefined && width >= TILE_WIDTH)) return null;
  const tile: TileAddress = { level, index, width };
  return tilePath(tile) === path ? tile : null;
}

/** Hashes that this tile has in a tree of `size` leaves: 0 when it does not exist yet. */
export function tileWidthAt(level: number | "entries", index: number, size: number): number {
  let span = 1;
  if (level !== "entries") for (let i = 0; i < level; i += 1) span *= TILE_WIDTH;
  const complete = Math.floor(size / span);
  return Math.max(0, Math.min(TILE_WIDTH, complete - index * TILE_WIDTH));
}

/**
 * The tile that stores the complete subtree `height`/`index`, and where in it; higher ones are
 * computed from it.
 */
export function tileOfSubtree(
  height: number,
  index: number,
): { level: number; tile: number; first: number; count: number } {
  const level = Math.floor(height / TILE_HEIGHT);
  let count = 1;
  for (let i = level * TILE_HEIGHT; i < height; i += 1) count *= 2;
  const first = index * count;
  return { level, tile: Math.floor(first / TILE_WIDTH), first: first % TILE_WIDTH, count };
}
