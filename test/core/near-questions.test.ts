import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEvalFile } from '../../bench/eval/files.ts';
import { HELD_OUT, type Judged, judgeBase } from '../../bench/eval/score.ts';
import { useApp } from '../support/use-app.ts';

const FILE = fileURLToPath(new URL('../../bench/eval/near.jsonl', import.meta.url));

describe('without a model, on bases of 30 and 400 entries that nothing was written for', () => {
  let judged: Judged[];
  beforeAll(async () => {
    const bases = [...readEvalFile(FILE).bases.values()];
    judged = (await Promise.all(bases.map((base) => judgeBase(base)))).flat();
  });
  const ofKind = (kind: string) => judged.filter(({ question }) => question.kind === kind);

  test('at most one in twenty questions near the topic that no entry answers gets an answer', () => {
    const near = ofKind('near');
    expect(near.length).toBe(80);
    expect(near.filter(({ isUnsure }) => !isUnsure).length / near.length).toBeLessThanOrEqual(0.05);
  });

  test('at least 34 of 40 ordinary questions are answered rightly, also of those that nothing was fitted on', () => {
    for (const asked of [
      ofKind('ordinary'),
      ofKind('ordinary').filter(({ question }) => question.id.includes(HELD_OUT)),
    ]) {
      const right = asked.filter(({ isUnsure, isRight }) => !isUnsure && isRight);
      expect(right.length / asked.length).toBeGreaterThanOrEqual(34 / 40);
    }
  });
});

describe('the confidence of an answer without a model', () => {
  const app = useApp();
  let key: string;
  beforeAll(async () => {
    const server = await app.addServer({ language: 'de' });
    key = server.key;
    await app.addKnowledge(server.id, [
      { id: 'scan', title: 'Scanner', text: 'Er ist kostenlos und steht im Lesezimmer.' },
      { id: 'open', title: 'Öffnungszeiten', text: 'Wir haben von 9 bis 18 Uhr geöffnet.' },
      { id: 'lend', title: 'Werkzeug ausleihen', text: 'Drei Tage lang, gegen 50 Euro Pfand.' },
      { id: 'kids', title: 'Kinder in der Werkstatt', text: 'Ab zehn Jahren mit Begleitung.' },
    ]);
  });
  const ask = async (content: string) =>
    (await app.chat(key, { messages: [{ role: 'user', content }] })).body;

  test('is that of the shown text, which names its entry first', async () => {
    const body = await ask('Steht der Scanner im Lesezimmer?');
    expect(body.answer).toMatch(/^\*{0,2}Scanner\*{0,2}\n\nEr ist kostenlos/);
    expect(body.confidence).toBeGreaterThan(0.6);
  });

  test('falls with a word that no entry knows, and is 0 with a hand-over that shows no answer', async () => {
    const body = await ask('Kann ich den Scanner auch nach Hause mieten?');
    expect(body).toMatchObject({ needs_team: true, team_reason: 'not_in_knowledge', confidence: 0 });
  });
});
