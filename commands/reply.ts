import type { Answer } from '../src/core/answering/question.ts';
import type { CountedQuestion } from '../src/core/members/member-limit.ts';
import { toLine as oneLine, truncate } from '../src/domain/text.ts';
import type { AuditAction, Deed, InterfaceLanguage } from '../src/domain/types.ts';
import { toText, type Wording } from './wording.ts';

export interface Button<Words = string> {
  kind: 'button';
  /** `noun:verb:argument…`, at most 100 characters. */
  id: string;
  label: Words;
  emoji?: string;
  style?: 'primary' | 'secondary' | 'success' | 'danger';
  isDisabled?: boolean;
}

export interface Select<Words = string> {
  kind: 'select';
  id: string;
  placeholder: Words;
  options: readonly { label: Words; value: string; description?: string }[];
}

/** At most five rows of at most five buttons, or one select each. */
export type ActionRow<Words = string> = readonly (Button<Words> | Select<Words>)[];

/** One message; longer texts are split, with the rows under the last part. */
export interface Card<Words = string> {
  text: Words;
  rows?: readonly ActionRow<Words>[];
}

export interface TextFile {
  name: string;
  text: string;
}

export interface FormField<Words = string> {
  name: string;
  label: Words;
  isLong?: boolean;
  isRequired?: boolean;
  maxLength?: number;
  value?: string;
  placeholder?: Words;
}

/** What is done in the chat besides replying. */
export type Effect =
  /** The bot's own public message gets another text. */
  | { kind: 'edit'; channelId: string; messageId: string; text: string }
  /** The message that holds the buttons says who has the hand-over, or that it is solved. */
  | { kind: 'handover'; answerId: string; messageId?: string };

/** How something goes on after a reply: the chat looks again every few seconds and shows it in the reply's place. */
export interface Follow<Words = string> {
  look(): Promise<{ text: Words; isOver: boolean }>;
}

/** What goes with the cards of a reply. */
export interface Extras {
  /** Puts the first card in the place of the message that the button is on, where there is one. */
  isReplacing?: boolean;
  files?: readonly TextFile[];
  effects?: readonly Effect[];
  /** What was done, for the audit log; nothing where nothing was changed. */
  audited?: Deed | readonly Deed[];
}

/**
 * What became of a draft that somebody decided about. `later`: the platform is away; `forbidden`: the bot may not
 * write there; both are tried again. The others: there is nobody to send it to.
 */
export type DraftOutcome = 'done' | 'question_gone' | 'asker_gone' | 'forbidden' | 'later';

/** What a command says; the channel renders it. */
export type Reply<Words = string> =
  | ({ kind: 'cards'; cards: readonly Card<Words>[]; follow?: Follow<Words> } & Extras)
  | { kind: 'form'; id: string; title: Words; fields: readonly FormField<Words>[] }
  /**
   * An answer of the bot, with notice, sources and buttons; the question stands above it. Unrecorded: whoever asked
   * opted out; counted: what is given back where nobody sees it.
   */
  | { kind: 'answer'; question: string; answer: Answer; isUnrecorded: boolean; counted: CountedQuestion }
  /** One visible line under the message and one ping of the hand-over role, if it is due; then one of the texts. */
  | {
      kind: 'team_call';
      answerId: string;
      messageId: string;
      askerId: string | null;
      language: InterfaceLanguage;
      /** `known`: somebody else was faster; `forbidden`: the bot may not write there; `failed`: another try may help. */
      texts: Record<'called' | 'known' | 'forbidden' | 'failed', Words>;
    }
  /** The message that a menu belongs to is answered as if its author had asked, or for whoever chose it alone. */
  | {
      kind: 'on_demand';
      isPublic: boolean;
      counted: CountedQuestion;
      texts: Record<'answered' | 'known' | 'failed' | 'nothing_asked' | 'head', Words>;
    }
  /** A draft was decided: it is carried out where it was asked, stands on its card, and is told by one of the texts. */
  | {
      kind: 'draft_decision';
      answerId: string;
      audited: Deed;
      texts: Record<DraftOutcome, Words>;
      /** Below the text when it is done. */
      rows: readonly ActionRow<Words>[];
    };

/** A reply before it is put in the language of whoever reads it. */
export type Draft = Reply<Wording>;

type More = Extras & Pick<Card<Wording>, 'rows'> & { follow?: Follow<Wording> };

