import { expect, test } from 'vitest';
import { learning } from '../../commands/learning/learning.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { startApp } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();

const set = (serverId: string, state: string, more: object = {}) =>
  learning.run(app.core, invoke({ serverId, subcommand: 'state', options: { state }, ...more })).then(textOf);
const isOn = async (serverId: string) =>
  parseSettings((await getServer(app.core, serverId)).settings).learning;

test('learning is off until an admin turns it on, and can be turned off again', async () => {
  const { id } = await app.addServer();
  expect(await isOn(id)).toBe(false);
  expect(await set(id, 'on')).toContain('Learning is on');
  expect(await isOn(id)).toBe(true);
  expect(await set(id, 'off', { language: 'de' })).toContain('Lernen ist aus');
  expect(await isOn(id)).toBe(false);
});

test('the person who turns it on is told who teaches, what is read and what happens with it', async () => {
  const { id } = await app.addServer();
  expect(await set(id, 'on')).toContain('/team teach` first');
  await changeSettings(app.core, id, () => ({ teach_roles: ['11', '22'] }));
  const text = await set(id, 'on', { language: 'de' });
  for (const part of ['<@&11> <@&22>', 'Message Content', '/training list', '/opt-out', 'trainiert'])
    expect(text).toContain(part);
});

test('the person who turns it on is told what it costs and when data is deleted, all in one message', async () => {
  const stub = await startAiStub();
  const withAi = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', RETENTION_DAYS: '14' });
  try {
    const { id } = await withAi.addServer();
    const roles = Array.from({ length: 10 }, (_, n) => `${n}`.padStart(19, '1'));
    await changeSettings(withAi.core, id, () => ({ teach_roles: roles }));
    for (const language of ['de', 'en'] as const) {
      const use = invoke({ serverId: id, language, subcommand: 'state', options: { state: 'on' } });
      const text = textOf(await learning.run(withAi.core, use));
      expect(text.length).toBeLessThanOrEqual(2_000);
      for (const part of ['14', '👎', language === 'de' ? 'Wochenkontingent' : 'weekly quota'])
        expect(text).toContain(part);
    }
  } finally {
    await withAi.stop();
    await stub.close();
  }
  const { id } = await app.addServer();
  expect(await set(id, 'on')).not.toContain('quota');
  expect(await set(id, 'off')).toContain('for up to 30 days');
});

test('if the platform refuses message content, the response says what to do', async () => {
  const { id } = await app.addServer();
  const bot = { missingRights: [], messageContent: 'refused' as const };
  expect(await set(id, 'on', { bot })).toContain('Message Content Intent');
});

test('anything but on and off changes nothing', async () => {
  const { id } = await app.addServer();
  await set(id, 'on');
  expect(await set(id, 'maybe')).toContain('choose');
  expect(await isOn(id)).toBe(true);
});
