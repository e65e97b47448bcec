import type { Core } from '../../src/core/core.ts';
import type { SuggestInput } from '../../src/core/learning/suggestions/suggest.ts';
import { editSuggestion, type Suggestion, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { AppError } from '../../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../src/domain/limits.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { auditAs, type FormField, MAX_FIELD_CHARACTERS, type Reply, say, type TextFile } from '../reply.ts';
import { sayRefusal } from './decide.ts';
import { find, replaceCard } from './list.ts';
import { refusalOf, sayState } from './words.ts';

const NAMELESS: Texts = { de: ', ohne Namen', en: ', without names' };

/**
 * The fields of a question and its answer.
 * @param texts.maxLength of the answer, in characters.
 * @param texts.isNameless asks for words that name nobody, as for what members wrote.
 */
export function toFields(
  input: Invocation,
  texts: { question: string; answer: string; maxLength?: number; isNameless?: boolean },
): FormField[] {
  const { question, answer, maxLength = MAX_FIELD_CHARACTERS, isNameless = false } = texts;
  const more = isNameless ? pick(input, NAMELESS) : '';
  const example = pick(input, { de: 'Wie lange dauert der Versand?', en: 'How long does delivery take?' });
  return [
    {
      name: 'question',
      label: pick(input, { de: 'Frage', en: 'Question' }) + more,
      ...(isNameless ? { placeholder: example } : {}),
      isRequired: true,
      maxLength: MAX_ENTRY_TITLE_CHARACTERS,
      value: question,
    },
    {
      name: 'answer',
      label: pick(input, { de: 'Antwort', en: 'Answer' }) + more,
      isLong: true,
      isRequired: true,
      maxLength,
      value: answer,
    },
  ];
}

/** A typed text that could not be taken, for another try. */
export function toTypedFile(answer: string): TextFile[] {
  return answer.trim() === '' ? [] : [{ name: 'answer.txt', text: answer }];
}

function isOpen({ state }: Suggestion): boolean {
  return state === 'pending' || state === 'suspended';
}

/** The form in which a suggestion is written anew. */
export async function openForm(core: Core, input: Invocation, suggestionId: string): Promise<Reply> {
  const suggestion = await find(core, input.serverId, suggestionId);
  if (!suggestion || !isOpen(suggestion)) {
    const error = new AppError(suggestion ? 'invalid_input' : 'not_found', { param: 'state' });
    return sayRefusal(input, error, suggestion);
  }
  const { id, question, answer } = suggestion;
  if (answer.length > MAX_FIELD_CHARACTERS) return say(pick(input, TOO_LONG));
  return {
    kind: 'form',
    id: `training:save:${id}`,
    title: pick(input, { de: 'Vorschlag bearbeiten', en: 'Edit suggestion' }),
    fields: toFields(input, { question, answer }),
  };
}

const TOO_LONG: Texts = {
  de: `Diese Antwort ist länger als ${MAX_FIELD_CHARACTERS} Zeichen und passt nicht in ein Formular. Lehne sie ab und schreib sie mit \`/knowledge add\` kürzer.`,
  en: `This answer is longer than ${MAX_FIELD_CHARACTERS} characters and does not fit into a form. Reject it and write it shorter with \`/knowledge add\`.`,
};

/** Takes over what was typed; the card shows it, to be decided. */
export async function save(core: Core, input: Invocation): Promise<Reply> {
  const { question = '', answer = '' } = input.fields;
  const id = input.args[0] ?? '';
  try {
    const edited = await editSuggestion(core, input.serverId, id, { question, answer });
    return auditAs(await replaceCard(core, input, edited), 'training.edited', edited.id);
  } catch (error) {
    const stored = error instanceof AppError ? await find(core, input.serverId, id) : null;
    const refusal = refusalOf(error, stored);
    if (!refusal) throw error;
    // The card stays while there is something to decide; what was typed is kept for another try.
    const stays = stored !== null && isOpen(stored);
    return say(pick(input, refusal), stays ? { files: toTypedFile(answer) } : { isReplacing: true });
  }
}

type Source = NonNullable<SuggestInput['sources']>[number];

/** A member whose question was offered with a form; what comes of it holds their words. */
export function toAskerSource(
  asked: { question: string | null; askerId: string | null } | null,
  messageId: string,
): Source[] {
  if (!asked?.question || !asked.askerId) return [];
  return [{ part: 'question', messageId, memberId: asked.askerId, isOriginal: false }];
}

/**
 * Notes what the fields of a form say.
 * @returns the suggestion, or why there is none, with the answer that was typed as a file.
 */
export async function suggestFields(
  core: Core,
  input: Invocation,
  origin: { source: 'menu' | 'correction' | 'vote'; channelId: string; sources: readonly Source[] },
): Promise<{ suggestion: Suggestion } | { refusal: Reply }> {
  const { serverId, invoker, fields } = input;
  const { question = '', answer = '' } = fields;
  const authorRole = await findRole(core, input);
  try {
    const text = { question, answer, names: [invoker.name] };
    return { suggestion: await suggest(core, { serverId, ...text, ...origin, authorRole }) };
  } catch (error) {
    const refusal = refusalOf(error, null);
    if (!refusal) throw error;
    return { refusal: say(pick(input, refusal), { files: toTypedFile(answer) }) };
  }
}

/** The role that makes whoever uses this trusted; null for those who do not teach. */
export async function findRole(
  core: Core,
  { serverId, invoker }: Pick<Invocation, 'serverId' | 'invoker'>,
): Promise<string | null> {
  const { teach_roles } = parseSettings((await getServer(core, serverId)).settings);
  return teach_roles.find((id) => invoker.roleIds.includes(id)) ?? null;
}

/** What happens next with a suggestion that was just made, or was there already. */
export function describeNext(suggestion: Suggestion): Texts {
  if (suggestion.state !== 'pending') return sayState(suggestion);
  return {
    de: `Danke! Notiert als Vorschlag \`${suggestion.id}\`. Der Bot verwendet ihn, sobald ein Admin ihn unter \`/training list\` übernimmt.`,
    en: `Thank you! Noted as suggestion \`${suggestion.id}\`. The bot uses it once an admin approves it in \`/training list\`.`,
  };
}
