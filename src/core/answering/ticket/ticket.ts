import { LRUCache } from 'lru-cache';
import { toCleanName } from '../../../domain/text.ts';
import type { ChatMessage } from '../../../domain/types.ts';
import type { Steps } from '../../runtime/slices.ts';
import { readMessageText } from './message-text.ts';

export interface ToldMessage extends ChatMessage {
  /** The text around its author's words: quotes, headers, signature. */
  quoted?: string;
}

/** The same messages in the same order, three ways; the team's have the role `assistant`. */
export interface Ticket {
  /** Everything, other people's words marked: for the model. */
  told: readonly ToldMessage[];
  /** The customer's own words: for the reader, small talk and the language. */
  judged: readonly ChatMessage[];
  /** Their question, without greetings: for the search and later readers. */
  sought: readonly ChatMessage[];
}

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
    const parts = role === 'user' ? readMessage(same) : { told: same, judged: same, sought: same };
    told.push(parts.told);
    judged.push(parts.judged);
    sought.push(parts.sought);
    yield;
  }
  return { told, judged, sought };
}

interface MessageViews {
  told: ToldMessage;
  judged: ChatMessage;
  sought: ChatMessage;
}

const read = new WeakMap<ChatMessage, MessageViews>();

/** Read once for each message object; see `withKnownMessages`. */
function readMessage(message: ChatMessage): MessageViews {
  const known = read.get(message);
  if (known) return known;
  const { own, rest, words, question } = readMessageText(message.content);
  const told = withContent(message, own);
  const parts = {
    told: rest ? { ...told, quoted: rest } : told,
    judged: withContent(message, words),
    sought: withContent(message, question),
  };
  read.set(message, parts);
  return parts;
}

/** The same object if nothing changes: results about its text are cached by the message. */
function withContent(message: ChatMessage, content: string): ChatMessage {
  return content === message.content ? message : { ...message, content };
}

/** People who answer for the team, in German and English. */
const OFFICE = `(?:(?:server|senior|junior|head|lead|community|game|discord|ticket|customer|live|technical|tech)[ -]?)?(?:staff|team|teams?mitglied|team ?member|crew|support(?:er|erin|team)?|support[ -](?:team|agent|staff|bot|mitarbeiter(?:in)?)|service ?desk|help ?desk|kunden(?:service|dienst|betreuung|support)|customer (?:service|care|support|success)|mod(?:s|erator(?:in|s|en)?|eration)?|admin(?:s|istrator(?:in|s|en)?)?|owner|inhaber(?:in)?|agent(?:in)?|mitarbeiter(?:in)?|developer|dev|entwickler(?:in)?)(?:[ -](?:team|staff))?`;
/** `Support`, `Head Moderator`. */
const IS_OFFICE = new RegExp(`^${OFFICE}$`, 'iu');
/** `Salzkai Support`, `Support Agent Tom`: offices that are hardly part of anybody's own name. */
const NAMES_OFFICE =
  /^(?:[\p{L}\p{N}'’.&-]{1,30} ){1,3}(?:support(?:[ -]team)?|kundenservice|kundendienst|help ?desk|service ?desk|customer (?:service|care|support))$|^(?:support[ -](?:agent|team|mitarbeiter(?:in)?)|team ?member|teammitglied|customer (?:service|care|support)|kundenservice|kundendienst|help ?desk|moderator(?:in)?|administrator(?:in)?)(?: [\p{L}\p{N}'’.&-]{1,30}){1,3}$/iu;
/** `Ole (Staff)`, `[Team] Ole`, `Ole | Support`, `Ole - Support Team`, `Ole · Mod`. */
const HAS_OFFICE = new RegExp(
  String.raw`[([{<«]\s?(?:[\p{L}\p{N}'’.&-]{1,30} ){0,3}${OFFICE}\s?[)\]}>»]|(?:^|\s)[|·•–—-]\s?(?:[\p{L}\p{N}'’.&-]{1,30} ){0,2}${OFFICE}$|^${OFFICE}\s?[|·•–—:-]\s`,
  'iu',
);

const OFFICES = [IS_OFFICE, NAMES_OFFICE, HAS_OFFICE];

function fold(name: string): string {
  return toCleanName(name).toLowerCase();
}

/**
 * Finds the user messages by team members: people whose name the owner listed or whose name says so. The author of
 * the last message is the customer, as is the person whom the caller names.
 */
export function findTeamMessages(
  messages: readonly ChatMessage[],
  { customer, teamNames }: { customer?: string | undefined; teamNames: readonly string[] },
): Set<ChatMessage> {
  const customers = new Set([customer, messages.at(-1)?.name].flatMap((name) => (name ? [fold(name)] : [])));
  const listed = new Set(teamNames.map(fold));
  const isTeam = ({ role, name }: ChatMessage) => {
    if (role !== 'user' || !name) return false;
    const folded = fold(name);
    if (customers.has(folded)) return false;
    return listed.has(folded) || OFFICES.some((office) => office.test(folded));
  };
  return new Set(messages.slice(0, -1).filter(isTeam));
}

/** Messages of current tickets; with their cached readings, 10 MB at most. */
const MOST_MESSAGES = 4_000;
const MOST_CHARACTERS = 1_000_000;
/** Nobody's words are kept for longer. */
const KEPT_MS = 15 * 60 * 1000;

const known = new LRUCache<string, ChatMessage>({
  max: MOST_MESSAGES,
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ content }) => content.length + 1,
  ttl: KEPT_MS,
});

/**
 * Replaces earlier messages by the objects of last time: a ticket returns with each new message, and weak maps keep
 * its readings by object. Without this a question takes a tenth more CPU.
 */
export function withKnownMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map((message, index) => (index < messages.length - 1 ? recognise(message) : message));
}

function recognise(message: ChatMessage): ChatMessage {
  const found = known.get(message.content);
  if (found && found.role === message.role && found.name === message.name) return found;
  known.set(message.content, message);
  return message;
}
