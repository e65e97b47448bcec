import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { toLine } from '../../src/domain/text.ts';
import { LANGUAGES, type Language } from '../../src/domain/types.ts';
import type { Chunk, Message } from './files.ts';
import { Clusters, pick, type Side, sideOf } from './sides.ts';

type Asked = { id: string; relevant: string[]; kind: string; question?: string; messages?: Message[] };
interface Converted {
  kb: string;
  lang: Language;
  chunks: Pick<Chunk, 'id' | 'title' | 'text'>[];
  questions: Asked[];
}
type Convert = (side: Side, ...paths: string[]) => Converted;
/** Its repository, the names of the files, and who may use them. */
type Source = readonly [repository: string, files: readonly string[], licence: string, convert: Convert];

const ANSWERABLE = ['in_kb', 'answerable', 'partial'];
/** How many questions of a kind a side has at most. */
const MOST: Readonly<Record<string, number>> = { in_kb: 250, adversarial: 150, out_of_scope: 150 };
const MOST_OF_XQUAD = { in_kb: 200, topic_absent: 80, fact_absent: 60 };
const [MOST_OFF_TOPIC, UTTERANCES] = [40, 30];
/** One article in so many is left out, and one paragraph of the other articles. */
const [ARTICLES, PARAGRAPHS] = [4, 6];
/** The service takes 20; an odd number opens and ends with the customer. */
const MOST_MESSAGES = 19;

const text = z.string();
const answers = z.array(z.object({ text }));
const qa = z.object({ id: text, question: text, answers, is_impossible: z.boolean().default(false) });
const paragraph = z.object({ context: text, qas: z.array(qa) });
const wiki = z.object({ data: z.array(z.object({ title: text, paragraphs: z.array(paragraph) })) });
const said = z.array(z.tuple([text, text]));
const intents = z.object({ train: said, test: said, oos_test: said });
const faqs = z.array(z.object({ question: text, answer: text, lang: text }));
const pairs = z.array(z.object({ question_1: text, question_2: text, similar: z.enum(['0', '1']) }));
const turn = z.object({ speaker: z.enum(['user', 'agent']), text });
const label = z.enum(['ANSWERABLE', 'PARTIAL', 'UNANSWERABLE', 'UNDERSPECIFIED']);
const tasks = z.array(
  z.object({
    ...{ task_id: text, conversation_id: text, contexts: z.array(z.object({ text })) },
    ...{ input: z.array(turn).min(1), answerability: z.tuple([label]) },
  }),
);
const TABLE = { columns: true, bom: true, skip_empty_lines: true } as const;

const [SHARE_ALIKE, APACHE] = ['CC BY-SA 4.0', 'Apache-2.0 repository; the texts belong to others'];
const COVID_FILES = ['faq_200327.tsv', 'eval_question_similarity_de.csv', 'xquad.de.json'];

export const SOURCES: Readonly<Record<string, Source>> = {
  squad: ['chrischute/squad', ['dev-v2.0.json'], SHARE_ALIKE, convertSquad],
  xquad: ['google-deepmind/xquad', ['xquad.de.json'], SHARE_ALIKE, convertXquad],
  covid: ['deepset-ai/COVID-QA', COVID_FILES, APACHE, convertCovid],
  clinc: ['clinc/oos-eval', ['data_full.json'], 'CC BY 3.0', convertClinc],
  mtrag: ['IBM/mt-rag-benchmark', ['reference.jsonl'], APACHE, convertMtrag],
};

