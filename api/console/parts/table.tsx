/** A table whose rows are drawn only where they are seen: a million of them scroll as ten do. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Column<T> {
  readonly title: string;
  /** Of the grid: `8ch`, `2fr`. */
  readonly width: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Left out on narrow screens. */
  readonly isWide?: boolean;
  readonly isRight?: boolean;
}

export interface TableProps<T> {
  readonly columns: readonly Column<T>[];
  /** How many rows there are, on all pages. */
  readonly count: number;
  /** Null where it is not loaded yet; `wanted` was told then. */
  readonly rowAt: (index: number) => T | null;
  /** Rows that are seen now, both ends among them. */
  readonly wanted?: (from: number, to: number) => void;
  readonly label: string;
  readonly open?: (row: T) => void;
  readonly rowHeight?: number;
  /** Of the part that scrolls, in pixels. */
  readonly height?: number;
}

const BEYOND = 6;
/** Browsers draw no element higher than some 16 million pixels. */
const SCROLL_PX_MAX = 8_000_000;
const NARROW_PX = 640;

export function Table<T>({
  columns,
  count,
  height = 560,
  label,
  open,
  rowAt,
  rowHeight = 40,
  wanted,
}: TableProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [selected, setSelected] = useState(0);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = (): void => setNarrow(element.clientWidth < NARROW_PX);
    // Before the first frame: an observer is called after it was laid out with all columns.
    look();
    const seen = new ResizeObserver(look);
    seen.observe(element);
    return () => seen.disconnect();
  }, []);
  useEffect(() => {
    setSelected((now) => Math.min(now, Math.max(0, count - 1)));
  }, [count]);
  const shown = columns.filter(({ isWide }) => !(isNarrow && isWide === true));
  const grid = shown.map(({ width }) => width).join(" ");
  const full = count * rowHeight;
  const scrolled = Math.min(full, SCROLL_PX_MAX);
  const viewport = Math.min(height, scrolled + 2);
  // Where all rows are higher than a browser draws, the scroll bar says a share of them.
  const share = full === scrolled ? 1 : (full - viewport) / (scrolled - viewport);
  const first = Math.max(0, Math.floor((top * share) / rowHeight) - BEYOND);
  const last = Math.min(count - 1, Math.ceil((top * share + viewport) / rowHeight) + BEYOND);
  useEffect(() => {
    if (count > 0) wanted?.(first, last);
  }, [first, last, count]);
  const select = (index: number): void => {
    const to = Math.max(0, Math.min(count - 1, index));
    setSelected(to);
    const element = frame.current;
    if (element === null) return;
    // A step of the scroll bar is several pixels of rows where they are a share.
    const [at, from] = [to * rowHeight, element.scrollTop * share];
    if (at < from) element.scrollTop = Math.floor(at / share);
    else if (at + rowHeight > from + element.clientHeight)
      element.scrollTop = Math.ceil((at + rowHeight - element.clientHeight) / share);
  };
  const page = Math.max(1, Math.floor(viewport / rowHeight) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const pressed = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const row = event.key === "Enter" ? rowAt(selected) : null;
    if (move === undefined && row === null) return;
    event.preventDefault();
    if (move !== undefined) select(selected + move);
    else if (row !== null) open?.(row);
  };
  const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return (
    <div role="grid" aria-label={label} aria-rowcount={count} class="section table">
      <div class="rowhead" role="row" style={{ gridTemplateColumns: grid }}>
        {shown.map(({ isRight, title }) => (
          <span key={title} role="columnheader" class={isRight === true ? "right" : ""}>
            {title}
          </span>
        ))}
      </div>
      <div
        ref={frame}
        class="rows"
        role="rowgroup"
        tabIndex={0}
        aria-label={label}
        style={{ height: `${viewport}px` }}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onKeyDown={pressed}
      >
        <div style={{ height: `${scrolled}px` }} aria-hidden="true" />
        {indices.map((index) => {
          const row = rowAt(index);
          const y = index * rowHeight - top * share + top;
          return (
            <div
              key={index}
              role="row"
              class="row"
              aria-rowindex={index + 1}
              aria-selected={index === selected}
              style={{ top: `${y}px`, height: `${rowHeight}px`, gridTemplateColumns: grid }}
              onClick={() => {
                setSelected(index);
                if (row !== null) open?.(row);
              }}
            >
              {shown.map(({ cell, isRight, title }) => (
                <span key={title} role="gridcell" class={isRight === true ? "right" : ""}>
                  {row === null ? "…" : cell(row)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
