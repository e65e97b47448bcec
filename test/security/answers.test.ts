import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,dashboard' });
  ({ key } = await app.addServer());
});
afterAll(() => app.stop());

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
  const others = await Promise.all(
    ['/servers/%zz', '/nowhere', '/api/v1/chat', '/dashboard.js.map'].map(get),
  );
  const texts = [
    ...answers.map(({ body }) => JSON.stringify(body)),
    ...(await Promise.all(others.map((o) => o.text()))),
  ];
  const inner = /ZodError|node_modules|\bat \S+ \(|file:\/\/|\/src\/|SELECT |koa|sourceMappingURL/i;
  expect(texts.filter((text) => inner.test(text))).toEqual([]);
  for (const { headers } of [...answers, ...others])
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
});
