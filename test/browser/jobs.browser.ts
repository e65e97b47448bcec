import { Console } from 'node:console';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { ask } from '../support/app.ts';
import { JOBS, type Job } from './jobs.ts';
import { DESKTOP, LANGUAGES, PHONE, type Stage, startStage } from './stage.ts';

/** By job, then by language and screen: clicks, fields, scrolls, pixels scrolled, pixels from control to control. */
const table: Record<string, Record<string, string>> = {};
afterAll(() => new Console(process.stdout).table(table));

const CASES = LANGUAGES.flatMap((language) => [false, true].map((isPhone) => ({ language, isPhone })));

describe.each(CASES)('In $language, on a phone: $isPhone,', ({ language, isPhone }) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(({ token }) => ({ DISCORD_TOKEN: token }));
    await fillHarbour(stage);
  });
  afterAll(() => stage.stop());
  afterEach(async () => {
    expect(await stage.close()).toEqual([]);
  });

  test.each(Object.entries(JOBS))('an owner can %s without looking for anything', async (name, job) => {
    const page = await stage.open({ language, viewport: isPhone ? PHONE : DESKTOP });
    await page.goto(stage.address());
    const { clicks, fields, scrolls, scrolled, pointed } = await doJob(page, job);
    const cell = [clicks, fields, scrolls, scrolled, pointed].join(' ');
    table[name] = { ...table[name], [`${language}, ${isPhone ? PHONE.width : DESKTOP.width} px`]: cell };
    const [most, onDesktop, onPhone] = job.most;
    expect(clicks).toBeLessThanOrEqual(isPhone && most > 0 ? most + 1 : most);
    expect(scrolls).toBeLessThanOrEqual(isPhone ? onPhone : onDesktop);
  });
});

const SHIPS =
  'Albatross Avocet Bittern Bunting Curlew Dotterel Dunlin Eider Fulmar Gannet Heron Ibis Jackdaw Kestrel Lapwing Merlin Osprey Puffin Quail Tern Wigeon';

/** More knowledge than fits on a screen, and some work that waits. */
async function fillHarbour({ app, server, guild }: Stage): Promise<void> {
  for (const name of ['help', 'chat', 'news', 'trade', 'events']) guild.addChannel({ name });
  for (const name of ['Moderators', 'Crew', 'Helpers', 'Captains', 'Guests']) guild.addRole({ name });
  const entries = SHIPS.split(' ').map((ship, place) => ({
    ...{ id: ship, title: `Where is the berth of the ${ship}?` },
    text: `The ${ship} lies at quay ${place}. Ask the harbour master before you go on board.`,
  }));
  await app.addKnowledge(server.id, entries);
  for (const ship of ['Otter', 'Beaver', 'Badger', 'Lynx', 'Marten']) {
    const [question, answer] = [`Who is the captain of the ${ship}?`, `The captain of the ${ship} is Ole.`];
    await suggest(app.core, { serverId: server.id, question, answer, source: 'reply' });
  }
  const unknown = ['When does the museum open?', 'Is there a map editor?', 'Who won the last regatta?'];
  for (const question of [...unknown, 'Where is the berth of the Bittern?']) {
    app.clock.now += 1_000;
    expect((await app.chat(server.key, ask(question))).status).toBe(200);
  }
}

/** What is evaluated in the page, as far as it is used here. */
interface Shown {
  getClientRects(): Record<'x' | 'y' | 'width' | 'height', number>[];
  getBoundingClientRect(): Record<'top' | 'right' | 'bottom' | 'left', number>;
  scrollIntoView(options: object): void;
  contains(other: Shown): boolean;
}
declare const document: { elementFromPoint(x: number, y: number): Shown | null };
declare const window: { innerWidth: number; innerHeight: number };

/** Scrolls no further than needed. A control behind something that sticks to the screen is out of sight, too. */
function bringIntoSight(control: Shown) {
  const look = () => {
    // A link may go over two lines, and its middle lie between them.
    const [line = { x: 0, y: 0, width: 0, height: 0 }] = control.getClientRects();
    const [x, y] = [line.x + line.width / 2, line.y + line.height / 2];
    const { top, right, bottom, left } = control.getBoundingClientRect();
    const isInside = top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
    const front = document.elementFromPoint(x, y);
    const isFree = front !== null && (control.contains(front) || front.contains(control));
    return { x, y, isInSight: isInside && isFree };
  };
  const before = look();
  for (const block of ['nearest', 'center'])
    if (!look().isInSight) control.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  const after = look();
  return { ...after, moved: Math.round(Math.hypot(after.x - before.x, after.y - before.y)) };
}

/** Opens what is folded and scrolls to what is out of sight. @throws Error where a control never comes into sight */
async function doJob(page: Page, { steps }: Job) {
  const effort = { clicks: 0, fields: 0, scrolls: 0, scrolled: 0, pointed: 0 };
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  let pointer = { x: width / 2, y: height / 2 };
  page.on('dialog', async (dialog) => {
    effort.clicks += 1;
    await dialog.accept();
  });

  const see = async (control: Locator) => {
    await control.waitFor();
    await page.waitForLoadState();
    const { moved, isInSight, ...at } = await control.evaluate(bringIntoSight);
    if (!isInSight) throw new Error(`${control} does not come into sight`);
    effort.scrolls += moved === 0 ? 0 : 1;
    effort.scrolled += moved;
    return at;
  };
  const point = async (control: Locator, clicks = 1) => {
    const at = await see(control);
    effort.clicks += clicks;
    effort.pointed += Math.round(Math.hypot(at.x - pointer.x, at.y - pointer.y));
    pointer = at;
  };
  const press = async (control: Locator) => {
    await point(control);
    await page.mouse.click(pointer.x, pointer.y);
  };
  const unfold = async (control: Locator) => {
    await control.waitFor({ state: 'attached' });
    const folded = control.locator('xpath=ancestor::details[not(@open)]').first();
    while (!(await control.isVisible()) && (await folded.count()) > 0)
      await press(folded.locator('> summary'));
  };

  for (const [kind, where, value = ''] of steps) {
    const control = page.locator(where).first();
    await unfold(control);
    if (kind === 'see') await see(control);
    if (kind === 'press') await press(control);
    if (kind === 'see' || kind === 'press') continue;
    // A list is opened before something is chosen.
    await point(control, kind === 'choose' ? 2 : 1);
    effort.fields += 1;
    await (kind === 'choose' ? control.selectOption(value) : control.fill(value));
  }
  return effort;
}
