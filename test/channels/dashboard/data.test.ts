import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLink } from '../../../src/core/knowledge/links.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../src/core/learning/test-questions/test-questions.ts';
import { welcomeServers } from '../../../src/core/members/arrivals.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { startPremium, takePaymentEvent } from '../../../src/core/quota/billing/billing.ts';
import { grantCredit } from '../../../src/core/quota/usage.ts';
import { ask } from '../../support/app.ts';
import { type StripeStub, startStripeStub } from '../../support/stripe.ts';
import { dumpKept, findInTables } from '../../support/tables.ts';
import type { Visitor } from '../../support/visitor.ts';
import { type Dashboard, startDashboard } from './setup.ts';

const RETURN_URL = 'https://lotse.example/servers/1/ki';
const SECRETS = ['sha256', 'digest', 'sealed', 'browserSecret', 'csrf'];

let dashboard: Dashboard;
let stripe: StripeStub;
beforeAll(async () => {
  stripe = await startStripeStub(() => dashboard?.app.clock.now ?? Date.now());
  dashboard = await startDashboard({ ...stripe.settings, DISCORD_TOKEN: 'not.a.token' });
});
afterAll(async () => {
  await dashboard.stop();
  await stripe.close();
});

/** A server with something in every place, of the same owner. */
async function fillServer(name = 'Pier') {
  const { app, discord, owner } = dashboard;
  const { core } = app;
  const guild = discord.addGuild({ name });
  guild.addMember({ person: owner, isAdmin: true });
  const { id, key } = await app.addServer({ id: guild.id, name });
  app.clock.now += 61_000;
  await app.addKnowledge(id, [{ id: 'join', title: 'How do I join?', text: `Press Join at ${id}.` }]);
  await addLink(core, id, 'https://docs.example.org/');
  await suggest(core, { serverId: id, question: 'Is it free?', answer: 'Yes, it is.', source: 'reply' });
  await addTest(core, id, { question: 'Is it free?', expected: 'yes' });
  await grantCredit(core, { serverId: id, percent: 25, reference: `gift ${id}` });
  await app.chat(key, ask('How do I join?'), { headers: { 'Idempotency-Key': id } });
  await app.chat(key, ask('What does the moon weigh?'));
  const page = `/servers/${id}/data`;
  await dashboard.visitor.get(page);
  return { id, key, page, address: (tab: string) => `/servers/${id}/${tab}` };
}

async function buyPremium(serverId: string) {
  const { core } = dashboard.app;
  // Premium that was granted needs no subscription.
  await changeServer(core, serverId, { plan: 'free' });
  const events = await stripe.pay(await startPremium(core, { serverId, returnUrl: RETURN_URL }));
  const take = (raw: Buffer, signature: string) => takePaymentEvent(core, raw, signature);
  for (const event of events) await stripe.deliver(event, take);
}

/** What is stored, but for what signing in and looking leaves. */
async function dump() {
  const { sessions, cache, ...rest } = await dumpKept(dashboard.app.core);
  return rest;
}

/** Rows by table, of a file that is whole. */
function readCopy(text: string): Record<string, Record<string, unknown>[]> {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ lotse_export: 1, kind: 'copy' });
  const { counts } = lines.pop();
  const tables: Record<string, Record<string, unknown>[]> = Object.fromEntries(
    Object.keys(counts).map((table) => [table, []]),
  );
  for (const { table, row } of lines) tables[table]?.push(row);
  for (const [table, rows] of Object.entries(tables)) expect(rows, table).toHaveLength(counts[table]);
  return tables;
}

const remove = (visitor: Visitor, id: string, confirm: string) =>
  visitor.post(`/servers/${id}/delete`, { confirm });

