import type { ColumnType, Generated } from 'kysely';
import type { PageFault } from '../../domain/errors.ts';
import type {
  AnswerOutcome,
  Channel,
  CrawlLimit,
  DraftVerdict,
  EntryVersion,
  KeptPassage,
  KeptSent,
  KeptTurn,
  KeyScope,
  Language,
  Level,
  LinkState,
  PageState,
  Plan,
  Provenance,
  StoredConflict,
  SuspensionReason,
  TeamReason,
  TrainingSource,
  TrainingState,
} from '../../domain/types.ts';
import type { DashboardTables, OfServers } from './dashboard-tables.ts';

/** The tables as Kysely sees them; migrations/ makes them. Units are integers, dates are `YYYY-MM-DD`. */

type Json<T> = ColumnType<T, string, string>;
type DefaultNow = ColumnType<Date, Date | undefined, Date>;

interface ServerTables {
  api_keys: {
    id: string;
    sha256: Buffer;
    name: string;
    last4: string;
    is_test: boolean;
    is_observed: Generated<boolean>;
    scope: Generated<KeyScope>;
    created_at: DefaultNow;
    revoked_at: Date | null;
  };
  key_windows: {
    key_id: string;
    hits: Date[];
    counts: number[];
    last_used_at: Date | null;
  };
  day_counts: {
    day: string;
    kind: 'api' | 'playground';
    n: number;
  };
  week_quotas: {
    week_start: string;
    used: Generated<number>;
    reserved: Generated<number>;
    api_used: Generated<number>;
    api_reserved: Generated<number>;
  };
  credit: {
    balance: Generated<number>;
    reserved: Generated<number>;
    debt: Generated<number>;
  };
  credit_entries: {
    id: string;
    units: number;
    reference: string;
    created_at: DefaultNow;
  };
  reservations: {
    id: string;
    week_start: string;
    day: string | null;
    channel: Channel;
    week_units: number;
    credit_units: number;
    expires_at: Date;
    place: string | null;
  };
  charges: {
    id: string;
    channel: Channel;
    level: Level;
    prompt_tokens: number;
    completion_tokens: number;
    units: number;
    week_start: string;
    day: string | null;
    week_units: number;
    credit_units: number;
    at: Date;
    key_id: string | null;
    given_back_at: Date | null;
    place: string | null;
  };
  knowledge: {
    id: string;
    title: string;
    text: string;
    link: string | null;
    language: Language | null;
    source: 'manual' | 'training' | 'link' | 'import';
    status: 'active' | 'suspended';
    valid_until: Date | null;
    provenance: Json<Provenance>;
    questions: Generated<string[]>;
    proposed: Generated<string[]>;
    updated_at: DefaultNow;
  };
  knowledge_versions: {
    entry_id: string;
    until_revision: number;
    until_at: DefaultNow;
    entry: ColumnType<EntryVersion | null, string | null, string | null>;
  };
  setting_versions: {
    until_revision: number;
    until_at: DefaultNow;
    name: string;
    settings: Json<Record<string, unknown>>;
  };
  links: {
    id: string;
    url: string;
    state: Generated<LinkState>;
    fault: PageFault | null;
    detail: string | null;
    limits: Generated<CrawlLimit[]>;
    due_at: Date;
    claimed_by: string | null;
    claimed_until: Date | null;
    crawled_at: Date | null;
    created_at: DefaultNow;
    began_at: Date | null;
  };
  pages: {
    link_id: string;
    id: string;
    url: string;
    depth: number;
    state: PageState;
    fault: PageFault | null;
    detail: string | null;
    etag: string | null;
    last_modified: string | null;
    hash: string | null;
    canonical_id: string | null;
    merged_into: string | null;
    crawled_at: Date | null;
    member_id: string | null;
    noticed_at: Date | null;
  };
  answers: {
    id: string;
    channel: Channel | 'test';
    level: Level;
    engine: string;
    question: string | null;
    answer: string | null;
    needs_team: boolean;
    reason: TeamReason | null;
    used_ids: string[];
    confidence: number;
    feedback: string | null;
    team_asked_at: Date | null;
    gap_closed_at: Date | null;
    topic_called_at: Date | null;
    language: Language | null;
    is_draft: Generated<boolean>;
    verdict: DraftVerdict | null;
    is_repeated: Generated<boolean>;
    comment: string | null;
    outcome: AnswerOutcome | null;
    outcome_at: Date | null;
    suggestion_id: string | null;
    conversation_id: string | null;
    metadata: ColumnType<Record<string, string> | null, string | null, string | null>;
    at: Date;
  };
  answer_details: {
    answer_id: string;
    turns: number;
    history: Json<KeptTurn[]>;
    passages: Json<KeptPassage[]>;
    is_whole: boolean;
    took_ms: number;
    sent: ColumnType<KeptSent | null, string | null, string | null>;
    knowledge_revision: number | null;
    summary: string | null;
  };
  handled_messages: {
    message_id: string;
    channel_id: string;
    member_id: string | null;
    state: 'claimed' | 'answered' | 'dropped';
    lease_until: Date;
    answer_id: string | null;
    reply_ids: Generated<string[]>;
    at: Date;
    is_command: Generated<boolean>;
  };
  conversations: {
    channel_id: string;
    member_id: Generated<string>;
    quiet_until: Date | null;
    called_at: Date | null;
  };
  member_windows: {
    member_hash: Buffer;
    hits: Json<Record<string, number>>;
    last_at: Date;
    told_at: Date | null;
    told_for: string | null;
    met_week: string | null;
    left_out: Generated<number>;
  };
  training: {
    id: string;
    question: string;
    answer: string;
    state: Generated<TrainingState>;
    source: TrainingSource;
    author_role: string | null;
    conflicts: ColumnType<StoredConflict[], string | undefined, string>;
    entry_id: string | null;
    suspended_for: SuspensionReason | null;
    question_is_derived: Generated<boolean>;
    answer_is_derived: Generated<boolean>;
    taught: string | null;
    wordings: ColumnType<string[], string[] | undefined, string[]>;
    created_at: Date;
    decided_at: Date | null;
  };
  training_sources: {
    training_id: string;
    part: 'question' | 'answer' | 'wording';
    channel_id: string | null;
    message_id: string;
    member_id: string | null;
    is_original: boolean;
    checked_at: Date;
  };
  idempotency: {
    key_id: string;
    idempotency_key: string;
    request_id: string;
    body_hash: Buffer;
    state: 'running' | 'done';
    response: Json<unknown> | null;
    ledger: Json<unknown> | null;
    expires_at: Date;
  };
  job_claims: {
    job: string;
    due_at: Date;
  };
}

export interface Schema extends DashboardTables, OfServers<ServerTables> {
  cache: {
    key: string;
    value: string | null;
  };
  servers: {
    id: string;
    name: string;
    icon: string | null;
    member_count: number;
    bot_joined_at: Date;
    plan: Plan;
    premium_until: Date | null;
    active: boolean;
    settings: Json<Record<string, unknown>>;
    revision: Generated<number>;
    on_discord: Generated<boolean>;
    created_at: DefaultNow;
  };
  unheard_charges: {
    batch: string;
    at: Date;
    doubted_at: Date | null;
    items: unknown;
  };
  opt_outs: {
    member_hash: Buffer;
    at: Date;
  };
  deletions: {
    member_hash: Buffer;
    mark: string;
    at: Date;
  };
}
