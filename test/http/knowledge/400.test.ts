import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { expectRefusal } from '../refusal.ts';
import { openClient } from './setup.ts';

const ENTRY = { title: 'When are you open?', text: 'From nine to five.' };

const app = await startApp();
const client = await openClient(app);
afterAll(() => app.stop());

describe('PUT /api/v1/knowledge/{id} answers 400', () => {
  test.each<[string, unknown, string?]>([
    ['an empty object', {}, 'title'],
    ['a text', '"entry"'],
    ['no text', { title: 'T' }, 'text'],
    ['an empty title', { ...ENTRY, title: '  ' }, 'title'],
    ['a title of 301 characters', { ...ENTRY, title: 't'.repeat(301) }, 'title'],
    ['a text of 20,001 characters', { ...ENTRY, text: 't'.repeat(20_001) }, 'text'],
    ['a link that is none', { ...ENTRY, link: 'javascript:alert(1)' }, 'link'],
    ['a language that is not known', { ...ENTRY, language: 'xx' }, 'language'],
    ['wordings that are a text', { ...ENTRY, questions: 'Hours?' }, 'questions'],
    ['21 wordings', { ...ENTRY, questions: Array.from({ length: 21 }, (_, n) => `Q ${n}`) }, 'questions'],
    ['a wording that is empty', { ...ENTRY, questions: ['Hours?', ' '] }, 'questions[1]'],
  ])('to %s and says where the fault is', async (_title, body, param) => {
    const error = expectRefusal(await client.put('a', body), 'invalid_body');
    expect(error.param).toBe(param);
    expect((await client.list()).body.entries).toEqual([]);
  });

  test.each([
    ['a blank', 'a b'],
    ['NUL', 'a\u0000'],
    ['121 characters', 'a'.repeat(121)],
    ['an SQL quote', "a';--"],
  ])('to an id with %s', async (_title, id) => {
    for (const answer of [await client.put(id, ENTRY), await client.remove(id)])
      expect(expectRefusal(answer, 'invalid_body').param).toBe('id');
  });

  test.each(['%zz', '%c3'])('to an id that is not percent-encoded UTF-8: %s', async (id) => {
    const response = await fetch(`${app.url}/api/v1/knowledge/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${client.key}` },
    });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    expect(expectRefusal(answer, 'invalid_body').param).toBe('id');
  });
});

describe('GET /api/v1/knowledge answers 400', () => {
  test.each(['', 'a b', 'a'.repeat(121), 'ö', '\u0000'])('to an "after" that is no id: %j', async (after) => {
    expect(expectRefusal(await client.list(after), 'invalid_body').param).toBe('after');
  });

  test('to two of them', async () => {
    const response = await fetch(`${app.url}/api/v1/knowledge?after=a&after=b`, {
      headers: { authorization: `Bearer ${client.key}` },
    });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    expect(expectRefusal(answer, 'invalid_body').param).toBe('after');
  });
});

describe('what the knowledge does not allow', () => {
  test('entries of documentation links are not written, as they would come back', async () => {
    const row = {
      server_id: client.serverId,
      id: 'page:x',
      title: 'Page',
      text: 'x',
      source: 'link' as const,
      ...{ link: null, language: null, status: 'active' as const, valid_until: null, provenance: '{}' },
    };
    await app.core.database.kysely.insertInto('knowledge').values(row).execute();
    expect((await client.list()).body.entries).toMatchObject([{ id: 'page:x', source: 'link' }]);
    for (const answer of [await client.put('page:x', ENTRY), await client.remove('page:x')])
      expect(expectRefusal(answer, 'invalid_input')).toMatchObject({
        param: 'source',
        message: expect.stringContaining('remove the link'),
      });
  });

  test('a full server takes no more entries, but changes of those it has', async () => {
    const full = await openClient(app);
    const fill = `INSERT INTO knowledge (server_id, id, title, text, source)
      SELECT $1, 'e' || n, 'T ' || n, 'x', 'manual' FROM generate_series(1, 20000) AS n`;
    await app.core.database.query(null, fill, [full.serverId]);
    expect(expectRefusal(await full.put('one-more', ENTRY), 'invalid_input').param).toBe('entries');
    expect((await full.put('e7', { title: 'T 7', text: 'changed' })).status).toBe(200);
    expect((await full.remove('e8')).status).toBe(204);
    expect((await full.put('one-more', ENTRY)).status).toBe(201);
  });
});
