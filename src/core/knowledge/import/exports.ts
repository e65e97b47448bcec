import { htmlToMarkdown, readExportedTitle } from '../../../adapters/markdown/html.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import { cutMarkdown } from '../../../domain/markdown/cut.ts';
import { truncateAtWord } from '../../../domain/text.ts';
import { type Candidate, languageOf } from './record.ts';

type Fields = Record<string, unknown>;

/** An article of a help desk's export, with its folder's readers. */
interface Article {
  fields: Fields;
  isRestricted: boolean;
}

/** Fields that hold articles: Zendesk's and Intercom's lists, Freshdesk's categories and folders. */
const HOLDERS = ['articles', 'data', 'folders', 'categories', 'category', 'folder', 'article'];
const BODIES = ['body', 'description', 'description_text'];
/** Exports are four deep. */
const MAX_DEPTH = 8;
/** HTML of one article, embedded pictures aside. */
const MAX_HTML_CHARACTERS = 2_000_000;

/**
 * The articles in a JSON export of Zendesk, Intercom or Freshdesk, one entry each. Drafts and restricted articles
 * are counted and left out.
 */
export function* readExport(value: unknown): Generator<Candidate> {
  const articles = [...findArticles(value, false, 0)];
  if (articles.length === 0 && !isExport(value)) return yield { line: 1, fault: 'unknown_json' };
  const left = { drafts: [] as number[], restricted: [] as number[] };
  for (const [index, article] of articles.entries()) {
    const line = index + 1;
    if (isDraft(article.fields)) left.drafts.push(line);
    else if (article.isRestricted) left.restricted.push(line);
    else yield* readArticle(article.fields, line);
  }
  for (const kind of ['drafts', 'restricted'] as const) {
    const [line] = left[kind];
    if (line !== undefined) yield { line, note: { kind, count: left[kind].length } };
  }
}

export function isExport(value: unknown): boolean {
  if (findArticles(value, false, 0).next().done === false) return true;
  return isFields(value) && Array.isArray(value.articles);
}

function* findArticles(value: unknown, isRestricted: boolean, depth: number): Generator<Article> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* findArticles(one, isRestricted, depth + 1);
    return;
  }
  if (!isFields(value)) return;
  if (isArticle(value)) {
    const article = { fields: value, isRestricted: isRestricted || isForSome(value) };
    yield article;
    yield* findTranslations(article);
    return;
  }
  const isInner = isRestricted || isForSome(value);
  for (const name of HOLDERS) yield* findArticles(value[name], isInner, depth + 1);
}

/** Sections and folders have a name; only articles have a title. */
function isArticle(fields: Fields): boolean {
  return typeof fields.title === 'string' && BODIES.some((name) => name in fields) && !('articles' in fields);
}

/** Intercom keeps the other languages of an article within it. */
function* findTranslations({ fields, isRestricted }: Article): Generator<Article> {
  const { translated_content: translated, default_locale: own, id } = fields;
  if (!isFields(translated)) return;
  for (const [locale, content] of Object.entries(translated)) {
    if (locale === own || !isFields(content) || !isArticle(content)) continue;
    yield { fields: { ...content, id: `${id}-${locale}`, locale }, isRestricted };
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Freshdesk: 1 is a draft, 2 is published. */
function isDraft({ draft, state, status }: Fields): boolean {
  return draft === true || (state !== undefined && state !== 'published') || status === 1;
}

/** Zendesk has segments of users, Freshdesk a folder's visibility, where 1 is everyone. */
function isForSome({ user_segment_id: one, user_segment_ids: several, visibility }: Fields): boolean {
  const isSegment = (one !== undefined && one !== null) || (Array.isArray(several) && several.length > 0);
  return isSegment || (typeof visibility === 'number' && visibility !== 1);
}

function* readArticle(fields: Fields, line: number): Generator<Candidate> {
  const { id, title: named, html_url: page, url } = fields;
  const title = truncateAtWord(readExportedTitle(String(named)), MAX_ENTRY_TITLE_CHARACTERS - 10);
  const link = [page, url].find((one) => typeof one === 'string' && /^https?:\/\//.test(one)) ?? null;
  const body = bodyOf(fields);
  const text = htmlToMarkdown(body, typeof link === 'string' ? link : null, MAX_HTML_CHARACTERS);
  if (text.trim() === '') return yield { line, note: { kind: 'no_text' } };
  const texts = cutMarkdown(text, MAX_ENTRY_TEXT_CHARACTERS);
  if (texts.length > 1 || body.length > MAX_HTML_CHARACTERS) yield { line, note: { kind: 'cut', title } };
  const language = languageOf(fields.locale ?? fields.default_locale ?? fields.language);
  for (const [n, part] of texts.entries()) {
    const [suffix, mark] = n === 0 ? ['', ''] : [` (${n + 1})`, `-${n + 1}`];
    const known = typeof id === 'number' || typeof id === 'string' ? { id: `${id}${mark}` } : {};
    yield { line, value: { ...known, title: title + suffix, text: part, link, language } };
  }
}

/** Leaves out embedded pictures: one of them is longer than all texts. */
function bodyOf(fields: Fields): string {
  const body = BODIES.map((name) => fields[name]).find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof body === 'string' ? body.replace(/\ssrc\s*=\s*(["'])data:[^"']*\1/gi, '') : '';
}
