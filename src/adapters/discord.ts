import type { Config } from '../config.ts';

/** What the platform says about the application that the token belongs to. */
export interface Application {
  name: string;
  /** Whether the intent for message content is switched on in the developer portal. */
  mayReadMessages: boolean;
}

export interface Discord {
  /** @throws an Error of the library, with `status` 401 for a wrong token; within 5 s. */
  readApplication(): Promise<Application>;
}

const TIMEOUT_MS = 5_000;

/** A look at the application over REST; the bot itself is a channel. null without a token. */
export function createDiscord(config: Pick<Config, 'DISCORD_TOKEN' | 'DISCORD_API_URL'>): Discord | null {
  const token = config.DISCORD_TOKEN;
  if (!token) return null;
  return {
    readApplication: async () => {
      // Loaded only when asked for: it takes 300 ms, which every command would pay.
      const { ApplicationFlags, REST, Routes } = await import('discord.js');
      const rest = new REST({ version: '10', api: config.DISCORD_API_URL, timeout: TIMEOUT_MS, retries: 0 });
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const read = await rest.setToken(token).get(Routes.currentApplication(), { signal });
      const { name, flags = 0 } = read as { name: string; flags?: number };
      const isOn = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
      return { name, mayReadMessages: (flags & isOn) !== 0 };
    },
  };
}
