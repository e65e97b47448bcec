import type { MinuteWindow } from '../../adapters/db/quota/quota.ts';
import type {
  AnswerKind,
  Channel,
  ChatMessage,
  ContextFact,
  FORMATS,
  Language,
  Level,
  Server,
  Source,
  TeamReason,
} from '../../domain/types.ts';
import type { Marks } from '../handover/nearness.ts';
import type { ChannelPath } from '../owners/settings.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import type { UsageLimits } from '../quota/usage.ts';
import type { Lookup } from '../receivers/lookups.ts';
import type { RecalledPassage } from '../search/passages.ts';
import type { EngineReply } from './extractive.ts';
import type { Hidden } from './given/hidden.ts';
import type { GivenImages } from './given/images.ts';
import type { ModelSession } from './model/model-call.ts';
import type { Prompt } from './prompt.ts';
import type { Recalled } from './recall.ts';
import type { Ticket } from './ticket/ticket.ts';

export interface Admission {
  units: number;
  /** The key's minute and the server's day with this request in them. */
  window: MinuteWindow;
  dayUsed: number;
}

export interface Question {
  server: Server;
  channel: Channel;
  /** Units of the week for all of its rehearsals together; set for those alone. */
  share?: number;
  /** Where in the chat it is asked: the owner's instructions for that place count. */
  path?: ChannelPath;
  /** null: asked without a key, so without minute and day limits. */
  key: { id: string; isTest: boolean; isObserved: boolean } | null;
  messages: readonly ChatMessage[];
  /** So many of the first messages belong to a hand-over that is solved: their words call nobody. */
  settled?: number;
  customer?: string | undefined;
  /** Their id on the platform, for a look-up. */
  memberId?: string | undefined;
  /** The caller's facts about the customer: data for the model, kept nowhere. */
  context?: readonly ContextFact[];
  /** Beside the last message; for the model, kept nowhere. */
  images?: GivenImages | undefined;
  /** The ticket in the caller's system, and data of that system: kept with the words, shown to no model. */
  conversationId?: string | null;
  metadata?: Record<string, string> | null;
  /** How the caller wants the answer; the channel renders it. */
  format?: (typeof FORMATS)[number] | undefined;
  signal: AbortSignal;
  /** Stores the outcome under this Idempotency-Key when it is charged. */
  idempotencyKey?: string | undefined;
  /** Id of the reservation, the charge and the record; set if it was claimed before. */
  id?: string;
  /** Nobody waits for its answer: a webhook hears it. */
  later?: {
    /** Before anything is asked; a failure refuses the question. */
    admitted(id: string, admission: Admission): Promise<void>;
    /** Before one is refused because the same is running. */
    isRunning(requestId: string | undefined): Promise<void>;
  };
  /** Made for this caller alone: no earlier answer is given. */
  isAnew?: boolean;
  /** Neither question nor answer is stored: the asker opted out. */
  isUnrecorded?: boolean;
}

/** An answer without the remaining usage. */
export interface Answer {
  /** Shared with the record and the charge. */
  id: string;
  language: Language;
  kind: AnswerKind;
  answer: string;
  needsTeam: boolean;
  teamReason: TeamReason | null;
  /** The owner's word that called the team, where that is the reason. */
  teamTopic?: string | null;
  /** When the team is back (ISO 8601), where it is needed and away; null otherwise. */
  teamBackAt: string | null;
  sources: Source[];
  bot: { name: string; avatar: string };
  level: Level;
  engine: string;
  aiNotice: string;
  limits: UsageLimits;
  /** 0 to 1: how likely the shown answer is right. */
  confidence: number;
  isDraft: boolean;
  /** It may say what only the owner's system knows, so no text of it is kept. */
  isPrivate: boolean;
  isRepeated: boolean;
}

/** One question in progress, before its text is read. */
export interface UnreadWork {
  id: string;
  question: Question;
  /** Nobody asks anything in it, so nothing is searched or charged. */
  isQuestion: boolean;
  planLimits: PlanLimits;
  marks: Marks;
  /** Where facts of who asks are looked up for this question; null: nowhere. */
  lookup: Lookup | null;
  /** null: the extractive engine answers. */
  session: ModelSession | null;
  /** A picture was given that nobody sees; whoever asks is told. */
  isBlind: boolean;
  /** When it was taken up, in milliseconds of the core's clock. */
  startedAt: number;
}

export interface QuestionAnalysis {
  ticket: Ticket;
  /** What a model sees of it. */
  hidden: Hidden;
  language: Language;
  /** Why the team must see it, in the customer's own words. */
  teamReason: TeamReason | null;
  /** The owner's word that says so. */
  teamTopic: string | null;
}

export interface Work extends UnreadWork, QuestionAnalysis {}

/** A prompt as it was sent, and what the record needs to make it again. */
export type Sent = Pick<Prompt, 'passageIds' | 'isWhole' | 'turns' | 'messages' | 'maxTokens'> & {
  /** In milliseconds: `today`, and what was valid. */
  at: number;
};
/**
 * The caller of the team: the customer's words (`rule`), the search, the model, a look at its answer (`review`, `repeat`,
 * `ungrounded`: nothing of the knowledge, `garbled`, `withheld`: not fit to be shown), or that it refused to answer.
 */
export type Decider = 'rule' | 'search' | 'model' | NonNullable<EngineReply['overruledBy']> | 'withheld';

export interface Finished {
  answer: Answer;
  usedIds: string[];
  passages: readonly RecalledPassage[];
  /** The passages that the model was given; null where none answered. */
  sent: Sent | null;
  /** All that was found and searched for; null for an answer that was there already. */
  recalled: Recalled | null;
  decidedBy: Decider | null;
  /** Whether the same question may get it again. */
  isLasting: boolean;
}