/** The usual reply: one text, perhaps with rows. */
export function say(text: string, more?: Extras & Pick<Card, 'rows'>): Reply;
export function say(text: Wording, more?: More): Draft;
export function say(text: Wording, { rows, ...rest }: More = {}): Draft {
  return { kind: 'cards', cards: [{ text, ...(rows ? { rows } : {}) }], ...rest };
}

/** The same for what was changed, which stands in the audit log. @param subject is never a secret */
export function done(
  action: AuditAction,
  subject: string | null,
  text: Wording,
  more: Parameters<typeof say>[1] = {},
): Draft {
  return say(text, { ...more, audited: { action, subject } });
}

/** The same for settings, of which the core says what was changed. */
export function saved(deeds: readonly Deed[], text: Wording): Draft {
  return say(text, deeds.length > 0 ? { audited: deeds } : {});
}

/** A reply in one language. */
export function toReply(draft: Draft, language: InterfaceLanguage): Reply {
  const word = (words: Wording) => toText(words, language);
  switch (draft.kind) {
    case 'cards': {
      const { cards, follow, ...rest } = draft;
      const look = follow && (() => follow.look().then(({ text, isOver }) => ({ text: word(text), isOver })));
      return {
        ...rest,
        cards: cards.map((card) => toCard(card, word)),
        ...(look ? { follow: { look } } : {}),
      };
    }
    case 'form':
      return {
        ...draft,
        title: word(draft.title),
        fields: draft.fields.map(({ label, placeholder, ...field }) => ({
          ...field,
          label: word(label),
          ...(placeholder === undefined ? {} : { placeholder: word(placeholder) }),
        })),
      };
    case 'team_call': {
      const { called, known, forbidden, failed } = draft.texts;
      const texts = {
        called: word(called),
        known: word(known),
        forbidden: word(forbidden),
        failed: word(failed),
      };
      return { ...draft, texts };
    }
    case 'on_demand': {
      const { answered, known, failed, nothing_asked, head } = draft.texts;
      const texts = {
        answered: word(answered),
        known: word(known),
        failed: word(failed),
        nothing_asked: word(nothing_asked),
        head: word(head),
      };
      return { ...draft, texts };
    }
    case 'draft_decision': {
      const { done: isDone, question_gone, asker_gone, forbidden, later } = draft.texts;
      const texts = {
        done: word(isDone),
        question_gone: word(question_gone),
        asker_gone: word(asker_gone),
        forbidden: word(forbidden),
        later: word(later),
      };
      return { ...draft, texts, rows: draft.rows.map((row) => toRow(row, word)) };
    }
    default:
      return draft;
  }
}

function toCard({ text, rows }: Card<Wording>, word: (words: Wording) => string): Card {
  return { text: word(text), ...(rows ? { rows: rows.map((row) => toRow(row, word)) } : {}) };
}

function toRow(row: ActionRow<Wording>, word: (words: Wording) => string): ActionRow {
  return row.map((part) => {
    if (part.kind === 'button') return { ...part, label: word(part.label) };
    const options = part.options.map((option) => ({ ...option, label: word(option.label) }));
    return { ...part, placeholder: word(part.placeholder), options };
  });
}

/** A button as most are. @param id as in `noun:verb:argument…` */
export function button(
  id: string,
  label: Wording,
  style: NonNullable<Button['style']> = 'secondary',
): Button<Wording> {
  return { kind: 'button', id, label, style };
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
export function pager(id: string, { number, last }: { number: number; last: number }) {
  if (last === 1) return {};
  const back = { ...button(`${id}:${number - 1}`, { de: 'Zurück', en: 'Back' }), isDisabled: number <= 1 };
  const next = { ...button(`${id}:${number + 1}`, { de: 'Weiter', en: 'Next' }), isDisabled: number >= last };
  return { rows: [[back, next]] };
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

/** The same, as somebody else's words. */
export function quote(text: string): string {
  return escapeMarkdown(text.trim()).replace(/^/gm, '> ');
}

/** Escaped text of at most `limit` UTF-16 units, with … where something is left out. */
export function escapeWithin(text: string, limit: number): string {
  let [fits, ends] = [0, Math.min(text.length, limit)];
  while (fits < ends) {
    const middle = Math.ceil((fits + ends) / 2);
    if (escapeMarkdown(truncate(text, middle)).length <= limit) fits = middle;
    else ends = middle - 1;
  }
  return fits === 0 ? '' : escapeMarkdown(truncate(text, fits));
}

/** The beginning of a text in one line, escaped. */
export function toLine(text: string, limit: number): string {
  return escapeWithin(oneLine(text), limit);
}
