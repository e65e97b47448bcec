import { Readable } from 'node:stream';
import * as log from '../../../../core/answering/log/answer-log.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import type { Outcome, ServerVisit } from '../../route.ts';
import { messageAddress } from './place.ts';

const COLUMNS = {
  at: ({ at }) => at.toISOString(),
  question: ({ question }) => prepareText(question),
  answer: ({ answer }) => prepareText(answer ?? ''),
  result: ({ reason, isDraft }) => (isDraft ? 'draft' : reason === null ? 'answered' : 'handed_over'),
  reason: ({ reason }) => reason ?? '',
  confidence: ({ confidence }) => confidence.toFixed(2),
  vote: ({ feedback }) => log.toVote(feedback) ?? '',
  standing: ({ standing }) => standing ?? '',
  channel: ({ channel }) => channel,
  level: ({ level }) => level,
  id: ({ id }) => id,
} as const satisfies Record<string, (answer: log.LoggedAnswer) => string>;

/** The filtered list as a table, read as fast as it is taken. */
export function exportLog(visit: ServerVisit): Outcome {
  const { core, server, url } = visit;
  const query = log.toLogQuery(Object.fromEntries(url.searchParams));
  return {
    kind: 'file',
    name: `lotse-${server.id}-answers.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(toCsv(visit, log.readWholeLog(core, server.id, { query, zone: visit.zone }))),
  };
}

async function* toCsv(visit: ServerVisit, answers: AsyncIterable<log.LoggedAnswer>) {
  yield toLine([...Object.keys(COLUMNS), 'message']);
  for await (const answer of answers)
    yield toLine([
      ...Object.values(COLUMNS).map((read) => read(answer)),
      messageAddress(visit, answer) ?? '',
    ]);
}

/** What a program for tables would take for a formula begins with an apostrophe, whoever wrote it. */
function toLine(cells: readonly string[]): string {
  const safe = cells.map((cell) =>
    /^[\s]*[=+\-@|%]/.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell,
  );
  return `${safe.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
