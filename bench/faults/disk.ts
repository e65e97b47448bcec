import { execFile, execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MOUNT = 'mount';

/** A small disk in memory that can be filled to the last byte. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  free(): void;
  unmount(): Promise<void>;
}

/** @returns the reason if the system does not let this process mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-disk-'));
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    rmdirSync(folder);
    return error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error);
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: async () => {
      // A killed process may still hold a file for a moment.
      await run('umount', [folder]).catch(() => run('umount', ['-l', folder]));
      rmdirSync(folder);
    },
  };
}

/** Writes until not one more byte fits. */
function fillWith(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    const bytes = Buffer.alloc(size);
    try {
      while (writeSync(file, bytes) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}
