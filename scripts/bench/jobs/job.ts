/**
 * A problem that a solver shares with a program others wrote, sized so that either side takes 2 ms
 * to 5 s.
 */
export interface Job {
  readonly name: string;
  readonly solver: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly peer: string;
  /**
   * A job of peers/solvers_peers.py, and the module it must be able to import or, as
   * `command:NAME`, the program to call, as `library:NAME` the shared library to load, as
   * `octave:NAME` the function that Octave must know.
   */
  readonly job: string;
  readonly needs: string;
  readonly packaged: string;
  /** Our time divided by the peer's. */
  readonly ratioMax: number;
  /** Both answers differ by no more, relatively. */
  readonly agreement: number;
}

export const SCIPY = { needs: "scipy", packaged: "python3-scipy" };
export const NUMBA = { needs: "numba", packaged: "python3-numba" };
