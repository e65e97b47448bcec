import { describe, expect, test } from 'vitest';
import { importKnowledge, listKnowledge, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { cutIntoPieces } from '../../src/core/search/passages.ts';
import { ask } from '../support/app.ts';
import { readRows } from '../support/rows.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
const MARKDOWN = readRows<{ text: string; entries: [string, string][] }>(
  'markdown-entries.jsonl',
  import.meta.url,
);

/** Bodies of articles as help desks export them. */
const BODIES = readRows<{ what: string; body: string; text: string }>('import-html.jsonl', import.meta.url);

const NOTHING_WRONG = { unit: 'line', rejected: [], warnings: [] };
const jsonl = (...entries: object[]) => entries.map((entry) => JSON.stringify(entry)).join('\n');

describe('importing knowledge', () => {
  test('adds, updates by id and leaves unchanged entries alone', async () => {
    const { id: serverId } = await app.addServer();
    const first = jsonl({ id: 'a', title: 'A', text: 'one' }, { id: 'b', title: 'B', text: 'two' });
    const second = jsonl(
      { id: 'a', title: 'A', text: 'changed' },
      { id: 'b', title: 'B', text: 'two' },
      { title: 'C', text: 'three' },
    );
    const run = (text: string) => importKnowledge(app.core, { serverId, text, format: 'jsonl' });
    const counts = (added: number, updated: number, unchanged: number) => ({ added, updated, unchanged });
    expect(await run(first)).toMatchObject({ ...counts(2, 0, 0), writtenIds: ['a', 'b'], ...NOTHING_WRONG });
    expect(await run(second)).toMatchObject({ ...counts(1, 1, 1), ...NOTHING_WRONG });
    expect(await run(second)).toEqual({ ...counts(0, 0, 3), writtenIds: [], ...NOTHING_WRONG });
  });

  test('with bad lines imports the sound ones and names the others; strict, it imports nothing', async () => {
    const { id: serverId } = await app.addServer();
    const text = [
      '{"title":"A","text":"x"}',
      'no json',
      '{"title":"","text":"x"}',
      '',
      '{"title":"D","text":"x","link":"ftp://a"}',
    ].join('\n');
    const input = { serverId, text, format: 'jsonl' as const };
    const strict = await importKnowledge(app.core, { ...input, isStrict: true });
    expect([strict.added, strict.rejected.map(({ line }) => line)]).toEqual([0, [2, 3, 5]]);
    expect(await listKnowledge(app.core, serverId)).toEqual([]);
    const { warnings, added } = await importKnowledge(app.core, input);
    expect([added, warnings.map(({ line }) => line)]).toEqual([1, [2, 3, 5]]);
    expect((await listKnowledge(app.core, serverId)).map(({ title }) => title)).toEqual(['A']);
  });

  test('takes id, language, link and expiry of a Markdown entry from a comment below its heading', async () => {
    const { id: serverId } = await app.addServer();
    const facts =
      '<!-- id: sale; language: en; link: https://shop.example/sale?a=1; valid_until: 2026-12-31 -->';
    const text = `## Sale\n\n${facts}\nTen percent off.\n## Plain\n<!-- a remark -->\nNothing else.`;
    await importKnowledge(app.core, { serverId, text, format: 'markdown', file: 'faq.md' });
    const [plain, sale] = await listKnowledge(app.core, serverId);
    expect(sale).toMatchObject({
      ...{ id: 'sale', title: 'Sale', text: 'Ten percent off.', language: 'en' },
      ...{ link: 'https://shop.example/sale?a=1', provenance: { file: 'faq.md', line: 1 } },
    });
    expect(sale?.validUntil).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect([plain?.title, plain?.validUntil]).toEqual(['Plain', null]);
  });

  test.each([
    [{ valid_until: 'soon' }, /valid_until: must be an ISO date/],
    [{ valid_until: '2026-02-30' }, /valid_until: must be an ISO date/],
    [{ title: 't'.repeat(301) }, /title: .*300/],
    [{ text: 't'.repeat(20_001) }, /text: .*20,000/],
    [{ id: 'page:1' }, /id: must not begin with page:/],
    [{ language: 'sv' }, /language/],
  ])('says what is wrong with %j', async (fields, reason) => {
    const { id: serverId } = await app.addServer();
    const text = jsonl({ title: 'A', text: 'one', ...fields });
    const { rejected } = await importKnowledge(app.core, { serverId, text, format: 'jsonl' });
    expect(rejected).toEqual([{ line: 1, reason: expect.stringMatching(reason) }]);
  });

  test('beyond 20,000 entries is refused with the number it would make', async () => {
    const { id: serverId } = await app.addServer();
    const fill = `INSERT INTO knowledge (server_id, id, title, text, source)
      SELECT $1, 'e' || n, 'Entry', 'text', 'manual' FROM generate_series(1, 19999) AS n`;
    await app.core.database.query(null, fill, [serverId]);
    const two = jsonl({ title: 'A', text: 'one' }, { title: 'B', text: 'two' });
    await expect(importKnowledge(app.core, { serverId, text: two, format: 'jsonl' })).rejects.toThrow(
      '20001',
    );
    const one = jsonl({ title: 'A', text: 'one' });
    expect(await importKnowledge(app.core, { serverId, text: one, format: 'jsonl' })).toMatchObject({
      added: 1,
    });
  });

  test('of Markdown accepts underlined headings, and skips comments and the front matter of site generators', async () => {
    const { id: serverId } = await app.addServer();
    const text =
      '---\ntitle: FAQ\n---\n<!-- by hand -->\n\nReturns\n=======\n30 days.\n\n| a | b |\n| --- | --- |\n\n„Versand?“\n---\n3 days.\n\n- a list\n---\n';
    await importKnowledge(app.core, { serverId, text, format: 'markdown' });
    const entries = await listKnowledge(app.core, serverId);
    expect(entries.map(({ title, text: said }) => [title, said]).toSorted()).toEqual([
      ['Returns', '30 days.\n\n| a | b |\n| --- | --- |'],
      ['„Versand?“', '3 days.\n\n- a list'],
    ]);
  });

  test.each(MARKDOWN)('of Markdown as people write it: $text', async ({ text, entries }) => {
    const { id: serverId } = await app.addServer();
    expect(await importKnowledge(app.core, { serverId, text, format: 'markdown' })).toMatchObject({
      rejected: [],
    });
    const stored = await listKnowledge(app.core, serverId);
    expect(stored.map(({ title, text: said }) => [title, said]).toSorted()).toEqual(entries);
  });

  test('of Markdown loses nothing silently: text that makes no entry, or one with another title, is named', async () => {
    const { id: serverId } = await app.addServer();
    const text =
      '\nHello.\n# One\nx\n# Nothing below\n# Two\n## Notes\ny\n# Three\n## Notes\nz\n## End\n# Four\nv\n#\nw';
    const input = { serverId, text, format: 'markdown' as const, file: 'hand-book.md' };
    const warnings = [
      { line: 2, reason: 'this text has no heading; it was imported as "hand book"' },
      { line: 5, reason: 'this heading or question has no text' },
      { line: 7, reason: 'the file has this title more than once; it was imported as "Two › Notes"' },
      { line: 10, reason: 'the file has this title more than once; it was imported as "Three › Notes"' },
      { line: 12, reason: 'this heading or question has no text' },
      {
        line: 15,
        reason: 'this heading has no words; what stands below it was taken with what stands above',
      },
    ];
    const nothing = { added: 0, updated: 0, unchanged: 0, writtenIds: [] };
    expect(await importKnowledge(app.core, { ...input, isStrict: true })).toEqual({
      ...nothing,
      ...{ unit: 'line', rejected: warnings, warnings: [] },
    });
    expect(await listKnowledge(app.core, serverId)).toEqual([]);
    expect(await importKnowledge(app.core, input)).toEqual({
      ...{ added: 5, updated: 0, unchanged: 0, unit: 'line', rejected: [], warnings },
      writtenIds: expect.objectContaining({ length: 5 }),
    });
    expect(await importKnowledge(app.core, input)).toMatchObject({ ...nothing, unchanged: 5 });
    expect(await listKnowledge(app.core, serverId)).toContainEqual(
      expect.objectContaining({ title: 'Four', text: 'v\nw' }),
    );
  });
});

describe('an exported article', () => {
  const importBodies = async (...entries: object[]) => {
    const { id: serverId } = await app.addServer();
    const result = await importKnowledge(app.core, { serverId, text: jsonl(...entries), format: 'jsonl' });
    return { ...result, stored: await listKnowledge(app.core, serverId) };
  };

  test.each(BODIES)('keeps what its HTML means: $what', async ({ body, text }) => {
    const { stored, rejected } = await importBodies({
      title: 'T',
      body,
      html_url: 'https://x.example/help/1',
    });
    expect(rejected).toEqual([]);
    expect(stored.map((entry) => entry.text)).toEqual([text]);
  });

  test('has plain words as its title, and a body without words gives a warning', async () => {
    const { stored, warnings } = await importBodies(
      { title: '<b>Fees</b> &amp; more', text: '<p>Five.</p>' },
      { name: 'Nothing', answer: '<p>&nbsp;<br></p>' },
      { subject: 'Picture', content: '<img src="x.png">' },
    );
    expect(stored.map(({ title }) => title)).toEqual(['Fees & more']);
    expect(warnings.map(({ line }) => line)).toEqual([2, 3]);
  });
});

describe('a change of knowledge or settings', () => {
  test('applies from the next question on', async () => {
    const { id, key } = await app.addServer();
    await app.addKnowledge(id, [{ id: 'x', title: 'Ferry times', text: 'The ferry leaves at 8.' }]);
    expect((await app.chat(key, ask('When does the ferry leave?'))).body.answer).toContain('at 8');
    await app.addKnowledge(id, [{ id: 'x', title: 'Ferry times', text: 'The ferry leaves at 9.' }]);
    expect((await app.chat(key, ask('When does the ferry leave?'))).body.answer).toContain('at 9');
    await removeKnowledge(app.core, id, 'x');
    expect((await app.chat(key, ask('When does the ferry leave?'))).body.needs_team).toBe(true);
    await changeServer(app.core, id, { bot_name: 'Captain', topics: ['ferry'] });
    const { body } = await app.chat(key, ask('When does the ferry leave?'));
    expect([body.bot.name, body.team_reason]).toEqual(['Captain', 'owner_topic']);
  });

  test('is not needed to drop an expired entry', async () => {
    const { id, key } = await app.addServer();
    const valid_until = new Date(app.clock.now + 60_000).toISOString();
    const text = 'The summer sale gives ten percent.';
    await app.addKnowledge(id, [{ id: 'sale', title: 'Summer sale', text, valid_until }]);
    expect((await app.chat(key, ask('What does the summer sale give?'))).body.needs_team).toBe(false);
    app.clock.now += 61_000;
    expect((await app.chat(key, ask('What does the summer sale give?'))).body.needs_team).toBe(true);
  });
});

describe('a long entry', () => {
  test('is cut at paragraphs into pieces that together contain all of it', () => {
    const paragraphs = Array.from({ length: 40 }, (_, n) => `Paragraph ${n} ${'word '.repeat(30)}`.trim());
    const entry = {
      id: 'long',
      title: 'Long',
      text: paragraphs.join('\n\n'),
      link: null,
      language: null,
      source: 'manual' as const,
      validUntil: null,
      ...{ provenance: {}, questions: [] },
    };
    const pieces = cutIntoPieces([entry]);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => piece.text.length <= 2_000)).toBe(true);
    expect(pieces.map((piece) => piece.text).join('\n\n')).toBe(entry.text);
    expect(pieces.map((piece) => piece.id).slice(0, 2)).toEqual(['long', 'long#2']);
  });
});
