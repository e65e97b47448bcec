import { beforeEach, describe, expect, test } from 'vitest';
import type { Invocation } from '../../commands/command.ts';
import { key } from '../../commands/key.ts';
import { createKey, listKeys, revokeKey } from '../../src/core/owners/keys.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const KEY = /lts_[0-9A-Za-z]{38}/g;

const app = useApp();
let serverId: string;
let first: { key: string; keyId: string };
beforeEach(async () => {
  const { id, ...made } = await app.addServer();
  serverId = id;
  first = made;
});

async function use(subcommand: string, more: Partial<Invocation> = {}): Promise<string> {
  return textOf(await key.run(app.core, invoke({ serverId, subcommand, ...more })));
}

async function suggest(typed: string, server = serverId) {
  const input = { serverId: server, language: 'en' as const, subcommand: 'revoke', option: 'key', typed };
  return key.complete?.(app.core, input);
}

describe('/key create', () => {
  test('shows a working key exactly once, with how to use it and where to keep it', async () => {
    const text = await use('create', { options: { name: 'Ticket desk' } });
    const shown = text.match(KEY) ?? [];
    expect(shown).toHaveLength(1);
    expect(text).toContain(`\`\`\`\n${shown[0]}\n\`\`\``);
    // Every fence stands alone on its line, or the platform and the cutter read the rest as code.
    expect(text.match(/^```(?:sh)?$/gm)).toHaveLength(text.split('```').length - 1);
    expect(text).toContain(`curl -s ${app.core.config.PUBLIC_URL}/api/v1/chat`);
    expect(text).toContain('Keep it on your own backend');
    expect(text.length).toBeLessThan(2_000);
    expect((await app.status(String(shown[0]))).status).toBe(200);
    expect(await use('list')).not.toContain(String(shown[0]).slice(4, -4));
    expect(await listKeys(app.core, serverId)).toMatchObject([{}, { name: 'Ticket desk' }]);
  });

  test('makes a key for the knowledge, says what to try with it, and the list names its scope', async () => {
    const text = await use('create', { options: { name: 'Help centre', scope: 'knowledge' } });
    const [made = ''] = text.match(KEY) ?? [];
    // Every fence stands alone on its line, or the platform and the cutter read the rest as code.
    expect(text.match(/^```(?:sh)?$/gm)).toHaveLength(text.split('```').length - 1);
    expect(text).toContain(`curl -s ${app.core.config.PUBLIC_URL}/api/v1/knowledge`);
    expect(text).toContain('change what the bot knows');
    expect(text).not.toContain('/api/v1/chat');
    expect((await app.chat(made, { messages: [{ role: 'user', content: 'Hello' }] })).status).toBe(403);
    expect(await use('list')).toMatch(/Help centre\*\* `….{4}` · knowledge · created/);
  });
  test('explains that five is the maximum, however many try at once', async () => {
    const texts = await Promise.all(Array.from({ length: 8 }, () => use('create')));
    expect(texts.filter((text) => text.match(KEY))).toHaveLength(4);
    const refused = texts.filter((text) => !text.match(KEY));
    expect(refused).toHaveLength(4);
    for (const text of refused) expect(text).toMatch(/5 valid keys.*\/key revoke/s);
  });
});

describe('/key list', () => {
  test('shows names as they were typed, last four characters, use and state', async () => {
    await createKey(app.core, { serverId, name: '**bold** @everyone `x`' });
    const gone = await createKey(app.core, { serverId, name: 'old' });
    await revokeKey(app.core, serverId, gone.id);
    await app.chat(first.key, { messages: [{ role: 'user', content: 'Hello' }] });
    const text = await use('list');
    expect(text).toContain('2 of 5 keys');
    expect(text).toMatch(new RegExp(`unnamed\\*\\* \`…${first.key.slice(-4)}\` · last used <t:\\d+:R>`));
    expect(text).toContain('\\*\\*bold\\*\\* @everyone \\`x\\`');
    expect(text).toMatch(/🚫 \*\*old\*\* `….{4}` · revoked <t:\d+:R>/);
  });
});

describe('/key revoke', () => {
  test('refuses the key from its next request on, and says if it was already revoked', async () => {
    expect(await use('revoke', { options: { key: first.keyId } })).toContain('is revoked');
    expect((await app.status(first.key)).status).toBe(401);
    expect(await use('revoke', { options: { key: first.keyId } })).toMatch(
      /was already revoked \(<t:\d+:R>\)/,
    );
  });

  test('leaves the key of another server alone, and says what to do if the input is not a key', async () => {
    const other = await app.addServer();
    for (const id of [other.keyId, 'nonsense', '', 'x'.repeat(100)]) {
      expect(await use('revoke', { options: { key: id } })).toContain('no such key');
    }
    expect((await app.status(other.key)).status).toBe(200);
    expect((await app.status(first.key)).status).toBe(200);
  });

  test('suggests valid keys of this server by name and last four characters', async () => {
    const named = await createKey(app.core, { serverId, name: 'Ticket Desk' });
    const long = await createKey(app.core, { serverId, name: 'z'.repeat(100) });
    const gone = await createKey(app.core, { serverId, name: 'ticket old' });
    await revokeKey(app.core, serverId, gone.id);
    expect(await suggest('ticket d')).toEqual([{ name: `Ticket Desk …${named.last4}`, value: named.id }]);
    expect(await suggest(named.last4)).toMatchObject([{ value: named.id }]);
    expect((await suggest(''))?.map(({ value }) => value)).toEqual([first.keyId, named.id, long.id]);
    expect((await suggest('zzz'))?.[0]?.name).toHaveLength(100);
    expect(await suggest('ticket', (await app.addServer()).id)).toEqual([]);
  });
});
