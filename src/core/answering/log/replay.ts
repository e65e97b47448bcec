import { findLogged } from '../../../adapters/db/answering/answer-log.ts';
import { findSettingsAt, readHistories } from '../../../adapters/db/knowledge/versions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { KeptSent, KeptTurn } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { toUsable } from '../../knowledge/versions.ts';
import { openTold } from '../../members/told.ts';
import { getServer } from '../../owners/servers.ts';
import { instructionsIn, parseSettings } from '../../owners/settings.ts';
import { runInSlices } from '../../runtime/slices.ts';
import { inOrder, tokensOf } from '../../search/knowledge-index.ts';
import { cutIntoPieces, entryIdOf, type RecalledPassage } from '../../search/passages.ts';
import { todayOf } from '../model/reply.ts';
import { buildPrompt, type PromptMessage } from '../prompt.ts';
import type { ToldMessage } from '../ticket/ticket.ts';
import { digestOf } from './details.ts';

/** A change that was committed while a question was on its way may have been in its prompt already. */
const REVISIONS_TRIED = 3;

export interface Replay {
  /** Of the messages as they were made again, and as they were sent: equal unless words were deleted since. */
  promptDigest: string;
  keptDigest: string;
  messages: PromptMessage[];
}

type LoggedAnswer = NonNullable<Awaited<ReturnType<typeof findLogged>>>;
type Replayable = LoggedAnswer & { question: string; sent: KeptSent; knowledgeRevision: number };

/**
 * Makes the prompt of an answer again, of settings, knowledge and conversation as they were then. @throws
 * AppError('not_found' | 'invalid_input', `answer`, which says what is missing)
 */
export async function replayAnswer(core: Core, serverId: string, answerId: string): Promise<Replay> {
  const server = await getServer(core, serverId);
  const answer = await findLogged(core.database, serverId, answerId);
  if (!answer) throw new AppError('not_found', { message: 'There is no such answer.' });
  if (!isReplayable(answer)) throw refuse(whatLacks(answer));
  const { sent, level } = answer;
  const told = openTold(core, { serverId, id: answerId }, sent);
  if (!told) throw refuse('part of it is encrypted with another SESSION_SECRET');
  const then = (await findSettingsAt(core.database, serverId, sent.revision)) ?? server;
  const settings = parseSettings(then.settings);
  const made = {
    ...{ settings, serverName: then.name, level, customer: told.customer },
    messages: told.messages ?? readTold(answer),
    placeInstructions: sent.path ? instructionsIn(settings, sent.path) : '',
    ...{ teamReason: sent.teamReason, canary: sent.canary, maxTokens: sent.maxTokens },
    today: todayOf(settings, sent.at),
  };
  let first: Replay | null = null;
  for (let later = 0; later < REVISIONS_TRIED; later += 1) {
    const known = await readKnowledge(core, serverId, answer, answer.knowledgeRevision + later);
    if (!known) continue;
    const { messages } = await runInSlices(buildPrompt({ ...made, ...known }));
    const replay = { promptDigest: digestOf(messages), keptDigest: sent.digest, messages };
    if (replay.promptDigest === sent.digest) return replay;
    first ??= replay;
  }
  if (!first) throw refuse('an entry that it was given is no longer stored');
  return first;
}

function isReplayable(answer: LoggedAnswer): answer is Replayable {
  return answer.question !== null && answer.sent !== null && !answer.sent.lacks;
}

function whatLacks({ question, answer, channel, engine, sent, isRepeated }: LoggedAnswer): string {
  if (channel === 'test') return 'it was asked with a test key, so no model saw it';
  if (question === null) return 'its text is not stored (the asker opted out, or it has been deleted)';
  if (sent?.lacks === 'images') return 'it was made with pictures, which are stored nowhere';
  if (sent?.lacks === 'context' || answer === null)
    return 'it was made with a context, which is stored nowhere';
  if (sent?.lacks) return 'it was made with messages of other members, which are not stored';
  if (isRepeated) return 'it repeats an earlier answer, so no model was asked';
  if (engine === 'extractive') return 'no model was asked';
  return 'no model was asked, or it was made before prompts could be rebuilt';
}

function refuse(why: string): AppError {
  const message = `The prompt of this answer cannot be rebuilt: ${why}.`;
  return new AppError('invalid_input', { message, param: 'answer' });
}

function readTold({ history, question }: Replayable): ToldMessage[] {
  const toMessage = ({ by, text }: KeptTurn): ToldMessage => ({
    role: by === 'customer' ? 'user' : 'assistant',
    content: text,
  });
  return [...(history ?? []).map(toMessage), { role: 'user', content: question }];
}

/** What was sent of the knowledge; null where an entry of it is missing. */
async function readKnowledge(
  core: Core,
  serverId: string,
  { sent, passages, isWhole }: Replayable,
  revision: number,
): Promise<{ passages: RecalledPassage[]; whole: RecalledPassage[] | null } | null> {
  const given = (passages ?? []).map(({ id }) => id);
  const ids = isWhole ? null : [...new Set(given.map(entryIdOf))];
  const histories = await readHistories(core.database, serverId, { ids, since: revision });
  const entries = [...histories.values()].flatMap(([first]) => first?.entry ?? []);
  const usable = entries.filter(({ status }) => status === 'active').map(toUsable);
  const valid = usable.filter(({ validUntil }) => validUntil === null || validUntil.getTime() > sent.at);
  const pieces = inOrder(cutIntoPieces(valid)).map((piece) => ({
    ...{ ...piece, score: 0, confidence: 0 },
    tokens: tokensOf(piece),
  }));
  if (isWhole) return { passages: [], whole: pieces };
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const found = given.flatMap((id) => byId.get(id) ?? []);
  return found.length === given.length ? { passages: found, whole: null } : null;
}
