/** A plane of a field in colours: axes with units, a bar, the value under the cursor, a drawn line. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { downloadCsv, downloadPng, downloadText, fileName } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import "../style/plots.css";
import { COLOURS, cssColour, wordsOf, type MapName } from "./colours.js";
import { paint, type FieldAxis, type Plane } from "./field.js";
import { colour, useTheme } from "./theme.js";
import { axisTitle, prefixed, shortNumber, ticksOf } from "./ticks.js";

const LEFT = 64;
const RIGHT = 96;
const TOP = 28;
const BOTTOM = 44;
const BAR_GAP = 16;
const BAR_WIDTH = 16;
const HEIGHT = 420;
/** Beyond it one of the sides would be too thin to be seen. */
const ASPECT_MAX = 12;
const TICKS = 6;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function endsOf({ at }: FieldAxis): readonly [number, number] {
  return [at[0] ?? 0, at.at(-1) ?? 1];
}

/** One measure for both axes where they have one unit and it fits. */
function frameOf({ across, up }: Plane, width: number): Frame {
  const whole = {
    left: LEFT,
    top: TOP,
    width: width - LEFT - RIGHT,
    height: HEIGHT - TOP - BOTTOM,
  };
  const [[x0, x1], [y0, y1]] = [endsOf(across), endsOf(up)];
  const aspect = Math.abs((x1 - x0) / (y1 - y0));
  if (across.unit !== up.unit || !(aspect <= ASPECT_MAX && aspect >= 1 / ASPECT_MAX)) return whole;
  const scale = Math.min(whole.width / aspect, whole.height);
  return { ...whole, width: Math.round(scale * aspect), height: Math.round(scale) };
}

/** The picture alone, a pixel a sample. */
function pictureOf(
  plane: Plane,
  range: readonly [number, number],
  map: MapName,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [plane.across.at.length, plane.up.at.length];
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const image = context.createImageData(canvas.width, canvas.height);
  paint(plane, range, wordsOf(map), new Uint32Array(image.data.buffer));
  context.putImageData(image, 0, 0);
  return canvas;
}

interface Drawn {
  readonly plane: Plane;
  readonly range: readonly [number, number];
  readonly map: MapName;
  readonly unit: string;
}

/** Marks beside the picture, told to what draws them: a canvas or a file. */
interface Pen {
  line: (x0: number, y0: number, x1: number, y1: number) => void;
  text: (x: number, y: number, said: string, anchor: "start" | "middle" | "end") => void;
  box: (x: number, y: number, width: number, height: number, fill: string) => void;
}

function drawMarks(pen: Pen, { map, plane, range: [low, high], unit }: Drawn, frame: Frame): void {
  const { height, left, top, width } = frame;
  const bottom = top + height;
  const [[x0, x1], [y0, y1]] = [endsOf(plane.across), endsOf(plane.up)];
  const room = Math.max(2, Math.floor(width / 72));
  const across = prefixed(plane.across.unit, [x0, x1]);
  for (const tick of ticksOf(Math.min(x0, x1), Math.max(x0, x1), Math.min(TICKS, room))) {
    const x = left + ((tick - x0) / (x1 - x0)) * width;
    pen.line(x, bottom, x, bottom + 4);
    pen.text(x, bottom + 16, shortNumber(tick / across.factor), "middle");
  }
  const up = prefixed(plane.up.unit, [y0, y1]);
  const tall = Math.max(2, Math.floor(height / 24));
  for (const tick of ticksOf(Math.min(y0, y1), Math.max(y0, y1), Math.min(TICKS, tall))) {
    const y = bottom - ((tick - y0) / (y1 - y0)) * height;
    pen.line(left - 4, y, left, y);
    pen.text(left - 8, y + 4, shortNumber(tick / up.factor), "end");
  }
  pen.text(left + width / 2, bottom + 36, axisTitle(plane.across.name, across.unit), "middle");
  pen.text(4, 14, axisTitle(plane.up.name, up.unit), "start");
  const bar = left + width + BAR_GAP;
  for (let i = 0; i < COLOURS; i += 1) {
    const y = bottom - ((i + 1) / COLOURS) * height;
    pen.box(bar, y, BAR_WIDTH, height / COLOURS + 1, cssColour(map, i));
  }
  const scale = prefixed(unit, [low, high]);
  for (const tick of ticksOf(low, high, Math.min(TICKS, tall))) {
    const y = bottom - ((tick - low) / (high - low)) * height;
    pen.line(bar + BAR_WIDTH, y, bar + BAR_WIDTH + 4, y);
    pen.text(bar + BAR_WIDTH + 8, y + 4, shortNumber(tick / scale.factor), "start");
  }
  if (unit !== "1" && unit !== "") pen.text(bar, bottom + 36, `[${scale.unit}]`, "start");
}

