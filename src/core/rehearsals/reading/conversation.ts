import { htmlToMarkdown } from '../../../adapters/markdown/html.ts';
import { MAX_CONTENT_CHARACTERS, MAX_MESSAGES } from '../../../domain/limits.ts';
import { truncate } from '../../../domain/text.ts';
import type { ChatMessage } from '../../../domain/types.ts';
import { readFollowUp } from '../../answering/ticket/follow-up.ts';
import { readMessageText } from '../../answering/ticket/message-text.ts';

/** One message of a conversation, as its system says it; private notes are none. */
export interface Turn {
  by: 'customer' | 'team' | 'bot';
  /** Plain text, or the HTML of a mail. */
  text: string;
  /** The writer's id on the chat platform, where the file says it. */
  authorId?: string | undefined;
}

/** A conversation of a file. */
export interface Told {
  turns: readonly Turn[];
  /** In milliseconds since 1970; null: unknown. */
  at: number | null;
  /** Of those who wrote it. */
  names: readonly string[];
}

/** What is asked again, and what the team said then. */
export interface ReadConversation {
  messages: ChatMessage[];
  /** What the team said in one go each, oldest first. */
  teamAnswers: string[];
  /** Ids on the chat platform, where they are known: who asked, and who gave each of the answers. */
  askedBy?: string | undefined;
  answeredBy?: (string | null)[];
  at: number | null;
  names: string[];
}

/** The first ones may only ask for a moment. */
const MAX_ANSWERS = 5;
const MAX_NAMES = 50;
/** Bounds the work on a chat that never gets to a question. */
const MAX_GREETINGS = 8;

/**
 * The customer's messages until the team first answers what was asked, without quotes and signatures, and the team's
 * answers. @returns null where no customer wrote before the end.
 */
export function toConversation({ turns, at, names }: Told): ReadConversation | null {
  const said = inOneGo(turns.map((turn) => ({ ...turn, text: ownWords(turn.text) })));
  const start = said.findIndex(({ by }) => by === 'customer');
  if (start < 0) return null;
  const rest = said.slice(start);
  const answered = findAnswer(rest);
  const ticket = answered < 0 ? rest : rest.slice(0, answered);
  const last = ticket.findLastIndex(({ by }) => by === 'customer');
  const messages = ticket.slice(0, last + 1).map(toMessage);
  const answers = rest
    .slice(Math.max(0, answered))
    .filter(({ by }) => by === 'team')
    .slice(0, MAX_ANSWERS);
  return {
    messages: messages.slice(-MAX_MESSAGES),
    teamAnswers: answers.map(({ text }) => truncate(text, MAX_CONTENT_CHARACTERS)),
    askedBy: said[start]?.authorId,
    answeredBy: answers.map(({ authorId }) => authorId ?? null),
    at,
    names: [...new Set(names.map((name) => name.trim()).filter(Boolean))].slice(0, MAX_NAMES),
  };
}

/** A team that greets back has answered nothing yet. */
function findAnswer(turns: readonly Turn[]): number {
  const greeting = turns.slice(0, MAX_GREETINGS).map(toMessage);
  return turns.findIndex(
    ({ by }, index) =>
      by === 'team' && (index >= MAX_GREETINGS || readFollowUp(greeting.slice(0, index)).talk === null),
  );
}

function toMessage({ by, text }: Turn): ChatMessage {
  return { role: by === 'customer' ? 'user' : 'assistant', content: truncate(text, MAX_CONTENT_CHARACTERS) };
}

/** HTML that is no mail for the reader of tickets, such as an empty or a very long one, is read as a page. */
function ownWords(text: string): string {
  const { own } = readMessageText(text);
  const isUnread = own.length === text.length && text.trimStart().startsWith('<');
  return (isUnread ? readMessageText(htmlToMarkdown(text, null)).own : own).trim();
}

/** Messages of one person, or of one side of unknown people, that follow each other are one. */
function inOneGo(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const before = joined.at(-1);
    if (turn.text === '') continue;
    if (before?.by === turn.by && before.authorId === turn.authorId) before.text += `\n\n${turn.text}`;
    else joined.push({ ...turn });
  }
  return joined;
}
