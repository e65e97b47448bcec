import { type APIEmbed, type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import { tellsWhoAsks } from '../../../../core/answering/ticket/form.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../../domain/limits.ts';
import { cutAt, toCleanText } from '../../../../domain/text.ts';
import { quoteLines } from '../reading/markup.ts';

export interface BotMessage {
  content: string;
  embeds: readonly APIEmbed[];
  components: readonly APIMessageTopLevelComponent[];
}

interface FormAnswer {
  label: string;
  value: string;
}

interface FormParts {
  answered: FormAnswer[];
  /** Welcomes and the like. */
  around: string[];
}

const MAX_EMBEDS = 10;
const TOPIC = /^\P{L}*(?:topic|thema|reason|grund)(?!\p{L})/iu;
/** Labels that ticket bots use themselves; longer ones, such as `Staff you report`, are an owner's. */
const OF_THE_BOT =
  /^\P{L}*(?:ticket )?(?:(?:claimed|opened|created|closed|assigned|handled)(?: (?:by|at|on|to))?|owner|staff|support(?:er)?|team|(?:übernommen|geöffnet|erstellt|bearbeitet)(?: (?:von|am|um))?)\P{L}*$/iu;
const NOT_FILLED_IN =
  /^(?:no (?:response|answer|reason)|n\/?a|none|nothing|nobody|not (?:given|claimed|provided|set)|unclaimed|keine(?: (?:angabe|antwort))?|niemand|leer)\.?$/i;
const MARKUP = /<(?:[@#][!&]?|a?:\w{1,64}:|t:|\/[^<>:\n]{1,100}:)[\w:-]{0,40}>|[*_~`|>]/g;
/** `**What happened?**`, with or without an answer in the same line. */
const BOLD_LABEL =
  /^[ \t]{0,8}(?:#{1,3} )?(?:\*\*|__)([^*_\n]{1,120})(?:\*\*|__)[ \t]{0,8}:?[ \t]{0,8}(.*)$/u;
const INLINE_QUESTION =
  /question|frage|reason|grund|subject|betreff|topic|thema|description|beschreibung|problem|issue|message|nachricht|anliegen/i;
const FENCE = '```';

/**
 * The question in the opening messages of a ticket, as lines `label: value` below the bot's own words as a quote, so
 * that a welcome does not count as the member's. null: nobody asks anything there.
 */
export function readForm(messages: readonly BotMessage[], read: (text: string) => string): string | null {
  const parts = messages.map(partsOf);
  const answered = parts.flatMap((one) => one.answered).flatMap((one) => toLine(one, read));
  if (!answered.some(({ isQuestion }) => isQuestion)) return null;
  const around = parts.flatMap((one) => one.around).map((text) => read(text));
  const quoted = unique(around).join('\n');
  const lines = unique(answered.map(({ line }) => line)).join('\n');
  const text = quoted === '' ? lines : `${quoteLines(quoted)}\n\n${lines}`;
  return toCleanText(cutAt(text, MAX_CONTENT_CHARACTERS));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function toLine({ label, value }: FormAnswer, read: (text: string) => string) {
  const name = read(label.replace(MARKUP, ' ')).replace(/[\s:：]+$/u, '');
  const said = read(
    value
      .replaceAll(FENCE, '')
      .replace(/^[ \t]{0,8}>+ ?/gm, '')
      .trim(),
  );
  if (name === '' || said === '') return [];
  const isQuestion = TOPIC.test(name) || !tellsWhoAsks(name);
  return [{ line: `${name}: ${said}`, isQuestion }];
}

function partsOf({ content, embeds, components }: BotMessage): FormParts {
  const parts: FormParts = { answered: [], around: [content] };
  for (const { title = '', description = '', fields = [] } of embeds.slice(0, MAX_EMBEDS)) {
    parts.around.push(title);
    readLabels(description, parts);
    for (const { name, value } of fields) {
      if (isFilledIn({ label: name, value })) parts.answered.push({ label: name, value });
      else parts.around.push(`${name}: ${value}`);
    }
  }
  for (const text of textsIn(components)) readLabels(text, parts);
  return parts;
}

function isFilledIn({ label, value }: FormAnswer): boolean {
  const words = value.replace(MARKUP, ' ').trim();
  return /\p{L}/u.test(words) && !NOT_FILLED_IN.test(words) && !OF_THE_BOT.test(label.replace(MARKUP, ''));
}

/** Bots without fields put a bold label above a code block or quote, or `**Reason:** …` in one line. */
function readLabels(text: string, { answered, around }: FormParts): void {
  const lines = text.split('\n');
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = readLabelled(lines, at);
    if (found) answered.push(found);
    else rest.push(lines[at] ?? '');
    at = found?.last ?? at;
  }
  around.push(rest.join('\n').trim());
}

function readLabelled(lines: readonly string[], at: number): (FormAnswer & { last: number }) | null {
  const [, label = '', inline = ''] = BOLD_LABEL.exec(lines[at] ?? '') ?? [];
  if (label === '') return null;
  const below = inline === '' ? readBelow(lines, at + 1) : null;
  const value = below?.value ?? (INLINE_QUESTION.test(label) ? inline : '');
  return isFilledIn({ label, value }) ? { label, value, last: below?.last ?? at } : null;
}

function readBelow(lines: readonly string[], first: number): { value: string; last: number } | null {
  const line = lines[first]?.trimStart() ?? '';
  if (line.startsWith(FENCE)) {
    const isClosed = (one: string, index: number) =>
      index === first ? line.indexOf(FENCE, FENCE.length) > 0 : one.includes(FENCE);
    const closing = lines.findIndex((one, index) => index >= first && isClosed(one, index));
    const last = closing === -1 ? lines.length - 1 : closing;
    return { value: lines.slice(first, last + 1).join('\n'), last };
  }
  if (!line.startsWith('>')) return null;
  const end = lines.findIndex((one, index) => index > first && !one.trimStart().startsWith('>'));
  const last = end === -1 ? lines.length - 1 : end - 1;
  const quoted = lines.slice(first, last + 1).map((one) => one.trimStart().replace(/^>+ ?/, ''));
  return { value: quoted.join('\n'), last };
}

function textsIn(components: readonly APIMessageTopLevelComponent[]): string[] {
  return components.flatMap((component) => {
    if (component.type === ComponentType.TextDisplay) return [component.content];
    if (component.type === ComponentType.Section) return component.components.map(({ content }) => content);
    return component.type === ComponentType.Container ? textsIn(component.components) : [];
  });
}
