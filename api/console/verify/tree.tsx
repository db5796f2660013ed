/** The inclusion path of a receipt, drawn as the part of the tree that it needs. */
import type { Link } from "../engine/messages.js";

const WIDTH = 340;
const MIDDLE = WIDTH / 2;
const ASIDE = 110;
const STEP = 56;
const BOX_W = 104;
const BOX_H = 26;
const SHORT_CHARS = 8;
const EDGE = 8;

function Box({
  hash,
  kind,
  x,
  y,
}: {
  readonly x: number;
  readonly y: number;
  readonly hash: string;
  readonly kind: "own" | "given" | "root";
}) {
  return (
    <g class={`treebox ${kind}`}>
      <title>{hash}</title>
      <rect x={x - BOX_W / 2} y={y} width={BOX_W} height={BOX_H} rx="3" />
      <text x={x} y={y + BOX_H / 2 + 4} text-anchor="middle">
        {hash.slice(0, SHORT_CHARS)}
      </text>
    </g>
  );
}

export function InclusionTree({ link }: { readonly link: Link }) {
  const { count, index, leaf, steps } = link;
  if (leaf === null)
    return (
      <p class="mark bad" data-tree="broken">
        The path is none of a tree of {count}
      </p>
    );
  const height = steps.length * STEP + BOX_H + 2 * EDGE;
  /** Of the path's own node `level` steps above the leaf. */
  const y = (level: number): number => height - EDGE - BOX_H - level * STEP;
  const own = [leaf, ...steps.map(({ node }) => node)];
  return (
    <figure class="tree" data-tree={steps.length}>
      <figcaption class="label">
        Envelope {index + 1} of {count} in its event. From the leaf up: hashes in full lines were
        computed here, those in dashed ones came with the receipt.
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        style={{ maxWidth: `${WIDTH}px` }}
        role="img"
        aria-label={`Path of ${steps.length} steps from envelope ${index + 1} of ${count} to the signed root`}
      >
        {steps.map(({ isLeft, sibling }, level) => {
          const x = MIDDLE + (isLeft ? -ASIDE : ASIDE);
          return (
            <g key={level}>
              <path
                class="treeline"
                d={
                  `M${MIDDLE} ${y(level)}V${y(level + 1) + BOX_H}` +
                  `M${x} ${y(level)}V${y(level) - (STEP - BOX_H) / 2}H${MIDDLE}`
                }
              />
              <Box x={x} y={y(level)} hash={sibling} kind="given" />
            </g>
          );
        })}
        {own.map((hash, level) => (
          <Box
            key={level}
            x={MIDDLE}
            y={y(level)}
            hash={hash}
            kind={level === own.length - 1 ? "root" : "own"}
          />
        ))}
      </svg>
    </figure>
  );
}
