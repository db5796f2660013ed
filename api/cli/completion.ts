/**
 * Scripts that complete `calc` in bash, zsh and fish. All words stand in the script, so nothing is
 * started while somebody types, and no daemon has to run.
 */
import { usage } from "./exitCodes.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

export interface CompletedOption {
  /** With its dashes. */
  readonly flag: string;
  /** What stands behind it; perhaps: a value that may be left out. */
  readonly takes: "nothing" | "perhaps" | "value" | "file";
}

/** A verb and what may stand behind it. */
export interface CompletedVerb {
  /** One word, or two for the verbs of a subject. */
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** Words: inputs as `name=`, actions, file names where `takesFiles`. */
  readonly words: readonly string[];
  /** Allowed values by option or input. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly takesFiles: boolean;
  readonly takesIds: boolean;
}

export interface Completed {
  readonly verbs: readonly CompletedVerb[];
  /** Options of every verb, and what they allow. */
  readonly options: readonly CompletedOption[];
  readonly values: Readonly<Record<string, readonly string[]>>;
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

function flagsOf(options: readonly CompletedOption[]): string {
  return options.map(({ flag }) => flag).join(" ");
}

/** Options behind which a file stands, each once. */
function fileFlags({ options, verbs }: Completed): string[] {
  const all = [...options, ...verbs.flatMap((verb) => verb.options)];
  return [...new Set(all.flatMap(({ flag, takes }) => (takes === "file" ? [flag] : [])))];
}

/** In words of bash and of zsh as bash; `mapfile` is in neither zsh nor the bash of macOS. */
function bashScript(completed: Completed): string {
  const { operatorIds, options, verbs } = completed;
  const cases = verbs.map(({ name, options: own, takesIds, words }) => {
    const all = [...words, ...secondWords(completed, name)];
    const list = [
      `words=${quote(all.join(" "))}`,
      `flags=${quote(flagsOf(own))}`,
      ...(takesIds ? ['words="$words $_calc_ids"'] : []),
    ];
    return `    ${quote(name)}) ${list.join("; ")} ;;`;
  });
  const groups = firstWords(completed)
    .filter((first) => verbs.every(({ name }) => name !== first))
    .map(
      (first) => `    ${quote(first)}) words=${quote(secondWords(completed, first).join(" "))} ;;`,
    );
  const valueCase = (pattern: string, list: readonly string[]): string =>
    `    ${pattern}) words=${quote(list.join(" "))} ;;`;
  const values = [
    ...verbs.flatMap(({ name, values: allowed }) =>
      Object.entries(allowed).map(([of, list]) => valueCase(quote(`${name} ${of}`), list)),
    ),
    ...Object.entries(completed.values).map(([of, list]) => valueCase(`*${quote(` ${of}`)}`, list)),
  ];
  return `# shellcheck disable=SC2207
_calc_ids=${quote(operatorIds.join(" "))}
_calc() {
  local cur=\${COMP_WORDS[COMP_CWORD]} verb=\${COMP_WORDS[1]} of='' lead='' words='' flags=''
  if [ "$COMP_CWORD" -le 1 ]; then
    COMPREPLY=($(compgen -W ${quote(`${firstWords(completed).join(" ")} ${flagsOf(options)}`)} -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${verbs
  .filter(({ name }) => name.includes(" "))
  .map(({ name }) => `    ${quote(name)}) [ "$COMP_CWORD" -gt 2 ] && verb=${quote(name)} ;;`)
  .join("\n")}
  esac
  # name=value is three words where = breaks them, as in bash, and one where it does not.
  if [ "\${cur#?*=}" != "$cur" ]; then
    of=\${cur%%=*}
    lead=$of=
  elif [ "$cur" = "=" ]; then
    of=\${COMP_WORDS[COMP_CWORD-1]}
    cur=
  elif [ "\${COMP_WORDS[COMP_CWORD-1]}" = "=" ]; then
    of=\${COMP_WORDS[COMP_CWORD-2]}
  else
    case "\${COMP_WORDS[COMP_CWORD-1]}" in -*) of=\${COMP_WORDS[COMP_CWORD-1]} ;; esac
  fi
  # The shell itself offers files where nothing else is.
  case "$of" in ${fileFlags(completed).join("|")}) COMPREPLY=(); return ;; esac
  if [ -n "$of" ]; then
    case "$verb $of" in
${values.join("\n")}
    esac
    if [ -n "$words" ]; then
      COMPREPLY=($(compgen -W "$lead\${words// / $lead}" -- "$cur"))
      return
    fi
  fi
  case "$verb" in
${[...cases, ...groups].join("\n")}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags ${flagsOf(options)}" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
  esac
  # An input goes on behind its equals sign.
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _calc calc
`;
}

function fishScript(completed: Completed): string {
  const { operatorIds, options, values, verbs } = completed;
  const lines: string[] = ["complete -c calc -e", `set -g __calc_ids ${operatorIds.join(" ")}`];
  for (const first of firstWords(completed)) {
    const verb = verbs.find(({ name }) => name === first);
    lines.push(
      `complete -c calc -f -n __fish_use_subcommand -a ${first} -d ${quote(verb?.about ?? "")}`,
    );
    const inner = secondWords(completed, first);
    const open = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${inner.join(" ")}`;
    for (const second of inner) {
      const about = verbs.find(({ name }) => name === `${first} ${second}`)?.about ?? "";
      lines.push(`complete -c calc -f -n ${quote(open)} -a ${second} -d ${quote(about)}`);
    }
  }
  for (const option of options)
    lines.push(`complete -c calc ${fishOption(option, values[option.flag])}`);
  for (const verb of verbs) lines.push(...fishVerb(verb));
  return `${lines.join("\n")}\n`;
}

function fishVerb({ name, options, takesFiles, takesIds, values, words }: CompletedVerb): string[] {
  const on = quote(
    name
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and "),
  );
  const all = [
    ...words,
    ...Object.entries(values).flatMap(([of, list]) =>
      of.startsWith("-") ? [] : list.map((value) => `${of}=${value}`),
    ),
  ];
  // Files are offered unless a line says no.
  const only = takesFiles ? "" : "-f ";
  return [
    ...(takesFiles ? [] : [`complete -c calc -f -n ${on}`]),
    ...(all.length > 0 ? [`complete -c calc ${only}-n ${on} -a ${quote(all.join(" "))}`] : []),
    ...(takesIds ? [`complete -c calc -f -n ${on} -a '$__calc_ids'`] : []),
    ...options.map(
      (option) => `complete -c calc -n ${on} ${fishOption(option, values[option.flag])}`,
    ),
  ];
}

function fishOption({ flag, takes }: CompletedOption, allowed?: readonly string[]): string {
  const name = flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
  if (allowed !== undefined)
    return `${name} ${takes === "perhaps" ? "-f" : "-x"} -a ${quote(allowed.join(" "))}`;
  return { nothing: name, perhaps: name, value: `${name} -x`, file: `${name} -r -F` }[takes];
}
