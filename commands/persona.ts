import { describeBot } from '../src/core/answering/answer.ts';
import type { Core } from '../src/core/core.ts';
import { changeSettings, getServer } from '../src/core/owners/servers.ts';
import {
  listChanged,
  MAX_BOT_NAME_CHARACTERS,
  MAX_TONE_CHARACTERS,
  parseSettings,
  type Settings,
  settingsChangeSchema,
} from '../src/core/owners/settings.ts';
import { termsOf } from '../src/core/quota/plan-limits.ts';
import { MAX_INSTRUCTIONS_CHARACTERS, MAX_URL_CHARACTERS } from '../src/domain/limits.ts';
import type { Language } from '../src/domain/types.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { auditAs, escapeMarkdown, type Reply, say } from './reply.ts';

/** Given as an avatar, it takes the avatar away; an option cannot be empty. */
const NO_AVATAR = '-';

/** Settings of the persona by the name of their option or field. */
const SETTINGS = {
  name: 'bot_name',
  tone: 'tone',
  instructions: 'instructions',
  avatar: 'avatar',
  level: 'level',
  language: 'language',
} as const satisfies Record<string, keyof Settings>;
type Part = keyof typeof SETTINGS;
const PARTS = Object.keys(SETTINGS) as Part[];

const LABELS: Record<Part, Texts> = {
  name: { de: 'Name', en: 'Name' },
  tone: { de: 'Ton', en: 'Tone' },
  instructions: { de: 'Anweisungen', en: 'Instructions' },
  avatar: { de: 'Bild', en: 'Avatar' },
  level: { de: 'Stufe', en: 'Level' },
  language: { de: 'Sprache', en: 'Language' },
};

const LANGUAGES: Record<Language, Texts> = {
  de: { de: 'Deutsch', en: 'German' },
  en: { de: 'Englisch', en: 'English' },
};

const LEVELS: Record<Settings['level'], Texts> = {
  V1: { de: 'V1: schnell und sparsam', en: 'V1: fast and thrifty' },
  'V1.5': { de: 'V1.5: liest mehr Wissen', en: 'V1.5: reads more knowledge' },
  V2: { de: 'V2: gründlich, prüft jede Antwort', en: 'V2: thorough, checks every answer' },
};

/** What a refused value should be. */
const RULES: Record<Part, Texts> = {
  name: {
    de: `1 bis ${MAX_BOT_NAME_CHARACTERS} Zeichen`,
    en: `1 to ${MAX_BOT_NAME_CHARACTERS} characters`,
  },
  tone: { de: `höchstens ${MAX_TONE_CHARACTERS} Zeichen`, en: `at most ${MAX_TONE_CHARACTERS} characters` },
  instructions: {
    de: `höchstens ${MAX_INSTRUCTIONS_CHARACTERS} Zeichen`,
    en: `at most ${MAX_INSTRUCTIONS_CHARACTERS} characters`,
  },
  avatar: {
    de: 'eine Adresse, die mit https:// beginnt, zum Beispiel https://example.com/bot.png',
    en: 'an address that begins with https://, for example https://example.com/bot.png',
  },
  level: { de: 'V1, V1.5 oder V2', en: 'V1, V1.5 or V2' },
  language: { de: 'de oder en', en: 'de or en' },
};

const HINTS: Record<Part, Texts> = {
  name: { de: 'Wie der Bot heißt', en: 'What the bot is called' },
  tone: { de: 'Wie er spricht, z. B. freundlich und knapp', en: 'How it speaks, e.g. friendly and brief' },
  instructions: {
    de: 'Was er beachten soll, z. B. welche Themen er nicht beantwortet',
    en: 'What it minds, e.g. which topics it does not answer',
  },
  avatar: {
    de: 'Adresse eines Bildes (https://…); - nimmt es weg',
    en: 'Address of an image (https://…); - takes it away',
  },
  level: { de: 'Wie gründlich er antwortet', en: 'How thoroughly it answers' },
  language: {
    de: 'Seine Sprache, wenn sich die einer Frage nicht erkennen lässt',
    en: 'Its language when that of a question cannot be told',
  },
};

export const persona: Command = {
  data: {
    kind: 'slash',
    name: 'persona',
    description: { de: 'Wie der Bot heißt und spricht', en: 'What the bot is called and how it speaks' },
    access: 'admin',
    subcommands: [
      {
        name: 'show',
        description: { de: 'Zeigt Name, Ton und Anweisungen', en: 'Shows name, tone and instructions' },
      },
      {
        name: 'set',
        description: {
          de: 'Ändert, was du angibst; ohne Angabe öffnet sich ein Formular',
          en: 'Changes what you give; with nothing given a form opens',
        },
        options: [
          { ...optionOf('name'), maxLength: MAX_BOT_NAME_CHARACTERS },
          { ...optionOf('tone'), maxLength: MAX_TONE_CHARACTERS },
          { ...optionOf('instructions'), maxLength: MAX_INSTRUCTIONS_CHARACTERS },
          { ...optionOf('avatar'), maxLength: MAX_URL_CHARACTERS },
          { ...optionOf('level'), choices: choicesOf(LEVELS) },
          { ...optionOf('language'), choices: choicesOf(LANGUAGES) },
        ],
      },
    ],
  },
  opensForm: ({ subcommand, options }) => subcommand === 'set' && Object.keys(options).length === 0,
  run: async (core, input) => {
    if (input.subcommand === 'show') return showPersona(core, input);
    const isEmpty = PARTS.every((part) => input.options[part] === undefined);
    return isEmpty ? openForm(core, input) : save(core, input, input.options);
  },
  actions: {
    'persona:save': { access: 'admin', run: (core, input) => save(core, input, input.fields) },
  },
};

