import { describe, expect, it } from 'vitest';
import { isGarbled } from '../../src/core/answering/model/garble.ts';

const KNOWN = ['Do you ship to Austria?', 'Shipping to Austria takes 3 days and costs 4.90 euros.'];
const say = (piece: string, times: number) => piece.repeat(times);

describe('an answer', () => {
  it.each([
    '发往奥地利需要3天，费用为4.90欧元。',
    'Доставка в Австрию занимает 3 дня.',
    'オーストリアへの配送には3日かかります。',
    'الشحن إلى النمسا يستغرق 3 أيام.',
    '오스트리아까지 배송은 3일 걸립니다.',
    'การจัดส่งไปยังออสเตรียใช้เวลา 3 วัน',
    'Shipping to Austria takes 3 days. 发往奥地利需要3天，费用为4.90欧元，请放心下单，我们会尽快发货。',
    '是的。',
  ])('in a script that nobody used is garbled: %s', (answer) => {
    expect(isGarbled(answer, KNOWN)).toBe(true);
  });

  it.each([
    ['a letter', say('a', 80)],
    ['two words', say('and so ', 40)],
    ['a sentence', `Shipping takes 3 days. ${say('Please wait for the parcel. ', 6)}`],
    ['a line', `Here you go:\n${say('- Open the settings\n', 5)}- Open`],
    [
      'a paragraph',
      `Yes.\n\n${say(`${'Orders to Austria leave on the day after they were paid, by post. '.repeat(1)}Parcels of more than ten kilograms leave a day later.\n\n`, 3)}`,
    ],
    ['a list', say('1. Log in\n2. Log out\n', 6)],
    ['signs', say('!', 400)],
    ['digits', say('0', 200)],
    ['half of a word at the end', `${say('the the ', 20)}th`],
    [
      'line breaks of other lengths',
      'Take a look.\nTake a look.\n\nTake a look. Take a look.\n Take a look. Take a look.',
    ],
  ])('that goes round in a circle is garbled: %s', (_, answer) => {
    expect(isGarbled(answer, KNOWN)).toBe(true);
  });

  it.each([
    'You can return it within 30 days. You can return it within 30 days. You can return it within 30 days.',
    'Der Versand dauert drei Tage. Er kostet 4,90 Euro. Der Versand dauert drei Tage. Er kostet 4,90 Euro.',
    '- Open the settings\n- Open the settings\n- Open the settings\n- Open the settings',
    'Yes, we ship to Austria in three days. yes, we ship to Austria in three days! Yes we ship to Austria in three days.',
    'La livraison prend trois jours et coûte 4,90 euros.\n\nLa livraison prend trois jours et coûte 4,90 euros.',
    'The shop is open from nine. The shop is open from ten. The shop is open from nine. The shop is open from ten. The shop is open from nine.',
    'Kargo üç gün sürer. Kargo üç gün sürer. Kargo üç gün sürer. Fiyat 5 avro.',
    '配送には3日かかります。配送には3日かかります。配送には3日かかります。',
  ])('that says the same sentences again is garbled: %s', (answer) => {
    expect(isGarbled(answer, [...KNOWN, '配送'])).toBe(true);
    expect(isGarbled(answer, [...KNOWN, '配送', `It goes like this:\n${answer}`])).toBe(false);
  });

  it.each([
    'Yes. Yes, really. We ship to Austria in 3 days.',
    '- Small: 5 euros\n- Large: 5 euros\n- Huge: 7 euros',
    'Shipping takes 3 days. Shipping to Austria takes 5 days. Shipping to Spain takes 7 days.',
    'First turn it off. Wait ten seconds. Turn it on. If it still blinks, turn it off. Wait ten seconds. Then write to us.',
    'Monday: 9 to 5\nTuesday: 9 to 5\nWednesday: 9 to 5\nThursday: closed',
    'No. No.',
    'Run it twice:\n```\nnpm install\nnpm install\n```\nThen restart the service once.',
  ])('that says the like of several things is not: %s', (answer) => {
    expect(isGarbled(answer, KNOWN)).toBe(false);
  });

  it.each([
    ['in the script of the question', 'Доставка занимает 3 дня.', ['Сколько идёт доставка?']],
    ['in the script of an entry', '配送には3日かかります。', ['配送: 3日']],
    ['in signs that one language mixes', '配送には三日かかります。', ['はいそうはいつですか']],
    ['with names in another script', 'Type "Привет" to greet the guard.', []],
    ['without letters', '3–5 ✓', []],
    ['with a formula', 'Use π ≈ 3.14 and the angle α.', []],
    ['with a table', `| Rank | Price |\n|${'-'.repeat(80)}|${'-'.repeat(80)}|\n| VIP | 5 € |`, []],
    [
      'with steps that begin alike',
      '1. Open the shop.\n2. Open the cart.\n3. Open the till.\n4. Open the bag.\n5. Open it.',
      [],
    ],
    ['that laughs', 'Hahahaha! Yes, of course.', []],
    ['with a key', 'It looks like XXXXX-XXXXX-XXXXX-XXXXX-XXXXX.', []],
    ['with a row of the same', 'Ranks: yes, yes, yes, yes, yes, no.', []],
    [
      'that repeats what an entry repeats',
      say('knock knock. ', 8),
      [`The spell is: ${say('knock knock. ', 8)}`],
    ],
    ['that says nothing', '', []],
  ])('that a person could have written is not: %s', (_, answer, known) => {
    expect(isGarbled(answer, [...KNOWN, ...known])).toBe(false);
  });
});
