import { Readable } from 'node:stream';
import type { Core } from '../../../core/core.ts';
import { exportServer } from '../../../core/operations/backup/backup.ts';
import { AppError } from '../../../domain/errors.ts';

/** Each holds a connection to the database until its reader has everything. */
const MAX_DOWNLOADS = 2;
const MAX_DOWNLOAD_MS = 10 * 60 * 1000;
const RETRY_SECONDS = 30;

const running = new WeakMap<Core, Set<Readable>>();

/**
 * An owner's copy of a server as it is read, page by page; a slow reader slows the reading down and is cut off after
 * ten minutes. A file without its last line is not whole.
 * @throws AppError('too_many_uploads') while others are being read, 'service_unavailable' before the first byte.
 */
export async function openDownload(core: Core, serverId: string): Promise<Readable> {
  const downloads = running.get(core) ?? new Set<Readable>();
  running.set(core, downloads);
  if (downloads.size >= MAX_DOWNLOADS)
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  const download = toStream(exportServer(core, serverId, 'copy'));
  downloads.add(download);
  const timer = setTimeout(() => download.destroy(new AppError('request_timeout')), MAX_DOWNLOAD_MS);
  timer.unref();
  download.once('close', () => {
    clearTimeout(timer);
    downloads.delete(download);
  });
  await hasBegun(download);
  return download;
}

function toStream(lines: AsyncGenerator<string>): Readable {
  return Readable.from(lines, { objectMode: false });
}

/** What fails at once is an answer of its own, not a file that breaks off. */
function hasBegun(download: Readable): Promise<void> {
  return new Promise((done, fail) => {
    download.once('readable', () => done());
    download.once('error', fail);
  });
}
