import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listKnowledge, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { findBarriers, findOverflow } from './inspect.ts';
import { LANGUAGES, PHONE, type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

describe.each(LANGUAGES)('In %s', (language) => {
  test.each([
    true,
    false,
  ])('the playground reflects additions, changes and deletions (script: %s)', async (script) => {
    const page = await stage.open({ language, script });
    page.on('dialog', (dialog) => dialog.accept());
    const asked = async () => {
      await page.goto(stage.address('playground'));
      await page.locator('#question').fill('When is the harbour fair?');
      await page.locator('main form button[type=submit]').click();
      return (await page.locator('[data-answer]').textContent()) ?? '';
    };

    await page.goto(stage.address('knowledge'));
    await page.locator('#add summary').click();
    await page.locator('#add [name=title]').fill('When is the harbour fair?');
    await page.locator('#add [name=text]').fill('The harbour fair is in June.');
    await page.locator('#add button[type=submit]').click();
    await page.waitForURL(/done=entry_added/);
    expect(await asked()).toContain('June');

    await page.goto(stage.address('knowledge'));
    await page.locator('[data-entry] a').first().click();
    await page.locator('[name=text]').fill('The harbour fair is in August.');
    await page.locator('main form .save button').click();
    await page.waitForURL(/done=entry_saved/);
    const changed = await asked();
    expect(changed).toContain('August');
    expect(changed).not.toContain('June');

    await page.goto(stage.address('knowledge'));
    await page.locator('[data-entry] a').first().click();
    await page.locator('form[action$="/delete"] button').click();
    await page.waitForURL(/done=entry_removed/);
    expect(await asked()).not.toContain('August');
  });

  test.each([
    'light',
    'dark',
  ] as const)('what a file brings is shown before it is written, and so is why it is refused (%s)', async (colorScheme) => {
    const page = await stage.open({ language, viewport: PHONE, colorScheme, mayAnswer: [422] });
    const upload = async (name: string, text: string) => {
      await page.goto(stage.address('knowledge'));
      await page.locator('#import summary').click();
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('#import-file').setInputFiles(file);
      await page.locator('#import form button[type=submit]').click();
    };
    const lengthy = `${'Harbour'.repeat(20)} ${language} ${colorScheme}`;
    await upload('fair.csv', `question,answer,Rank\n${lengthy}?,In June.,1\nWithout words?,,2\n`);
    await page.locator('[data-shown=added]').waitFor();
    expect(await page.locator('[data-warning]').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    await page.locator('form[action$="/import/confirm"] button').click();
    await page.waitForURL(/done=entries_imported/);
    expect(await page.locator('main').textContent()).toContain(lengthy);
    const { core } = stage.app;
    for (const { id } of await listKnowledge(core, stage.server.id))
      await removeKnowledge(core, stage.server.id, id);

    await upload('fair.csv', `question,answer\n${'Harbour'.repeat(60)},"In June.\n`);
    await page.locator('[data-rejected]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
  });

  test('a refusal appears beside its field, keeps what was typed, and is accessible', async () => {
    const page = await stage.open({ language, viewport: PHONE, colorScheme: 'dark', mayAnswer: [422] });
    await page.goto(stage.address('knowledge'));
    await page.locator('#add summary').click();
    await page.locator('#add [name=title]').fill('Fair');
    await page.locator('#add [name=text]').fill('In June.');
    await page.locator('#add [name=link]').fill('javascript:alert(1)');
    await page.locator('#add form').evaluate((form: { noValidate: boolean }) => {
      form.noValidate = true;
    });
    await page.locator('#add button[type=submit]').click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await page.locator('#add [name=title]').inputValue()).toBe('Fair');
    expect(await findBarriers(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
  });
});
