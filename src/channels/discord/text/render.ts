import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIModalInteractionResponseCallbackData,
  APIStringSelectComponent,
} from 'discord.js';
import { ButtonStyle, ComponentType, TextInputStyle } from 'discord.js';
import type { Texts } from '../../../../commands/command.ts';
import type {
  ActionRow,
  Button,
  Card,
  FormField,
  Reply,
  Select,
  TextFile,
} from '../../../../commands/reply.ts';
import { truncate } from '../../../domain/text.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';
import type { SplitText } from './cuts.ts';
import {
  closingOf,
  fenceWithin,
  findCut,
  isLongLikeFence,
  isWithinCharacter,
  trimEnd,
  trimStart,
} from './cuts.ts';
import { readLines } from './markdown.ts';

/** One card never becomes more messages than a person reads. */
const MAX_MESSAGES = 10;
const MAX_LABEL_CHARACTERS = 80;
const MAX_OPTION_CHARACTERS = 100;
const MAX_PLACEHOLDER_CHARACTERS = 150;
const MAX_FIELD_LABEL_CHARACTERS = 45;
const MAX_FIELD_CHARACTERS = 4_000;
const MAX_OPTIONS = 25;
const MAX_ROWS = 5;
const MAX_FIELDS = 5;

const CUT_SHORT: Texts = {
  de: '-# … Der Rest passt hier nicht hin; alles steht im Dashboard.',
  en: '-# … The rest does not fit here; the dashboard shows all of it.',
};

const STYLES: Record<NonNullable<Button['style']>, APIButtonComponentWithCustomId['style']> = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
};

type RenderedRow = APIActionRowComponent<APIButtonComponentWithCustomId | APIStringSelectComponent>;

export interface RenderedMessage {
  content: string;
  allowedMentions: { parse: [] };
  components?: RenderedRow[];
  files?: { attachment: Buffer; name: string }[];
}

/** Files stand under the last message. */
export function renderCards(
  reply: Pick<Extract<Reply, { kind: 'cards' }>, 'cards' | 'files'>,
  language: InterfaceLanguage,
): RenderedMessage[] {
  const all = reply.cards.flatMap((card) => renderCard(card, language));
  const messages = all.length <= MAX_MESSAGES ? all : leaveOut(all, language);
  const files = (reply.files ?? []).map(renderFile);
  return messages.map((message, index) =>
    files.length > 0 && index === messages.length - 1 ? { ...message, files } : message,
  );
}

function leaveOut(all: readonly RenderedMessage[], language: InterfaceLanguage): RenderedMessage[] {
  const notice: RenderedMessage = { content: CUT_SHORT[language], allowedMentions: { parse: [] } };
  return [...all.slice(0, MAX_MESSAGES - 2), notice, ...all.slice(-1)];
}

export function renderCard(card: Card, language: InterfaceLanguage): RenderedMessage[] {
  const parts = splitMessage(card.text);
  const contents =
    parts.length <= MAX_MESSAGES ? parts : [...parts.slice(0, MAX_MESSAGES - 1), CUT_SHORT[language]];
  const rows = renderRows(card.rows ?? []);
  return (contents.length > 0 ? contents : ['…']).map((content, index, { length }) => ({
    content,
    allowedMentions: { parse: [] },
    ...(rows.length > 0 && index === length - 1 ? { components: rows } : {}),
  }));
}

/** The platform refuses empty rows and selects without a choice, so these go. */
export function renderRows(rows: readonly ActionRow[]): RenderedRow[] {
  const rendered = rows.map((row) => row.flatMap(renderPart)).filter((components) => components.length > 0);
  return rendered.slice(0, MAX_ROWS).map((components) => ({ type: ComponentType.ActionRow, components }));
}

function renderPart(part: Button | Select): (APIButtonComponentWithCustomId | APIStringSelectComponent)[] {
  return part.kind === 'button' ? [renderButton(part)] : renderSelect(part);
}

export function renderForm(form: Extract<Reply, { kind: 'form' }>): APIModalInteractionResponseCallbackData {
  return {
    custom_id: form.id,
    title: truncate(form.title, MAX_FIELD_LABEL_CHARACTERS),
    components: form.fields.slice(0, MAX_FIELDS).map((field) => ({
      type: ComponentType.ActionRow as const,
      components: [renderField(field)],
    })),
  };
}

