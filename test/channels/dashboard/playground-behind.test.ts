import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { playgroundTexts } from '../../../src/channels/dashboard/i18n/quality.ts';
import { changeServer, changeSettings } from '../../../src/core/owners/servers.ts';
import { kindOf, readPrompt, sound } from '../../core/prompt-setup.ts';
import { type AiStub, type StubChatRequest, startAiStub } from '../../support/ai-stub.ts';
import { ask } from '../../support/app.ts';
import { readCharges } from '../../support/books.ts';
import type { Seen } from '../../support/visitor.ts';
import { addOwned, type Owned } from './learning-setup.ts';
import { type Dashboard, startDashboard, useDashboard } from './setup.ts';

const FILLER = 'More is written about it in the book of the town. '.repeat(36).trim();
/** More than fits into any prompt, so that there is something to search. */
const ENTRIES = Array.from({ length: 30 }, (_, n) => ({
  id: `rule-${n}`,
  title: `Harbour rule ${n}`,
  text: `The harbour knows rule ${n}, which is about ${n === 13 ? 'the lighthouse' : `matter m${n}`}. ${FILLER}`,
}));
const QUESTION = 'What is harbour rule 13 about?';
const PLACE = '4711';
const OPENING = 'When do you open?';
const HISTORY = JSON.stringify([
  { role: 'user', content: 'Is there a lighthouse in the harbour?' },
  { role: 'assistant', content: 'Yes.' },
]);

const factsIn = ({ document }: Seen) =>
  Object.fromEntries(
    [...document.querySelectorAll('[data-fact]')].map((fact) => [
      ...[fact.getAttribute('data-fact') ?? '', fact.textContent?.trim() ?? ''],
    ]),
  );
const textsOf = ({ document }: Seen, selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());

