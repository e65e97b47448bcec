import type { LevelLimits } from '../../../domain/limits.ts';
import {
  CACHED_TOKEN_DIVISOR,
  MIN_OUTPUT_TOKENS,
  PASSAGES_FACTOR,
  QUERIES_OUTPUT_TOKENS,
  REVIEW_OUTPUT_TOKENS,
  REWRITE_OUTPUT_TOKENS,
  THINKING_TOKENS,
  UNITS_PER_COMPLETION_TOKEN,
  WHOLE_SHARE_DIVISOR,
  WHOLE_TOKENS,
} from '../../../domain/limits.ts';
import type { Channel, ChatMessage, Ledger, Server, TokenUsage } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { type PlanLimits, planLimitsOf, shareOf } from '../../quota/plan-limits.ts';
import { runAtOnce, type Steps } from '../../runtime/slices.ts';
import type { KnowledgeIndex } from '../../search/knowledge.ts';
import { findKnowledgeIndex } from '../../search/knowledge-index.ts';
import { toData } from '../../search/passages.ts';
import { countMessage, countTokens } from '../../search/tokens.ts';
import { modelOf, takeLastTurns } from '../model/model-call.ts';
import {
  MAX_INSTRUCTION_TOKENS,
  MAX_PLACE_INSTRUCTION_TOKENS,
  MAX_TONE_TOKENS,
  PASSAGE_PART,
  TOKENS_AROUND_PLACE,
} from '../prompt.ts';

type KnowledgeSizes = Pick<KnowledgeIndex, 'longestPiece' | 'tokens'>;
const NO_KNOWLEDGE: KnowledgeSizes = { longestPiece: 0, tokens: 0 };

/** The most that one answer may cost, known before anything is asked. */
export interface Bounds {
  promptTokens: number;
  /** The whole knowledge goes into it, although the level alone has no room for that. */
  takesWhole?: boolean;
  /** The bounds for a grant of units that does not pay for that. */
  otherwise?: { below: number; bounds: Bounds };
  /** Units to reserve, and the least that is worth starting with. */
  wanted: number;
  least: number;
  outputTokensFor(units: number): number;
}

/** Rules, persona frame and message wrapping of the system part. */
const SYSTEM_TOKENS = 650;
const CONTEXT_RULE_TOKENS = 50;
const IMAGES_RULE_TOKENS = 50;
/** German and English text has at least this many characters a token; denser text makes prompts shorter, not dearer. */
const CHARACTERS_PER_TOKEN = 2.5;
const TOKENS_AROUND_ENTRY = 40;
/** Backends count a little differently and may be given the JSON schema as text. */
const MARGIN_FACTOR = 1.1;
const MARGIN_TOKENS = 150;
/** System part and frame of a call beside the answer. */
const SIDE_CALL_TOKENS = 200;
const TOKENS_AROUND_TURN = 20;

/** Tokens of a prompt at most, as a backend counts them. */
export function withMargin(counted: number): number {
  return counted * MARGIN_FACTOR + MARGIN_TOKENS;
}

/** Units of a number of tokens: a cached one a quarter, a completion token 4, everything times the level's weight. */
export function unitsOf(planLimits: PlanLimits, usage: TokenUsage): number {
  const { weight } = planLimits.levelLimits;
  const { promptTokens, cachedTokens = 0, completionTokens } = usage;
  const spared = Math.floor(cachedTokens - cachedTokens / CACHED_TOKEN_DIVISOR);
  return weight * (promptTokens - spared + UNITS_PER_COMPLETION_TOKEN * completionTokens);
}

/** Holds whatever is found, as the prompt is built within it. Knowledge that may be taken whole is bounded both ways. */
export function* boundsWithBackend(
  planLimits: PlanLimits,
  messages: readonly ChatMessage[],
  knowledge: KnowledgeSizes,
  asked: PromptOverhead & { caches?: boolean },
): Steps<Bounds> {
  const smaller = yield* boundsOfPrompt(planLimits, messages, knowledge, asked);
  const most = planLimits.apiShare / WHOLE_SHARE_DIVISOR / planLimits.levelLimits.weight;
  if (!asked.caches || knowledge.tokens > Math.min(WHOLE_TOKENS, most)) return smaller;
  const larger = yield* boundsOfPrompt(planLimits, messages, knowledge, { ...asked, takesWhole: true });
  if (!larger.takesWhole) return smaller;
  return { ...larger, least: smaller.least, otherwise: { below: larger.least, bounds: smaller } };
}

