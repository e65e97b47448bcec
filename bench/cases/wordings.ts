import type { Level } from '../../src/domain/types.ts';
import { addTestServer, speakTo } from '../../test/support/app.ts';
import type { CaseFolder, WordingCase } from './files.ts';
import type { Outcome } from './judge.ts';
import { addBase } from './knowledge.ts';
import { makeFolder, openService } from './stage.ts';
import { startStandIn } from './stand-in.ts';

const MODELS = { MODEL_V1: 'small', MODEL_V1_5: 'middle', MODEL_V2: 'large' };
const LEVELS = ['V1', 'V2'] as const;

/** Questions in other words or in another language than the entries of a small base. */
export async function runWordings(folder: CaseFolder): Promise<Outcome[]> {
  const kinds = { paraphrase: folder.paraphrase, crosslingual: folder.crosslingual };
  const cases = Object.entries(kinds).flatMap(([kind, list]) => list.map((entry) => ({ kind, ...entry })));
  if (cases.length === 0) return [];
  return [...(await runWithModel(folder, cases)), ...(await runExtractive(folder, cases))];
}

/** The prompt has to contain the fact of the expected entry. */
async function runWithModel(
  folder: CaseFolder,
  cases: (WordingCase & { kind: string })[],
): Promise<Outcome[]> {
  using place = makeFolder();
  await using backend = await startStandIn([]);
  await using service = await openService(place.path, { OPENAI_BASE_URL: backend.url, ...MODELS });
  const keyOf = await addBases(service.core, folder);
  const outcomes: Outcome[] = [];
  for (const { id, kind, base, question, expected, means } of cases) {
    const fact = folder.bases.find((entry) => entry.base === base && entry.title === expected)?.fact;
    if (fact === undefined) continue;
    for (const level of LEVELS) {
      backend.means = means;
      backend.requests.length = 0;
      await speakTo(service.url).chat(keyOf(base, level), {
        messages: [{ role: 'user', content: question }],
      });
      const holdsFact = backend.requests.some(({ messages }) => JSON.stringify(messages).includes(fact));
      outcomes.push({
        id,
        kind: `${kind}, in the prompt of ${level}`,
        faults: holdsFact ? [] : ['not in the prompt'],
      });
    }
  }
  return outcomes;
}

/** Without a model, another entry's answer is wrong; a question without an entry goes to the team. */
async function runExtractive(
  folder: CaseFolder,
  cases: (WordingCase & { kind: string })[],
): Promise<Outcome[]> {
  using place = makeFolder();
  await using service = await openService(place.path);
  const keyOf = await addBases(service.core, folder);
  const outcomes: Outcome[] = [];
  for (const { id, kind, base, question, expected } of cases) {
    const { body } = await speakTo(service.url).chat(keyOf(base, 'V1'), {
      messages: [{ role: 'user', content: question }],
    });
    const titles = body.sources.map(({ title }: { title: string }) => title);
    const isRight = body.needs_team || (expected !== null && titles.includes(expected));
    outcomes.push({
      id,
      kind: `${kind}, extractive`,
      faults: isRight ? [] : [`answered from ${titles.join(' | ')}`],
    });
  }
  return outcomes;
}

/** One server per base and level. @returns the key of one */
async function addBases(core: Parameters<typeof addBase>[0], { bases }: CaseFolder) {
  const keys = new Map<string, string>();
  for (const base of new Set(bases.map((entry) => entry.base))) {
    for (const level of LEVELS) {
      const { id, key } = await addTestServer(core, { level });
      await addBase(
        core,
        id,
        bases.filter((entry) => entry.base === base),
      );
      keys.set(`${base} ${level}`, key);
    }
  }
  return (base: string, level: Level) => keys.get(`${base} ${level}`) ?? '';
}
