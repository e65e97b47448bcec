import { setTimeout as delay } from 'node:timers/promises';
import { DiscordAPIError, type Guild } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { readMessageText } from '../../../../core/answering/ticket/message-text.ts';
import { type Lesson, learn } from '../../../../core/learning/suggestions/learn.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggest.ts';
import { modeIn } from '../../../../core/owners/settings.ts';
import { createBacklog } from '../../../../core/runtime/slices.ts';
import { isDatabaseAway } from '../../errors.ts';
import type { Incoming } from '../incoming.ts';
import { type Policies, type Policy, teachingRoleOf } from '../policies.ts';
import type { Reference, References } from '../reading/question.ts';
import { type Asked, type AskedDeps, findAsked } from './asked.ts';
import { type Removals, toRead } from './removals.ts';

/** Putting an observed reply into words takes the backend seconds. */
const AT_ONCE = 2;
const MAX_WAITING = 100;
const MAX_MESSAGES = 10;
const MAX_TAKEN = 10_000;
const FIND_WITHIN_MS = 10_000;
/** Pauses while the database is away, in bursts: 4, 8 and 16 seconds. */
const PAUSES_IN_BURSTS = [2, 4, 8];

interface TeamMessage {
  message: Incoming;
  guild: Guild | null;
  policy: Policy;
  /** Whether it wants something of the bot instead. */
  isAsking: Promise<boolean>;
}

export type ObservedReplies = ReturnType<typeof createObservedReplies>;

interface ObservedReplyDeps extends AskedDeps {
  policies: Policies;
  references: References;
  removals: Removals;
  burstMs: number;
}

interface ReplyBurst {
  messages: { message: Incoming; isTeaching: Promise<boolean> }[];
  guild: Guild | null;
  reference: Reference | null;
  roleId: string;
  timer: NodeJS.Timeout | undefined;
}

/** Collects what the team teaches: its replies to questions of members, where learning is on. */
export function createObservedReplies(deps: ObservedReplyDeps) {
  const { log } = deps.core;
  const drafts = new Map<string, ReplyBurst>();
  const taken = new LRUCache<string, true>({ max: MAX_TAKEN });
  const finishing = new AbortController();
  const backlog = createBacklog<ReplyBurst>({ atOnce: AT_ONCE, waiting: MAX_WAITING }, (draft, signal) =>
    teach(deps, draft, { signal, finishing: finishing.signal }),
  );
  let isOverfull = false;

  function close(key: string): void {
    const draft = drafts.get(key);
    if (!draft) return;
    clearTimeout(draft.timer);
    drafts.delete(key);
    const isTaken = backlog.add(draft);
    if (!isTaken && !isOverfull)
      log.warn({ waiting: MAX_WAITING }, 'too many replies to learn from at once, some were left out');
    isOverfull = !isTaken;
  }

  function gather(key: string, draft: ReplyBurst): void {
    clearTimeout(draft.timer);
    if (finishing.signal.aborted || draft.messages.length >= MAX_MESSAGES) close(key);
    else draft.timer = setTimeout(() => close(key), deps.burstMs);
  }

  return {
    /** Never waits and never throws. */
    take: ({ message, guild, policy, isAsking }: TeamMessage): void => {
      // A failure is told by whoever asked.
      const isTeaching = isAsking.then((asking) => !asking).catch(() => false);
      const roleId = teachingRoleOf(policy, message.author.roleIds);
      const isOff = modeIn(policy, message) === 'off';
      // Files and stickers teach nothing.
      const isTeachable = roleId !== null && !isOff && !message.isMentioned && message.text !== '';
      if (!isTeachable || taken.has(message.id)) return;
      taken.set(message.id, true);
      const key = `${message.channelId}:${message.author.id}`;
      const open = drafts.get(key);
      if (open && continues(open.messages[0]?.message, message)) {
        open.messages.push({ message, isTeaching });
        gather(key, open);
        return;
      }
      close(key);
      if (!message.replyTo && !message.isThread) return;
      const reference = deps.references.of(message.id);
      const draft = { messages: [{ message, isTeaching }], guild, reference, roleId, timer: undefined };
      drafts.set(key, draft);
      gather(key, draft);
    },
    /** Resolves when everything is learned; lessons that wait for the database are tried once more. */
    finish: async (): Promise<void> => {
      finishing.abort();
      for (const key of [...drafts.keys()]) close(key);
      await backlog.finish();
    },
    abandon: async (): Promise<void> => {
      for (const { timer } of drafts.values()) clearTimeout(timer);
      drafts.clear();
      const left = await backlog.abandon();
      if (left > 0) log.warn({ lessons: left }, 'bot stopped before it had learned from all replies');
    },
  };
}

