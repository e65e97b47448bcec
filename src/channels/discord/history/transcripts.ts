import type { APIAttachment, APIMessage } from 'discord.js';
import { SnowflakeUtil } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import type { HistoryWork } from '../../../core/learning/history/imports.ts';
import type { HistoryMessage, Pair } from '../../../core/learning/history/pairs.ts';
import { tellsAnything } from '../../../core/learning/suggestions/learn.ts';
import type { ReadConversation } from '../../../core/rehearsals/reading/conversation.ts';
import { readTranscriptFile } from '../../../core/rehearsals/transcript.ts';
import { PageFaultError } from '../../../domain/errors.ts';
import type { People } from './walk.ts';

const TRANSCRIPT = /\.(?:html?|json|txt)$/i;
const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

export interface TranscriptReading {
  core: Core;
  run: HistoryWork;
  people: People;
  signal: AbortSignal;
  teachingRoleOf(memberId: string): string | null;
}

/**
 * Questions and answers of transcripts that bots have posted, as far as those say who wrote: the opening question with
 * the first answer of a teacher. Each counts as said in the message that holds it, so it goes with that.
 */
export async function findTranscribed(
  reading: TranscriptReading,
  messages: readonly APIMessage[],
): Promise<Pair[]> {
  const { run } = reading;
  const pairs: Pair[] = [];
  for (const message of messages) {
    const { attachments = [] } = message as Partial<APIMessage>;
    const file = message.author.bot
      ? attachments.find(({ filename }) => TRANSCRIPT.test(filename))
      : undefined;
    if (!file) continue;
    const read = await readFile(reading, file);
    if (read?.askedBy && read.answeredBy?.some((id) => id !== null))
      pairs.push(...(await toPair(reading, message, read)));
    else
      run.progress.leftOut = {
        ...run.progress.leftOut,
        transcript: (run.progress.leftOut.transcript ?? 0) + 1,
      };
  }
  return pairs;
}

/** null where it cannot be read. */
async function readFile({ core, signal }: TranscriptReading, { url, size }: APIAttachment) {
  if (size > MAX_BYTES || !core.attachments.isOurs(url)) return null;
  try {
    const bytes = await core.attachments.read({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
    return await readTranscriptFile(core, bytes, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PageFaultError) return null;
    throw error;
  }
}

async function toPair(
  { people, teachingRoleOf }: TranscriptReading,
  { id }: APIMessage,
  { messages, teamAnswers, askedBy = '', answeredBy = [], names }: ReadConversation,
): Promise<Pair[]> {
  await people.meet(answeredBy.filter((one) => one !== null));
  const roleOf = (index: number) => teachingRoleOf(answeredBy[index] ?? '');
  const place = teamAnswers.findIndex((text, index) => roleOf(index) !== null && tellsAnything(text));
  const [roleId, memberId, text] = [roleOf(place), answeredBy[place], teamAnswers[place]];
  if (roleId === null || !memberId || text === undefined) return [];
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const said = (authorId: string, words: string): HistoryMessage => ({
    ...{ id, authorId, at: SnowflakeUtil.timestampFrom(id), text: words, names, editedAt: null },
    ...{ isBot: false, isForBot: false, isReply: false, replyTo: null, isAccepted: false },
  });
  const question = asked.join('\n\n');
  return [
    {
      question: { memberId: askedBy, messages: [said(askedBy, question)], text: question },
      answer: { memberId, roleId, messages: [said(memberId, text)], text },
    },
  ];
}
