import type { Proof } from '../../src/core/learning/proof.ts';
import type { Conflict, Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { words } from '../../src/core/search/words/analyse.ts';
import { sentencesOf } from '../../src/domain/markdown/sentences.ts';
import { CONFLICTS, SUGGESTION_SOURCES, SUSPENSION_REASONS } from '../../src/domain/words.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import {
  ago,
  type Button,
  type Card,
  escapeMarkdown,
  escapeWithin,
  type TextFile,
  toLine,
} from '../reply.ts';
import { summariseProof } from './proof.ts';
import { isWhole } from './words.ts';

/** A card is one message: its buttons stand under all of it. What is longer comes as a file too. */
const CARD_CHARACTERS = 2_000;
const ANSWER_CHARACTERS = 1_100;
const QUESTION_CHARACTERS = 400;
const TITLE_CHARACTERS = 80;
const EXCERPT_CHARACTERS = 200;
const TAUGHT_CHARACTERS = 300;
const ADDRESS_CHARACTERS = 200;
/** What joins the parts, and the line that names the file. */
const MARGIN_CHARACTERS = 100;

/** A suggestion with all that its card says. */
export interface Shown {
  suggestion: Suggestion;
  /** How many near-duplicates are open besides it. */
  similarCount: number;
  /** How many unanswered questions are like the draft of a surge; 0 where that is not known. */
  askedCount: number;
  conflicts: readonly Conflict[];
  /** null when it is not known what approving would change. */
  proof: Proof | null;
}

type Reader = Pick<Invocation, 'language' | 'serverId'>;

/**
 * One message, however long the texts are; what is cut short comes whole as a file.
 * @param webUrl where the chat's messages have their addresses.
 * @param notice one line above it.
 */
export function toCard(
  reader: Reader,
  shown: Shown,
  { webUrl, notice }: { webUrl: string; notice?: Texts },
): { card: Card; files: TextFile[] } {
  const { suggestion, conflicts, proof } = shown;
  const { id, question, answer } = suggestion;
  const above = [
    notice ? pick(reader, notice) : '',
    showSuspension(reader, suggestion),
    showQuestion(reader, shown),
  ];
  const below = [
    showTaught(reader, suggestion),
    ...showConflicts(reader, suggestion, conflicts),
    proof ? `-# ${summariseProof(reader, proof)}` : '',
    `-# ${describeOrigin(reader, shown, webUrl)}`,
  ];
  const taken = [...above, ...below].reduce((sum, line) => sum + line.length + 1, MARGIN_CHARACTERS);
  const limit = Math.max(0, Math.min(ANSWER_CHARACTERS, CARD_CHARACTERS - taken));
  const isQuestionCut = escapeMarkdown(question).length > QUESTION_CHARACTERS;
  const isTaughtCut =
    suggestion.taught !== null && escapeMarkdown(suggestion.taught).length > TAUGHT_CHARACTERS;
  const isCut = isQuestionCut || isTaughtCut || escapeMarkdown(answer).length > limit;
  const whole = [isQuestionCut ? question : '', answer, isTaughtCut ? suggestion.taught : ''];
  const file = { name: `${id}.txt`, text: whole.filter(Boolean).join('\n\n') };
  const rest = pick(reader, {
    de: `Der ganze Text steht in ${id}.txt.`,
    en: `The whole text is in ${id}.txt.`,
  });
  const lines = [...above, showAnswer(reader, shown, limit), isCut ? `-# ${rest}` : '', ...below];
  return {
    card: { text: lines.filter(Boolean).join('\n'), rows: [toButtons(reader, shown)] },
    files: isCut ? [file] : [],
  };
}

function showSuspension(reader: Reader, { suspendedFor }: Suggestion): string {
  if (!suspendedFor) return '';
  const head = pick(reader, { de: 'Ausgesetzt', en: 'Suspended' });
  return `⏸️ **${head}:** ${pick(reader, SUSPENSION_REASONS[suspendedFor])}`;
}

function showQuestion(reader: Reader, { suggestion: { question, source }, askedCount }: Shown): string {
  const line = pick(reader, {
    de: '**(Die Frage wurde mit ihrem Autor gelöscht. Schreib sie mit „Bearbeiten“ neu.)**',
    en: '**(The question was deleted with its author. Write it anew with “Edit”.)**',
  });
  const shown = question.trim() === '' ? line : `**${escapeWithin(question, QUESTION_CHARACTERS)}**`;
  if (source !== 'surge') return shown;
  const surge: Texts =
    askedCount > 1
      ? { de: `📈 Das wurde ${askedCount}-mal gefragt.`, en: `📈 This was asked ${askedCount} times.` }
      : { de: '📈 Das haben viele kurz nacheinander gefragt.', en: '📈 Many asked this at the same time.' };
  return `${pick(reader, surge)}\n${shown}`;
}

