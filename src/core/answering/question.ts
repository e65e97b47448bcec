import type {
  Channel,
  ChatMessage,
  Language,
  Level,
  Server,
  Source,
  TeamReason,
} from '../../domain/types.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import type { UsageLimits } from '../quota/usage.ts';
import type { Session } from './model-call.ts';
import type { Ticket } from './ticket/ticket.ts';

/** A question as a channel hands it over. */
export interface Question {
  server: Server;
  channel: Channel;
  /** null: asked without a key, so without minute and day limits. */
  key: { id: string; isTest: boolean } | null;
  /** Oldest first; the last is the customer's. */
  messages: readonly ChatMessage[];
  customer?: string | undefined;
  /** Aborts when the asker has left. */
  signal: AbortSignal;
  /** Stores the outcome under this Idempotency-Key when it is charged. */
  idempotencyKey?: string | undefined;
  /** Id of the reservation, the charge and the record; set if it was claimed before. */
  id?: string;
  /** Neither question nor answer is stored: the asker opted out. */
  isUnrecorded?: boolean;
}

/** An answer without the remaining usage. */
export interface Answer {
  /** Of the record and the charge. */
  id: string;
  /** Of the question, and so of everything said about it. */
  language: Language;
  answer: string;
  needsTeam: boolean;
  teamReason: TeamReason | null;
  sources: Source[];
  bot: { name: string; avatar: string };
  level: Level;
  engine: string;
  aiNotice: string;
  limits: UsageLimits;
  confidence: number;
}

/** One question in progress, before its text is read. */
export interface UnreadWork {
  id: string;
  question: Question;
  planLimits: PlanLimits;
  /** null: the extractive engine answers. */
  session: Session | null;
}

/** What the text of a question says. */
export interface Reading {
  ticket: Ticket;
  language: Language;
  /** Why the team must see it, in the customer's own words. */
  teamReason: TeamReason | null;
}

/** One question in progress. */
export interface Work extends UnreadWork, Reading {}
