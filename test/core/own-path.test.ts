import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSignIn, completeSignIn, toOwnPath } from '../../src/core/owners/sign-in.ts';
import { agree, type Front, openFront, PUBLIC_URL } from './sign-in-setup.ts';

let front: Front;
beforeAll(async () => {
  front = await openFront();
});
afterAll(() => front.stop());

/** Each would lead a browser, or a careless reader of addresses, away from the dashboard. */
const ELSEWHERE = [
  '',
  '/',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/servers\\..\\..\\evil',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:///evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '@evil.example',
  'servers',
  '?next=//evil.example',
  '#//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/\r\nLocation: https://evil.example',
  '/servers\r\nSet-Cookie: a=b',
  '/\u0000/evil.example',
  '/servers\u0000',
  '/%2f%2fevil.example',
  '/%2F/evil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/servers/..//evil.example',
  '/servers/../../evil',
  '/%2e%2e/evil',
  '/servers/%2e%2e//evil',
  '/servers//evil.example',
  '/\u2215\u2215evil.example',
  '/\uff0f\uff0fevil.example',
  '\u3000//evil.example',
  '/\u2028/evil.example',
  '/servers/\u202egro.live',
  '/servers/<script>',
  '/servers/\'"',
  '/servers#//evil.example',
  '/login/discord?next=/login',
  '/login',
  '/login/local?token=abc',
  `/${'a'.repeat(500)}`,
  '/servers?x=\u0001',
  '/servers?x=y z',
  '/servers/%zz',
  '/servers/%',
];
const WITHIN = [
  '/servers',
  '/servers/',
  '/servers/123456789/ki',
  '/servers/demo/knowledge?q=a%2Fb&page=2',
  '/servers/1/tests?x=//y',
  '/servers/1/knowledge/z%C3%BC-spät'.replace('ä', '%C3%A4'),
  '/loginless',
  `/${'a'.repeat(499)}`,
];

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
