/** What the rooms share of conversations that are asked again of the bot. */

export const REHEARSAL_FORMATS = [
  ...['zendesk', 'intercom', 'freshdesk', 'chatwoot', 'zammad', 'transcripts'],
] as const;
export type RehearsalFormat = (typeof REHEARSAL_FORMATS)[number];

/** What the bot would have done; `failed`: no answer came, whatever was tried. */
export type RehearsalOutcome =
  | ('answered' | 'handed_over' | 'drafted')
  | ('asked_back' | 'nothing_asked' | 'failed');

/** Why a conversation of a file is not asked again. */
export type SkipReason = 'not_json' | 'unknown' | 'no_customer';

/** Why a channel's history could not be read. */
export type ChannelFault = 'channel_gone' | 'right_missing' | 'content_refused';

/** Why nothing of a file is asked again. */
export type RehearsalFault =
  | ('empty' | 'unknown' | 'no_customer')
  | ('too_slow' | 'too_much_memory' | 'failed');

/** A conversation that was left out, by its line or its number in the file. */
export interface Skipped {
  line: number;
  reason: SkipReason;
}

/** Of one run: the newest ones of a file. */
export const MAX_REHEARSED = 500;
export const REHEARSALS_KEPT = 10;
export const REHEARSAL_DAYS = 14;
/** In percent of the week's units. */
export const REHEARSAL_SHARE = 10;
