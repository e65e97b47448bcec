import type { APIEmbed, APIMessage, APIOverwrite } from 'discord-api-types/v10';
import { PermissionFlagsBits as Bits, OverwriteType } from 'discord-api-types/v10';
import type { FakeChannel, FakeGuild, FakeMember } from '../../../support/discord.ts';
import { type Community, QUESTION, readsMessages } from '../setup.ts';

export { QUESTION };

const allow = (id: string, type: OverwriteType): APIOverwrite => ({
  ...{ id, type, deny: '0' },
  allow: String(Bits.ViewChannel | Bits.SendMessages | Bits.ReadMessageHistory),
});

/** What ticket bots let see a new channel: whoever asks and themselves, but not everybody. */
export function privateTo(guild: FakeGuild, members: readonly { id: string }[]): APIOverwrite[] {
  return [
    { id: guild.id, type: OverwriteType.Role, allow: '0', deny: String(Bits.ViewChannel) },
    allow(guild.state.botRoleId, OverwriteType.Role),
    ...members.map(({ id }) => allow(id, OverwriteType.Member)),
  ];
}

/** As common ticket bots write it: a welcome and what was filled in, in two embeds of one message. */
export function formOf(question: string): APIEmbed[] {
  return [
    {
      title: 'General support',
      description: 'Thank you for your ticket. A person will be with you shortly.',
    },
    {
      fields: [
        { name: 'Minecraft name', value: 'Salz_7' },
        { name: 'What do you need help with?', value: question },
      ],
    },
  ];
}

/** A category of tickets, and the bot that opens them. */
export interface Desk {
  category: FakeChannel;
  ticketBot: FakeMember;
  /** A new channel for one ticket. */
  addTicket(asker: FakeMember): FakeChannel;
  /** The same with the form in it. */
  open(asker: FakeMember, question?: string): { channel: FakeChannel; form: APIMessage };
}

export function addDesk(guild: FakeGuild): Desk {
  const category = guild.addChannel({ kind: 'category', name: 'Tickets' });
  const ticketBot = guild.addMember({ name: 'Ticketeer', isBot: true });
  const addTicket = (asker: FakeMember) =>
    guild.addChannel({ under: category, overwrites: privateTo(guild, [ticketBot, asker]) });
  return {
    ...{ category, ticketBot, addTicket },
    open: (asker, question = QUESTION) => {
      const channel = addTicket(asker);
      const form = ticketBot.says(channel, `<@${asker.id}> has created a new ticket`, {
        embeds: formOf(question),
      });
      return { channel, form };
    },
  };
}

/** Every message of the category is answered, forms of its ticket bot too. */
export async function openDesk(home: Community): Promise<Desk> {
  const desk = addDesk(home.guild);
  const { category: channel, ticketBot: bot } = desk;
  await home.admin.runs(home.channel, 'channels set', { channel, mode: 'every_message' }).reply();
  await home.admin.runs(home.channel, 'channels forms', { bot, state: 'on' }).reply();
  await readsMessages(home.discord);
  return desk;
}
