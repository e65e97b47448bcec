import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { knowledgePageSchema } from '../../../src/channels/http/knowledge.ts';
import { importKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { listKeys } from '../../../src/core/owners/keys.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { ask, startApp, type TestApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { expectSafeHeaders } from '../refusal.ts';
import { type KnowledgeClient, openClient } from './setup.ts';

const HOURS = { title: 'When are you open?', text: 'From nine to five.' };

let app: TestApp;
let client: KnowledgeClient;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  client = await openClient(app);
});
afterAll(() => app.stop());

const readRevision = async () => (await getServer(app.core, client.serverId)).revision;
const readAudit = async () =>
  (await listActions(app.core, client.serverId, { limit: 50 })).map(
    ({ action, subject, channel, memberId, memberName }) => [action, subject, channel, memberId, memberName],
  );

describe('PUT /api/v1/knowledge/{id}', () => {
  test('makes a new entry with 201 and changes it with 200, each in the next answer and the audit log', async () => {
    const made = await client.put('faq/1', HOURS);
    expect(made.status).toBe(201);
    expectSafeHeaders(made.headers);
    expect(made.body).toEqual({
      ...{ id: 'faq/1', ...HOURS, link: null, language: 'en', source: 'import' },
      ...{ valid_until: null, questions: [] },
    });
    expect((await app.chat(client.chatKey, ask(HOURS.title))).body.answer).toContain('nine to five');
    const changed = await client.put('faq/1', { ...HOURS, text: 'From ten to six.' });
    expect([changed.status, changed.body.text]).toEqual([200, 'From ten to six.']);
    expect((await app.chat(client.chatKey, ask(HOURS.title))).body.answer).toContain('ten to six');
    expect(await readAudit()).toEqual([
      ['knowledge.changed', HOURS.title, 'api', null, null],
      ['knowledge.added', HOURS.title, 'api', null, null],
    ]);
  });

  test('with the same content again changes nothing: no revision, no line in the audit log', async () => {
    const entry = { ...HOURS, link: 'https://a.example/', language: 'en', questions: ['Opening hours?'] };
    await client.put('a', entry);
    const before = [await readRevision(), await readAudit()];
    const again = await client.put('a', entry);
    expect([again.status, again.body.questions]).toEqual([200, ['Opening hours?']]);
    const listed = (await client.list()).body.entries[0];
    expect((await client.put('a', listed)).status).toBe(200);
    expect([await readRevision(), await readAudit()]).toEqual(before);
  });

  test('resets what is left out, but keeps other wordings until it is given some', async () => {
    const link = 'https://a.example/';
    await client.put('a', { ...HOURS, link, valid_until: '2030-01-31', questions: ['Opening hours?'] });
    const put = await client.put('a', HOURS);
    expect(put.body).toMatchObject({ link: null, valid_until: null, questions: ['Opening hours?'] });
    expect((await client.put('a', { ...HOURS, questions: ['Hours?'] })).body.questions).toEqual(['Hours?']);
    expect((await client.put('a', { ...HOURS, questions: [] })).body.questions).toEqual([]);
  });

  test('takes a day to its end or a moment', async () => {
    const put = async (valid_until: string) =>
      (await client.put('a', { ...HOURS, valid_until })).body.valid_until;
    expect(await put('2030-01-31')).toBe('2030-02-01T00:00:00.000Z');
    expect(await put('2030-01-31T12:00:00+02:00')).toBe('2030-01-31T10:00:00.000Z');
  });

  test('keeps any text, with NUL and lone surrogates replaced', async () => {
    const said = 'Öffnung 🕘 \u0000 \ud800 مرحبا';
    const { status, body } = await client.put('a', { title: said, text: said });
    expect([status, body.title, body.text]).toEqual([
      201,
      ...Array(2).fill('Öffnung 🕘 \ufffd \ufffd مرحبا'),
    ]);
  });

  test('ignores unknown fields, an id among them, and a prototype', async () => {
    const body = `{"title": "T", "text": "x", "id": "other", "source": "link", "__proto__": {"link": "https://a.example/"}}`;
    expect((await client.put('a', body)).body).toMatchObject({ id: 'a', source: 'import', link: null });
  });

  test('at once with one id makes it once', async () => {
    const puts = Array.from({ length: 6 }, (_, n) => client.put('a', { ...HOURS, text: `Version ${n}.` }));
    const statuses = (await Promise.all(puts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await client.list()).body.entries).toHaveLength(1);
  });

  test('keeps the id and the source of what came in otherwise', async () => {
    await app.addKnowledge(client.serverId, [{ id: 'file', title: 'Fees', text: 'Ten.' }]);
    expect((await client.put('file', { title: 'Fees', text: 'Twelve.' })).body).toMatchObject({ id: 'file' });
  });
});

