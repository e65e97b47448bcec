import type { Core } from '../../core.ts';
import { addFacts, lookUp } from '../../receivers/lookups.ts';
import { NOTICES } from '../notices.ts';
import type { Finished, Work } from '../question.ts';
import { hidePersonalData } from './hidden.ts';

/**
 * A question with what is fetched for it: its pictures, and facts of who asks. After the admission: nobody is asked about
 * what is refused. @throws only the reason of the session's signal
 */
export async function completeQuestion(core: Core, work: Work): Promise<Work> {
  return withFacts(core, await withImages(work));
}

async function withImages(work: Work): Promise<Work> {
  const { question, session } = work;
  const { images, ...rest } = question;
  if (!images || !session) return work;
  const loaded = await images.load(session.signal);
  const isBlind = loaded.length < images.count;
  if (loaded.length === 0) return { ...work, question: rest, isBlind };
  session.images = loaded;
  return { ...work, isBlind };
}

async function withFacts(core: Core, work: Work): Promise<Work> {
  const { question, lookup, session, hidden } = work;
  if (!lookup || !session) return work;
  const { server, customer, memberId, context = [], conversationId = null } = question;
  const who = memberId === undefined ? { customer } : { member: memberId };
  const text = question.messages.at(-1)?.content ?? '';
  const told = hidden.mask?.hide(text) ?? text;
  const asked = { question: told, ...who, conversation_id: conversationId };
  const found = await lookUp(core, { serverId: server.id, lookup }, asked, session.signal);
  const known = { ...question, context: addFacts(context, found) };
  return {
    ...work,
    question: known,
    hidden: hidePersonalData(work.planLimits.settings, known, work.ticket),
  };
}

/** Tells whoever asks that a picture was not looked at. */
export function tellBlind({ isBlind, session }: Work, finished: Finished): Finished {
  if (!isBlind && !session?.isBlind) return finished;
  const { answer } = finished;
  const said = `${answer.answer}\n\n${NOTICES[answer.language].unseen}`;
  return { ...finished, answer: { ...answer, answer: said } };
}
