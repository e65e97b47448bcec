import type { Texts } from '../../../../commands/command.ts';
import type { Button, Card } from '../../../../commands/reply.ts';
import { NOTICES } from '../../../core/answering/notices.ts';
import type { Answer } from '../../../core/answering/question.ts';
import { neutraliseMentions } from '../../../core/answering/sanitise/sanitise.ts';
import { toCleanName } from '../../../domain/text.ts';
import type { Source } from '../../../domain/types.ts';
import { toPlatformMarkdown } from './markdown.ts';

const MAX_SOURCES = 5;
const MAX_TITLE_CHARACTERS = 80;
/** Five of the longest would be more than a message holds. */
const MAX_SHOWN_URL_CHARACTERS = 300;

const SOURCES: Texts = { de: '**Quellen:**', en: '**Sources:**' };
/** Small print: subtext. */
const SMALL = '-# ';
/** Every line that tells of a hand-over begins with it. */
const HAND_OVER = '📣 ';

const NOTICE_LINES = new Set(Object.values(NOTICES).map(({ ai }) => SMALL + ai));

const LABELS: Record<'up' | 'down' | 'team', Texts> = {
  up: { de: 'Hilfreich', en: 'Helpful' },
  down: { de: 'Nicht hilfreich', en: 'Not helpful' },
  team: { de: 'Team fragen', en: 'Ask the team' },
};

/**
 * An answer as one card: text, sources, the line of a hand-over, and last the notice that an AI wrote it.
 * @param options.handOverLine says that the team was called; its mention pings only who is allowed to be.
 */
export function renderAnswer(answer: Answer, options: { handOverLine?: string | null } = {}): Card {
  const sources = renderSources(answer.sources);
  const about = [
    ...(sources === '' ? [] : [`${SOURCES[answer.language]} ${sources}`]),
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
  if (Object.values(SOURCES).some((head) => lines.at(-1)?.startsWith(`${head} `))) lines.pop();
  return lines.join('\n').trimEnd();
}

/** The line of a message that says that an AI wrote it; null where there is none. */
export function findNotice(content: string): string | null {
  return content.split('\n').findLast((line) => NOTICE_LINES.has(line)) ?? null;
}

function buttonsOf({ id, language, needsTeam }: Answer): Button[] {
  return [
    { kind: 'button', id: `answer:up:${id}`, label: LABELS.up[language], emoji: '👍', style: 'secondary' },
    {
      kind: 'button',
      id: `answer:down:${id}`,
      label: LABELS.down[language],
      emoji: '👎',
      style: 'secondary',
    },
    {
      kind: 'button',
      id: `answer:team:${id}`,
      label: LABELS.team[language],
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

/** What the bot says in a channel besides answers and faults. */
export const PHRASES = {
  cannotRead: {
    de: 'Ich sehe hier keinen Text, den ich lesen kann. Schreib mir deine Frage in Worten und erwähne mich dabei, dann helfe ich gern.',
    en: 'I see no text here that I can read. Put your question into words and mention me, and I am happy to help.',
  },
  cannotReadReplied: {
    de: 'Die Nachricht, auf die du antwortest, kann ich nicht lesen. Schreib mir die Frage bitte in Worten und erwähne mich dabei.',
    en: 'I cannot read the message that you reply to. Please write the question in words and mention me.',
  },
  onlyAttachment: {
    de: 'Anhänge kann ich nicht lesen. Beschreib mir bitte in Worten, worum es geht.',
    en: 'I cannot read attachments. Please describe in words what it is about.',
  },
  teamCalled: {
    de: 'Ein Mensch aus dem Team übernimmt hier.',
    en: 'A person from the team will take over here.',
  },
  teamKnows: {
    de: 'Das Team weiß Bescheid und meldet sich hier.',
    en: 'The team has been told and will get back to you here.',
  },
  teamKnowsTopic: {
    de: 'Das haben gerade auch andere gefragt. Das Team weiß Bescheid und kümmert sich darum.',
    en: 'Others have just asked the same. The team has been told and is looking into it.',
  },
} satisfies Record<string, Texts>;
