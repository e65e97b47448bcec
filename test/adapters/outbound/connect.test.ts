import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createResolve } from '../../../src/adapters/outbound/connect.ts';
import { createOutbound, type OutsideWorld } from '../../../src/adapters/outbound/outbound.ts';
import { createOutside, dialHere, faultOf, type LocalSite, PUBLIC, watch } from '../../support/outbound.ts';
import { createCertificate } from './certificate.ts';

const LIMITS = { maxBytes: 10_000, timeoutMs: 5_000 };

async function fetchFrom(world: Partial<OutsideWorld>, url: string): Promise<string> {
  const outbound = createOutbound({ userAgent: 'test', world });
  try {
    return (await outbound.fetch({ url, ...LIMITS })).body.toString();
  } finally {
    await outbound.close();
  }
}

describe('a certificate', () => {
  const trusted = createCertificate('docs.example');
  const unknown = createCertificate('docs.example');
  const authorities = getCACertificates('default');
  let site: LocalSite;
  let stranger: LocalSite;

  beforeAll(async () => {
    setDefaultCACertificates([...authorities, trusted.cert]);
    site = await watch(createServer(trusted, (_request, response) => void response.end('secure')));
    stranger = await watch(createServer(unknown, (_request, response) => void response.end('secure')));
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    await Promise.all([site.close(), stranger.close()]);
  });

  test('is checked against the name, not the address, and opens the page', async () => {
    const outside = createOutside(site.port, { 'docs.example': [PUBLIC] });
    expect(await fetchFrom(outside.world, 'https://docs.example/')).toBe('secure');
    expect(outside.dialled).toEqual([`docs.example ${PUBLIC}:443`]);
  });

  test('of another name is refused, for a name and for an address', async () => {
    const outside = createOutside(site.port, { 'other.example': [PUBLIC] });
    expect(await faultOf(fetchFrom(outside.world, 'https://other.example/'))).toBe(
      'certificate: other.example',
    );
    expect(await faultOf(fetchFrom(outside.world, 'https://1.1.1.1/'))).toBe('certificate: 1.1.1.1');
  });

  test('that is not trusted is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    const { world } = createOutside(stranger.port, { 'docs.example': [PUBLIC] });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const fault = await faultOf(fetchFrom(world, 'https://docs.example/'));
    vi.unstubAllEnvs();
    expect(fault).toBe('certificate: docs.example');
  });

  test('is not blamed if the other side speaks no TLS', async () => {
    const plain = await watch(createHttpServer());
    const { world } = createOutside(plain.port, { 'docs.example': [PUBLIC] });
    expect(await faultOf(fetchFrom(world, 'https://docs.example/'))).toBe('unreachable: docs.example');
    await plain.close();
  });

  test('does not make a redirect to plain http acceptable', async () => {
    const server = createServer(trusted, (_request, response) => {
      response.writeHead(301, { location: 'http://docs.example/' }).end();
    });
    const downgrading = await watch(server);
    const { world } = createOutside(downgrading.port, { 'docs.example': [PUBLIC] });
    const fault = await faultOf(fetchFrom(world, 'https://docs.example/'));
    expect(fault).toBe('leads_elsewhere: http://docs.example');
    await downgrading.close();
  });
});

describe('a name with several addresses', () => {
  test('is reached by the first that answers', async () => {
    const site = await watch(createHttpServer((_request, response) => void response.end('ok')));
    const tried: string[] = [];
    const { world } = createOutside(site.port, { 'docs.example': ['1.1.1.1', '2606:4700::1', PUBLIC] });
    const dial: OutsideWorld['dial'] = async ({ address, signal }) => {
      tried.push(address);
      if (address !== PUBLIC) throw Object.assign(new Error('no route'), { code: 'ENETUNREACH' });
      return dialHere(site.port, signal);
    };
    expect(await fetchFrom({ ...world, dial }, 'http://docs.example/')).toBe('ok');
    expect(tried).toEqual(['1.1.1.1', '2606:4700::1', PUBLIC]);
    await site.close();
  });
});

/** A name server that knows the A record of `docs.example` and no AAAA record of anything (RFC 1035). */
async function startNameServer() {
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isA = question.at(-3) === 1;
    const isKnown = question.includes(Buffer.from('\u0004docs\u0007example'));
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34];
    const flags = [0x81, isKnown ? 0x80 : 0x83];
    const counts = [0, 1, 0, isKnown && isA ? 1 : 0, 0, 0, 0, 0];
    const answer = [query.subarray(0, 2), Buffer.from([...flags, ...counts]), question];
    if (isKnown && isA) answer.push(Buffer.from(record));
    socket.send(Buffer.concat(answer), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

describe('the resolver', () => {
  test('asks the name servers itself and accepts a single kind of address', async () => {
    const nameServer = await startNameServer();
    const resolve = createResolve([`127.0.0.1:${nameServer.address().port}`]);
    expect(await resolve('docs.example')).toEqual([{ address: PUBLIC, family: 4 }]);
    expect(await faultOf(fetchFrom({ resolve }, 'http://gone.example/'))).toBe('unresolved: gone.example');
    nameServer.close();
  });
});
