import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/visitor.ts';
import { type Dashboard, startDashboard } from './setup.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.visitor.get(dashboard.path('knowledge'));
});
afterAll(() => dashboard.stop());

const FORM_BYTES = 512 * 1024;
const BOUNDARY = 'lotse-boundary-of-a-test-form-1234567890';
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a multipart form. */
function part(name: string, text: string, file = ''): string {
  const filename = file === '' ? '' : `; filename="${file}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${text}\r\n`;
}

const END = `--${BOUNDARY}--\r\n`;

/** Repeats it as often as it fits into a form. */
const fill = (unit: string) => unit.repeat(Math.floor((FORM_BYTES - 2 * END.length) / unit.length));

async function postRaw(path: string, type: string, body: string): Promise<{ status: number; html: string }> {
  const headers = { 'Content-Type': type, 'Accept-Language': 'en', Accept: 'text/html' };
  const response = await fetch(dashboard.app.url + path, {
    ...{ method: 'POST', body, headers },
    redirect: 'manual',
  });
  return { status: response.status, html: await response.text() };
}

describe('a form with more fields than any of ours has', () => {
  test.each([
    ['one name over and over', URLENCODED, fill('a&')],
    ['nothing but separators', URLENCODED, fill('&')],
    ['ever other names', URLENCODED, fill('00000&').replace(/00000/g, name())],
    ['parts of one name', MULTIPART, fill(part('a', '')) + END],
    ['parts of ever other names', MULTIPART, fill(part('00000', '')).replace(/00000/g, name()) + END],
    ['parts behind another boundary', `${MULTIPART}; x="; boundary=y"`, fill(part('a', '')) + END],
    [
      'one part of many header fields',
      MULTIPART,
      `--${BOUNDARY}\r\n${'x: y\r\n'.repeat(80_000)}\r\n\r\n${END}`,
    ],
  ])('is refused before it is taken apart: %s', async (_title, type, body) => {
    expect(body.length).toBeLessThanOrEqual(FORM_BYTES);
    const { status, html } = await postRaw('/logout', type, body);
    expect(status).toBe(413);
    expect(html).toContain('This is too large.');
  });

  test('is not one with a box for every role that a server can have', async () => {
    const roles = Array.from({ length: 250 }, (_, n) => String(10_000 + n));
    const seen = await dashboard.visitor.post(dashboard.path('team'), { teach_roles: roles });
    expect(seen.status).toBe(422);
    expect(seen.text('[role=alert], .fault')).toMatch(/\d+/);
  });

  test.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['another boundary', 'multipart/form-data; boundary=another-boundary-than-that-of-the-body'],
    ['a broken type', 'multipart/form-data; boundary="'],
  ])('nor can one be read that has %s', async (_title, type) => {
    expect((await postRaw('/logout', type, part('a', 'b') + END)).status).toBe(400);
  });
});

/** Makes another text at every call. */
function name(): () => string {
  let count = 0;
  return () => (count++).toString(36).padStart(5, '0');
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  html: string;
}

function answerOf(sent: ClientRequest): Promise<Answer> {
  return new Promise((done, fail) => {
    sent.on('error', fail);
    sent.on('response', (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response;
      readText(response).then((html) => done({ status, retryAfter: headers['retry-after'], html }), fail);
    });
  });
}

test('a form without length that grows too large gets its page, and its connection the next one', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'Content-Type': URLENCODED, 'Transfer-Encoding': 'chunked', 'Accept-Language': 'en' };
  const sent = request(`${dashboard.app.url}/logout`, { method: 'POST', agent, headers });
  const [answer, isSent] = [answerOf(sent), once(sent, 'close')];
  for (let n = 0; n < 64; n += 1) sent.write(Buffer.alloc(FORM_BYTES / 8, 'x'));
  sent.end();
  const { status, html } = await answer;
  expect([status, html.includes('This is too large.')]).toEqual([413, true]);
  await isSent;
  const next = request(`${dashboard.app.url}/login`, { agent });
  const shown = answerOf(next);
  next.end();
  expect([(await shown).status, next.reusedSocket]).toEqual([200, true]);
  agent.destroy();
});

