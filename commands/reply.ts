import type { Answer } from '../src/core/answering/question.ts';
import { toLine as oneLine, truncate } from '../src/domain/text.ts';
import type { AuditAction, Deed, Language } from '../src/domain/types.ts';

export interface Button {
  kind: 'button';
  /** `noun:verb:argument…`, at most 100 characters. */
  id: string;
  label: string;
  emoji?: string;
  style?: 'primary' | 'secondary' | 'success' | 'danger';
  isDisabled?: boolean;
}

export interface Select {
  kind: 'select';
  id: string;
  placeholder: string;
  options: readonly { label: string; value: string; description?: string }[];
}

/** At most five rows of at most five buttons, or one select each. */
export type Row = readonly (Button | Select)[];

/** One message; longer texts are split, with the rows under the last part. */
export interface Card {
  text: string;
  rows?: readonly Row[];
}

export interface TextFile {
  name: string;
  text: string;
}

export interface FormField {
  name: string;
  label: string;
  isLong?: boolean;
  isRequired?: boolean;
  maxLength?: number;
  value?: string;
  placeholder?: string;
}

/** What is done in the chat besides replying: the bot's own public message gets another text. */
export interface Effect {
  kind: 'edit';
  channelId: string;
  messageId: string;
  text: string;
}

/** What a command says; the channel renders it. */
export type Reply =
  | {
      kind: 'cards';
      cards: readonly Card[];
      /** Puts the first card in the place of the message that the button is on. */
      isReplacing?: boolean;
      files?: readonly TextFile[];
      effects?: readonly Effect[];
      /** What was done, for the audit log; nothing where nothing was changed. */
      audited?: Deed;
    }
  | { kind: 'form'; id: string; title: string; fields: readonly FormField[] }
  /** An answer of the bot, with notice, sources and buttons; the question stands above it. Unrecorded: whoever asked opted out. */
  | { kind: 'answer'; question: string; answer: Answer; isUnrecorded: boolean }
  /** One visible line under the message and one ping of the hand-over role, if it is due; then one of the texts. */
  | {
      kind: 'team_call';
      answerId: string;
      messageId: string;
      askerId: string | null;
      language: Language;
      /** `known`: somebody else was faster; `forbidden`: the bot may not write there; `failed`: another try may help. */
      texts: Record<'called' | 'known' | 'forbidden' | 'failed', string>;
    };

/** The usual reply: one text, perhaps with rows. */
export function say(
  text: string,
  more: {
    rows?: readonly Row[];
    isReplacing?: boolean;
    files?: readonly TextFile[];
    effects?: readonly Effect[];
    audited?: Deed;
  } = {},
): Reply {
  const { rows, ...rest } = more;
  return { kind: 'cards', cards: [{ text, ...(rows ? { rows } : {}) }], ...rest };
}

/** The same reply, with what was done for the audit log. @param subject is never a secret. */
export function auditAs(reply: Reply, action: AuditAction, subject: string | null): Reply {
  return reply.kind === 'cards' ? { ...reply, audited: { action, subject } } : reply;
}

/** What a field of a form holds at most. */
export const MAX_FIELD_CHARACTERS = 4_000;
/** Values that are suggested at once, and characters of each. */
export const MAX_SUGGESTIONS = 25;
export const MAX_SUGGESTION_CHARACTERS = 100;

/** Values as the chat suggests them: the first ones, as long as it shows them. */
export function toSuggestions<Item>(
  items: readonly Item[],
  toSuggestion: (item: Item) => { name: string; value: string },
): { name: string; value: string }[] {
  return items
    .map(toSuggestion)
    .filter(({ value }) => value.length <= MAX_SUGGESTION_CHARACTERS)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name, value }) => ({ name: truncate(name, MAX_SUGGESTION_CHARACTERS), value }));
}

/** Rows with the buttons to the pages before and after; none where there is only one. @param id before the number. */
export function pager(
  { language }: { language: Language },
  id: string,
  { number, last }: { number: number; last: number },
): { rows?: Row[] } {
  if (last === 1) return {};
  const [back, next] = { de: ['Zurück', 'Weiter'], en: ['Back', 'Next'] }[language] as [string, string];
  const toButton = (target: number, label: string, isDisabled: boolean): Button => ({
    ...{ kind: 'button', id: `${id}:${target}`, label, isDisabled },
  });
  return { rows: [[toButton(number - 1, back, number <= 1), toButton(number + 1, next, number >= last)]] };
}

/** How long ago, as the chat shows it in the reader's zone and language. */
export function ago(at: Date): string {
  return `<t:${Math.floor(at.getTime() / 1000)}:R>`;
}

/** Addresses stay as they are: inside one nothing is markup, and a backslash would break it. */
const ADDRESS = /(https?:\/\/[^\s<>]+)/i;
const MARKUP = /[\\*_~`|[\]<]/g;
/** A heading, a quote, a list or small print. */
const LINE_START = /^([^\S\n]*)([#>+-])/gm;
const NUMBERED = /^([^\S\n]*\d+)\./gm;

/** Text that people wrote, shown as they typed it: no markup, no mention, no hidden link. */
export function escapeMarkdown(text: string): string {
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(MARKUP, '\\$&')))
    .join('')
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED, '$1\\.');
}

/** Escaped text of at most `limit` UTF-16 units, with … where something is left out. */
export function escapeWithin(text: string, limit: number): string {
  let [fits, ends] = [0, Math.min(text.length, limit)];
  while (fits < ends) {
    const middle = Math.ceil((fits + ends) / 2);
    if (escapeMarkdown(truncate(text, middle)).length <= limit) fits = middle;
    else ends = middle - 1;
  }
  return escapeMarkdown(truncate(text, fits));
}

/** The beginning of a text in one line, escaped. */
export function toLine(text: string, limit: number): string {
  return escapeWithin(oneLine(text), limit);
}
