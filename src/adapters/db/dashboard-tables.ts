import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AskedAsync, AsyncOutcome } from '../../domain/async.ts';
import type { DeliveryFault, ErrorCode } from '../../domain/errors.ts';
import type { HistoryEnd, HistoryWalk, LeftOut } from '../../domain/history.ts';
import type { ChannelFault, RehearsalFormat, RehearsalOutcome, Skipped } from '../../domain/rehearsals.ts';
import type {
  AlertFault,
  AuditAction,
  ChatMessage,
  Language,
  Right,
  StoredContradiction,
  TeamReason,
  TestFault,
  WebhookEvent,
} from '../../domain/types.ts';

/** Tables behind the dashboard as Kysely sees them: people, payments, audit log, alerts. */

interface ServerDashboardTables {
  payment_events: {
    id: string;
    at: Date;
  };
  payments: {
    id: string;
    kind: 'top_up' | 'premium';
    percent: number | null;
    cents: number;
    currency: string;
    receipt_url: string | null;
    at: Date;
    names: string[];
    credit_units: number | null;
    taken_units: Generated<number>;
    paid_back: Generated<number>;
    disputed: Generated<number>;
    subscription_id: string | null;
    period_start: Date | null;
    period_end: Date | null;
  };
  subscriptions: {
    id: string;
    paid_until: Date | null;
    cancels_at: Date | null;
    ended_at: Date | null;
    changed_at: Date;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    at: Date;
    channel: 'dashboard' | 'discord' | 'cli' | 'payment' | 'api';
    member_id: string | null;
    member_name: string | null;
    action: AuditAction;
    subject: string | null;
  };
  quota_alerts: {
    week_start: string;
    scope: 'week' | 'api';
    percent: 80 | 100;
    reached_at: Date;
    delivered_at: Date | null;
    fault: AlertFault | null;
  };
  search_indexes: {
    part: number;
    parts: number;
    revision: number;
    format: string;
    written: string;
    content: string;
  };
  contradiction_checks: {
    revision: number;
    claimed_until: Date;
    found: ColumnType<StoredContradiction[] | null, string | null, string | null>;
    valid_until: Date | null;
    uncompared: Generated<number>;
    fault: ErrorCode | null;
    goes_on_at: Date | null;
  };
  discord_drafts: {
    answer_id: string;
    card_channel_id: string;
    card_ids: Generated<string[]>;
    state: Generated<'open' | 'sent' | 'discarded'>;
    created_at: Date;
    decided_at: Date | null;
    decision_id: string | null;
    told_at: Date | null;
    due_at: Date | null;
  };
  discord_handovers: {
    answer_id: string;
    channel_id: string;
    member_id: string;
    message_id: string | null;
    language: Language;
    state: Generated<'open' | 'claimed' | 'solved'>;
    claimed_by: string | null;
    claimed_name: string | null;
    solved_id: string | null;
    is_shown: Generated<boolean>;
    created_at: Date;
    reminded_at: Date | null;
    due_at: Date | null;
  };
  outdated_claims: {
    answer_id: string;
    place: number;
    entry_id: string;
    said: string;
    now: string | null;
    claimed_until: Date | null;
    corrected_at: Date | null;
  };
  outdated_checks: {
    revision: number;
    checked_at: Date;
    expires_at: Date | null;
    claimed_until: Date | null;
  };
  comparisons: {
    name: string;
    compared: Record<string, string | null>;
    is_done: boolean;
    compared_at: Date;
  };
  webhooks: {
    id: Generated<number>;
    url: string;
    types: WebhookEvent[] | null;
    secret: Buffer;
    former_secret: Buffer | null;
    former_until: Date | null;
    created_at: Date;
    failing_since: Date | null;
    disabled_at: Date | null;
    claimed_until: Date | null;
  };
  async_questions: {
    id: string;
    asked: ColumnType<AskedAsync, string, string>;
    outcome: ColumnType<AsyncOutcome | null, string | null, string | null>;
  };
  lookups: {
    url: string;
    secret: Buffer;
    topics: string[];
    created_at: Date;
  };
  webhook_deliveries: {
    webhook_id: Generated<number>;
    id: string;
    place: GeneratedAlways<number>;
    type: WebhookEvent;
    subject: string;
    created_at: Date;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    tries: Generated<number>;
    due_at: Date;
    status: number | null;
    fault: DeliveryFault | null;
    ended_at: Date | null;
  };
  knowledge_changes: {
    revision: number;
    entry_id: string;
    change: 'added' | 'changed' | 'removed';
    at: Generated<Date>;
  };
  history_imports: {
    id: string;
    channel_id: string;
    days: number;
    since: Date;
    state: Generated<'running' | 'ended'>;
    ended_for: HistoryEnd | null;
    walk: ColumnType<HistoryWalk, string, string>;
    place_id: string | null;
    before_id: string | null;
    answer_id: string | null;
    messages: Generated<number>;
    pairs: Generated<number>;
    suggested: Generated<number>;
    grouped: Generated<number>;
    own_words: Generated<number>;
    left_out: ColumnType<LeftOut, string | undefined, string>;
    started_at: Date;
    due_at: Date;
    claimed_by: string | null;
    claimed_until: Date | null;
    ended_at: Date | null;
  };
  rehearsals: {
    id: string;
    name: string;
    digest: string;
    format: RehearsalFormat | 'channel';
    share: number;
    left_out: ColumnType<Skipped[], string, string>;
    created_at: Date;
    channel_id: string | null;
    is_read: Generated<boolean>;
    claimed_until: Date | null;
    fault: ChannelFault | null;
    rests_until: Date | null;
    rests_for: 'share' | 'outage' | null;
  };
  rehearsed_conversations: {
    rehearsal_id: string;
    place: number;
    messages: ColumnType<ChatMessage[], string, string>;
    team_answer: string | null;
    at: Date | null;
    claimed_by: string | null;
    claimed_until: Date | null;
    tries: Generated<number>;
    outcome: RehearsalOutcome | null;
    reason: TeamReason | null;
    answer: string | null;
    units: Generated<number>;
    differs: Generated<boolean>;
  };
  handover_marks: {
    id: string;
    answer_id: string;
    text: string;
    is_needed: boolean;
    member_id: string | null;
    created_at: Date;
  };
  test_questions: {
    id: string;
    question: string;
    expected: string | null;
    needs_team: boolean | null;
    faults: TestFault[] | null;
    run_at: Date | null;
    right_at: Date | null;
    right_engine: string | null;
    created_at: Date;
  };
  pictures: {
    type: 'image/png' | 'image/jpeg' | 'image/webp';
    bytes: Buffer;
    updated_at: Date;
  };
  fine_contradictions: { id: string; declared_at: Date };
  server_sign_ins: { digest: Buffer; is_link: boolean; held_right: Right; name: string; expires_at: Date };
}

/** Every row belongs to a server. */
export type OfServers<Tables> = { [Name in keyof Tables]: Tables[Name] & { server_id: string } };

export interface DashboardTables extends OfServers<ServerDashboardTables> {
  sessions: {
    digest: Buffer;
    kind: 'discord' | 'local';
    member_id: string | null;
    name: string;
    sealed_token: Buffer | null;
    guild_ids: string[];
    guilds_read_at: Date | null;
    created_at: Date;
    expires_at: Date;
  };
  sign_ins: {
    state_digest: Buffer;
    browser_digest: Buffer;
    sealed_verifier: Buffer;
    next: string;
    expires_at: Date;
  };
  sign_in_links: { digest: Buffer; expires_at: Date };
  admin_keys: {
    id: string;
    sha256: Buffer;
    name: string;
    last4: string;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
    hits: Generated<Date[]>;
    counts: Generated<number[]>;
  };
  payment_traces: {
    server_id: string | null;
    payment_id: string | null;
    id: string;
    kind: 'refund' | 'dispute' | 'total' | 'link';
    names: string[];
    cents: number;
    currency: string;
    stage: number;
    at: Date;
  };
}