describe('With a model, the playground shows', () => {
  let stub: AiStub;
  let dashboard: Dashboard;
  let owned: Owned;
  beforeAll(async () => {
    stub = await startAiStub();
    dashboard = await startDashboard({
      ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' },
      ...{ MODEL_V1: 'small', MODEL_V1_5: 'middle', MODEL_V2: 'large' },
    });
    owned = await addOwned(dashboard);
    await dashboard.app.addKnowledge(owned.id, ENTRIES);
    await owned.visitor.get(owned.path('playground'));
  });
  beforeEach(async () => {
    stub.fault(null);
    stub.usage({ promptTokens: 1_000, completionTokens: 50 });
    replyWith({});
    const settings = { level: 'V1', language: 'en', drafts: 'off', draft_below: 0.5 } as const;
    await changeServer(dashboard.app.core, owned.id, { plan: 'premium', topics: [], ...settings });
  });
  afterAll(async () => {
    await dashboard.stop();
    await stub.close();
  });

  const tryIt = (fields: Record<string, string> = {}) =>
    owned.visitor.post(owned.path('playground'), { question: QUESTION, ...fields });

  function replyWith(replies: Record<string, object>): void {
    stub.reply((body: StubChatRequest) => {
      const kind = kindOf({ path: '', headers: {}, body });
      const usual: Record<string, object> = {
        answer: { ...sound, used: ['rule-13'] },
        rewrite: { question: 'Which rule of the harbour is about the lighthouse?' },
        queries: { queries: ['lighthouse regulation'] },
        review: { supported: true },
      };
      return { ...usual[kind], ...replies[kind] };
    });
  }

  test('every call, its tokens and the units that the same ticket is charged live', async () => {
    await changeServer(dashboard.app.core, owned.id, { level: 'V2' });
    const seen = await tryIt({ history: HISTORY });
    expect(factsIn(seen)).toMatchObject({
      level: 'V2, large',
      calls: 'the question in other words, the answer, a second check',
      tokens: '3,000 read, 150 written',
      units: 'free here; in real use it would cost 18,000 units, 0.45% of the weekly quota',
    });
    const messages = [...JSON.parse(HISTORY), { role: 'user', content: QUESTION }];
    await dashboard.app.chat(owned.key, { messages });
    expect((await readCharges(dashboard.app, owned.id)).map(({ units }) => Number(units))).toEqual([18_000]);
  });

  test('what was searched for, and which of it the model worded', async () => {
    const thorough = await tryIt({ history: HISTORY, level: 'V2' });
    expect(textsOf(thorough, '[data-query]')).toEqual([
      '“Which rule of the harbour is about the lighthouse?” weight 1, worded by the model',
      `“${QUESTION}” weight 0.5`,
      '“Is there a lighthouse in the harbour?” weight 0.25',
      '“Yes.” weight 0.025',
    ]);
    const unsure = await tryIt({ question: 'Seamark bylaw?' });
    expect(factsIn(unsure).calls).toBe('search queries, the answer');
    expect(textsOf(unsure, '[data-query]')).toEqual([
      '“lighthouse regulation” weight 1, worded by the model',
      '“Seamark bylaw?” weight 0.5',
    ]);
  });

  test('which passages were found and which were used, each leading to its entry', async () => {
    const seen = await tryIt();
    const used = [...seen.document.querySelectorAll('[data-passage][data-used=true]')];
    expect(used.map((passage) => passage.querySelector('h3 a')?.getAttribute('href'))).toEqual([
      owned.path('knowledge/rule-13'),
    ]);
    expect(textsOf(seen, '[data-passage] h3').length).toBeGreaterThan(1);
    expect(used[0]?.querySelector('summary')?.textContent).toMatch(
      /^Score \d+(?:\.\d+)? · used in the answer$/,
    );
  });

  test('that all entries were sent where they fit, and one that was used without being found', async () => {
    const small = await addOwned(dashboard);
    await dashboard.app.addKnowledge(small.id, [
      { id: 'join', title: 'How do I join?', text: 'Press **Join**.' },
      { id: 'rule-13', title: 'Öffnungszeiten', text: 'Montags ab neun.' },
    ]);
    await small.visitor.get(small.path('playground'));
    const seen = await small.visitor.post(small.path('playground'), { question: 'How do I join?' });
    expect(seen.text('#behind')).toContain('All entries fit into the prompt');
    expect(textsOf(seen, '[data-passage] summary').at(-1)).toBe(
      'Not found by the search, sent along with all entries · used in the answer',
    );
  });

  test.each<
    [string, { replies?: Record<string, object>; question?: string; history?: string; says: string }]
  >([
    [
      'the words of the customer',
      {
        question: 'And rule 13?',
        history: JSON.stringify([
          { role: 'user', content: 'I want my money back' },
          { role: 'assistant', content: 'The team will look at it.' },
        ]),
        says: 'It is about a payment. The customer’s own words say so, and nothing overrules them.',
      },
    ],
    [
      'the model',
      {
        replies: { answer: { needs_team: true } },
        says: 'The AI thinks that a person should look at it. The model says so.',
      },
    ],
    [
      'the model that knows no answer',
      {
        replies: { answer: { answerable: false } },
        says: 'The knowledge has no answer to it. The model says so.',
      },
    ],
    [
      'the second look',
      {
        replies: { review: { supported: false } },
        says: 'The knowledge has no answer to it. The second check says so: the entries do not support the model’s answer.',
      },
    ],
    [
      'an answer that was given before',
      {
        question: 'That is not what I asked',
        history: JSON.stringify([
          { role: 'user', content: QUESTION },
          { role: 'assistant', content: 'Rule 13 speaks of the lighthouse.' },
        ]),
        replies: { answer: { answer: 'Rule 13 speaks of the lighthouse.' } },
        says: 'The knowledge has no answer to it. The model had nothing new: it repeated an answer that had not helped.',
      },
    ],
    [
      'an answer that says nothing of the entries',
      {
        replies: { answer: { answer: 'The given context holds nothing on this.' } },
        says: 'The knowledge has no answer to it. Nothing in the model’s answer came from the entries.',
      },
    ],
    [
      'an answer that loops',
      {
        replies: { answer: { answer: 'and so on '.repeat(40) } },
        says: 'The AI thinks that a person should look at it. The model lost its way: it repeated itself, or switched to an alphabet that nobody had used.',
      },
    ],
    [
      'a withheld answer',
      {
        replies: { answer: { answer: '<img src=lighthouse>' } },
        says: 'The AI thinks that a person should look at it. What the model wrote was not fit to be shown.',
      },
    ],
    ['nobody', { says: 'The team is not called for this.' }],
  ])('what called the team: %s', async (_, { replies = {}, question = QUESTION, history = '', says }) => {
    replyWith(replies);
    const seen = await tryIt({ question, history, level: 'V2' });
    expect([seen.status, factsIn(seen).team]).toEqual([200, says]);
  });

  test('what the customer’s words say, with its score and the words that weighed most', async () => {
    const seen = await tryIt({ question: 'I was charged twice and want my money back' });
    expect(seen.text('#behind [data-why] li')).toMatch(
      /^It is about a payment\..* Score [01](\.\d+)?\. Words that weighed most: .*\bmoney\b/s,
    );
    expect((await tryIt()).document.querySelector('[data-why]')).toBeNull();
  });

  test('a refusal of the model as what it is', async () => {
    const fault = { code: 'content_filter', message: 'The response was filtered.', param: 'prompt' };
    stub.fault({ status: 400, body: { error: fault } });
    const seen = await tryIt();
    expect(factsIn(seen).team).toBe(
      'The AI thinks that a person should look at it. The model, or a filter of its provider, refused to answer.',
    );
  });

  test('the answer of a level that is tried, where the plan has it, and says which answered where it has not', async () => {
    const premium = await tryIt({ level: 'V1.5' });
    expect(factsIn(premium).level).toBe('V1.5, middle');
    expect(premium.text('#tried')).not.toContain('Your plan does not have');
    expect(premium.attribute('#level option[selected]', 'value')).toBe('V1.5');
    await changeServer(dashboard.app.core, owned.id, { plan: 'free' });
    const free = await tryIt({ level: 'V2' });
    expect(factsIn(free).level).toBe('V1, small');
    expect(free.text('#tried')).toContain('Your plan does not have level V2.');
    const { level } = (await dashboard.app.status(owned.key)).body;
    expect(level).toBe('V1');
  });

  test('the answer in the language that is tried where the message does not show its own, and changes nothing that is set', async () => {
    replyWith({ answer: { answer: '', answerable: false } });
    const inFrench = await tryIt({ question: 'Zyxo 4711 qwrtz?', language: 'fr' });
    expect(inFrench.document.querySelector('[data-answer]')?.textContent).toContain('équipe');
    const asSet = await tryIt({ question: 'Zyxo 4711 qwrtz?' });
    expect(asSet.document.querySelector('[data-answer]')?.textContent).toContain('team');
    const shown = await tryIt({ question: 'Wann öffnet der Hafen am Montag?', language: 'fr' });
    expect(shown.document.querySelector('[data-answer]')?.textContent).toContain('Team');
  });

  test('whether a person would look at it first, how sure the search was, and how long it took', async () => {
    await changeServer(dashboard.app.core, owned.id, { drafts: 'all' });
    stub.reply(() => {
      dashboard.app.clock.now += 1_300;
      return { ...sound, used: ['rule-13'] };
    });
    const seen = await tryIt();
    const { draft, confidence, time } = factsIn(seen);
    expect([draft, time]).toEqual([playgroundTexts.en.isDraft, '1.3 s']);
    expect(confidence).toMatch(
      /^(?:0\.\d+|1)\. The model decides whether it can answer\. If it is given only some of the entries and no passage found reaches 0\.61, /,
    );
    await changeServer(dashboard.app.core, owned.id, { drafts: 'off' });
    expect(factsIn(await tryIt()).draft).toBe(playgroundTexts.en.noDraft);
  });

  test('the conversation before the question to the model, as a ticket would', async () => {
    const start = stub.requests.length;
    await tryIt({ history: HISTORY });
    const asked = stub.requests.slice(start).filter((request) => kindOf(request) === 'answer');
    const { history, question } = readPrompt(asked[0] ?? { body: {} });
    expect([history, question]).toEqual([
      [
        { role: 'user', text: 'Is there a lighthouse in the harbour?' },
        { role: 'assistant', text: 'Yes.' },
      ],
      { text: QUESTION },
    ]);
  });

  test('words, the conversation and the question when the backend is away', async () => {
    stub.fault('status:503');
    const seen = await tryIt({ history: HISTORY, level: 'V1' });
    expect([seen.status, seen.text('#tried [role=alert]')]).toEqual([
      ...[503, 'The AI is not responding. Nothing was charged; please try again in a minute.'],
    ]);
    expect(seen.text('textarea#question')).toBe(QUESTION);
    expect(seen.attribute('input[name=history]', 'value')).toBe(HISTORY);
    expect(seen.attribute('#level option[selected]', 'value')).toBe('V1');
    stub.fault(null);
    expect((await tryIt({ history: HISTORY })).status).toBe(200);
  });

  const systemPart = () => readPrompt(stub.requests.at(-1) ?? { body: {} }).system;

  test('the answer with the instructions of a place, which count for that answer alone', async () => {
    const { id, visitor, path } = await addOwned(dashboard);
    const before = await visitor.get(path('playground'));
    expect(before.document.querySelector('#place')).toBeNull();
    await changeSettings(dashboard.app.core, id, () => ({
      ...{ channels: { 1: 'off' }, place_instructions: { [PLACE]: 'Speak like a pirate.' } },
    }));
    const offered = await visitor.get(path('playground'));
    const values = offered.attributes('#place option', 'value');
    expect(values).toEqual(['', PLACE]);
    const seen = await visitor.post(path('playground'), { question: OPENING, place: PLACE });
    expect([seen.status, systemPart()]).toEqual([200, expect.stringContaining('Speak like a pirate.')]);
    expect(seen.attribute('#place option[selected]', 'value')).toBe(PLACE);
    await visitor.post(path('playground'), { question: OPENING });
    expect(systemPart()).not.toContain('pirate');
  });

  test('a fault beside the field for a place of another server or without instructions', async () => {
    const [one, other] = [await addOwned(dashboard), await addOwned(dashboard)];
    await changeSettings(dashboard.app.core, other.id, () => ({
      place_instructions: { [PLACE]: 'Secret.' },
    }));
    await changeSettings(dashboard.app.core, one.id, () => ({ place_instructions: { 12: 'Mine.' } }));
    await one.visitor.get(one.path('playground'));
    const asked = stub.requests.length;
    for (const place of [PLACE, 'x', '__proto__']) {
      const seen = await one.visitor.post(one.path('playground'), { question: OPENING, place });
      expect([seen.status, seen.text('#place-fault')]).toEqual([422, 'Please choose one of the options.']);
      expect(seen.text('textarea#question')).toBe(OPENING);
    }
    expect(stub.requests).toHaveLength(asked);
  });
});