test('a form that says that it is too large gets its page while it is still sent', async () => {
  const headers = { 'Content-Type': URLENCODED, 'Content-Length': 8 * FORM_BYTES, 'Accept-Language': 'en' };
  const sent = request(`${dashboard.app.url}/logout`, { method: 'POST', agent: false, headers });
  const answer = answerOf(sent);
  sent.write(Buffer.alloc(2 * FORM_BYTES, 'x'));
  const { status, html } = await answer;
  expect([status, html.includes('This is too large.')]).toEqual([413, true]);
  sent.destroy();
});

/** An upload whose end is held back. */
function beginUpload({ app, visitor, path }: Dashboard) {
  const text = '# Berths\nWhere ships lie.\n';
  const body = part('_csrf', visitor.csrf) + part('file', text, 'a.md') + END;
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': body.length, Cookie: cookie };
  const sent = request(app.url + path('knowledge/import'), { method: 'POST', agent: false, headers });
  const answer = answerOf(sent);
  answer.catch(() => undefined);
  sent.write(body.slice(0, -END.length));
  return { answer, finish: () => sent.end(END), leave: () => sent.destroy() };
}

/** How many wait at most while one is read. */
const MAX_WAITING = 4;

describe('of uploads that come at once', () => {
  /** One that is being read, and others that have arrived as a whole; `answered` grows as they are. */
  async function crowd(count: number) {
    const first = beginUpload(dashboard);
    // What comes after the answer to a later request comes after that one.
    await dashboard.visitor.get(dashboard.path('knowledge'));
    const answered: Answer[] = [];
    const others = Array.from({ length: count }, () => {
      const upload = { ...beginUpload(dashboard), isAnswered: false };
      upload.finish();
      const noted = upload.answer.then((answer) => {
        upload.isAnswered = true;
        answered.push(answer);
      });
      noted.catch(() => undefined);
      return upload;
    });
    await expect.poll(() => answered.length).toBe(count - MAX_WAITING);
    return { first, answered, waiting: others.filter(({ isAnswered }) => !isAnswered) };
  }

  test('one is read, a few wait, and the others hear when to come again', async () => {
    const { first, answered, waiting } = await crowd(10);
    for (const { status, retryAfter, html } of answered) {
      expect([status, Number(retryAfter) > 0]).toEqual([429, true]);
      expect(html).toContain('<h1>');
    }
    first.finish();
    const read = await Promise.all([first, ...waiting].map(({ answer }) => answer));
    expect(read.map(({ status }) => status)).toEqual(new Array(1 + MAX_WAITING).fill(303));
    expect(dashboard.app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('one whose sender leaves gives its place to the next, whether it was read or waited', async () => {
    const { first, waiting } = await crowd(1 + MAX_WAITING);
    const left = () => dashboard.app.logged.filter(({ fields }) => fields.code === 'client_left').length;
    waiting[1]?.leave();
    await expect.poll(left).toBe(1);
    const late = beginUpload(dashboard);
    late.finish();
    await dashboard.visitor.get(dashboard.path('knowledge'));
    first.leave();
    const read = await Promise.all([...waiting.filter((_, n) => n !== 1), late].map(({ answer }) => answer));
    expect(read.map(({ status }) => status)).toEqual(new Array(MAX_WAITING).fill(303));
  });

  test('small forms wait for none of them', async () => {
    const { first, waiting } = await crowd(MAX_WAITING);
    const seen = await new Visitor(dashboard.app.url).post('/logout');
    expect(seen.status).toBe(303);
    first.finish();
    await Promise.all(waiting.map(({ answer }) => answer));
  });
});
