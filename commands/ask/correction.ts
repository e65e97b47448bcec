import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { type Correctable, findCorrectable } from '../../src/core/learning/feedback.ts';
import { getSuggestion, prepareText } from '../../src/core/learning/suggestions/suggestions.ts';
import { hasOptedOut } from '../../src/core/members/privacy.ts';
import { AppError } from '../../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../src/domain/limits.ts';
import { truncate } from '../../src/domain/text.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { auditAs, type Button, type Reply, say } from '../reply.ts';
import { describeNext, findRole, suggestFields, toAskerSource, toFields } from '../training/edit.ts';

const MAX_ANSWER_CHARACTERS = 2_000;

const answerIdSchema = z.uuid();

const TEXTS = {
  label: { de: 'Bessere Antwort vorschlagen', en: 'Suggest a better answer' },
  title: { de: 'Was wäre die richtige Antwort?', en: 'What would be the right answer?' },
  thanks: {
    de: 'Danke! Dein Vorschlag ist beim Team. Es entscheidet, ob der Bot ihn lernt; vorher verwendet er ihn nicht.',
    en: 'Thank you! The team has your suggestion and decides whether the bot learns it; until then it is not used.',
  },
  known: {
    de: 'Du hast zu dieser Antwort schon etwas vorgeschlagen, danke! Das Team entscheidet darüber.',
    en: 'You have suggested something for this answer before, thank you! The team decides about it.',
  },
  gone: {
    de: 'Diese Antwort ist nicht mehr gespeichert. Stell die Frage einfach noch einmal mit `/ask`.',
    en: 'This answer is not stored any more. Just ask again with `/ask`.',
  },
  notYours: {
    de: 'Hierzu kann nur das Team etwas vorschlagen. Wenn du Hilfe brauchst, drück unter der Antwort auf „Team fragen“.',
    en: 'Only the team can suggest something here. If you need help, press “Ask the team” under the answer.',
  },
  notKept: {
    de: 'Du hast gewünscht, dass nichts von dir gespeichert wird, auch kein Vorschlag. Ändern: `/opt-out`.',
    en: 'You wished that nothing of yours is stored, suggestions neither. To change it: `/opt-out`.',
  },
} satisfies Record<string, Texts>;

/** The button for those who may suggest a better answer; nothing for all others. */
export async function offerCorrection(core: Core, input: Invocation, answerId: string): Promise<Button[]> {
  const found = await findOrRefuse(core, input, answerId);
  if ('refusal' in found) return [];
  const id = `answer:correct:${answerId}`;
  return [{ kind: 'button', id, label: pick(input, TEXTS.label), style: 'secondary' }];
}

export async function openCorrection(core: Core, input: Invocation): Promise<Reply> {
  const [answerId = ''] = input.args;
  const found = await findOrRefuse(core, input, answerId);
  if ('refusal' in found) return say(pick(input, found.refusal));
  if (found.suggestionId) return sayKnown(core, input, found.suggestionId);
  const question = prepareText(found.question ?? '', [input.invoker.name]).replace(/\s+/g, ' ');
  return {
    kind: 'form',
    id: `answer:correction:${answerId}`,
    title: pick(input, TEXTS.title),
    fields: toFields(input, {
      question: truncate(question, MAX_ENTRY_TITLE_CHARACTERS),
      answer: '',
      maxLength: MAX_ANSWER_CHARACTERS,
      isNameless: true,
    }),
  };
}

/** One after the other for a member, or several sent at once would not know of each other. */
export function saveCorrection(core: Core, input: Invocation): Promise<Reply> {
  return inTurn(`${input.serverId}:${input.invoker.id}`, () => save(core, input));
}

const turns = new Map<string, Promise<unknown>>();

async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const run = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, run);
  try {
    return await run;
  } finally {
    if (turns.get(key) === run) turns.delete(key);
  }
}

async function save(core: Core, input: Invocation): Promise<Reply> {
  const found = await findOrRefuse(core, input, input.args[0] ?? '');
  if ('refusal' in found) return say(pick(input, found.refusal));
  if (found.suggestionId) return sayKnown(core, input, found.suggestionId);
  const { channelId, messageId } = found;
  const made = await suggestFields(core, input, {
    source: 'vote',
    channelId,
    sources: [
      { part: 'answer', messageId, memberId: input.invoker.id, isOriginal: false },
      ...toAskerSource(found, messageId),
    ],
  });
  if ('refusal' in made) return made.refusal;
  if (!(await isTeam(core, input))) return say(pick(input, TEXTS.thanks));
  const { suggestion } = made;
  return auditAs(say(pick(input, describeNext(suggestion))), 'training.suggested', suggestion.id);
}

/** One suggestion for an answer is enough of each member; what became of it is for the team to know. */
async function sayKnown(core: Core, input: Invocation, suggestionId: string): Promise<Reply> {
  if (!(await isTeam(core, input))) return say(pick(input, TEXTS.known));
  const suggestion = await getSuggestion(core, input.serverId, suggestionId);
  return say(pick(input, describeNext(suggestion)));
}

async function isTeam(core: Core, input: Invocation): Promise<boolean> {
  return input.invoker.isAdmin || (await findRole(core, input)) !== null;
}

/** Ids come from the platform: any of them may be made up. */
async function findOrRefuse(
  core: Core,
  { serverId, invoker }: Invocation,
  answerId: string,
): Promise<Correctable | { refusal: Texts }> {
  if (!answerIdSchema.safeParse(answerId).success) return { refusal: TEXTS.gone };
  try {
    return await findCorrectable(core, { serverId, answerId, invoker });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return { refusal: TEXTS.gone };
    if (error.code !== 'forbidden') throw error;
    // Whose question it was is not stored either, so to the core this member is a stranger.
    return { refusal: (await hasOptedOut(core, invoker.id)) ? TEXTS.notKept : TEXTS.notYours };
  }
}
