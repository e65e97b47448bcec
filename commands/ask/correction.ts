import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { type Correctable, findCorrectable } from '../../src/core/learning/feedback.ts';
import { getSuggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { hasOptedOut } from '../../src/core/members/privacy.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Invocation } from '../command.ts';
import { parseOrRefuse, RefusalError, wordingOf } from '../refusal.ts';
import { type ActionRow, button, type Draft, done, type Extras, say } from '../reply.ts';
import {
  describeNext,
  isTrusted,
  suggestFields,
  toAskerSource,
  toFields,
  toQuestion,
} from '../training/edit.ts';
import type { Texts, Wording } from '../wording.ts';

const MAX_ANSWER_CHARACTERS = 2_000;

const answerIdSchema = z.uuid();

const TEXTS = {
  thanks: {
    de: 'Danke! Dein Vorschlag ist beim Team. Es entscheidet, ob der Bot ihn lernt; vorher verwendet er ihn nicht.',
    en: 'Thank you! The team has your suggestion and decides whether the bot learns it; until then it is not used.',
  },
  known: {
    de: 'Du hast zu dieser Antwort schon etwas vorgeschlagen, danke! Das Team entscheidet darüber.',
    en: 'You have already suggested something for this answer, thank you! The team will decide on it.',
  },
  gone: {
    de: 'Diese Antwort ist nicht mehr gespeichert. Stell die Frage einfach noch einmal mit `/ask`.',
    en: 'This answer is no longer stored. Just ask again with `/ask`.',
  },
  notYours: {
    de: 'Hierzu kann nur das Team etwas vorschlagen. Wenn du Hilfe brauchst, drück unter der Antwort auf „Team fragen“.',
    en: 'Only the team can suggest something here. If you need help, press “Ask the team” under the answer.',
  },
  notKept: {
    de: 'Du hast gewünscht, dass nichts von dir gespeichert wird, auch kein Vorschlag. Ändern: `/opt-out`.',
    en: 'You asked me to store nothing of yours, not even suggestions. To change this: `/opt-out`.',
  },
} satisfies Record<string, Texts>;

/** The button for those who may suggest a better answer; nothing for all others. */
export async function offerCorrection(
  core: Core,
  input: Invocation,
  answerId: string,
): Promise<ActionRow<Wording>> {
  const label = { de: 'Bessere Antwort vorschlagen', en: 'Suggest a better answer' };
  return find(core, input, answerId).then(
    () => [button(`answer:correct:${answerId}`, label)],
    (error: unknown) => {
      if (error instanceof RefusalError) return [];
      throw error;
    },
  );
}

export async function openCorrection(core: Core, input: Invocation): Promise<Draft> {
  const [answerId = ''] = input.args;
  const found = await find(core, input, answerId);
  if (found.suggestionId) return sayKnown(core, input, found.suggestionId);
  return {
    kind: 'form',
    id: `answer:correction:${answerId}`,
    title: { de: 'Was wäre die richtige Antwort?', en: 'What would be the right answer?' },
    fields: toFields({
      question: toQuestion(found.question, [input.invoker.name]),
      answer: '',
      maxLength: MAX_ANSWER_CHARACTERS,
      isNameless: true,
    }),
  };
}

/** One after the other for a member, or several sent at once would not know of each other. */
export function saveCorrection(core: Core, input: Invocation): Promise<Draft> {
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

async function save(core: Core, input: Invocation): Promise<Draft> {
  const found = await find(core, input, input.args[0] ?? '');
  if (found.suggestionId) return sayKnown(core, input, found.suggestionId);
  const { channelId, messageId } = found;
  const suggestion = await suggestFields(core, input, {
    source: 'vote',
    channelId,
    sources: [
      { part: 'answer', messageId, memberId: input.invoker.id, isOriginal: false },
      ...toAskerSource(found, messageId),
    ],
  });
  if (!(await isTrusted(core, input))) return say(TEXTS.thanks);
  return done('training.suggested', suggestion.id, describeNext(suggestion));
}

/** One suggestion for an answer is enough of each member; what became of it is for the team to know. */
async function sayKnown(core: Core, input: Invocation, suggestionId: string): Promise<Draft> {
  if (!(await isTrusted(core, input))) return say(TEXTS.known);
  return say(describeNext(await getSuggestion(core, input.serverId, suggestionId)));
}

/** Ids come from the platform: any of them may be made up. @throws RefusalError */
async function find(core: Core, { serverId, invoker }: Invocation, given: string): Promise<Correctable> {
  const answerId = parseOrRefuse(answerIdSchema, given, TEXTS.gone);
  const finding = findCorrectable(core, { serverId, answerId, invoker });
  return refuseStrangers(core, finding, { memberId: invoker.id, ...TEXTS });
}

/**
 * Waits for what only those may do who asked, or the team. Whose question it was is not stored for those who opted
 * out, so to the core they are strangers.
 * @throws RefusalError
 */
export async function refuseStrangers<Result>(
  core: Core,
  work: Promise<Result>,
  said: { memberId: string; gone: Texts; notYours: Texts; notKept: Texts; more?: Extras },
): Promise<Result> {
  const { memberId, gone, notYours, notKept, more } = said;
  return work.catch(async (error: unknown) => {
    const isStranger = error instanceof AppError && error.code === 'forbidden';
    const forbidden = isStranger && (await hasOptedOut(core, memberId)) ? notKept : notYours;
    const text = wordingOf(error, { not_found: gone, forbidden });
    throw text ? new RefusalError(text, more) : error;
  });
}
