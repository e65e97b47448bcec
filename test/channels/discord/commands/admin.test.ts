import { beforeAll, expect, test } from 'vitest';
import { addEntry, listKnowledge } from '../../../../src/core/knowledge/knowledge.ts';
import { addLink } from '../../../../src/core/knowledge/links.ts';
import { approve, suggest } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../../src/core/learning/test-questions/test-questions.ts';
import { createKey, listKeys } from '../../../../src/core/owners/keys.ts';
import type { FakeMember } from '../../../support/discord.ts';
import { dumpTables } from '../../../support/tables.ts';
import { type OpenServer, openServer, TYPED, textOf, useSettled, valuesOf, whispered } from './setup.ts';

/** The option that is completed, by command. */
const COMPLETED = {
  'key revoke': 'key',
  'knowledge remove': 'entry',
  'links remove': 'url',
  'links crawl': 'url',
  'training approve': 'id',
  'training reject': 'id',
  'training edit': 'id',
  'training revert': 'id',
  'tests remove': 'test',
};

const home = useSettled();

let server: OpenServer;
let serverId: string;
beforeAll(async () => {
  server = await openServer(home, 'de');
  serverId = server.guild.id;
});
const admin = (path: string, values: Parameters<FakeMember['runs']>[2] = {}) =>
  server.admin.runs(server.channel, path, values);

test('/setup says what is there, what is missing and what to do next', async () => {
  const text = await textOf(admin('setup'));
  expect(text).toMatch(/Einrichtung von/);
  expect(text).toMatch(/API-Schlüssel:\*\* keiner von 5/);
  expect(text).toMatch(/Rechte:\*\* in diesem Kanal alles da/);
  expect(text).toMatch(/Als Nächstes[\s\S]*`\/links add`/);
  server.channel.setOverwrite({ id: home.discord.botId }, { deny: 1n << 15n });
  expect(await textOf(admin('setup'))).toMatch(/fehlen[\s\S]*`AttachFiles`/);
  server.channel.setOverwrite({ id: home.discord.botId }, {});
});

test('/key: a new key appears in one reply and nowhere else, five are the maximum, one is revoked by autocompletion', async () => {
  const { core } = home.app;
  const text = await textOf(admin('key create', { name: `${TYPED} Web` }));
  const [key = ''] = /lts_\w{38}/.exec(text) ?? [];
  expect(key).not.toBe('');
  expect(text).toMatch(/nur jetzt/);
  expect((await home.app.status(key)).status).toBe(200);
  const carriers = home.discord.requests.filter(({ body }) => JSON.stringify(body ?? '').includes(key));
  expect(carriers).toHaveLength(1);
  expect(JSON.stringify(home.app.logged)).not.toContain(key);
  expect(JSON.stringify(await dumpTables(home.app.core))).not.toContain(key);

  const listed = await textOf(admin('key list'));
  expect(listed).toMatch(/1 von 5 Schlüsseln/);
  expect(listed).toContain(`${TYPED} Web`);
  expect(listed).toContain(`…${key.slice(-4)}`);
  expect(listed).not.toContain(key);

  for (let n = 2; n <= 5; n++) await admin('key create').reply();
  expect(await textOf(admin('key create'))).toMatch(/schon 5 gültige/);
  expect(await listKeys(core, serverId)).toHaveLength(5);

  const choices = await server.admin.completes(server.channel, 'key revoke', { key: 'salzkraut' });
  expect(choices).toEqual([{ name: `${TYPED} Web …${key.slice(-4)}`, value: expect.any(String) }]);
  const revoked = await textOf(admin('key revoke', { key: String(choices[0]?.value) }));
  expect(revoked).toMatch(/ist gesperrt/);
  expect((await home.app.status(key)).status).toBe(401);
  expect((await listKeys(core, serverId)).filter(({ revokedAt }) => revokedAt)).toHaveLength(1);
});

