import { type APIMessage, MessageType } from 'discord.js';
import { expect, test } from 'vitest';
import { fillIn, TALK } from '../../../src/channels/discord/messages/incoming.ts';
import { readApiText } from '../../../src/channels/discord/messages/reading/markup.ts';

test('a message of a compatible server that omits default or empty fields is still read', () => {
  const sent = { id: '1', channel_id: '2', author: { id: '3', username: 'mia' }, content: 'Hi <@4>' };
  const read = fillIn(sent as unknown as APIMessage);
  expect([TALK.has(read.type), read.mentions]).toEqual([true, []]);
  expect(readApiText(read, '5', null)).toBe('Hi @…');
  expect(readApiText(fillIn({ ...read, content: undefined } as unknown as APIMessage), '5', null)).toBe('');
  expect(fillIn({ ...read, type: MessageType.UserJoin }).type).toBe(MessageType.UserJoin);
});
