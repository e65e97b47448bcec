import { randomUUID } from 'node:crypto';
import { type Deadline, openDeadline } from '../../domain/deadline.ts';
import type { ChatMessage, Language, Ledger } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { explainInSteps } from '../handover/handover.ts';
import { findSolvedTicket } from '../members/handovers.ts';
import { type PlanLimits, planLimitsOf } from '../quota/plan-limits.ts';
import { tellLanguage } from '../reading/language.ts';
import { findLookupFor } from '../receivers/lookups.ts';
import { runInSlices, takeTurn } from '../runtime/slices.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { countTokens } from '../search/tokens.ts';
import { words } from '../search/words/analyse.ts';
import { admit, findAccessRefusal } from './admission/admission.ts';
import { type Bounds, boundsWithBackend, boundsWithoutBackend, FREE_BOUNDS } from './admission/bounds.ts';
import { type Cost, giveUp, settleAnswer } from './admission/settlement.ts';
import { answerChatter, describeAnswer, engineOf, fallBack, finishAnswer } from './conclusion.ts';
import { boundOfContext, renderContext } from './context.ts';
import { mayAsk } from './gate/gate.ts';
import { completeQuestion, tellBlind } from './given/complete.ts';
import { hidePersonalData, showPersonalData } from './given/hidden.ts';
import { getMarks } from './known-marks.ts';
import { openSession, seesImages } from './model/model-call.ts';
import { makeReply } from './model/reply.ts';
import type {
  Admission,
  Answer,
  Finished,
  Question,
  QuestionAnalysis,
  UnreadWork,
  Work,
} from './question.ts';
import { findRepeat, type KeptAnswer, keepAnswer, keptOf, repeatKeyOf, shareMaking } from './repeats.ts';
import { toPlainMarks } from './sanitise/plain-marks.ts';
import { countSettled } from './ticket/settled.ts';
import { readTicketText, withKnownMessages } from './ticket/ticket.ts';
import { decodeMail } from './ticket/undecoded.ts';

export interface Answered {
  answer: Answer;
  ledger: Ledger | null;
  admission: Admission;
  work: Work;
  finished: Finished;
  cost: Cost;
}

/**
 * Answers one question: access, admission, recall, prompt, backend, hand-over, sanitising, settling. Any
 * failure after admission releases everything except the minute.
 * @throws AppError with the codes of the contract; nothing is charged then. 'client_left' when the asker
 * has left: the calls that the backend had finished by then are charged.
 */
export async function answerQuestion(core: Core, question: Question): Promise<Answered> {
  const planLimits = planLimitsOf(core, question.server, question.path);
  const { server, channel, key } = question;
  const refusal = channel === 'api' ? findAccessRefusal(core, server, planLimits, key?.isTest) : null;
  if (refusal) throw refusal;
  // Otherwise questions that arrive together would be read in one turn, and all be sent at its end.
  await takeTurn();
  const deadline = openDeadline(question.signal, core.config.AI_TIMEOUT_MS);
  try {
    return await answerWithin(core, question, planLimits, deadline);
  } finally {
    deadline.release();
  }
}

async function answerWithin(
  core: Core,
  question: Question,
  planLimits: PlanLimits,
  deadline: Deadline,
): Promise<Answered> {
  const unread = await openWork(core, question, planLimits, deadline.signal);
  try {
    return await answerOpened(core, unread, deadline.signal);
  } catch (error) {
    throw await giveUp(core, unread, error);
  }
}

/** Asked by several at once, one answer serves all of them. */
async function answerOpened(core: Core, unread: UnreadWork, signal: AbortSignal): Promise<Answered> {
  const { question, planLimits, isQuestion } = unread;
  const { server, later } = question;
  // What is looked up may be another thing next time, so it is no part of a repeat.
  const mayRepeat = isQuestion && unread.lookup === null && !unread.isBlind;
  const key = mayRepeat ? repeatKeyOf(question, { planLimits, engine: engineOf(unread) }) : null;
  const [bounds, known] = await Promise.all([boundsOf(core, unread), findRepeat(core, { key, server })]);
  const enterWith = (kept: KeptAnswer | null) =>
    enter(core, unread, { bounds: kept ? FREE_BOUNDS : bounds, signal });
  // Whoever is told at once that the question is taken on cannot wait for another's answer before that.
  const entered = later || key === null || known ? await enterWith(known) : null;
  if (entered && (key === null || known)) return finish(core, entered, { bounds, kept: known });
  const shared = await shareMaking(core, key ?? '', { signal, isAdmitted: entered !== null });
  if ('kept' in shared)
    return finish(core, entered ?? (await enterWith(shared.kept)), { bounds, kept: shared.kept });
  let made: KeptAnswer | null = null;
  try {
    const ready = entered ?? (await enterWith(null));
    shared.admitted();
    const answered = await finish(core, ready, { bounds, kept: null, key });
    const { finished } = answered;
    made = finished.isLasting ? keptOf(core, { id: unread.id, server, ...finished }) : null;
    return answered;
  } finally {
    shared.end(made);
  }
}

