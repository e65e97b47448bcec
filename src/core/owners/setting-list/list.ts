import { z } from 'zod';
import { MAX_MEMBER_QUESTIONS, MAX_NAME_CHARACTERS } from '../../../domain/limits.ts';
import { RIGHTS } from '../../../domain/types.ts';
import { formatHours, HOURS_HELP, hoursSchema, hoursTextSchema } from '../hours.ts';
import { channelSchema, chatIdSchema, choice, flag, list, own, share, whole } from './kinds.ts';
import { PERSONA_SETTINGS } from './persona.ts';
import { PLACE_SETTINGS, showById } from './places.ts';

export const MAX_TEAM_NAMES = 50;
export const MAX_FORM_BOTS = 10;
export const MAX_TEACH_ROLES = 25;
export const MAX_ACCESS_ROLES = 25;
const MAX_TOPICS = 50;
const MAX_TOPIC_CHARACTERS = 60;
export const MAX_HANDOVER_ROLES = 50;
const MAX_OUTDATED_DAYS = 365;
const MAX_WRONG_IN_100 = 50;
/** The digest of an uploaded picture and its ending, as its address has them. */
export const pictureSchema = z.string().regex(/^[0-9a-f]{64}\.(?:png|jpg|webp)$/);

const handoverRolesSchema = z
  .record(z.string().min(1).max(MAX_TOPIC_CHARACTERS), chatIdSchema)
  .refine((roles) => Object.keys(roles).length <= MAX_HANDOVER_ROLES);

