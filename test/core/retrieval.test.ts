import { stemmer as stemGerman } from '@orama/stemmers/german';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../../src/core/reading/language.ts';
import { runInSlices } from '../../src/core/runtime/slices.ts';
import { buildSteps } from '../../src/core/search/ranking/search-index.ts';
import {
  ANSWER_THRESHOLD,
  buildIndex,
  queriesOf,
  type SearchDocument,
  search,
} from '../../src/core/search/search.ts';
import { unify, words } from '../../src/core/search/words/analyse.ts';
import { splitCompound } from '../../src/core/search/words/compounds.ts';
import { stem, stemSpelling } from '../../src/core/search/words/stemming.ts';
import { countRuns } from '../support/runs.ts';

const german: SearchDocument[] = [
  {
    id: 'key',
    language: 'de',
    title: 'Schlüssel tauschen',
    text: 'Alte Schlüssel kannst du im Hafen gegen neue tauschen.',
  },
  {
    id: 'rules',
    language: 'de',
    title: 'Serverregeln',
    text: 'Die Serverregeln stehen im Kanal Willkommen. Wer sie bricht, wird verwarnt.',
  },
  {
    id: 'password',
    language: 'de',
    title: 'Passwort ändern',
    text: 'Öffne die Einstellungen deines Kontos und ändere dort dein Passwort.',
  },
  {
    id: 'island',
    language: 'de',
    title: 'Insel verschönern',
    text: 'Blumen und Zäune für deine Insel verkauft der Gärtner.',
  },
  {
    id: 'server',
    language: 'de',
    title: 'Server und Regeln für Gäste',
    text: 'Gäste dürfen nichts abbauen.',
  },
];
const english: SearchDocument[] = [
  {
    id: 'boat',
    language: 'en',
    title: 'Repairing boats',
    text: 'Boats are repaired at the shipyard for two planks of oak.',
  },
  {
    id: 'trade',
    language: 'en',
    title: 'Trading issues',
    text: 'If the market shows issues with a trade, reopen the window.',
  },
  { id: 'sleep', language: 'en', title: 'Skipping the night', text: 'Half of all players must lie in bed.' },
];
const germanIndex = buildIndex(german);
const englishIndex = buildIndex(english);
const bothIndex = buildIndex([...german, ...english]);

const ask = (index: typeof germanIndex, text: string, limit = 5) =>
  search(index, [{ text, weight: 1 }], limit);
const firstOf = (index: typeof germanIndex, text: string) => ask(index, text).hits[0]?.id;

