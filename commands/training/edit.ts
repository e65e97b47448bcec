import type { Core } from '../../src/core/core.ts';
import type { SuggestInput } from '../../src/core/learning/suggestions/suggest.ts';
import type { Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { editSuggestion, prepareText, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { mayTeach } from '../../src/core/owners/access.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { AppError } from '../../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../src/domain/limits.ts';
import { toLine, truncate } from '../../src/domain/text.ts';
import type { Invocation } from '../command.ts';
import { orRefuse, RefusalError, wordingOf } from '../refusal.ts';
import { type Draft, type FormField, MAX_FIELD_CHARACTERS, type TextFile } from '../reply.ts';
import { both, type Texts, type Wording } from '../wording.ts';
import { find, replaceCard } from './list.ts';
import { GONE, isOpen, REFUSALS, refusalsOf, sayState } from './words.ts';

/**
 * The fields of a question and its answer.
 * @param texts.maxLength of the answer, in characters.
 * @param texts.isNameless asks for words that name nobody, as for what members wrote.
 */
export function toFields(texts: {
  question: string;
  answer: string;
  maxLength?: number;
  isNameless?: boolean;
}): FormField<Wording>[] {
  const { question, answer, maxLength = MAX_FIELD_CHARACTERS, isNameless = false } = texts;
  const more = isNameless && { de: ', ohne Namen', en: ', without names' };
  const placeholder = { de: 'Wie lange dauert der Versand?', en: 'How long does delivery take?' };
  return [
    {
      name: 'question',
      label: both`${{ de: 'Frage', en: 'Question' }}${more}`,
      ...(isNameless ? { placeholder } : {}),
      isRequired: true,
      maxLength: MAX_ENTRY_TITLE_CHARACTERS,
      value: question,
    },
    {
      name: 'answer',
      label: both`${{ de: 'Antwort', en: 'Answer' }}${more}`,
      isLong: true,
      isRequired: true,
      maxLength,
      value: answer,
    },
  ];
}

/** What was asked, in one line without personal data, as a form offers it. @param names that stand in it */
export function toQuestion(asked: string | null | undefined, names?: readonly string[]): string {
  return truncate(toLine(prepareText(asked ?? '', names)), MAX_ENTRY_TITLE_CHARACTERS);
}

/** A typed text that could not be taken, for another try. */
export function toTypedFile({ answer = '' }: Invocation['fields']): TextFile[] {
  return answer.trim() === '' ? [] : [{ name: 'answer.txt', text: answer }];
}

/** The form in which a suggestion is written anew. */
export async function openForm(core: Core, { serverId }: Invocation, suggestionId: string): Promise<Draft> {
  const suggestion = await find(core, serverId, suggestionId);
  if (!suggestion || !isOpen(suggestion))
    throw new RefusalError(suggestion ? sayState(suggestion) : GONE, { isReplacing: true });
  const { id, question, answer } = suggestion;
  if (answer.length > MAX_FIELD_CHARACTERS)
    throw new RefusalError({
      de: `Diese Antwort ist länger als ${MAX_FIELD_CHARACTERS} Zeichen und passt nicht in ein Formular. Lehne sie ab und füge mit \`/knowledge add\` eine kürzere hinzu.`,
      en: `This answer is longer than ${MAX_FIELD_CHARACTERS} characters and does not fit into a form. Reject it and add a shorter version with \`/knowledge add\`.`,
    });
  return {
    kind: 'form',
    id: `training:save:${id}`,
    title: { de: 'Vorschlag bearbeiten', en: 'Edit suggestion' },
    fields: toFields({ question, answer }),
  };
}

/** Takes over what was typed; the card shows it, to be decided. */
export async function save(core: Core, input: Invocation): Promise<Draft> {
  const { question = '', answer = '' } = input.fields;
  const id = input.args[0] ?? '';
  try {
    const edited = await editSuggestion(core, input.serverId, id, { question, answer });
    return await replaceCard(core, input, edited, { action: 'training.edited' });
  } catch (error) {
    const stored = error instanceof AppError ? await find(core, input.serverId, id) : null;
    const refusal = wordingOf(error, refusalsOf(stored));
    if (!refusal) throw error;
    // The card stays while there is something to decide; what was typed is kept for another try.
    const stays = stored !== null && isOpen(stored);
    throw new RefusalError(refusal, stays ? { files: toTypedFile(input.fields) } : { isReplacing: true });
  }
}

type SuggestionSource = NonNullable<SuggestInput['sources']>[number];

/** A member whose question was offered with a form; what comes of it holds their words. */
export function toAskerSource(
  asked: { question: string | null; askerId: string | null } | null,
  messageId: string,
): SuggestionSource[] {
  if (!asked?.question || !asked.askerId) return [];
  return [{ part: 'question', messageId, memberId: asked.askerId, isOriginal: false }];
}

/** Notes what the fields of a form say. @throws RefusalError with the answer that was typed as a file */
export async function suggestFields(
  core: Core,
  input: Invocation,
  origin: { source: 'menu' | 'correction' | 'vote'; channelId: string; sources: readonly SuggestionSource[] },
): Promise<Suggestion> {
  const { serverId, invoker, fields } = input;
  const { question = '', answer = '' } = fields;
  const authorRole = await findRole(core, input);
  const text = { question, answer, names: [invoker.name] };
  const made = suggest(core, { serverId, ...text, ...origin, authorRole });
  return orRefuse(made, REFUSALS, { files: toTypedFile(fields) });
}

/** Whether what somebody suggests is the team's. */
export async function isTrusted(core: Core, { serverId, invoker }: TeachingUse): Promise<boolean> {
  return mayTeach(parseSettings((await getServer(core, serverId)).settings), invoker);
}

type TeachingUse = Pick<Invocation, 'serverId' | 'invoker'>;

/** The role by which whoever uses this teaches; null for those who have none. */
export async function findRole(core: Core, { serverId, invoker }: TeachingUse): Promise<string | null> {
  const { teach_roles } = parseSettings((await getServer(core, serverId)).settings);
  return teach_roles.find((id) => invoker.roleIds.includes(id)) ?? null;
}

/** What happens next with a suggestion that was just made, or was there already. */
export function describeNext(suggestion: Suggestion): Texts {
  if (suggestion.state !== 'pending') return sayState(suggestion);
  return {
    de: `Danke! Notiert als Vorschlag \`${suggestion.id}\`. Der Bot verwendet ihn, sobald ein Admin ihn unter \`/training list\` übernimmt.`,
    en: `Thank you! Saved as suggestion \`${suggestion.id}\`. The bot uses it once an editor or admin approves it in \`/training list\`.`,
  };
}
