import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSignIn, completeSignIn, toOwnPath } from '../../src/core/owners/sign-in.ts';
import { readRows } from '../support/rows.ts';
import { agree, type Front, openFront, PUBLIC_URL } from './sign-in-setup.ts';

let front: Front;
beforeAll(async () => {
  front = await openFront();
});
afterAll(() => front.stop());

const rows = readRows<{ path: string; isOwn: boolean }>('own-paths.jsonl', import.meta.url);
/** Each would lead a browser, or a careless reader of addresses, away from the dashboard. */
const ELSEWHERE = rows.filter(({ isOwn }) => !isOwn).map(({ path }) => path);
const WITHIN = rows.filter(({ isOwn }) => isOwn).map(({ path }) => path);

describe('after signing in nobody is redirected elsewhere:', () => {
  test.each(ELSEWHERE)('%j becomes the list of servers', (next) => {
    expect(toOwnPath(next)).toBe('/servers');
  });

  test.each(WITHIN)('%j is kept, and a browser resolves it to this origin', (next) => {
    expect(toOwnPath(next)).toBe(next);
    const seen = new URL(next, PUBLIC_URL);
    expect(seen.origin + seen.pathname + seen.search).toBe(PUBLIC_URL + next);
  });

  test('a target that is not one of our paths is not even stored', async () => {
    await beginSignIn(front.app.core, { next: '//evil.example' });
    const rows = await front.app.core.database.kysely.selectFrom('sign_ins').select('next').execute();
    expect(rows).toEqual([{ next: '/servers' }]);
  });

  test('and is not followed even if somebody wrote it into the table', async () => {
    const person = front.discord.addGuild().addMember();
    const { url, browserSecret } = await beginSignIn(front.app.core, { next: '/servers/1' });
    const { state, code } = await agree(front, person, url);
    await front.app.core.database.kysely.updateTable('sign_ins').set({ next: '//evil.example' }).execute();
    const { next } = await completeSignIn(front.app.core, { state, code, browserSecret });
    expect(next).toBe('/servers');
  });
});
