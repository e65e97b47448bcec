import type { ChatMessage } from '../../../domain/types.ts';
import type { Steps } from '../../slices.ts';
import { readMessageText } from './message-text.ts';
import { findTeamMessages } from './speakers.ts';

/** A message as the model is told it. */
export interface ToldMessage extends ChatMessage {
  /** What stands around the words of whoever wrote it: quotes, headers, signature. */
  quoted?: string;
}

/** The same messages, in the same order, as each part of an answer needs them; the team's have the role `assistant`. */
export interface Ticket {
  /** Everything, with what is not the customer's own marked: for the model. */
  told: readonly ToldMessage[];
  /** The customer's own words: for rules, small talk and the language. */
  judged: readonly ChatMessage[];
  /** What they ask, without greetings: for the search and whoever reads the question later. */
  sought: readonly ChatMessage[];
}

/** Finds who of a ticket is the customer, and what their own words are, message by message. */
export function* readTicketText(
  messages: readonly ChatMessage[],
  people: Parameters<typeof findTeamMessages>[1],
): Steps<Ticket> {
  const told: ToldMessage[] = [];
  const judged: ChatMessage[] = [];
  const sought: ChatMessage[] = [];
  const ofTeam = findTeamMessages(messages, people);
  for (const message of messages) {
    const role = ofTeam.has(message) ? 'assistant' : message.role;
    const same = role === message.role ? message : { ...message, role };
    const { own, rest, words, question } = role === 'user' ? readMessageText(message.content) : AS_IT_IS;
    told.push(rest ? { ...withContent(same, own), quoted: rest } : withContent(same, own));
    judged.push(withContent(same, words));
    sought.push(withContent(same, question));
    yield;
  }
  return { told, judged, sought };
}

const AS_IT_IS = { own: undefined, rest: '', words: undefined, question: undefined };

/** The message itself where nothing changes: what is known about its text is known by the message. */
function withContent(message: ChatMessage, content = message.content): ChatMessage {
  return content === message.content ? message : { ...message, content };
}
