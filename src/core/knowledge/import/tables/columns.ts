const WORDINGS = ['other', 'more', 'alternative', 'weitere', 'andere'].flatMap((which) =>
  ['wordings', 'questions', 'formulierungen', 'fragen'].map((what) => `${which} ${what}`),
);
const IDS = ['question', 'frage'].flatMap((about) =>
  ['id', 'nr', 'nr.', 'nummer'].flatMap((name) => ['', ' ', '-'].map((mark) => about + mark + name)),
);
/** Names of columns, by our field. */
const COLUMNS = new Map<string, readonly string[]>([
  ['questions', [...WORDINGS, 'wordings', 'formulierungen']],
  ['id', [...IDS, 'id', 'nr', 'nr.', 'key', 'schlüssel']],
  ...Object.entries({
    title: `q, f, question, questions, frage, fragen, faq, faqs, title, titles, titel, subject, betreff, name,
      überschrift, heading, thema, topic`,
    text: `a, answer, answers, antwort, antworten, text, texts, body, content, inhalt, response, responses, reply,
      beschreibung, description, lösung, solution`,
    link: 'link, links, url, urls, quelle, source, adresse, seite, page',
    language: 'language, languages, lang, sprache, locale',
    valid_until: 'valid until, valid_until, expire, expires, gültig bis, gültig_bis, ablauf',
    category: `category, categories, kategorie, kategorien, rubrik, bereich, section, abschnitt, gruppe, group, tag,
      tags`,
  }).map(([field, names]) => [field, names.split(',').map((name) => name.trim())] as const),
]);
/** `Question text`, `Antwort (DE)`, `Kurze Antwort`, where no column has the plain name. */
const LOOSE: [field: string, names: RegExp][] = [
  ['title', /(?<!\p{L})(?:questions?|fragen?)(?!\p{L})/u],
  ['text', /(?<!\p{L})(?:answers?|antwort(?:en)?)(?!\p{L})/u],
];
/** Facts about a question or an answer. */
const ABOUT =
  /(?<!\p{L})(?:id|nr|no|number|nummer|type|typ|art|status|dat(?:e|um)|by|von|am|at|autor|author|count|anzahl|views|likes|votes|score|category|kategorie)(?!\p{L})/u;

/** Longer cells are no names. */
const MAX_NAME_CHARACTERS = 40;

/** The columns by index. */
export interface Columns {
  fields: ReadonlyMap<string, number>;
  /** Titles with their texts: one pair, or one a language. Several texts of one title are joined. */
  pairs: { title: number; texts: number[] }[];
  /** Names of unused columns. */
  unknown: string[];
}

/** The columns that a row names; null unless there are a title and a text. */
export function readColumns(row: readonly string[]): Columns | null {
  const names = row.map((cell) => cell.replace(/[*:]+/g, '').trim().toLowerCase());
  const exact = names.map((name) => [...COLUMNS].find(([, known]) => known.includes(name))?.[0] ?? null);
  const indexesOf = (field: string): number[] => {
    const found = exact.flatMap((one, n) => (one === field ? [n] : []));
    if (found.length > 0) return found;
    return names.flatMap((name, n) => (exact[n] === null && readLoosely(name) === field ? [n] : []));
  };
  const [named, texts] = [indexesOf('title'), indexesOf('text')];
  const other = findOther(names, named, texts);
  const titles = named.filter((index) => index !== other);
  const [title] = titles;
  if (title === undefined || texts.length === 0) return null;
  const arePairs = titles.length > 1 && titles.length === texts.length;
  const pairs = arePairs
    ? titles.map((one, n) => ({ title: one, texts: texts.slice(n, n + 1) }))
    : [{ title, texts }];
  const fields = new Map([...COLUMNS.keys()].map((field) => [field, exact.indexOf(field)] as const));
  for (const field of ['title', 'text']) fields.delete(field);
  if (other !== null) fields.set('questions', other);
  const used = new Set([...fields.values(), ...pairs.flatMap((pair) => [pair.title, ...pair.texts])]);
  const unknown = row.filter((cell, index) => cell !== '' && !used.has(index));
  return { fields: new Map([...fields].filter(([, index]) => index >= 0)), pairs, unknown };
}

/** `questions` beside another title are other wordings of it, unless each of the two has its text. */
function findOther(
  names: readonly string[],
  titles: readonly number[],
  texts: readonly unknown[],
): number | null {
  if (titles.length !== 2 || texts.length === 2) return null;
  return titles.find((index) => /^(?:questions|fragen)$/.test(names[index] ?? '')) ?? null;
}

function readLoosely(name: string): string | null {
  if (name.length > MAX_NAME_CHARACTERS || name.includes('?') || ABOUT.test(name)) return null;
  const [found, other] = LOOSE.filter(([, words]) => words.test(name));
  return found && !other ? found[0] : null;
}
