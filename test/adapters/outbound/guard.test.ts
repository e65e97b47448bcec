import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dialAddress } from '../../../src/adapters/outbound/connect.ts';
import {
  createOutbound,
  type OutsideWorld,
  parsePublicUrl,
} from '../../../src/adapters/outbound/outbound.ts';
import { createOutside, faultOf, PUBLIC, startSite } from '../../support/outbound.ts';
import { ALLOWED_URLS, HOSTILE_NAMES, HOSTILE_REDIRECTS, HOSTILE_URLS, INNER_NAMES } from './ssrf-targets.ts';

const LIMITS = { maxBytes: 10_000, timeoutMs: 5_000 };
const REFUSED = /^(not_public|invalid_address): /;

const victim = await startSite((_request, response) => response.end('inside'));
beforeEach(() => void victim.requests.splice(0));
afterAll(() => victim.close());

async function withOutbound<T>(
  world: Partial<OutsideWorld>,
  use: (fetch: (url: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const outbound = createOutbound({ userAgent: 'test', world });
  try {
    return await use((url) => outbound.fetch({ url, ...LIMITS }));
  } finally {
    await outbound.close();
  }
}

describe('I74 a hostile address', () => {
  test('is one of 57 literals and 4 inner names', () => {
    expect([HOSTILE_URLS.length, INNER_NAMES.length]).toEqual([57, 4]);
  });

  test.each([
    ...HOSTILE_URLS,
    ...INNER_NAMES,
  ])('I74 %s is refused without a lookup or a connection', async (url) => {
    const outside = createOutside(victim.port);
    expect(await withOutbound(outside.world, (fetch) => faultOf(fetch(url)))).toMatch(REFUSED);
    expect(() => parsePublicUrl(url)).toThrow(REFUSED);
    expect([outside.resolved, outside.dialled, victim.requests]).toEqual([[], [], []]);
  });

  test('I74 opens no socket with the real dialler and the real resolver either', async () => {
    const opened: unknown[] = [];
    const note = (message: unknown) => void opened.push(message);
    subscribe('net.client.socket', note);
    const faults = await withOutbound({}, (fetch) =>
      Promise.all([...HOSTILE_URLS, ...INNER_NAMES].map((url) => faultOf(fetch(url)))),
    );
    unsubscribe('net.client.socket', note);
    expect(faults.filter((fault) => !REFUSED.test(fault))).toEqual([]);
    expect(opened).toEqual([]);
  });

  test.each(
    Object.entries(HOSTILE_NAMES),
  )('I74 %s (%j) is refused for one address of several', async (name, addresses) => {
    const outside = createOutside(victim.port, { [name]: addresses });
    const fault = await withOutbound(outside.world, (fetch) => faultOf(fetch(`http://${name}/`)));
    expect(fault).toBe(`not_public: ${name}`);
    expect([outside.dialled, victim.requests]).toEqual([[], []]);
  });

  test.each(Object.entries(ALLOWED_URLS))('I74 %s is not hostile: its host is %s', async (url, host) => {
    expect(parsePublicUrl(url).hostname).toBe(host);
    const outside = createOutside(victim.port);
    await withOutbound(outside.world, (fetch) => fetch(url.replace('https:', 'http:')));
    expect(outside.dialled).toHaveLength(1);
    expect(outside.resolved).toEqual([]);
  });

  test.each([
    ['a name of the own network', 'http://database/', 'not_public: database'],
    ['a name with its last dot', 'http://printer.LOCAL./', 'not_public: printer.local'],
    ['the home network', 'https://nas.home.arpa/', 'not_public: nas.home.arpa'],
    ['an address behind two dots', 'http://127.0.0.1../', 'not_public: 127.0.0.1'],
    ['a name with an empty part', 'http://docs..example/', 'invalid_address: a host name with an empty part'],
    ['no URL', 'docs.example', 'invalid_address: not a complete web address'],
  ])('I74 %s is refused: %s', (_title, url, fault) => {
    expect(() => parsePublicUrl(url)).toThrow(fault);
  });

  test('I74 leaves nothing of its credentials in the error', () => {
    for (const url of ['https://user:hunter2@docs.example/', 'https://user:hunter2@docs.example:x/']) {
      const error: unknown = (() => {
        try {
          return parsePublicUrl(url);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
    }
  });

  test('I74 a socket that still ends at this machine is closed before a byte is written', async () => {
    const world = {
      resolve: async () => [{ address: PUBLIC, family: 4 as const }],
      // A route that leads elsewhere than the address says.
      dial: (target: Parameters<OutsideWorld['dial']>[0]) =>
        dialAddress({ ...target, address: '127.0.0.1', port: victim.port }),
    };
    const fault = await withOutbound(world, (fetch) => faultOf(fetch('http://docs.example/')));
    expect(fault).toBe('not_public: docs.example');
    expect(victim.requests).toEqual([]);
  });
});

describe('I75 rebinding', () => {
  test('I75 finds no second lookup: the checked address is the one that is dialled', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const outside = createOutside(victim.port, { 'rebind.example': () => answers.shift() ?? [] });
    await withOutbound(outside.world, (fetch) => fetch('http://rebind.example/'));
    expect(outside.resolved).toEqual(['rebind.example']);
    expect(outside.dialled).toEqual([`rebind.example ${PUBLIC}:80`]);
  });

  test('I75 refuses a name that starts to resolve inwards at its next connection', async () => {
    const closing = await startSite((_request, response) => {
      response.setHeader('connection', 'close');
      response.end('public');
    });
    const answers = [[PUBLIC], ['127.0.0.1']];
    const outside = createOutside(closing.port, { 'rebind.example': () => answers.shift() ?? [] });
    await withOutbound(outside.world, async (fetch) => {
      await fetch('http://rebind.example/');
      expect(await faultOf(fetch('http://rebind.example/'))).toBe('not_public: rebind.example');
    });
    expect(outside.dialled).toHaveLength(1);
    await closing.close();
  });

  test('I75 shares no connection between names that share an address, and keeps one per name', async () => {
    const outside = createOutside(victim.port, { 'a.example': [PUBLIC], 'b.example': [PUBLIC] });
    await withOutbound(outside.world, async (fetch) => {
      for (const name of ['a', 'b', 'a', 'b']) await fetch(`http://${name}.example/`);
    });
    expect(outside.dialled).toEqual([`a.example ${PUBLIC}:80`, `b.example ${PUBLIC}:80`]);
    expect(victim.requests).toHaveLength(4);
  });

  test('I75 opens at most four connections to one origin', async () => {
    const open: Socket[] = [];
    const outside = createOutside(victim.port, { 'a.example': [PUBLIC] });
    const dial: OutsideWorld['dial'] = async (target) => {
      const socket = await outside.world.dial(target);
      open.push(socket);
      return socket;
    };
    await withOutbound({ ...outside.world, dial }, (fetch) =>
      Promise.all(Array.from({ length: 40 }, () => fetch('http://a.example/'))),
    );
    expect(open.length).toBeLessThanOrEqual(4);
    expect(victim.requests).toHaveLength(40);
  });
});

describe('I76 a redirect', () => {
  test.each(Object.entries(HOSTILE_REDIRECTS))('I76 from %s ends there: %j', async (name, {
    location,
    fault,
  }) => {
    const site = await startSite((_request, response) => response.writeHead(302, { location }).end());
    const outside = createOutside(site.port, { [name]: [PUBLIC] });
    expect(await withOutbound(outside.world, (fetch) => faultOf(fetch(`http://${name}/`)))).toBe(fault);
    expect(new Set(outside.dialled)).toEqual(new Set([`${name} ${PUBLIC}:80`]));
    expect(site.requests.length).toBeLessThanOrEqual(6);
    await site.close();
  });

  test.each([
    [
      'to another port',
      'http://docs.example:5432/',
      'invalid_address: only the ports 80, 443, 8080 and 8443',
    ],
    ['with credentials', 'http://a:b@docs.example/', 'invalid_address: no user name or password'],
    ['to a name that resolves inwards', 'http://inside.example/', 'not_public: inside.example'],
    ['to an unknown name', '//gone.example/', 'unresolved: gone.example'],
    ['to nowhere', 'http://[', 'invalid_address: a redirect to nowhere'],
    ['that its caller forbids', 'http://other.example/', 'leads_elsewhere: other.example'],
  ])('I76 %s is not followed', async (_title, location, fault) => {
    const site = await startSite((_request, response) => response.writeHead(301, { location }).end());
    const names = { 'docs.example': [PUBLIC], 'other.example': [PUBLIC], 'inside.example': ['10.1.2.3'] };
    const outside = createOutside(site.port, names);
    const outbound = createOutbound({ userAgent: 'test', world: outside.world });
    const mayFollow = (url: URL) => url.hostname !== 'other.example';
    expect(await faultOf(outbound.fetch({ url: 'http://docs.example/', mayFollow, ...LIMITS }))).toBe(fault);
    expect(site.requests).toEqual(['docs.example /']);
    await outbound.close();
    await site.close();
  });

  test.each([
    [5, 'answered'],
    [6, 'too_many_redirects: docs.example'],
    [20, 'too_many_redirects: docs.example'],
  ])('I76 after redirect in a row of %i: %s', async (hops, outcome) => {
    const site = await startSite((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop < hops) response.writeHead(307, { location: String(hop + 1) }).end('moved');
      else response.end('here');
    });
    const outside = createOutside(site.port, { 'docs.example': [PUBLIC] });
    const result = await withOutbound(outside.world, (fetch) => {
      const call = fetch('http://docs.example/0');
      return outcome === 'answered' ? call.then(() => 'answered') : faultOf(call);
    });
    expect(result).toBe(outcome);
    expect(site.requests).toHaveLength(6);
    // A short redirect does not cost its connection; undici may open a second while it frees the first.
    expect(outside.dialled.length).toBeLessThanOrEqual(2);
    await site.close();
  });
});
