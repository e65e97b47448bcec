import type { Button, Card } from '../../../../commands/reply.ts';
import { NOTICES } from '../../../core/answering/notices.ts';
import type { Answer } from '../../../core/answering/question.ts';
import { neutraliseMentions } from '../../../core/answering/sanitise/sanitise.ts';
import { toCleanName } from '../../../domain/text.ts';
import { LANGUAGES, type Language, type Source } from '../../../domain/types.ts';
import { toPlatformMarkdown } from './markdown.ts';
import { PHRASES } from './phrases.ts';

const MAX_SOURCES = 5;
const MAX_TITLE_CHARACTERS = 80;
/** Five of the longest would be more than a message holds. */
const MAX_SHOWN_URL_CHARACTERS = 300;

/** Small print: subtext. */
const SMALL = '-# ';
/** Every line that tells of a hand-over begins with it. */
const HAND_OVER = '📣 ';

const NOTICE_LINES = new Set(Object.values(NOTICES).map(({ ai }) => SMALL + ai));

/**
 * An answer as one card: text, sources, the line of a hand-over, and last the notice that an AI wrote it.
 * @param options.handOverLine says that the team was called; its mention pings only who is allowed to be.
 */
export function renderAnswer(answer: Answer, options: { handOverLine?: string | null } = {}): Card {
  const sources = renderSources(answer.sources);
  const about = [
    ...(sources === '' ? [] : [`${headOf(answer.language)} ${sources}`]),
    ...(options.handOverLine ? [options.handOverLine] : []),
    SMALL + answer.aiNotice,
  ];
  return {
    text: `${toPlatformMarkdown(answer.answer)}\n\n${about.join('\n')}`,
    rows: [buttonsOf(answer)],
  };
}

/** The answer alone, of a message as the platform has it: without sources, line of a hand-over and small print. */
export function stripAnswer(content: string): string {
  const lines = content.trimEnd().split('\n');
  if (lines.length === 1 && lines[0]?.startsWith(HAND_OVER)) return '';
  if (!lines.at(-1)?.startsWith(SMALL)) return content;
  while (lines.at(-1)?.startsWith(SMALL)) lines.pop();
  if (lines.at(-1)?.startsWith(HAND_OVER)) lines.pop();
  if (LANGUAGES.some((language) => lines.at(-1)?.startsWith(`${headOf(language)} `))) lines.pop();
  return lines.join('\n').trimEnd();
}

/** Before the sources, in bold. */
function headOf(language: Language): string {
  return `**${NOTICES[language].sources}**`;
}

/** The line of a message that says that an AI wrote it; null where there is none. */
export function findNotice(content: string): string | null {
  return content.split('\n').findLast((line) => NOTICE_LINES.has(line)) ?? null;
}

function buttonsOf({ id, language, needsTeam }: Answer): Button[] {
  return [
    { kind: 'button', id: `answer:up:${id}`, label: PHRASES.up[language], emoji: '👍', style: 'secondary' },
    {
      kind: 'button',
      id: `answer:down:${id}`,
      label: PHRASES.down[language],
      emoji: '👎',
      style: 'secondary',
    },
    {
      kind: 'button',
      id: `answer:team:${id}`,
      label: PHRASES.team[language],
      emoji: '🙋',
      style: 'secondary',
      isDisabled: needsTeam,
    },
  ];
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
