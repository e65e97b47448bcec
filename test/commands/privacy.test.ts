import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../commands/ask/ask.ts';
import type { Command, Invocation } from '../../commands/command.ts';
import { myData, optOut, privacy } from '../../commands/members/privacy.ts';
import type { Reply } from '../../commands/reply.ts';
import { recordReplies } from '../../src/core/members/message-claims.ts';
import { hasOptedOut } from '../../src/core/members/privacy.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import type { Settings } from '../../src/core/owners/settings.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { startApp } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { controlsOf, invoke, newId, textOf } from './setup.ts';

const QUESTION = 'Where is my lantern?';

const app = useApp({ RETENTION_DAYS: '14' });
let serverId: string;
let memberId: string;
beforeEach(async () => {
  serverId = (await app.addServer()).id;
  memberId = newId();
});

function by(id = memberId, more: Partial<Invocation> = {}): Invocation {
  return invoke({ serverId, invoker: { id, name: 'Kim', isAdmin: false, roleIds: [] }, ...more });
}

function press(command: Command, id: string, input: Invocation): Promise<Reply> {
  const action = command.actions?.[id];
  if (!action) throw new Error(`no action ${id}`);
  expect(action.access).toBe('everyone');
  return action.run(app.core, input);
}

/** Asks and leaves behind what the channel leaves. */
async function askAs(id: string): Promise<void> {
  const reply = await ask.run(app.core, by(id, { options: { question: QUESTION } }));
  const answerId = reply.kind === 'answer' ? reply.answer.id : null;
  const asked = { serverId, messageIds: [newId()], channelId: '100', memberId: id };
  await recordReplies(app.core, { ...asked, answerId, replyIds: [newId()] });
}

/** What the export's file holds. */
async function exportOf(id: string): Promise<{ name: string; text: string }> {
  const reply = await myData.run(app.core, by(id, { subcommand: 'export' }));
  const [file] = reply.kind === 'cards' ? (reply.files ?? []) : [];
  return file ?? { name: '', text: '' };
}

function idsOf(reply: Reply): string[] {
  return controlsOf(reply).map(({ id }) => id);
}

