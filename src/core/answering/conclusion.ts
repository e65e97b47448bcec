import { findBackendFault } from '../../adapters/ai/fault.ts';
import { hostsIn } from '../../domain/addresses.ts';
import { AppError } from '../../domain/errors.ts';
import { marksIn } from '../../domain/platform-marks.ts';
import type { Language, Source, TeamReason } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { tellTeamBackAt } from '../owners/hours.ts';
import { isObservedIn, type Settings } from '../owners/settings.ts';
import { usageLimitsOf } from '../quota/usage.ts';
import type { RecalledPassage } from '../search/passages.ts';
import { mayRepeatContext } from './context.ts';
import type { EngineReply } from './extractive.ts';
import { NOTICES, teamNotice } from './notices.ts';
import type { Answer, Decider, Finished, Work } from './question.ts';
import type { Recalled } from './recall.ts';
import { sanitiseAnswer } from './sanitise/sanitise.ts';
import { readSmallTalk } from './ticket/small-talk.ts';

export interface MadeReply extends Pick<Finished, 'sent'> {
  recalled: Recalled;
  reply: EngineReply;
}

export function finishAnswer(
  core: Core,
  work: Work,
  { recalled, reply, sent }: MadeReply,
): Omit<Finished, 'isLasting'> {
  const { planLimits, language } = work;
  const { said, teamReason, decidedBy } = conclude(core, {
    instructions: [planLimits.settings.instructions, planLimits.placeInstructions],
    known: (recalled.whole ?? recalled.passages).flatMap(({ title, text }) => [title, text]),
    ...{ language, hosts: recalled.hosts, reply },
    ...{ hasModel: work.session !== null, ruleReason: work.teamReason },
  });
  const needsTeam = teamReason !== null;
  // A hand-over that shows no answer can be no right one.
  const isUnshown = decidedBy === 'withheld' || (needsTeam && reply.used.length === 0);
  const confidence = isUnshown ? 0 : reply.confidence;
  const sources = sourcesOf(recalled, reply);
  const teamTopic = teamReason === 'owner_topic' ? work.teamTopic : null;
  const given = { answer: said, needsTeam, teamReason, teamTopic, sources, confidence, language };
  const described = { ...describeAnswer(core, work, given), isRepeated: false };
  const asksBack = reply.asksBack && !needsTeam;
  const answer = asksBack ? { ...described, kind: 'clarify' as const, isDraft: isObserved(work) } : described;
  return { answer, usedIds: reply.used, passages: recalled.passages, recalled, decidedBy, sent };
}

/** One friendly line to what asked nothing: nobody is called, nobody looks at it first. */
export function answerChatter(core: Core, work: Work): Finished {
  const { language, ticket } = work;
  const kind = readSmallTalk(ticket.judged.at(-1)?.content ?? '')?.kind ?? 'greeting';
  const said = { answer: NOTICES[language][kind], needsTeam: false, teamReason: null, sources: [] };
  const described = describeAnswer(core, work, { ...said, confidence: 0, language });
  const answer = {
    ...described,
    kind: 'not_a_question' as const,
    isDraft: isObserved(work),
    isRepeated: false,
  };
  const nothing = { usedIds: [], passages: [], recalled: null, decidedBy: null, sent: null };
  return { answer, ...nothing, isLasting: false };
}

export function engineOf({ session }: Pick<Work, 'session'>): string {
  return session?.model ?? 'extractive';
}

/** Adds to an answer all that server, settings and quota say about it. */
export function describeAnswer<Given extends Pick<Answer, 'confidence' | 'language' | 'needsTeam'>>(
  core: Core,
  work: Work,
  given: Given,
) {
  const { id, planLimits, question } = work;
  const { settings, level } = planLimits;
  const bot = describeBot(core, question.server.id, settings);
  return {
    ...{ id, ...given, bot, level, engine: engineOf(work) },
    ...{ aiNotice: NOTICES[given.language].ai, limits: usageLimitsOf(core, planLimits) },
    kind: given.needsTeam ? ('hand_over' as const) : ('answer' as const),
    isDraft: isObserved(work) || isDraft(settings, given.confidence),
    isPrivate: mayRepeatContext(question),
    teamBackAt: given.needsTeam ? tellTeamBackAt(core, settings) : null,
  };
}

/** Whether the team alone sees the answer, whatever it says; a rehearsal asks what happens without that. */
function isObserved({ question: { key, path, channel }, planLimits: { settings } }: Work): boolean {
  if (channel === 'rehearsal') return false;
  return key?.isObserved === true || isObservedIn(settings, path);
}

function isDraft({ drafts, draft_below }: Settings, confidence: number): boolean {
  return drafts === 'all' || (drafts === 'unsure' && confidence < draft_below);
}

