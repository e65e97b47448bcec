import { beforeEach, describe, expect, test } from 'vitest';
import type { Invocation } from '../../commands/command.ts';
import { channels } from '../../commands/places/channels.ts';
import { renderCards } from '../../src/channels/discord/text/render.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();
let serverId: string;
beforeEach(async () => {
  serverId = (await app.addServer()).id;
});

async function set(channel: string, mode: string, more: Partial<Invocation> = {}): Promise<string> {
  const options = { channel, mode };
  return textOf(await channels.run(app.core, invoke({ serverId, subcommand: 'set', options, ...more })));
}

async function list(more: Partial<Invocation> = {}): Promise<string> {
  return textOf(await channels.run(app.core, invoke({ serverId, subcommand: 'list', ...more })));
}

async function stored(): Promise<Settings['channels']> {
  return parseSettings((await getServer(app.core, serverId)).settings).channels;
}

function bot(messageContent: Invocation['bot']['messageContent']): Pick<Invocation, 'bot'> {
  return { bot: { missingRights: [], messageContent } };
}

describe('/channels set', () => {
  test('stores the mode of a channel; mention removes the entry', async () => {
    expect(await set('11', 'every_message')).toContain('<#11>: I answer without being mentioned.');
    expect(await set('12', 'off', { language: 'de' })).toContain('<#12>: Ich bin hier still');
    expect(await set('13', 'forum')).toContain('every post');
    expect(await stored()).toEqual({ '11': 'every_message', '12': 'off', '13': 'forum' });
    expect(await set('11', 'mention')).toContain('mentions me');
    expect(await stored()).toEqual({ '12': 'off', '13': 'forum' });
  });

  test('loses nothing when many are set at once', async () => {
    await set('50', 'off');
    const ids = Array.from({ length: 30 }, (_, index) => String(100 + index));
    const all = ids.map((id, index) => set(id, index % 2 === 0 ? 'off' : 'forum'));
    await Promise.all([...all, set('50', 'mention')]);
    const expected = ids.map((id, index) => [id, index % 2 === 0 ? 'off' : 'forum']);
    expect(await stored()).toEqual(Object.fromEntries(expected));
  });

  test('changes no other server and no other setting', async () => {
    const other = await app.addServer();
    await changeSettings(app.core, serverId, () => ({ tone: 'brief', handover_role: '9' }));
    await set('11', 'off');
    expect(parseSettings((await getServer(app.core, other.id)).settings).channels).toEqual({});
    const mine = parseSettings((await getServer(app.core, serverId)).settings);
    expect(mine).toMatchObject({ tone: 'brief', handover_role: '9' });
  });

  test('allows 200 channels, changes and removes among them, and refuses one more with an explanation', async () => {
    const full = Object.fromEntries(
      Array.from({ length: 199 }, (_, n) => [String(1000 + n), 'off' as const]),
    );
    await changeSettings(app.core, serverId, () => ({ channels: full }));
    const texts = await Promise.all([set('1', 'off'), set('2', 'off')]);
    expect(texts.filter((text) => text.includes('at most 200'))).toHaveLength(1);
    expect(Object.keys(await stored())).toHaveLength(200);
    expect(await set('1000', 'forum')).toContain('every post');
    await set('1001', 'mention');
    expect(await set('3', 'off')).toContain('✅');
    expect(Object.keys(await stored())).toHaveLength(200);
  });

  test('keeps a channel’s “mention” if its category has another mode, and drops it otherwise', async () => {
    const below = (above: string[]): Partial<Invocation> => ({
      bot: {
        missingRights: [],
        messageContent: 'granted',
        chosenChannel: { isCategory: false, above, isWritable: true, missingRights: [] },
      },
    });
    await set('50', 'off');
    await set('51', 'mention', below(['50']));
    await set('52', 'mention', below(['49']));
    await set('53', 'mention', below(['48', '50']));
    expect(await stored()).toEqual({ '50': 'off', '51': 'mention', '53': 'mention' });
  });

  test.each([
    ['11', 'loud'],
    ['', ''],
  ])('changes nothing for channel %j and mode %j', async (channel, mode) => {
    expect(await set(channel, mode)).toContain('choose channel and mode');
    expect(await stored()).toEqual({});
  });

  test('says what reading messages requires, only for modes that read them', async () => {
    expect(await set('11', 'every_message', bot('granted'))).not.toContain('Discord');
    expect(await set('11', 'every_message', bot('not_asked'))).toContain('`/setup` shows whether it worked');
    expect(await set('11', 'forum', bot('refused'))).toContain('Message Content Intent');
    expect(await set('11', 'off', bot('refused'))).not.toContain('Message Content Intent');
    expect(await set('11', 'mention', bot('refused'))).not.toContain('Message Content Intent');
  });
});

