import { fileURLToPath } from 'node:url';
import { interfaceLanguageOf } from '../../src/domain/types.ts';
import { readEvalFile } from '../eval/files.ts';
import { addTypo } from '../eval/perturb.ts';
import { createRandom, pickOne, type Random } from '../random.ts';
import { readExamples } from '../reading/examples.ts';

/** `new`: the last message is new; `repeated`: the same tickets come in rotation. */
export type Kind = 'new' | 'repeated';

export interface Question {
  /** Number of the ticket, which selects the server. */
  ticket: number;
  /** Both a chat completion and a question of our API. */
  body: string;
}

/** Draws the next question of a run. */
export type Asker = (kind: Kind) => Question;

/** Sentences of askers and answerers, in one language. */
interface Language {
  asked: string[];
  replies: string[];
  /** Among the languages, which take turns in the knowledge. */
  place: number;
  /** Words of four letters or more. */
  words: string[];
}

interface Ticket {
  language: Language;
  /** JSON of everything before the last message. */
  head: string;
  last: string;
}

const FILE = fileURLToPath(new URL('../eval/demo.jsonl', import.meta.url));
const ASKED_IN: ReadonlySet<string> = new Set(['de', 'en']);
const LANGUAGES = 2;
/** Of each language, one in so many of the labelled texts that need nobody of the team, and of those that do. */
const [EVERY, EVERY_FOR_TEAM] = [4, 40];
/** Coprime to the number of sentences, so that neighbours in the file do not follow each other. */
const STRIDE = 7_919;
/** Longer ones are stories by themselves. */
const MOST_CHARACTERS = 120;
/** Each question begins with the title of an entry; every server has at least so many in each language. */
const KNOWN = 50;
/** Of the words with four letters or more. */
const [MISTYPED, EXCHANGED] = [1 / 10, 1 / 10];

/**
 * Tickets of five messages in German and English, one for each ticket of the evaluation files. Earlier messages stay
 * the same, as in a continuing conversation; the last one is newly composed of sentences that people wrote,
 * with some words exchanged and some mistyped. The same questions for the same seed.
 */
export function openQuestions(seed = 1): Asker {
  const tickets = makeTickets(seed);
  const random = createRandom(seed, 'questions');
  const asked = { new: 0, repeated: 0 };
  return (kind) => {
    const number = asked[kind];
    asked[kind] += 1;
    const index = number % tickets.length;
    const ticket = tickets[index];
    if (!ticket) throw new Error('there are no tickets');
    const last = kind === 'new' ? makeMessage(ticket.language, number, random) : ticket.last;
    return {
      ticket: index,
      body: `${ticket.head},${JSON.stringify({ role: 'user', content: last })}]}`,
    };
  };
}

function makeTickets(seed: number): Ticket[] {
  const random = createRandom(seed, 'tickets');
  const { tickets, languages } = readLanguages();
  return tickets.map(({ text, language: name }, index) => {
    const language = languages[interfaceLanguageOf(name)];
    const turns = [
      ...[`${text} ${pickOne(random, language.asked)}`, pickOne(random, language.replies)],
      ...[pickOne(random, language.asked), pickOne(random, language.replies)],
    ];
    const messages = turns.map((content, turn) => ({ role: turn % 2 ? 'assistant' : 'user', content }));
    const head = JSON.stringify({ model: 'stub', messages }).slice(0, -2);
    return { language, head, last: makeMessage(language, index, random) };
  });
}

/** An entry's title and the order's number, so that none repeats; every other time a sentence about something else. */
function makeMessage({ asked, words, place }: Language, number: number, random: Random): string {
  const title = asked[LANGUAGES * ((number * STRIDE) % KNOWN) + place] ?? '';
  const more = random() < 0.5 ? [pickOne(random, asked)] : [];
  const sentences = [title, ...more, `#${number}`];
  return sentences.join(' ').replace(/\p{L}{4,}/gu, (word) => {
    const chance = random();
    if (chance < MISTYPED) return addTypo(word, (below) => Math.floor(below * random()));
    return chance < MISTYPED + EXCHANGED ? pickOne(random, words) : word;
  });
}

/** The content of the evaluation files, by language. */
export function readLanguages() {
  const texts = readExamples().flatMap((example) =>
    'reasons' in example && example.text.length <= MOST_CHARACTERS && ASKED_IN.has(example.language)
      ? [example]
      : [],
  );
  const { true: harmless = [], false: grave = [] } = Object.groupBy(
    texts,
    ({ reasons }) => `${reasons.length === 0}`,
  );
  const everyOf = <Text>(list: Text[], every: number) => list.filter((_, index) => index % every === 0);
  const ordinary = everyOf(harmless, EVERY);
  const tickets = [...ordinary, ...everyOf(grave, EVERY_FOR_TEAM)];
  const bases = [...readEvalFile(FILE).bases];
  const languageOf = (name: 'de' | 'en'): Language => {
    const ofBases = bases.filter(([base]) => base.endsWith(name)).map(([, base]) => base);
    const asked = [
      ...ordinary.filter(({ language }) => language === name).map(({ text }) => text),
      ...ofBases.flatMap(({ questions }) => questions.map(({ messages }) => messages.at(-1)?.content ?? '')),
    ];
    const replies = ofBases.flatMap(({ chunks }) => chunks.flatMap(({ text }) => text.split('\n')));
    return {
      asked: [...new Set(asked)],
      replies: replies.filter((line) => line.length > 40),
      place: name === 'de' ? 0 : 1,
      words: [...new Set(asked.join(' ').match(/\p{L}{4,}/gu))],
    };
  };
  return { tickets, languages: { de: languageOf('de'), en: languageOf('en') } };
}