export function describeBot({ config }: Core, serverId: string, settings: Settings): Answer['bot'] {
  const { bot_name: name, avatar, picture } = settings;
  const own = picture === null ? '/avatar.svg' : `/pictures/${serverId}/${picture}`;
  return { name, avatar: avatar ?? `${config.PUBLIC_URL}${own}` };
}

export function usedOf({ passages, whole }: Recalled, { used }: EngineReply): RecalledPassage[] {
  return (whole ?? passages).filter(({ id }) => used.includes(id));
}

function sourcesOf(recalled: Recalled, reply: EngineReply): Source[] {
  const used = usedOf(recalled, reply);
  return [...new Map(used.map((one) => [one.entryId, { title: one.entryTitle, url: one.link }])).values()];
}

/** The final answer, and whether a person takes over; nothing removes the reason in the customer's own words. */
export function conclude(
  core: Core,
  input: {
    instructions: readonly string[];
    known?: readonly string[];
    language: Language;
    hosts: Set<string>;
    reply: EngineReply;
    ruleReason: TeamReason | null;
    hasModel: boolean;
  },
): { said: string; teamReason: TeamReason | null; decidedBy: Decider | null } {
  const { instructions, reply, ruleReason, hasModel } = input;
  const notices = NOTICES[input.language];
  const teamReason = decideTeamReason(ruleReason, reply);
  const allowedHosts = () => input.hosts.union(hostsIn([...instructions, core.config.PUBLIC_URL]));
  const marks = () => marksIn([...instructions, ...(input.known ?? [])]);
  const clean = sanitiseAnswer(reply.answer, { allowedHosts, marks, canary: core.canary });
  const isWithheld = clean.leaked || clean.text.trim() === '';
  const whole = clean.isCut ? `${clean.text}\n\n${notices.cut}` : clean.text;
  const handedOver = teamNotice(input.language, teamReason ?? 'model');
  const unsaid = reply.answerable ? handedOver : notices.notInKnowledge;
  const notice = reply.answer === '' ? unsaid : notices.withheld;
  const said = isWithheld ? notice : whole;
  const reason = isWithheld ? (teamReason ?? 'model') : teamReason;
  const decidedBy = decideBy({ ...input, isWithheld });
  // A model was told of the hand-over and says so itself; the extractive engine only knows its passages.
  if (hasModel || !ruleReason) return { said, teamReason: reason, decidedBy };
  const announcement = teamNotice(input.language, ruleReason);
  const both = reply.used.length > 0 ? `${announcement}\n\n${said}` : announcement;
  return { said: both, teamReason: reason, decidedBy };
}

/** Why the team takes over: the customer's words, or the engine's verdict on its own answer; null if nobody has to. */
export function decideTeamReason(
  ruleReason: TeamReason | null,
  reply: Pick<EngineReply, 'answerable' | 'needsTeam'>,
): TeamReason | null {
  return ruleReason ?? (reply.answerable ? (reply.needsTeam ? 'model' : null) : 'not_in_knowledge');
}

/** Names the decider, in the order of `decideTeamReason`. */
function decideBy({
  ruleReason,
  reply,
  hasModel,
  isWithheld,
}: Pick<Parameters<typeof conclude>[1], 'ruleReason' | 'reply' | 'hasModel'> & {
  isWithheld: boolean;
}): Decider | null {
  if (ruleReason) return 'rule';
  if (!reply.answerable || reply.needsTeam) return reply.overruledBy ?? (hasModel ? 'model' : 'search');
  return isWithheld ? 'withheld' : null;
}

const NOTHING_RECALLED: Recalled = {
  ...{ passages: [], whole: null, channel: 'words', confidence: 0, hosts: new Set() },
  ...{ queries: [], worded: [], revision: 0 },
};

/**
 * The reply when the backend gave no answer. If the customer's words call a person, or the backend will never answer
 * this question, it is the hand-over itself: nobody in need is told to try again.
 * @throws the error in all other cases: an outage, a fault that is not the backend's, or an asker who has left.
 */
export function fallBack(core: Core, work: Work, error: unknown): MadeReply {
  const { id, language, question } = work;
  // A filter, or the model itself, does not answer this; the next try would end the same way.
  const isRefusal = findBackendFault(error)?.kind === 'filtered';
  const reason = work.teamReason ?? (isRefusal ? 'model' : null);
  const isBackendFault = error instanceof AppError && error.code === 'ai_unavailable';
  if (!isBackendFault || question.signal.aborted || reason === null) throw error;
  const at = { answer: id, server: question.server.id };
  core.log.warn({ err: error, ...at }, 'AI backend gave no answer, question handed over');
  const answer = teamNotice(language, reason);
  const overruledBy = 'refusal' as const;
  const reply = { answer, needsTeam: true, answerable: true, used: [], confidence: 0, overruledBy };
  return { recalled: NOTHING_RECALLED, reply, sent: null };
}
