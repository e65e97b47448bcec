// The operations of Lotse with types that are made from its OpenAPI document:
//   npx openapi-typescript http://127.0.0.1:3000/api/v1/openapi.json -o lotse.d.ts
//   LOTSE_API_KEY=lts_… LOTSE_KNOWLEDGE_KEY=lts_… node typed.ts
import createClient from 'openapi-fetch';
import type { paths } from './lotse.d.ts';

const { LOTSE_URL: baseUrl = 'http://127.0.0.1:3000', LOTSE_API_KEY, LOTSE_KNOWLEDGE_KEY } = process.env;
const connect = (key: string | undefined) =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const chat = connect(LOTSE_API_KEY);
const knowledge = connect(LOTSE_KNOWLEDGE_KEY);

const entry = { title: 'When is the harbour open?', text: 'Daily from 9:00 to 17:00.' };
const put = await knowledge.PUT('/api/v1/knowledge/{id}', {
  params: { path: { id: 'faq-17' } },
  body: entry,
});
console.log(put.response.status, put.data?.source);
const { data: many } = await knowledge.PUT('/api/v1/knowledge', {
  body: { entries: [{ id: 'faq-17', ...entry, source_system: 'samples' }] },
});
for (const { id, status, error } of many?.results ?? []) console.log(id, status, error?.message ?? '');

const { data: answer, error } = await chat.POST('/api/v1/chat', {
  params: { header: { 'Idempotency-Key': 'ticket-4711-message-1' } },
  body: {
    messages: [{ role: 'user', content: 'When is the harbour open?' }],
    context: [{ label: 'Plan', value: 'Premium' }],
    conversation_id: 'ticket-4711',
    metadata: { queue: 'billing' },
  },
});
if (error) throw new Error(`${error.error.code}: ${error.error.message}`);
// Only with `Prefer: respond-async`: the webhook hears the answer.
if (!('answer' in answer)) throw new Error('Accepted');
console.log(answer.draft ? 'Draft:' : 'Answer:', answer.answer, answer.kind, answer.team_reason ?? '');

const path = { id: answer.id };
const voted = await chat.POST('/api/v1/answers/{id}/feedback', { params: { path }, body: { helpful: true } });
const told = await chat.POST('/api/v1/answers/{id}/outcome', {
  params: { path },
  body: { outcome: 'resolved' },
});
console.log(voted.response.status, told.response.status);

const query = { conversation_id: 'ticket-4711' };
const { data: said } = await chat.GET('/api/v1/answers', { params: { query } });
const { data: one } = await chat.GET('/api/v1/answers/{id}', { params: { path } });
const { data: figures } = await chat.GET('/api/v1/statistics', {
  params: { query: { from: '2020-01-01', to: '2020-01-31' } },
});
const erased = await chat.DELETE('/api/v1/answers/{id}', { params: { path } });
console.log(
  said?.answers.length,
  one?.outcome,
  one?.metadata?.queue,
  figures?.channels.length,
  erased.response.status,
);

const { data: status } = await chat.GET('/api/v1/status');
console.log(status?.usage.requests_today, status?.access.allowed);

const { data: page } = await knowledge.GET('/api/v1/knowledge', { params: { query: { after: 'a' } } });
console.log(page?.entries.map(({ id }) => id).join(), page?.next);

const { data: pong } = await chat.POST('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
console.log(JSON.stringify(pong));

const removed = await knowledge.DELETE('/api/v1/knowledge/{id}', { params: { path: { id: 'faq-17' } } });
const { error: refused } = await knowledge.POST('/api/v1/chat', {
  body: { messages: [{ role: 'user', content: 'Hi' }] },
});
console.log(removed.response.status, refused?.error.code);
