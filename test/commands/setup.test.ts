import { describe, expect, test } from 'vitest';
import type { Invocation } from '../../commands/command.ts';
import { setup } from '../../commands/setup/setup.ts';
import { addLink } from '../../src/core/knowledge/links.ts';
import { approve, listTraining, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest, runTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { addServer, changeSettings } from '../../src/core/owners/servers.ts';
import { ask, NOON } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, newId, textOf } from './setup.ts';

const app = useApp({ PUBLIC_URL: 'https://lotse.example' });

async function show(serverId: string, more: Partial<Invocation> = {}): Promise<string> {
  return textOf(await setup.run(app.core, invoke({ serverId, ...more })));
}

function bot(messageContent: Invocation['bot']['messageContent'], missingRights: string[] = []) {
  return { bot: { messageContent, missingRights } };
}

/** A server as it is when the bot has just been invited. */
async function addNewServer(name = 'Test'): Promise<string> {
  const id = newId();
  await addServer(app.core, id, { name, members: 12, joined: new Date(NOON - 3 * 86_400_000) });
  return id;
}

/** Two suggestions to decide, one that is suspended, a test question that fails and, if the API is open, a gap. */
async function plantWork(serverId: string, key: string): Promise<void> {
  const sources = [{ part: 'answer' as const, messageId: '7', isOriginal: true }];
  const common = { serverId, answer: 'Text.', source: 'menu' as const, channelId: '1', sources };
  for (const question of ['One?', 'Two?', 'Three?'])
    await suggest(app.core, { ...common, question, answer: `${question} Text.` });
  const [first, ...others] = await listTraining(app.core, serverId, 'pending');
  await approve(app.core, serverId, first?.id ?? '');
  expect(others).toHaveLength(2);
  await app.core.database.kysely
    .updateTable('training')
    .set({ state: 'suspended', suspended_for: 'source_deleted' })
    .where('server_id', '=', serverId)
    .where('state', '=', 'approved')
    .execute();
  await app.chat(key, ask('Who painted the lighthouse?'));
  await addTest(app.core, serverId, { question: 'Who?', expected: 'Nobody' });
  await runTests(app.core, serverId);
}

function stepsOf(text: string): string[] {
  return (text.split('**Next**')[1] ?? '').match(/`\/[a-z -]+`/g) ?? [];
}

