import { IsolateError } from '../../adapters/isolate.ts';
import type { Core } from '../core.ts';
import type { ReadConversation } from './reading/conversation.ts';
import type { ReadFiles } from './reading/read-isolated.ts';
import { READER } from './upload.ts';

/** The conversation of a transcript that a ticket bot has posted; null where it is none. */
export async function readTranscriptFile(
  core: Core,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ReadConversation | null> {
  const about = { format: 'transcripts' as const, lengths: [bytes.length] };
  try {
    const [pack] = await core.isolate.run({ module: READER, about, bytes }, signal);
    const { conversations }: ReadFiles = JSON.parse(String(pack));
    return conversations[0] ?? null;
  } catch (error) {
    if (error instanceof IsolateError) return null;
    throw error;
  }
}
