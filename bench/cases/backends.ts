import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { addTestServer, speakTo } from '../../test/support/app.ts';
import type { BackendCase, CaseFolder } from './files.ts';
import { judgeAnswer, type Outcome } from './judge.ts';
import { makeFolder, openService } from './stage.ts';
import { startStandIn } from './stand-in.ts';

const MODELS = { MODEL_V1: 'small', MODEL_V1_5: 'middle', MODEL_V2: 'large' };
const ENTRIES = [
  {
    id: 'ship',
    title: 'Do you ship to Austria?',
    text: 'Yes. Shipping to Austria takes 3 days and costs 4.90 euros. See https://shop.example.org/shipping',
  },
  {
    id: 'return',
    title: 'How do I send something back?',
    text: 'Within 30 days, with the label in the box.',
  },
  { id: 'hours', title: 'When are you there?', text: 'Monday to Friday, nine to five.' },
];

/** Real replies of backends: one service per case, because what it learns about a model would help the next one. */
export async function runBackends({ backends }: CaseFolder): Promise<Outcome[]> {
  using folder = makeFolder();
  const outcomes: Outcome[] = [];
  for (const entry of backends) {
    outcomes.push({ id: entry.id, kind: entry.kind, faults: await runBackend(folder.path, entry) });
  }
  return outcomes;
}

async function runBackend(folder: string, entry: BackendCase): Promise<string[]> {
  await using backend = await startStandIn(entry.reply, entry.transport);
  await using service = await openService(folder, { OPENAI_BASE_URL: backend.url, ...MODELS });
  const { core } = service;
  const { id, key } = await addTestServer(core, { level: entry.level, language: 'en' });
  const text = ENTRIES.map((line) => JSON.stringify(line)).join('\n');
  await importKnowledge(core, { serverId: id, text, format: 'jsonl' });

  const { chat } = speakTo(service.url);
  const messages = entry.messages ?? [{ role: 'user' as const, content: entry.question }];
  const faults: string[] = [];
  for (let question = 0; question < entry.questions; question += 1) {
    // A repeat would not reach the backend.
    const asked = messages.map(({ content, ...rest }) => ({
      ...rest,
      content: question === 0 ? content : `${content} ${question}`,
    }));
    faults.push(...judgeAnswer(await chat(key, { messages: asked }), entry.expected));
  }
  const firstCalls = backend.requests.length;
  const { calls, second_question_calls: secondCalls, schema_stays: schemaStays } = entry.request_expectation;
  if (calls !== undefined && firstCalls > calls) faults.push(`${firstCalls} calls`);

  const charges = await core.database.kysely
    .selectFrom('charges')
    .select('units')
    .where('server_id', '=', id)
    .execute();
  const units = charges.reduce((sum, charge) => sum + Number(charge.units), 0);
  const least = entry.units_min ?? entry.expected.units_min ?? 0;
  if (units < least) faults.push(`${units} units charged`);

  if (secondCalls === undefined && !schemaStays) return faults;
  await chat(key, { messages: [{ role: 'user', content: 'When are you there?' }] });
  const second = backend.requests.slice(firstCalls);
  if (secondCalls !== undefined && second.length > secondCalls)
    faults.push(`${second.length} calls for the next question`);
  const format = second[0]?.response_format?.type;
  if (schemaStays && format !== 'json_schema') faults.push(`the next question is asked with ${format}`);
  return faults;
}
