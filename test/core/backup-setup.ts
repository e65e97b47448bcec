import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keepDraft } from '../../src/core/answering/drafts.ts';
import type { Core } from '../../src/core/core.ts';
import { addLink } from '../../src/core/knowledge/links.ts';
import { markAnswer } from '../../src/core/learning/marks.ts';
import { approve, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest, runTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { recordAction } from '../../src/core/members/audit.ts';
import { claimHandover, keepHandover } from '../../src/core/members/handovers.ts';
import { createClaims, keepQuiet, recordReplies } from '../../src/core/members/message-claims.ts';
import { exportServer, importServer } from '../../src/core/operations/backup/backup.ts';
import { setPicture } from '../../src/core/owners/pictures.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { ask, type TestApp } from '../support/app.ts';
import { pngOf } from '../support/files/pictures.ts';

export const QUESTION = 'How do I join the harbour?';
export const MEMBER = '4711';
/** Texts that a format of lines, of JSON or of a database could stumble over. */
const AWKWARD = 'ä 😀 "q" \\u0000 \\n\n\t\u2028 \u0001 {"table":"x"} %s $1 \'';

/** A server with rows in every table that an export holds, and with what it leaves out. */
export async function fillServer(app: TestApp, id = `full-${randomUUID()}`) {
  const { core } = app;
  const made = await app.addServer({ id, name: AWKWARD.replace(/[^\x20-\x7e]/g, ''), topics: ['crew'] });
  await app.addKnowledge(id, [
    { id: 'join', title: QUESTION, text: 'Press Join at the quay.' },
    { id: 'odd', title: 'Odd', text: AWKWARD, link: 'https://example.org/odd', language: 'de' },
  ]);
  await app.chat(made.key, ask(QUESTION), { headers: { 'Idempotency-Key': id } });
  await app.chat(made.key, ask('What does the moon weigh?'));
  await fillTraining(core, id);
  const asked = await core.database.kysely
    .selectFrom('answers')
    .select('id')
    .where('server_id', '=', id)
    .where('question', '=', QUESTION)
    .executeTakeFirstOrThrow();
  await fillChat(core, id, asked.id);
  await markAnswer(core, { serverId: id, answerId: asked.id, verdict: 'not-needed' });
  await grantCredit(core, { serverId: id, percent: 25, reference: `gift ${id}` });
  const actor = { channel: 'dashboard' as const, memberId: MEMBER, memberName: 'Ada' };
  await recordAction(core, { serverId: id, actor, action: 'key.created', subject: AWKWARD });
  await recordAction(core, { serverId: id, actor, action: 'server.changed' });
  await setPicture(core, id, pngOf(64, 64));
  await changeServer(core, id, { tone: AWKWARD.replace(/[^\x20-\x7e]/g, '') });
  await fillRest(core, id);
  return made;
}

async function fillTraining(core: Core, serverId: string): Promise<void> {
  const sources = [
    { part: 'question' as const, messageId: '901', memberId: MEMBER, isOriginal: true },
    { part: 'answer' as const, messageId: '902', memberId: null, isOriginal: true },
  ];
  const lesson = { serverId, channelId: '17', source: 'reply' as const };
  const texts = { question: 'Where is the lighthouse?', answer: 'At the end of the northern pier.' };
  const { id } = await suggest(core, { ...lesson, ...texts, sources });
  await approve(core, serverId, id);
  await suggest(core, { ...lesson, question: 'When does it open?', answer: 'At nine.', sources: [] });
  await addTest(core, serverId, { question: QUESTION, expected: 'quay' });
  await runTests(core, serverId);
}

async function fillChat(core: Core, serverId: string, answerId: string): Promise<void> {
  const replied = { serverId, channelId: '17', memberId: MEMBER };
  await recordReplies(core, { ...replied, messageIds: ['801'], answerId, replyIds: ['802'] });
  await keepDraft(core, { serverId, answerId, cardChannelId: '18' });
  await keepHandover(core, { place: replied, answerId, language: 'en' });
  await claimHandover(core, { serverId, answerId }, { id: MEMBER, name: 'Mia' });
  const claims = createClaims(core);
  await claims.claim({ serverId, messageId: '803', channelId: '17' });
  claims.stop();
  await keepQuiet(core, { serverId, channelId: '17', memberId: MEMBER });
}

/** What only a provider, a crawler or a busy moment would leave. */
async function fillRest(core: Core, serverId: string): Promise<void> {
  const { url } = await addLink(core, serverId, 'https://docs.example.org/');
  const now = new Date(core.clock());
  const { week, day } = {
    week: core.calendar.weekOf(core.clock()).key,
    day: core.calendar.dayOf(core.clock()).key,
  };
  for (const statement of [
    sql`UPDATE links SET state = 'crawling', claimed_by = ${randomUUID()}, claimed_until = ${now} WHERE server_id = ${serverId}`,
    sql`INSERT INTO pages (server_id, link_id, id, url, depth, state, etag)
      SELECT server_id, id, 'p1', ${url}, 0, 'fetched', 'W/"1"' FROM links WHERE server_id = ${serverId}`,
    sql`INSERT INTO payment_events (server_id, id, at) VALUES (${serverId}, ${`evt_${serverId}`}, ${now})`,
    sql`INSERT INTO payments (server_id, id, names, kind, percent, cents, currency, receipt_url, at)
      VALUES (${serverId}, 'pi_1', ARRAY['pi_1'], 'top_up', 25, 500, 'eur', 'https://pay.example.org/r', ${now})`,
    sql`INSERT INTO payment_traces (server_id, payment_id, id, kind, names, cents, currency, stage, at)
      VALUES (${serverId}, 'pi_1', 're_1', 'refund', ARRAY['pi_1'], 100, 'EUR', 2, ${now})`,
    sql`INSERT INTO subscriptions (server_id, id, paid_until, changed_at) VALUES (${serverId}, ${`sub_${serverId}`}, ${now}, ${now})`,
    sql`INSERT INTO quota_alerts (server_id, week_start, scope, percent, reached_at) VALUES (${serverId}, ${week}, 'api', 80, ${now})`,
    sql`INSERT INTO reservations (server_id, id, week_start, day, channel, week_units, credit_units, expires_at)
      VALUES (${serverId}, ${randomUUID()}, ${week}, ${day}, 'api', 700, 30, ${now})`,
    sql`UPDATE week_quotas SET reserved = reserved + 700, api_reserved = api_reserved + 700 WHERE server_id = ${serverId}`,
    sql`UPDATE credit SET reserved = reserved + 30 WHERE server_id = ${serverId}`,
    sql`INSERT INTO fine_contradictions (server_id, id, declared_at) VALUES (${serverId}, 'c0ffee', ${now})`,
    sql`UPDATE day_counts SET n = n + 1 WHERE server_id = ${serverId} AND kind = 'api'`,
  ])
    await statement.execute(core.database.kysely);
}

export async function exportText(
  core: Core,
  id: string,
  kind: 'backup' | 'copy' = 'backup',
): Promise<string> {
  let text = '';
  for await (const chunk of exportServer(core, id, kind)) text += chunk;
  return text;
}

/** @param bytesAtOnce how the file comes in. */
export function importText(core: Core, text: string, as?: string, bytesAtOnce = 65_536) {
  const bytes = Buffer.from(text);
  async function* open() {
    for (let start = 0; start < bytes.length; start += bytesAtOnce)
      yield bytes.subarray(start, start + bytesAtOnce);
  }
  return importServer(core, { open, as });
}

/** The rows of a file without what tells when it was made. */
export function rowsOf(text: string): string[] {
  return text.trimEnd().split('\n').slice(1, -1);
}
