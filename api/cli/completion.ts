/**
 * Scripts that complete `calc` in bash, zsh and fish. All words stand in the script, so nothing is
 * started while somebody types, and no daemon has to run.
 */
import { usage } from "./exitCodes.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** A verb and what may stand behind it. */
export interface CompletedVerb {
  /** One word, or two for the verbs of a subject. */
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
  /** Words: inputs as `name=`, actions, file names where `takesFiles`. */
  readonly words: readonly string[];
  /** Allowed values by option or input. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly takesIds: boolean;
}

export interface Completed {
  readonly verbs: readonly CompletedVerb[];
  readonly options: readonly string[];
  readonly operatorIds: readonly string[];
}

/** How the script is made known, in its own first lines. */
const INSTALL: Readonly<Record<Shell, string>> = {
  bash: "# Put this into ~/.bashrc: source <(calc completion bash)",
  zsh: "# Put this into ~/.zshrc: source <(calc completion zsh)",
  fish: "# Run once: calc completion fish > ~/.config/fish/completions/calc.fish",
};

export function completionScript(shell: string, completed: Completed): string {
  switch (shell) {
    case "bash":
      return `${INSTALL.bash}\n${bashScript(completed)}`;
    case "zsh":
      return `${INSTALL.zsh}\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(completed)}`;
    case "fish":
      return `${INSTALL.fish}\n${fishScript(completed)}`;
    default:
      throw usage(
        `${JSON.stringify(shell)} is no shell this knows`,
        `Name one: calc completion ${SHELLS.join("|")}.`,
      );
  }
}

/** In single quotes of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function firstWords({ verbs }: Completed): string[] {
  return [...new Set(verbs.map(({ name }) => name.split(" ")[0]!))].sort();
}

function secondWords({ verbs }: Completed, first: string): string[] {
  return verbs.flatMap(({ name }) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  );
}

function bashScript(completed: Completed): string {
  const { operatorIds, options, verbs } = completed;
  const cases = verbs.map(({ name, options: own, takesIds, words }) => {
    const all = [...words, ...secondWords(completed, name)];
    const list = [
      `words=${quote(all.join(" "))}`,
      `flags=${quote(own.join(" "))}`,
      ...(takesIds ? ['words="$words $_calc_ids"'] : []),
    ];
    return `    ${quote(name)}) ${list.join("; ")} ;;`;
  });
  const groups = firstWords(completed)
    .filter((first) => verbs.every(({ name }) => name !== first))
    .map(
      (first) => `    ${quote(first)}) words=${quote(secondWords(completed, first).join(" "))} ;;`,
    );
  const values = verbs.flatMap(({ name, values: allowed }) =>
    Object.entries(allowed).map(
      ([of, list]) => `    ${quote(`${name} ${of}`)}) words=${quote(list.join(" "))} ;;`,
    ),
  );
  return `_calc_ids=${quote(operatorIds.join(" "))}
_calc() {
  local cur=\${COMP_WORDS[COMP_CWORD]} verb=\${COMP_WORDS[1]} of= words= flags=
  if [ "$COMP_CWORD" -le 1 ]; then
    COMPREPLY=($(compgen -W ${quote([...firstWords(completed), ...options].join(" "))} -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${verbs
  .filter(({ name }) => name.includes(" "))
  .map(({ name }) => `    ${quote(name)}) [ "$COMP_CWORD" -gt 2 ] && verb=${quote(name)} ;;`)
  .join("\n")}
  esac
  # name=value is three words where = breaks them.
  if [ "$cur" = "=" ]; then
    of=\${COMP_WORDS[COMP_CWORD-1]}
    cur=
  elif [ "\${COMP_WORDS[COMP_CWORD-1]}" = "=" ]; then
    of=\${COMP_WORDS[COMP_CWORD-2]}
  else
    case "\${COMP_WORDS[COMP_CWORD-1]}" in --*) of=\${COMP_WORDS[COMP_CWORD-1]} ;; esac
  fi
  if [ -n "$of" ]; then
    case "$verb $of" in
${values.join("\n")}
    esac
    if [ -n "$words" ]; then
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
      return
    fi
  fi
  case "$verb" in
${[...cases, ...groups].join("\n")}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags ${options.join(" ")}" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
  esac
  # An input goes on behind its equals sign.
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _calc calc
`;
}

function fishScript(completed: Completed): string {
  const { operatorIds, options, verbs } = completed;
  const lines: string[] = ["complete -c calc -e", `set -g __calc_ids ${operatorIds.join(" ")}`];
  for (const first of firstWords(completed)) {
    const verb = verbs.find(({ name }) => name === first);
    lines.push(
      `complete -c calc -f -n __fish_use_subcommand -a ${first} -d ${quote(verb?.about ?? "")}`,
    );
  }
  for (const option of options) lines.push(`complete -c calc ${fishOption(option)}`);
  for (const { name, options: own, takesIds, values, words } of verbs) {
    const on = quote(
      name
        .split(" ")
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join("; and "),
    );
    const [first = "", second] = name.split(" ");
    if (second !== undefined)
      lines.push(`complete -c calc -f -n '__fish_seen_subcommand_from ${first}' -a ${second}`);
    const all = [
      ...words,
      ...Object.entries(values).flatMap(([of, list]) =>
        of.startsWith("-") ? [] : list.map((value) => `${of}=${value}`),
      ),
    ];
    if (all.length > 0) lines.push(`complete -c calc -n ${on} -a ${quote(all.join(" "))}`);
    if (takesIds) lines.push(`complete -c calc -f -n ${on} -a '$__calc_ids'`);
    for (const option of own) {
      const allowed = values[option];
      const list = allowed === undefined ? "" : ` -x -a ${quote(allowed.join(" "))}`;
      lines.push(`complete -c calc -n ${on} ${fishOption(option)}${list}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function fishOption(option: string): string {
  return option.startsWith("--") ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`;
}