interface Entered {
  work: Work;
  admission: Admission;
}

/** Admits and reads a question. */
async function enter(
  core: Core,
  unread: UnreadWork,
  { bounds, signal }: { bounds: Bounds; signal: AbortSignal },
): Promise<Entered> {
  const { question, planLimits, id } = unread;
  const { server, channel, key, share } = question;
  const asked = { server, channel, key, ...(share !== undefined && { share }) };
  const admitting = admit(core, { ...asked, id, planLimits, bounds, signal });
  // While the database decides. A failure may not overtake the admission that it has to give back.
  const reading = readQuestion(core, unread);
  await Promise.allSettled([admitting, reading]);
  const admission = await admitting;
  const work = { ...unread, ...(await reading) };
  await question.later?.admitted(id, admission);
  return { work, admission };
}

/** @param given.kept what was said to the same question before. @param given.key under what the answer is kept. */
async function finish(
  core: Core,
  { work: opened, admission }: Entered,
  given: { bounds: Bounds; kept: KeptAnswer | null; key?: string | null },
): Promise<Answered> {
  const { bounds, kept, key } = given;
  const work = kept ? opened : await completeQuestion(core, opened);
  const { question, id } = work;
  const { server, channel } = question;
  const finished = kept
    ? repeat(core, work, kept)
    : tellBlind(work, await makeReadable(core, work, await makeAnswer(core, work, bounds, admission.units)));
  const { answer } = finished;
  const lasting = key && finished.isLasting ? keptOf(core, { id, server, ...finished }) : null;
  const keeping = key && lasting ? keepAnswer(core, key, lasting) : null;
  const [{ ledger, cost }] = await Promise.all([settleAnswer(core, work, finished), keeping]);
  const isTried = channel === 'playground' || channel === 'rehearsal';
  const isKept = !isTried && !question.isUnrecorded && !question.key?.isTest;
  if (isKept && answer.teamReason === 'not_in_knowledge')
    core.events.unanswered({ serverId: server.id, answerId: work.id });
  return { answer: showPersonalData(answer, work.hidden), ledger, admission, work, finished, cost };
}

async function makeAnswer(core: Core, work: Work, bounds: Bounds, units: number): Promise<Finished> {
  if (!work.isQuestion) return answerChatter(core, work);
  try {
    const made = await makeReply(core, work, bounds, units);
    const finished = finishAnswer(core, work, made);
    // A question back belongs to one ticket.
    return { ...finished, isLasting: finished.answer.kind !== 'clarify' };
  } catch (error) {
    // The next try may reach the backend.
    return { ...finishAnswer(core, work, fallBack(core, work, error)), isLasting: false };
  }
}

/** Marks of the platform live on it alone, and in titles nowhere. */
async function makeReadable(core: Core, { question }: Work, finished: Finished): Promise<Finished> {
  const { answer } = finished;
  const at = { serverId: question.server.id, language: answer.language };
  const [said = '', ...titles] = await toPlainMarks(core, at, [
    question.channel === 'discord' ? '' : answer.answer,
    ...answer.sources.map(({ title }) => title),
  ]);
  const sources = answer.sources.map((source, index) => ({ ...source, title: titles[index] ?? '' }));
  const text = question.channel === 'discord' ? answer.answer : said;
  return { ...finished, answer: { ...answer, answer: text, sources } };
}

