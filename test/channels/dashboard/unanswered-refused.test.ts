import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../support/app.ts';
import { addOwned } from './learning-setup.ts';
import { type Dashboard, startDashboard } from './setup.ts';

const GATE = 'Why is the harbour gate closed?';
const LOADER = '#coverage [hx-trigger=load]';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.stop());

describe('An answer to an open question that is refused', () => {
  test('is not replaced by the later update on what the knowledge now covers', async () => {
    const { id, key, visitor, path } = await addOwned(dashboard);
    expect(await dashboard.app.chat(key, ask(GATE))).toMatchObject({ status: 200 });
    await dashboard.app.addKnowledge(id, [{ id: randomUUID(), title: 'Berths', text: 'There are forty.' }]);
    const page = await visitor.get(path('unanswered'));
    expect(page.document.querySelector(LOADER)).not.toBeNull();
    const gap = page.document.querySelector('[data-gap]')?.getAttribute('data-gap') ?? '';
    const refused = await visitor.post(path(`unanswered/${gap}`), { question: 'Mine?', answer: ' ' });
    expect(refused.status).toBe(422);
    expect(refused.document.getElementById(`${gap}-question`)?.getAttribute('value')).toBe('Mine?');
    const loader = refused.document.querySelector(LOADER);
    expect(loader?.getAttribute('hx-select-oob')).toBe(`#covered-${gap}`);
    expect(loader?.getAttribute('hx-swap')).toBe('delete');
  });
});
