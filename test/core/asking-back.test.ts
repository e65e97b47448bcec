import { beforeEach, expect, test } from 'vitest';
import { ask } from '../support/app.ts';
import { kindOf, record, sound, useStubbedApp } from './prompt-setup.ts';

const { stub, app } = useStubbedApp();

const ENTRIES = [
  { id: 'small', title: 'What does the small plan cost?', text: 'The small plan is 7 euros a month.' },
  { id: 'large', title: 'What does the large plan cost?', text: 'The large plan is 19 euros a month.' },
];
const BACK = 'Which plan do you mean, the small or the large one?';
let key: string;
beforeEach(async () => {
  const server = await app.addServer({ language: 'en', drafts: 'all' });
  await app.addKnowledge(server.id, ENTRIES);
  ({ key } = server);
});

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

test.each([
  ['with nothing used', { used: [] }],
  ['with the entries that it chooses between', { used: ['1', '2'] }],
  ['by a model that takes it for no answer', { answerable: false }],
  ['in two questions', { answer: 'Do you have a plan already? Is it the small one?' }],
])('an underspecified question may be answered by a question, %s: nobody is called, nobody looks at it first', async (_, reply) => {
  stub.reply({ ...sound, answer: BACK, ...reply });
  const { body } = await app.chat(key, ask('What does it cost?'));
  expect(body).toMatchObject({
    ...{ kind: 'clarify', needs_team: false, team_reason: null, draft: false, sources: [] },
  });
  expect(body.answer).toMatch(/\?$/);
});

test('it is asked anew each time: what was asked back is no answer to repeat', async () => {
  stub.reply({ ...sound, answer: BACK });
  const { requests } = await record(stub, async () => {
    await app.chat(key, ask('What does it cost?'));
    await app.chat(key, ask('What does it cost?'));
  });
  expect(requests.map(kindOf)).toEqual(['answer', 'answer']);
});

test.each([
  ['right before', [user('What does it cost?'), assistant(BACK), user('The one for teams')]],
  ['with words around it', [user('Price?'), assistant(`Sure!\n${BACK}\n\n-- \nLotse`), user('For teams')]],
  [
    'earlier in the ticket',
    [user('Price?'), assistant(BACK), user('Small'), assistant('7 euros.'), user('And per year?')],
  ],
])('a second one in a ticket is a hand-over: %s', async (_, messages) => {
  stub.reply({ ...sound, answer: 'How many people are you?' });
  const { body } = await app.chat(key, { messages });
  expect(body).toMatchObject({ kind: 'hand_over', needs_team: true, team_reason: 'not_in_knowledge' });
  expect(body.answer).not.toContain('How many');
});

test.each([
  ['the words of the question call the team', 'I was charged twice, refund me!', {}],
  ['the model calls the team', 'What does it cost?', { needs_team: true }],
])('it never takes the place of a hand-over: %s', async (_, question, reply) => {
  stub.reply({ ...sound, answer: BACK, ...reply });
  const { body } = await app.chat(key, ask(question));
  expect(body).toMatchObject({ kind: 'hand_over', needs_team: true });
});

test('an answer that ends with a question is an answer', async () => {
  stub.reply({ ...sound, answer: 'The small plan is 7 euros a month. Anything else?', used: ['1'] });
  const { body } = await app.chat(key, ask('What does the small plan cost?'));
  expect(body).toMatchObject({ kind: 'answer', needs_team: false });
});
