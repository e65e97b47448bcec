import type { Core } from '../../src/core/core.ts';
import { searchKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { answerGapWithEntry, getGap } from '../../src/core/learning/gaps.ts';
import { readRegressions } from '../../src/core/learning/suggestions/refusals.ts';
import { approve, type Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { cutAt } from '../../src/domain/text.ts';
import type { Invocation } from '../command.ts';
import { orRefuse, RefusalError, type Refusals } from '../refusal.ts';
import { type Draft, say, toLine } from '../reply.ts';
import type { Texts } from '../wording.ts';
import { sayApproved } from './decide.ts';
import { find } from './list.ts';
import { GONE, isOpen, refusalsOf, sayState } from './words.ts';

/** Of the value and the label of a choice, by the platform. */
const MAX_CHOICE_CHARACTERS = 100;
const MAX_QUESTION_CHARACTERS = 300;

const NOTHING_FITS: Texts = {
  de: 'Dazu findet der Bot keinen Eintrag. Im Dashboard kannst du mit anderen Worten danach suchen.',
  en: 'The bot finds no entry for it. In the dashboard you can search with other words.',
};
const NO_ENTRY: Texts = {
  de: 'Diesen Eintrag gibt es nicht mehr.',
  en: 'This entry no longer exists.',
};
const TESTS_FAIL: Texts = {
  de: '⚠️ Nicht übernommen: Danach würden Testfragen scheitern. Im Dashboard siehst du, welche, und kannst es trotzdem tun.',
  en: '⚠️ Not approved: test questions would fail afterwards. The dashboard shows which ones, and lets you approve anyway.',
};
const ADDED: Texts = {
  de: 'Die Frage ist jetzt eine weitere Formulierung dieses Eintrags.',
  en: 'The question is now another wording of that entry.',
};

/** The entries that are nearest to a suggestion, for an owner to say which one asks the same. */
export async function offerForSuggestion(core: Core, { serverId }: Invocation, id: string): Promise<Draft> {
  const suggestion = await find(core, serverId, id);
  if (!suggestion) throw new RefusalError(GONE, { isReplacing: true });
  if (!isOpen(suggestion)) throw new RefusalError(sayState(suggestion));
  return offerEntries(core, serverId, { question: suggestion.question, id: `training:entry:${id}` });
}

/** The same for an unanswered question. @param gone what is said when it is open no more */
export async function offerForGap(
  core: Core,
  serverId: string,
  answerId: string,
  gone: Texts,
): Promise<Draft> {
  const { question } = await orRefuse(getGap(core, serverId, answerId), { not_found: gone });
  return offerEntries(core, serverId, { question, id: `gap:entry:${answerId}` });
}

async function offerEntries(
  core: Core,
  serverId: string,
  { question, id }: { question: string; id: string },
): Promise<Draft> {
  const hits = await searchKnowledge(core, serverId, question);
  // What links bring would come back without its wordings.
  const own = hits.filter(
    ({ entryId }) => !entryId.startsWith('page:') && entryId.length <= MAX_CHOICE_CHARACTERS,
  );
  const entries = [...new Map(own.toReversed().map((hit) => [hit.entryId, hit])).values()].toReversed();
  if (entries.length === 0) throw new RefusalError(NOTHING_FITS);
  const label = (title: string) => cutAt(title, MAX_CHOICE_CHARACTERS);
  const select = {
    kind: 'select' as const,
    id,
    placeholder: { de: 'Eintrag auswählen', en: 'Choose the entry' },
    options: entries.map(({ entryId, title }) => ({
      label: { de: label(title), en: label(title) },
      value: entryId,
    })),
  };
  const shown = toLine(question, MAX_QUESTION_CHARACTERS);
  const text = {
    de: `Welcher Eintrag beantwortet **${shown}** schon? Die Frage wird eine weitere Formulierung davon.`,
    en: `Which entry already answers **${shown}**? The question becomes another wording of that entry.`,
  };
  return say(text, { rows: [[select]] });
}

/** Makes a suggestion a wording of the chosen entry. */
export async function approveWithEntry(core: Core, input: Invocation, id: string): Promise<Draft> {
  const { serverId, values } = input;
  const refusals = refusalsOf(await find(core, serverId, id));
  const approved = await orSay(approve(core, serverId, id, { entryId: values[0] ?? '' }), refusals);
  return sayApproved(approved, 'training.approved', ADDED);
}

/** Makes an unanswered question a wording of the chosen entry. */
export async function answerWithEntry(core: Core, input: Invocation, answerId: string, gone: Texts) {
  const { serverId, values } = input;
  const { question } = await orRefuse(getGap(core, serverId, answerId), { not_found: gone });
  const given = { serverId, answerId, question, entryId: values[0] ?? '' };
  const answered = await orSay(answerGapWithEntry(core, given), refusalsOf(null));
  return sayApproved(answered, 'gap.answered', ADDED);
}

async function orSay(work: Promise<Suggestion>, refusals: Refusals): Promise<Suggestion> {
  return work.catch((error: unknown) => {
    if (readRegressions(error)) throw new RefusalError(TESTS_FAIL);
    return orRefuse(Promise.reject(error), { ...refusals, not_found: NO_ENTRY });
  });
}
