/** A command as an API has it; only the names of its fields matter here. */
export type CommandDefinition = object;

/** Names of commands that differ from the wanted ones. */
interface DefinitionDifference {
  missing: string[];
  changed: string[];
  foreign: string[];
}

/** Fields that a platform adds by itself, or that repeat others. */
const OWN_FIELDS = new Set([
  ...['id', 'application_id', 'guild_id', 'version', 'handler', 'dm_permission', 'default_permission'],
  ...['name_localized', 'description_localized'],
]);
/** Lists without order. */
const SETS = new Set(['contexts', 'integration_types', 'channel_types']);
const SLASH_COMMAND = 1;
/** Opens an app's activity; a platform makes it by itself and lets nobody remove it. */
const ENTRY_POINT = 4;

/**
 * Compares definitions of commands in any order. Defaults (null, false, empty) and a platform's own fields count as
 * left out.
 */
export function compareDefinitions(
  wanted: readonly CommandDefinition[],
  found: readonly CommandDefinition[],
): DefinitionDifference {
  const [ours, theirs] = [index(wanted), index(found)];
  const pick = (keys: Iterable<string>, isMeant: (key: string) => boolean) =>
    [...keys].filter(isMeant).map((key) => key.slice(key.indexOf(':') + 1));
  return {
    missing: pick(ours.keys(), (key) => !theirs.has(key)),
    changed: pick(ours.keys(), (key) => theirs.has(key) && theirs.get(key) !== ours.get(key)),
    foreign: pick(theirs.keys(), (key) => !ours.has(key)),
  };
}

/** The same text for the same definitions. */
export function toComparable(definitions: readonly CommandDefinition[]): string {
  return JSON.stringify([...index(definitions)].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function isEqual({ missing, changed, foreign }: DefinitionDifference): boolean {
  return missing.length + changed.length + foreign.length === 0;
}

/** Type and name together are unique. */
function index(definitions: readonly CommandDefinition[]): Map<string, string> {
  const keyed = definitions.flatMap((definition) => {
    const { type = SLASH_COMMAND, name } = definition as { type?: number; name?: string };
    const key = `${type}:${name}`;
    return type === ENTRY_POINT ? [] : [[key, JSON.stringify(tidy({ ...definition, type }))] as const];
  });
  return new Map(keyed);
}

/** Drops defaults and orders the fields. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== 'object' || node === null) return node;
  const fields = Object.entries(node).flatMap(([name, value]) => {
    const isSet = SETS.has(name) && Array.isArray(value);
    const kept = OWN_FIELDS.has(name) ? undefined : tidy(isSet ? value.toSorted() : value);
    return isEmpty(kept) ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The bot's rights on a server, by the platform's names. */
export const NEEDED_RIGHTS = [
  ...['ViewChannel', 'SendMessages', 'SendMessagesInThreads'],
  ...['ReadMessageHistory', 'EmbedLinks', 'AttachFiles'],
] as const;
