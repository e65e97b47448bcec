import { Parser } from 'htmlparser2';
import type { Told, Turn } from './conversation.ts';
import { type Fields, isFields, momentOf } from './systems.ts';

/** A message of a channel, whoever of its members wrote it. */
interface ChatLine {
  author: string;
  name: string;
  isBot: boolean;
  at: number | null;
  text: string;
}

/**
 * The conversation in a transcript of Ticket Tool, discord-html-transcripts or DiscordChatExporter, as HTML or JSON. Who first writes,
 * and is no bot, opened it and is the customer; everybody else is the team. @returns null where it is no transcript
 */
export function readTranscript(text: string): Told | null {
  const lines = text.trimStart().startsWith('<') ? readHtml(text) : readJson(text);
  if (lines.length === 0) return null;
  const opener = lines.find(({ isBot, text }) => !isBot && text !== '')?.author;
  const turns = lines.map(({ author, isBot, text }): Turn => {
    const by = isBot ? 'bot' : author === opener ? 'customer' : 'team';
    return { by, text, authorId: PLATFORM_ID.test(author) ? author : undefined };
  });
  const people = lines.filter(({ isBot }) => !isBot);
  return {
    turns,
    at: lines.find(({ at }) => at !== null)?.at ?? null,
    names: people.map(({ name }) => name),
  };
}

const PLATFORM_ID = /^\d{17,20}$/;

function readHtml(html: string): ChatLine[] {
  const reader = new TranscriptReader();
  new Parser(reader, { lowerCaseTags: true, recognizeSelfClosing: true }).end(html);
  return reader.finish();
}

/** Messages as DiscordChatExporter and the platform itself write them; none of any other text. */
function readJson(text: string): ChatLine[] {
  const whole = parse(text);
  const messages = isFields(whole) ? whole.messages : whole;
  const all = Array.isArray(messages) ? messages.filter(isFields) : [];
  const lines = all.flatMap(({ author, content, timestamp, createdTimestamp }): ChatLine[] => {
    if (!isFields(author) || typeof content !== 'string') return [];
    const name = String(author.nickname ?? author.name ?? author.username ?? '');
    const isBot = author.isBot === true || author.bot === true;
    const at = momentOf(timestamp ?? createdTimestamp);
    return [{ author: String(author.id ?? name), name, isBot, at, text: content.trim() }];
  });
  return lines.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BREAKS = new Set(['br', 'p', 'div', 'li', 'pre', 'blockquote']);
const BADGES = ['chatlog__author-tag', 'chatlog__bot-tag'];
const AUTHORS = ['chatlog__author', 'chatlog__author-name'];

/** What the words of an element are; `none` is left out. */
type Part = 'text' | 'name' | 'script' | 'none' | null;

class TranscriptReader {
  readonly #lines: ChatLine[] = [];
  readonly #parts: Part[] = [];
  #author = { author: '', name: '', isBot: false, at: null as number | null };
  #current: ChatLine | null = null;
  #script = '';

  onopentag(tag: string, given: Record<string, string>): void {
    const classes = (given.class ?? '').split(/\s+/);
    const has = (...names: string[]) => names.some((name) => classes.includes(name));
    const around = this.#parts.at(-1) ?? null;
    let part: Part = around;
    if (tag === 'script') part = 'script';
    else if (tag === 'style' || given.slot !== undefined || has('chatlog__edited-timestamp')) part = 'none';
    else if (tag === 'discord-message') part = this.#begin(given);
    else if (has('chatlog__message-group')) this.#author = { author: '', name: '', isBot: false, at: null };
    else if (has(...AUTHORS)) part = this.#meet(given);
    else if (has(...BADGES)) {
      this.#author.isBot = true;
      part = 'none';
    } else if (has('chatlog__timestamp')) this.#author.at = momentOf(given.title);
    else if (has('chatlog__content')) part = this.#beginExported();
    if (part === 'text' && around === 'text' && BREAKS.has(tag)) this.ontext('\n');
    this.#parts.push(part);
  }

  ontext(text: string): void {
    const part = this.#parts.at(-1);
    if (part === 'script') this.#script += text;
    else if (part === 'name') this.#author.name += text;
    else if (part === 'text' && this.#current) this.#current.text += text;
  }

  onclosetag(): void {
    const part = this.#parts.pop();
    if (part === 'name' && this.#author.author === '') this.#author.author = this.#author.name;
  }

  /** The library's own names are in a script: by their ids, or as the messages themselves. */
  finish(): ChatLine[] {
    const profiles = jsonAfter(this.#script, 'profiles:', '{');
    const lines = this.#lines.map((line) => {
      const profile = isFields(profiles) ? profiles[line.author] : null;
      if (!isFields(profile)) return line;
      return { ...line, name: String(profile.author ?? ''), isBot: line.isBot || profile.bot === true };
    });
    const drawn = jsonAfter(this.#script, 'messages =', '[');
    const all = lines.length > 0 || !Array.isArray(drawn) ? lines : drawn.filter(isFields).map(toLine);
    return all.map((line) => ({ ...line, text: line.text.trim() }));
  }

  #begin(given: Record<string, string>): Part {
    const author = given.profile ?? given.author ?? '';
    const isBot = given.bot !== undefined && given.bot !== 'false';
    this.#current = {
      ...{ author, name: given.author ?? '', isBot },
      ...{ at: momentOf(given.timestamp), text: '' },
    };
    this.#lines.push(this.#current);
    return 'text';
  }

  #meet(given: Record<string, string>): Part {
    const author = given['data-user-id'] ?? given.title ?? '';
    this.#author = { author, name: '', isBot: false, at: null };
    return 'name';
  }

  #beginExported(): Part {
    this.#current = { ...this.#author, text: '' };
    this.#lines.push(this.#current);
    return 'text';
  }
}

/** Ticket Tool draws a page of what it wrote down. */
function toLine({ user_id: id, username, nick, bot, content, created }: Fields): ChatLine {
  const name = String(nick ?? username ?? '');
  const text = typeof content === 'string' ? content : '';
  return { author: String(id ?? name), name, isBot: bot === true, at: momentOf(created), text };
}

/** The JSON value that begins with this sign behind some words of a script; undefined where there is none. */
function jsonAfter(script: string, words: string, sign: '{' | '['): unknown {
  const place = script.indexOf(words);
  const start = place < 0 ? -1 : script.indexOf(sign, place);
  if (start < 0) return undefined;
  try {
    return JSON.parse(script.slice(start, endOfJson(script, start)));
  } catch {
    return undefined;
  }
}

const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs;

function endOfJson(script: string, start: number): number {
  let depth = 0;
  for (const { 0: found, index } of script.slice(start).matchAll(STRING_OR_BRACKET)) {
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return script.length;
}