describe('/channels set with instructions', () => {
  const text = 'Answer in one sentence.';
  const instruct = async (channel: string, mode: string, instructions: string) =>
    textOf(
      await channels.run(
        app.core,
        invoke({ serverId, subcommand: 'set', options: { channel, mode, instructions } }),
      ),
    );
  const kept = async () => parseSettings((await getServer(app.core, serverId)).settings).place_instructions;

  test('stores them beside the mode; whatever becomes of the mode, they stay until “-” takes them away', async () => {
    expect(await instruct('11', 'every_message', ` ${text} `)).toContain(`\n> ${text}`);
    expect(await set('11', 'off')).not.toContain(text);
    await set('11', 'mention');
    expect(await stored()).toEqual({});
    expect(await kept()).toEqual({ '11': text });
    expect(await list()).toContain(`<#11> ${text}`);
    expect(await instruct('11', 'mention', '-')).toContain('no longer has instructions of its own');
    expect(await kept()).toEqual({});
  });

  test('changes nothing where they are too long, empty, or one place too many', async () => {
    expect(await instruct('11', 'off', 'x'.repeat(1_001))).toContain('1 to 1000 characters');
    expect(await instruct('11', 'off', '   ')).toContain('Nothing changed');
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [String(1000 + n), text]));
    await changeSettings(app.core, serverId, () => ({ place_instructions: full }));
    expect(await instruct('11', 'off', text)).toContain('at most 50 places');
    expect([await stored(), await kept()]).toEqual([{}, full]);
    expect(await instruct('1000', 'off', 'Shorter.')).toContain('✅');
  });

  test('shows them as typed, without markup or mentions of their own', async () => {
    expect(await instruct('11', 'off', 'Ask <@1> or **me**')).toContain('> Ask \\<@1> or \\*\\*me');
  });
});

describe('/channels list', () => {
  test('groups channels by mode and says what applies elsewhere', async () => {
    expect(await list()).toMatch(/^In all channels I answer when someone mentions me/);
    await changeSettings(app.core, serverId, () => ({ channels: { '1': 'off', '2': 'forum', '3': 'off' } }));
    const text = await list();
    expect(text).toContain('I answer in every post of the forum.**\n<#2>');
    expect(text).toContain('even with `/ask`.**\n<#1> <#3>');
    expect(text).toContain('In all other channels');
  });

  test('says that reading messages is refused if a channel or learning needs it', async () => {
    expect(await list(bot('refused'))).not.toContain('Message Content Intent');
    await changeSettings(app.core, serverId, () => ({ learning: true }));
    expect(await list(bot('refused'))).toContain('Message Content Intent');
    await changeSettings(app.core, serverId, () => ({ learning: false, channels: { '1': 'forum' } }));
    expect(await list({ ...bot('refused'), language: 'de' })).toContain(
      'Schalte im Discord Developer Portal',
    );
    expect(await list(bot('granted'))).not.toContain('Message Content Intent');
  });
});

