import { tellsAnything } from '../suggestions/learn.ts';

export interface HistoryMessage {
  id: string;
  authorId: string;
  /** In milliseconds since 1970. */
  at: number;
  /** Its author's own words; may be empty. */
  text: string;
  /** The same with the platform's marks, where there are any. */
  written?: string;
  /** The names of its author and of those it mentions. */
  names: readonly string[];
  /** In milliseconds since 1970; null: never. */
  editedAt: number | null;
  /** A program neither asks nor teaches. */
  isBot: boolean;
  isForBot: boolean;
  isReply: boolean;
  /** A reply to a line of the bot counts as one to the message that the bot answered. */
  replyTo: HistoryMessage | null;
  /** Somebody marked it as the answer. */
  isAccepted: boolean;
}

export interface HistoryThread {
  id: string;
  /** The title of a forum post. */
  title: string | null;
  ownerId: string | null;
  isSolved: boolean;
}

/** Messages of one place, oldest first, and the roles of their authors. */
export interface HistorySegment {
  messages: readonly HistoryMessage[];
  thread: HistoryThread | null;
  isTeam(memberId: string): boolean;
  /** The role by which somebody teaches; null: they do not. */
  teachingRoleOf(memberId: string): string | null;
}

/** A question of a member and a teacher's answer, each of one person in one go, oldest first. */
export interface Pair {
  question: { memberId: string; messages: readonly HistoryMessage[]; text: string };
  answer: { memberId: string; roleId: string; messages: readonly HistoryMessage[]; text: string };
}

/** Messages of one person so close together belong together. */
const BURST_MS = 2 * 60_000;
const MAX_BURST = 10;

/** The answered questions of a stretch, in the order of the answers. */
export function findPairs(stretch: HistorySegment): Pair[] {
  const people = stretch.messages.filter(({ isBot }) => !isBot);
  const thread = stretch.thread;
  if (thread) return preferAccepted(pairsInThread(stretch, thread, people), thread);
  return preferOneAnswer(pairsInChannel(stretch, people));
}

function pairsInChannel(stretch: HistorySegment, people: readonly HistoryMessage[]): Pair[] {
  return people.flatMap((said, index) => {
    if (!said.isReply) return [];
    const burst = burstFrom(people, index, BURST_MS);
    const asked = askedByReply(stretch, people, said);
    return toPair(stretch, asked, burst) ?? [];
  });
}

/**
 * The team answers the questions since its last message, of the one who opened the thread or else of the last to
 * write.
 */
function pairsInThread(
  stretch: HistorySegment,
  thread: HistoryThread,
  people: readonly HistoryMessage[],
): Pair[] {
  const pairs: Pair[] = [];
  let open: HistoryMessage[] = [];
  for (let index = 0; index < people.length; ) {
    const said = people[index] as HistoryMessage;
    if (!stretch.isTeam(said.authorId)) {
      open.push(said);
      index += 1;
      continue;
    }
    const burst = burstFrom(people, index, Number.POSITIVE_INFINITY);
    const askerId = (open.find(({ authorId }) => authorId === thread.ownerId) ?? open.at(-1))?.authorId;
    const since = open.filter(({ authorId }) => authorId === askerId).slice(-MAX_BURST);
    const asked = said.isReply ? askedByReply(stretch, people, said) : since;
    const pair = toPair(stretch, asked, burst);
    if (pair) pairs.push(pair);
    open = [];
    index += burst.length;
  }
  return pairs;
}

/** The messages of one person in one go from this one on; a reply to something else begins another. */
function burstFrom(people: readonly HistoryMessage[], start: number, withinMs: number): HistoryMessage[] {
  const first = people[start] as HistoryMessage;
  const burst = [first];
  for (const next of people.slice(start + 1, start + MAX_BURST)) {
    const isApart = next.authorId !== first.authorId || next.at - (burst.at(-1)?.at ?? 0) > withinMs;
    if (isApart || (next.isReply && next.replyTo?.id !== first.replyTo?.id)) break;
    burst.push(next);
  }
  return burst;
}

