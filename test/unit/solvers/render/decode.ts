/** Reads PNG files back, strictly, with the checksums and the inflater of Node. */
import { crc32, inflateSync } from "node:zlib";

export interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly pixel: (x: number, y: number) => readonly [number, number, number];
}

/** @throws Error where a length, a checksum or a filter is not what was written */
export function decodePng(file: Uint8Array): Decoded {
  const bytes = Buffer.from(file);
  if (bytes.subarray(0, 8).toString("latin1") !== "\u0089PNG\r\n\u001a\n")
    throw new Error("no signature");
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== bytes.readUInt32BE(at + 8 + length)) throw new Error("checksum of a chunk");
    chunks.set(body.toString("latin1", 0, 4), body.subarray(4));
    at += 12 + length;
  }
  if (at !== bytes.length || chunks.get("IEND")?.length !== 0) throw new Error("the end");
  const header = chunks.get("IHDR")!;
  const [width, height, depth, type] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8]!,
    header[9]!,
  ];
  if (depth !== 8 || (type !== 2 && type !== 3)) throw new Error(`depth ${depth}, type ${type}`);
  const lines = inflateSync(chunks.get("IDAT")!);
  const row = 1 + width * (type === 2 ? 3 : 1);
  if (lines.length !== row * height) throw new Error("rows");
  for (let y = 0; y < height; y += 1) if (lines[y * row] !== 0) throw new Error("filter");
  const palette = chunks.get("PLTE");
  return {
    width,
    height,
    pixel: (x, y) => {
      const from = type === 2 ? y * row + 1 + 3 * x : 3 * lines[y * row + 1 + x]!;
      const source = type === 2 ? lines : palette!;
      return [source[from]!, source[from + 1]!, source[from + 2]!];
    },
  };
}