test('/channels list of a server with all it can hold is at most ten messages that Discord takes', async () => {
  const id = (n: number) => String(10n ** 18n + BigInt(n));
  const all = <Value>(count: number, value: Value) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [id(n), value]));
  await changeSettings(app.core, serverId, () => ({
    ...{ channels: all(200, 'forum' as const), place_instructions: all(50, '*_<@1>'.repeat(166)) },
    form_bots: Array.from({ length: 10 }, (_, n) => id(n)),
  }));
  for (const language of ['de', 'en'] as const) {
    const reply = await channels.run(app.core, invoke({ serverId, subcommand: 'list', language }));
    if (reply.kind !== 'cards') throw new Error('expected cards');
    const messages = renderCards(reply, language);
    expect(messages.length).toBeLessThanOrEqual(10);
    expect(Math.max(...messages.map(({ content }) => content.length))).toBeLessThanOrEqual(2_000);
    // Nothing is cut off.
    expect(messages.map(({ content }) => content).join('')).toContain(`<@${id(9)}>`);
  }
});

describe('/channels report', () => {
  const choose = async (channel?: string) => {
    const options: Record<string, string> = channel === undefined ? {} : { channel };
    return textOf(await channels.run(app.core, invoke({ serverId, subcommand: 'report', options })));
  };
  const chosen = async () => parseSettings((await getServer(app.core, serverId)).settings).report_channel;

  test('sets the channel that gets the report of each week, and takes it away without one', async () => {
    expect(await choose('78')).toContain('The weekly report goes to <#78> every Monday');
    expect(await chosen()).toBe('78');
    expect(await choose('<#78>')).toContain('choose a channel');
    expect(await chosen()).toBe('78');
    expect(await choose()).toContain('no longer send the weekly report');
    expect(await chosen()).toBeNull();
  });
});

describe('/channels alerts', () => {
  const choose = async (channel?: string, more: Partial<Invocation> = {}) => {
    const options: Record<string, string> = channel === undefined ? {} : { channel };
    return textOf(await channels.run(app.core, invoke({ serverId, subcommand: 'alerts', options, ...more })));
  };
  const chosen = async () => parseSettings((await getServer(app.core, serverId)).settings).alerts_channel;
  const withRights = (isWritable: boolean, missingRights: string[]): Pick<Invocation, 'bot'> => ({
    bot: {
      missingRights: [],
      messageContent: 'granted',
      chosenChannel: { isCategory: false, above: [], isWritable, missingRights },
    },
  });

  test('names the channel for alerts, and says if there is none', async () => {
    expect(await list()).toContain('no channel. Choose one: `/channels alerts`');
    expect(await choose('77', withRights(true, []))).toContain('Alerts go to <#77>');
    expect(await chosen()).toBe('77');
    expect(await list({ language: 'de' })).toContain('Warnungen** zu Kontingent und Testfragen: <#77>');
    expect(await choose(undefined, { language: 'de' })).toContain('keine Warnungen mehr');
    expect(await chosen()).toBeNull();
  });

  test.each([
    ['where a right is missing', withRights(true, ['SendMessages']), '`SendMessages`: answer'],
    ['where nothing can be written', withRights(false, []), 'Choose a text channel'],
  ])('changes nothing %s', async (_, more, line) => {
    const text = await choose('77', more);
    expect(text).toContain('Nothing changed');
    expect(text).toContain(line);
    expect(await chosen()).toBeNull();
  });

  test('accepts only a channel', async () => {
    expect(await choose('<#77>')).toContain('choose a channel');
    expect(await chosen()).toBeNull();
  });

  test.each([
    ['channel_gone', 'the channel is gone'],
    ['right_missing', 'I am not allowed to write there'],
    ['discord_unavailable', 'I keep trying'],
  ] as const)('says why the last alert did not arrive: %s', async (fault, line) => {
    await choose('77');
    const week = { server_id: serverId, week_start: app.core.calendar.weekOf(app.clock.now).key };
    await app.core.database.kysely
      .insertInto('quota_alerts')
      .values({ ...week, scope: 'week', percent: 80, reached_at: new Date(app.clock.now), fault })
      .execute();
    expect(await list()).toContain(line);
    await choose('77');
    expect(await list()).not.toContain(line);
  });
});