function canvasPen(context: CanvasRenderingContext2D): Pen {
  context.strokeStyle = colour("edge");
  const soft = colour("soft");
  context.font = `12px ${colour("text")}`;
  return {
    line: (x0, y0, x1, y1) => {
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
    },
    text: (x, y, said, anchor) => {
      context.fillStyle = soft;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.fillText(said, x, y);
    },
    box: (x, y, width, height, fill) => {
      context.fillStyle = fill;
      context.fillRect(x, y, width, height);
    },
  };
}

function drawCanvas(canvas: HTMLCanvasElement, drawn: Drawn, width: number): Frame {
  const start = performance.now();
  const frame = frameOf(drawn.plane, width);
  const height = frame.top + frame.height + BOTTOM;
  const ratio = devicePixelRatio;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (context === null) return frame;
  context.scale(ratio, ratio);
  context.imageSmoothingEnabled = false;
  const picture = pictureOf(drawn.plane, drawn.range, drawn.map);
  context.drawImage(picture, frame.left, frame.top, frame.width, frame.height);
  drawMarks(canvasPen(context), drawn, frame);
  performance.measure("field", { start });
  return frame;
}

function svgOf(drawn: Drawn, width: number): string {
  const frame = frameOf(drawn.plane, width);
  const height = frame.top + frame.height + BOTTOM;
  const [edge, soft] = [colour("edge"), colour("soft")];
  const parts: string[] = [];
  const at = (value: number): string => value.toFixed(1);
  drawMarks(
    {
      line: (x0, y0, x1, y1) =>
        parts.push(`<path d="M${at(x0)} ${at(y0)}L${at(x1)} ${at(y1)}" stroke="${edge}"/>`),
      text: (x, y, said, anchor) =>
        parts.push(
          `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${soft}">` +
            `${said.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`,
        ),
      box: (x, y, wide, high, fill) =>
        parts.push(
          `<rect x="${at(x)}" y="${at(y)}" width="${at(wide)}" height="${at(high)}" fill="${fill}"/>`,
        ),
    },
    drawn,
    frame,
  );
  const picture = pictureOf(drawn.plane, drawn.range, drawn.map).toDataURL("image/png");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">` +
    `<rect width="${width}" height="${height}" fill="${colour("ground")}"/>` +
    `<image x="${frame.left}" y="${frame.top}" width="${frame.width}" height="${frame.height}" ` +
    `preserveAspectRatio="none" style="image-rendering:pixelated" href="${picture}"/>${parts.join("")}</svg>`
  );
}

type Cell = readonly [column: number, row: number];

function measured(value: number | string, unit: string): string {
  return unit === "1" || unit === "" ? String(value) : `${value} ${unit}`;
}

function readOut({ across, up, values }: Plane, [column, row]: Cell, unit: string): string {
  const place = (axis: FieldAxis, i: number): string =>
    `${axis.name} = ${measured(shortNumber(axis.at[i] ?? 0), axis.unit)}`;
  const value = values[row * across.at.length + column] ?? Number.NaN;
  return `${place(across, column)}, ${place(up, row)}: ${measured(value, unit)}`;
}

