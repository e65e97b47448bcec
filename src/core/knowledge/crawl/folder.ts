import { hash } from 'node:crypto';
import { z } from 'zod';
import { deletePages } from '../../../adapters/db/knowledge/pages.ts';
import { PageFaultError } from '../../../domain/errors.ts';
import {
  MAX_CRAWL_BYTES,
  MAX_CRAWL_MINUTES,
  MAX_PAGE_BYTES,
  MAX_PAGES_PER_LINK,
} from '../../../domain/limits.ts';
import { newPage } from './frontier.ts';
import { isServerFault } from './seeds.ts';
import { idOf, type LinkReading, toEntries } from './visits.ts';

const MINUTE_MS = 60_000;
const FOLDER = /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)\/tree\/([^?#]+)$/;
const MARKDOWN = /\.mdx?$/i;
/** An address does not tell where the name of a branch ends: `feature/new/docs`. */
const MOST_PARTS_OF_REF = 3;

/** A folder of a public repository; `ref` is encoded as in an address. */
interface Folder {
  owner: string;
  repository: string;
  ref: string;
  /** Ends in `/`; empty for the whole repository. */
  path: string;
}

/** null for any other address. @param partsOfRef of the path name the branch; the rest is the folder */
export function toFolder(url: string, partsOfRef = 1): Folder | null {
  const [, owner, repository, path = ''] = FOLDER.exec(url) ?? [];
  const parts = path.split('/').filter(Boolean);
  if (owner === undefined || repository === undefined || parts.length < partsOfRef) return null;
  const ref = parts.slice(0, partsOfRef).join('/');
  try {
    const inside = decodeURIComponent(parts.slice(partsOfRef).join('/'));
    return { owner, repository, ref, path: inside === '' ? '' : `${inside}/` };
  } catch {
    return null;
  }
}

const treeSchema = z.object({
  tree: z.array(
    z.object({ path: z.string(), type: z.string(), sha: z.string(), size: z.number().optional() }),
  ),
  truncated: z.boolean().default(false),
});

/** A Markdown file; `sha` names its content. */
interface TreeFile {
  path: string;
  sha: string;
  size: number;
}

interface FolderFiles {
  folder: Folder;
  files: TreeFile[];
  /** Not where GitHub lists a part of a large repository. */
  isWhole: boolean;
}

/**
 * Reads the Markdown files of a folder, of which GitHub is asked once what they hold: a file that holds the same is not
 * fetched again, and one that is gone goes. @throws PageFaultError
 */
export async function readFolder(reading: LinkReading): Promise<void> {
  const { core, link, log, limits } = reading;
  const { folder, files, isWhole } = await listFiles(reading);
  if (files.length === 0) throw new PageFaultError('no_folder');
  const startedAt = core.clock();
  let firstFault: PageFaultError | null = null;
  try {
    for (const file of files) {
      if (log.bytesRead >= MAX_CRAWL_BYTES) limits.add('bytes');
      if (core.clock() - startedAt >= MAX_CRAWL_MINUTES * MINUTE_MS) limits.add('time');
      if (limits.has('bytes') || limits.has('time')) break;
      reading.options.signal.throwIfAborted();
      const fault = await readFile(reading, folder, file);
      firstFault ??= fault;
      await log.writeSome();
    }
  } finally {
    await log.write();
  }
  if (log.count().read === 0) throw firstFault ?? new PageFaultError('no_text');
  const named = new Set(files.map(({ path }) => idOf(pageOf(folder, path))));
  const gone = isWhole ? [...log.pages.keys()].filter((id) => !named.has(id)) : [];
  await deletePages(core.database, link, gone);
}

async function listFiles(reading: LinkReading, partsOfRef = 1): Promise<FolderFiles> {
  const { core, limits, link, options } = reading;
  const folder = toFolder(link.url, partsOfRef);
  if (!folder) throw new PageFaultError('no_folder');
  const { owner, repository, ref, path } = folder;
  const url = `https://api.github.com/repos/${owner}/${repository}/git/trees/${ref}?recursive=1`;
  const text = await core.crawler.fetchText(url, options).catch((error: unknown) => {
    if (error instanceof PageFaultError && error.detail === '404') return null;
    throw error;
  });
  if (text === null) {
    if (partsOfRef === MOST_PARTS_OF_REF) throw new PageFaultError('no_folder');
    return listFiles(reading, partsOfRef + 1);
  }
  const read = treeSchema.safeParse(parseJson(text));
  if (!read.success) throw new PageFaultError('unreadable');
  const { tree, truncated } = read.data;
  const files = tree.filter(
    (one) => one.type === 'blob' && one.path.startsWith(path) && MARKDOWN.test(one.path),
  );
  if (truncated) limits.add('tree');
  if (files.length > MAX_PAGES_PER_LINK) limits.add('pages');
  const first = files
    .slice(0, MAX_PAGES_PER_LINK)
    .map(({ size = 0, ...file }): TreeFile => ({ ...file, size }));
  return { folder, files: first, isWhole: !truncated };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns why the file cannot be read. @throws PageFaultError where GitHub has trouble */
async function readFile(
  { core, log, options }: LinkReading,
  folder: Folder,
  { path, sha, size }: TreeFile,
): Promise<PageFaultError | null> {
  const url = pageOf(folder, path);
  const at = new Date(core.clock());
  const before = log.pages.get(idOf(url)) ?? newPage({ url, depth: 0, hops: 0 });
  const page = { ...before, fault: null, detail: null, crawledAt: at };
  try {
    if (before.hash !== null && before.etag === sha) {
      log.add({ ...page, state: 'unchanged' });
      return null;
    }
    if (size > MAX_PAGE_BYTES) throw new PageFaultError('too_large');
    const { owner, repository, ref } = folder;
    const raw = `https://raw.githubusercontent.com/${owner}/${repository}/${ref}/${encodePath(path)}`;
    const fetched = await core.crawler.fetchPage(raw, { ...options, known: null, maySitemap: false });
    if (fetched.kind !== 'page') throw new PageFaultError('leads_elsewhere', 'raw.githubusercontent.com');
    const { page: extract, blob } = fetched;
    const digest = hash('sha256', url + extract.hash);
    // The copy that is served may be some minutes older than the list: by its own name it is fetched again then.
    if (before.hash === digest) log.add({ ...page, etag: blob, state: 'unchanged' });
    else
      log.add({ ...page, etag: blob, hash: digest, state: 'fetched', entries: toEntries(extract, url, at) });
    return null;
  } catch (error) {
    if (!(error instanceof PageFaultError) || isServerFault(error) || error.fault === 'rate_limited')
      throw error;
    log.add({ ...page, state: 'failed', fault: error.fault, detail: error.detail });
    return error;
  }
}

/** The file as GitHub shows it. */
function pageOf({ owner, repository, ref }: Folder, path: string): string {
  return `https://github.com/${owner}/${repository}/blob/${ref}/${encodePath(path)}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
