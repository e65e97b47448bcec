import { seedDemo } from '../../src/core/operations/demo.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { addTestServer, speakTo } from '../../test/support/app.ts';
import type { CaseFolder } from './files.ts';
import { judgeAnswer, type Outcome } from './judge.ts';
import { addBase } from './knowledge.ts';
import { makeFolder, openService } from './stage.ts';

/** How people and mail programs write: asked over HTTP, answered by the extractive engine. */
export async function runTickets({ tickets, bases }: CaseFolder): Promise<Outcome[]> {
  if (tickets.length === 0) return [];
  using folder = makeFolder();
  await using service = await openService(folder.path);
  const { core } = service;
  await seedDemo(core);
  const keys = new Map([['demo', (await createKey(core, { serverId: 'demo' })).key]]);
  for (const name of new Set(bases.map(({ base }) => base))) {
    const { id, key } = await addTestServer(core);
    await addBase(
      core,
      id,
      bases.filter(({ base }) => base === name),
    );
    keys.set(name, key);
  }
  const { chat } = speakTo(service.url);
  const outcomes: Outcome[] = [];
  for (const { id, kind, knowledge, messages, customer, expected } of tickets) {
    const answer = await chat(keys.get(knowledge) ?? '', { messages, customer });
    outcomes.push({ id, kind, faults: judgeAnswer(answer, expected) });
  }
  return outcomes;
}
