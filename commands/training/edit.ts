import type { Core } from '../../src/core/core.ts';
import { editSuggestion, type Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { AppError } from '../../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../src/domain/limits.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { auditAs, type FormField, type Reply, say, type TextFile } from '../reply.ts';
import { sayRefusal } from './decide.ts';
import { find, replaceCard } from './look.ts';
import { refusalOf } from './words.ts';

/** What a field of a form holds at most. */
export const MAX_FIELD_CHARACTERS = 4_000;

/** The fields of a question and its answer, as an admin writes them. */
export function toTextFields(
  input: Invocation,
  { question, answer }: { question: string; answer: string },
): FormField[] {
  return [
    {
      name: 'question',
      label: pick(input, { de: 'Frage', en: 'Question' }),
      isRequired: true,
      maxLength: MAX_ENTRY_TITLE_CHARACTERS,
      value: question,
    },
    {
      name: 'answer',
      label: pick(input, { de: 'Antwort', en: 'Answer' }),
      isLong: true,
      isRequired: true,
      maxLength: MAX_FIELD_CHARACTERS,
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
    fields: toTextFields(input, { question, answer }),
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
