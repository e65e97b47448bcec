import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { createCertificate } from '../adapters/outbound/certificate.ts';
import { createOutside, PUBLIC, watch } from './outbound.ts';

/** A public repository as api.github.com and raw.githubusercontent.com show it. */
export interface FakeGithub {
  world: OutsideWorld;
  ref: string;
  /** By path; a test changes them while it runs. */
  files: Map<string, string>;
  /** Requests since `forget`, as `status host path`. */
  seen: string[];
  forget(): void;
  /** GitHub lists no more of the tree than fits. */
  truncated: boolean;
  /** Requests that are left of the sixty an hour. */
  remaining: number;
  /** What the copies still show; a commit reaches them minutes later. */
  stale: Map<string, string>;
  close(): Promise<void>;
}

const HOSTS = ['api.github.com', 'raw.githubusercontent.com'];
const RESET_SECONDS = 1_800;

/** Refuses what GitHub refuses: other methods, requests without an agent, unknown names, more than what is left. */
export async function startGithub(repository: string, ref: string): Promise<FakeGithub> {
  const seen: string[] = [];
  const files = new Map<string, string>();
  const stale = new Map<string, string>();
  const hosts = new Map(HOSTS.map((host) => [host, createCertificate(host)]));
  const authorities = getCACertificates();
  setDefaultCACertificates([...authorities, ...[...hosts.values()].map(({ cert }) => cert)]);
  const server = createServer(
    { SNICallback: (name, done) => done(null, createSecureContext(hosts.get(name))) },
    (request, response) => answer(request, response),
  );
  const site = await watch(server);
  const { world } = createOutside(site.port, Object.fromEntries(HOSTS.map((host) => [host, [PUBLIC]])));
  const github: FakeGithub = {
    ...{ ref, world, files, stale, seen, truncated: false, remaining: 60 },
    forget: () => void seen.splice(0),
    close: async () => {
      setDefaultCACertificates(authorities);
      await site.close();
    },
  };
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { host, 'user-agent': agent, authorization, cookie } = request.headers;
    const isRefused = request.method !== 'GET' || !agent || authorization || cookie;
    const show = host === 'api.github.com' ? list : showFile;
    const { status, body, headers = {} } = isRefused ? NOT_FOUND : show(request.url ?? '');
    seen.push(`${status} ${host}${request.url}`);
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
  }
  function showFile(url: string): GithubAnswer {
    const [, path = ''] = new RegExp(`^/${repository}/${github.ref}/([^?]+)$`).exec(url) ?? [];
    const name = decodeURIComponent(path);
    const text = stale.get(name) ?? files.get(name);
    return text === undefined ? NOT_FOUND : { status: 200, body: text };
  }
  function list(url: string): GithubAnswer {
    const isOver = github.remaining === 0;
    if (!isOver) github.remaining -= 1;
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(github.remaining),
      'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + RESET_SECONDS),
    };
    if (isOver) return { status: 403, body: '{"message":"API rate limit exceeded"}', headers };
    if (url !== `/repos/${repository}/git/trees/${github.ref}?recursive=1`) return { ...NOT_FOUND, headers };
    const blobs = [...files].map(([path, text]) => ({
      ...{ path, mode: '100644', type: 'blob', sha: nameBlob(text), size: Buffer.byteLength(text) },
    }));
    const folders = new Set([...files.keys()].map((path) => path.split('/').slice(0, -1).join('/')));
    const trees = [...folders]
      .filter(Boolean)
      .map((path) => ({ path, mode: '040000', type: 'tree', sha: TREE }));
    const body = { sha: TREE, tree: [...trees, ...blobs], truncated: github.truncated };
    return { status: 200, body: JSON.stringify(body), headers };
  }
  return github;
}

interface GithubAnswer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}
const NOT_FOUND: GithubAnswer = { status: 404, body: '{"message":"Not Found"}' };
const TREE = 'f'.repeat(40);

function nameBlob(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex');
}
