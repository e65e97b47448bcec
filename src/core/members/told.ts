import type { Values } from '../../domain/personal-data/mask.ts';
import type { ChatMessage, KeptSent } from '../../domain/types.ts';
import type { Core } from '../core.ts';

/** Words of a prompt that stand nowhere readable: names, quoted text, and what is beyond the kept history. */
interface Told {
  customer?: string;
  /** All messages, where history and question do not say them whole. */
  messages?: (ChatMessage & { quoted?: string })[];
  /** Of a draft: what its placeholders stand for, until it is sent. */
  values?: Values;
}

/** They are read by this installation alone, for this answer alone. */
export function sealTold({ seal }: Core, answer: { serverId: string; id: string }, told: Told): string {
  return seal.close(JSON.stringify(told), placeOf(answer)).toString('base64');
}

/** @returns null where they were sealed with another secret of the installation; nothing where nothing was. */
export function openTold(
  { seal }: Core,
  answer: { serverId: string; id: string },
  { sealed }: Pick<KeptSent, 'sealed'>,
): Told | null {
  if (sealed === undefined) return {};
  const opened = seal.open(Buffer.from(sealed, 'base64'), placeOf(answer));
  return opened === null ? null : (JSON.parse(opened) as Told);
}

function placeOf({ serverId, id }: { serverId: string; id: string }): string {
  return `told:${JSON.stringify([serverId, id])}`;
}
