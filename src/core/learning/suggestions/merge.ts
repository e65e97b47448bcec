import { changeSuggestions } from '../../../adapters/db/learning/suggestion-changes.ts';
import { readSuggestions, type Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS } from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { words } from '../../search/words/analyse.ts';
import { findConflicts } from './conflicts.ts';
import { decided, missing } from './refusals.ts';

/** How often suggestions that are edited meanwhile are looked at again. */
const MAX_LOOKS = 3;

/**
 * Makes pending suggestions one: it keeps the question of the first, and what all answers say, once. The others
 * are deleted; where their words come from goes with it.
 * @throws AppError('not_found') when one of them is missing, or 'invalid_input' when one is not pending (`state`)
 * or all together are too long (`answer`), or 'service_unavailable' when they change all the time; nothing is
 * changed then.
 */
export async function merge(
  core: Core,
  serverId: string,
  id: string,
  otherIds: readonly string[],
): Promise<Suggestion> {
  const ids = [id, ...new Set(otherIds.filter((other) => other !== id))];
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const looked = join(await readSuggestions(core.database.kysely, serverId, ids), ids);
    // Looked up beforehand: the search must not wait for a transaction that waits for it.
    const conflicts = await findConflicts(core, await getServer(core, serverId), looked);
    let isSame = false;
    const [merged] = await changeSuggestions(core.database, serverId, ids, (stored) => {
      const { question, ...joined } = join(stored, ids);
      isSame = joined.answer === looked.answer && question === looked.question;
      if (!isSame) return {};
      const others = ids.slice(1);
      return { changes: [{ id, ...joined, conflicts, takesSourcesOf: others }], deletedIds: others };
    });
    if (isSame && merged) return merged;
  }
  throw new AppError('service_unavailable', { retryAfterSeconds: 1 });
}

/** @throws AppError as `merge` does. */
function join(
  stored: readonly Suggestion[],
  ids: readonly string[],
): Pick<Suggestion, 'question' | 'answer' | 'isAnswerDerived' | 'taught'> {
  const byId = new Map(stored.map((suggestion) => [suggestion.id, suggestion]));
  const inOrder = ids.flatMap((wanted) => byId.get(wanted) ?? []);
  const [kept] = inOrder;
  if (!kept || inOrder.length < ids.length) throw missing();
  for (const suggestion of inOrder) if (suggestion.state !== 'pending') throw decided(suggestion);
  const answer = joinAnswers(inOrder.map((suggestion) => suggestion.answer));
  if (answer.length > MAX_ENTRY_TEXT_CHARACTERS) throw tooLong();
  const isAnswerDerived = inOrder.every((suggestion) => suggestion.isAnswerDerived);
  const isPutInWords = inOrder.some(({ taught }) => taught !== null);
  const taught = isPutInWords ? joinAnswers(inOrder.map((one) => one.taught ?? one.answer)) : null;
  return { question: kept.question, answer, isAnswerDerived, taught };
}

function tooLong(): AppError {
  const message = `Together they are longer than ${MAX_ENTRY_TEXT_CHARACTERS} characters; shorten one first.`;
  return new AppError('invalid_input', { param: 'answer', message });
}

/** Paragraphs of all, and those sentences of later ones that were not said before. */
function joinAnswers(answers: readonly string[]): string {
  const said = new Set<string>();
  const isNew = (text: string) => {
    const key = words(text).join(' ') || text.trim();
    return !said.has(key) && said.add(key) !== undefined;
  };
  return answers
    .map((answer) => paragraphsOf(answer).flatMap((paragraph) => keepNew(paragraph, isNew)))
    .filter((paragraphs) => paragraphs.length > 0)
    .map((paragraphs) => paragraphs.join('\n\n'))
    .join('\n\n');
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
}

function keepNew(paragraph: string, isNew: (text: string) => boolean): string[] {
  const sentences = paragraph.split(/(?<=[.!?…])\s+/);
  const kept = sentences.filter(isNew);
  if (kept.length === sentences.length) return [paragraph];
  return kept.length === 0 ? [] : [kept.join(' ')];
}
