import { beforeAll, describe, expect, test } from 'vitest';
import { findQuestionOfAnswer } from '../../../../src/adapters/db/members/message-claims.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import type { FakeMember } from '../../../support/discord.ts';
import { found, NO_PINGS, type OpenServer, openServer, TYPED, textOf, useSettled } from './setup.ts';

const home = useSettled();

describe.each(['de', 'en-US'] as const)('in %s', (locale) => {
  const inGerman = locale === 'de';
  const say = (de: RegExp, en: RegExp) => (inGerman ? de : en);
  let server: OpenServer;
  let serverId: string;
  beforeAll(async () => {
    server = await openServer(home, locale);
    serverId = server.guild.id;
  });
  const admin = (path: string, values: Parameters<FakeMember['runs']>[2] = {}) =>
    server.admin.runs(server.channel, path, values);

  test('/ask is answered publicly, in the language of the question', async () => {
    const { core } = home.app;
    const question = inGerman ? `Wie komme ich denn zum ${TYPED}?` : `How do I get to the ${TYPED}?`;
    const answer = await server.member.runs(server.channel, 'ask', { question }).reply();
    expect({ ephemeral: answer.ephemeral, pinged: answer.pinged }).toEqual({
      ephemeral: false,
      pinged: NO_PINGS,
    });
    expect(answer.content).toMatch(/(^|\n)Press Join\.\n/);
    expect(answer.content).toMatch(say(/-# Diese Antwort wurde automatisch/, /-# This answer was generated/));
    const stored = await found(() => findAnswerOfReply(core, serverId, answer.id));
    expect(stored).toMatchObject({ question, askerId: server.member.id });
    const asked = await findQuestionOfAnswer(core.database, serverId, stored?.answerId ?? '');
    expect(asked?.isCommand).toBe(true);
  });

  test('/ask in a channel that is off is refused, visible only to the asker', async () => {
    const channel = server.guild.addChannel();
    await admin('channels set', { channel, mode: 'off' }).reply();
    const use = server.member.runs(channel, 'ask', { question: `${TYPED}?` });
    await expect
      .poll(() => use.messages.at(-1)?.content)
      .toMatch(say(/Kanal bin ich ausgeschaltet/, /switched off in this channel/));
    expect(use.messages.at(-1)?.ephemeral).toBe(true);
    await admin('channels set', { channel, mode: 'mention' }).reply();
  });

  test.each([
    ['privacy', /Texte 30 Tage/, /deleted after 30 days/],
    ['my-data export', /alles, was zu dir gespeichert ist/, /everything stored about you/],
    ['my-data delete', /nicht rückgängig/, /cannot be undone/],
    ['opt-out', /Von dir wird nichts gespeichert/, /nothing of yours is stored/],
  ])('/%s is available to everyone, and its response is private', async (path, de, en) => {
    const somebody = server.guild.addMember();
    somebody.locale = locale;
    expect(await textOf(somebody.runs(server.channel, path))).toMatch(say(de, en));
  });
});
