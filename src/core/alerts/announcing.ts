import { hash } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import type { AlertFault } from '../../domain/types.ts';
import type { Core } from '../core.ts';

const NONCE_CHARACTERS = 24;

/** A fault of one server does not stop the others. @returns why nobody was told; null when somebody was. */
export async function attempt(
  core: Core,
  serverId: string,
  tell: () => Promise<void>,
): Promise<AlertFault | null> {
  try {
    await tell();
    return null;
  } catch (error) {
    const fault = faultOf(error);
    core.log.warn({ err: error, server: serverId, fault }, 'alert not delivered');
    return fault;
  }
}

function faultOf(error: unknown): AlertFault {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'not_found') return 'channel_gone';
  return code === 'forbidden' ? 'right_missing' : 'discord_unavailable';
}

/** The same in every process, so an alert cannot be posted twice. */
export function nonceOf(...parts: string[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, NONCE_CHARACTERS);
}

/** @param page of the dashboard; the overview unless told */
export function addressOf({ config }: Core, serverId: string, page = ''): string {
  return `${config.PUBLIC_URL}/servers/${encodeURIComponent(serverId)}${page && `/${page}`}`;
}
