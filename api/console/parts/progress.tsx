/** Long work: what is done, what is left, the error so far, and a button that stops it. */
import type { ComponentChildren } from "preact";

export interface ProgressProps {
  /** The activity, as in "Solving the heat equation". */
  readonly what: string;
  /** From 0 to 1; null where nobody knows. */
  readonly share: number | null;
  /** The rest, and how it stands, in words. */
  readonly left?: string;
  /** Relative error as it is estimated now. */
  readonly error?: number | null;
  readonly stop?: () => void;
  readonly children?: ComponentChildren;
}

const PERCENT = 100;

export function Progress({ children, error = null, left = "", share, stop, what }: ProgressProps) {
  return (
    <div class="progress" role="status" data-state="running">
      <div class="head">
        <strong>{what}</strong>
        {share === null ? null : (
          <span class="number">{Math.floor(Math.min(1, share) * PERCENT)} %</span>
        )}
        {left === "" ? null : <span class="label">{left}</span>}
        {error === null ? null : (
          <span class="label">
            error so far <span class="digits">{error.toExponential(1)}</span>
          </span>
        )}
      </div>
      {share === null ? (
        <progress aria-label={what} />
      ) : (
        <progress aria-label={what} value={Math.min(1, share)} max={1} />
      )}
      {children}
      {stop === undefined ? null : (
        <div class="buttons">
          <button type="button" class="button" onClick={stop} data-stop>
            Stop
          </button>
        </div>
      )}
    </div>
  );
}