export function boundsWithin(bounds: Bounds, units: number): Bounds {
  const { otherwise } = bounds;
  return otherwise && units < otherwise.below ? otherwise.bounds : bounds;
}

interface PromptOverhead {
  thinks: boolean;
  /** Tokens of the facts about the customer; 0: none. */
  contextTokens?: number;
  /** Tokens of the pictures, for which the prompt leaves no room; 0: none. */
  imageTokens?: number;
}

function* boundsOfPrompt(
  planLimits: PlanLimits,
  messages: readonly ChatMessage[],
  knowledge: KnowledgeSizes,
  {
    thinks,
    contextTokens = 0,
    imageTokens = 0,
    takesWhole = false,
  }: PromptOverhead & { takesWhole?: boolean },
): Steps<Bounds> {
  const { levelLimits } = planLimits;
  const { weight } = levelLimits;
  const persona = countPersona(planLimits);
  const fits = knowledge.tokens <= (levelLimits.promptTokens - SYSTEM_TOKENS - persona) * PASSAGE_PART;
  const isWhole = fits || takesWhole;
  const pieces = isWhole ? knowledge.tokens : boundOfPassages(levelLimits, knowledge);
  const conversation = yield* countConversation(messages, levelLimits.promptTokens);
  const facts = contextTokens === 0 ? 0 : contextTokens + CONTEXT_RULE_TOKENS;
  const rule = imageTokens === 0 ? 0 : IMAGES_RULE_TOKENS;
  const needed = withMargin(SYSTEM_TOKENS + persona + pieces + facts + rule + conversation);
  const most = levelLimits.promptTokens + (isWhole && !fits ? withMargin(knowledge.tokens) : 0);
  const promptTokens = Math.ceil(Math.min(most, needed));

  const { isThorough } = levelLimits;
  const room = thinks ? THINKING_TOKENS : 0;
  const asking = isWhole ? 0 : conversationCall(messages, QUERIES_OUTPUT_TOKENS + room) + imageTokens;
  const calls = asking + (isThorough ? thoroughCalls(messages, promptTokens, room) : 0);
  const fixed = promptTokens + imageTokens + calls + UNITS_PER_COMPLETION_TOKEN * room;
  // The second look reads the answer again, so each output token of a thorough level costs one more.
  const perOutputToken = UNITS_PER_COMPLETION_TOKEN + (isThorough ? 1 : 0);
  const unitsFor = (outputTokens: number) => Math.ceil(weight * (fixed + perOutputToken * outputTokens));
  return {
    ...{ promptTokens, takesWhole: isWhole && !fits },
    wanted: unitsFor(levelLimits.outputTokens),
    least: unitsFor(MIN_OUTPUT_TOKENS),
    outputTokensFor: (units) =>
      room + Math.min(levelLimits.outputTokens, Math.floor((units / weight - fixed) / perOutputToken)),
  };
}

function countPersona({ settings, placeInstructions: place }: PlanLimits): number {
  const typed = countTokens(toData([settings.tone, settings.instructions]));
  const persona = Math.min(typed, MAX_TONE_TOKENS + MAX_INSTRUCTION_TOKENS);
  if (place === '') return persona;
  return persona + Math.min(countTokens(toData(place)), MAX_PLACE_INSTRUCTION_TOKENS) + TOKENS_AROUND_PLACE;
}

/** As many passages as a search sends at most, each as long as the longest, and not less than all that may fit. */
function boundOfPassages({ passages, promptTokens }: LevelLimits, { tokens, longestPiece }: KnowledgeSizes) {
  const most = passages * PASSAGES_FACTOR;
  const chosen = most * (longestPiece / CHARACTERS_PER_TOKEN + TOKENS_AROUND_ENTRY);
  return tokens <= promptTokens * PASSAGE_PART ? Math.max(tokens, chosen) : chosen;
}

