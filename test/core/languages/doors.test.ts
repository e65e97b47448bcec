import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../src/core/owners/settings.ts';
import { LANGUAGES } from '../../../src/domain/types.ts';
import { type Dashboard, startDashboard } from '../../channels/dashboard/setup.ts';
import { ask } from '../../support/app.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.stop());
beforeEach(() => dashboard.app.core.database.query(null, 'DELETE FROM knowledge', []));

const languagesIn = async () =>
  (await listKnowledge(dashboard.app.core, dashboard.server.id)).map(({ language }) => language).sort();

describe('entries may be in any of the nine languages', () => {
  test('in a file, regions and capitals included', async () => {
    const given = [...LANGUAGES, 'pt-BR', 'es_MX', 'fr-CA'];
    await dashboard.app.addKnowledge(
      dashboard.server.id,
      given.map((language) => ({ id: language, title: language, text: 'x', language })),
    );
    expect(await languagesIn()).toEqual([...LANGUAGES, 'pt', 'es', 'fr'].sort());
  });

  test('on the dashboard, chosen by their own names and shown in the reader’s language', async () => {
    const page = await dashboard.visitor.get(dashboard.path('knowledge?lang=en'));
    const options = [...page.document.querySelectorAll('select[name=language] option')];
    expect(options.map((option) => option.textContent)).toEqual(
      expect.arrayContaining([
        'Français',
        'Español',
        'Italiano',
        'Português',
        'Nederlands',
        'Polski',
        'Türkçe',
      ]),
    );
    const given = { title: 'Horaires', text: 'De neuf à dix-sept heures.', language: 'fr' };
    await dashboard.visitor.submit(dashboard.path('knowledge'), given);
    expect(await languagesIn()).toEqual(['fr']);
    const list = (language: string) => dashboard.visitor.get(dashboard.path(`knowledge?lang=${language}`));
    expect((await list('de')).text('[data-entry]')).toContain('Französisch');
    expect((await list('en')).text('[data-entry]')).toContain('French');
  });

  test('but in no other', async () => {
    const entry = { id: 'sv', title: 'Svenska', text: 'x', language: 'sv' };
    await expect(dashboard.app.addKnowledge(dashboard.server.id, [entry])).rejects.toThrow();
    expect(await languagesIn()).toEqual([]);
  });
});

describe('a server whose language is French', () => {
  test('answers in it where a question tells none, and its dashboard stays German or English', async () => {
    const saved = await dashboard.visitor.submit(dashboard.path('persona'), {
      ...{ bot_name: 'Mouette', avatar: '', tone: '', level: 'V1', instructions: '', language: 'fr' },
    });
    expect(saved.status).toBe(200);
    const server = await getServer(dashboard.app.core, dashboard.server.id);
    expect(parseSettings(server.settings).language).toBe('fr');
    expect(saved.document.documentElement.getAttribute('lang')).toMatch(/^(?:de|en)$/);
    const { key } = await dashboard.app.addServer({ language: 'fr' });
    const { body } = await dashboard.app.chat(key, ask('Minecraft Bedrock'));
    expect(body.ai_notice).toContain('par une IA');
    expect((await dashboard.app.chat(key, ask('What are the rules?'))).body.ai_notice).toContain('by an AI');
    expect((await dashboard.app.status(key)).body.ai_notice).toContain('par une IA');
  });
});
