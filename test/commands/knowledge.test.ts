import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knowledge } from '../../commands/knowledge/knowledge.ts';
import { escapeMarkdown, toLine } from '../../commands/reply.ts';
import { addEntry, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { addLink, crawlNow } from '../../src/core/knowledge/links.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { plain, startDocsSite, toPage } from '../support/site.ts';
import { act, buttonsOf, formOf, invoke, textOf } from './setup.ts';

let app: TestApp;
let site: Awaited<ReturnType<typeof startDocsSite>>;
beforeAll(async () => {
  site = await startDocsSite({
    '/': toPage('Berths', '<p>There are forty berths.</p>'),
    '/robots.txt': plain(''),
  });
  app = await startApp({}, site.world);
});
afterAll(async () => {
  await app.stop();
  await site.close();
});

const run = (
  serverId: string,
  subcommand: string,
  options: Record<string, string> = {},
  language: 'de' | 'en' = 'en',
) => knowledge.run(app.core, invoke({ serverId, subcommand, options, language }));

describe('/knowledge add', () => {
  test('with title and text adds an entry that answers the next question', async () => {
    const { id, key } = await app.addServer();
    const before = await app.chat(key, ask('How long does delivery to Oslo take?'));
    expect(before.body.team_reason).toBe('not_in_knowledge');
    const options = {
      title: 'How long does delivery to Oslo take?',
      text: 'Nine days.',
      link: 'https://a.example/x',
    };
    expect(textOf(await run(id, 'add', options))).toContain('How long does delivery to Oslo take?');
    const [entry] = await listKnowledge(app.core, id);
    expect(entry).toMatchObject({ ...options, source: 'manual', validUntil: null });
    const after = await app.chat(key, ask('How long does delivery to Oslo take?'));
    expect(after.body.answer).toContain('Nine days.');
  });

  test('without a title or a text opens a form with what was given, and the form adds the entry', async () => {
    const { id } = await app.addServer();
    const form = formOf(await run(id, 'add', { text: 'Nine days.', link: 'https://a.example/' }));
    expect(form.id).toBe('knowledge:save');
    expect(form.values).toEqual({
      ...{ title: '', text: 'Nine days.', link: 'https://a.example/', questions: '' },
    });
    expect(formOf(await run(id, 'add', { title: 'T' })).values).toEqual({
      ...{ title: 'T', text: '', link: '', questions: '' },
    });
    await act(app.core, knowledge, form.id, { serverId: id, fields: { title: 'T', text: 'x', link: '' } });
    expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'T', text: 'x', link: null }]);
  });

  test('takes other wordings in the form, one a line', async () => {
    const { id } = await app.addServer();
    const form = formOf(await run(id, 'add', { title: 'Fees' }));
    const fields = { title: 'Fees', text: 'Ten.', link: '', questions: 'What | is it?\n\n Cost ' };
    await act(app.core, knowledge, form.id, { serverId: id, fields });
    expect((await listKnowledge(app.core, id)).find(({ title }) => title === 'Fees')).toMatchObject({
      questions: ['What | is it?', 'Cost'],
    });
    const many = Array.from({ length: 21 }, (_, n) => `q${n}`).join('\n');
    const refused = await act(app.core, knowledge, form.id, {
      serverId: id,
      fields: { ...fields, questions: many },
    });
    expect(textOf(refused)).toContain('at most 20 other wordings');
  });

  test('never overwrites an entry with the same title, even with two at once, and returns the text', async () => {
    const { id: serverId } = await app.addServer();
    const both = ['first', 'second'].map((text) => addEntry(app.core, { serverId, title: 'Fees', text }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [kept] = await listKnowledge(app.core, serverId);
    const reply = await run(serverId, 'add', { title: 'fees', text: 'other' }, 'de');
    expect(textOf(reply)).toContain('gibt es schon');
    expect(reply).toMatchObject({ files: [{ text: 'other' }] });
    expect(await listKnowledge(app.core, serverId)).toEqual([kept]);
  });

  test.each([
    ['title', { title: 'x'.repeat(301), text: 'x' }, '1 to 300'],
    ['text', { title: 'T', text: 'x'.repeat(20_001) }, '1 to 20000'],
    ['link', { title: 'T', text: 'x', link: 'ftp://a.example' }, 'not an address'],
  ])('says what is wrong with the %s and adds nothing', async (_, options, words) => {
    const { id } = await app.addServer();
    expect(textOf(await run(id, 'add', options))).toContain(words);
    const [de, en] = [await run(id, 'add', options, 'de'), await run(id, 'add', options)].map(textOf);
    expect(de).not.toBe(en);
    expect(await listKnowledge(app.core, id)).toEqual([]);
  });
});

