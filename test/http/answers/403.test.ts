import { afterAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { startApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { expectRefusal } from '../refusal.ts';
import { askFor, RATINGS, rate } from './setup.ts';

const app = await startApp();
afterAll(() => app.stop());

describe.each(RATINGS)('POST /api/v1/answers/{id}/$route answers 403', ({ route, sound }) => {
  test('K94 · to a key for the knowledge', async () => {
    const server = await app.addServer();
    const answerId = await askFor(app, server, 'When do you open?');
    const { key } = await createKey(app.core, { serverId: server.id, scope: 'knowledge' });
    const answer = await expectNothingCounted(app, server.id, () =>
      rate(app, key, { route, answerId }, sound),
    );
    expect(expectRefusal(answer, 'wrong_scope').details).toEqual({ scope: 'knowledge', needed: 'chat' });
  });

  test('to a server that removed the bot, and 204 when it is back', async () => {
    const server = await app.addServer();
    const answerId = await askFor(app, server, 'When do you open?');
    await changeServer(app.core, server.id, { active: false });
    const send = () => rate(app, server.key, { route, answerId }, sound);
    expectRefusal(await expectNothingCounted(app, server.id, send), 'server_inactive');
    await changeServer(app.core, server.id, { active: true });
    expect((await send()).status).toBe(204);
  });
});