/** Every setting of a server, in the order in which they are shown; a new one is entered here. */
export const SETTINGS = {
  ...PERSONA_SETTINGS,
  /** Of the bot, uploaded; an `avatar` counts before it. */
  picture: own(pictureSchema.nullable(), null),
  /** Words that always hand over. */
  topics: list(MAX_TOPICS, MAX_TOPIC_CHARACTERS, {
    group: 'topics',
    label: { de: 'Wörter, eines je Zeile', en: 'Words, one per line' },
    hint: {
      de: `Höchstens ${MAX_TOPICS}, jedes mit bis zu ${MAX_TOPIC_CHARACTERS} Zeichen.`,
      en: `At most ${MAX_TOPICS}, each of up to ${MAX_TOPIC_CHARACTERS} characters.`,
    },
    rows: 5,
    explain: ({ length }) =>
      length > MAX_TOPICS
        ? { de: `Höchstens ${MAX_TOPICS} Wörter.`, en: `At most ${MAX_TOPICS} words.` }
        : {
            de: `Ein Wort darf höchstens ${MAX_TOPIC_CHARACTERS} Zeichen haben.`,
            en: `A word may have at most ${MAX_TOPIC_CHARACTERS} characters.`,
          },
    option: null,
    flag: { value: 'words', help: 'words that always hand over to the team, separated by commas' },
  }),
  /** Names by which people of the team write in tickets. */
  team_names: list(MAX_TEAM_NAMES, MAX_NAME_CHARACTERS, {
    group: 'team_names',
    label: { de: 'Namen, einer je Zeile', en: 'Names, one per line' },
    hint: {
      de: `Höchstens ${MAX_TEAM_NAMES}, jeder mit bis zu ${MAX_NAME_CHARACTERS} Zeichen, so wie sie im Feld „name“ einer Nachricht stehen. Namen, die es selbst sagen, etwa „Support“ oder „Ole (Team)“, zählen auch ohne Eintrag.`,
      en: `At most ${MAX_TEAM_NAMES}, each of up to ${MAX_NAME_CHARACTERS} characters, written as in the field “name” of a message. Names that show who is on the team, such as “Support” or “Ole (Staff)”, need not be listed.`,
    },
    rows: 3,
    explain: ({ length }) =>
      length > MAX_TEAM_NAMES
        ? { de: `Höchstens ${MAX_TEAM_NAMES} Namen.`, en: `At most ${MAX_TEAM_NAMES} names.` }
        : {
            de: `Ein Name darf höchstens ${MAX_NAME_CHARACTERS} Zeichen haben.`,
            en: `A name may have at most ${MAX_NAME_CHARACTERS} characters.`,
          },
    option: null,
    flag: { value: 'names', help: 'names of team members in tickets, separated by commas' },
    isNamedOnly: true,
  }),
  ...PLACE_SETTINGS,
  /** Ticket bots whose opening message in a new channel is the asker's question. */
  form_bots: own(z.array(chatIdSchema).max(MAX_FORM_BOTS), []),
  /** Roles whose members teach, and the one that a hand-over pings. */
  teach_roles: own(z.array(chatIdSchema).max(MAX_TEACH_ROLES), []),
  handover_role: own(chatIdSchema.nullable(), null),
  /** Roles that are pinged instead: by id of the place, word of `topics`, or reason. */
  handover_roles: own(handoverRolesSchema, {}, { show: showById(' ') }),
  /** Whether an asker hears again of a question that waited for the team for a day. */
  remind_asker: flag(true, {
    group: 'own',
    label: {
      de: 'Wer einen Tag auf das Team wartet, wird gefragt, ob es gelöst ist',
      en: 'Ask people who have waited a day for the team whether it is solved',
    },
    flag: {
      help: 'true or false: people who waited a day for the team on Discord are asked once whether it is solved',
    },
  }),
  /** By id of the role: what its members may do here without managing the server. */
  access: own(z.record(chatIdSchema, z.enum(RIGHTS)), {}, { show: showById(' ') }),
  /** Whether replies of teachers become suggestions. */
  learning: flag(false, {
    group: 'own',
    label: { de: 'Vom Team lernen', en: 'Learning from your team' },
    flag: { help: 'true or false: what the team answers becomes a suggestion' },
  }),
  /** Channel that is told when quota runs low or test questions fail; null: nobody is told. */
  alerts_channel: own(chatIdSchema.nullable(), null, {
    typed: channelSchema,
    flag: { value: 'id', help: 'channel for alerts, such as when quota runs low; none: nobody is told' },
  }),
  /** Channel that is told once a week what came of it; null: nobody is told. */
  report_channel: own(chatIdSchema.nullable(), null, {
    typed: channelSchema,
    flag: { value: 'id', help: 'channel that gets the weekly report; none: no channel' },
  }),
  /** Which answers somebody looks at first, and the confidence below which one is unsure. */
  drafts: choice(
    'off',
    {
      off: { de: 'Keine', en: 'None' },
      unsure: { de: 'Unsichere', en: 'Unsure ones' },
      all: { de: 'Alle', en: 'All' },
    },
    {
      group: 'drafts',
      label: { de: 'Welche Antworten Entwürfe sind', en: 'Which answers are drafts' },
      option: {
        name: 'state',
        description: {
          de: 'Keine, unsichere, alle, oder nur beobachten',
          en: 'None, unsure ones, all, or observe only',
        },
        choices: {
          off: { de: 'aus: keine Antwort ist ein Entwurf', en: 'off: no answer is a draft' },
          unsure: {
            de: 'unsicher: wenn die Sicherheit zu klein ist',
            en: 'unsure: when the confidence is too low',
          },
          all: { de: 'alle: jede Antwort ist ein Entwurf', en: 'all: every answer is a draft' },
          // Sets `observe`; what was chosen here counts again afterwards.
          observe: {
            de: 'beobachten: jede Antwort sieht nur das Team',
            en: 'observe: only the team sees each answer',
          },
        },
        isRequired: true,
        refusal: {
          de: 'Bitte wähle einen Zustand aus der Liste.',
          en: 'Please choose a state from the list.',
        },
      },
      flag: {
        value: 'state',
        help: 'off, unsure or all: which answers someone checks before they are sent',
      },
    },
  ),
  draft_below: share(0.5, {
    group: 'drafts',
    label: { de: 'Unsicher ist eine Sicherheit unter', en: 'Unsure means a confidence below' },
    hint: {
      de: 'Eine Zahl von 0 bis 1. Unter 0,5 steht die Antwort selten im Wissen.',
      en: 'A number from 0 to 1. Below 0.5, the knowledge rarely contains the answer.',
    },
    option: {
      name: 'below',
      description: {
        de: 'Unsicher ist, was unter dieser Sicherheit liegt, 0 bis 1 (sonst wie bisher)',
        en: 'Confidence below which an answer is unsure, 0 to 1',
      },
      refusal: {
        de: 'Bitte gib die Sicherheit als Zahl von 0 bis 1 an, zum Beispiel 0,5.',
        en: 'Please enter the confidence as a number from 0 to 1, for example 0.5.',
      },
    },
    flag: { value: 'number', help: 'answers below this confidence are unsure, 0 to 1' },
  }),
  /** Whether everything is answered for the team alone. */
  observe: flag(false, {
    group: 'drafts',
    label: { de: 'Nur beobachten', en: 'Observe only' },
    hint: {
      de: 'Jede Antwort sieht nur dein Team; wer fragt, sieht und hört nichts vom Bot.',
      en: 'Only your team sees the answers; askers see nothing from the bot.',
    },
    option: null,
    flag: { value: 'flag', help: 'on or off: every answer is for the team only' },
  }),
  /** How many of 100 answers may be wrong above the confidence that the outcomes of drafts suggest. */
  wrong_in_100: whole(MAX_WRONG_IN_100, 5, {
    group: 'threshold',
    label: { de: 'Erlaubte Fehler bei 100 Antworten', en: 'Wrong answers allowed per 100' },
    hint: {
      de: 'Aus den Urteilen deines Teams ermittelt der Bot, ab welcher Sicherheit er allein antworten kann.',
      en: 'From what your team did with drafts, the bot works out the confidence at which it can answer alone.',
    },
    option: null,
    flag: {
      name: 'wrong',
      value: 'number',
      help: 'how many of 100 answers sent without a check may be wrong',
    },
  }),
  /** Whether the same question gets the same answer for a day, without a debit. */
  repeats: flag(true, {
    group: 'drafts',
    label: {
      de: 'Dieselbe Frage kostenlos noch einmal beantworten',
      en: 'Answer the same question again at no cost',
    },
    hint: {
      de: 'Über die API, einen Tag lang, bis du etwas änderst. Nur einzelne Fragen ohne Namen.',
      en: 'Over the API, for one day, or less if you change anything. Only for single questions sent without a customer’s name.',
    },
    option: null,
    flag: { help: 'true or false: the same question gets the same answer for a day, at no cost' },
  }),
  /** Whether an answer that did not hold gives its units back. */
  give_back: flag(true, {
    group: 'drafts',
    label: {
      de: 'Einheiten von Antworten zurückgeben, die nicht gehalten haben',
      en: 'Give back the units of answers that did not hold up',
    },
    hint: {
      de: 'Was in 72 Stunden schlecht bewertet, wieder geöffnet oder doch vom Team beantwortet wird, kostet nichts: in 24 Stunden bis zu 10 Antworten je Schlüssel, oder jede zehnte, falls das mehr sind.',
      en: 'An answer that is voted down, reopened or answered by the team within 72 hours costs nothing. The limit per key in 24 hours is 10 such answers, or a tenth of all its answers if that is more.',
    },
    option: null,
    flag: { help: 'true or false: an answer voted down or reopened within 72 hours gives its units back' },
  }),
  /** Whether a model and webhooks see placeholders in place of personal data; servers that are added begin with it. */
  pii: choice(
    'off',
    {
      off: { de: 'Wie sie geschrieben wurden', en: 'As they were written' },
      mask: { de: 'Als Platzhalter', en: 'As placeholders' },
    },
    {
      group: 'drafts',
      label: {
        de: 'Persönliche Daten in Fragen sieht das Modell',
        en: 'How the model sees personal data in questions',
      },
      hint: {
        de: 'E-Mail-Adressen, Telefonnummern, Konto- und Kartennummern, API-Schlüssel, Passwörter und Anschriften. In der Antwort stehen sie wieder da.',
        en: 'E-mail addresses, phone numbers, bank account and card numbers, API keys, passwords and postal addresses. The answer shows the real data again.',
      },
      option: null,
      flag: { value: 'state', help: 'mask or off: models and webhooks see placeholders for personal data' },
    },
  ),
  /** Questions of one member in an hour; 0: no limit. */
  member_questions: whole(MAX_MEMBER_QUESTIONS, 20, {
    group: 'limits',
    label: { de: 'Fragen in einer Stunde', en: 'Questions per hour' },
    hint: {
      de: `0 bis ${MAX_MEMBER_QUESTIONS}; 0: kein Limit.`,
      en: `0 to ${MAX_MEMBER_QUESTIONS}; 0: no limit.`,
    },
    explain: () => ({
      de: `Das muss eine ganze Zahl von 0 bis ${MAX_MEMBER_QUESTIONS} sein.`,
      en: `This must be a whole number from 0 to ${MAX_MEMBER_QUESTIONS}.`,
    }),
    option: {
      name: 'questions',
      description: {
        de: `Fragen in einer Stunde, bis ${MAX_MEMBER_QUESTIONS}; 0: kein Limit (Standard: 20)`,
        en: `Questions per hour, up to ${MAX_MEMBER_QUESTIONS}; 0: no limit (default: 20)`,
      },
      isRequired: true,
      refusal: {
        de: `Bitte gib eine ganze Zahl von 0 bis ${MAX_MEMBER_QUESTIONS} an; 0 heißt: kein Limit.`,
        en: `Please enter a whole number from 0 to ${MAX_MEMBER_QUESTIONS}; 0 means no limit.`,
      },
    },
    flag: {
      ...{ name: 'member-limit', value: 'number' },
      help: 'questions of one member in an hour on Discord; 0: no limit',
    },
  }),
  /** How old an answer may be that is looked at again when its entries change; 0: none is. */
  outdated_days: whole(MAX_OUTDATED_DAYS, 30, {
    group: 'drafts',
    label: {
      de: 'Tage, nach denen eine Antwort nicht mehr nachgesehen wird',
      en: 'Days for which answers are rechecked',
    },
    hint: {
      de: `Ändert sich ein Eintrag, stehen die Antworten dieser Tage, die dadurch nicht mehr stimmen, auf der Seite „Antworten“. 0 bis ${MAX_OUTDATED_DAYS}; 0: keine.`,
      en: `When an entry changes, answers up to this many days old are rechecked; those now wrong are listed on the page “Answers”. 0 to ${MAX_OUTDATED_DAYS}; 0: none.`,
    },
    option: null,
    flag: {
      value: 'number',
      help: 'answers up to this many days old are rechecked when an entry changes; 0: none',
    },
  }),
  /** When the team is there; null: at any time. */
  hours: own(hoursSchema.nullable(), null, {
    ...{ typed: hoursTextSchema, show: formatHours },
    flag: { value: 'text', help: HOURS_HELP },
  }),
};
