// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell fills them in
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** What the command is called in the shell that reads the script. */
const NAME = 'lotse';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A place in a command line: the words before it, and those that may come next. */
interface CommandPlace {
  path: readonly string[];
  nouns: readonly { word: string; about: string }[];
  options: readonly { word: string; about: string }[];
}

/** A script for the shell: defines `lotse`, and completes its commands and options. */
export function renderCompletion(shell: Shell, program: Command): string {
  const places = listPlaces(program, []);
  return shell === 'fish' ? renderFish(places) : renderBash(places, shell);
}

function listPlaces(command: Command, path: readonly string[]): CommandPlace[] {
  const nouns = command.commands.map((child) => ({ word: child.name(), about: child.description() }));
  const options = command.options.map(({ long, description }) => ({ word: long ?? '', about: description }));
  const below = command.commands.flatMap((child) => listPlaces(child, [...path, child.name()]));
  return [{ path, nouns, options }, ...below];
}

/** Zsh reads the same script by its own emulation of bash. */
function renderBash(places: readonly CommandPlace[], shell: Shell): string {
  const paths = places.slice(1).map(({ path }) => quote(path.join(' ')));
  const cases = places.map(({ path, nouns, options }) => {
    const words = [...new Set([...nouns, ...options, ...ALWAYS].map(({ word }) => word))].join(' ');
    return `    ${quote(path.join(' '))}) words=${quote(words)} ;;`;
  });
  return [
    ...(shell === 'zsh'
      ? ['autoload -U +X compinit && compinit -u', 'autoload -U +X bashcompinit && bashcompinit']
      : []),
    `${NAME}() { npm --prefix ${quote(ROOT)} run -s cli -- "$@"; }`,
    `_${NAME}() {`,
    '  local cur="${COMP_WORDS[COMP_CWORD]}" path="" words="" word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "${path:+$path }$word" in',
    `      ${paths.join('|')}) path="\${path:+$path }$word" ;;`,
    '    esac',
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '}',
    `complete -o default -F _${NAME} ${NAME}`,
  ].join('\n');
}

function renderFish(places: readonly CommandPlace[]): string {
  const lines = places.flatMap(({ path, nouns, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const none =
      nouns.length > 0 ? [`not __fish_seen_subcommand_from ${nouns.map(({ word }) => word).join(' ')}`] : [];
    const on = [...seen, ...none].join('; and ') || 'true';
    const line = (what: string, about: string) =>
      `complete -c ${NAME} -n ${quote(on)} ${what} -d ${quote(about)}`;
    return [
      ...nouns.map(({ word, about }) => line(`-f -a ${quote(word)}`, about)),
      ...options.map(({ word, about }) => line(`-l ${word.slice(2)}`, about)),
    ];
  });
  const always = ALWAYS.map(
    ({ word, about }) => `complete -c ${NAME} -l ${word.slice(2)} -d ${quote(about)}`,
  );
  const run = `function ${NAME}; npm --prefix ${quote(ROOT)} run -s cli -- $argv; end`;
  return [run, ...lines, ...always].join('\n');
}

const ALWAYS = [
  { word: '--json', about: 'print the result or the error as JSON' },
  { word: '--help', about: 'show help' },
];

/** As one word of the three shells; fish also knows a backslash inside single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
