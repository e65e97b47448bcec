import type { Suggestion } from '../../src/core/training.ts';
import { AppError } from '../../src/domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../../src/domain/limits.ts';
import type { TrainingSource, TrainingState } from '../../src/domain/types.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { escapeMarkdown, escapeWithin } from '../markdown.ts';

/** A card is one message: its buttons stand under all of it. A longer answer comes as a file too. */
const SHOWN_CHARACTERS = 1_100;

export function isCutShort(answer: string): boolean {
  return escapeMarkdown(answer).length > SHOWN_CHARACTERS;
}

const SOURCES: Record<TrainingSource, Texts> = {
  menu: { de: 'aus einer Nachricht', en: 'from a message' },
  correction: { de: 'Korrektur einer Antwort', en: 'correction of an answer' },
  reply: { de: 'Antwort des Teams', en: "the team's reply" },
  vote: { de: 'Bewertung', en: 'a vote' },
  gap: { de: 'unbeantwortete Frage', en: 'unanswered question' },
  import: { de: 'importiert', en: 'imported' },
};

/** The text of a card. @param webUrl where the chat's messages have their addresses. */
export function showSuggestion(
  input: Pick<Invocation, 'language' | 'serverId'>,
  suggestion: Suggestion,
  webUrl: string,
): string {
  const { question, answer, source, channelId, messageIds, authorRole, createdAt, id } = suggestion;
  const [messageId] = messageIds;
  const name = pick(input, SOURCES[source]);
  const address = `${webUrl}/channels/${input.serverId}/${channelId}/${messageId}`;
  const facts = [
    channelId && messageId ? `[${name}](<${address}>)` : name,
    authorRole ? `<@&${authorRole}>` : '',
    `<t:${Math.floor(createdAt.getTime() / 1000)}:R>`,
    `\`${id}\``,
  ];
  const rest = pick(input, {
    de: `Der ganze Text steht in ${id}.txt.`,
    en: `The whole text is in ${id}.txt.`,
  });
  return [
    `**${escapeMarkdown(question)}**`,
    escapeWithin(answer, SHOWN_CHARACTERS),
    isCutShort(answer) ? `-# ${rest}` : '',
    `-# ${facts.filter(Boolean).join(' · ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** What became of a suggestion that was just decided. */
export function describeDecision(
  input: Pick<Invocation, 'language'>,
  { question, state }: Suggestion,
): string {
  const name = escapeMarkdown(question);
  if (state === 'approved')
    return pick(input, {
      de: `✅ Übernommen: **${name}**. Ab der nächsten Frage antwortet der Bot damit.`,
      en: `✅ Approved: **${name}**. The bot uses it from the next question on.`,
    });
  return pick(input, {
    de: `🗑️ Abgelehnt: **${name}**. Der Bot verwendet es nicht.`,
    en: `🗑️ Rejected: **${name}**. The bot does not use it.`,
  });
}

const GONE: Texts = {
  de: 'Diesen Vorschlag gibt es nicht (mehr). `/training list` zeigt, was offen ist.',
  en: 'There is no such suggestion (any more). `/training list` shows what is open.',
};

const STATES: Record<TrainingState, Texts> = {
  pending: { de: 'offen', en: 'open' },
  approved: { de: 'schon übernommen', en: 'approved already' },
  rejected: { de: 'schon abgelehnt', en: 'rejected already' },
  suspended: { de: 'ausgesetzt, weil die Quelle fehlt', en: 'suspended, as its source is gone' },
};

/** Says why a text of a suggestion was not taken, by the field that is faulty. */
const FAULTY_FIELDS: Record<string, Texts> = {
  question: {
    de: `Die Frage braucht 1 bis ${MAX_ENTRY_TITLE_CHARACTERS} Zeichen und mehr als persönliche Daten. Bitte ändere sie und versuch es noch einmal.`,
    en: `The question needs 1 to ${MAX_ENTRY_TITLE_CHARACTERS} characters and more than personal data. Please change it and try again.`,
  },
  answer: {
    de: `Die Antwort braucht 1 bis ${MAX_ENTRY_TEXT_CHARACTERS} Zeichen und mehr als persönliche Daten. Bitte ändere sie und versuch es noch einmal.`,
    en: `The answer needs 1 to ${MAX_ENTRY_TEXT_CHARACTERS} characters and more than personal data. Please change it and try again.`,
  },
  entries: {
    de: `Dieser Server hat schon ${MAX_KNOWLEDGE_ENTRIES} Einträge, mehr gehen nicht. Entferne zuerst einen mit \`/knowledge remove\`.`,
    en: `This server has its ${MAX_KNOWLEDGE_ENTRIES} entries already. Remove one first with \`/knowledge remove\`.`,
  },
};

export const OPTED_OUT: Texts = {
  de: 'Wer das geschrieben hat, möchte nicht, dass der Bot daraus lernt. Schreib es mit eigenen Worten: `/knowledge add`.',
  en: 'Whoever wrote this does not want the bot to learn from it. Say it in your own words: `/knowledge add`.',
};

/** What somebody reads when a suggestion was not made or changed; undefined for what nobody could foresee. */
export function refusalOf(error: unknown, suggestion: Suggestion | null): Texts | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'not_found') return GONE;
  if (error.code === 'forbidden') return OPTED_OUT;
  if (error.code !== 'invalid_input') return undefined;
  const { param = '' } = error.context;
  return param === 'state' && suggestion ? sayState(suggestion) : FAULTY_FIELDS[param];
}

/** That nothing is to be decided about it. */
export function sayState({ question, state }: Suggestion): Texts {
  const name = escapeMarkdown(question);
  const { de, en } = STATES[state];
  return { de: `**${name}** ist ${de}.`, en: `**${name}** is ${en}.` };
}
