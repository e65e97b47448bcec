import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvalFile } from '../../../bench/eval/files.ts';
import { digestExamples, readFigures } from '../../../bench/reading/figures.ts';
import { findTeamReason } from '../../../src/core/handover/handover.ts';
import { splitSentences } from '../../../src/core/reading/features.ts';
import { admitsNoAnswer, readKind } from '../../../src/core/reading/kinds.ts';
import { readReasons } from '../../../src/core/reading/reader.ts';
import { digestOfTexts, loadModels } from '../../../src/core/reading/weights.ts';
import { countRuns } from '../../support/runs.ts';

const { tickets } = readEvalFile('bench/eval/held-out.jsonl');
const texts = tickets.map(({ messages }) => messages.map(({ content }) => content).join('\n'));

describe('the weights', () => {
  test('are those of the labelled texts as they stand, and so are the published figures', () => {
    expect(digestOfTexts()).toBe(digestExamples());
    expect(readFigures().digest).toBe(digestExamples());
  });

  test('find 92 of 100 tickets that training never saw, at 8 false alarms, and 95 of 100 in danger', () => {
    const found = tickets.filter(({ messages }) => findTeamReason(messages) !== null);
    const shareOf = (some: typeof tickets) => some.filter((one) => found.includes(one)).length / some.length;
    expect(shareOf(tickets.filter(({ needsTeam }) => needsTeam))).toBeGreaterThanOrEqual(0.92);
    expect(shareOf(tickets.filter(({ needsTeam }) => !needsTeam))).toBeLessThanOrEqual(0.08);
    expect(shareOf(tickets.filter(({ category }) => category === 'safety'))).toBeGreaterThanOrEqual(0.95);
  });
});

describe('a reason that a text gives', () => {
  const harmless = fc.constantFrom(...texts);
  const affected = fc.constantFrom(...texts.filter((text) => readReasons(text).length > 0));

  test('H67 · stays beside any other text, also beside a case that is surer', () => {
    const { reasons } = loadModels();
    const sureOf = (text: string) => {
      const best = reasons.readRuns(splitSentences(text));
      return readReasons(text).filter(({ reason }) => (best[reasons.heads.indexOf(reason)]?.score ?? 0) > 0);
    };
    fc.assert(
      fc.property(affected, fc.constantFrom(...texts), fc.constantFrom(...texts), (text, before, after) => {
        const among = readReasons(`${before}\n${text}\n${after}`).map(({ reason }) => reason);
        expect(among).not.toEqual([]);
        // Of a text that needs somebody for no reason that is sure by itself, another may become the likeliest.
        expect(among).toEqual(expect.arrayContaining(sureOf(text).map(({ reason }) => reason)));
      }),
      { numRuns: countRuns(300) },
    );
  });

  test('scores at least as high beside other sentences as alone', () => {
    const { reasons } = loadModels();
    fc.assert(
      fc.property(affected, harmless, (text, other) => {
        const sentences = splitSentences(text);
        fc.pre(sentences.length <= 4);
        const alone = reasons.readRuns(sentences);
        const among = reasons.readRuns([...splitSentences(other), ...sentences]);
        for (const [head, { score }] of alone.entries())
          expect(among[head]?.score).toBeGreaterThanOrEqual(score - 1e-9);
      }),
      { numRuns: countRuns(300) },
    );
  });

  test('is told with its score and with words of the text, heaviest first', () => {
    const [found] = readReasons('Hallo, mein Konto wurde gestern gehackt und das Passwort geändert.');
    expect(found).toMatchObject({ reason: 'account', by: 'model' });
    expect(found?.score).toBeGreaterThan(0.5);
    expect(found?.words).toContain('gehackt');
  });

  test('is a rule where the phrase leaves no doubt, in nine languages', () => {
    const phrases = [
      ['I just want to kill myself', 'ich will nicht mehr leben', 'je veux me suicider', 'quiero matarme'],
      ['non voglio più vivere', 'não quero mais viver', 'ik wil niet meer leven', 'nie chcę już żyć'],
      ['yaşamak istemiyorum'],
    ].flat();
    for (const phrase of phrases)
      expect([phrase, readReasons(phrase)[0]]).toMatchObject([phrase, { reason: 'safety', by: 'rule' }]);
    const [human] = readReasons('can i talk to a real person please');
    expect(human).toMatchObject({ reason: 'asked_for_human', by: 'rule' });
  });

  test('is the same however often it is read, in capitals and without accents', () => {
    for (const text of ['mi cuenta fue robada y cambiaron la contraseña', 'on m’a débité deux fois']) {
      const reason = readReasons(text)[0]?.reason;
      expect(reason).toBeDefined();
      expect(readReasons(text.toUpperCase())[0]?.reason).toBe(reason);
      expect(readReasons(text.normalize('NFD').replace(/\p{M}/gu, ''))[0]?.reason).toBe(reason);
    }
  });
});

describe('a short message', () => {
  test.each([
    ['hello there', 'greeting'],
    ['merci beaucoup !', 'thanks'],
    ['nvm, found it', 'closing'],
    ['funktioniert immer noch nicht', 'unhelped'],
    ['can somebody help me please', 'plea'],
    ['how much is the gold rank?', null],
    ['¿Dónde está mi factura?', null],
  ])('%j is %s', (text, kind) => {
    expect(readKind(text)).toBe(kind);
  });

  test('that is long tells its own story, and an empty one is nothing', () => {
    expect(readKind('thanks '.repeat(100))).toBeNull();
    expect(readKind(' ')).toBeNull();
  });
});

describe('an answer of a model', () => {
  test.each([
    'The context does not mention opening hours.',
    'Dazu steht in den Unterlagen leider nichts.',
    'Je n’ai trouvé aucune information à ce sujet.',
    'No dispongo de información sobre eso.',
    'Bu konuda bilgi bulunmuyor.',
  ])('admits that it has none: %s', (answer) => {
    expect(admitsNoAnswer(answer)).toBe(true);
  });

  test.each([
    'No, refunds are not possible after 30 days.',
    'There is no app for Windows.',
    'Nein, das ist leider nicht erlaubt.',
    'Port 19132.',
  ])('is one although it says no: %s', (answer) => {
    expect(admitsNoAnswer(answer)).toBe(false);
  });
});
