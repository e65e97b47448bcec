// The whole loop of a ticket. Node 18 or newer, no packages; what it needs of secrets stands in the environment.
//   node loop.mjs ticket < ticket.json       asks, then answers the customer or leaves a draft for the team
//   node loop.mjs outcome < report.json      reports what became of the answer
//   node loop.mjs webhook ID TIMESTAMP SIGNATURE < body      verifies an event of Lotse and acts on it
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const { LOTSE_URL = 'http://127.0.0.1:3000', LOTSE_API_KEY, LOTSE_WEBHOOK_SECRET } = process.env;
const SEEN = process.env.LOTSE_SEEN ?? 'seen';
const TOLERANCE_SECONDS = 300;
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 60;

// Replace these three: they are what your ticket system does.
const showToCustomer = (text) => console.log(`To the customer: ${text}`);
const keepAsDraft = (text) => console.log(`Draft for the team: ${text}`);
const tellTeam = (text) => console.log(`For the team: ${text}`);

/** Waits as long as Retry-After says after 429 and 503, and asks again. */
async function post(path, body, headers = {}, tries = 1) {
  const response = await fetch(`${LOTSE_URL}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${LOTSE_API_KEY}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  if ([429, 503].includes(response.status) && tries < MAX_TRIES && wait <= MAX_WAIT_SECONDS) {
    await delay(wait * 1000);
    return post(path, body, headers, tries + 1);
  }
  const told = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw new Error(`status ${response.status}, ${told?.error?.code ?? 'no JSON'}`);
  return told;
}

/** @param ticket `{id, customer?, messages, context?}`, oldest message first, the last one the customer's */
async function answerTicket({ id, customer, messages, context }) {
  try {
    // One key per message of the customer: sent again, it is answered and charged once.
    const once = { 'Idempotency-Key': `ticket-${id}-message-${messages.length}` };
    const answer = await post('chat', { customer, context, messages: messages.slice(-20) }, once);
    const text = `${answer.answer}\n\n${answer.ai_notice}`;
    if (answer.draft) keepAsDraft(text);
    else showToCustomer(text);
    if (answer.needs_team) tellTeam(answer.team_reason);
    // Keep it with the ticket: feedback and outcome name it.
    console.log(`Answer: ${answer.id}`);
  } catch (error) {
    // No answer, whatever the reason, is one for the team.
    tellTeam(`The bot did not answer (${error.message}).`);
  }
}

/** @param report `{answer_id, outcome?, team_answer?, helpful?, comment?}` */
async function reportOutcome({ answer_id, outcome, team_answer, helpful, comment }) {
  if (outcome !== undefined) await post(`answers/${answer_id}/outcome`, { outcome, team_answer });
  if (helpful !== undefined) await post(`answers/${answer_id}/feedback`, { helpful, comment });
  console.log('Reported.');
}

/** Standard Webhooks: whether the body is from Lotse, sent just now and not handled before. */
function findFault(id, timestamp, signatures, body) {
  if (!LOTSE_WEBHOOK_SECRET) throw new Error('LOTSE_WEBHOOK_SECRET must be set');
  const key = Buffer.from(LOTSE_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isOurs = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return (
      signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
    );
  });
  if (!isOurs) return 'forged';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return 'late';
  try {
    mkdirSync(SEEN, { recursive: true });
    writeFileSync(`${SEEN}/${id}`, '', { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return 'handled before';
    throw error;
  }
  return null;
}

function takeEvent(id, timestamp, signatures, body) {
  const fault = findFault(id, timestamp, signatures, body);
  if (fault !== null) {
    // Answer 401 to what is forged or late, and 200 to what was handled before, or it is sent again.
    console.log(`Refused: ${fault}`);
    process.exitCode = fault === 'handled before' ? 2 : 1;
    return;
  }
  const { type, data } = JSON.parse(body);
  if (type === 'knowledge.changed') return;
  tellTeam(`${type}: ${data.brief.question ?? data.brief.text} ${data.brief.link}`);
}

const [verb, ...given] = process.argv.slice(2);
const input = readFileSync(0);
if (verb === 'ticket') await answerTicket(JSON.parse(input));
else if (verb === 'outcome') await reportOutcome(JSON.parse(input));
else if (verb === 'webhook') takeEvent(...given, input);
else throw new Error('ticket, outcome or webhook?');