function showAnswer(reader: Reader, { suggestion, conflicts }: Shown, limit: number): string {
  const { answer, source } = suggestion;
  if (answer.trim() !== '') {
    const label = conflicts.length > 0 ? pick(reader, { de: '**Vorschlag:** ', en: '**Suggested:** ' }) : '';
    return label + escapeWithin(answer, limit);
  }
  const missing: Texts =
    source === 'surge'
      ? {
          de: '✏️ Die Antwort fehlt noch. Schreib sie mit „Bearbeiten“, dann kannst du sie übernehmen.',
          en: '✏️ There is no answer yet. Write it with “Edit”, then you can approve it.',
        }
      : {
          de: '✏️ Die Antwort wurde mit ihrem Autor gelöscht. Schreib sie mit „Bearbeiten“ neu.',
          en: '✏️ The answer was deleted with its author. Write it anew with “Edit”.',
        };
  return pick(reader, missing);
}

/** What the teacher wrote, where a backend put it in other words. */
function showTaught(reader: Reader, { taught }: Suggestion): string {
  if (taught === null) return '';
  const head = pick(reader, { de: '🗣️ **Im Original**', en: '🗣️ **Originally**' });
  return `${head}:\n> ${toLine(taught, TAUGHT_CHARACTERS)}`;
}

/** The first beside the suggestion, the others by their titles. */
function showConflicts(reader: Reader, { answer }: Suggestion, conflicts: readonly Conflict[]): string[] {
  const [first, ...others] = conflicts;
  if (!first) return [];
  const title = toLine(first.title, TITLE_CHARACTERS);
  const excerpt = toLine(findExcerpt(first.text, answer), EXCERPT_CHARACTERS);
  const known = pick(reader, { de: 'Bisher bekannt', en: 'Known so far' });
  const shown = `⚠️ **${known}**, ${pick(reader, CONFLICTS[first.kind])} (${title}):\n> ${excerpt}`;
  const [second] = others;
  if (!second) return [shown];
  const more = `**${toLine(second.title, TITLE_CHARACTERS)}**`;
  const count = others.length - 1;
  const rest: Texts =
    count === 0
      ? { de: `-# Auch: ${more}`, en: `-# Also: ${more}` }
      : { de: `-# Auch: ${more} und ${count} weitere`, en: `-# Also: ${more} and ${count} more` };
  return [shown, pick(reader, rest)];
}

/** From the sentence on that shares the most words with the other text: there the two can be compared. */
function findExcerpt(text: string, other: string): string {
  const known = new Set(words(other));
  const sentences = sentencesOf(text);
  const scores = sentences.map((sentence) => new Set(words(sentence).filter((word) => known.has(word))).size);
  const best = Math.max(0, scores.indexOf(Math.max(...scores)));
  return sentences.slice(best).join(' ');
}

function describeOrigin(reader: Reader, { suggestion, similarCount }: Shown, webUrl: string): string {
  const { source, sources, authorRole, createdAt, id } = suggestion;
  const name = pick(reader, SUGGESTION_SOURCES[source]);
  const origin = sources.find(({ channelId, messageId }) => channelId && messageId);
  const address = `${webUrl}/channels/${reader.serverId}/${origin?.channelId}/${origin?.messageId}`;
  const count = similarCount + 1;
  const facts = [
    origin && address.length <= ADDRESS_CHARACTERS ? `[${name}](<${address}>)` : name,
    count > 1 ? pick(reader, { de: `${count}-mal`, en: `${count} times` }) : '',
    authorRole ? `<@&${authorRole}>` : '',
    ago(createdAt),
    `\`${id}\``,
  ];
  return facts.filter(Boolean).join(' · ');
}

function toButtons(reader: Reader, { suggestion, similarCount }: Shown): Button[] {
  const { id, state } = suggestion;
  const approve: Texts =
    state === 'suspended'
      ? { de: 'Wieder übernehmen', en: 'Approve again' }
      : { de: 'Übernehmen', en: 'Approve' };
  const buttons = [toButton(reader, 'approve', id, approve, 'success'), ...offerChanges(reader, id)];
  if (isWhole(suggestion)) {
    buttons.push(toButton(reader, 'proof', id, { de: 'Was sich ändert', en: 'What changes' }));
  }
  if (similarCount > 0 && state === 'pending') {
    buttons.push(toButton(reader, 'merge', id, { de: 'Ähnliche zusammenlegen', en: 'Merge similar ones' }));
  }
  return buttons;
}

/** What can be done with a suggestion besides approving it. */
export function offerChanges(reader: Pick<Reader, 'language'>, id: string): Button[] {
  return [
    toButton(reader, 'edit', id, { de: 'Bearbeiten', en: 'Edit' }),
    toButton(reader, 'reject', id, { de: 'Ablehnen', en: 'Reject' }, 'danger'),
  ];
}

/** @param verb as in `training:verb:ID`. */
export function toButton(
  reader: Pick<Reader, 'language'>,
  verb: string,
  id: string,
  label: Texts,
  style: NonNullable<Button['style']> = 'secondary',
): Button {
  return { kind: 'button', id: `training:${verb}:${id}`, label: pick(reader, label), style };
}
