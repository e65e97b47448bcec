import { afterAll, expect, test } from 'vitest';
import { startAiStub } from '../support/ai-stub.ts';
import { startApp } from '../support/app.ts';
import { startValidatingProxy } from '../support/validating-proxy.ts';
import { CALLS, NARROW, prepare, REFUSALS } from './every-status.ts';

const stub = await startAiStub();
const app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', ...NARROW });
const proxy = await startValidatingProxy(app.url);
const stage = { app, stub, url: proxy.url };
afterAll(async () => {
  await proxy.close();
  await stage.app.stop();
  await stage.stub.close();
});

/** Every code that the document names for an operation, with its status. */
function listRefusals() {
  return Object.values(proxy.document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { description }]) =>
        [...description.matchAll(/^`([a-z_]+)`: /gm)].map(([, code = '']) => ({ operationId, status, code })),
      ),
    ),
  );
}

test('every operation answers with every status and code that the document names, and 0 exchanges differ from it', async () => {
  const { paths } = proxy.document;
  const operations = Object.values(paths).flatMap((one) => Object.values(one));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  for (const call of Object.values(CALLS)) {
    const attempt = await prepare(stage, call);
    // What is put twice is there the second time.
    for (const change of [...(call.also ?? []), {}, {}]) await attempt.send(change);
  }
  const codes = new Set<string>();
  const late: Promise<unknown>[] = [];
  for (const { operationId, status, code } of listRefusals()) {
    const [call, provoke] = [CALLS[operationId], REFUSALS[code]];
    if (!call || !provoke) throw new Error(`nobody knows how ${operationId} answers ${code}`);
    const attempt = await prepare(stage, call);
    const before = proxy.seen.length;
    const provoked = provoke(attempt);
    // Each takes as long as the service waits for a body: 20 seconds.
    if (code === 'request_timeout') late.push(provoked);
    else {
      await provoked;
      expect([code, proxy.seen.slice(before).map((one) => String(one.status))]).toEqual([
        code,
        expect.arrayContaining([status]),
      ]);
    }
    codes.add(`${operationId} ${code}`);
  }
  await Promise.all(late);
  expect(proxy.seen.flatMap(({ violations }) => violations)).toEqual([]);
  const seen = new Set(proxy.seen.map(({ operation, status }) => `${operation} ${status}`));
  const named = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );
  expect([...seen].toSorted()).toEqual(named.toSorted());
  process.stdout.write(
    `${operations.length} operations, ${seen.size} statuses and ${codes.size} codes of them, ${proxy.seen.length} exchanges, 0 violations\n`,
  );
});

test('an answer, a status, a header or a request that the document does not name is noticed', async () => {
  const changes: [RegExp, Parameters<typeof startValidatingProxy>[1]][] = [
    [/createAnswer 200: .*NOT have additional/, (document) => remove(document, 'ChatResponse', 'draft')],
    [
      /createAnswer 200: the document has no such status/,
      ({ paths }) => {
        delete paths['/api/v1/chat']?.post?.responses['200'];
      },
    ],
    [
      /createAnswer 200: the response has no Coffee/,
      ({ paths }) => {
        Object.assign(paths['/api/v1/chat']?.post?.responses['200']?.headers ?? {}, {
          Coffee: { required: true },
        });
      },
    ],
    [
      /createAnswer 200: .*required property 'colour'/,
      (document) => demand(document, 'ChatRequest', 'colour'),
    ],
  ];
  for (const [fault, change] of changes) {
    const strict = await startValidatingProxy(stage.app.url, change);
    const call = CALLS.createAnswer;
    if (!call) throw new Error('no call');
    await (await prepare({ ...stage, url: strict.url }, call)).send();
    expect(strict.seen.flatMap(({ violations }) => violations)).toContainEqual(expect.stringMatching(fault));
    await strict.close();
  }
});

type Schemas = { components: { schemas: Record<string, { properties: object; required: string[] }> } };
const schemaIn = (document: object, name: string) => (document as Schemas).components.schemas[name];

function remove(document: object, schema: string, property: string): void {
  const found = schemaIn(document, schema);
  if (!found) throw new Error(`no ${schema}`);
  found.required = found.required.filter((name) => name !== property);
  Reflect.deleteProperty(found.properties, property);
}

function demand(document: object, schema: string, property: string): void {
  schemaIn(document, schema)?.required.push(property);
}
