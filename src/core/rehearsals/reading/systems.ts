import type { RehearsalFormat } from '../../../domain/rehearsals.ts';
import type { Told, Turn } from './conversation.ts';

export type Fields = Record<string, unknown>;

/** How the export of a ticket system says a conversation. */
interface TicketSystem {
  isOne(fields: Fields): boolean;
  read(fields: Fields): Told;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function within(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

/** The first text that says anything. */
function textOf(...values: readonly unknown[]): string {
  const said = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof said === 'string' ? said : '';
}

/** An ISO date, or seconds since 1970 as Intercom and Chatwoot have them. */
export function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 ? value * (value < 1e11 ? 1000 : 1) : null;
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function namesIn(...people: readonly unknown[]): string[] {
  return people.map((person) => textOf(within(person, 'name'), within(person, 'display_name')));
}

/** The opening message stands in the list of comments, too; its author is the customer where nobody else is named. */
const zendesk: TicketSystem = {
  isOne: (ticket) => Array.isArray(ticket.comments),
  read: (ticket) => {
    const comments = listOf(ticket.comments);
    const authorOf = (comment: Fields = {}) => comment.author_id ?? within(comment.author, 'id');
    const requester = ticket.requester_id ?? within(ticket.requester, 'id') ?? authorOf(comments[0]);
    const isCustomer = (comment: Fields) =>
      authorOf(comment) === requester || within(comment.author, 'role') === 'end-user';
    const turns = comments
      .filter((comment) => comment.public !== false)
      .map((comment): Turn => {
        const text = textOf(comment.plain_body, comment.body, comment.html_body);
        return { by: isCustomer(comment) ? 'customer' : 'team', text };
      });
    const opening: Turn = { by: 'customer', text: textOf(ticket.description) };
    return {
      turns: comments.length === 0 ? [opening] : turns,
      at: momentOf(ticket.created_at),
      names: namesIn(ticket.requester, ...comments.map(({ author }) => author)),
    };
  },
};

/** Parts that the customer sees; an assignment may carry a note. */
const SHOWN_PARTS = new Set<unknown>(['comment', 'open', 'close', 'quick_reply']);
const OF_INTERCOM: Readonly<Record<string, Turn['by']>> = {
  ...{ user: 'customer', lead: 'customer', contact: 'customer' },
  ...{ admin: 'team', teammate: 'team', bot: 'bot' },
};

const intercom: TicketSystem = {
  isOne: (one) => isFields(one.conversation_parts) || (isFields(one.source) && 'body' in one.source),
  read: (one) => {
    const parts = listOf(within(one.conversation_parts, 'conversation_parts') ?? one.conversation_parts);
    const shown = parts.filter(({ part_type: type }) => SHOWN_PARTS.has(type));
    const said = [...(isFields(one.source) ? [one.source] : []), ...shown];
    const turns = said.map(({ author, body }): Turn => {
      return { by: OF_INTERCOM[textOf(within(author, 'type'))] ?? 'bot', text: textOf(body) };
    });
    const names = namesIn(...said.map(({ author }) => author));
    return { turns, at: momentOf(one.created_at), names };
  },
};

/** The interface calls them conversations, the export of a whole account notes. */
function repliesOf({ conversations, notes }: Fields): Fields[] {
  return listOf(conversations ?? notes);
}

const freshdesk: TicketSystem = {
  isOne: (ticket) => 'description_text' in ticket || repliesOf(ticket).some((one) => 'incoming' in one),
  read: (ticket) => {
    const opening: Turn = { by: 'customer', text: textOf(ticket.description_text, ticket.description) };
    const turns = repliesOf(ticket)
      .filter((reply) => reply.private !== true)
      .map((reply): Turn => {
        const by = reply.incoming === true ? 'customer' : 'team';
        return { by, text: textOf(reply.body_text, reply.body) };
      });
    return {
      turns: [opening, ...turns],
      at: momentOf(ticket.created_at),
      names: namesIn(ticket.requester, ticket.responder),
    };
  },
};

/** By number and by name; 2 is an activity and nobody's words, 3 a template of the system. */
const OF_CHATWOOT = new Map<unknown, Turn['by']>([
  ...([0, 'incoming'] as const).map((type) => [type, 'customer'] as const),
  ...([1, 'outgoing'] as const).map((type) => [type, 'team'] as const),
  ...([3, 'template'] as const).map((type) => [type, 'bot'] as const),
]);

const chatwoot: TicketSystem = {
  isOne: (one) => Array.isArray(one.messages),
  read: (one) => {
    const messages = listOf(one.messages);
    const turns = messages.flatMap(({ message_type: type, private: isNote, sender, content }): Turn[] => {
      const by = OF_CHATWOOT.get(type);
      if (by === undefined || isNote === true) return [];
      const isBot = within(sender, 'type') === 'agent_bot';
      return [{ by: isBot ? 'bot' : by, text: textOf(content) }];
    });
    const at = momentOf(one.created_at ?? messages[0]?.created_at);
    return { turns, at, names: namesIn(within(one.meta, 'sender'), ...messages.map(({ sender }) => sender)) };
  },
};

const OF_ZAMMAD: Readonly<Record<string, Turn['by']>> = {
  Customer: 'customer',
  Agent: 'team',
  System: 'bot',
};
/** `Jane Doe <jane@example.com>` */
const ADDRESS = /\s*<[^<>]*>\s*$/;

const zammad: TicketSystem = {
  isOne: (ticket) => Array.isArray(ticket.articles),
  read: (ticket) => {
    const articles = listOf(ticket.articles).filter(({ internal }) => internal !== true);
    const turns = articles.map(({ sender, body }): Turn => {
      return { by: OF_ZAMMAD[textOf(sender)] ?? 'bot', text: textOf(body) };
    });
    const names = articles.map(({ from }) => textOf(from).replace(ADDRESS, ''));
    return { turns, at: momentOf(ticket.created_at), names };
  },
};

/** In the order in which they are recognised. */
export const SYSTEMS: Readonly<Record<Exclude<RehearsalFormat, 'transcripts'>, TicketSystem>> = {
  ...{ zammad, zendesk, intercom, freshdesk, chatwoot },
};
