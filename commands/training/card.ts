import type { Proof } from '../../src/core/learning/proof.ts';
import type { Conflict, Conflicts, Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { words } from '../../src/core/search/words/analyse.ts';
import { sentencesOf } from '../../src/domain/markdown/sentences.ts';
import {
  CONFLICTS,
  describeUnchecked,
  SUGGESTION_SOURCES,
  SUSPENSION_REASONS,
} from '../../src/domain/words.ts';
import type { Invocation } from '../command.ts';
import type { Button, Card, TextFile } from '../reply.ts';
import { ago, button, escapeMarkdown, escapeWithin, toLine } from '../reply.ts';
import { both, joined, type Texts, toTexts, type Wording } from '../wording.ts';
import { summariseProof } from './proof.ts';
import { isWhole } from './words.ts';

/** A card is one message: its buttons stand under all of it. What is longer comes as a file too. */
const CARD_CHARACTERS = 2_000;
const ANSWER_CHARACTERS = 1_100;
const QUESTION_CHARACTERS = 400;
const TITLE_CHARACTERS = 80;
const EXCERPT_CHARACTERS = 160;
const WHY_CHARACTERS = 160;
const TAUGHT_CHARACTERS = 180;
const WORDINGS_CHARACTERS = 200;
/** Fewer tell nothing. */
const MIN_WORDINGS_CHARACTERS = 40;
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
  unchecked: Conflicts['unchecked'];
  /** null when it is not known what approving would change. */
  proof: Proof | null;
}

type CardViewer = Pick<Invocation, 'language' | 'serverId'>;

/**
 * One message, however long the texts are; what is cut short comes whole as a file.
 * @param webUrl where the chat's messages have their addresses.
 * @param notice one line above it.
 */
export function toCard(
  reader: CardViewer,
  shown: Shown,
  { webUrl, notice }: { webUrl: string; notice?: Texts },
): { card: Card<Wording> & { text: string }; files: TextFile[] } {
  const { suggestion, conflicts, unchecked, proof } = shown;
  const missing = describeUnchecked(unchecked);
  const { id, question, answer, taught, suspendedFor } = suggestion;
  const lines = (parts: Parameters<typeof toTexts>[0]) => toTexts(parts, reader.language);
  const above = lines([
    notice,
    suspendedFor && both`⏸️ **${{ de: 'Ausgesetzt', en: 'Suspended' }}:** ${SUSPENSION_REASONS[suspendedFor]}`,
    showQuestion(shown),
  ]);
  const below = lines([
    // What the teacher wrote, where a backend put it in other words.
    taught && both`🗣️ **${{ de: 'Im Original', en: 'Originally' }}**:\n> ${toLine(taught, TAUGHT_CHARACTERS)}`,
    ...showConflicts(answer, conflicts),
    missing && both`-# ${missing}`,
    proof && both`-# ${summariseProof(proof)}`,
    both`-# ${describeOrigin(reader.serverId, shown, webUrl)}`,
  ]);
  const taken = [...above, ...below].reduce((sum, line) => sum + line.length + 1, MARGIN_CHARACTERS);
  const spare = CARD_CHARACTERS - taken - ANSWER_CHARACTERS;
  const limit = Math.max(0, Math.min(ANSWER_CHARACTERS, CARD_CHARACTERS - taken));
  const isQuestionCut = escapeMarkdown(question).length > QUESTION_CHARACTERS;
  const isTaughtCut = taught !== null && escapeMarkdown(taught).length > TAUGHT_CHARACTERS;
  const isCut = isQuestionCut || isTaughtCut || escapeMarkdown(answer).length > limit;
  const whole = [isQuestionCut && question, answer, isTaughtCut && taught];
  const rest = { de: `-# Der ganze Text steht in ${id}.txt.`, en: `-# The whole text is in ${id}.txt.` };
  const text = [
    ...above,
    ...lines([showAnswer(shown, limit), isCut && rest, showWordings(shown, spare)]),
    ...below,
  ].join('\n');
  return {
    card: { text, rows: [toButtons(shown), ...offerEntry(suggestion)] },
    files: isCut ? [{ name: `${id}.txt`, text: whole.filter(Boolean).join('\n\n') }] : [],
  };
}

function showQuestion({ suggestion: { question, source }, askedCount }: Shown): Wording {
  const shown =
    question.trim() === ''
      ? {
          de: '**(Die Frage wurde mit ihrem Autor gelöscht. Schreib sie mit „Bearbeiten“ neu.)**',
          en: '**(The question was deleted with its author’s data. Write it again with “Edit”.)**',
        }
      : `**${escapeWithin(question, QUESTION_CHARACTERS)}**`;
  if (source !== 'surge') return shown;
  const surge =
    askedCount > 1
      ? { de: `📈 Das wurde ${askedCount}-mal gefragt.`, en: `📈 This was asked ${askedCount} times.` }
      : {
          de: '📈 Das haben viele kurz nacheinander gefragt.',
          en: '📈 Many people asked this within a short time.',
        };
  return [surge, shown];
}

