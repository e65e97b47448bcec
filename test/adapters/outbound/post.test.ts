import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutbound } from '../../../src/adapters/outbound/outbound.ts';
import { createOutside, faultOf, PUBLIC, startRawSite, startSite } from '../../support/outbound.ts';

const ADDRESS = 'http://hooks.example/in?a=1';

/** What posts to a site of this machine under public names. */
function openTo(
  port: number,
  names: Record<string, string[] | (() => string[])> = { 'hooks.example': [PUBLIC] },
) {
  const { world, resolved, dialled } = createOutside(port, names);
  const outbound = createOutbound({ userAgent: 'test/1.0', world });
  onTestFinished(() => outbound.close());
  const post = (url = ADDRESS, timeoutMs = 5_000) =>
    outbound.post({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"ä":1}', timeoutMs });
  return { post, resolved, dialled };
}

async function openSite(...given: Parameters<typeof startSite>) {
  const site = await startSite(...given);
  onTestFinished(() => site.close());
  return site;
}

test('a body is posted with the given headers, and the status and headers of the answer come back', async () => {
  const seen: unknown[] = [];
  const site = await openSite((request, response) => {
    request.setEncoding('utf8').on('data', (body) => {
      const { host, 'webhook-id': id, 'user-agent': agent } = request.headers;
      seen.push([request.method, request.url, host, id, agent, body]);
      response.writeHead(429, { 'retry-after': '7' }).end('later');
    });
  });
  const { status, headers } = await openTo(site.port).post();
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  expect(seen).toEqual([['POST', '/in?a=1', 'hooks.example', 'msg_1', 'test/1.0', '{"ä":1}']]);
});

test('a redirect is an answer: nothing is sent to where it leads', async () => {
  const site = await openSite((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1/inside' }).end(),
  );
  const { post, dialled } = openTo(site.port);
  expect((await post()).status).toBe(307);
  expect([site.requests, dialled.length]).toEqual([['hooks.example /in?a=1'], 1]);
});

test('a body without end is not read: the status counts, and the connection is closed', async () => {
  const site = await openSite((_request, response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', write);
    write();
  });
  expect((await openTo(site.port).post()).status).toBe(200);
  await vi.waitUntil(() => site.sockets.size === 0);
});

test('an answer whose body never ends holds nobody up', async () => {
  const site = await openSite((_request, response) => response.writeHead(204).flushHeaders());
  const slow = await openSite((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('a');
  });
  expect((await openTo(site.port).post()).status).toBe(204);
  expect((await openTo(slow.port).post()).status).toBe(200);
});

test('a receiver that says nothing, or a byte of its head at a time, is a timeout', async () => {
  const silent = await startRawSite(() => undefined);
  const drip = await startRawSite((socket) => {
    const bytes = [...'HTTP/1.1 200 OK\r\nx-a: '];
    const timer = setInterval(() => socket.write(bytes.shift() ?? 'a'), 5);
    socket.once('close', () => clearInterval(timer));
  });
  onTestFinished(async () => void (await Promise.all([silent.close(), drip.close()])));
  for (const { port } of [silent, drip]) {
    expect(await faultOf(openTo(port).post(ADDRESS, 150))).toBe('timeout');
  }
});

test('an endless head is a fault, not memory', async () => {
  const site = await startRawSite((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(200_000)}`);
  });
  onTestFinished(() => site.close());
  expect(await faultOf(openTo(site.port).post())).toMatch(/^unreachable/);
});

test('the address is looked up and checked for each post', async () => {
  const site = await openSite((_request, response) => response.end());
  const answers = [[PUBLIC], ['10.0.0.7'], [PUBLIC, '127.0.0.1'], [PUBLIC]];
  const { post, dialled } = openTo(site.port, { 'hooks.example': () => answers.shift() ?? [] });
  expect((await post()).status).toBe(200);
  expect(await faultOf(post())).toBe('not_public: hooks.example');
  expect(await faultOf(post())).toBe('not_public: hooks.example');
  expect((await post()).status).toBe(200);
  expect(dialled).toHaveLength(2);
});

test.each([
  ['http://127.0.0.1/', 'not_public'],
  ['http://localhost/', 'not_public'],
  ['http://a:b@hooks.example/', 'invalid_address'],
  ['http://hooks.example:6379/', 'invalid_address'],
  ['file:///etc/passwd', 'invalid_address'],
])('nothing is posted to %s', async (url, fault) => {
  const { post, resolved } = openTo(0);
  expect(await faultOf(post(url))).toMatch(new RegExp(`^${fault}`));
  expect(resolved).toEqual([]);
});

test('line breaks in an address make no second request and no header', async () => {
  const site = await openSite((_request, response) => response.end());
  await openTo(site.port).post('http://hooks.example/in\r\nHost: evil.example\r\n\r\nGET /x HTTP/1.1');
  expect(site.requests).toEqual(['hooks.example /inHost:%20evil.exampleGET%20/x%20HTTP/1.1']);
});
