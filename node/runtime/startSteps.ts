/** The steps of a start, in their order: what each is called, and how long it may take. */

export interface StartStep {
  readonly says: string;
  /** After it the start is given up: nothing was acknowledged to anybody yet. */
  readonly deadlineMs: number;
}

export const START_STEPS = {
  settings: { says: "reading the settings", deadlineMs: 30_000 },
  /** A log of some megabytes is read, and tables are compared by their lengths. */
  directory: { says: "opening the data directory", deadlineMs: 300_000 },
  /** A large database is read through in a part of this. */
  books: { says: "reading its spine and books", deadlineMs: 300_000 },
  result: { says: "the first result", deadlineMs: 120_000 },
  http: { says: "listening for HTTP", deadlineMs: 30_000 },
  /** Names may have to be looked up. */
  mesh: { says: "joining the mesh", deadlineMs: 120_000 },
  metrics: { says: "listening for metrics", deadlineMs: 30_000 },
  address: { says: "writing api.json", deadlineMs: 30_000 },
} as const satisfies Readonly<Record<string, StartStep>>;

export type StartStepName = keyof typeof START_STEPS;