/** A reply to something else begins another answer. */
function continues(first: Incoming | undefined, { replyTo }: Incoming): boolean {
  return replyTo === null || replyTo.id === first?.replyTo?.id;
}

async function messagesOf({ messages }: ReplyBurst): Promise<Incoming[]> {
  const all = await Promise.all(messages.map(async (one) => ((await one.isTeaching) ? one.message : null)));
  return all.filter((message) => message !== null);
}

/**
 * Tries again while the database is away, and keeps others waiting meanwhile. Never rejects.
 * @param ends `finishing` ends a pause, and there are no more
 */
async function teach(
  deps: ObservedReplyDeps,
  draft: ReplyBurst,
  ends: { signal: AbortSignal; finishing: AbortSignal },
): Promise<void> {
  const { log } = deps.core;
  const server = draft.messages[0]?.message.serverId;
  const over = AbortSignal.any([ends.signal, ends.finishing]);
  const pauses = PAUSES_IN_BURSTS.map((bursts) => bursts * deps.burstMs);
  for (;;) {
    try {
      return await teachOnce(deps, draft, ends.signal);
    } catch (error) {
      const pauseMs = isDatabaseAway(error) && !over.aborted ? pauses.shift() : undefined;
      if (pauseMs === undefined) return tellFailure(log, { error, server, isEnding: ends.signal.aborted });
      log.debug({ err: error, server }, 'reply not learned from yet');
      await delay(pauseMs, undefined, { signal: over }).catch(() => undefined);
    }
  }
}

function tellFailure(
  log: ObservedReplyDeps['core']['log'],
  { error, server, isEnding }: { error: unknown; server: string | undefined; isEnding: boolean },
): void {
  // Discord refuses these every time.
  const isExpected = error instanceof DiscordAPIError || (isEnding && !isDatabaseAway(error));
  log[isExpected ? 'debug' : 'warn']({ err: error, server }, 'reply not learned from');
}

async function teachOnce(deps: ObservedReplyDeps, draft: ReplyBurst, signal: AbortSignal): Promise<void> {
  const { core, removals } = deps;
  const messages = await messagesOf(draft);
  const [first] = messages;
  if (!first) return;
  const policy = await deps.policies.of(first.serverId);
  if (teachingRoleOf(policy, first.author.roleIds) === null) return;
  const asked = await findAsked(
    deps,
    { message: first, guild: draft.guild, reference: draft.reference },
    AbortSignal.any([signal, AbortSignal.timeout(FIND_WITHIN_MS)]),
  );
  if (!asked) return;
  const read = toRead(first, [...asked.messages, ...messages]);
  await removals.learnFrom(read, signal, () => learn(core, toLesson(messages, asked, draft.roleId), signal));
}

/** Without the names of anybody. @param messages of one teacher. */
function toLesson(messages: readonly Incoming[], asked: Asked, roleId: string): Lesson {
  const { serverId = '', channelId = '', author = { id: '', name: '' } } = messages[0] ?? {};
  const names = [...asked.names, author.name, ...messages.flatMap(({ mentionedNames }) => mentionedNames)];
  const [messageId = '', ...moreMessageIds] = asked.messages.map(({ id }) => id).toReversed();
  const text = messages.map((message) => readMessageText(message.written).own).join('\n');
  const { memberId } = asked;
  return {
    serverId,
    channelId,
    question: {
      ...{ messageId, moreMessageIds, memberId },
      name: asked.names[0] ?? '',
      text: prepareText(asked.text, names),
    },
    answer: {
      messageIds: messages.map(({ id }) => id),
      memberId: author.id,
      name: author.name,
      roleId,
      text: prepareText(text, names),
    },
  };
}