/** The lines of one public set for `readEvalFile`. @throws Error that says what does not fit, in a sentence. */
export function convertFiles(name: string, paths: readonly string[], side: Side): string {
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (!source) throw new Error(`${name} is none of ${Object.keys(SOURCES).join(', ')}`);
  const [repository, files, licence, convert] = source;
  if (paths.length !== files.length) throw new Error(`${name} is made from files as ${files.join(' ')}`);
  const { kb, lang, chunks, questions } = convert(side, ...paths);
  const judged = questions.map((one) => ({ ...one, answerable: ANSWERABLE.includes(one.kind) }));
  const given = paths.map((path) => basename(path)).join(' + ');
  if (new Set(judged.map(({ answerable }) => answerable)).size < 2)
    throw new Error(`${given}: the side ${side} would not have both answerable and unanswerable questions`);
  const lines = [
    { type: 'kb', kb, lang, source: `${repository} ${given} (${side})`, licence },
    ...chunks.map((chunk) => ({ type: 'chunk', kb, lang, ...chunk })),
    ...judged.map((question) => ({ type: 'question', kb, ...question })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function convertSquad(side: Side, path: string): Converted {
  const paragraphs = readParagraphs(path, side, 'squad2');
  const questions = paragraphs.flatMap(({ id: chunk, qas }) =>
    qas.map(({ id, question, is_impossible: isOutside }) => {
      return { id, question, relevant: isOutside ? [] : [chunk], kind: isOutside ? 'adversarial' : 'in_kb' };
    }),
  );
  const chunks = paragraphs.map(({ id, title, text }) => ({ id, title, text }));
  return { kb: 'squad2-en', lang: 'en', chunks, questions: sample(questions) };
}

/** Whole articles and single paragraphs are left out, the same ones in every language. */
function convertXquad(side: Side, path: string): Converted {
  const lang = languageOf(path);
  const all = readParagraphs(path, side, `xquad-${lang}`);
  const titles = [...new Set(all.map(({ title }) => title))];
  const topics = new Set(pick(titles, titles.length / ARTICLES, String));
  const rest = all.filter(({ title }) => !topics.has(title));
  const places = rest.map(({ place }) => place);
  const facts = new Set(pick(places, places.length / PARAGRAPHS, String));
  const kept = rest.filter(({ place }) => !facts.has(place));
  const texts = kept.map(({ text }) => text.toLowerCase());
  const isSaid = (answer: string): boolean => texts.some((text) => text.includes(answer.toLowerCase()));
  const asked = all.flatMap(({ id: chunk, title, place, qas }) => {
    const kind = topics.has(title) ? 'topic_absent' : facts.has(place) ? 'fact_absent' : 'in_kb';
    const isGone = (one: (typeof qas)[number]): boolean => !one.answers.some(({ text }) => isSaid(text));
    const left = kind === 'fact_absent' ? qas.filter(isGone) : qas;
    const relevant = kind === 'in_kb' ? [chunk] : [];
    return left.map(({ id, question }) => ({ id, question, relevant, kind }));
  });
  const chunks = kept.map(({ id, text }) => ({ id, title: '', text }));
  const questions = sample(asked, MOST_OF_XQUAD).map((one) => ({ ...one, id: `${one.id}-${lang}` }));
  return { kb: `xquad-${lang}`, lang, chunks, questions };
}

/** FAQs that share a question or a user's wording are on one side. */
function convertCovid(side: Side, faqPath: string, pairPath: string, xquadPath: string): Converted {
  const lang = languageOf(pairPath);
  const known = readAs(faqPath, faqs, (table) => parse(table, { ...TABLE, delimiter: '\t' }))
    .filter((faq) => faq.lang === lang)
    .map(({ question, answer }) => ({ title: question.trim(), text: answer.trim() }));
  const unique = new Map(known.map((faq) => [JSON.stringify(faq), faq]));
  const entries = [...unique.values()].map((faq, n) => ({ id: `covid-${lang}-${n}`, ...faq }));
  const titles = new Set(entries.map(({ title }) => title));
  const same = readAs(pairPath, pairs, (table) => parse(table, TABLE))
    .filter((pair) => pair.similar === '1' && titles.has(pair.question_1.trim()))
    .map((pair) => ({ title: pair.question_1.trim(), asked: pair.question_2.trim() }));
  const clusters = new Clusters();
  for (const { title, asked } of same) clusters.join(title, asked);
  const isHere = (text: string): boolean => sideOf(clusters.nameOf(text)) === side;
  const wordings = [...new Set(same.map(({ asked }) => asked))].map((question, n) => {
    const meant = same.filter(({ asked }) => asked === question).map(({ title }) => title);
    const relevant = entries.filter(({ title }) => meant.includes(title)).map(({ id }) => id);
    return { id: `covidq-${lang}-${n}`, question, relevant, kind: 'in_kb' };
  });
  const others = convertXquad(side, xquadPath).questions.filter(({ kind }) => kind === 'topic_absent');
  const questions = [
    ...wordings.filter(({ question }) => isHere(question)),
    ...others.slice(0, MOST_OFF_TOPIC).map((one) => ({ ...one, id: `x-${one.id}`, kind: 'off_topic' })),
  ];
  return { kb: `covidfaq-${lang}`, lang, chunks: entries.filter(({ title }) => isHere(title)), questions };
}

function convertClinc(side: Side, path: string): Converted {
  const { train, test, oos_test: outside } = readAs(path, intents, JSON.parse);
  const names = [...new Set(train.map(([, intent]) => intent))].filter((name) => sideOf(name) === side);
  const chunks = names.map((name) => {
    const wordings = train.filter(([, intent]) => intent === name).map(([text]) => text);
    const text = `${wordings.slice(0, UTTERANCES).join('. ')}.`;
    return { id: `clinc-${name}`, title: name.replaceAll('_', ' '), text };
  });
  const questions = [...test, ...outside].flatMap(([question, intent], n) => {
    const isOutside = n >= test.length;
    const [relevant, kind] = isOutside ? [[], 'out_of_scope'] : [[`clinc-${intent}`], 'in_kb'];
    const isHere = isOutside ? sideOf(question) === side : names.includes(intent);
    return isHere ? [{ id: `clinc-q-${n}`, question, relevant, kind }] : [];
  });
  return { kb: 'clinc-en', lang: 'en', chunks, questions: sample(questions) };
}

/** Conversations that share a passage are on one side; equal passages are one. */
function convertMtrag(side: Side, path: string): Converted {
  const all = readAs(path, tasks, (text) =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)])),
  ).map(({ contexts, ...task }) => ({ ...task, passages: contexts.map(({ text }) => text.trim()) }));
  const clusters = new Clusters();
  for (const { conversation_id: id, passages } of all) for (const text of passages) clusters.join(id, text);
  const isHere = (key: string): boolean => sideOf(clusters.nameOf(key)) === side;
  const pool = new Set(all.flatMap(({ passages }) => passages));
  const ids = new Map([...pool].map((text, n) => [text, `mt-${n}`]));
  const questions = all.flatMap((task): Asked[] => {
    if (!isHere(task.conversation_id)) return [];
    const kind = task.answerability[0].toLowerCase();
    const passages = ANSWERABLE.includes(kind) ? new Set(task.passages) : [];
    const messages = task.input.slice(-MOST_MESSAGES).map(({ speaker, text }): Message => {
      return { role: speaker === 'user' ? 'user' : 'assistant', content: text };
    });
    return [{ id: task.task_id, messages, relevant: [...passages].map((text) => ids.get(text) ?? ''), kind }];
  });
  const here = [...ids].filter(([text]) => isHere(text));
  const chunks = here.map(([text, id]) => ({ id, title: '', text }));
  return { kb: 'mtragun-en', lang: 'en', chunks, questions };
}

