import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/core/owners/keys.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let key: string;
let knowledgeKey: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,dashboard' });
  const server = await app.addServer();
  key = server.key;
  knowledgeKey = (await createKey(app.core, { serverId: server.id, scope: 'knowledge' })).key;
});
afterAll(() => app.stop());

/** What writes, with an id of nobody's. */
const WRITES = [
  ['POST', '/api/v1/answers/0b5e0c2e-6f0f-4f0b-9a37-0d3f4a8a4d55/feedback'],
  ['POST', '/api/v1/answers/%27--/outcome'],
  ['PUT', '/api/v1/knowledge/faq-1'],
  ['PUT', '/api/v1/knowledge/%00'],
  ['DELETE', '/api/v1/knowledge/%27--'],
] as const;
const write = (method: string, path: string, body: string) =>
  fetch(app.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${path.includes('knowledge') ? knowledgeKey : key}`,
      'Content-Type': 'application/json',
    },
    body: method === 'DELETE' ? null : body,
  });
const get = (path: string) => fetch(app.url + path, { redirect: 'manual', headers: { Accept: 'text/html' } });
/** Answers in words, and the pictures among them that are XML. */
const IN_WORDS = /^(text\/|application\/json|[\w/]+\+xml)/;

test('every response with a body names its type and charset', async () => {
  const page = await get('/login');
  const linked = [...(await page.text()).matchAll(/(?:href|src)="(\/[^"#?]*)/g)].map(([, path = '']) => path);
  const paths = ['/login', '/nowhere', '/servers/1/ki', '/api/v1/status', '/api/v1/openapi.json', '/healthz'];
  const more = ['/readyz', '/docs', '/docs/docs.js', '/docs/swagger-ui.css', '/api/v2/chat', ...linked];
  const chat = await app.chat(key, ask('When are you open?'));
  const types: [string, string | null][] = [['chat', chat.headers.get('content-type')]];
  for (const path of [...paths, ...more]) {
    const answer = await get(path);
    if ((await answer.text()) !== '') types.push([path, answer.headers.get('content-type')]);
  }
  expect(types.length).toBeGreaterThan(15);
  const silent = types.filter(([, type]) => !type || (IN_WORDS.test(type) && !/; charset=utf-8$/.test(type)));
  expect(silent).toEqual([]);
});

test('no response contains a stack, a path of the machine, SQL or the name of a library, and none names its server', async () => {
  const send = (body: string) => app.chat(key, body);
  const answers = [await send('{'), await send('{"messages":1}'), await send('[]')];
  const sent = ['{', '{"helpful":1}', '{"title":1}', '{"title":"T","text":"\\u0000"}'].flatMap((body) =>
    WRITES.map(([method, path]) => write(method, path, body)),
  );
  const paths = [
    '/servers/%zz',
    '/nowhere',
    '/api/v1/chat',
    '/dashboard.js.map',
    '/api/v1/knowledge?after=%zz',
  ];
  const others = await Promise.all([...sent, ...paths.map(get)]);
  const texts = [
    ...answers.map(({ body }) => JSON.stringify(body)),
    ...(await Promise.all(others.map((o) => o.text()))),
  ];
  const inner = /ZodError|node_modules|\bat \S+ \(|file:\/\/|\/src\/|SELECT |koa|sourceMappingURL/i;
  expect(texts.filter((text) => inner.test(text))).toEqual([]);
  for (const { headers } of [...answers, ...others])
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
});