test('/persona is changed by options or by a form, and shown', async () => {
  const level = { level: 'V2', language: 'en' };
  const changed = await textOf(
    admin('persona set', { name: `${TYPED} Bot`, avatar: 'https://a.example/b.png', ...level }),
  );
  expect(changed).toMatch(/Gespeichert/);
  expect(await server.settings()).toMatchObject({
    bot_name: `${TYPED} Bot`,
    avatar: 'https://a.example/b.png',
    ...level,
  });
  const opened = await whispered(admin('persona set'));
  expect(valuesOf(opened)).toMatchObject({ name: `${TYPED} Bot`, avatar: 'https://a.example/b.png' });
  await whispered(
    server.admin.submits(opened, { tone: `${TYPED} tone`, instructions: `No ${TYPED}.`, avatar: '' }),
  );
  expect(await server.settings()).toMatchObject({
    ...{
      bot_name: `${TYPED} Bot`,
      tone: `${TYPED} tone`,
      instructions: `No ${TYPED}.`,
      avatar: null,
      ...level,
    },
  });
  expect(await textOf(admin('persona show'))).toMatch(
    /\*\*Ton:\*\*[\s\S]*> Salzkraut tone[\s\S]*> No Salzkraut\\?\./,
  );
  const refused = await textOf(admin('persona set', { avatar: 'Enter an address' }));
  expect(refused).toMatch(/Nichts geändert/);
  expect(await server.settings()).toMatchObject({ avatar: null });
});

test('/knowledge is added by options or by a form, listed, found and removed by autocompletion', async () => {
  const { core } = home.app;
  const entry = {
    title: `Where grows ${TYPED}?`,
    text: `${TYPED} grows by the sea.`,
    link: 'https://docs.example/sea',
  };
  expect(await textOf(admin('knowledge list'))).toMatch(/weiß noch nichts/);
  expect(await textOf(admin('knowledge add', entry))).toMatch(/steht jetzt im Wissen/);
  const opened = await whispered(admin('knowledge add', { title: 'Second?' }));
  expect(valuesOf(opened)).toMatchObject({ title: 'Second?' });
  await whispered(server.admin.submits(opened, { text: `More ${TYPED}.` }));
  expect(await listKnowledge(core, serverId)).toMatchObject([
    { title: entry.title, link: entry.link, source: 'manual' },
    { title: 'Second?', link: null },
  ]);
  expect(await textOf(admin('knowledge add', entry))).toMatch(/gibt es schon/);
  expect(await textOf(admin('knowledge list'))).toMatch(/2 Einträge[\s\S]*von Hand/);
  expect(await textOf(admin('knowledge search', { query: `${TYPED} sea` }))).toMatch(
    /Treffer[\s\S]*grows by the sea/,
  );
  const [choice] = await server.admin.completes(server.channel, 'knowledge remove', { entry: 'grows' });
  expect(choice?.name).toBe(entry.title);
  const removed = await textOf(admin('knowledge remove', { entry: String(choice?.value) }));
  expect(removed).toMatch(/ist entfernt/);
  expect(removed).toContain('grows by the sea');
  expect(await listKnowledge(core, serverId)).toMatchObject([{ title: 'Second?' }]);
});

test('input is completed only for admins', async () => {
  const { core } = home.app;
  await createKey(core, { serverId });
  await addEntry(core, { serverId, title: 'Completed', text: 'For admins.' });
  await addLink(core, serverId, 'https://completed.example/');
  const taught = { serverId, answer: 'For admins.', source: 'menu' as const };
  await suggest(core, { ...taught, question: 'Completed?' });
  const { id } = await suggest(core, { ...taught, question: 'Approved?' });
  await approve(core, serverId, id);
  await addTest(core, serverId, { question: 'Completed?', needsTeam: true });
  for (const [path, option] of Object.entries(COMPLETED)) {
    expect(await server.admin.completes(server.channel, path, { [option]: '' }), path).not.toEqual([]);
    for (const person of [server.member, server.teacher]) {
      expect(await person.completes(server.channel, path, { [option]: '' }), path).toEqual([]);
    }
  }
});