describe('DELETE /api/v1/knowledge/{id}', () => {
  test('takes an entry out of the next answer with 204 and no body', async () => {
    await client.put('a', HOURS);
    const removed = await client.remove('a');
    expect([removed.status, removed.body]).toEqual([204, '']);
    expectSafeHeaders(removed.headers);
    expect((await app.chat(client.chatKey, ask(HOURS.title))).body.needs_team).toBe(true);
    expect((await readAudit())[0]).toEqual(['knowledge.removed', HOURS.title, 'api', null, null]);
  });
});

describe('GET /api/v1/knowledge', () => {
  const idsFrom = async (after?: string) => {
    const page = knowledgePageSchema.strict().parse((await client.list(after)).body);
    return { ids: page.entries.map(({ id }) => id), next: page.next };
  };

  test('gives 100 entries a page, each once, whatever is added or removed meanwhile', async () => {
    const ids = Array.from({ length: 230 }, (_, n) => `e${String(n).padStart(3, '0')}`);
    await app.addKnowledge(
      client.serverId,
      ids.map((id) => ({ id, title: `Title ${id}`, text: 'x' })),
    );
    const first = await idsFrom();
    expect([first.ids.length, first.next]).toEqual([100, 'e099']);
    await client.remove('e099');
    await client.remove('e000');
    await client.put('e0005', { title: 'New', text: 'x' });
    const second = await idsFrom('e099');
    const third = await idsFrom(second.next ?? '');
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids);
    expect(third.next).toBeNull();
  });

  test('has no next page when the last one is full', async () => {
    const entries = Array.from({ length: 100 }, (_, n) => ({ id: `e${n}`, title: `T ${n}`, text: 'x' }));
    await app.addKnowledge(client.serverId, entries);
    expect(await idsFrom()).toMatchObject({ next: null });
  });

  test('continues after an id that nobody has', async () => {
    await client.put('a', HOURS);
    expect(await idsFrom('0')).toEqual({ ids: ['a'], next: null });
    expect(await idsFrom('z')).toEqual({ ids: [], next: null });
  });

  test('lists what expired or was suspended too, and nothing of another server', async () => {
    await client.put('old', { ...HOURS, valid_until: '2020-01-01' });
    await client.put('held', { title: 'Held', text: 'x' });
    const { kysely } = app.core.database;
    await kysely.updateTable('knowledge').set({ status: 'suspended' }).where('id', '=', 'held').execute();
    const other = await openClient(app);
    await other.put('secret', { title: 'Secret', text: 'x' });
    const { entries } = (await client.list()).body;
    expect(entries).toMatchObject([{ id: 'held' }, { id: 'old', valid_until: '2020-01-02T00:00:00.000Z' }]);
    expect((await other.list()).body.entries).toMatchObject([{ id: 'secret' }]);
  });
});

describe('a key of scope knowledge', () => {
  test('costs nothing, has no limit of requests and needs no terms of a trial', async () => {
    const small = await openClient(app, { plan: 'free', members: 1 });
    await small.list();
    await expectNothingCounted(app, small.serverId, async () => {
      for (let n = 0; n < 30; n += 1) {
        const answer = await small.put('a', { ...HOURS, text: `Version ${n}.` });
        expect([answer.status, answer.headers.get('ratelimit')]).toEqual([n === 0 ? 201 : 200, null]);
      }
    });
  });

  test('says when it was last used, to the minute', async () => {
    const lastUsed = async () =>
      (await listKeys(app.core, client.serverId)).find(({ scope }) => scope === 'knowledge')?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await client.list();
    const first = await lastUsed();
    expect(first?.getTime()).toBe(app.clock.now);
    app.clock.now += 59_000;
    await client.list();
    expect(await lastUsed()).toEqual(first);
    app.clock.now += 2_000;
    await client.list();
    expect((await lastUsed())?.getTime()).toBe(app.clock.now);
  });

  test('K95 · and an import at once lose nothing', async () => {
    const lines = Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({ id: `i${n}`, title: `I ${n}`, text: 'x' }),
    );
    const text = lines.join('\n');
    const puts = Array.from({ length: 20 }, (_, n) => client.put(`p${n}`, { title: `P ${n}`, text: 'x' }));
    await Promise.all([
      importKnowledge(app.core, { serverId: client.serverId, text, format: 'jsonl' }),
      ...puts,
    ]);
    expect((await client.list()).body.entries).toHaveLength(40);
  });
});
