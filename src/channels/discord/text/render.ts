import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIModalInteractionResponseCallbackData,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { Texts } from '../../../../commands/command.ts';
import type { Button, Card, FormField, Reply, Row, Select, TextFile } from '../../../../commands/reply.ts';
import { truncate } from '../../../domain/text.ts';
import type { Language } from '../../../domain/types.ts';
import { splitMessage } from './split.ts';

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
  en: '-# … The rest does not fit in here; the dashboard has it all.',
};

const STYLES: Record<NonNullable<Button['style']>, APIButtonComponentWithCustomId['style']> = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
};

export type RenderedRow = APIActionRowComponent<APIButtonComponentWithCustomId | APIStringSelectComponent>;

/** One message as the platform takes it; what it does not have is left out. */
export interface RenderedMessage {
  content: string;
  allowedMentions: { parse: [] };
  components?: RenderedRow[];
  files?: { attachment: Buffer; name: string }[];
}

/** The messages of a reply, in order: one or more a card, files under the last. Nobody is pinged by them. */
export function renderCards(
  reply: Pick<Extract<Reply, { kind: 'cards' }>, 'cards' | 'files'>,
  language: Language,
): RenderedMessage[] {
  const all = reply.cards.flatMap((card) => renderCard(card, language));
  const messages = all.length <= MAX_MESSAGES ? all : leaveOut(all, language);
  const files = (reply.files ?? []).map(renderFile);
  return messages.map((message, index) =>
    files.length > 0 && index === messages.length - 1 ? { ...message, files } : message,
  );
}

/** The first and the last, and between them that some are missing. */
function leaveOut(all: readonly RenderedMessage[], language: Language): RenderedMessage[] {
  const notice: RenderedMessage = { content: CUT_SHORT[language], allowedMentions: { parse: [] } };
  return [...all.slice(0, MAX_MESSAGES - 2), notice, ...all.slice(-1)];
}

/** One card as messages with the rows under the last. */
export function renderCard(card: Card, language: Language): RenderedMessage[] {
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

/** Rows as the platform takes them; empty ones and selects without a choice would be refused, so they go. */
export function renderRows(rows: readonly Row[]): RenderedRow[] {
  const rendered = rows.map((row) => row.flatMap(renderPart)).filter((components) => components.length > 0);
  return rendered.slice(0, MAX_ROWS).map((components) => ({ type: ComponentType.ActionRow, components }));
}

function renderPart(part: Button | Select): (APIButtonComponentWithCustomId | APIStringSelectComponent)[] {
  return part.kind === 'button' ? [renderButton(part)] : renderSelect(part);
}

/** A form; at most five fields, each with its label. */
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