describe('/knowledge list', () => {
  test('shows 20 per page, by title, with buttons to the neighbouring pages', async () => {
    const { id } = await app.addServer();
    const title = (index: number) => `Entry ${100 + index} ${'_'.repeat(200)}`;
    const entries = Array.from({ length: 45 }, (_, index) => ({ title: title(index), text: 'x' }));
    await app.addKnowledge(id, entries);
    const first = await run(id, 'list');
    expect(textOf(first).split('\n')).toHaveLength(21);
    expect(textOf(first).length).toBeLessThanOrEqual(2_000);
    expect(textOf(first)).toContain('45 entries · page 1 of 3');
    expect(buttonsOf(first)).toEqual(['knowledge:page:2']);
    const second = await act(app.core, knowledge, 'knowledge:page:2', { serverId: id });
    expect(second).toMatchObject({ isReplacing: true });
    expect(textOf(second)).toContain('Entry 120');
    expect(textOf(second)).not.toContain('Entry 119');
    expect(buttonsOf(second)).toEqual(['knowledge:page:1', 'knowledge:page:3']);
    for (const beyond of ['9', '99999999999999999999']) {
      const last = await act(app.core, knowledge, `knowledge:page:${beyond}`, { serverId: id });
      expect(textOf(last)).toMatch(beyond === '9' ? /page 3 of 3/ : /page 1 of 3/);
    }
  });

  test('marks expired entries, and says what to do if there are none', async () => {
    const { id } = await app.addServer();
    expect(textOf(await run(id, 'list'))).toContain('/knowledge add');
    await app.addKnowledge(id, [{ title: '*Sale*', text: 'x', valid_until: '2026-01-01' }]);
    expect(textOf(await run(id, 'list', {}, 'de'))).toContain('- \\*Sale\\* · importiert · abgelaufen');
  });
});

describe('/knowledge remove', () => {
  test('removes an entry chosen by its title and shows its whole text', async () => {
    const { id } = await app.addServer();
    const text = `begin ${'word '.repeat(600)}end`;
    await app.addKnowledge(id, [
      { id: 'fees', title: 'Harbour fees', text },
      { id: 'beds', title: 'Beds of the harbour', text: 'x' },
    ]);
    const complete = (typed: string) =>
      knowledge.complete?.(app.core, {
        serverId: id,
        language: 'en',
        subcommand: 'remove',
        option: 'entry',
        typed,
      });
    expect(await complete('HARB')).toEqual([
      { name: 'Harbour fees', value: 'fees' },
      { name: 'Beds of the harbour', value: 'beds' },
    ]);
    expect(await complete('100%')).toEqual([]);
    const reply = await run(id, 'remove', { entry: 'fees' });
    expect(textOf(reply)).toContain('Harbour fees');
    expect(reply).toMatchObject({ files: [{ text }] });
    expect((await listKnowledge(app.core, id)).map((entry) => entry.id)).toEqual(['beds']);
    expect(textOf(await run(id, 'remove', { entry: 'fees' }))).toContain('no such entry');
  });

  test("of another server's entry changes nothing", async () => {
    const [mine, other] = [await app.addServer(), await app.addServer()];
    await app.addKnowledge(other.id, [{ id: 'fees', title: 'Fees', text: 'x' }]);
    expect(textOf(await run(mine.id, 'remove', { entry: 'fees' }, 'de'))).toContain('gibt es nicht');
    expect(await listKnowledge(app.core, other.id)).toHaveLength(1);
  });

  test('of an entry from a link points to the link, and never suggests the entry', async () => {
    const { id } = await app.addServer();
    const { url } = await addLink(app.core, id, 'http://docs.example/');
    const signal = new AbortController().signal;
    await crawlNow(app.core, id, url, { signal, onProgress: () => undefined });
    const [entry] = await listKnowledge(app.core, id);
    expect(textOf(await run(id, 'remove', { entry: entry?.id ?? '' }))).toContain('/links remove');
    expect(await listKnowledge(app.core, id)).toHaveLength(1);
    const completion = {
      serverId: id,
      language: 'en' as const,
      subcommand: 'remove',
      option: 'entry',
      typed: '',
    };
    expect(await knowledge.complete?.(app.core, completion)).toEqual([]);
  });
});

