import { hash } from 'node:crypto';
import * as store from '../../adapters/db/owners/pictures.ts';
import { deleteRows } from '../../adapters/db/rows.ts';
import { PICTURE_ENDINGS, type PictureHead, readPictureHead } from '../../adapters/files/picture.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE } from '../../domain/limits.ts';
import type { Core } from '../core.ts';
import { changeSettings, serverIdSchema } from './servers.ts';
import { pictureSchema } from './setting-list/list.ts';

/** Why a file is no picture for a bot. */
export type PictureRefusal =
  | { reason: 'none' | 'other_kind' }
  | { reason: 'too_large'; bytes: number }
  | { reason: 'too_wide'; width: number; height: number };

/**
 * Makes an uploaded file the picture of the bot, in the place of the one before and of an address. Its bytes decide,
 * never its name. @returns why it was refused; null: it is the picture. @throws AppError('not_found')
 */
export async function setPicture(
  core: Core,
  serverId: string,
  bytes: Uint8Array | undefined,
): Promise<PictureRefusal | null> {
  if (!bytes) return { reason: 'none' };
  if (bytes.length > MAX_PICTURE_BYTES) return { reason: 'too_large', bytes: bytes.length };
  const head = readPictureHead(bytes);
  if (!head) return { reason: 'other_kind' };
  const { type, width, height } = head;
  if (Math.max(width, height) > MAX_PICTURE_SIDE) return { reason: 'too_wide', width, height };
  const row = { serverId, type, bytes: Buffer.from(bytes), updatedAt: new Date(core.clock()) };
  const picture = nameOf(row.bytes, type);
  const change = () => ({ picture, avatar: null });
  await changeSettings(core, serverId, change, (kysely) => store.upsertPicture(kysely, row));
  return null;
}

function nameOf(bytes: Buffer, type: PictureHead['type']): string {
  return `${hash('sha256', bytes)}.${PICTURE_ENDINGS[type]}`;
}

/** Goes back to the address, or to the default. @throws AppError('not_found') for a server that is not there */
export async function removePicture(core: Core, serverId: string): Promise<void> {
  const change = () => ({ picture: null });
  await changeSettings(core, serverId, change, (kysely) => deleteRows(kysely, 'pictures', { serverId }));
}

/** @param name its digest and ending, as the address has it. @returns null where the server has no such picture */
export async function findPicture(core: Core, serverId: string, name: string) {
  // PostgreSQL refuses a zero byte, which an address can hold.
  if (!serverIdSchema.safeParse(serverId).success || !pictureSchema.safeParse(name).success) return null;
  const [digest = '', ending] = name.split('.');
  const found = await store.findPicture(core.database, serverId, digest);
  return found && PICTURE_ENDINGS[found.type] === ending ? found : null;
}
