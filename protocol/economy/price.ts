/**
 * What a computation costs: n = round(units(job) / units([KO42])), half up, never below 1.
 * Exact integers throughout: a price that depended on floating point could differ between nodes.
 */

/** Work units of KO42 alone: the unit in which every price is expressed. */
const KO42_UNITS = 2n;
/**
 * Work units that KO42 or a domain operator adds to a chain that has at least one domain operator.
 */
const CHAIN_MEMBER_UNITS = 3n;

/** @param domainOperators how many operators stand beside KO42 in a closed-form chain, 0 to 3. */
function closedFormUnits(domainOperators: number): bigint {
  if (domainOperators === 0) return KO42_UNITS;
  return CHAIN_MEMBER_UNITS * BigInt(1 + domainOperators);
}

/** Credits for a number of work units. */
export function creditsFor(units: bigint): number {
  const rounded = (2n * units + KO42_UNITS) / (2n * KO42_UNITS);
  return Number(rounded < 1n ? 1n : rounded);
}

export interface Quote {
  readonly credits: number;
  readonly units: string;
}

export function quoteClosedForm(domainOperators: number): Quote {
  return quoted(closedFormUnits(domainOperators));
}

/** What a table costs: the units of all rows that have a value. */
export function quoteRows(domainOperators: number, rows: number): Quote {
  return quoted(closedFormUnits(domainOperators) * BigInt(rows));
}

/** What computations of a batch cost together: each has an envelope of its own price. */
export function quoteBatch(quotes: readonly Quote[]): Quote {
  return {
    credits: quotes.reduce((sum, { credits }) => sum + credits, 0),
    units: String(quotes.reduce((sum, { units }) => sum + BigInt(units), 0n)),
  };
}

/** What rows of several prices cost under one envelope. @param units of each */
export function quoteSum(units: readonly string[]): Quote {
  return quoted(units.reduce((sum, one) => sum + BigInt(one), 0n));
}

/** Inner-loop operations that cost as much as KO42 does. */
const SOLVER_WORK_BITS = 28n;
const SOLVER_BASE_UNITS = 3n;

/** Inner-loop operations that a job of so much declared work may do at the same price. */
export function coveredWork(declared: bigint): bigint {
  return ((declared >> SOLVER_WORK_BITS) + 1n) << SOLVER_WORK_BITS;
}

/**
 * What a solver's job costs.
 * @param work inner-loop operations, known before it runs
 * @param operators those a multibody job is priced by instead; absent for every other solver
 */
export function quoteJob(work: bigint, operators?: number | null): Quote {
  return operators === undefined || operators === null
    ? quoteSolver(work)
    : quoteMultibody(operators);
}

function quoteSolver(work: bigint): Quote {
  return quoted(KO42_UNITS * (SOLVER_BASE_UNITS + (work >> SOLVER_WORK_BITS)));
}

/** @param operators those a multibody job names beside its bodies */
function quoteMultibody(operators: number): Quote {
  return quoted((3n * KO42_UNITS * BigInt(1 + operators)) / 2n);
}

function quoted(units: bigint): Quote {
  return { credits: creditsFor(units), units: units.toString() };
}