function optionOf(part: Part) {
  return { kind: 'string' as const, name: part, description: HINTS[part] };
}

function choicesOf(texts: Record<string, Texts>) {
  return Object.entries(texts).map(([value, name]) => ({ name, value }));
}

async function openForm(core: Core, input: Invocation): Promise<Reply> {
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const fieldOf = (part: Part, maxLength: number) => ({
    name: part,
    label: pick(input, LABELS[part]),
    value: settings[SETTINGS[part]] === null ? '' : String(settings[SETTINGS[part]]),
    placeholder: pick(input, HINTS[part]),
    isRequired: part === 'name',
    maxLength,
  });
  return {
    kind: 'form',
    id: 'persona:save',
    title: pick(input, { de: 'Persona des Bots', en: 'Persona of the bot' }),
    fields: [
      fieldOf('name', MAX_BOT_NAME_CHARACTERS),
      fieldOf('tone', MAX_TONE_CHARACTERS),
      { ...fieldOf('instructions', MAX_INSTRUCTIONS_CHARACTERS), isLong: true },
      fieldOf('avatar', MAX_URL_CHARACTERS),
    ],
  };
}

async function save(core: Core, input: Invocation, given: Readonly<Record<string, string>>): Promise<Reply> {
  const parsed = settingsChangeSchema.safeParse(toChange(given));
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map(({ path }) => path[0]));
    const faulty = PARTS.filter((part) => names.has(SETTINGS[part]));
    return say(explainFaults(input, faulty, given));
  }
  let changed: string[] = [];
  await changeSettings(core, input.serverId, (current) => {
    changed = listChanged(
      current,
      parsed.data,
      PARTS.map((part) => SETTINGS[part]),
    );
    return parsed.data;
  });
  const saved = pick(input, { de: '✅ Gespeichert, gilt ab sofort.', en: '✅ Saved, from now on.' });
  const reply = say(`${saved}\n\n${await describe(core, input)}`);
  return changed.length === 0 ? reply : auditAs(reply, 'persona.changed', changed.join(', '));
}

function toChange(given: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const value = given[part]?.trim();
      if (value === undefined) return [];
      const isRemoved = part === 'avatar' && (value === '' || value === NO_AVATAR);
      return [[SETTINGS[part], isRemoved ? null : value]];
    }),
  );
}

/** A form that was sent is gone, so what was typed is shown again to be copied. */
function explainFaults(input: Invocation, faulty: Part[], given: Readonly<Record<string, string>>): string {
  const faults = faulty.map((part) => `- **${pick(input, LABELS[part])}:** ${pick(input, RULES[part])}`);
  const typed = PARTS.filter((part) => given[part]?.trim()).map(
    (part) => `**${pick(input, LABELS[part])}:**\n${quote(given[part] ?? '')}`,
  );
  const outcome = pick(input, {
    de: '⚠️ Nichts geändert. Bitte sieh dir das noch einmal an:',
    en: '⚠️ Nothing changed. Please look at this again:',
  });
  const echo = pick(input, { de: 'Das hattest du eingegeben:', en: 'This is what you had typed:' });
  return [outcome, ...faults, '', echo, ...typed].join('\n');
}

async function showPersona(core: Core, input: Invocation): Promise<Reply> {
  const change = pick(input, { de: 'Ändern: `/persona set`', en: 'To change it: `/persona set`' });
  return say(`${await describe(core, input)}\n\n${change}`);
}

async function describe(core: Core, input: Invocation): Promise<string> {
  const server = await getServer(core, input.serverId);
  const { settings, plan, level } = termsOf(core, server);
  const none = pick(input, { de: '*keine Angabe*', en: '*nothing set*' });
  const label = (part: Part) => `**${pick(input, LABELS[part])}:**`;
  const isHeldBack = plan === 'free' && settings.level !== level;
  const held = pick(input, {
    de: ` (bis Premium antwortet ${level})`,
    en: ` (until premium, ${level} answers)`,
  });
  return [
    `${label('name')} ${escapeMarkdown(settings.bot_name)}`,
    `${label('level')} ${settings.level}${isHeldBack ? held : ''}`,
    `${label('language')} ${pick(input, LANGUAGES[settings.language])}`,
    // As a parser writes it, an address holds no angle bracket that could end the link.
    `${label('avatar')} <${new URL(describeBot(core, settings).avatar).href}>`,
    `${label('tone')} ${settings.tone ? `\n${quote(settings.tone)}` : none}`,
    `${label('instructions')} ${settings.instructions ? `\n${quote(settings.instructions)}` : none}`,
  ].join('\n');
}

function quote(text: string): string {
  return escapeMarkdown(text.trim()).replace(/^/gm, '> ');
}
