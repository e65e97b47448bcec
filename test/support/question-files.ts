import fc from 'fast-check';

/** A file of questions and answers. Every word of an answer tells its question, and whether a sentence begins with it. */
export interface QuestionFile {
  text: string;
  questions: string[];
}

/** How people mark a question. `Q:` needs its `A:`. */
const MARKS = {
  heading: (question: string) => `## ${question}\n\n`,
  bold: (question: string) => `**${question}**\n\n`,
  label: (question: string) => `Q: ${question}\nA: `,
};
/** Text in which a full stop does not end a sentence. */
const ABBREVIATIONS = ['z. B.', 'e.g.', 'Dr.', 'bzw.', 'am 3.', 'approx.', 'd. h.', 'No.'];
const CLAUSE_SIGNS = ['', ',', ';'];
const WRAPPED_COLUMNS = 72;

/** `Q3s` begins a sentence of the third question, `q3w` continues it; a noun may follow an abbreviation. */
function sentence(n: number, words: readonly number[], end: string): string {
  const rest = words.map((word) => {
    const sign = CLAUSE_SIGNS[word % CLAUSE_SIGNS.length] ?? '';
    return word % 7 === 0 ? `${ABBREVIATIONS[word % ABBREVIATIONS.length]} Q${n}n` : `q${n}w${word}${sign}`;
  });
  return `Q${n}s ${rest.join(' ')} q${n}w${end}`;
}

/** A question mark within prose asks nothing; an item or a cell that asks is a separate question. */
const sentences = (n: number, most: number, ends = ['.', '!', '.”']) =>
  fc
    .array(
      fc.tuple(fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 25 }), fc.constantFrom(...ends)),
      { minLength: 1, maxLength: most },
    )
    // Isolated words that end in a question mark would be a separate question.
    .map((all) => all.map(([words, end], at) => sentence(n, words, at === all.length - 1 ? '.' : end)));

const wrap = (text: string): string => {
  let column = 0;
  return text.replace(/(\S+) ?/g, (_, word: string) => {
    const isNew = column + word.length > WRAPPED_COLUMNS;
    column = isNew ? word.length : column + word.length + 1;
    return `${isNew ? '\n' : ' '}${word}`;
  });
};

const paragraph = (n: number) =>
  fc
    .tuple(sentences(n, 40, ['.', '!', '?', '.”']), fc.boolean())
    .map(([all, isWrapped]) => (isWrapped ? wrap(all.join(' ')).trim() : all.join(' ')));

const list = (n: number) =>
  fc
    .tuple(fc.array(sentences(n, 3), { minLength: 1, maxLength: 25 }), fc.boolean(), fc.boolean())
    .map(([items, isLoose, isNumbered]) => {
      const mark = (at: number) => (isNumbered ? `${at + 1}.` : '-');
      const lines = items.map((all, at) => `${mark(at)} ${all.join(' ')}`);
      return `Q${n}s q${n}w q${n}lead:\n\n${lines.join(isLoose ? '\n\n' : '\n')}`;
    });

const table = (n: number) =>
  fc.array(sentences(n, 1), { minLength: 1, maxLength: 20 }).map((rows) => {
    const lines = rows.map((all) => `| Q${n}s q${n}w | ${all.join(' ')} |`);
    return `Q${n}s q${n}lead:\n\n| Q${n}s | Q${n}n |\n| --- | --- |\n${lines.join('\n')}`;
  });

const answer = (n: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: paragraph(n) },
        { weight: 1, arbitrary: list(n) },
        { weight: 1, arbitrary: table(n) },
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((blocks) => blocks.join('\n\n'));

/** Any Markdown of questions and answers of at most `most` characters. Shrinking it takes minutes. */
export const questionFile = (most: number): fc.Arbitrary<QuestionFile> =>
  fc.noShrink(
    fc
      .tuple(fc.constantFrom(...Object.values(MARKS)), fc.integer({ min: 2, max: 9 }))
      .chain(([mark, count]) =>
        fc
          .tuple(...Array.from({ length: count }, (_, n) => answer(n)))
          .map((answers) => toFile(mark, answers, most)),
      ),
  );

function toFile(mark: (question: string) => string, answers: readonly string[], most: number): QuestionFile {
  const questions: string[] = [];
  let text = '';
  for (const [n, said] of answers.entries()) {
    const question = `How does matter ${n} of the shop work?`;
    const more = `${mark(question)}${said}\n\n`;
    if (text.length + more.length > most) break;
    text += more;
    questions.push(question);
  }
  return { text, questions };
}

/** The numbers of the questions whose words a text contains. */
export function questionsIn(text: string): Set<number> {
  return new Set([...text.matchAll(/\b[Qq](\d+)(?:s|n|w|lead)/g)].map(([, n]) => Number(n)));
}
