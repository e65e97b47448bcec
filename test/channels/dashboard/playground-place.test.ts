import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import { readPrompt } from '../../core/prompt-setup.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { addOwned } from './learning-setup.ts';
import { type Dashboard, startDashboard } from './setup.ts';

const PLACE = '4711';
const QUESTION = 'When do you open?';

describe('A place to try', () => {
  let stub: AiStub;
  let dashboard: Dashboard;
  beforeAll(async () => {
    stub = await startAiStub();
    dashboard = await startDashboard({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
  });
  afterAll(async () => {
    await dashboard.stop();
    await stub.close();
  });

  const systemPart = () => readPrompt(stub.requests.at(-1) ?? { body: {} }).system;

  test('is one with instructions of its own, and they count for that answer alone', async () => {
    const { id, visitor, path } = await addOwned(dashboard);
    const before = await visitor.get(path('playground'));
    expect(before.document.querySelector('#place')).toBeNull();
    await changeSettings(dashboard.app.core, id, () => ({
      ...{ channels: { 1: 'off' }, place_instructions: { [PLACE]: 'Speak like a pirate.' } },
    }));
    const offered = await visitor.get(path('playground'));
    const values = offered.attributes('#place option', 'value');
    expect(values).toEqual(['', PLACE]);
    const seen = await visitor.post(path('playground'), { question: QUESTION, place: PLACE });
    expect([seen.status, systemPart()]).toEqual([200, expect.stringContaining('Speak like a pirate.')]);
    expect(seen.attribute('#place option[selected]', 'value')).toBe(PLACE);
    await visitor.post(path('playground'), { question: QUESTION });
    expect(systemPart()).not.toContain('pirate');
  });

  test('of another server, or without instructions, is refused beside its field', async () => {
    const [one, other] = [await addOwned(dashboard), await addOwned(dashboard)];
    await changeSettings(dashboard.app.core, other.id, () => ({
      place_instructions: { [PLACE]: 'Secret.' },
    }));
    await changeSettings(dashboard.app.core, one.id, () => ({ place_instructions: { 12: 'Mine.' } }));
    await one.visitor.get(one.path('playground'));
    const asked = stub.requests.length;
    for (const place of [PLACE, 'x', '__proto__']) {
      const seen = await one.visitor.post(one.path('playground'), { question: QUESTION, place });
      expect([seen.status, seen.text('#place-fault')]).toEqual([422, 'Please choose one of the options.']);
      expect(seen.text('textarea#question')).toBe(QUESTION);
    }
    expect(stub.requests).toHaveLength(asked);
  });
});