describe('analysis', () => {
  it('reduces English plurals in -ues and German endings to the same term as the singular', () => {
    expect(stem('issues', 'en')).toBe(stem('issue', 'en'));
    expect(stem('schlüsseln', 'de')).toBe(stem('schluessel', 'de'));
    expect(stem('regeln', 'de')).toBe(stem('regel', 'de'));
  });

  it('stems every German word as Snowball does', () => {
    const endings = 'e em en er ern es s st est end ig ik ung lich isch heit keit eln nis a l t n'.split(' ');
    const word = fc
      .tuple(fc.stringMatching(/^[a-zß]{1,7}$/), fc.array(fc.constantFrom(...endings), { maxLength: 3 }))
      .map(([root, ends]) => unify(root + ends.join('')));
    fc.assert(
      fc.property(word, (spelling) => {
        const root = stemGerman(spelling);
        expect(stemSpelling(spelling)).toBe(root.endsWith('eln') ? root.slice(0, -1) : root);
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  it('reads decomposed letters like composed ones and cuts endless words', () => {
    expect(words('Schlu\u0308ssel')).toEqual(['schlüssel']);
    expect(words('x'.repeat(100_000))).toEqual(['x'.repeat(64)]);
  });

  it('distinguishes German from English, and says when it cannot', () => {
    expect(guessLanguage(words('Wie kann ich das machen?'))).toBe('de');
    expect(guessLanguage(words('How can I do this?'))).toBe('en');
    expect(guessLanguage(words('Kubernetes 42'))).toBeNull();
  });
});

describe('compound splitting', () => {
  it('stays fast on a word made only of possible parts', () => {
    let calls = 0;
    const lookUp = (part: string) => {
      calls += 1;
      return part.endsWith('b') ? -1 : 0;
    };
    expect(splitCompound(`${'a'.repeat(63)}b`, { head: lookUp, tail: lookUp })).toEqual([]);
    expect(calls).toBeLessThan(20_000);
  });
});

describe('search', () => {
  it('finds the same entries for every spelling of an umlaut', () => {
    const spellings = [
      'Schlüssel tauschen',
      'Schluessel tauschen',
      'Schlussel tauschen',
      'SCHLÜSSEL TAUSCHEN',
    ];
    for (const spelling of spellings)
      expect(ask(germanIndex, spelling)).toEqual(ask(germanIndex, spellings[0] ?? ''));
    expect(firstOf(germanIndex, 'Schluessel tauschen')).toBe('key');
  });

  it('finds compounds by their parts and parts by their compound', () => {
    expect(ask(germanIndex, 'welche Regeln gibt es').hits.map(({ id }) => id)).toContain('rules');
    expect(ask(germanIndex, 'Serverregel').hits.map(({ id }) => id)).toEqual(['rules', 'server']);
    expect(firstOf(germanIndex, 'Gästeregeln')).toBe('server');
  });

  it('forgives one typo in short words and two in long ones', () => {
    expect(firstOf(germanIndex, 'Passwrot')).toBe('password');
    expect(firstOf(germanIndex, 'Insle')).toBe('island');
    expect(firstOf(germanIndex, 'Eintsellugen')).toBe('password');
    expect(firstOf(englishIndex, 'shipyrad')).toBe('boat');
  });

  it('corrects no short word to one that begins differently, except for two swapped letters', () => {
    const index = buildIndex([
      { id: 'lost', language: 'en', title: 'Items lost at sea', text: 'A chest keeps them.' },
      { id: 'gold', language: 'en', title: 'Gold', text: 'It buys ships.' },
    ]);
    const find = (text: string) => search(index, queriesOf([{ role: 'user', content: text }]), 5);
    expect(find('What does it cost?').hits.map(({ id }) => id)).not.toContain('lost');
    expect(find('Where is the ogld?').hits[0]?.id).toBe('gold');
    expect(find('My items are losst').hits[0]?.id).toBe('lost');
  });

  it('has no confidence in one or two function words, whatever entry has them', () => {
    const index = buildIndex([
      { id: 'who', language: 'en', title: 'Who are you?', text: 'I am the assistant of this server.' },
      { id: 'gold', language: 'en', title: 'Gold', text: 'It buys ships, and no more.' },
    ]);
    const confidenceOf = (text: string) =>
      search(index, queriesOf([{ role: 'user', content: text }]), 5).confidence;
    for (const text of ['who?', 'it', 'No', 'and?', 'are you?'])
      expect([text, confidenceOf(text)]).toEqual([text, 0]);
    expect(confidenceOf('Who are you?')).toBeGreaterThan(ANSWER_THRESHOLD);
    expect(confidenceOf('Gold?')).toBeGreaterThan(ANSWER_THRESHOLD);
  });

  it('has confidence in function words that are the whole title of an entry', () => {
    const index = buildIndex([
      { id: 'us', language: 'en', title: 'About us', text: 'We are a club of sailors.' },
      { id: 'gold', language: 'en', title: 'Gold', text: 'It buys ships for us, and is about all we have.' },
    ]);
    expect(ask(index, 'about us?')).toMatchObject({ confidence: 0.97, hits: [{ id: 'us' }, { id: 'gold' }] });
    expect(ask(index, 'about?').confidence).toBe(0);
  });

  it('never treats a number as a typo of another one', () => {
    const index = buildIndex([{ id: 'order', title: 'Versand', text: 'Bestellung 471100 ist unterwegs' }]);
    expect(firstOf(index, '471100')).toBe('order');
    expect(ask(index, '471101')).toMatchObject({ hits: [], confidence: 0 });
  });

  it('finds German and English entries of one server, each by a question in its language', () => {
    expect(firstOf(bothIndex, 'Wie ändere ich mein Passwort?')).toBe('password');
    expect(firstOf(bothIndex, 'How do I repair a boat?')).toBe('boat');
    expect(firstOf(bothIndex, 'is there an issue with trades')).toBe('trade');
  });

  it('has no hits and no confidence for words that nobody wrote', () => {
    for (const text of ['Quantenchromodynamik', 'xylophonist zebra', '', '   ', '🦑🦑', '!?…', '你好']) {
      expect(ask(germanIndex, text)).toMatchObject({ hits: [], confidence: 0 });
    }
    expect(search(germanIndex, [], 5)).toMatchObject({ hits: [], confidence: 0 });
    expect(ask(buildIndex([]), 'Passwort')).toMatchObject({ hits: [], confidence: 0 });
  });

  it('does not lose confidence to a greeting', () => {
    const { confidence } = ask(germanIndex, 'Wie kann ich mein Passwort ändern?');
    expect(ask(germanIndex, 'Hallo! Wie kann ich mein Passwort ändern? Danke').confidence).toBe(confidence);
  });

  it('never gives a document of another index', () => {
    const ids = new Set(english.map(({ id }) => id));
    for (const { title, text } of [...german, ...english]) {
      expect(ask(englishIndex, `${title} ${text}`, 100).hits.filter(({ id }) => !ids.has(id))).toEqual([]);
    }
  });

  it('takes names of object members for ordinary words', () => {
    const index = buildIndex([
      { id: '__proto__', title: 'constructor', text: '__proto__ toString hasOwnProperty' },
    ]);
    expect(firstOf(index, 'constructor')).toBe('__proto__');
    expect(ask(germanIndex, 'constructor __proto__ toString valueOf').hits).toEqual([]);
  });

  it('survives any text, with a confidence between 0 and 1 and finite scores', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('a', 'ü', 'ue', 'ß', ' ', 'Passwort', '\u0308', '\ud800', '0'),
        maxLength: 200,
      }),
    );
    fc.assert(
      fc.property(anyText, anyText, anyText, (title, text, question) => {
        const index = buildIndex([...german, { id: 'any', title, text }]);
        const { hits, confidence } = ask(index, question);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(hits.every(({ score }) => score > 0 && Number.isFinite(score))).toBe(true);
      }),
      { numRuns: countRuns(80) },
    );
  });

  it('answers monstrous questions with a finite confidence', () => {
    const monsters = ['a'.repeat(16_000), 'ab'.repeat(50_000), 'Passwort '.repeat(2_000), '🦑'.repeat(8_000)];
    monsters.push(Array.from({ length: 3_000 }, (_, i) => `Insell${i.toString(36)}`).join(' '));
    for (const text of monsters) {
      const { confidence } = ask(bothIndex, text);
      expect(confidence >= 0 && confidence <= 1).toBe(true);
    }
  });
});

describe('building in slices', () => {
  it('gives the same index as building in one go', async () => {
    expect(await runInSlices(buildSteps([...german, ...english]))).toEqual(
      buildIndex([...german, ...english]),
    );
  });
});

describe('queries of a conversation', () => {
  const user = (content: string) => ({ role: 'user' as const, content });

  it('weight the last turn most, then the one before, the first and the last answer', () => {
    const answer = { role: 'assistant' as const, content: 'a' };
    const language = null;
    expect(queriesOf([user('1'), user('2'), answer, user('3')])).toEqual([
      { text: '3', weight: 1, language },
      { text: '2', weight: 0.5, language },
      { text: '1', weight: 0.25, language },
      { text: 'a', weight: 0.05, language },
    ]);
  });

  it('find the topic that only an earlier turn named', () => {
    const queries = queriesOf([user('I want to repair my boat'), user('and how much does it cost?')]);
    expect(search(bothIndex, queries, 1).hits[0]?.id).toBe('boat');
  });
});
