import type { Guild, REST } from 'discord.js';
import { MAX_CONTENT_CHARACTERS } from '../../../../domain/limits.ts';
import { cutAt, toCleanText } from '../../../../domain/text.ts';
import type { PHRASES } from '../../text/phrases.ts';
import type { Incoming } from '../incoming.ts';
import type { References } from '../references.ts';
import type { Turn } from '../turn/turns.ts';
import { joinForwarded } from './markup.ts';
import { findQuoted } from './quoted.ts';

/** What a turn asks. */
export interface TurnQuestion {
  text: string;
  /** Whose words these are: of whoever wrote the turn, or of the message that it points to. */
  author: { id: string; name: string };
  /** What was said before it is what was said before this. */
  from: Incoming;
}

export interface QuestionDeps {
  rest: REST;
  references: References;
  findGuild(serverId: string): Guild | null;
}

/** The question of a turn, or what to say where there is none that can be read. */
export async function readQuestion(
  deps: QuestionDeps,
  turn: readonly [Incoming, ...Incoming[]],
  signal: AbortSignal,
): Promise<TurnQuestion | { cannot: keyof typeof PHRASES }> {
  const [first] = turn;
  const last = turn.at(-1) ?? first;
  const own = textOf(turn, deps.references);
  if (own !== '') return { text: own, author: last.author, from: first };
  const pointing = turn.findLast(({ replyTo }) => replyTo !== null) ?? last;
  const guild = deps.findGuild(pointing.serverId);
  const reference = deps.references.of(pointing.id);
  const quoted = await findQuoted({ rest: deps.rest, guild }, pointing, { reference, signal });
  if (quoted === null) return { cannot: turn.some(hasFile) ? 'onlyAttachment' : 'cannotRead' };
  if (quoted.text === null) return { cannot: 'cannotReadReplied' };
  const { author, messageId: id, replyTo } = quoted;
  return {
    text: cut(quoted.text),
    author: { id: author.isBot ? last.author.id : author.id, name: author.name },
    from: { ...pointing, id, replyTo },
  };
}

/** What was written, below what was forwarded; a forum post says in its title what it is about. */
export function textOf(turn: Turn, references: Pick<References, 'forwardBefore'>): string {
  const own = turn.map(({ text }) => text).filter((text) => text !== '');
  const forwards = turn.map(({ forwarded }) => forwarded).filter((text) => text !== null);
  const [first] = turn;
  const before = first && forwards.length === 0 ? references.forwardBefore(first) : null;
  const forwarded = before ? [before.text] : forwards;
  const text = joinForwarded(own.join('\n'), forwarded.length === 0 ? null : forwarded.join('\n\n'));
  const title = first?.title;
  const isPost = first !== undefined && first.id === first.channelId;
  return cut(title && isPost ? `${title}\n\n${text}`.trim() : text);
}

const hasFile = ({ hasAttachment }: Incoming) => hasAttachment;

/** Never between the two halves of a character. */
function cut(text: string): string {
  return toCleanText(cutAt(text, MAX_CONTENT_CHARACTERS));
}
