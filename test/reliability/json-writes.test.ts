import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createKey } from '../../src/core/owners/keys.ts';
import { readNewest } from '../http/answers/setup.ts';
import { ask, startApp } from '../support/app.ts';
import { readBooks } from '../support/books.ts';
import {
  escapeAll,
  expectCleanPrototypes,
  NAMES_OF_PROTOTYPES,
  POLLUTED,
  WRONG,
} from '../support/hostile-json.ts';

const app = await startApp({ LIMIT_PER_MINUTE: '10000' });
const server = await app.addServer({ learning: true });
const knowledgeKey = (await createKey(app.core, { serverId: server.id, scope: 'knowledge' })).key;
await app.chat(server.key, ask('When are you open?'));
const answerId = (await readNewest(app, server.id)).id;
afterAll(() => app.stop());
afterEach(expectCleanPrototypes);

/** An operation that writes: a body that it takes, and what each of its fields may be besides. */
interface Door {
  method: 'POST' | 'PUT';
  path: string;
  sound: Record<string, unknown>;
  wrong: Record<string, Record<string, string>>;
}

const long = (characters: number) => JSON.stringify('a'.repeat(characters));
const DOORS: Record<string, Door> = {
  feedback: {
    ...{ method: 'POST', path: 'answers/{id}/feedback', sound: { helpful: false, comment: 'No.' } },
    wrong: {
      helpful: { null: 'null', 'a text': '"true"', 'the number 1': '1' },
      comment: { 'a text too long': long(1_001) },
    },
  },
  outcome: {
    ...{ method: 'POST', path: 'answers/{id}/outcome' },
    sound: { outcome: 'team_answered', team_answer: 'At nine.' },
    wrong: {
      outcome: { null: 'null', another: '"closed"', 'a name of every object': '"constructor"' },
      team_answer: { 'a text too long': long(4_001) },
    },
  },
  entry: {
    ...{ method: 'PUT', path: 'knowledge/faq-1' },
    sound: { title: 'When are you open?', text: 'From nine to five.' },
    wrong: {
      title: { null: 'null', 'an empty text': '""', 'a text too long': long(301) },
      text: { null: 'null', 'an empty text': '""', 'a text too long': long(20_001) },
      link: { 'no address': '"javascript:alert(1)"', 'no link at all': '"nowhere"' },
      language: { 'no language': '"xx"', 'a name of every object': '"toString"' },
      valid_until: { 'no day': '"2026-02-30"', 'no date': '"soon"' },
      questions: { 'a text': '"When?"', 'too many': JSON.stringify(Array(21).fill('When?')) },
    },
  },
};

async function send({ method, path }: Door, body: string) {
  const key = method === 'PUT' ? knowledgeKey : server.key;
  const response = await fetch(`${app.url}/api/v1/${path.replace('{id}', answerId)}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, code: text === '' ? null : JSON.parse(text).error?.code };
}

/** Everything that these operations can change. */
async function readAll() {
  const { kysely } = app.core.database;
  const rowsOf = (table: 'knowledge' | 'training') =>
    kysely.selectFrom(table).selectAll().where('server_id', '=', server.id).execute();
  return [await readBooks(app, server.id), await rowsOf('knowledge'), await rowsOf('training')];
}

/** All of them with the same code, and none leaves a trace. */
async function expectRefused(door: Door, bodies: string[], code: string): Promise<void> {
  const before = await readAll();
  for (const body of bodies) {
    const answer = await send(door, body);
    expect([body, answer.status, answer.code]).toEqual([body, 400, code]);
  }
  expect(await readAll()).toEqual(before);
}

const BROKEN = ['{', '{"title":', '{}}', "{'helpful':true}", '{"a":1,}', '\u0000'];
const OTHERS = ['null', 'true', '7', '"entry"', '[]', '{}', '[{"helpful":true}]'];

describe.each(Object.entries(DOORS))('F51 · %s', (_name, door) => {
  test.each(
    Object.entries(door.wrong),
  )('whose %s is wrong is refused, and nothing is written', (field, more) => {
    const { [field]: _, ...rest } = door.sound;
    // As text, because no value of JavaScript is written as 1e999.
    const others = Object.entries(rest).map(([key, sound]) => `,"${key}":${JSON.stringify(sound)}`);
    const values = Object.values({ ...WRONG, ...more }).filter(
      (value) => field !== 'helpful' || value !== 'true',
    );
    return expectRefused(
      door,
      values.map((value) => `{"${field}":${value}${others.join('')}}`),
      'invalid_body',
    );
  });

  test('that is no JSON or another document is refused', async () => {
    await expectRefused(door, BROKEN, 'invalid_json');
    await expectRefused(door, OTHERS, 'invalid_body');
  });

  test.each(NAMES_OF_PROTOTYPES)('with %s in it changes no object and no right', async (prototype) => {
    const fields = JSON.stringify(door.sound).slice(1);
    const forged = '"server_id":"other","id":"other","source":"manual","status":"active","approved":true';
    for (const written of [prototype, escapeAll(prototype)]) {
      const { status, text } = await send(door, `{"${written}":${POLLUTED},${forged},${fields}`);
      expect([200, 201, 204]).toContain(status);
      expect(text).not.toMatch(/polluted|isAdmin/);
    }
    const [, knowledge, training] = await readAll();
    expect(JSON.stringify([knowledge, training])).not.toMatch(/polluted|isAdmin|"other"/);
  });
});
