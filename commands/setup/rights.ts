import { type Invocation, pick, type Texts } from '../command.ts';

/** What the bot needs is fewer; the message stays one. */
const MAX_RIGHTS = 8;

/** What each right is for, by the platform's name of it. */
const RIGHTS: Record<string, Texts> = {
  ViewChannel: { de: 'Fragen sehen', en: 'see questions' },
  SendMessages: { de: 'antworten', en: 'answer' },
  SendMessagesInThreads: {
    de: 'in Threads und Foren antworten',
    en: 'answer in threads and forums',
  },
  ReadMessageHistory: {
    de: 'den Verlauf verstehen und auf Nachrichten antworten',
    en: 'understand the history and reply to messages',
  },
  ManageThreads: { de: 'in geschlossenen Threads antworten', en: 'answer in locked threads' },
  TimedOut: {
    de: 'der Bot hat eine Auszeit (Timeout); heb sie auf',
    en: 'the bot is timed out; lift the timeout',
  },
  EmbedLinks: { de: 'Quellen verlinken', en: 'link to sources' },
  AttachFiles: { de: 'Dateien senden', en: 'send files' },
  MentionEveryone: { de: 'die Team-Rolle rufen', en: 'call the team role' },
};

/** One line for each right that the bot lacks, with what it is for. */
export function listRights(rights: readonly string[], input: Pick<Invocation, 'language'>): string {
  const lines = rights.slice(0, MAX_RIGHTS).map((name) => {
    const purpose = RIGHTS[name];
    return `\n  - \`${name}\`${purpose ? `: ${pick(input, purpose)}` : ''}`;
  });
  return lines.join('');
}