function showAnswer({ suggestion: { answer, source }, conflicts }: Shown, limit: number): Texts {
  if (answer.trim() !== '') {
    const label = conflicts.length > 0 && { de: '**Vorschlag:** ', en: '**Suggested:** ' };
    return both`${label}${escapeWithin(answer, limit)}`;
  }
  return source === 'surge'
    ? {
        de: '✏️ Die Antwort fehlt noch. Schreib sie mit „Bearbeiten“, dann kannst du sie übernehmen.',
        en: '✏️ There is no answer yet. Write it with “Edit”, then you can approve it.',
      }
    : {
        de: '✏️ Die Antwort wurde mit ihrem Autor gelöscht. Schreib sie mit „Bearbeiten“ neu.',
        en: '✏️ The answer was deleted with its author’s data. Write it again with “Edit”.',
      };
}

/** How else it was asked, where the answer leaves room. */
function showWordings({ suggestion: { wordings } }: Shown, room: number): Texts | false {
  const label = { de: 'Auch so gefragt', en: 'Also asked as' };
  const limit = Math.min(WORDINGS_CHARACTERS, room - label.de.length);
  if (wordings.length === 0 || limit < MIN_WORDINGS_CHARACTERS) return false;
  return both`-# ${label}: ${toLine(wordings.join(' · '), limit)}`;
}

/** The first beside the suggestion, the others by their titles. */
function showConflicts(answer: string, [first, second, ...others]: readonly Conflict[]): Texts[] {
  if (!first) return [];
  const title = toLine(first.title, TITLE_CHARACTERS);
  const excerpt = toLine(findExcerpt(first.text, answer), EXCERPT_CHARACTERS);
  const known = { de: 'Bisher bekannt', en: 'Existing entry' };
  const why = first.why ? `\n> ${toLine(first.why, WHY_CHARACTERS)}` : '';
  const shown = both`⚠️ **${known}**, ${CONFLICTS[first.kind]} (${title}):\n> ${excerpt}${why}`;
  if (!second) return [shown];
  const more = `**${toLine(second.title, TITLE_CHARACTERS)}**`;
  const n = others.length;
  const rest =
    n === 0
      ? { de: `-# Auch: ${more}`, en: `-# Also: ${more}` }
      : { de: `-# Auch: ${more} und ${n} weitere`, en: `-# Also: ${more} and ${n} more` };
  return [shown, rest];
}

/** From the sentence on that shares the most words with the other text: there the two can be compared. */
function findExcerpt(text: string, other: string): string {
  const known = new Set(words(other));
  const sentences = sentencesOf(text);
  const scores = sentences.map((sentence) => new Set(words(sentence).filter((word) => known.has(word))).size);
  const best = Math.max(0, scores.indexOf(Math.max(...scores)));
  return sentences.slice(best).join(' ');
}

function describeOrigin(serverId: string, { suggestion, similarCount }: Shown, webUrl: string): Texts {
  const { source, sources, authorRole, createdAt, id } = suggestion;
  const name = SUGGESTION_SOURCES[source];
  const origin = sources.find(({ channelId, messageId }) => channelId && messageId);
  const address = `${webUrl}/channels/${serverId}/${origin?.channelId}/${origin?.messageId}`;
  const count = similarCount + 1;
  return joined(' · ', [
    origin && address.length <= ADDRESS_CHARACTERS ? both`[${name}](<${address}>)` : name,
    count > 1 && { de: `${count}-mal`, en: `suggested ${count} times` },
    authorRole && `<@&${authorRole}>`,
    ago(createdAt),
    `\`${id}\``,
  ]);
}

function toButtons({ suggestion, similarCount }: Shown): Button<Wording>[] {
  const { id, state } = suggestion;
  const approve =
    state === 'suspended'
      ? { de: 'Wieder übernehmen', en: 'Approve again' }
      : { de: 'Übernehmen', en: 'Approve' };
  const buttons = [toButton('approve', id, approve, 'success'), ...offerChanges(id)];
  if (isWhole(suggestion)) buttons.push(toButton('proof', id, { de: 'Was sich ändert', en: 'What changes' }));
  if (similarCount > 0 && state === 'pending')
    buttons.push(toButton('merge', id, { de: 'Ähnliche zusammenlegen', en: 'Merge similar ones' }));
  return buttons;
}

/** Its question may be one that an entry answers already. */
function offerEntry({ id, question }: Suggestion): Button<Wording>[][] {
  if (question.trim() === '') return [];
  return [
    [
      toButton('same', id, {
        de: 'Eintrag wählen, der das beantwortet',
        en: 'Choose an entry that answers this',
      }),
    ],
  ];
}

/** What can be done with a suggestion besides approving it. */
export function offerChanges(id: string): Button<Wording>[] {
  return [
    toButton('edit', id, { de: 'Bearbeiten', en: 'Edit' }),
    toButton('reject', id, { de: 'Ablehnen', en: 'Reject' }, 'danger'),
  ];
}

/** @param verb as in `training:verb:ID`. */
export function toButton(verb: string, id: string, label: Texts, style?: Button['style']): Button<Wording> {
  return button(`training:${verb}:${id}`, label, style);
}