export function FieldMap({
  line,
  map,
  plane,
  range,
  setLine,
  title,
  unit,
}: Drawn & {
  readonly title: string;
  readonly line: readonly [Cell, Cell] | null;
  readonly setLine: (line: readonly [Cell, Cell] | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<Frame | null>(null);
  const [width, setWidth] = useState(0);
  const [cell, setCell] = useState<Cell | null>(null);
  const [from, setFrom] = useState<Cell | null>(null);
  const theme = useTheme();
  const drawn: Drawn = { plane, range, map, unit };
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const seen = new ResizeObserver(() => setWidth(element.clientWidth));
    seen.observe(element);
    setWidth(element.clientWidth);
    return () => seen.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (canvas.current !== null && width > 0)
      frame.current = drawCanvas(canvas.current, drawn, width);
  }, [plane, range[0], range[1], map, unit, width, theme]);
  const [columns, rows] = [plane.across.at.length, plane.up.at.length];
  const cellAt = (event: PointerEvent): Cell | null => {
    const box = frame.current;
    const bounds = canvas.current?.getBoundingClientRect();
    if (box === null || bounds === undefined) return null;
    const x = (event.clientX - bounds.left - box.left) / box.width;
    const y = 1 - (event.clientY - bounds.top - box.top) / box.height;
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return null;
    return [
      Math.min(columns - 1, Math.floor(x * columns)),
      Math.min(rows - 1, Math.floor(y * rows)),
    ];
  };
  const moved = (event: PointerEvent): void => {
    const at = cellAt(event);
    setCell(at);
    if (from !== null && at !== null && (at[0] !== from[0] || at[1] !== from[1]))
      setLine([from, at]);
  };
  const shown = frame.current;
  const pixel = ([column, row]: Cell): readonly [number, number] =>
    shown === null
      ? [0, 0]
      : [
          shown.left + ((column + 0.5) / columns) * shown.width,
          shown.top + (1 - (row + 0.5) / rows) * shown.height,
        ];
  return (
    <figure class="plot">
      <figcaption class="head">
        <strong>{title}</strong>
        <span class="label number" role="status" data-readout>
          {cell === null
            ? "point at a place for its value; drag for a profile"
            : readOut(plane, cell, unit)}
        </span>
        <Downloads
          forms={[
            {
              as: "PNG",
              save: () => {
                if (canvas.current !== null) downloadPng(fileName(title, "png"), canvas.current);
              },
            },
            {
              as: "SVG",
              save: () =>
                downloadText(fileName(title, "svg"), svgOf(drawn, width), "image/svg+xml"),
            },
            {
              as: "CSV",
              save: () => {
                const { across, up, values } = plane;
                const rowsOf = up.at.flatMap((y, row) =>
                  across.at.map((x, column) => [x, y, values[row * columns + column]] as const),
                );
                downloadCsv(
                  fileName(title, "csv"),
                  [
                    axisTitle(across.name, across.unit),
                    axisTitle(up.name, up.unit),
                    axisTitle(title, unit),
                  ],
                  rowsOf,
                );
              },
            },
          ]}
        />
      </figcaption>
      <div ref={place} class="map" data-samples={plane.values.length}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${title}, from ${shortNumber(range[0])} to ${shortNumber(range[1])} ${unit}`}
          onPointerMove={moved}
          onPointerLeave={() => setCell(null)}
          onPointerDown={(event) => {
            const at = cellAt(event);
            setFrom(at);
            setLine(null);
            if (at !== null) event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={() => setFrom(null)}
        />
        {line === null || shown === null ? null : (
          <svg aria-hidden="true">
            <line
              x1={pixel(line[0])[0]}
              y1={pixel(line[0])[1]}
              x2={pixel(line[1])[0]}
              y2={pixel(line[1])[1]}
            />
          </svg>
        )}
      </div>
    </figure>
  );
}
