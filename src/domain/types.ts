/** Words that every layer shares. Nothing here imports anything. */

export type Level = 'V1' | 'V1.5' | 'V2';
export type Plan = 'free' | 'premium';

/** Languages of customers and knowledge: questions are read and notices written in each of them. */
export const LANGUAGES = ['de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages of dashboard, commands and command line, which the people who run a server read. */
export const INTERFACE_LANGUAGES = ['de', 'en'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** The language of the interface for whoever speaks this one. */
export function interfaceLanguageOf(language: Language): InterfaceLanguage {
  return language === 'de' ? 'de' : 'en';
}

/** Who draws on a server's weekly quota; the playground draws on nothing, learning never on credit. */
export type Channel = 'api' | 'discord' | 'playground' | 'learning';

/** What a key may be used for. */
export const KEY_SCOPES = ['chat', 'knowledge'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What became of a ticket, as its system tells it. */
export const ANSWER_OUTCOMES = ['resolved', 'reopened', 'team_answered'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** Which answers somebody looks at before they are sent: none, those below a confidence, or all. */
export const DRAFT_STATES = ['off', 'unsure', 'all'] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** What a server's webhook hears of. */
export type WebhookEvent =
  | 'answer.handed_over'
  | 'question.unanswered'
  | 'quota.reached'
  | 'suggestion.created'
  | 'webhook.test';

/** What the caller's system knows of a customer. */
export interface ContextFact {
  label: string;
  value: string;
}

/** One turn of a conversation, oldest first; `name` is whoever wrote it. */
export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
  name?: string | undefined;
}

/** Who speaks in a ticket. */
export const TURN_AUTHORS = ['customer', 'team', 'bot'] as const;

/** A message before a question, as it is kept with the answer: whose it was, and their own words. */
export interface KeptTurn {
  by: (typeof TURN_AUTHORS)[number];
  text: string;
}

/**
 * A passage that an answer was given in view of, by the id of the piece. Its words stand in the knowledge alone: what
 * somebody taught and takes back must be nowhere else.
 */
export interface KeptPassage {
  id: string;
  score: number;
}

/** A passage as the reader may look it up. */
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

/** What an answer is: `clarify` asks back, `not_a_question` answers what asked nothing. */
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

/** What a server has left, in units, and how many API requests it made today. */
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

/** How the bot behaves in a channel of a chat platform; `forum` answers every message of its threads. */
export const CHANNEL_MODES = ['mention', 'every_message', 'forum', 'off'] as const;
export type ChannelMode = (typeof CHANNEL_MODES)[number];

/** What the owner decided about a suggestion; `suspended`: its source is gone. */
export type TrainingState = 'pending' | 'approved' | 'rejected' | 'suspended';
export type TrainingSource =
  | 'menu'
  | 'correction'
  | 'reply'
  | 'vote'
  | 'gap'
  | 'import'
  | 'surge'
  | 'outcome';
/** Why what was approved is not used any more, until an owner looks at it. */
export type SuspensionReason = 'source_deleted' | 'source_edited' | 'member_gone' | 'server_left';

/** An entry that says something else than a suggestion: other facts, or the same question answered otherwise. */
export interface StoredConflict {
  entryId: string;
  kind: 'contradicts' | 'same_question';
}

/** An entry that another contradicts, and the passage of it that does. */
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

/** What was wrong with the answer to a test question. */
export type TestFault = 'expected' | 'needs_team';

/** Where a documentation link stands: waiting, being read, read, or not to be had (`error` says why). */
export type LinkState = 'queued' | 'crawling' | 'crawled' | 'failed';

/** Where one page of a link stands; `unchanged` is one that a later crawl found as it was. */
export type PageState = 'queued' | 'fetched' | 'unchanged' | 'failed';

/** What an answer can be made of: an entry without where it comes from. */
export type UsableEntry = Omit<KnowledgeEntry, 'source' | 'provenance' | 'proposed'>;

/** Caps that can end a crawl before its last page. */
export type CrawlLimit = 'pages' | 'bytes' | 'time' | 'entries';

/** Where an entry comes from: a line of an imported file, a section of a crawled page or an approved suggestion, by id. */
export type Provenance = {
  file?: string;
  line?: number;
  page?: string;
  url?: string;
  suggestion?: string;
  at?: string;
};

/** One piece of knowledge as its owner wrote it. */
export interface KnowledgeEntry {
  id: string;
  title: string;
  text: string;
  link: string | null;
  language: Language | null;
  source: KnowledgeSource;
  /** From this moment on it is not used any more; null for ever. */
  validUntil: Date | null;
  /** Other wordings of what it answers, the oldest first; found like its title. */
  questions: readonly string[];
  /** Those of them that a model proposed and that nobody has made their own. */
  proposed: readonly string[];
  provenance: Provenance;
}

export interface TokenUsage {
  promptTokens: number;
  /** Those of them that the backend had read before. */
  cachedTokens?: number;
  completionTokens: number;
}

/** What was done on a server, in the words of its audit log. */
export const AUDIT_ACTIONS = [
  ...['key.created', 'key.revoked', 'persona.changed'],
  ...['knowledge.added', 'knowledge.changed', 'knowledge.removed', 'knowledge.imported'],
  ...['contradiction.accepted'],
  ...['link.added', 'link.removed', 'link.crawled'],
  ...['training.suggested', 'training.approved', 'training.rejected'],
  ...['training.edited', 'training.merged', 'training.reverted', 'gap.answered', 'gap.closed'],
  ...['answer.marked', 'answer.unmarked'],
  ...['channels.changed', 'team.changed', 'learning.changed', 'test.added', 'test.removed', 'alerts.changed'],
  ...[
    'drafts.changed',
    'drafts.sent',
    'drafts.edited',
    'drafts.discarded',
    'limits.changed',
    'hours.changed',
  ],
  ...['history.imported', 'history.stopped', 'webhook.set', 'webhook.removed'],
  ...['top_up.started', 'premium.checkout', 'premium.started', 'premium.cancelled', 'premium.resumed'],
  ...['credit.taken_back', 'credit.given_back', 'premium.taken_back', 'premium.given_back'],
  ...['credit.granted', 'server.added', 'server.changed', 'server.exported', 'server.deleted'],
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Something done on a server; `subject` says to what in a few words, in no language of its own. */
export interface Deed {
  action: AuditAction;
  subject?: string | null;
}

/** Why an alert did not reach its channel; the first two are final. */
export type AlertFault = 'channel_gone' | 'right_missing' | 'discord_unavailable';
