import { describeBot } from '../src/core/answering/conclusion.ts';
import type { Core } from '../src/core/core.ts';
import { changeSettings, getServer } from '../src/core/owners/servers.ts';
import type { SettingName } from '../src/core/owners/settings.ts';
import { describeSetting, parseSettings } from '../src/core/owners/settings.ts';
import { planLimitsOf } from '../src/core/quota/plan-limits.ts';
import { slash } from './command.ts';
import { type Draft, escapeMarkdown, quote, saved, say } from './reply.ts';
import {
  describeOthers,
  hintOf,
  labelOf,
  listOptions,
  nameValue,
  readOptions,
  ruleOf,
  toOptions,
} from './settings.ts';
import { both, type Texts, type Wording } from './wording.ts';

/** By the name of its option or field. */
const NAMED = listOptions('persona', ['bot_name', 'tone', 'instructions', 'avatar']);
/** The platform allows no more in a form. */
const MAX_FIELDS = 5;

/** Settings by the name of their option or field, as they were typed. */
type PersonaInput = Readonly<Record<string, string>>;

export const persona = slash('persona', {
  description: { de: 'Wie der Bot heißt und spricht', en: 'What the bot is called and how it speaks' },
  access: 'admin',
  subcommands: {
    show: {
      description: { de: 'Zeigt Name, Ton und Anweisungen', en: 'Shows name, tone and instructions' },
      run: async (core, { serverId }) =>
        say([
          ...(await describe(core, serverId)),
          { de: '\nÄndern: `/persona set`', en: '\nTo change it: `/persona set`' },
        ]),
    },
    set: {
      description: {
        de: 'Ändert, was du angibst; ohne Angabe öffnet sich ein Formular',
        en: 'Changes the options you fill in; without any, a form opens',
      },
      options: toOptions(NAMED),
      run: (core, { serverId, options }) => {
        const isEmpty = [...NAMED.keys()].every((option) => options[option] === undefined);
        return isEmpty ? openForm(core, serverId) : save(core, serverId, options);
      },
    },
  },
  opensForm: ({ subcommand, options }) => subcommand === 'set' && Object.keys(options).length === 0,
  actions: { 'persona:save': (core, { serverId, fields }) => save(core, serverId, fields) },
});

/** The settings that are texts: a form has nothing to choose from. */
async function openForm(core: Core, serverId: string): Promise<Draft> {
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const fields = [...NAMED].flatMap(([option, name]) => {
    const { kind, initial, maxLength = 0, rows = 1 } = describeSetting(name);
    if (kind !== 'text' && kind !== 'address') return [];
    return [
      {
        ...{ name: option, label: labelOf(name), value: String(settings[name] ?? ''), maxLength },
        ...{ placeholder: hintOf(name), isRequired: kind === 'text' && initial !== '', isLong: rows > 1 },
      },
    ];
  });
  return {
    kind: 'form',
    id: 'persona:save',
    title: { de: 'Persona des Bots', en: 'Persona of the bot' },
    fields: fields.slice(0, MAX_FIELDS),
  };
}

async function save(core: Core, serverId: string, given: PersonaInput): Promise<Draft> {
  const { change, faulty } = readOptions(NAMED, given);
  if (faulty.length > 0) return say(explainFaults(faulty, given));
  const { deeds } = await changeSettings(core, serverId, () => change);
  const text = [
    { de: '✅ Gespeichert, gilt ab sofort.\n', en: '✅ Saved. This applies from now on.\n' },
    ...(await describe(core, serverId)),
  ];
  return saved(deeds, text);
}

/** A form that was sent is gone, so what was typed is shown again to be copied. */
function explainFaults(faulty: readonly SettingName[], given: PersonaInput): Wording {
  const typed = [...NAMED].filter(([option]) => given[option]?.trim());
  return [
    {
      de: '⚠️ Nichts geändert. Bitte sieh dir das noch einmal an:',
      en: '⚠️ Nothing changed. Please check this:',
    },
    ...faulty.map((name) => both`- **${labelOf(name)}:** ${ruleOf(name)}`),
    { de: '\nDas hattest du eingegeben:', en: '\nThis is what you typed:' },
    ...typed.map(([option, name]) => both`**${labelOf(name)}:**\n${quote(given[option] ?? '')}`),
  ];
}

async function describe(core: Core, serverId: string): Promise<Texts[]> {
  const { settings, plan, level } = planLimitsOf(core, await getServer(core, serverId));
  const held = plan === 'free' &&
    settings.level !== level && {
      de: ` (bis Premium antwortet ${level})`,
      en: ` (${level} is used until you have premium)`,
    };
  // As a parser writes it, an address holds no angle bracket that could end the link.
  const avatar = new URL(describeBot(core, serverId, settings).avatar).href;
  const told = {
    bot_name: escapeMarkdown(settings.bot_name),
    level: both`${settings.level}${held}`,
    language: nameValue('language', settings.language),
    avatar: `<${avatar}>`,
    tone: settings.tone ? `\n${quote(settings.tone)}` : nameValue('tone', ''),
    instructions: settings.instructions ? `\n${quote(settings.instructions)}` : nameValue('instructions', ''),
  } satisfies { [Name in SettingName]?: Wording };
  const names = Object.keys(told) as (keyof typeof told)[];
  return [
    ...names.map((name) => both`**${labelOf(name)}:** ${told[name]}`),
    ...describeOthers(settings, NAMED, names),
  ];
}
