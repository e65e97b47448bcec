import type { Button, Card } from '../../../../commands/reply.ts';
import type { Said } from '../../../core/answering/drafts.ts';
import { NOTICES, withoutHandOver } from '../../../core/answering/notices.ts';
import { neutraliseMentions } from '../../../core/answering/sanitise/sanitise.ts';
import { readSmallTalk } from '../../../core/answering/ticket/small-talk.ts';
import { toCleanName, toLine } from '../../../domain/text.ts';
import { LANGUAGES, type Language, type Source } from '../../../domain/types.ts';
import { toPlatformMarkdown } from './markdown.ts';
import { PHRASES } from './phrases.ts';

const MAX_SOURCES = 5;
const MAX_TITLE_CHARACTERS = 80;
/** Five of the longest would be more than a message holds. */
const MAX_SHOWN_URL_CHARACTERS = 300;

const SMALL = '-# ';
export const HAND_OVER = '📣 ';
const CALL = /^📣 (?:<@&\d+> )?/;
export const LOOKED_AT = '👀 ';
const MAX_QUOTE_CHARACTERS = 300;

const NOTICE_LINES = new Set(Object.values(NOTICES).map(({ ai }) => SMALL + ai));

/** @param options.handOverLine its mention pings only the role that the message allows. `question`: the answered words */
export function renderAnswer(
  answer: Said,
  options: { handOverLine?: string | null; isChecked?: boolean; question?: string } = {},
): Card {
  const about = [
    ...(options.handOverLine ? [options.handOverLine] : []),
    ...(options.isChecked ? [SMALL + PHRASES.checked[answer.language]] : []),
    SMALL + answer.aiNotice,
  ];
  // Our own sentence would say the same as the line.
  const said = answer.needsTeam ? withoutHandOver(answer.answer, answer.language) : answer.answer;
  const body = said === '' ? '' : renderBody({ ...answer, answer: said }, '\n');
  return {
    text: `${body}${about.join('\n')}`,
    ...(isRateable(answer, options.question) && { rows: [buttonsOf(answer)] }),
  };
}

/** Nobody votes on a hand-over or on a greeting, and the team need not be asked twice. */
function isRateable({ kind, sources }: Said, question = ''): boolean {
  const isTalk = sources.length === 0 && readSmallTalk(question) !== null;
  return kind === 'clarify' || (kind === 'answer' && !isTalk);
}

export function renderBody(answer: Pick<Said, 'answer' | 'language' | 'sources'>, end = ''): string {
  const sources = renderSources(answer.sources);
  const below = sources === '' ? '' : `${headOf(answer.language)} ${sources}${end}`;
  return `${toPlatformMarkdown(answer.answer)}\n\n${below}`;
}

export function quoteQuestion(question: string): string {
  const line = neutraliseMentions(toLine(question)).replace(/[\\*_~`|<>[\]()]/g, '\\$&');
  const characters = [...line];
  return `> ${characters.length <= MAX_QUOTE_CHARACTERS ? line : `${characters.slice(0, MAX_QUOTE_CHARACTERS).join('')}…`}`;
}

/** The answer in a message of the bot, without sources, line of a hand-over and small print. */
export function stripAnswer(content: string): string {
  const lines = content.trimEnd().split('\n');
  if (lines.length === 1 && lines[0]?.startsWith(HAND_OVER)) return '';
  // Below the question where that was asked by command.
  if (lines.at(-1)?.startsWith(LOOKED_AT)) return lines.slice(0, -1).join('\n').trimEnd();
  if (!lines.at(-1)?.startsWith(SMALL)) return content;
  while (lines.at(-1)?.startsWith(SMALL)) lines.pop();
  // Alone it is all that was said.
  if (lines.length === 1) return lines[0]?.replace(CALL, '') ?? '';
  if (lines.at(-1)?.startsWith(HAND_OVER)) lines.pop();
  if (LANGUAGES.some((language) => lines.at(-1)?.startsWith(`${headOf(language)} `))) lines.pop();
  return lines.join('\n').trimEnd();
}

function headOf(language: Language): string {
  return `**${NOTICES[language].sources}**`;
}

export function findNotice(content: string): string | null {
  return content.split('\n').findLast((line) => NOTICE_LINES.has(line)) ?? null;
}

function buttonsOf({ id, language }: Said): Button[] {
  const button = (verb: 'up' | 'down' | 'team', emoji: string): Button => {
    return { kind: 'button', id: `answer:${verb}:${id}`, label: PHRASES[verb][language], emoji };
  };
  return [button('up', '👍'), button('down', '👎'), button('team', '🙋')];
}

function renderSources(sources: readonly Source[]): string {
  const shown = sources.map(renderSource).filter((source) => source !== '');
  return [...new Set(shown)].slice(0, MAX_SOURCES).join(' · ');
}

/** The address in angle brackets shows no preview. */
function renderSource({ title, url }: Source): string {
  const address = url === null ? null : toAddress(url);
  const name = shorten(neutraliseMentions(toCleanName(title)).replace(/\bhttps?:\/\//gi, ''));
  const escaped = name.replace(/[\\[\]*_~`|]/g, '\\$&');
  if (address === null) return escaped;
  return `[${escaped === '' ? new URL(address).hostname : escaped}](<${address}>)`;
}

function toAddress(url: string): string | null {
  const { protocol, href } = URL.parse(url) ?? {};
  if (href === undefined || href.length > MAX_SHOWN_URL_CHARACTERS) return null;
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return href.replace(/[()<>\\\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function shorten(title: string): string {
  if (title.length <= MAX_TITLE_CHARACTERS) return title;
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(title);
  const end = segments.containing(MAX_TITLE_CHARACTERS - 1)?.index ?? MAX_TITLE_CHARACTERS - 1;
  return `${title.slice(0, end).trimEnd()}…`;
}