/** The replied-to message with its author's messages right before and after; nothing if the team wrote it. */
function askedByReply(
  stretch: HistorySegment,
  people: readonly HistoryMessage[],
  { id, replyTo }: HistoryMessage,
): HistoryMessage[] {
  if (!replyTo || replyTo.isBot || stretch.isTeam(replyTo.authorId)) return [];
  const place = people.findIndex((said) => said.id === replyTo.id);
  if (place < 0) return [replyTo];
  const belongs = (one: HistoryMessage | undefined, other: HistoryMessage | undefined) =>
    one?.authorId === replyTo.authorId && other !== undefined && other.at - one.at <= BURST_MS;
  let [first, last] = [place, place];
  while (last - first < MAX_BURST && belongs(people[first - 1], people[first])) first -= 1;
  while (last - first < MAX_BURST && belongs(people[last + 1], people[last + 1])) {
    const next = people[last + 1] as HistoryMessage;
    if (next.isReply || next.id === id || next.at - (people[last] as HistoryMessage).at > BURST_MS) break;
    last += 1;
  }
  return people.slice(first, last + 1);
}

function toPair(
  stretch: HistorySegment,
  asked: readonly HistoryMessage[],
  burst: readonly HistoryMessage[],
): Pair | null {
  const [question] = asked;
  const answers = burst.filter(({ text, isForBot }) => text !== '' && !isForBot);
  const memberId = burst[0]?.authorId ?? '';
  const roleId = stretch.teachingRoleOf(memberId);
  if (!question || roleId === null || answers.length === 0 || question.authorId === memberId) return null;
  const title = asked.some(({ id }) => id === stretch.thread?.id) ? (stretch.thread?.title ?? '') : '';
  const text = joinLines([title, ...asked.map((said) => said.text)]);
  if (text === '') return null;
  return {
    question: { memberId: question.authorId, messages: asked, text },
    answer: {
      memberId,
      roleId,
      messages: answers,
      text: joinLines(answers.map((said) => said.written ?? said.text)),
    },
  };
}

function joinLines(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

const isAccepted = ({ answer }: Pair) => answer.messages.some((said) => said.isAccepted);

/**
 * An accepted answer, or the last telling one of a solved thread, answers the question that opened the thread; earlier
 * ones of the team were on the way to it.
 */
function preferAccepted(pairs: readonly Pair[], { isSolved }: HistoryThread): Pair[] {
  const [opening] = pairs;
  const place = pairs.findLastIndex(isAccepted);
  const solving =
    place >= 0 || !isSolved ? place : pairs.findLastIndex(({ answer }) => tellsAnything(answer.text));
  const solved = pairs[solving];
  if (!opening || !solved) return [...pairs];
  const answer = { ...solved, question: opening.question };
  return [answer, ...pairs.slice(solving + 1)];
}

/** Keeps only the accepted answer to a question, where there is one. */
function preferOneAnswer(pairs: readonly Pair[]): Pair[] {
  const marked = new Set(pairs.filter(isAccepted).map(questionIdOf));
  return pairs.filter((pair) => isAccepted(pair) || !marked.has(questionIdOf(pair)));
}

function questionIdOf({ question }: Pair): string {
  return question.messages[0]?.id ?? '';
}

/**
 * The place from which on a stretch can be settled; older messages may continue what lies before it. 0: all of it. In
 * a thread a question after the team's words begins anew.
 */
export function findCut({ messages, thread, isTeam }: HistorySegment): number {
  const people = messages.map((said, place) => ({ said, place })).filter(({ said }) => !said.isBot);
  const steps = people.slice(1).map(({ said, place }, index) => ({
    place,
    said,
    before: (people[index] as (typeof people)[number]).said,
  }));
  const anew = steps.find(({ said, before }) => thread && isTeam(before.authorId) && !isTeam(said.authorId));
  const other = steps.find(
    ({ said, before }) => said.authorId !== before.authorId || said.at - before.at > BURST_MS,
  );
  return (anew ?? other)?.place ?? 0;
}
