/** PNG files (ISO/IEC 15948): eight bits a sample, true colour or a palette, no filter. */
import { channels } from "./colours.js";
import { zlibOf } from "./deflate.js";
import type { Colour } from "./drawing.js";

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const TRUE_COLOUR = 2;
const INDEXED = 3;
const CRC_POLYNOMIAL = 0xedb88320;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1)
    crc = (crc & 1) === 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  return crc >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) crc = crcTable[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** @param rgb three bytes a pixel, rows from the top */
export function trueColourPng(width: number, height: number, rgb: Uint8Array): Uint8Array {
  return pngFile(width, height, TRUE_COLOUR, [], rgb, 3 * width);
}

/** @param cells one byte a pixel, an index of the palette */
export function indexedPng(
  width: number,
  height: number,
  cells: Uint8Array,
  palette: readonly Colour[],
): Uint8Array {
  const colours = Uint8Array.from(palette.flatMap((colour) => [...channels(colour)]));
  return pngFile(width, height, INDEXED, [chunk("PLTE", colours)], cells, width);
}

function pngFile(
  width: number,
  height: number,
  colourType: number,
  between: readonly Uint8Array[],
  samples: Uint8Array,
  rowBytes: number,
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, colourType, 0, 0, 0], 8);
  const lines = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    lines.set(samples.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return joined([
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    ...between,
    chunk("IDAT", zlibOf(lines)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(data.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i += 1) whole[4 + i] = type.charCodeAt(i);
  whole.set(data, 8);
  view.setUint32(8 + data.length, crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
