// Sends the history of a ticket, shows the answer and calls the team when it is needed.
// Node 18 or newer, no packages. The key is in the environment: LOTSE_API_KEY=lts_… node ticket.mjs
const key = process.env.LOTSE_API_KEY;
if (!key) throw new Error('LOTSE_API_KEY must be set');

const MAX_ATTEMPTS = 3;
const MAX_WAIT_SECONDS = 60;

// null if the reply breaks off, takes too long or is not JSON: it has no answer, so the team is called.
const readJson = (response) => response.json().catch(() => null);

async function ask(ticket, messageId) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch('__BASE_URL__/api/v1/chat', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        // One id per customer message: if sent again, it is answered and charged only once.
        'Idempotency-Key': messageId,
      },
      body: JSON.stringify(ticket),
      signal: AbortSignal.timeout(60_000),
    });
    const body = await readJson(response);
    if (response.ok && typeof body?.answer === 'string') return body;
    // 429: too many requests. 503: the AI did not answer, nothing was charged. Retry-After says how long to wait.
    const seconds = Number(response.headers.get('Retry-After') ?? 5);
    const isPassing = response.status === 429 || response.status === 503;
    if (!isPassing || attempt === MAX_ATTEMPTS || seconds > MAX_WAIT_SECONDS) {
      throw new Error(`The bot did not answer (status ${response.status}).`, { cause: body?.error });
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const showInTicket = (text) => console.log(text);
const notifyTeam = (text) => console.log(`For the team: ${text}`);

const ticket = {
  customer: 'Kim',
  // Oldest message first, at most 20 of them; the last one is the customer's.
  messages: [
    { role: 'user', name: 'Kim', content: 'Hello!' },
    { role: 'assistant', content: 'Hello Kim, how can I help?' },
    { role: 'user', name: 'Kim', content: 'How do I join the server?' },
  ],
};

try {
  const { answer, ai_notice, needs_team, team_reason } = await ask(ticket, 'ticket-4711-message-3');
  // Your customers must see the notice: it tells them that an AI answered.
  showInTicket(`${answer}\n\n${ai_notice}`);
  if (needs_team) notifyTeam(team_reason);
} catch (error) {
  const { code, details } = error.cause ?? {};
  if (code === 'quota_exhausted') {
    notifyTeam(`The quota is used up until ${details.resets_at}. Top up: ${details.top_up_url}`);
  } else notifyTeam(error.message);
}
