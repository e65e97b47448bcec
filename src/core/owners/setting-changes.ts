import type { AuditAction, Deed, Server } from '../../domain/types.ts';
import type { SettingGroup } from './setting-list/kinds.ts';
import type { SettingName, Settings } from './settings.ts';
import { describeSetting, listSettings, parseSettings, showSetting } from './settings.ts';

/** Both values, with the name before them, fit into a line of the audit log. */
const MAX_VALUE_CHARACTERS = 75;
const NOTHING = '–';
const ARROW = ' → ';
const LINE = /^(\w+)(?: (\w+))?(?:: (.*?) → (.*))?$/s;

const OF_GROUP: Record<SettingGroup, AuditAction> = {
  persona: 'persona.changed',
  topics: 'persona.changed',
  team_names: 'team.changed',
  drafts: 'drafts.changed',
  threshold: 'drafts.changed',
  limits: 'limits.changed',
  own: 'server.changed',
};
const OF_OWN: { readonly [Name in SettingName]?: AuditAction } = {
  channels: 'channels.changed',
  place_instructions: 'channels.changed',
  role_questions: 'limits.changed',
  place_shares: 'limits.changed',
  place_hours: 'hours.changed',
  form_bots: 'channels.changed',
  teach_roles: 'team.changed',
  handover_role: 'team.changed',
  handover_roles: 'team.changed',
  remind_asker: 'team.changed',
  access: 'access.changed',
  learning: 'learning.changed',
  alerts_channel: 'alerts.changed',
  hours: 'hours.changed',
};

/**
 * A change of settings as the audit log says it, whichever door made it: a deed for each that has another value now,
 * `name: before → after`; of those by channel, role or day one for each, `name key: before → after`.
 */
export function tellSettingChanges(before: Settings, after: Settings): Deed[] {
  return listSettings().flatMap((name) => {
    const action = OF_OWN[name] ?? OF_GROUP[describeSetting(name).group];
    const [old, now]: [unknown, unknown] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    if (describeSetting(name).isNamedOnly) return { action, subject: name };
    if (!isRecord(old) || !isRecord(now))
      return { action, subject: toLine(name, showSetting(name, old), showSetting(name, now)) };
    const { showOne = String } = describeSetting(name);
    const told = (values: typeof old, key: string) =>
      Object.hasOwn(values, key) ? showOne(values[key]) : '';
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .map((key) => [key, told(old, key), told(now, key)] as const)
      .filter(([, before, after]) => before !== after)
      .map(([key, ...values]) => ({ action, subject: toLine(`${name} ${key}`, ...values) }));
  });
}

/** The same of what an operator changes beside the settings. */
export function tellServerChanges(before: Server, after: Server): Deed[] {
  const facts = ['name', 'plan', 'active', 'memberCount', 'botJoinedAt'] as const;
  const changed = facts.filter((name) => String(before[name]) !== String(after[name]));
  return [
    ...changed.map((name): Deed => {
      const [old, now] = [before[name], after[name]].map((value) =>
        value instanceof Date ? value.toISOString() : value,
      );
      return { action: 'server.changed', subject: toLine(name, old, now) };
    }),
    ...tellSettingChanges(parseSettings(before.settings), parseSettings(after.settings)),
  ];
}

/** Reads a subject that was told here; null: it is none. `key`: the channel, role or day that it is about. */
export function readChange(subject: string) {
  const [, name = '', key = null, before = null, after = null] = LINE.exec(subject) ?? [];
  return name === '' ? null : { name, key, before, after };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toLine(what: string, ...values: [before: unknown, after: unknown]): string {
  return `${what}: ${values.map(toValue).join(ARROW)}`;
}

function toValue(value: unknown): string {
  const line = [
    ...String(value ?? '')
      .replaceAll('→', '›')
      .replace(/\s+/g, ' '),
  ];
  if (line.length === 0) return NOTHING;
  return line.length <= MAX_VALUE_CHARACTERS
    ? line.join('')
    : `${line.slice(0, MAX_VALUE_CHARACTERS - 1).join('')}…`;
}
