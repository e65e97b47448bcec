/**
 * What in the schema is not keyed by `server_id`, and what that means where tables are spread over several machines
 * (Citus, with `server_id` as the distribution column). Nothing of this was run on Citus; what is in no list here
 * and not keyed is a fault.
 */

/** What a table without `server_id` would be there. */
export type Place = 'distributed by id' | 'reference table' | 'local to the coordinator';

/** Tables without `server_id`. */
export const TABLES: Readonly<Record<string, { place: Place; why: string }>> = {
  servers: {
    place: 'distributed by id',
    why: "its id is every other table's server_id, so a server and all its rows lie together",
  },
  cache: {
    place: 'local to the coordinator',
    why: 'keyed by content, belongs to nobody, may vanish; joined with nothing',
  },
  unheard_charges: {
    place: 'local to the coordinator',
    why: 'what a process has to hear of a batch of several servers, gone within milliseconds',
  },
  opt_outs: {
    place: 'reference table',
    why: "a member's wish holds on every server; read often, written seldom, digests only",
  },
  deletions: {
    place: 'reference table',
    why: 'a deletion holds on every server; few rows, kept for RETENTION_DAYS',
  },
  sessions: {
    place: 'local to the coordinator',
    why: 'who signs in belongs to no server and may manage several',
  },
  sign_ins: { place: 'local to the coordinator', why: 'a sign-in under way belongs to no server' },
  sign_in_links: { place: 'local to the coordinator', why: "the operator's own way in belongs to no server" },
  admin_keys: { place: 'local to the coordinator', why: 'a key of the installation, for every server' },
  kysely_migration: {
    place: 'local to the coordinator',
    why: 'which migrations ran, of the whole installation',
  },
};

/** Keys of tables with `server_id` that do not carry it; there must be a reason why none is needed. */
export const KEYS: Readonly<Record<string, string>> = {};

/** Indexes that do not begin with `server_id`: what is looked up by them asks every shard. */
export const SCATTERED: Readonly<Record<string, string>> = {
  api_keys_by_digest:
    'every API request looks its key up by digest before the server is known: a small reference table digest -> ' +
    'server would be needed; uniqueness holds within a server only, across servers by 190 random bits',
  server_sign_ins_by_digest:
    'a link or a cookie is looked up before its server is known; as api_keys_by_digest',
  payments_by_name: 'a payment event may name its charge or payment intent alone; seldom',
  payment_traces_by_name: 'a purchase looks for what was said of it before it was known; seldom',
  payment_traces_id_server_id_key: 'a word of the provider is written once, known server or not; seldom',
  subscriptions_by_id: 'a payment event may name its subscription alone; seldom',
  handled_messages_by_reply:
    'which answer a reply holds: its queries name the server too, the index holds ids of Discord alone',
  handled_messages_by_member: "a member's data are read and deleted on all servers at once; seldom",
  pages_by_member: "a member's posts are read and deleted on all servers at once; seldom",
  conversations_by_member: "a member's data are deleted on all servers at once; seldom",
  training_sources_by_member: "a member's data are read and deleted on all servers at once; seldom",
  handover_marks_member: "a member's data are read and deleted on all servers at once; seldom",
  audit_log_by_member: "a member's data are deleted on all servers at once; seldom",
  reservations_by_expiry: 'the sweep looks for expired reservations of all servers, every 10 seconds',
  links_by_due: 'crawlers look for the next due link of all servers, every 5 seconds',
  discord_drafts_due:
    'bots look for drafts that somebody has to go on with, of all servers, every 15 seconds',
  discord_handovers_due: 'as discord_drafts_due, of hand-overs',
  discord_handovers_by_member: "a member's data are deleted on all servers at once; seldom",
  discord_handovers_by_claimer: 'as discord_handovers_by_member, of the team',
  handled_messages_open: 'bots look for claims whose process died, of all servers, every 15 seconds',
  week_quotas_by_week: 'alerts look at the quotas of all servers, once a minute',
  quota_alerts_open: 'alerts that nobody was told yet, of all servers, once a minute',
  idempotency_by_expiry: 'housekeeping, once a day',
  rehearsals_by_time: 'housekeeping, once an hour',
  handled_messages_by_time: 'housekeeping, once a day',
  audit_log_by_age: 'housekeeping, once a day',
};

/** Functions: each works on rows of servers that it is given or finds itself. */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  ledger_of: 'one server',
  spent_in: 'one server',
  admit: 'a batch of several servers, one after the other: would have to be called for each server',
  settle:
    'a batch of several servers in statements over all of them, with FOR UPDATE: Citus takes that for one shard ' +
    'only, so batches would have to be cut by server',
  give_back: 'an answer of one server: its charge, its week and its credit carry server_id',
  settle_again: 'a batch of several servers in statements over all of them, called by settle',
  sweep: 'expired reservations of all servers with FOR UPDATE: would have to run on each shard',
  keep_entry_versions:
    'the server of the rows that a statement changed, with FOR UPDATE: a statement names one',
  keep_setting_version: 'one server',
  takes_event: 'reads the row that it is given',
  note_entry_changes: 'as keep_entry_versions',
  queue_knowledge_events: 'the servers of the rows that a statement added: a statement names one',
};

/** Sequences; a distributed column takes its numbers from one. */
export const SEQUENCES: Readonly<Record<string, string>> = {
  webhook_deliveries_place_seq: 'orders the events of a server; only their order matters',
  audit_log_id_seq: 'orders the audit log within a server; only its order matters',
};

/** A trigger runs on the shard of its rows and may not look at another server. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  entries_added: 'keep_entry_versions',
  entries_changed: 'keep_entry_versions',
  entries_removed: 'keep_entry_versions',
  settings_changed: 'keep_setting_version',
  noted_added: 'note_entry_changes',
  noted_changed: 'note_entry_changes',
  noted_removed: 'note_entry_changes',
  changes_noted: 'queue_knowledge_events',
};

/** None today: a view over several servers would ask every shard. */
export const VIEWS: Readonly<Record<string, string>> = {};