describe('/knowledge search', () => {
  test('shows titles, scores and the first 200 characters of what the bot would find, at no cost', async () => {
    const { id, key } = await app.addServer();
    await app.addKnowledge(id, [
      { title: 'Fees', text: `The harbour fee is nine crowns. ${'more '.repeat(100)}` },
      ...Array.from({ length: 9 }, (_, index) => ({
        id: `h${index}`,
        title: 'Harbour',
        text: 'The harbour.',
      })),
    ]);
    const before = (await app.status(key)).body.usage;
    const text = textOf(await run(id, 'search', { query: 'harbour fee' }));
    expect(text).toMatch(/\*\*8 found\*\*/);
    expect(text).toMatch(/\n\*\*Fees\*\* · \d+\.\d\d\nThe harbour fee is nine crowns\./);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(200);
    expect((await app.status(key)).body.usage).toEqual(before);
    expect(textOf(await run(id, 'search', { query: 'zeppelin <@7>' }))).toContain(
      'nothing for “zeppelin \\<@7>”',
    );
  });
});

describe('/knowledge check', () => {
  const say = async (id: string, pairs: number) => {
    const entries = Array.from({ length: pairs }, (_, n) => [
      { title: `Was kostet Sorte${n}x?`, text: `Der Kaffee Sorte${n}x kostet ${10 + n} €.` },
      { title: `was kostet Sorte${n}x`, text: `Der Kaffee *Sorte${n}x* kostet ${30 + n} €.` },
    ]);
    await app.addKnowledge(id, entries.flat());
  };

  test('shows both entries and how they disagree, without markup of theirs', async () => {
    const { id } = await app.addServer();
    await app.addKnowledge(id, [
      { title: 'Was kostet Kaffee?', text: 'Der Kaffee kostet 10 €.' },
      { title: '*was* kostet Kaffee <@&>', text: 'Der *Kaffee* kostet 30 €.' },
    ]);
    const text = textOf(await run(id, 'check'));
    expect(text).toContain('**Contradictions** · 1 · page 1 of 1');
    expect(text).toContain('10 ≠ 30');
    expect(text).toContain('- Was kostet Kaffee?: Der Kaffee kostet 10 €.');
    expect(text).toContain('- \\*was\\* kostet Kaffee \\<@&>: Der \\*Kaffee\\* kostet 30 €.');
    expect(textOf(await run(id, 'check', {}, 'de'))).toContain('**Widersprüche** · 1 · Seite 1 von 1');
  });

  test('turns pages, each of them one message', async () => {
    const { id } = await app.addServer();
    await say(id, 7);
    const first = await run(id, 'check');
    expect(textOf(first)).toContain('page 1 of 3');
    expect(textOf(first).length).toBeLessThanOrEqual(2_000);
    const next = buttonsOf(first).find((id) => id.endsWith(':2'));
    const second = await act(app.core, knowledge, next ?? '', { serverId: id });
    expect(textOf(second)).toContain('page 2 of 3');
  });
});

describe('text of people in a reply', () => {
  test.each([
    ['# *a* __b__ ~~c~~ ||d|| `e`', '\\# \\*a\\* \\_\\_b\\_\\_ \\~\\~c\\~\\~ \\|\\|d\\|\\| \\`e\\`'],
    ['[safe](https://evil.example/a_b)', '\\[safe\\](https://evil.example/a_b)'],
  ])('%j is shown as it was typed', (text, shown) => {
    expect(escapeMarkdown(text)).toBe(shown);
  });

  test.each([
    ['*'.repeat(500), 21, `${'\\*'.repeat(10)}…`],
    ['abc', 3, 'abc'],
  ])('%j fits into a line of %i', (text, limit, line) => {
    expect(toLine(text, limit)).toBe(line);
  });
});