describe('/setup', () => {
  test('on a new server names what is missing and the three most useful commands', async () => {
    const text = await show(await addNewServer());
    expect(text).toContain('✅ **Permissions:**');
    expect(text).toContain('✅ **Reading messages:** not needed');
    expect(text).toContain('✅ **Channels:** everywhere when mentioned');
    expect(text).toContain('⚠️ **Hand-over:** nobody is called');
    expect(text).toContain('⚠️ **Knowledge:** entries 0, links 0');
    expect(text).toContain('▫️ **API keys:** none of 5');
    expect(text).toContain('enough members (12 of 20) and days with me (3 of 7)');
    expect(text).toContain('✅ **AI quota:** 100% left');
    expect(stepsOf(text)).toEqual(['`/links add`', '`/knowledge add`', '`/team handover`', '`/persona set`']);
  });

  test('on a complete server has no warning and suggests trying the bot', async () => {
    const { id } = await app.addServer({ tone: 'dry', level: 'V2' });
    await app.addKnowledge(id, [
      { title: 'One', text: 'Text one.' },
      { title: 'Two', text: 'Text two.' },
    ]);
    await addLink(app.core, id, 'https://example.com/help');
    const channels = { '1': 'every_message' as const, '2': 'off' as const };
    await changeSettings(app.core, id, () => ({ handover_role: '8', teach_roles: ['9'], channels }));
    await changeSettings(app.core, id, () => ({ alerts_channel: '7' }));
    const text = await show(id);
    expect(text).toContain('✅ **Alerts** about quota and test questions: <#7>');
    expect(text).not.toContain('⚠️');
    expect(text).not.toContain('▫️');
    expect(text).toContain('entries 2, links 1 (being read)');
    expect(text).toContain('every message 1, forum 0, observe 0, off 1');
    expect(text).toContain('I call <@&8>');
    expect(text).toContain('**API keys:** 1 of 5');
    expect(text).toContain('**Plan:** premium, level V2');
    expect(stepsOf(text)).toEqual(['`/ask`', '`/usage`']);
    await changeSettings(app.core, id, () => ({ handover_role: null, handover_roles: { payment: '8' } }));
    expect(await show(id)).toContain('a person is needed, except for places, topics');
  });

  test('names each missing permission with its purpose', async () => {
    const id = await addNewServer();
    const text = await show(id, bot('granted', ['SendMessagesInThreads', 'NewRight']));
    expect(text).toContain('⚠️ **Permissions:**');
    expect(text).toContain('`SendMessagesInThreads`: answer in threads and forums');
    expect(text).toContain('`NewRight`\n');
  });

  test('says how to allow reading messages, only if something needs it', async () => {
    const id = await addNewServer();
    expect(await show(id, bot('refused'))).toContain('✅ **Reading messages:** not needed');
    await changeSettings(app.core, id, () => ({ channels: { '1': 'forum' } }));
    expect(await show(id, bot('refused'))).toMatch(
      /⚠️ \*\*Reading messages.*Message Content Intent.*by myself/,
    );
    expect(await show(id, bot('not_asked'))).toContain('look again in a moment');
    expect(await show(id, bot('granted'))).toContain('✅ **Reading messages:** allowed');
    await changeSettings(app.core, id, () => ({ channels: {}, learning: true }));
    expect(await show(id, bot('refused'))).toContain('⚠️ **Reading messages:**');
  });

  test('counts what is usable now, and nothing of another server', async () => {
    const [mine, other] = [await addNewServer(), await addNewServer()];
    await app.addKnowledge(other, [{ title: 'Other', text: 'Text.' }]);
    await app.addKnowledge(mine, [
      { title: 'Long', text: 'A sentence about nothing at all.\n\n'.repeat(400) },
      { title: 'Over', text: 'Text.', valid_until: '2026-01-01' },
    ]);
    expect(await show(mine)).toContain('✅ **Knowledge:** entries 1, links 0');
  });

  test('points to pages that could not be read', async () => {
    const id = await addNewServer();
    await app.addKnowledge(id, [{ title: 'One', text: 'Text.' }]);
    await addLink(app.core, id, 'https://example.com/help');
    await app.core.database.kysely
      .updateTable('links')
      .set({ state: 'failed', fault: 'timeout' })
      .where('server_id', '=', id)
      .execute();
    expect(await show(id)).toContain('⚠️ **Knowledge:** entries 1, links 1, of which 1 cannot be read');
  });

  test('warns about a quota that is nearly used up, unless there is credit', async () => {
    const { id } = await app.addServer();
    const week = { server_id: id, week_start: '2026-03-16', used: 3_500_000 };
    await app.core.database.kysely.insertInto('week_quotas').values(week).execute();
    expect(await show(id)).toContain(
      `⚠️ **AI quota:** 12.5% left this week <https://lotse.example/servers/${id}/payments>`,
    );
    const credit = app.core.database.kysely.updateTable('credit').set({ balance: 500_000 });
    await credit.where('server_id', '=', id).execute();
    expect(await show(id)).toContain('✅ **AI quota:** 12.5% left');
  });

  test('says what to do if the server counts as left', async () => {
    const { id } = await app.addServer({ active: false });
    expect(await show(id)).toContain('⚠️ **API:** closed');
  });

  test('names each open task for an admin with its command, and nothing if there is none', async () => {
    const { id, key } = await app.addServer();
    for (const word of ['/training', '/unanswered', '/tests']) expect(await show(id)).not.toContain(word);
    await plantWork(id, key);
    const text = await show(id);
    expect(text).toContain('📥 **Suggestions:** 2 to decide on: `/training list`');
    expect(text).toContain('⏸️ **Suspended:** 1, because the source changed or is gone: `/training list`');
    expect(text).toContain('❓ **Without a good answer:** 1 topic: `/unanswered`');
    expect(text).toContain('⚠️ **Test questions:** 1 failing: `/tests list`');
  });

  test.each(['de', 'en'] as const)('fits into one message at its longest, in %s', async (language) => {
    const id = await addNewServer('*'.repeat(100));
    const roles = Array.from({ length: 25 }, () => newId());
    const channels = Object.fromEntries(Array.from({ length: 200 }, () => [newId(), 'forum' as const]));
    await changeSettings(app.core, id, () => ({ teach_roles: roles, channels, learning: true }));
    const used = { server_id: id, week_start: '2026-03-16', used: 200_000 };
    await app.core.database.kysely.insertInto('week_quotas').values(used).execute();
    const rights = ['ViewChannel', 'SendMessages', 'SendMessagesInThreads', 'ReadMessageHistory'];
    const more = ['EmbedLinks', 'AttachFiles', 'MentionEveryone', 'AddReactions', 'UseExternalEmojis'];
    await plantWork(id, (await createKey(app.core, { serverId: id })).key);
    const text = await show(id, { language, ...bot('refused', [...rights, ...more]) });
    expect(text).toContain('Message Content Intent');
    expect(text).toContain('/tests list');
    expect(text.length).toBeLessThan(2_000);
  });
});
