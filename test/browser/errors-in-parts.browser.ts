import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addLink } from '../../src/core/knowledge/links.ts';
import { suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { findBarriers } from './inspect.ts';
import { LANGUAGES, type Stage, startStage } from './stage.ts';

const SAID = { de: 'Discord antwortet nicht', en: 'Discord is not responding' };
const LOST = { de: 'Es kam keine Antwort', en: 'There was no response' };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
afterEach(async () => {
  stage.discord.rest.refuse(false);
  expect(await stage.close()).toEqual([]);
});

/** From now on nobody's rights can be read: every page is an error page. */
function failFromNow() {
  stage.discord.rest.refuse(true);
  stage.app.clock.now += 60_001;
}

describe.each(LANGUAGES)('In %s', (language) => {
  const open = () => stage.open({ language, mayAnswer: [503] });

  test('a list that refreshes itself reports a failure once, keeps its content, and continues when it can', async () => {
    await addLink(stage.app.core, stage.server.id, `https://docs.example/${language}`);
    const page = await open();
    await page.goto(stage.address('links'));
    await page.locator('#poll').waitFor();
    await page.locator('main [name=url]:not([type=hidden])').fill('https://half-typed.exa');
    failFromNow();
    await page.locator('main [role=alert]', { hasText: SAID[language] }).waitFor();
    for (let tries = 0; tries < 2; tries += 1)
      await page.waitForResponse((response) => response.status() === 503);
    expect(await page.locator('main [role=alert]').count()).toBe(1);
    expect(await page.locator('[data-link]').count()).toBeGreaterThan(0);
    expect(await page.locator('main [name=url]:not([type=hidden])').inputValue()).toBe(
      'https://half-typed.exa',
    );
    expect(await findBarriers(page)).toEqual([]);
    stage.discord.rest.refuse(false);
    await page.locator('main [role=alert]').waitFor({ state: 'detached' });
    expect(await page.locator('#poll').count()).toBe(1);
  });

  test('a question in the playground that fails says so, stays typed, and can be asked again', async () => {
    const page = await open();
    await page.goto(stage.address('playground'));
    await page.locator('#question').fill('When is the harbour fair?');
    failFromNow();
    await page.locator('main form button[type=submit]').click();
    await page.locator('main [role=alert]', { hasText: SAID[language] }).waitFor();
    expect(await page.locator('#question').inputValue()).toBe('When is the harbour fair?');
    stage.discord.rest.refuse(false);
    await page.locator('main form button[type=submit]').click();
    await page.locator('[data-answer]').waitFor();
    expect(await page.locator('main [role=alert]').count()).toBe(0);
  });

  test('a failed decision says so at its suggestion, which stays', async () => {
    const text = { question: `When is the fair? ${language}`, answer: 'In June.' };
    await suggest(stage.app.core, { serverId: stage.server.id, ...text, source: 'menu' });
    const page = await open();
    await page.goto(stage.address('training'));
    const card = page.locator('[data-suggestion]', { hasText: text.question });
    failFromNow();
    await card.locator('[data-verb=reject] button').click();
    await card.locator('[role=alert]', { hasText: SAID[language] }).waitFor();
    stage.discord.rest.refuse(false);
    await card.locator('[data-verb=reject] button').click();
    await card.waitFor({ state: 'detached' });
  });

  test('a list that refreshes itself says that no answer came until one comes', async () => {
    await addLink(stage.app.core, stage.server.id, `https://docs.example/lost-${language}`);
    const page = await stage.open({ language, mayLose: true });
    await page.goto(stage.address('links'));
    await page.locator('#poll').waitFor();
    await page.route('**/links', (route) => route.abort());
    await page.locator('main [role=alert]', { hasText: LOST[language] }).waitFor();
    await page.unrouteAll();
    await page.locator('main [role=alert]').waitFor({ state: 'detached' });
    expect(await page.locator('#poll').count()).toBe(1);
  });

  test('an error page of a proxy in front of the service leaves the list in place and shows the page’s title', async () => {
    await addLink(stage.app.core, stage.server.id, `https://docs.example/proxy-${language}`);
    const page = await open();
    await page.goto(stage.address('links'));
    await page.locator('#poll').waitFor();
    const body = '<html><head><title>503 Bad Gateway</title></head><body>Bad Gateway</body></html>';
    await page.route('**/links', (route) => route.fulfill({ status: 503, contentType: 'text/html', body }));
    await page.locator('main [role=alert]', { hasText: '503 Bad Gateway' }).waitFor();
    await page.unrouteAll();
    await page.locator('main [role=alert]').waitFor({ state: 'detached' });
    expect(await page.locator('#poll').count()).toBe(1);
  });
});
