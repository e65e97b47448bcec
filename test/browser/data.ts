import { insertEvent } from '../../src/adapters/db/webhooks/events.ts';
import { addLink } from '../../src/core/knowledge/links.ts';
import { recordFeedback } from '../../src/core/learning/feedback.ts';
import { listGaps } from '../../src/core/learning/gaps.ts';
import { reject, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest, runTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { recordAction } from '../../src/core/members/audit.ts';
import { keepForm } from '../../src/core/owners/kept-forms.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { rehearse } from '../../src/core/rehearsals/rehearsals.ts';
import { startRehearsal } from '../../src/core/rehearsals/upload.ts';
import { setWebhook } from '../../src/core/webhooks/webhooks.ts';
import { EXPORTS } from '../core/rehearsals/files.ts';
import { ask, UNABORTED } from '../support/app.ts';
import type { Stage } from './stage.ts';

/** A hundred characters without a place to break them, as names may be. */
export const LONG_NAME = `${'Donaudampfschifffahrt'.repeat(4)}sgesellschaft12`.slice(0, 99);
const LONG_WORD = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz'.repeat(3);
const LONG_ADDRESS = `https://docs.example.org/${'very-long-path-without-any-place-to-break/'.repeat(5)}`;
const ENTRIES = 60;

/** Ids that stand for the parts of an address, by the part before them; `question` finds the longest entry. */
export type Samples = Record<string, string>;

/** Everything that a server may hold, with words that fit on no phone. */
export async function fillServer(stage: Stage): Promise<Samples> {
  const { app, server } = stage;
  const { core } = app;
  const serverId = server.id;
  await changeSettings(core, serverId, () => ({
    ...{ bot_name: LONG_NAME, avatar: `${stage.url}/avatar.svg`, tone: LONG_WORD, instructions: LONG_WORD },
    ...{
      topics: ['refund', 'q'.repeat(60)],
      team_names: ['Ole', 'w'.repeat(100)],
      channels: { [server.id]: 'every_message' },
      place_instructions: { [server.id]: `${LONG_WORD} ${'x'.repeat(500)}` },
      learning: true,
    },
    ...{ role_questions: { '11111111111111111111': 1000 }, place_shares: { [server.id]: 100 } },
    ...{ teach_roles: ['11111111111111111111'], handover_role: '22222222222222222222' },
    alerts_channel: '33333333333333333333',
  }));
  await app.addKnowledge(serverId, [
    { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press **Join**.' },
    { id: 'long', title: LONG_WORD, text: `${LONG_WORD} ${LONG_ADDRESS}`, link: LONG_ADDRESS },
    ...Array.from({ length: ENTRIES }, (_, n) => ({ id: `n${n}`, title: `Rule ${n}`, text: `Text ${n}` })),
  ]);
  await createKey(core, { serverId, name: LONG_NAME });
  await addLink(core, serverId, LONG_ADDRESS);
  const suggestion = await fillTraining(stage);
  const gap = await fillGaps(stage);
  const answer = await fillAnswer(stage);
  const test = await addTest(core, serverId, { question: LONG_WORD, expected: LONG_WORD });
  await addTest(core, serverId, { question: 'How do I join the server?', expected: 'launcher' });
  await runTests(core, serverId);
  await fillWebhook(stage);
  await fillRehearsal(stage);
  await grantCredit(core, { serverId, percent: 25, reference: 'gift' });
  const actor = { channel: 'dashboard' as const, memberId: stage.owner.id, memberName: LONG_NAME };
  await recordAction(core, { serverId, actor, action: 'knowledge.added', subject: LONG_WORD });
  return {
    ...{ servers: serverId, keys: server.keyId, knowledge: 'long', tests: test.id },
    ...{ training: suggestion, unanswered: gap, answers: answer, question: LONG_WORD },
    'kept-forms': await keepSomeForm(stage),
  };
}

/** One that is done, and one that waits. */
async function fillRehearsal({ app, server }: Stage): Promise<void> {
  const talks = [
    { asked: 'How do I join the server?', told: `Open the launcher. ${LONG_WORD}` },
    { asked: LONG_WORD, told: LONG_ADDRESS },
    { asked: 'I was charged twice, I want my money back!' },
    { asked: '' },
  ];
  const start = (count: number) =>
    startRehearsal(app.core, server.id, {
      ...{ name: LONG_NAME, format: null, share: 10 },
      files: [Buffer.from(EXPORTS.zendesk(talks.slice(0, count)))],
    });
  await start(1);
  const { rehearsal } = await start(4);
  const only = { serverId: server.id, id: rehearsal.id };
  await rehearse(app.core, { signal: UNABORTED, only });
}

/** Events that wait and one that did not arrive, for an address that nobody has. */
async function fillWebhook({ app, server }: Stage): Promise<void> {
  const { core } = app;
  const { id: serverId } = server;
  await setWebhook(core, serverId, LONG_ADDRESS);
  const { kysely } = core.database;
  const at = new Date(core.clock());
  for (const type of ['answer.handed_over', 'suggestion.created'] as const)
    await insertEvent(kysely, { serverId, type, subject: 'sample', at });
  const ended = { state: 'failed' as const, tries: 8, fault: 'certificate' as const, ended_at: at };
  await kysely
    .updateTable('webhook_deliveries')
    .set(ended)
    .where('type', '=', 'answer.handed_over')
    .execute();
}

async function fillTraining({ app, server }: Stage): Promise<string> {
  const { id: serverId } = server;
  const make = (question: string, answer: string) =>
    suggest(app.core, { serverId, question, answer, source: 'reply' as const });
  const suggestion = await make(`How long is ${LONG_WORD}?`, `Very long: ${LONG_WORD}`);
  await make('How do I join the server?', 'Open the website and press Play.');
  const { id } = await make('Can I join with a phone?', 'No, with a computer alone.');
  await reject(app.core, serverId, id);
  return suggestion.id;
}

async function fillGaps({ app, server }: Stage): Promise<string> {
  for (const question of ['How do I join the server?', 'Is there a map editor?', `What is ${LONG_WORD}?`])
    await app.chat(server.key, ask(question));
  const [gap] = await listGaps(app.core, server.id);
  if (!gap) throw new Error('no gap came of the questions');
  return gap.answerId;
}

/** One with everything that its page may show. */
async function fillAnswer({ app, server }: Stage): Promise<string> {
  const messages = [
    { role: 'user', content: LONG_WORD },
    { role: 'assistant', content: `${LONG_WORD} ${LONG_ADDRESS}` },
    { role: 'user', content: LONG_WORD, name: 'Ole' },
    { role: 'user', content: 'How do I join the server, and what are the rules?' },
  ];
  const { body } = await app.chat(server.key, { messages });
  const rating = { serverId: server.id, answerId: body.id, isHelpful: false, comment: LONG_WORD };
  await recordFeedback(app.core, rating);
  return body.id;
}

/** One whose session has ended. */
async function keepSomeForm({ app, server }: Stage): Promise<string> {
  const sessionId = '5e'.repeat(32);
  const page = `/servers/${server.id}/playground`;
  const form = { action: page, page, fields: [['question', LONG_WORD]] satisfies [string, string][] };
  const secret = await keepForm(app.core, `${sessionId}.${app.core.seal.csrfOf(sessionId)}`, form);
  if (secret === null) throw new Error('the form was not kept');
  return secret;
}
