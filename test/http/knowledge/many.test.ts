import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { manyEntriesResponseSchema } from '../../../src/channels/http/knowledge.ts';
import { listVersions } from '../../../src/core/knowledge/knowledge.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { ask, startApp } from '../../support/app.ts';
import { expectRefusal } from '../refusal.ts';
import { type KnowledgeClient, openClient, speakAs } from './setup.ts';

const app = await startApp();
let client: KnowledgeClient;
beforeEach(async () => {
  client = await openClient(app);
});
afterAll(() => app.stop());

const makeEntries = (count: number, text = 'From nine to five.') =>
  Array.from({ length: count }, (_, n) => ({ id: `faq-${n}`, title: `Question ${n}?`, text }));
const revision = async () => (await getServer(app.core, client.serverId)).revision;
const put = async (entries: unknown[]) => {
  const { status, body } = await client.putMany({ entries });
  expect(status).toBe(200);
  return manyEntriesResponseSchema.parse(body).results;
};
const statuses = async (entries: unknown[]) => (await put(entries)).map(({ status }) => status);

describe('PUT /api/v1/knowledge', () => {
  test('writes 500 entries in one revision, which the next answer knows; the same again changes nothing', async () => {
    const entries = makeEntries(500);
    const before = await revision();
    expect(new Set(await statuses(entries))).toEqual(new Set([201]));
    expect(await revision()).toBe(before + 1);
    const { body } = await app.chat(client.chatKey, ask('Question 499?'));
    expect(body.answer).toContain('nine to five');
    expect(new Set(await statuses(entries))).toEqual(new Set([200]));
    expect(await revision()).toBe(before + 1);
    expect(await listVersions(app.core, client.serverId, 'faq-7')).toHaveLength(1);
    const changed = entries.map((entry, n) => (n < 3 ? { ...entry, text: 'From ten to six.' } : entry));
    expect(await statuses([...changed.slice(0, 499), { id: 'new', title: 'New', text: 'x' }])).toEqual([
      ...Array(499).fill(200),
      201,
    ]);
    expect(await revision()).toBe(before + 2);
    expect((await app.chat(client.chatKey, ask('Question 2?'))).body.answer).toContain('ten to six');
    expect(await listVersions(app.core, client.serverId, 'faq-2')).toHaveLength(2);
  });

  test('gives each entry what its own PUT would have got, and one that is refused harms no other', async () => {
    const twin = await openClient(app);
    const entries: { id: string; [field: string]: unknown }[] = [
      { id: 'a', title: 'Fees', text: 'Ten.' },
      { id: 'b', title: 'fees', text: 'Twelve.' },
      { id: 'c', title: '', text: 'x' },
      { id: 'd e', title: 'D', text: 'x' },
      { id: 'page:x', title: 'E', text: 'x' },
      { id: 'f', title: 'F', text: 'x'.repeat(20_001) },
      { id: 'g', title: 'G', text: 'x', link: 'javascript:alert(1)' },
      { id: 'h', title: 'H', text: 'x', valid_until: '2030-01-31', questions: ['Why H?'] },
    ];
    const results = await put(entries);
    for (const [index, { id, ...said }] of entries.entries()) {
      const alone = await twin.put(id, said);
      const { code, message, param } = alone.body.error ?? {};
      const error = alone.status >= 400 ? { error: { code, message, ...(param && { param }) } } : {};
      expect(results[index]).toEqual({ id, status: alone.status, ...error });
    }
    expect(results.map(({ status }) => status)).toEqual([201, 409, 400, 400, 400, 400, 400, 201]);
    const listed = async (of: KnowledgeClient) =>
      (await of.list()).body.entries.map(({ updated_at: _, ...entry }: Record<string, unknown>) => entry);
    expect(await listed(client)).toEqual(await listed(twin));
  });

  test('refuses an id that stands there twice, what is no entry and what has no id, by name', async () => {
    const results = await put([
      { id: 'a', title: 'A', text: 'first' },
      { id: 'a', title: 'A', text: 'second' },
      7,
      null,
      { title: 'B', text: 'x' },
    ]);
    expect(results.map(({ id, status, error }) => [id, status, error?.param])).toEqual([
      ['a', 201, undefined],
      ['a', 400, 'id'],
      [null, 400, undefined],
      [null, 400, undefined],
      [null, 400, 'id'],
    ]);
    expect(results[1]?.error?.message).toBe('id appears twice in this request; the first entry counts.');
    expect((await client.list()).body.entries).toMatchObject([{ id: 'a', text: 'first' }]);
  });

  test('lets entries take over titles in their order, as single requests would', async () => {
    await put([{ id: 'a', title: 'Old', text: 'x' }]);
    expect(
      await statuses([
        { id: 'a', title: 'New', text: 'x' },
        { id: 'b', title: 'Old', text: 'y' },
        { id: 'c', title: 'NEW', text: 'z' },
      ]),
    ).toEqual([200, 201, 409]);
  });

  test('stands in the audit log as one line with its figures, and as none where nothing changed', async () => {
    await put(makeEntries(3));
    await put([...makeEntries(2, 'Now.'), { id: 'x', title: 'X', text: 'x' }]);
    await put(makeEntries(2, 'Now.'));
    const actions = await listActions(app.core, client.serverId, { limit: 10 });
    expect(actions.map(({ action, subject, channel }) => [action, subject, channel])).toEqual([
      ['knowledge.imported', '+1 ~2', 'api'],
      ['knowledge.imported', '+3 ~0', 'api'],
    ]);
  });

  test.each<[string, unknown, string?]>([
    ['no object', 'entries'],
    ['no list', { entries: {} }, 'entries'],
    ['501 entries', { entries: Array(501).fill({ id: 'a', title: 'A', text: 'x' }) }, 'entries'],
  ])('refuses the whole of %s', async (_, body, param) => {
    expect(expectRefusal(await client.putMany(body), 'invalid_body').param).toBe(param);
  });

  test('takes 500 long entries, and no more than 8 MiB', async () => {
    expect(await statuses(makeEntries(400, 'ä'.repeat(9_000)))).toEqual(Array(400).fill(201));
    const large = makeEntries(500, 'ä'.repeat(9_000));
    const refused = expectRefusal(await client.putMany({ entries: large }), 'body_too_large');
    expect(refused.message).toBe('The body is larger than 8 MiB.');
    const single = await client.put('a', { title: 'T', text: 'x'.repeat(300_000) });
    expect(expectRefusal(single, 'body_too_large').message).toBe('The body is larger than 256 KiB.');
  });

  test('is not for a key of the chat', async () => {
    expectRefusal(await speakAs(app, client.chatKey).putMany({ entries: [] }), 'wrong_scope');
  });

  test('of two at once writes both, each entry whole', async () => {
    const sets = ['one', 'two', 'three'].map((text) => makeEntries(50, text));
    const all = await Promise.all(sets.map((entries) => client.putMany({ entries })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { entries } = (await client.list()).body;
    expect(new Set(entries.map(({ text }: { text: string }) => text)).size).toBe(1);
    expect(entries).toHaveLength(50);
  });
});

describe('an entry as HTML', () => {
  const HTML =
    '<h2>Fees</h2><p>A berth costs <b>ten</b> &euro;; see <a href="https://a.example/fees">the list</a>.</p><ul><li>Monthly</li></ul><script>alert(1)</script><p onclick="x()">End</p>';
  const TEXT =
    '**Fees**\n\nA berth costs **ten** €; see [the list](https://a.example/fees).\n\n- Monthly\n\nEnd';

  test('is stored as the text that an import makes of it, alone and in a list', async () => {
    const entry = { title: 'Fees', text: HTML, format: 'html' };
    expect((await client.put('a', entry)).body.text).toBe(TEXT);
    expect(
      await statuses([
        { id: 'a', ...entry },
        { id: 'b', ...entry, title: 'Other' },
      ]),
    ).toEqual([200, 201]);
    await app.addKnowledge(client.serverId, [{ id: 'c', title: 'Imported', text: HTML }]);
    const { entries } = (await client.list()).body;
    expect(entries.map(({ text }: { text: string }) => text)).toEqual([TEXT, TEXT, TEXT]);
  });

  test('stays as it is where it is Markdown, which may speak of tags', async () => {
    for (const format of [undefined, 'markdown'])
      expect((await client.put('a', { title: 'T', text: 'Use <b>.', format })).body.text).toBe('Use <b>.');
  });

  test.each<[string, object, string]>([
    ['without words', { text: '<p><br></p>', format: 'html' }, 'text'],
    ['that is nested too deep', { text: '<div>'.repeat(10_001), format: 'html' }, 'text'],
    ['whose text is too long', { text: `<p>${'x'.repeat(20_001)}</p>`, format: 'html' }, 'text'],
    ['of more than 200,000 characters', { text: '<p></p>'.repeat(30_000), format: 'html' }, 'text'],
    ['of a format that is none', { text: 'x', format: 'pdf' }, 'format'],
    ['of a system without a name', { text: 'x', source_system: ' ' }, 'source_system'],
  ])('%s is refused', async (_, said, param) => {
    expect(expectRefusal(await client.put('a', { title: 'T', ...said }), 'invalid_body').param).toBe(param);
    expect((await client.list()).body.entries).toEqual([]);
  });

  test('of fewer tags than characters is read when it is longer than the text of an entry may be', async () => {
    const { status, body } = await client.put('a', {
      ...{ title: 'T', format: 'html' },
      text: `<p class="${'x'.repeat(100)}">word</p>`.repeat(300),
    });
    expect([status, body.text.length < 3_000]).toEqual([201, true]);
  });
});

describe('what the list says of an entry', () => {
  const listed = async () => (await client.list()).body.entries[0];

  test('is which system wrote it, until another one does, and when it was written last', async () => {
    await client.put('a', { title: 'T', text: 'x' });
    const first = await listed();
    expect(first.source_system).toBeNull();
    expect(Date.parse(first.updated_at)).toBeGreaterThan(Date.now() - 60_000);
    await client.put('a', { title: 'T', text: 'x', source_system: 'zendesk' });
    const second = await listed();
    expect(second.source_system).toBe('zendesk');
    expect(Date.parse(second.updated_at)).toBeGreaterThan(Date.parse(first.updated_at));
    await client.put('a', { title: 'T', text: 'y' });
    expect((await listed()).source_system).toBe('zendesk');
    const third = await listed();
    expect((await client.put('a', { title: 'T', text: 'y', source_system: 'zendesk' })).status).toBe(200);
    expect(await listed()).toEqual(third);
    expect(await statuses([{ id: 'a', title: 'T', text: 'y', source_system: 'docs' }])).toEqual([200]);
    expect((await listed()).source_system).toBe('docs');
  });
});
