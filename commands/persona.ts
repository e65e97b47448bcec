import { describeBot } from '../src/core/answering/conclusion.ts';
import type { Core } from '../src/core/core.ts';
import { changeSettings, getServer } from '../src/core/owners/servers.ts';
import type { Settings } from '../src/core/owners/settings.ts';
import {
  listChanged,
  MAX_BOT_NAME_CHARACTERS,
  MAX_TONE_CHARACTERS,
  parseSettings,
  settingsChangeSchema,
} from '../src/core/owners/settings.ts';
import { planLimitsOf } from '../src/core/quota/plan-limits.ts';
import { MAX_INSTRUCTIONS_CHARACTERS, MAX_URL_CHARACTERS } from '../src/domain/limits.ts';
import { LANGUAGES } from '../src/domain/types.ts';
import { nameLanguage } from '../src/domain/words.ts';
import { slash } from './command.ts';
import { type Draft, done, escapeMarkdown, say } from './reply.ts';
import { both, inEach, type Texts, type Wording } from './wording.ts';

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
type PersonaSetting = keyof typeof SETTINGS;
const PARTS = Object.keys(SETTINGS) as PersonaSetting[];

/** What was typed, by the name of its option or field. */
type PersonaInput = Readonly<Record<string, string>>;

const LABELS: Record<PersonaSetting, Texts> = {
  name: { de: 'Name', en: 'Name' },
  tone: { de: 'Ton', en: 'Tone' },
  instructions: { de: 'Anweisungen', en: 'Instructions' },
  avatar: { de: 'Bild', en: 'Avatar' },
  level: { de: 'Stufe', en: 'Level' },
  language: { de: 'Sprache', en: 'Language' },
};

const LANGUAGE_CHOICES = Object.fromEntries(
  LANGUAGES.map((language) => [language, inEach((spoken) => nameLanguage(language, spoken))]),
);

const LEVELS: Record<Settings['level'], Texts> = {
  V1: { de: 'V1: schnell und sparsam', en: 'V1: fast and thrifty' },
  'V1.5': { de: 'V1.5: liest mehr Wissen', en: 'V1.5: reads more knowledge' },
  V2: { de: 'V2: gründlich, prüft jede Antwort', en: 'V2: thorough, checks every answer' },
};

/** What a refused value should be. */
const RULES: Record<PersonaSetting, Texts> = {
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
  language: {
    de: `eine von ${LANGUAGES.join(', ')}`,
    en: `one of ${LANGUAGES.join(', ')}`,
  },
};

const HINTS: Record<PersonaSetting, Texts> = {
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
        en: 'Changes what you give; with nothing given a form opens',
      },
      options: {
        name: { description: HINTS.name, maxLength: MAX_BOT_NAME_CHARACTERS },
        tone: { description: HINTS.tone, maxLength: MAX_TONE_CHARACTERS },
        instructions: { description: HINTS.instructions, maxLength: MAX_INSTRUCTIONS_CHARACTERS },
        avatar: { description: HINTS.avatar, maxLength: MAX_URL_CHARACTERS },
        level: { description: HINTS.level, choices: choicesOf(LEVELS) },
        language: { description: HINTS.language, choices: choicesOf(LANGUAGE_CHOICES) },
      },
      run: (core, { serverId, options }) => {
        const isEmpty = PARTS.every((part) => options[part] === undefined);
        return isEmpty ? openForm(core, serverId) : save(core, serverId, options);
      },
    },
  },
  opensForm: ({ subcommand, options }) => subcommand === 'set' && Object.keys(options).length === 0,
  actions: { 'persona:save': (core, { serverId, fields }) => save(core, serverId, fields) },
});

function choicesOf(texts: Record<string, Texts>) {
  return Object.entries(texts).map(([value, name]) => ({ name, value }));
}

async function openForm(core: Core, serverId: string): Promise<Draft> {
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const fieldOf = (part: PersonaSetting, maxLength: number) => ({
    name: part,
    label: LABELS[part],
    value: settings[SETTINGS[part]] === null ? '' : String(settings[SETTINGS[part]]),
    placeholder: HINTS[part],
    isRequired: part === 'name',
    maxLength,
  });
  return {
    kind: 'form',
    id: 'persona:save',
    title: { de: 'Persona des Bots', en: 'Persona of the bot' },
    fields: [
      fieldOf('name', MAX_BOT_NAME_CHARACTERS),
      fieldOf('tone', MAX_TONE_CHARACTERS),
      { ...fieldOf('instructions', MAX_INSTRUCTIONS_CHARACTERS), isLong: true },
      fieldOf('avatar', MAX_URL_CHARACTERS),
    ],
  };
}

async function save(core: Core, serverId: string, given: PersonaInput): Promise<Draft> {
  const parsed = settingsChangeSchema.safeParse(toChange(given));
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map(({ path }) => path[0]));
    return say(
      explainFaults(
        PARTS.filter((part) => names.has(SETTINGS[part])),
        given,
      ),
    );
  }
  let changed: string[] = [];
  await changeSettings(core, serverId, (current) => {
    changed = listChanged(current, parsed.data, Object.values(SETTINGS));
    return parsed.data;
  });
  const text = [
    { de: '✅ Gespeichert, gilt ab sofort.\n', en: '✅ Saved, from now on.\n' },
    ...(await describe(core, serverId)),
  ];
  return changed.length === 0 ? say(text) : done('persona.changed', changed.join(', '), text);
}

function toChange(given: PersonaInput): Record<string, string | null> {
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
function explainFaults(faulty: readonly PersonaSetting[], given: PersonaInput): Wording {
  const typed = PARTS.filter((part) => given[part]?.trim());
  return [
    {
      de: '⚠️ Nichts geändert. Bitte sieh dir das noch einmal an:',
      en: '⚠️ Nothing changed. Please look at this again:',
    },
    ...faulty.map((part) => both`- **${LABELS[part]}:** ${RULES[part]}`),
    { de: '\nDas hattest du eingegeben:', en: '\nThis is what you had typed:' },
    ...typed.map((part) => both`**${LABELS[part]}:**\n${quote(given[part] ?? '')}`),
  ];
}

async function describe(core: Core, serverId: string): Promise<Texts[]> {
  const { settings, plan, level } = planLimitsOf(core, await getServer(core, serverId));
  const none = { de: '*keine Angabe*', en: '*nothing set*' };
  const held = plan === 'free' &&
    settings.level !== level && {
      de: ` (bis Premium antwortet ${level})`,
      en: ` (until premium, ${level} answers)`,
    };
  // As a parser writes it, an address holds no angle bracket that could end the link.
  const avatar = new URL(describeBot(core, settings).avatar).href;
  return [
    both`**${LABELS.name}:** ${escapeMarkdown(settings.bot_name)}`,
    both`**${LABELS.level}:** ${settings.level}${held}`,
    both`**${LABELS.language}:** ${LANGUAGE_CHOICES[settings.language]}`,
    both`**${LABELS.avatar}:** <${avatar}>`,
    both`**${LABELS.tone}:** ${settings.tone ? `\n${quote(settings.tone)}` : none}`,
    both`**${LABELS.instructions}:** ${settings.instructions ? `\n${quote(settings.instructions)}` : none}`,
  ];
}

function quote(text: string): string {
  return escapeMarkdown(text.trim()).replace(/^/gm, '> ');
}
