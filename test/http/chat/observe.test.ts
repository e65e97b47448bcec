import { expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer, getServer } from '../../../src/core/owners/servers.ts';
import { runOn } from '../../channels/cli-setup.ts';
import { sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { ask } from '../../support/app.ts';
import { rate } from '../answers/setup.ts';

const { app, stub } = useStubbedApp();

const run = (...argv: string[]) => runOn(async () => app.core, argv);

async function serverWithBerths() {
  const server = await app.addServer({ language: 'en' });
  await app.addKnowledge(server.id, [{ id: 'pay', title: 'How is a berth paid?', text: 'Monthly.' }]);
  stub.reply({ ...sound, answer: 'Monthly.', used: ['1'] });
  return server;
}

async function askFor(key: string, question: string) {
  const { status, body } = await app.chat(key, ask(question));
  expect(status).toBe(200);
  return body as { id: string; draft: boolean; kind: string; confidence: number };
}

const figuresOf = async (id: string) => JSON.parse((await run('drafts', id, '--json')).out);

test('a server that is observed answers with drafts alone, also small talk and what was said before', async () => {
  const { id, key } = await serverWithBerths();
  const question = 'How is a berth paid?';
  expect((await askFor(key, question)).draft).toBe(false);
  expect((await run('server', 'set', id, '--observe', 'on')).code).toBe(0);
  const asked = [question, question, 'Hello!', 'I was robbed and want a person.'];
  for (const text of asked) expect((await askFor(key, text)).draft).toBe(true);
  await run('server', 'set', id, '--observe', 'off');
  expect((await askFor(key, question)).draft).toBe(false);
});

test('a key is observed on its own, from the next request on, and others are not', async () => {
  const { id, key } = await serverWithBerths();
  const trial = JSON.parse((await run('key', 'create', id, '--name', 'trial', '--observe', '--json')).out);
  expect((await askFor(trial.key, 'How is a berth paid?')).draft).toBe(true);
  expect((await askFor(key, 'How is a berth paid?')).draft).toBe(false);
  expect((await run('key', 'observe', id, trial.id, 'off')).code).toBe(0);
  expect((await askFor(trial.key, 'How is a berth paid?')).draft).toBe(false);
  const actions = await listActions(app.core, id, { limit: 1 });
  expect(actions[0]).toMatchObject({ action: 'key.observed', subject: `${trial.id}: off` });
  const refused = await run('key', 'observe', id, '0000000000', 'on');
  expect([refused.code > 0, refused.err]).toEqual([
    true,
    expect.stringContaining('no such key, or it is revoked'),
  ]);
});

test('what a ticket system did with drafts is counted, the last verdict on each, and only of drafts', async () => {
  const { id, key } = await serverWithBerths();
  await changeServer(app.core, id, { observe: true });
  expect(await figuresOf(id)).toEqual({
    ...{ sent: 0, edited: 0, discarded: 0, waiting: 0 },
    threshold: { wrong_in_100: 5, confidence: null },
  });
  const drafts = await Promise.all([1, 2, 3, 4].map((berth) => askFor(key, `How is berth ${berth} paid?`)));
  const told = ['edited', 'discarded', 'sent'];
  for (const [index, outcome] of told.entries())
    expect(
      (await rate(app, key, { route: 'outcome', answerId: drafts[index]?.id ?? '' }, { outcome })).status,
    ).toBe(204);
  await rate(app, key, { route: 'outcome', answerId: drafts[0]?.id ?? '' }, { outcome: 'sent' });
  expect(await figuresOf(id)).toMatchObject({ sent: 2, edited: 0, discarded: 1, waiting: 1 });
  await changeServer(app.core, id, { observe: false });
  const open = await askFor(key, 'How is berth 9 paid?');
  await rate(app, key, { route: 'outcome', answerId: open.id }, { outcome: 'discarded' });
  expect(await figuresOf(id)).toMatchObject({ sent: 2, discarded: 1, waiting: 1 });
});

test('the threshold is told once there are enough decisions, and taken by one command; what was reopened counts as wrong', async () => {
  const { id, key } = await serverWithBerths();
  await changeServer(app.core, id, { observe: true, wrong_in_100: 10 });
  const refused = await run('drafts', id, '--take');
  expect([refused.code > 0, refused.err]).toEqual([
    true,
    expect.stringContaining('are not enough to recommend a confidence threshold'),
  ]);
  const drafts = await Promise.all(
    Array.from({ length: 45 }, (_, berth) => askFor(key, `How is berth ${berth} paid?`)),
  );
  for (const { id: answerId } of drafts)
    await rate(app, key, { route: 'outcome', answerId }, { outcome: 'sent' });
  const lowest = Math.min(...drafts.map(({ confidence }) => confidence));
  const { threshold } = await figuresOf(id);
  expect(threshold).toEqual({ wrong_in_100: 10, confidence: expect.closeTo(lowest, 2) });
  expect((await run('drafts', id, '--take')).out).toContain('at most 10 in 100 are wrong');
  expect((await getServer(app.core, id)).settings).toMatchObject({
    ...{ observe: false, drafts: 'unsure', draft_below: threshold.confidence },
  });
  const actions = await listActions(app.core, id, { limit: 5 });
  expect(actions.map(({ action }) => action)).toContain('drafts.changed');
  for (const { id: answerId } of drafts.slice(0, 9))
    await rate(app, key, { route: 'outcome', answerId }, { outcome: 'reopened' });
  expect((await figuresOf(id)).threshold.confidence).toBeNull();
});

test('a test key that is observed counts nowhere', async () => {
  const { id } = await serverWithBerths();
  const { key } = await createKey(app.core, { serverId: id, isTest: true, isObserved: true });
  expect((await askFor(key, 'How is a berth paid?')).draft).toBe(true);
  expect(await figuresOf(id)).toMatchObject({ waiting: 0 });
});