/** Upper bound of an answer by the extractive engine: the conversation read, one passage written. */
export function* boundsWithoutBackend(
  planLimits: PlanLimits,
  messages: readonly ChatMessage[],
  { longestPiece }: KnowledgeSizes,
): Steps<Bounds> {
  const promptTokens = yield* countConversation(messages, planLimits.levelLimits.promptTokens);
  const outputTokens = Math.ceil(longestPiece / CHARACTERS_PER_TOKEN) + MIN_OUTPUT_TOKENS;
  const unitsFor = (completionTokens: number) => unitsOf(planLimits, { promptTokens, completionTokens });
  return {
    promptTokens,
    wanted: unitsFor(outputTokens),
    least: unitsFor(MIN_OUTPUT_TOKENS),
    outputTokensFor: () => outputTokens,
  };
}

/**
 * Units of week and credit that a channel, or a place of it with a share, may still use: `free` now, `unspent` if all
 * that is held came back. The arithmetic of the ledger's `admit`, which alone decides.
 */
export function roomIn(
  planLimits: PlanLimits,
  channel: Channel,
  ledger: Ledger,
  ofPlace: { share: number; used: number; held: number } | null = null,
): { free: number; unspent: number } {
  const share = ofPlace?.share ?? shareOf(planLimits, channel);
  const { quota } = planLimits;
  const { used, reserved, credit_balance: balance } = ledger;
  const ofChannel =
    channel === 'api' ? { used: ledger.api_used, held: ledger.api_reserved } : { used, held: reserved };
  const { used: usedOfShare, held: heldOfShare } = ofPlace ?? ofChannel;
  const ofWeek = (spent: number, spentOfShare: number) =>
    Math.max(0, Math.min(quota - spent, share - spentOfShare));
  const credit = ofPlace
    ? { free: 0, unspent: 0 }
    : { free: balance - ledger.credit_reserved, unspent: balance };
  return {
    free: ofWeek(used + reserved, usedOfShare + heldOfShare) + credit.free,
    unspent: ofWeek(used, usedOfShare) + credit.unspent,
  };
}

const SHORT_QUESTION: ChatMessage[] = [{ role: 'user', content: 'When do you open?' }];

/**
 * Units without which not even a short question is answered: a remainder nearly always stays that pays for none.
 * Passages are left out where the server's knowledge is not in memory; getKnowledgeIndex brings it there.
 */
export function leastForAnswer(core: Core, server: Server): number {
  const knowledge = findKnowledgeIndex(core, server) ?? NO_KNOWLEDGE;
  const planLimits = planLimitsOf(core, server);
  const thinks = core.ai?.thinks(modelOf(core, planLimits.level)) ?? false;
  const bounds = core.ai ? boundsWithBackend : boundsWithoutBackend;
  return runAtOnce(bounds(planLimits, SHORT_QUESTION, knowledge, { thinks })).least;
}

/** A test key's answer: nothing to reserve. */
export const FREE_BOUNDS: Bounds = { promptTokens: 0, wanted: 0, least: 0, outputTokensFor: () => 0 };

/** Tokens of all turns, counted up to `limit`; a message of 16,000 characters takes up to 25 ms. */
export function* countConversation(messages: readonly ChatMessage[], limit: number): Steps<number> {
  let tokens = 0;
  for (const message of messages.toReversed()) {
    if (tokens > limit) break;
    tokens += countMessage(message) + (message.name ? countTokens(message.name) : 0) + 12;
    yield;
  }
  return Math.min(tokens, limit);
}

function conversationCall(messages: readonly ChatMessage[], outputTokens: number): number {
  const turns = takeLastTurns(messages).reduce(
    (sum, { maxTokens }) => sum + maxTokens + TOKENS_AROUND_TURN,
    0,
  );
  return SIDE_CALL_TOKENS + turns + UNITS_PER_COMPLETION_TOKEN * outputTokens;
}

function thoroughCalls(messages: readonly ChatMessage[], promptTokens: number, room: number): number {
  const rewriting = messages.length < 2 ? 0 : conversationCall(messages, REWRITE_OUTPUT_TOKENS + room);
  const review = SIDE_CALL_TOKENS + promptTokens + UNITS_PER_COMPLETION_TOKEN * (REVIEW_OUTPUT_TOKENS + room);
  return Math.ceil(rewriting + review);
}
