import { afterAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { type ContractCode, expectRefusal } from '../refusal.ts';
import { askFor, RATINGS, rate } from './setup.ts';

const MAX_BODY_BYTES = 262_144;

const app = await startApp();
afterAll(() => app.stop());

type Server = Awaited<ReturnType<TestApp['addServer']>>;

describe.each(RATINGS)('POST /api/v1/answers/{id}/$route', ({ route, sound }) => {
  const text = JSON.stringify(sound);
  const large = text + ' '.repeat(MAX_BODY_BYTES + 1 - text.length);

  test('answers 413 to 256 KiB and one byte, but not to 256 KiB', async () => {
    const server = await app.addServer();
    const answerId = await askFor(app, server, 'When do you open?');
    const send = (body: string) => rate(app, server.key, { route, answerId }, body);
    expectRefusal(await expectNothingCounted(app, server.id, () => send(large)), 'body_too_large');
    expect((await send(large.slice(0, -1))).status).toBe(204);
  });

  test.each(['', 'application/json; charset=latin1'])('answers 415 to Content-Type "%s"', async (type) => {
    const server = await app.addServer();
    const answerId = await askFor(app, server, 'When do you open?');
    const answer = await expectNothingCounted(app, server.id, () =>
      rate(app, server.key, { route, answerId }, text, { 'Content-Type': type }),
    );
    expectRefusal(answer, 'unsupported_media_type');
  });

  const isInactive = ({ id }: Server) => changeServer(app.core, id, { active: false });

  test.each<
    [string, { body?: string; scope?: 'knowledge'; id?: string; reach?: typeof isInactive }, ContractCode]
  >([
    ['no JSON with a key of another scope', { body: '{', scope: 'knowledge' }, 'invalid_json'],
    ['a large body on a removed server', { body: large, reach: isInactive }, 'body_too_large'],
    ['a wrong body for an unknown answer', { body: '{}', id: 'x' }, 'invalid_body'],
    ['a removed server for an unknown answer', { reach: isInactive, id: 'x' }, 'server_inactive'],
  ])('of two reasons to refuse names the first: %s', async (_title, given, code) => {
    const server = await app.addServer();
    const answerId = given.id ?? (await askFor(app, server, 'When do you open?'));
    const { key } = await createKey(app.core, { serverId: server.id, scope: given.scope ?? 'chat' });
    await given.reach?.(server);
    const body = given.body ?? text;
    expectRefusal(await rate(app, key, { route, answerId }, body), code);
    expectRefusal(await rate(app, 'lts_wrong', { route, answerId }, body), 'invalid_api_key');
  });
});
