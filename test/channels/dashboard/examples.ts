import { listGaps } from '../../../src/core/learning/gaps.ts';
import { markAnswer } from '../../../src/core/learning/marks.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../src/core/learning/test-questions/test-questions.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { startRehearsal } from '../../../src/core/rehearsals/upload.ts';
import { EXPORTS } from '../../core/rehearsals/files.ts';
import { ask } from '../../support/app.ts';
import type { Dashboard } from './setup.ts';

/** Ids by the names that paths give them. */
export type Examples = { server: string } & Record<string, string>;

/** What a server can hold, each under the name that a path gives it. */
export async function fill({ app }: Pick<Dashboard, 'app'>, serverId: string): Promise<Examples> {
  const { core } = app;
  const entryId = `join-${serverId}`;
  await app.addKnowledge(serverId, [{ id: entryId, title: 'How do I join?', text: 'Press Join.' }]);
  const { id: keyId, key } = await createKey(core, { serverId, name: 'shop' });
  const suggestion = await suggest(core, {
    ...{ serverId, question: 'When do you open?', answer: 'At nine.', authorRole: null },
    ...{ source: 'import' as const, channelId: null, sources: [] },
  });
  const { id: testId } = await addTest(core, serverId, { question: 'How do I join?', expected: 'Join' });
  const answer = await openGap(app, { serverId, key, question: 'Which colours does the ferry have?' });
  const mark = await markAnswer(core, { serverId, answerId: answer, verdict: 'needed' });
  const files = [Buffer.from(EXPORTS.zendesk([{ asked: 'How do I join?', told: 'Press Join.' }]))];
  const given = { name: 'tickets.json', files, format: null, share: 10 };
  const { rehearsal } = await startRehearsal(core, serverId, given);
  return {
    server: serverId,
    key: keyId,
    entry: entryId,
    suggestion: suggestion.id,
    test: testId,
    answer,
    mark: mark.id,
    rehearsal: rehearsal.id,
    secret: key,
  };
}

/** Asks what nothing answers. @returns the id of the unanswered question. */
export async function openGap(
  app: Dashboard['app'],
  { serverId, key, question }: { serverId: string; key: string; question: string },
): Promise<string> {
  await app.chat(key, ask(question));
  const gap = (await listGaps(app.core, serverId)).find((one) => one.question === question);
  if (!gap) throw new Error('no gap came of the question');
  return gap.answerId;
}

export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** A path of the route table with its parameters filled in; the entry of a training path is a suggestion. */
export function fillIn(path: string, ids: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const id = path.includes('/training/') && name === 'entry' ? ids.suggestion : ids[name];
    if (id === undefined) throw new Error(`no example for :${name} of ${path}`);
    return encodeURIComponent(id);
  });
}
