/** What the bot has to be allowed on a server, by the platform's names. */
export const NEEDED_RIGHTS = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'ReadMessageHistory',
  'EmbedLinks',
  'AttachFiles',
] as const;
