import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, findOverflow } from './inspect.ts';
import { PHONE, type Stage, startStage } from './stage.ts';

describe('The tests in a browser notice', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.stop());

  test('a barrier, and content wider than the screen', async () => {
    const page = await stage.open({ viewport: PHONE });
    await page.setContent('<p style="width: 999px; color: #999">Hello</p><input>');
    const barriers = (await findBarriers(page)).join('\n');
    for (const rule of ['color-contrast', 'label', 'document-title']) expect(barriers).toContain(rule);
    expect((await findOverflow(page)).join('\n')).toContain('<p style');
    await stage.close();
  });

  test.each([
    ['a violation of the policy', `document.body.setAttribute('style', 'color: red')`, /console error/],
    ['an error in a script', `setTimeout(() => { throw new Error('broken') })`, /script: Error: broken/],
    ['a refused address', `fetch('/servers/unknown')`, /404: GET/],
    ['another host', `(new Image().src = 'https://example.org/a.png')`, /elsewhere: https:\/\/example/],
  ])('%s', async (_, script, fault) => {
    const page = await stage.open();
    await page.goto(`${stage.url}/servers`);
    await page.evaluate(`void ${script}`);
    await expect.poll(() => stage.faults().join('\n')).toMatch(fault);
    await stage.close();
  });
});