describe('Without a model, the playground shows', () => {
  const dashboard = useDashboard();
  beforeAll(async () => {
    await dashboard.app.addKnowledge(dashboard.server.id, [
      { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press **Join**.' },
    ]);
  });

  const tryIt = (question: string, language = 'en') =>
    dashboard.visitor.post(`${dashboard.path('playground')}?lang=${language}`, { question });

  test('score, threshold and the same units as live', async () => {
    const question = 'How do I join the server?';
    const seen = await tryIt(question);
    expect(seen.text('[data-answer] strong')).toBe('Join');
    const { confidence, calls, level, units } = factsIn(seen);
    expect(confidence).toMatch(/^(?:0\.\d+|1)\. The bot answers at 0\.61 or more\.$/);
    expect([calls, level]).toEqual(['none: no model answered', 'V1, extractive']);
    await dashboard.app.chat(dashboard.server.key, ask(question));
    const [charge] = await readCharges(dashboard.app, dashboard.server.id);
    expect(units).toContain(`in real use it would cost ${charge?.units} units`);
  });

  test('in both languages that nothing is known, and where to go on from there', async () => {
    const seen = await tryIt('Where do zebras sleep?');
    expect(factsIn(seen).team).toBe(
      'The knowledge has no answer to it. The search says so: nothing it found fits well enough.',
    );
    const german = await tryIt('Wo schlafen Zebras?', 'de');
    expect(factsIn(german).team).toBe(
      'Das Wissen hat keine Antwort darauf. Das sagt die Suche: Nichts Gefundenes passt sicher genug.',
    );
    expect(textsOf(german, '#behind .actions a')).toEqual([
      ...['Eintrag zum Wissen hinzufügen', 'Bessere Antwort vorschlagen', 'Zur Testfrage machen'],
    ]);
    await dashboard.visitor.get(`${dashboard.path()}?lang=en`);
  });

  test('a way to make the question a test question, with the question in the form', async () => {
    const question = 'Öffnet es zu 100 % um 9+1 & später, oder #1?';
    const seen = await tryIt(question);
    const link = [...seen.document.querySelectorAll('#behind .actions a')].at(-1);
    expect(link?.textContent).toBe('Make it a test question');
    const tests = await dashboard.visitor.get((link?.getAttribute('href') ?? '').replace('#add', ''));
    expect(tests.document.querySelector('#add textarea#question')).not.toBeNull();
    expect(tests.html).toContain('>\nÖffnet es zu 100 % um 9+1 &amp; später, oder #1?</textarea>');
  });
});
