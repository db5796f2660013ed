/** Stands beside `package.json`, so that packages of the benchmarks are found. */
export const load = (name) => import(name);
