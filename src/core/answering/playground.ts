import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { answerQuestion } from './answer.ts';
import type { Answer } from './question.ts';

/**
 * Asks as a customer would and shows what was behind the answer. Costs nothing and is recorded nowhere; at
 * most 100 questions a day and server.
 * @throws AppError('not_found' | 'rate_limited_day' | 'ai_unavailable')
 */
export async function tryQuestion(core: Core, serverId: string, question: string, signal: AbortSignal) {
  const server = await getServer(core, serverId);
  const { answer, passages } = await answerQuestion(core, {
    server,
    channel: 'playground',
    key: null,
    messages: [{ role: 'user', content: question }],
    signal,
  });
  return {
    ...describe(answer),
    passages: passages.map(({ id, title, text, score }) => ({ id, title, text, score })),
  };
}

function describe(answer: Answer) {
  return {
    answer: answer.answer,
    needs_team: answer.needsTeam,
    team_reason: answer.teamReason,
    level: answer.level,
    engine: answer.engine,
    confidence: answer.confidence,
    sources: answer.sources,
  };
}
