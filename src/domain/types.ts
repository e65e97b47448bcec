/** Words that every layer shares. */

const LEVELS = ['V1', 'V1.5', 'V2'] as const;
export type Level = (typeof LEVELS)[number];
export type Plan = 'free' | 'premium';

/** Questions are read and notices written in each of them. */
export const LANGUAGES = ['de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Dashboard, commands and command line are for the people who run a server. */
export const INTERFACE_LANGUAGES = ['de', 'en'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

export function interfaceLanguageOf(language: Language): InterfaceLanguage {
  return language === 'de' ? 'de' : 'en';
}

/** Draws on a server's weekly quota; the playground draws on nothing, learning and rehearsals never on credit. */
export type Channel = 'api' | 'discord' | 'playground' | 'learning' | 'rehearsal';

/** A key's permissions. */
export const KEY_SCOPES = ['chat', 'knowledge'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A ticket's outcome, as its system tells it. */
export const ANSWER_OUTCOMES = ['resolved', 'reopened', 'team_answered'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** What the team did with a draft, on its card or as a ticket system tells it. */
export const DRAFT_VERDICTS = ['sent', 'edited', 'discarded'] as const;
export type DraftVerdict = (typeof DRAFT_VERDICTS)[number];

/** Answers that somebody looks at before they are sent: none, those below a confidence, or all. */
export type DraftState = 'off' | 'unsure' | 'all';

/** Events that a server's webhook hears of. */
export const WEBHOOK_EVENTS = [
  ...['answer.created', 'answer.failed', 'answer.handed_over', 'answer.outdated', 'knowledge.changed'],
  ...['question.unanswered', 'quota.reached', 'report.weekly', 'suggestion.created', 'webhook.test'],
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** In which texts come and go over the API. */
export const FORMATS = ['markdown', 'html'] as const;

/** A fact of the caller's system about a customer. */
export interface ContextFact {
  label: string;
  value: string;
}

/** One turn of a conversation; `name` is its author's. */
export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
  name?: string | undefined;
}

export const TURN_AUTHORS = ['customer', 'team', 'bot'] as const;

/** A message before a question, as kept with the answer. */
export interface KeptTurn {
  by: (typeof TURN_AUTHORS)[number];
  text: string;
}

/**
 * A passage that an answer was based on. Its words stand in the knowledge alone, so that taking them back there
 * removes them everywhere.
 */
export interface KeptPassage {
  id: string;
  score: number;
}

/** What a prompt was made of besides knowledge, settings and the kept words, and the SHA-256 of its messages. */
export interface KeptSent {
  digest: string;
  canary: string;
  /** Of the server, by which its settings of then are found. */
  revision: number;
  /** In milliseconds: it decides which entries counted, and what day it was. */
  at: number;
  maxTokens: number;
  teamReason: TeamReason | null;
  path?: { channelId: string; above: string[] } | undefined;
  /** Names, and messages that the kept history and question do not say whole: for this installation alone. */
  sealed?: string | undefined;
  /** Why the prompt cannot be made again: it said what is kept nowhere. */
  lacks?: 'context' | 'images' | 'others' | undefined;
}

export interface Source {
  title: string;
  url: string | null;
}

/** Why a human must take over. Order is precedence: the first that holds is reported. */
export const TEAM_REASONS = [
  ...['safety', 'legal', 'payment', 'ban', 'account'],
  ...['asked_for_human', 'owner_topic', 'not_in_knowledge', 'model'],
] as const;
export type TeamReason = (typeof TEAM_REASONS)[number];

/** `clarify` asks back, `not_a_question` answers a message that asked nothing. */
export const ANSWER_KINDS = ['answer', 'hand_over', 'clarify', 'not_a_question'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** A customer of Lotse: a community or company with its own persona, knowledge and quota. */
export interface Server {
  id: string;
  name: string;
  icon: string | null;
  memberCount: number;
  botJoinedAt: Date;
  plan: Plan;
  /** End of the paid period; null with the premium plan means without end. */
  premiumUntil: Date | null;
  active: boolean;
  /** As stored; core/settings.ts gives it its shape. */
  settings: unknown;
  /** Raised by every write to settings, knowledge or training. */
  revision: number;
}

/** A server's remaining units and today's API requests. */
export interface Ledger {
  used: number;
  reserved: number;
  api_used: number;
  api_reserved: number;
  credit_balance: number;
  credit_reserved: number;
  requests_today: number;
}

export type KnowledgeSource = 'manual' | 'training' | 'link' | 'import';

/**
 * How the bot behaves in a channel of a chat platform; `forum` answers every message of its threads, and `observe` every
 * message for the team alone.
 */
export const CHANNEL_MODES = ['mention', 'every_message', 'forum', 'observe', 'off'] as const;
export type ChannelMode = (typeof CHANNEL_MODES)[number];

/** What the owner lets a role of their server do, each right with those before it. */
export const RIGHTS = ['viewer', 'editor', 'admin'] as const;
export type Right = (typeof RIGHTS)[number];

/** Whom a command is for; `teacher` and `team` also admit editors. */
export type Access = 'everyone' | 'teacher' | 'team' | Right;

/** The owner's decision about a suggestion; `suspended`: its source is gone. */
export const TRAINING_STATES = ['pending', 'approved', 'rejected', 'suspended'] as const;
export type TrainingState = (typeof TRAINING_STATES)[number];
export type TrainingSource =
  | 'menu'
  | 'correction'
  | 'reply'
  | 'vote'
  | 'gap'
  | 'import'
  | 'surge'
  | 'outcome';
/** Why an approved suggestion is not used until an owner looks at it. */
export type SuspensionReason = 'source_deleted' | 'source_edited' | 'member_gone' | 'server_left';

/** An entry with other facts than a suggestion, or another answer to the same question. */
export interface StoredConflict {
  entryId: string;
  kind: 'contradicts' | 'same_question';
}

/** An entry and its passage that contradicts another. */
export interface ContradictingEntry {
  id: string;
  title: string;
  text: string;
}

/** Two entries that cannot both be right. `id` is a digest of both: it changes with either of them. */
export interface StoredContradiction {
  id: string;
  why: string;
  one: ContradictingEntry;
  other: ContradictingEntry;
}

/** Fault of the answer to a test question. */
export type TestFault = 'expected' | 'needs_team';

/** State of a documentation link; `failed`: `error` says why. */
export type LinkState = 'queued' | 'crawling' | 'crawled' | 'failed';

/** State of one page of a link; `unchanged`: a later crawl found it as it was. */
export type PageState = 'queued' | 'fetched' | 'unchanged' | 'failed';

/** An entry without its origin, as answers use it. */
export type UsableEntry = Omit<KnowledgeEntry, 'source' | 'provenance' | 'proposed'>;

/** Caps that can end a crawl before its last page. */
export type CrawlLimit = 'pages' | 'bytes' | 'time' | 'entries' | 'posts' | 'tree';

/**
 * An entry's origin: a line of an imported file, a section of a crawled page, an approved suggestion, by id, or the
 * system that wrote it over the API.
 */
export type Provenance = {
  system?: string;
  file?: string;
  line?: number;
  page?: string;
  url?: string;
  suggestion?: string;
  at?: string;
};

/** An entry as it stood in the knowledge, without its other wordings. */
export interface EntryVersion {
  id: string;
  title: string;
  text: string;
  link: string | null;
  language: Language | null;
  source: KnowledgeSource;
  status: 'active' | 'suspended';
  /** ISO 8601. */
  valid_until: string | null;
  provenance: Provenance;
  updated_at: string;
}

export interface KnowledgeEntry {
  id: string;
  title: string;
  text: string;
  link: string | null;
  language: Language | null;
  source: KnowledgeSource;
  /** Not used from this moment on; null for ever. */
  validUntil: Date | null;
  /** Other wordings of its question, the oldest first; found like its title. */
  questions: readonly string[];
  /** Those of `questions` that a model proposed and nobody adopted. */
  proposed: readonly string[];
  provenance: Provenance;
}

export interface TokenUsage {
  promptTokens: number;
  /** Prompt tokens that the backend had read before. */
  cachedTokens?: number;
  completionTokens: number;
}

/** Actions on a server, as its audit log names them. */
export const AUDIT_ACTIONS = [
  ...['key.created', 'key.observed', 'key.revoked', 'persona.changed', 'picture.set', 'picture.removed'],
  ...['knowledge.added', 'knowledge.changed', 'knowledge.removed', 'knowledge.imported'],
  'knowledge.restored',
  ...['contradiction.accepted', 'sign_in.offered', 'sign_in.ended'],
  ...['link.added', 'link.removed', 'link.crawled'],
  ...['training.suggested', 'training.approved', 'training.rejected'],
  ...['training.edited', 'training.merged', 'training.reverted', 'gap.answered', 'gap.closed'],
  ...['answer.marked', 'answer.unmarked', 'answer.corrected', 'answer.erased'],
  ...['handover.claimed', 'handover.solved'],
  ...[
    'channels.changed',
    'team.changed',
    'access.changed',
    'learning.changed',
    'test.added',
    'test.removed',
    'alerts.changed',
  ],
  ...[
    'drafts.changed',
    'drafts.sent',
    'drafts.edited',
    'drafts.discarded',
    'limits.changed',
    'hours.changed',
  ],
  ...['history.imported', 'history.stopped', 'webhook.set', 'webhook.rotated', 'webhook.removed'],
  ...['lookup.set', 'lookup.removed'],
  ...['rehearsal.started', 'rehearsal.deleted'],
  ...['top_up.started', 'premium.checkout', 'premium.started', 'premium.cancelled', 'premium.resumed'],
  ...['credit.taken_back', 'credit.given_back', 'premium.taken_back', 'premium.given_back'],
  ...['credit.granted', 'server.added', 'server.changed', 'server.exported', 'server.deleted'],
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface Deed {
  action: AuditAction;
  subject?: string | null;
}

/** Why an alert did not reach its channel; the first two are final. */
export type AlertFault = 'channel_gone' | 'right_missing' | 'discord_unavailable';
