import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DOCUMENT_TAGS, toSafeHtml } from '../../../src/core/answering/response/safe-html.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { ask } from '../../support/app.ts';
import { readNewest } from '../answers/setup.ts';
import { expectRefusal } from '../refusal.ts';

const { app, stub } = useStubbedApp();

const QUESTION = 'How is a berth paid?';
const MARKDOWN =
  'A berth is paid **monthly**: see [the list](https://a.example/?a=1&b=2).\n\n- by card\n- in cash';
const HTML =
  '<p>A berth is paid <strong>monthly</strong>: see <a href="https://a.example/?a=1&amp;b=2" rel="noopener nofollow">the list</a>.</p>\n<ul>\n<li>by card</li>\n<li>in cash</li>\n</ul>';
const TEXT = 'A berth is paid monthly, by card or in cash; the list is at https://a.example/?a=1&b=2.';

let server: { id: string; key: string };
beforeEach(async () => {
  server = await app.addServer({ language: 'en' });
  await app.addKnowledge(server.id, [{ id: 'berths', title: 'Berths', text: TEXT }]);
  stub.reply({ ...sound, answer: MARKDOWN, used: ['berths'] });
});

const send = async (format?: unknown, more: object = {}, init = {}) => {
  const answer = await app.chat(server.key, { ...ask(QUESTION), format, ...more }, init);
  expect(answer.status).toBe(200);
  return answer.body;
};

test('an answer comes as Markdown, and with format html as HTML of it; everything else is the same', async () => {
  const markdown = await send();
  expect(markdown.answer).toBe(MARKDOWN);
  expect((await send('markdown')).answer).toBe(MARKDOWN);
  const html = await send('html', {}, { query: '?include=claims' });
  expect(html.answer).toBe(HTML);
  expect(Object.keys(html).filter((name) => name !== 'claims')).toEqual(Object.keys(markdown));
  expect(JSON.stringify(html.claims)).not.toContain('<');
});

test('nothing of it runs or loads: no raw HTML, no image, no javascript', async () => {
  const answer = [
    ...[
      'A berth is paid monthly. <b onclick="x()">you</b> <script>alert(1)</script> <img src=x onerror=alert(1)>',
      '',
    ],
    '[click](javascript:alert(1)) [data](data:text/html,x) ![pixel](https://evil.example/p.png) & <',
  ].join('\n');
  stub.reply({ ...sound, answer, used: ['berths'] });
  const { answer: html } = await send('html');
  expect(html).toContain('A berth is paid monthly.');
  expect(html).not.toMatch(
    /<(?:script|img|b\b|iframe)|onclick|onerror|javascript:|data:|evil\.example|style=/i,
  );
  const hostile = toSafeHtml(answer, DOCUMENT_TAGS);
  expect(hostile).not.toMatch(/<(?:script|img|b\b|iframe)|onclick|onerror|javascript:|data:|evil\.example/i);
});

test('headings and tables stay', () => {
  const table = '## Fees\n\n| Berth | Price |\n| --- | :-: |\n| small | ten |';
  expect(toSafeHtml(table, DOCUMENT_TAGS).replace(/\n/g, '')).toBe(
    '<h2>Fees</h2><table><thead><tr><th>Berth</th><th>Price</th></tr></thead><tbody><tr><td>small</td><td>ten</td></tr></tbody></table>',
  );
});

test('what is stored is Markdown, so a repeat comes in the format of its own request', async () => {
  await changeServer(app.core, server.id, { repeats: true });
  await send('html');
  expect((await readNewest(app, server.id)).answer).toBe(MARKDOWN);
  const repeated = await send('markdown');
  expect([repeated.repeated, repeated.answer]).toEqual([true, MARKDOWN]);
  expect(await send('html')).toMatchObject({ repeated: true, answer: HTML });
});

test('hand-overs, questions back and fixed lines come as HTML too', async () => {
  const of = async (content: string) =>
    (await app.chat(server.key, { ...ask(content), format: 'html' })).body;
  const handed = await of('I want my money back, you charged me twice.');
  expect([handed.kind, handed.answer.startsWith('<p>')]).toEqual(['hand_over', true]);
  const line = await of('lol');
  expect([line.kind, line.answer.startsWith('<p>')]).toEqual(['not_a_question', true]);
  stub.reply({ ...sound, answer: 'Do you mean a **small** berth or a large one?', used: [] });
  const back = await of('What does it cost?');
  expect([back.kind, back.answer]).toEqual([
    'clarify',
    '<p>Do you mean a <strong>small</strong> berth or a large one?</p>',
  ]);
});

test('the format belongs to the body of an Idempotency-Key and of a repeated message', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await send('html', {}, { headers });
  expect(await send('html', {}, { headers })).toMatchObject({ id: first.id, answer: HTML });
  const other = await app.chat(server.key, ask(QUESTION), { headers });
  expectRefusal(other, 'idempotency_mismatch');
  const ticket = { conversation_id: 'ticket-1' };
  const [markdown, html] = [await send('markdown', ticket), await send('html', ticket)];
  expect([markdown.answer, html.answer]).toEqual([MARKDOWN, HTML]);
  expect(html.id).not.toBe(markdown.id);
  expect((await send('html', ticket)).id).toBe(html.id);
});

test.each(['pdf', '', 7, null, ['html']])('the format %j is refused by name', async (format) => {
  const answer = await app.chat(server.key, { ...ask(QUESTION), format });
  expect(expectRefusal(answer, 'invalid_body').param).toBe('format');
});
