import { MAX_INSTRUCTIONS_CHARACTERS } from '../../../domain/limits.ts';
import { LANGUAGES, type Language } from '../../../domain/types.ts';
import { LANGUAGE_NAMES, nameLanguage, type Texts } from '../../../domain/words.ts';
import { address, choice, choices, text } from './kinds.ts';

const MAX_BOT_NAME_CHARACTERS = 100;
const MAX_TONE_CHARACTERS = 500;

const eachLanguage = (name: (language: Language) => Texts) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, name(language)])) as Record<Language, Texts>;

/** How the bot is called, speaks and answers, and what it sees. */
export const PERSONA_SETTINGS = {
  bot_name: text(MAX_BOT_NAME_CHARACTERS, 'Lotse', {
    group: 'persona',
    label: { de: 'Name des Bots', en: 'Bot name' },
    option: {
      name: 'name',
      label: { de: 'Name', en: 'Name' },
      description: { de: 'Wie der Bot heißt', en: 'What the bot is called' },
    },
    flag: { value: 'name', help: 'name of the bot' },
  }),
  avatar: address({
    group: 'persona',
    label: { de: 'Adresse seines Bildes', en: 'Picture address' },
    hint: {
      de: 'Eine Adresse, die mit https:// beginnt. Leer: das hochgeladene Bild, sonst das Standardbild.',
      en: 'An address that begins with https://. Leave it empty for the uploaded picture, or the default one.',
    },
    option: {
      label: { de: 'Bild', en: 'Avatar' },
      description: {
        de: 'Adresse eines Bildes (https://…); - nimmt es weg',
        en: 'Address of an image (https://…); enter - to remove it',
      },
      rule: {
        de: 'eine Adresse, die mit https:// beginnt, zum Beispiel https://example.com/bot.png',
        en: 'an address that begins with https://, for example https://example.com/bot.png',
      },
    },
    flag: { value: 'url', help: 'image of the bot; empty removes it' },
  }),
  tone: text(MAX_TONE_CHARACTERS, '', {
    group: 'persona',
    label: { de: 'Ton', en: 'Tone' },
    hint: {
      de: 'Wie er spricht, zum Beispiel „freundlich und knapp“.',
      en: 'How the bot speaks, for example "friendly and brief".',
    },
    option: {
      description: {
        de: 'Wie er spricht, z. B. freundlich und knapp',
        en: 'How it speaks, e.g. friendly and brief',
      },
    },
    flag: { help: 'how the bot speaks' },
  }),
  instructions: text(MAX_INSTRUCTIONS_CHARACTERS, '', {
    group: 'persona',
    label: { de: 'Anweisungen', en: 'Instructions' },
    hint: {
      de: 'Was er beachten soll. Fakten gehören ins Wissen: Dort werden sie gefunden.',
      en: 'What the bot should keep in mind. Facts belong in the knowledge, where they can be found.',
    },
    rows: 6,
    option: {
      description: {
        de: 'Was er beachten soll, z. B. Themen, zu denen er nichts sagt',
        en: 'What it should keep in mind, e.g. topics to stay away from',
      },
    },
    flag: { help: 'what the bot should keep in mind' },
  }),
  level: choice(
    'V1',
    {
      V1: { de: 'V1: kurz und schnell', en: 'V1: brief and quick' },
      'V1.5': { de: 'V1.5: findet mehr, erklärt mehr', en: 'V1.5: finds more, explains more' },
      V2: {
        de: 'V2: gründlich, prüft jede Antwort ein zweites Mal',
        en: 'V2: thorough, checks every answer',
      },
    },
    {
      group: 'persona',
      label: { de: 'Stufe', en: 'Level' },
      hint: {
        de: 'V1.5 verbraucht das Kontingent schneller als V1, V2 noch schneller.',
        en: 'V1.5 uses the quota faster than V1, and V2 faster still.',
      },
      option: {
        description: { de: 'Wie gründlich er antwortet', en: 'How thoroughly it answers' },
        choices: {
          V1: { de: 'V1: schnell und sparsam', en: 'V1: fast and economical' },
          'V1.5': { de: 'V1.5: liest mehr Wissen', en: 'V1.5: reads more knowledge' },
          V2: { de: 'V2: gründlich, prüft jede Antwort', en: 'V2: thorough, checks every answer' },
        },
        rule: { de: 'V1, V1.5 oder V2', en: 'V1, V1.5 or V2' },
      },
      flag: { value: 'level', help: 'V1, V1.5 or V2', isOfNew: true },
    },
  ),
  language: choice(
    'en',
    eachLanguage((language) => ({ de: LANGUAGE_NAMES[language], en: LANGUAGE_NAMES[language] })),
    {
      group: 'persona',
      label: { de: 'Sprache', en: 'Language' },
      hint: {
        de: 'Er antwortet in der Sprache der Frage. Diese hier gilt, wenn sich die nicht erkennen lässt.',
        en: 'The bot answers in the language of the question. This one is used when that language is unclear.',
      },
      option: {
        description: {
          de: 'Seine Sprache, wenn sich die einer Frage nicht erkennen lässt',
          en: 'Its language when the language of a question is unclear',
        },
        choices: eachLanguage((language) => ({
          de: nameLanguage(language, 'de'),
          en: nameLanguage(language, 'en'),
        })),
      },
      flag: { value: 'language', help: LANGUAGES.join(', '), isOfNew: true },
    },
  ),
  /** Levels on which pictures are passed on, where the operator's model takes them. */
  vision: choices(
    { V1: { de: 'V1', en: 'V1' }, 'V1.5': { de: 'V1.5', en: 'V1.5' }, V2: { de: 'V2', en: 'V2' } },
    {
      group: 'persona',
      label: { de: 'Bilder in Fragen', en: 'Pictures in questions' },
      hint: {
        de: 'Auf diesen Stufen sieht das Modell, was jemand mitschickt. Ein Bild kostet Kontingent.',
        en: 'At these levels the model sees pictures that people attach. Each picture uses quota.',
      },
      option: null,
      flag: {
        value: 'levels',
        help: 'levels at which pictures in questions go to a model that can read pictures: V1, V1.5, V2, separated by commas, or none',
      },
    },
  ),
};
