/** One conversation, as every system of these tests exports it. */
export interface Talk {
  asked: string;
  /** What the team says to the customer; nothing: it never did. */
  told?: string;
  /** A note among the team. */
  note?: string;
  /** ISO date. */
  at?: string;
}

export const NOTE = 'Between us: this customer complains a lot.';
const AT = '2026-03-10T09:00:00Z';

type Writer = (talks: readonly Talk[]) => string;

const html = (text: string) => `<p>${text}</p>`;
const seconds = (at = AT) => Date.parse(at) / 1000;

const zendesk: Writer = (talks) =>
  JSON.stringify({
    tickets: talks.map(({ asked, told, note = NOTE, at = AT }, index) => ({
      ...{ id: index + 1, requester_id: 10, subject: 'A question', description: asked, created_at: at },
      comments: [
        { author_id: 10, plain_body: asked, html_body: html(asked), public: true, created_at: at },
        { author_id: 7, plain_body: note, public: false, created_at: at },
        ...(told ? [{ author_id: 7, plain_body: told, public: true, created_at: at }] : []),
      ],
    })),
  });

/** A line each. */
const intercom: Writer = (talks) =>
  talks
    .map(({ asked, told, note = NOTE, at }, index) => {
      const by = (type: string, name: string) => ({ author: { type, name } });
      const parts = [
        { part_type: 'note', body: html(note), ...by('admin', 'Ada Lovelace') },
        { part_type: 'assignment', body: html(note), ...by('admin', 'Ada Lovelace') },
        ...(told ? [{ part_type: 'comment', body: html(told), ...by('admin', 'Ada Lovelace') }] : []),
      ];
      return JSON.stringify({
        ...{ type: 'conversation', id: `${index}`, created_at: seconds(at) },
        source: { type: 'conversation', body: html(asked), ...by('user', 'Grace Hopper') },
        conversation_parts: { type: 'conversation_part.list', conversation_parts: parts },
      });
    })
    .join('\n');

const freshdesk: Writer = (talks) =>
  JSON.stringify(
    talks.map(({ asked, told, note = NOTE, at = AT }, index) => ({
      ...{ id: index, subject: 'A question', description_text: asked, description: html(asked) },
      created_at: at,
      conversations: [
        { body_text: note, incoming: false, private: true },
        ...(told ? [{ body_text: told, incoming: false, private: false }] : []),
      ],
    })),
  );

const chatwoot: Writer = (talks) =>
  JSON.stringify({
    data: {
      payload: talks.map(({ asked, told, note = NOTE, at }, index) => ({
        ...{ id: index, created_at: seconds(at), meta: { sender: { name: 'Grace Hopper' } } },
        messages: [
          { content: asked, message_type: 0, private: false, sender: { type: 'contact' } },
          { content: 'Assigned to Ada', message_type: 2 },
          { content: note, message_type: 1, private: true, sender: { type: 'user' } },
          { content: 'We reply within an hour.', message_type: 3 },
          ...(told ? [{ content: told, message_type: 1, private: false, sender: { type: 'user' } }] : []),
        ],
      })),
    },
  });

const zammad: Writer = (talks) =>
  JSON.stringify(
    talks.map(({ asked, told, note = NOTE, at = AT }, index) => ({
      ...{ id: index, title: 'A question', created_at: at },
      articles: [
        { body: html(asked), content_type: 'text/html', sender: 'Customer', internal: false, type: 'email' },
        { body: 'We got your message.', sender: 'System', internal: false, type: 'email' },
        { body: note, content_type: 'text/plain', sender: 'Agent', internal: true, type: 'note' },
        ...(told ? [{ body: html(told), content_type: 'text/html', sender: 'Agent', internal: false }] : []),
      ],
    })),
  );

/** A welcome of the bot, the customer, and somebody of the team. */
const linesOf = ({ asked, told }: Talk) => [
  { id: '9', name: 'Ticket bot', isBot: true, text: 'Welcome to your ticket!' },
  { id: '1', name: 'Grace Hopper', isBot: false, text: asked },
  ...(told ? [{ id: '2', name: 'Ada Lovelace', isBot: false, text: told }] : []),
];

/** As discord-html-transcripts writes them. */
function asComponents(talk: Talk): string {
  const lines = linesOf(talk);
  const profiles = Object.fromEntries(lines.map(({ id, name, isBot }) => [id, { author: name, bot: isBot }]));
  const messages = lines.map(
    ({ id, text }) =>
      `<discord-message id="m-${id}" timestamp="${talk.at ?? AT}" profile="${id}"><discord-reply slot="reply" profile="9">Welcome</discord-reply>${text}<discord-embed slot="embeds">Price list</discord-embed></discord-message>`,
  );
  return `<!DOCTYPE html><html><head><script>window.$discordMessage={profiles:${JSON.stringify(profiles)}}</script></head><body><discord-messages><discord-header guild="Harbour" channel="ticket-1">Start</discord-header>${messages.join('')}</discord-messages></body></html>`;
}

/** As DiscordChatExporter writes them. */
function asChatlog(talk: Talk): string {
  const groups = linesOf(talk).map(
    ({ id, name, isBot, text }) => `<div class="chatlog__message-group">
<div id="chatlog__message-container-${id}" class="chatlog__message-container" data-message-id="${id}"><div class="chatlog__message">
<div class="chatlog__message-primary"><div class="chatlog__header"><span class="chatlog__author" title="${name}" data-user-id="${id}">${name}</span>${
      isBot ? '<span class="chatlog__author-tag">BOT</span>' : ''
    }<span class="chatlog__timestamp" title="Tuesday, 10 March 2026 09:00">10/03/2026 09:00</span></div>
<div class="chatlog__content chatlog__markdown"><span class="chatlog__markdown-preserve">${text}</span></div></div></div></div></div>`,
  );
  return `<!DOCTYPE html><html><head><title>Harbour</title><style>.chatlog{}</style></head><body><div class="chatlog">${groups.join('\n')}</div></body></html>`;
}

/** As Ticket Tool writes them. */
function asTicketTool(talk: Talk): string {
  const messages = linesOf(talk).map(({ id, name, isBot, text }) => ({
    ...{ content: text, user_id: id, bot: isBot, username: name, nick: name },
    ...{ created: Date.parse(talk.at ?? AT), embeds: [], attachments: [], reactions: [] },
  }));
  return `<Server-Info>
Server: Harbour (1)
<Base-Transcript>
<script src="https://tickets.example/bundle.js"></script><script type="text/javascript">let channel = {"name":"ticket-1"};let server = {"name":"Harbour"};let messages = ${JSON.stringify(messages)};window.Convert(messages, channel, server)</script>`;
}

export const EXPORTS = { zendesk, intercom, freshdesk, chatwoot, zammad };
export const TRANSCRIPTS = { asComponents, asChatlog, asTicketTool };