function renderButton({ id, label, emoji, style, isDisabled }: Button): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: STYLES[style ?? 'secondary'],
    custom_id: id,
    label: truncate(label, MAX_LABEL_CHARACTERS),
    ...(emoji === undefined ? {} : { emoji: { name: emoji } }),
    ...(isDisabled ? { disabled: true } : {}),
  };
}

function renderSelect({ id, placeholder, options }: Select): APIStringSelectComponent[] {
  if (options.length === 0) return [];
  const shown = options.slice(0, MAX_OPTIONS).map(({ label, value, description }) => ({
    label: truncate(label, MAX_OPTION_CHARACTERS),
    value,
    ...(description ? { description: truncate(description, MAX_OPTION_CHARACTERS) } : {}),
  }));
  const type = ComponentType.StringSelect as const;
  return [
    { type, custom_id: id, placeholder: truncate(placeholder, MAX_PLACEHOLDER_CHARACTERS), options: shown },
  ];
}

function renderField(field: FormField) {
  const { name, label, isLong, isRequired, value, placeholder } = field;
  const maxLength = Math.min(field.maxLength ?? MAX_FIELD_CHARACTERS, MAX_FIELD_CHARACTERS);
  return {
    type: ComponentType.TextInput as const,
    custom_id: name,
    label: truncate(label, MAX_FIELD_LABEL_CHARACTERS),
    style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required: isRequired ?? false,
    max_length: maxLength,
    ...(value ? { value: value.slice(0, maxLength) } : {}),
    ...(placeholder ? { placeholder: truncate(placeholder, MAX_OPTION_CHARACTERS) } : {}),
  };
}

function renderFile({ name, text }: TextFile) {
  return { attachment: Buffer.from(text), name };
}

/** The size of a message of the platform, in UTF-16 units. */
export const MAX_MESSAGE_CHARACTERS = 2_000;

/**
 * `prefix` opens a cut code block again, `suffix` closes it; `body` is text as it was. Between bodies only white space
 * is left out.
 */
export interface MessagePart {
  prefix: string;
  body: string;
  suffix: string;
}

const ZERO_WIDTH_SPACE = '\u200B';

/**
 * Cuts a text into messages of at most `limit` (20 or more) UTF-16 units: at paragraphs, else lines, sentences, words,
 * characters. Code blocks are closed and opened again. White space alone is no message. Linear in time.
 */
export function splitMessage(text: string, limit = MAX_MESSAGE_CHARACTERS): string[] {
  return splitParts(text, limit).map(({ prefix, body, suffix }) => prefix + body + suffix);
}

export function splitParts(text: string, limit = MAX_MESSAGE_CHARACTERS): MessagePart[] {
  const care = Math.floor(limit / 5);
  const end = trimEnd(text, 0, text.length);
  const split: SplitText = { text, lines: readLines(text, care), limit, care, end };
  const parts: MessagePart[] = [];
  let line = 0;
  for (let start = skipSpace(split, 0); start < end; ) {
    while ((split.lines[line]?.to ?? end) < start) line += 1;
    const prefix = prefixAt(split, line, start);
    const cut = findCut(split, { start, line, room: limit - prefix.length });
    const body = text.slice(start, cut.end);
    if (body.trim() !== '') parts.push({ prefix, body, suffix: closingOf(cut.fence) });
    start = skipSpace(split, cut.at);
  }
  return parts;
}

/** Lines keep their indentation unless it is hostile. */
function skipSpace({ text, care }: SplitText, from: number): number {
  const after = trimStart(text, from, text.length);
  // A space that carries combining marks is a character of its own.
  const to = after > from && isWithinCharacter(text, after) ? after - 1 : after;
  const feed = text.slice(from, to).lastIndexOf('\n');
  const isLineStart = feed >= 0 || from === 0 || text[from - 1] === '\n';
  const lineStart = from + feed + 1;
  return isLineStart && to - lineStart <= care ? lineStart : to;
}

function prefixAt({ text, lines, care }: SplitText, index: number, start: number): string {
  const line = lines[index];
  if (line === undefined) return '';
  const isWithin = start > line.from;
  const fence = isWithin ? fenceWithin(line) : line.before;
  const mark = fence ? fence.indent + fence.mark : '';
  const info = fence && mark.length + fence.info.length <= care ? fence.info : '';
  const isRisky = isWithin
    ? text.startsWith('```', start) || text.startsWith('~~~', start)
    : isLongLikeFence(line, care);
  return (fence ? `${mark}${info}\n` : '') + (isRisky ? ZERO_WIDTH_SPACE : '');
}
