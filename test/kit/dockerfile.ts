/** A Dockerfile as instructions, and what a linter says of it (the rules of hadolint that apply). */

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Lines that end with a backslash go on; comments between them are left out. */
export function readDockerfile(text: string): readonly Instruction[] {
  const joined = text
    .split("\n")
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "");
  return joined
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`not an instruction: ${line}`);
      return { name, rest: rest! };
    });
}

const INSTRUCTIONS = new Set([
  ..."ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER".split(
    " ",
  ),
  ..."VOLUME WORKDIR".split(" "),
]);

/** The words of an instruction in exec form, or null for one that a shell would run. */
export function execForm(rest: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(rest);
    return Array.isArray(words) && words.every((word) => typeof word === "string") ? words : null;
  } catch {
    return null;
  }
}

/** `ENV a=1 b=2` and `ARG a=1`. */
export function assigned(rest: string): ReadonlyMap<string, string> {
  return new Map([...rest.matchAll(/(\w+)=(\S*)/g)].map(([, key, value]) => [key!, value!]));
}

export function lintDockerfile(all: readonly Instruction[]): readonly string[] {
  const args = new Map(
    all.filter(({ name }) => name === "ARG").flatMap(({ rest }) => [...assigned(rest)]),
  );
  const stages = new Set<string>();
  let user = "root";
  const problems: string[] = [];
  for (const { name, rest } of all) {
    if (!INSTRUCTIONS.has(name)) problems.push(`${name} is not to be used`);
    if (name === "FROM") {
      const [, image = "", stage] = /^(\S+)(?: AS (\w+))?$/.exec(rest) ?? [];
      const full = image.replaceAll(/\$\{(\w+)\}/g, (_, arg: string) => args.get(arg) ?? "");
      if (!/:(?!latest)[\w.-]*\d+\.\d+\.\d+|@sha256:[0-9a-f]{64}$/.test(full) && !stages.has(full))
        problems.push(`the version of ${full} is not exact`);
      if (stage !== undefined) stages.add(stage);
      user = "root";
    }
    if (name === "USER") user = rest;
    if (name === "COPY") {
      const from = /^--from=(\S+)/.exec(rest)?.[1];
      if (from !== undefined && !stages.has(from)) problems.push(`there is no stage ${from}`);
    }
    if (name === "WORKDIR" && !rest.startsWith("/")) problems.push(`WORKDIR ${rest} is relative`);
    if (name === "RUN" && /(?:^|[;&|]\s*)(?:sudo|cd|curl|wget) /.test(rest))
      problems.push(`RUN with what a stage does not need: ${rest}`);
    if ((name === "ENTRYPOINT" || name === "CMD") && execForm(rest) === null)
      problems.push(`${name} runs in a shell, which gets the signals`);
  }
  if (user === "root" || user === "0") problems.push("it runs as root");
  for (const once of ["HEALTHCHECK", "ENTRYPOINT", "STOPSIGNAL"])
    if (all.filter(({ name }) => name === once).length !== 1) problems.push(`not one ${once}`);
  return problems;
}