function repeat(core: Core, work: Work, { id: _, usedIds, validUntil: __, ...said }: KeptAnswer): Finished {
  const answer = { ...describeAnswer(core, work, said), isRepeated: true };
  return { answer, usedIds, passages: [], recalled: null, decidedBy: null, sent: null, isLasting: false };
}

async function openWork(
  core: Core,
  question: Question,
  planLimits: PlanLimits,
  signal: AbortSignal,
): Promise<UnreadWork> {
  const { ai } = core;
  const hasBackend = ai !== null && question.key?.isTest !== true;
  // Nothing of members who opted out is kept, not even in memory.
  const { messages: given, isUnrecorded, server, channel } = question;
  const [marks, ...decoded] = await Promise.all([getMarks(core, server), ...given.map(decode)]);
  const messages = isUnrecorded ? decoded : withKnownMessages(decoded);
  const images = hasBackend && seesImages(core, planLimits) ? question.images : undefined;
  const { topics } = planLimits.settings;
  const asked = {
    content: given.at(-1)?.content ?? '',
    hasImages: images?.asksAlone === true,
    topics,
    marks,
  };
  const isQuestion = await mayAsk(core, { server, messages }, asked);
  // Only a model can use facts, whoever tries something out is nobody's customer, and some want nothing told of them.
  const isOfCustomer = (channel === 'api' || channel === 'discord') && !isUnrecorded;
  return {
    id: question.id ?? randomUUID(),
    question: { ...question, messages, images: isQuestion ? images : undefined },
    isBlind: question.images !== undefined && images === undefined,
    ...{ isQuestion, planLimits, marks },
    lookup: isQuestion && hasBackend && isOfCustomer ? await findLookupFor(core, server, messages) : null,
    session: hasBackend ? openSession(core, ai, planLimits.level, signal) : null,
    startedAt: core.clock(),
  };
}

/** The message itself where nothing changes: what was read of it is kept by the object. */
async function decode(message: ChatMessage): Promise<ChatMessage> {
  const content = message.role === 'user' ? await decodeMail(message.content) : message.content;
  return content === message.content ? message : { ...message, content };
}

async function readQuestion(
  core: Core,
  { question, planLimits, marks }: UnreadWork,
): Promise<QuestionAnalysis> {
  // Questions that arrived together are read in turn, after their admission was sent.
  await takeTurn();
  const { messages, customer } = question;
  const { topics, team_names: teamNames, language } = planLimits.settings;
  const ticket = await runInSlices(readTicketText(messages, { customer, teamNames }));
  const solved = await findSolved(core, question);
  const settled = solved ? countSettled(ticket, solved) : (question.settled ?? 0);
  const [reason] = await runInSlices(explainInSteps(ticket.judged.slice(settled), topics, marks));
  return {
    ticket,
    hidden: hidePersonalData(planLimits.settings, question, ticket),
    language: languageOf(ticket.judged) ?? language,
    teamReason: reason?.reason ?? null,
    teamTopic: (reason?.reason === 'owner_topic' && reason.words[0]) || null,
  };
}

async function findSolved(core: Core, { server, conversationId, messages }: Question) {
  if (!conversationId || messages.length < 2) return null;
  return findSolvedTicket(core, { serverId: server.id, conversationId });
}

/** Reads the customer's last message that tells it clearly (`no difference` does not), or at all (`ok` does not). */
function languageOf(messages: readonly ChatMessage[]): Language | null {
  let unclear: Language | null = null;
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'user') continue;
    const { language, isClear } = tellLanguage(words(content));
    if (isClear && language) return language;
    unclear ??= language;
  }
  return unclear;
}

async function boundsOf(
  core: Core,
  { question, isQuestion, planLimits, session, lookup }: UnreadWork,
): Promise<Bounds> {
  if (question.key?.isTest || !isQuestion) return FREE_BOUNDS;
  const knowledge = await getKnowledgeIndex(core, question.server);
  if (!session) return runInSlices(boundsWithoutBackend(planLimits, question.messages, knowledge));
  const given = countTokens(renderContext(question.context ?? [], planLimits.level));
  const contextTokens = lookup ? boundOfContext(planLimits.level) : given;
  const imageTokens = question.images?.tokens ?? 0;
  const asked = { thinks: session.thinks, caches: session.caches, contextTokens, imageTokens };
  return runInSlices(boundsWithBackend(planLimits, question.messages, knowledge, asked));
}
