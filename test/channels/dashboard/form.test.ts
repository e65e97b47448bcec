import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/visitor.ts';
import { type Dashboard, useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeAll(async () => {
  await dashboard.visitor.get(dashboard.path('knowledge'));
});

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
  ])('is refused before it is parsed: %s', async (_title, type, body) => {
    expect(body.length).toBeLessThanOrEqual(FORM_BYTES);
    const { status, html } = await postRaw('/logout', type, body);
    expect(status).toBe(413);
    expect(html).toContain('This is too large.');
  });

  test('is still accepted with a box for every role that a server can have', async () => {
    const roles = Array.from({ length: 250 }, (_, n) => String(10_000 + n));
    const seen = await dashboard.visitor.post(dashboard.path('team'), { teach_roles: roles });
    expect(seen.status).toBe(422);
    expect(seen.text('[role=alert], .fault')).toMatch(/\d+/);
  });

  test.each([
    ['of parts', `multipart/form-data; boundary=x, ${URLENCODED}`, fill('a&')],
    ['of fields', `${URLENCODED}, ${MULTIPART}`, fill(part('a', '')) + END],
    ['of parts with two marks', `multipart/form-data; boundary=x, ${MULTIPART}`, fill(part('a', '')) + END],
  ])('is refused even if its type also names another kind: %s', async (_title, type, body) => {
    expect((await postRaw('/logout', type, body)).status).toBeOneOf([400, 413, 415]);
  });

  test.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['another boundary', 'multipart/form-data; boundary=another-boundary-than-that-of-the-body'],
    ['a broken type', 'multipart/form-data; boundary="'],
  ])('is not read either if it has %s', async (_title, type) => {
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

test('a form without length that grows too large gets its error page, and the connection serves the next request', async () => {
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

test('a form that declares a length over the limit gets its error page while it is still being sent', async () => {
  const headers = { 'Content-Type': URLENCODED, 'Content-Length': 8 * FORM_BYTES, 'Accept-Language': 'en' };
  const sent = request(`${dashboard.app.url}/logout`, { method: 'POST', agent: false, headers });
  const answer = answerOf(sent);
  sent.write(Buffer.alloc(2 * FORM_BYTES, 'x'));
  const { status, html } = await answer;
  expect([status, html.includes('This is too large.')]).toEqual([413, true]);
  sent.destroy();
});

test('a form that breaks off is abandoned even if its sender keeps the connection open', async () => {
  const { port } = new URL(dashboard.app.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  const given = () => dashboard.app.logged.filter(({ fields }) => fields.code === 'request_timeout').length;
  const before = given();
  socket.write(`POST /logout HTTP/1.1\r\nHost: x\r\nContent-Type: ${URLENCODED}\r\n`);
  socket.write('Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nno size\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('HTTP/1.1 400');
  await expect.poll(given).toBe(before + 1);
  socket.destroy();
});

/** An upload whose end is held back. */
function beginUpload({ app, path }: Dashboard, visitor: Visitor) {
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

describe('concurrent uploads', () => {
  let others: Visitor[];
  beforeAll(async () => {
    others = await Promise.all(
      [1, 2].map(async () => {
        const visitor = await dashboard.signIn(dashboard.guild.addMember({ isAdmin: true }));
        await visitor.get(dashboard.path('knowledge'));
        return visitor;
      }),
    );
  });

  const uploadAll = async (visitor: Visitor) => {
    const upload = beginUpload(dashboard, visitor);
    upload.finish();
    return upload.answer;
  };
  const statusOf = async (visitor: Visitor) => (await uploadAll(visitor)).status;

  test('of one person: two are received, a third is told when to retry, and others do not wait', async () => {
    const slow = [1, 2].map(() => beginUpload(dashboard, dashboard.visitor));
    await expect.poll(() => statusOf(dashboard.visitor)).toBe(429);
    const { retryAfter, html } = await uploadAll(dashboard.visitor);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(html).toContain('Other files are being read.');
    const [other] = others as [Visitor, Visitor];
    expect(await statusOf(other)).toBe(200);
    for (const { finish } of slow) finish();
    expect(await Promise.all(slow.map(async ({ answer }) => (await answer).status))).toEqual([200, 200]);
    expect(dashboard.app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('of several people: three are received, a person who leaves makes room for the next, and small forms do not wait', async () => {
    const [one, two] = others as [Visitor, Visitor];
    const slow = [one, one, dashboard.visitor].map((visitor) => beginUpload(dashboard, visitor));
    await expect.poll(() => statusOf(two)).toBe(429);
    expect((await new Visitor(dashboard.app.url).post('/logout')).status).toBe(303);
    for (const { leave } of slow) leave();
    await expect.poll(() => statusOf(two)).toBe(200);
  });
});
