import type { Level, Plan } from './types.ts';

/** Every number that the specification, the contract or the product fixes; units stand in the names. */

export const MAX_BODY_BYTES = 256 * 1024;
export const MAX_MESSAGES = 20;
export const MAX_CONTENT_CHARACTERS = 16_000;
export const MAX_NAME_CHARACTERS = 100;
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;
/** Facts of the caller's system about a customer. */
export const MAX_CONTEXT_FACTS = 10;
export const MAX_CONTEXT_LABEL_CHARACTERS = 60;
export const MAX_CONTEXT_VALUE_CHARACTERS = 500;
/** Pictures beside a question; nobody unpacks them here, and the model's side shall not unpack a bomb. */
export const MAX_IMAGES = 4;
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const MAX_IMAGE_SIDE = 8_192;
export const MAX_IMAGE_PIXELS = 40_000_000;
/** For a picture that lies on a chat platform. */
export const ATTACHMENT_TIMEOUT_SECONDS = 5;
/** What the caller's system wants back with an answer. */
export const MAX_CONVERSATION_ID_CHARACTERS = 200;
export const MAX_METADATA_PAIRS = 10;
export const MAX_METADATA_NAME_CHARACTERS = 60;
export const MAX_METADATA_VALUE_CHARACTERS = 500;
export const MAX_COMMENT_CHARACTERS = 1_000;
export const MAX_TEAM_ANSWER_CHARACTERS = 4_000;
/** How long the same question gets the same answer without a backend. */
export const REPEAT_HOURS = 24;
/** For one try of a webhook: lookup, connection and answer. */
export const WEBHOOK_TIMEOUT_SECONDS = 15;
/** For the facts of a look-up: name, connection and the whole answer. */
export const LOOKUP_TIMEOUT_SECONDS = 2;
export const MAX_LOOKUP_BYTES = 64 * 1024;
export const MAX_LOOKUP_TOPICS = 50;
export const MAX_LOOKUP_TOPIC_CHARACTERS = 60;
/** A webhook that nothing reached for so long is switched off. */
export const WEBHOOK_FAILING_DAYS = 3;
export const MAX_WEBHOOKS = 5;
/** How long a secret still signs beside its successor. */
export const FORMER_SECRET_HOURS = 24;
export const MAX_KEYS_PER_SERVER = 5;
export const MINUTE_SECONDS = 60;
export const ADMIN_REQUESTS_PER_MINUTE = 60;
export const PLAYGROUND_QUESTIONS_PER_DAY = 100;

export const MAX_KNOWLEDGE_ENTRIES = 20_000;
/** Of an entry that comes as HTML. */
export const MAX_HTML_CHARACTERS = 200_000;
export const MAX_SOURCE_SYSTEM_CHARACTERS = 60;
/** Of one request, and its bytes: 16 KiB an entry. */
export const MAX_PUT_ENTRIES = 500;
export const MAX_PUT_BYTES = 8 * 1024 * 1024;
/** A file of entries, wherever it comes in: an export of the fullest server. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024;
/** The picture of a bot. */
export const MAX_PICTURE_BYTES = 1024 * 1024;
/** Pixels; whoever shows it has to unpack it. */
export const MAX_PICTURE_SIDE = 4_096;
export const MAX_ENTRY_TITLE_CHARACTERS = 300;
export const MAX_ENTRY_TEXT_CHARACTERS = 20_000;
export const MAX_ENTRY_QUESTIONS = 20;
export const MAX_URL_CHARACTERS = 2_000;
export const MAX_INSTRUCTIONS_CHARACTERS = 4_000;
/** Instructions of one place; every request carries them, so they are few and short. */
export const MAX_PLACE_INSTRUCTIONS_CHARACTERS = 1_000;
export const MAX_PLACE_INSTRUCTIONS = 50;
/** Questions of a member in an hour. */
export const MAX_MEMBER_QUESTIONS = 1_000;
/** Roles with a limit of their own, and places with a share of the week or with hours. */
export const MAX_ROLE_LIMITS = 25;
export const MAX_PLACES = 50;