describe('/privacy', () => {
  test('says what is stored and for how long, who gets it and whom to ask, and offers the choices', async () => {
    await changeSettings(app.core, serverId, () => ({ handover_role: '77' }));
    const reply = await privacy.run(app.core, by());
    const text = textOf(reply);
    expect(text).toContain('the texts are deleted after 14 days');
    expect(text).toContain('No AI model is trained');
    expect(text).toContain('A question that many people ask within minutes may become one too');
    expect(text).toContain('**Who else:** no outside AI service; only systems used by the people who run');
    expect(text).toContain('Ask <@&77> or those who run this server');
    expect(text.length).toBeLessThan(2_000);
    for (const name of ['/my-data export', '/my-data delete', '/opt-out']) expect(text).toContain(name);
    expect(idsOf(reply)).toEqual(['data:export', 'data:ask', 'privacy:opt-out']);
    expect(textOf(await privacy.run(app.core, by(memberId, { language: 'de' })))).toContain(
      'die Texte 14 Tage',
    );
  });

  test('tells of counted questions as long as any limit is set, of all members or of a role', async () => {
    const isTold = async (limits: Partial<Settings>) => {
      await changeSettings(app.core, serverId, () => limits);
      return textOf(await privacy.run(app.core, by())).includes('**Question limit:**');
    };
    expect(await isTold({ member_questions: 0, role_questions: { 7: 0 } })).toBe(false);
    expect(await isTold({ role_questions: { 7: 0, 8: 5 } })).toBe(true);
    expect(await isTold({ member_questions: 20, role_questions: {} })).toBe(true);
  });

  test('names the host of the AI service that gets the question, without its password', async () => {
    const stub = await startAiStub();
    const url = stub.url.replace('http://', 'http://user:secret@');
    const withAi = await startApp({ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k', RETENTION_DAYS: '1' });
    try {
      const { id } = await withAi.addServer();
      const text = textOf(await privacy.run(withAi.core, by(memberId, { serverId: id })));
      expect(text).toContain(`the AI service \`${new URL(stub.url).host}\``);
      expect(text).not.toContain('secret');
      expect(text).toContain('deleted after 1 day.');
    } finally {
      await withAi.stop();
      await stub.close();
    }
  });

  test.each([
    'OPENAI_BASE_URL',
    undefined,
  ])('names the service that compares meanings too, beside %s', async (other) => {
    const [chat, meanings] = [await startAiStub(), await startAiStub()];
    const withBoth = await startApp({
      ...{ EMBEDDING_BASE_URL: meanings.url, EMBEDDING_MODEL: 'meaning', EMBEDDING_API_KEY: 'k' },
      ...(other ? { [other]: chat.url, OPENAI_API_KEY: 'k' } : {}),
    });
    try {
      const { id } = await withBoth.addServer();
      const text = textOf(await privacy.run(withBoth.core, by(memberId, { serverId: id })));
      const hosts = (other ? [chat, meanings] : [meanings]).map(({ url }) => `\`${new URL(url).host}\``);
      expect(text).toContain(
        `the AI ${other ? 'services' : 'service'} ${hosts.join(' and ')} to be answered`,
      );
    } finally {
      await withBoth.stop();
      await Promise.all([chat.close(), meanings.close()]);
    }
  });
});

describe('/privacy about learning', () => {
  test.each([
    'de',
    'en',
  ] as const)('says whether it is on, when data is deleted and how to withdraw it, in %s', async (language) => {
    const show = async () => textOf(await privacy.run(app.core, by(memberId, { language })));
    const off = await show();
    expect(off).toContain(language === 'de' ? 'Auf diesem Server aus' : 'Off for this server');
    await changeSettings(app.core, serverId, () => ({ learning: true, handover_role: '7'.repeat(19) }));
    await optOut.run(app.core, by());
    const on = await show();
    expect(on).toContain(language === 'de' ? 'Auf diesem Server an' : 'On for this server');
    expect(on).toContain(language === 'de' ? 'höchstens 14 Tage' : 'after 14 days');
    expect(on).toContain(language === 'de' ? 'zurückgenommen' : 'taken back');
    expect(on.length).toBeLessThan(2_000);
  });
});

describe('/my-data', () => {
  test('export gives the member’s own questions and answers as a file, and nobody else’s', async () => {
    await askAs(memberId);
    const other = newId();
    const { name, text } = await exportOf(memberId);
    expect(name).toBe('my-data.json');
    expect(JSON.parse(text)).toMatchObject({ member_id: memberId, opted_out: false });
    expect(text).toContain(QUESTION);
    expect((await exportOf(other)).text).not.toContain(QUESTION);
  });

  test('delete asks first; then nothing of this member is left, and everything of others', async () => {
    const other = newId();
    await askAs(memberId);
    await askAs(memberId);
    await askAs(other);
    const question = await myData.run(app.core, by(memberId, { subcommand: 'delete' }));
    expect(controlsOf(question)).toMatchObject([{ id: 'data:delete', style: 'danger' }]);
    expect((await exportOf(memberId)).text).toContain(QUESTION);

    const done = await press(myData, 'data:delete', by());
    expect(done).toMatchObject({ isReplacing: true });
    expect(controlsOf(done)).toEqual([]);
    expect(textOf(done)).toContain('2 questions with their answers and 0 suggestions');
    expect((await exportOf(memberId)).text).not.toContain(QUESTION);
    expect((await exportOf(other)).text).toContain(QUESTION);

    const again = await press(myData, 'data:delete', by(memberId, { language: 'de' }));
    expect(textOf(again)).toContain('0 Fragen mit ihren Antworten');
  });

  test('does the same from the buttons of /privacy', async () => {
    await askAs(memberId);
    expect(await press(myData, 'data:export', by())).toMatchObject({ files: [{ name: 'my-data.json' }] });
    expect(idsOf(await press(myData, 'data:ask', by()))).toEqual(['data:delete']);
  });
});

describe('/opt-out', () => {
  test('applies from now on, deletes what was stored, and offers to opt in again', async () => {
    await askAs(memberId);
    const reply = await optOut.run(app.core, by());
    expect(textOf(reply)).toContain('nothing of yours is stored');
    expect(idsOf(reply)).toEqual(['privacy:opt-in']);
    expect(await hasOptedOut(app.core, memberId)).toBe(true);
    expect(JSON.parse((await exportOf(memberId)).text)).toMatchObject({ opted_out: true, questions: [] });
  });

  test('buttons opt in and out, each only the person who pressed', async () => {
    const other = newId();
    await optOut.run(app.core, by(other));
    await optOut.run(app.core, by());
    const back = await press(optOut, 'privacy:opt-in', by(memberId, { language: 'de' }));
    expect(textOf(back)).toContain('Willkommen zurück');
    expect(back).toMatchObject({ isReplacing: true });
    expect(idsOf(back)).toEqual(['privacy:opt-out']);
    expect([await hasOptedOut(app.core, memberId), await hasOptedOut(app.core, other)]).toEqual([
      false,
      true,
    ]);

    const out = await press(optOut, 'privacy:opt-out', by());
    expect(out).toMatchObject({ isReplacing: true });
    expect(await hasOptedOut(app.core, memberId)).toBe(true);
  });

  test('shows in /privacy, which then offers to opt in again', async () => {
    await optOut.run(app.core, by());
    const reply = await privacy.run(app.core, by());
    expect(textOf(reply)).toContain('**nothing** of yours is stored');
    expect(idsOf(reply)).toContain('privacy:opt-in');
  });
});