function readParagraphs(path: string, side: Side, prefix: string) {
  return readAs(path, wiki, JSON.parse).data.flatMap(({ title: name, paragraphs }, a) => {
    if (sideOf(name) !== side) return [];
    const title = name.replaceAll('_', ' ');
    return paragraphs.map(({ context: text, qas }, p) => {
      return { id: `${prefix}-${a}-${p}`, place: `${name}/${p}`, title, text, qas };
    });
  });
}

function sample(asked: readonly Asked[], most = MOST): Asked[] {
  return Object.entries(most).flatMap(([kind, number]) => {
    const all = asked.filter((one) => one.kind === kind);
    return pick(all, number, ({ id }) => id);
  });
}

function languageOf(path: string): Language {
  const name = basename(path);
  const language = LANGUAGES.find((one) => ['.json', '.csv'].some((end) => name.endsWith(`${one}${end}`)));
  if (!language) throw new Error(`${name}: the name must end with the language, as in xquad.de.json`);
  return language;
}

function readAs<T>(path: string, shape: z.ZodType<T>, read: (text: string) => unknown): T {
  try {
    return shape.parse(read(readFileSync(path, 'utf8')));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const reason = issue ? `${issue.path.join('.')}: ${issue.message}` : (error as Error).message;
    throw new Error(toLine(`${basename(path)} cannot be read: ${reason}`));
  }
}
