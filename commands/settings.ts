import type { Core } from '../src/core/core.ts';
import { changeSettings } from '../src/core/owners/servers.ts';
import type { SettingGroup } from '../src/core/owners/setting-list/kinds.ts';
import type { SettingName, Settings } from '../src/core/owners/settings.ts';
import { describeSetting, listSettings, typedSettingsSchema } from '../src/core/owners/settings.ts';
import { truncate } from '../src/domain/text.ts';
import { type Invocation, ON_OR_OFF, type Options } from './command.ts';
import { RefusalError } from './refusal.ts';
import { escapeMarkdown, MAX_SUGGESTION_CHARACTERS } from './reply.ts';
import { both, inEach, type Texts } from './wording.ts';

/** Given as an address, it takes the address away; an option cannot be empty. */
const NONE = '-';

/** The settings of a group that its command has, each by the name of its option. @param first these come first */
export function listOptions(
  group: SettingGroup,
  first: readonly SettingName[] = [],
): Map<string, SettingName> {
  const names = listSettings(group, first).filter((name) => describeSetting(name).option !== null);
  const ofCommand = names.map((name) => [describeSetting(name).option?.name ?? name, name] as const);
  return new Map(ofCommand.toSorted(([, a], [, b]) => Number(isRequired(b)) - Number(isRequired(a))));
}

function isRequired(name: SettingName): boolean {
  return describeSetting(name).option?.isRequired === true;
}

/** What the platform is told about these options. */
export function toOptions(named: ReadonlyMap<string, SettingName>): Options {
  return Object.fromEntries([...named].map(([option, name]) => [option, toOption(name)]));
}

function toOption(name: SettingName): Options[string] {
  const { kind, option, maxLength, choices } = describeSetting(name);
  const listed = Object.entries(option?.choices ?? choices ?? {});
  const offered =
    kind === 'flag' ? ON_OR_OFF.choices : listed.map(([value, texts]) => ({ name: texts, value }));
  return {
    description: inEach((language) => truncate(hintOf(name)[language], MAX_SUGGESTION_CHARACTERS)),
    ...(isRequired(name) && { isRequired: true }),
    ...(offered.length > 0 && { choices: offered }),
    ...(maxLength && { maxLength }),
  };
}

/** How a setting is called, and what is said of it, in the chat. */
export function labelOf(name: SettingName): Texts {
  const { option, label } = describeSetting(name);
  return option?.label ?? label;
}

export function hintOf(name: SettingName): Texts {
  const { option, hint } = describeSetting(name);
  return option?.description ?? hint ?? labelOf(name);
}

export function ruleOf(name: SettingName): Texts {
  const { option, rule } = describeSetting(name);
  return option?.rule ?? rule;
}

/** What was given for these options, checked; `faulty` names what must be different. */
export function readOptions(
  named: ReadonlyMap<string, SettingName>,
  given: Invocation['options'],
): { change: Partial<Settings>; faulty: SettingName[] } {
  const typed = [...named].flatMap(([option, name]) => {
    const text = given[option]?.trim() ?? (isRequired(name) ? '' : undefined);
    return text === undefined ? [] : [[name, toTyped(name, text)]];
  });
  const { data = {}, error } = typedSettingsSchema.safeParse(Object.fromEntries(typed));
  const faulty = new Set(error?.issues.map(({ path }) => path[0]));
  return { change: data, faulty: [...named.values()].filter((name) => faulty.has(name)) };
}

function toTyped(name: SettingName, text: string): string {
  const { kind } = describeSetting(name);
  return kind === 'address' && text === NONE ? '' : text;
}

/** Saves what was given. @param more that goes with it. @throws RefusalError */
export async function saveOptions(
  core: Core,
  { serverId, options }: Invocation,
  named: ReadonlyMap<string, SettingName>,
  more: Partial<Settings> = {},
) {
  const { change, faulty } = readOptions(named, options);
  const [wrong] = faulty;
  if (wrong) {
    const { option } = describeSetting(wrong);
    throw new RefusalError(option?.refusal ?? both`⚠️ **${labelOf(wrong)}:** ${ruleOf(wrong)}`);
  }
  return changeSettings(core, serverId, () => ({ ...change, ...more }));
}

/** A line for each setting that a command has nothing better to say of. @param told those of which it has */
export function describeOthers(
  settings: Settings,
  named: ReadonlyMap<string, SettingName>,
  told: readonly SettingName[],
): Texts[] {
  const others = [...named.values()].filter((name) => !told.includes(name));
  return others.map((name) => both`**${labelOf(name)}:** ${nameValue(name, settings[name])}`);
}

/** A value as people call it. */
export function nameValue(name: SettingName, value: Settings[SettingName]): Texts {
  const { option, choices } = describeSetting(name);
  const [on, off] = ON_OR_OFF.choices;
  if (typeof value === 'boolean') return (value ? on : off).name;
  if (typeof value === 'number') return inEach((language) => value.toLocaleString(language));
  const told = String(value ?? '');
  const named = option?.choices?.[told] ?? choices?.[told];
  if (named) return named;
  return told ? both`${escapeMarkdown(told)}` : { de: '*keine Angabe*', en: '*not set*' };
}
