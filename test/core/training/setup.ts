import type { Lesson } from '../../../src/core/learning/suggestions/learn.ts';
import {
  approve,
  reject,
  type Suggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { forgetMessages } from '../../../src/core/members/provenance.ts';
import type { TrainingState } from '../../../src/domain/types.ts';
import type { TestApp } from '../../support/app.ts';

export const TEACHER_ROLE = '900';
const QUESTION = 'How long does delivery to Oslo take, Lena?';
const ANSWER = 'Hi Mo, it is nine days by ship, call me at +49 171 1234567.';

type Given = Partial<Parameters<typeof suggest>[1]>;

/** Where the words of a suggestion come from. */
export const source = (
  part: 'question' | 'answer',
  messageId: string | null,
  memberId: string | null,
  isOriginal = true,
) => ({
  ...{ part, messageId, memberId, isOriginal },
});

/** A suggestion with the words of an asker and an author, ready to be made. */
export const withMembers = (asker: string, author: string, more: Given = {}): Given => ({
  ...{ channelId: '1', sources: [source('question', freshId(), asker), source('answer', freshId(), author)] },
  ...more,
});

let nextId = 10_000;
/** Ids of members and messages that no other test has. */
export function freshId(): string {
  nextId += 1;
  return `77${nextId}`;
}

/** A server on which learning is on. */
export async function addLearningServer(
  app: TestApp,
  change: Parameters<TestApp['addServer']>[0] = {},
): Promise<string> {
  const settings = { learning: true, teach_roles: [TEACHER_ROLE] };
  return (await app.addServer({ ...settings, ...change })).id;
}

/** What a teacher replied to a member; new members and messages each time. */
export function lessonOn(serverId: string, texts: { question?: string; answer?: string } = {}): Lesson {
  const { question = QUESTION, answer = ANSWER } = texts;
  return {
    ...{ serverId, channelId: '1' },
    question: { messageId: freshId(), memberId: freshId(), name: 'Mo', text: question },
    answer: {
      messageIds: [freshId(), freshId()],
      memberId: freshId(),
      name: 'Lena',
      roleId: TEACHER_ROLE,
      text: answer,
    },
  };
}

export const never = new AbortController().signal;

/** A suggestion whose two texts hold a word each, `<word>Asked` and `<word>Told`. */
export function teachWord(
  core: TestApp['core'],
  input: { serverId: string; asker: string; author: string; word: string } & Given,
): Promise<Suggestion> {
  const { asker, author, word, ...more } = input;
  const text = { question: `When does ${word}Asked open?`, answer: `The ${word}Told opens at nine.` };
  return suggest(core, { ...text, source: 'reply', ...withMembers(asker, author), ...more });
}

/** Brings a pending suggestion into a state. */
export async function bringTo(
  core: TestApp['core'],
  serverId: string,
  { id, sources }: Suggestion,
  state: TrainingState,
): Promise<void> {
  if (state === 'rejected') await reject(core, serverId, id);
  if (state === 'approved' || state === 'suspended') await approve(core, serverId, id);
  const [messageId] = sources.flatMap((one) => one.messageId ?? []);
  if (state === 'suspended' && messageId)
    await forgetMessages(core, { serverId, messageIds: [messageId], reason: 'source_edited' });
}

export const STATES: TrainingState[] = ['pending', 'approved', 'rejected', 'suspended'];
