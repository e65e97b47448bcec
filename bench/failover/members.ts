import { setTimeout as delay } from 'node:timers/promises';
import { SENTENCES } from '../../src/channels/discord/errors.ts';
import type { Stage } from './stage.ts';

const ASK_EVERY_MS = 400;
const POLL_MS = 100;

/** A question on Discord. */
interface Asked {
  id: string;
  text: string;
  /** Of performance.now(). */
  at: number;
}

/** What became of the questions of a round. */
export interface Replies {
  answered: Asked[];
  /** Neither an answer nor a word. */
  open: Asked[];
  /** Told why there is no answer. */
  refused: Asked[];
  /** With more than one reply. */
  twice: Asked[];
}

export interface Members {
  asked: Asked[];
  replies(): Replies;
  /** Nobody asks any more; resolves when everybody has a reply, or the time is over. @returns seconds it took. */
  stop(patienceMs: number): Promise<number>;
}

/** A different member each time, so that no two questions make one turn. */
export function startMembers({ discord, guild }: Stage, name: string): Members {
  const channel = guild.addChannel({ name: 'help' });
  const asked: Asked[] = [];
  const timer = setInterval(() => {
    const text = `Member ${asked.length} of ${name} asks: where do I find the mod list?`;
    const { id } = guild.addMember().says(channel, `<@${discord.botId}> ${text}`);
    asked.push({ id, text, at: performance.now() });
  }, ASK_EVERY_MS);
  const replies = () => sort(discord.sent, asked);
  return {
    asked,
    replies,
    stop: async (patienceMs) => {
      clearInterval(timer);
      const startedAt = performance.now();
      while (replies().open.length > 0 && performance.now() - startedAt < patienceMs) await delay(POLL_MS);
      return (performance.now() - startedAt) / 1000;
    },
  };
}

const FAULTS = new Set(Object.values(SENTENCES).flatMap(({ de, en }) => [de, en]));

function sort(sent: Stage['discord']['sent'], asked: readonly Asked[]): Replies {
  const byQuestion = Map.groupBy(sent, ({ replyTo }) => replyTo);
  const found = asked.map((one) => ({ one, replies: byQuestion.get(one.id) ?? [] }));
  const those = (isMeant: (replies: typeof sent) => boolean) =>
    found.filter(({ replies }) => isMeant(replies)).map(({ one }) => one);
  const isAnswer = ({ content }: (typeof sent)[number]) => !FAULTS.has(content);
  return {
    answered: those((replies) => replies.some(isAnswer)),
    open: those((replies) => replies.length === 0),
    refused: those((replies) => replies.length > 0 && !replies.some(isAnswer)),
    twice: those((replies) => replies.length > 1),
  };
}