describe('The export', () => {
  test('is a file with everything stored about the server and nothing about another, and in the audit log', async () => {
    const { id, address } = await fillServer();
    const other = await fillServer();
    const seen = await dashboard.visitor.post(address('export'));
    expect(seen.status).toBe(200);
    expect(seen.headers.get('content-disposition')).toBe(
      `attachment; filename="lotse-${id}-2026-03-18.jsonl"`,
    );
    expect(seen.headers.get('content-type')).toContain('application/jsonl');
    expect(seen.headers.get('cache-control')).toContain('no-store');
    const stored = readCopy(seen.html);
    expect(stored.servers).toMatchObject([{ name: 'Pier' }]);
    expect(stored.knowledge).toMatchObject([{ title: 'How do I join?', text: `Press Join at ${id}.` }]);
    expect(stored.answers?.map(({ question }) => question).toSorted()).toEqual([
      'How do I join?',
      'What does the moon weigh?',
    ]);
    const counts = {
      api_keys: 1,
      links: 1,
      credit: 1,
      credit_entries: 1,
      charges: 2,
      training: 1,
      test_questions: 1,
    };
    for (const [table, count] of Object.entries(counts)) expect(stored[table], table).toHaveLength(count);
    expect(seen.html).not.toContain(other.id);
    expect(await listActions(dashboard.app.core, id, { limit: 1 })).toMatchObject([
      { action: 'server.exported', memberId: dashboard.owner.id, memberName: 'Ada' },
    ]);
  });

  test('leaves out only what limits, claims and handling of messages need, and the webhook with its secret', async () => {
    const { address } = await fillServer();
    const stored = readCopy((await dashboard.visitor.post(address('export'))).html);
    const tables = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'server_id'`.execute(
      dashboard.app.core.database.kysely,
    );
    const missing = tables.rows.map(({ name }) => name).filter((name) => !Object.hasOwn(stored, name));
    expect(missing.toSorted()).toEqual([
      ...[
        'async_questions',
        'comparisons',
        'contradiction_checks',
        'conversations',
        'day_counts',
        'discord_drafts',
      ],
      'discord_handovers',
      ...[
        'handled_messages',
        'history_imports',
        'idempotency',
        'job_claims',
        'key_windows',
        'knowledge_changes',
        'lookups',
        'member_windows',
      ],
      // Found anew from the answers and the entries.
      ...['outdated_checks', 'outdated_claims'],
      ...[
        'payment_events',
        'rehearsals',
        'rehearsed_conversations',
        'reservations',
        'search_indexes',
        'server_sign_ins',
        'webhook_deliveries',
        'webhooks',
      ],
    ]);
  });

  test('contains no key, no digest and no other secret', async () => {
    const { id, key, address } = await fillServer();
    const { html } = await dashboard.visitor.post(address('export'));
    const { kysely } = dashboard.app.core.database;
    const { sha256 } = await kysely
      .selectFrom('api_keys')
      .select('sha256')
      .where('server_id', '=', id)
      .executeTakeFirstOrThrow();
    for (const secret of [
      key,
      key.slice(4, 36),
      sha256.toString('hex'),
      sha256.toString('base64'),
      ...SECRETS,
    ])
      expect(html).not.toContain(secret);
    expect(readCopy(html).api_keys).toMatchObject([{ last4: key.slice(-4), revoked_at: null }]);
  });

  test('is read page by page, by two at a time, and stops when its reader leaves', async () => {
    const { id, page } = await fillServer();
    const { core, url } = dashboard.app;
    await sql`INSERT INTO answers
        (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
      SELECT ${id}, gen_random_uuid(), 'api', 'V1', 'x', repeat('q', 8000), repeat('a', 8000), false, 0.5, now()
      FROM generate_series(1, 1200)`.execute(core.database.kysely);
    await dashboard.visitor.get(page);
    const cookie = [...dashboard.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const download = () =>
      fetch(`${url}/servers/${id}/export`, {
        method: 'POST',
        body: new URLSearchParams({ _csrf: dashboard.visitor.csrf }),
        headers: { cookie, origin: url },
      });
    const [first, second] = [await download(), await download()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const refused = await download();
    expect(refused.status).toBe(429);
    await refused.text();
    await first.body?.cancel();
    expect(readCopy(await second.text()).answers?.length).toBe(1202);
    await expect
      .poll(async () => {
        const next = await download();
        // A download left unread keeps its transaction, which would hold up whoever changes a table next.
        await next.text();
        return next.status;
      })
      .toBe(200);
    // Twenty megabytes that every comparison below would read.
    await sql`DELETE FROM answers WHERE server_id = ${id}`.execute(core.database.kysely);
  }, 60_000);

  test('breaks off if the database fails, and does not pass for complete', async () => {
    const { address } = await fillServer();
    const { kysely } = dashboard.app.core.database;
    await sql`ALTER TABLE test_questions RENAME TO hidden`.execute(kysely);
    await expect(dashboard.visitor.post(address('export'))).rejects.toThrow();
    await sql`ALTER TABLE hidden RENAME TO test_questions`.execute(kysely);
    expect((await dashboard.visitor.post(address('export'))).status).toBe(200);
  });
});

describe('Deleting', () => {
  test('with another name changes nothing and says so, in the reader’s language', async () => {
    const { id, key } = await fillServer();
    const before = await dump();
    for (const name of ['', 'pier', 'Pier Pier', 'Harbour']) {
      const seen = await remove(dashboard.visitor, id, name);
      expect([seen.status, seen.attribute('#confirm', 'value')]).toEqual([422, name]);
      expect(seen.text('#confirm-fault')).toBe('This is not the name. Type exactly: Pier');
    }
    const german = await dashboard.visitor.post(`/servers/${id}/delete?lang=de`, { confirm: 'x' });
    expect(german.text('#confirm-fault')).toBe('Das ist nicht der Name. Tippe genau: Pier');
    await dashboard.visitor.get('/servers?lang=en');
    expect(await dump()).toEqual(before);
    expect((await dashboard.app.status(key)).status).toBe(200);
  });

  test('ends a running subscription, deletes everything, stops keys at once and leaves every other server unchanged', async () => {
    const kept = await fillServer('Quay');
    const before = await dump();
    const { id, key } = await fillServer();
    await buyPremium(id);
    expect([...stripe.subscriptions.values()].at(-1)?.endedAt).toBeNull();
    const gone = await remove(dashboard.visitor, id, 'Pier');
    expect([...stripe.subscriptions.values()].at(-1)?.endedAt).not.toBeNull();
    expect([gone.status, gone.location]).toEqual([303, '/servers?done=server_deleted']);
    expect((await dashboard.app.status(key)).status).toBe(401);
    expect((await dashboard.app.chat(key, ask('How do I join?'))).status).toBe(401);
    const left = await findInTables(dashboard.app.core, id);
    // A person's sign-in knows what Discord said; numbers by day are kept for ten minutes.
    expect(left.filter((row) => !/^sessions: |^cache: .*daily-use:/.test(row))).toEqual([]);
    expect(await dump()).toEqual(before);
    const seen = await dashboard.visitor.follow(gone);
    expect(seen.text('[role=status]')).toContain('are deleted');
    expect(seen.text('main')).toContain('Quay');
    expect((await dashboard.visitor.get(`/servers/${id}`)).status).toBe(404);
    expect((await dashboard.app.status(kept.key)).status).toBe(200);
    expect(dashboard.app.logged).toContainEqual({
      ...{ level: 'info', fields: { server: id }, message: 'server deleted by an admin' },
    });
  });

  test('keeps the server while its subscription cannot be ended, and says so', async () => {
    const { id, key } = await fillServer();
    await buyPremium(id);
    const before = await dump();
    stripe.fault(500);
    const seen = await remove(dashboard.visitor, id, 'Pier');
    stripe.fault(null);
    expect(seen.status).toBe(503);
    expect(seen.text('[role=alert]')).toContain('Nothing was deleted: the payment service is not responding');
    expect(await dump()).toEqual(before);
    expect((await dashboard.app.status(key)).status).toBe(200);
  });

  test('accepts a name as the page shows it and as a keyboard writes it', async () => {
    const { id } = await fillServer('Café  am  Kai');
    expect((await remove(dashboard.visitor, id, 'Cafe\u0301 am Kai ')).status).toBe(303);
  });

  test('says that the server comes back while the bot is on it, and only then', async () => {
    const { id, page } = await fillServer();
    expect((await dashboard.visitor.get(page)).document.querySelector('[data-comes-back]')).toBeNull();
    await welcomeServers(dashboard.app.core, [
      { id, name: 'Pier', icon: null, members: 5, joinedAt: null, language: 'en' },
    ]);
    expect((await dashboard.visitor.get(page)).text('[data-comes-back]')).toContain('comes back here, empty');
  });
});