export const MAX_PENDING_SUGGESTIONS = 5_000;
export const MAX_CONFLICTS = 5;
/** Tokens for distilling one suggestion; a longer answer stays as it is. */
export const MAX_DISTILLED_QUESTION_TOKENS = 400;
export const MAX_DISTILLED_ANSWER_TOKENS = 1_500;
export const DISTIL_OUTPUT_TOKENS = 700;
/** Messages that one run of a history import reads, and how far back it goes. */
export const MAX_HISTORY_MESSAGES = 5_000;
export const MAX_HISTORY_DAYS = 365;
export const HISTORY_DAYS = 90;
/** Learning may use the weekly quota down to `quota / LEARNING_SHARE_DIVISOR`; the rest is for answers. */
export const LEARNING_SHARE_DIVISOR = 2;

/** Longer entries are cut into passages of at most this size, at paragraph ends. */
export const MAX_PASSAGE_CHARACTERS = 2_000;

export const MAX_LINKS_PER_SERVER = 50;
/** Caps of one crawl of one link; what is beyond them is left out, and the link says so. */
export const MAX_PAGES_PER_LINK = 2_000;
/** Messages of a channel, or posts of a forum, that one reading goes through, newest first. */
export const MAX_MESSAGES_PER_LINK = 5_000;
export const MAX_CRAWL_DEPTH = 6;
export const MAX_CRAWL_BYTES = 200 * 1024 * 1024;
export const MAX_CRAWL_MINUTES = 30;
/** Bytes as they are after decompression. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
export const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
export const MAX_SITEMAPS = 50;
/** RFC 9309 asks for at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
export const PAGE_TIMEOUT_SECONDS = 15;
/** Every link is read again after this time, a failed one earlier. */
export const CRAWL_REFRESH_HOURS = 24;
export const CRAWL_RETRY_HOURS = 6;

/** 1 unit = 1 prompt token; a completion token counts this many. */
export const UNITS_PER_COMPLETION_TOKEN = 4;
/** A prompt token that the backend had read before counts a quarter. */
export const CACHED_TOKEN_DIVISOR = 4;
export const MIN_OUTPUT_TOKENS = 128;

/** A level's limits and the cost of each unit. */
export interface LevelLimits {
  weight: number;
  passages: number;
  promptTokens: number;
  outputTokens: number;
  /** Rewrites the question from the history first and looks at the answer a second time. */
  isThorough: boolean;
}

export const LEVEL_LIMITS: Record<Level, LevelLimits> = {
  V1: { weight: 1, passages: 4, promptTokens: 6_000, outputTokens: 400, isThorough: false },
  'V1.5': { weight: 2, passages: 8, promptTokens: 9_000, outputTokens: 600, isThorough: false },
  V2: { weight: 5, passages: 12, promptTokens: 12_000, outputTokens: 900, isThorough: true },
};

/** Where the backend keeps prompts, so much knowledge is sent whole: read again, it costs a quarter. */
export const WHOLE_TOKENS = 20_000;
/** The first such prompt is paid in full, so it may take at most this part of the API's week. */
export const WHOLE_SHARE_DIVISOR = 10;

/** Where more passages may hold the answer, at most so many times the level's are sent. */
export const PASSAGES_FACTOR = 4;
/** Search queries that the model may propose when the search is unsure. */
export const MAX_SEARCH_QUERIES = 3;
export const MAX_SEARCH_QUERY_CHARACTERS = 300;
export const QUERIES_OUTPUT_TOKENS = 150;
/** Output limits of the two extra calls of a thorough level. */
export const REWRITE_OUTPUT_TOKENS = 120;
export const REVIEW_OUTPUT_TOKENS = 60;
/** Extra tokens a call for models that think before they answer. */
export const THINKING_TOKENS = 3_000;
/** An optional step of an answer may take this part of the deadline. */
export const STEP_DEADLINE_DIVISOR = 4;
/** The same of finding out what a question means; words go on without it. */
export const EMBEDDING_DEADLINE_DIVISOR = 10;

/** The API's part of the weekly quota is `quota / API_SHARE_DIVISOR[plan]`, rounded down. */
export const API_SHARE_DIVISOR: Record<Plan, number> = { premium: 2, free: 4 };

/** How long a reservation outlives the AI deadline before the sweep frees it. */
export const RESERVATION_GRACE_SECONDS = 30;
export const SHUTDOWN_GRACE_SECONDS = 10;

/** How long a right may outlive what the chat platform says. */
export const RIGHTS_MS = 60_000;
