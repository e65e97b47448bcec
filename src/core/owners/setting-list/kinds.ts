import { z } from 'zod';
import { MAX_URL_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import type { Texts } from '../../../domain/words.ts';

/** An http or https address; the same shape for avatars, links and documentation. */
export const urlSchema = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }));

/** Id of a channel, role, member or message of the chat platform. */
export const chatIdSchema = z.string().regex(/^\d{1,20}$/, 'must be an id');

/** A channel as it is typed; `none`: no channel. */
export const channelSchema = z
  .string()
  .transform((given) => (given === 'none' ? null : given))
  .pipe(chatIdSchema.nullable());

/** A text without control characters. @param atLeast characters */
export const textSchema = (characters: number, atLeast = 0) =>
  z.string().trim().max(characters).transform(toCleanText).pipe(z.string().min(atLeast));

/** The form on a page and the command that show a setting; `own`: it has renderers for itself. */
export type SettingGroup = 'persona' | 'drafts' | 'threshold' | 'limits' | 'team_names' | 'topics' | 'own';

type ChoiceTexts = Readonly<Record<string, Texts>>;

/** All that people read about a setting. A door has words of its own only where `label` and `hint` do not do. */
interface SettingWords {
  group: SettingGroup;
  label: Texts;
  /** Below the field of the page, and with the option of the command. */
  hint?: Texts;
  /** The page's answer to a value that is refused, where the schema's is not enough. */
  explain?: (typed: string | readonly string[]) => Texts;
  /** Lines of the field. */
  rows?: number;
  /** Of the command that sets the group; null: it has no such option. */
  option?: {
    name?: string;
    description?: Texts;
    label?: Texts;
    /** Instead of the one of the kind; `refusal` is a whole sentence. */
    rule?: Texts;
    refusal?: Texts;
    choices?: ChoiceTexts;
    isRequired?: boolean;
  } | null;
  /** Of `server set`; null: it has no such option. `isOfNew`: `server add` takes it too. */
  flag?: { name?: string; value?: string; help: string; isOfNew?: boolean } | null;
  /** The audit log says that it was changed, but no value: it names people. */
  isNamedOnly?: boolean;
}

/** A setting, described once: database, pages, commands, command line and audit log go by it. */
export interface Setting<Schema extends z.ZodType = z.ZodType> extends SettingWords {
  kind: 'flag' | 'choice' | 'choices' | 'number' | 'text' | 'address' | 'list' | 'own';
  schema: Schema;
  initial: z.output<Schema>;
  /** Takes what people type: one text, or the lines of a list. */
  typed: z.ZodType<z.output<Schema>>;
  /** What a refused value should be. */
  rule: Texts;
  choices?: ChoiceTexts;
  maxLength?: number;
  /** Written as the command line takes it. */
  show?(value: z.output<Schema>): string;
  /** Of settings by id: one of their values, for the audit log. */
  showOne?(value: unknown): string;
}

/** A text of at most so many characters. */
export function text(characters: number, initial: string, words: SettingWords) {
  const atLeast = initial === '' ? 0 : 1;
  const schema = textSchema(characters, atLeast);
  const rule = initial
    ? { de: `1 bis ${characters} Zeichen`, en: `1 to ${characters} characters` }
    : { de: `höchstens ${characters} Zeichen`, en: `at most ${characters} characters` };
  return { kind: 'text', schema, initial, typed: schema, rule, maxLength: characters, ...words } as const;
}

/** An address, or null. */
export function address(words: SettingWords) {
  const schema = urlSchema.nullable();
  const typed = z
    .string()
    .transform((given) => (given.trim() === '' ? null : given))
    .pipe(schema);
  const rule = { de: 'eine Adresse, die mit https:// beginnt', en: 'an address that begins with https://' };
  const maxLength = MAX_URL_CHARACTERS;
  return { kind: 'address', schema, initial: null, typed, rule, maxLength, ...words } as const;
}

/** One of several values, each with what it is called. */
export function choice<Value extends string>(
  initial: NoInfer<Value>,
  choices: Readonly<Record<Value, Texts>>,
  words: SettingWords,
) {
  const values = Object.keys(choices) as Value[];
  const schema = z.enum(values);
  const listed = values.join(', ');
  const rule = { de: `eine von ${listed}`, en: `one of ${listed}` };
  return {
    kind: 'choice',
    schema,
    initial: initial as Value,
    typed: schema,
    rule,
    choices,
    ...words,
  } as const;
}

/** Any of several values, all at first; typed with commas between, or `none`. */
export function choices<Value extends string>(options: Readonly<Record<Value, Texts>>, words: SettingWords) {
  const values = Object.keys(options) as Value[];
  const schema = z.array(z.enum(values)).max(values.length);
  const splitTyped = (given: string) => (given.trim() === 'none' ? [] : splitList(given));
  const typed = z.union([z.string().transform(splitTyped), z.array(z.string())]).pipe(schema);
  const listed = values.join(', ');
  const rule = {
    de: `${listed} mit Kommas dazwischen, oder none`,
    en: `${listed} separated by commas, or none`,
  };
  return { kind: 'choices', schema, initial: values, typed, rule, choices: options, ...words } as const;
}

/** A whole number from 0 on. */
export function whole(most: number, initial: number, words: SettingWords) {
  const rule = { de: `eine ganze Zahl von 0 bis ${most}`, en: `a whole number from 0 to ${most}` };
  const maxLength = String(most).length;
  return { kind: 'number', ...wholeSchemas(0, most), initial, rule, maxLength, ...words } as const;
}

/** The shape of a whole number, and of one as it is typed. */
export function wholeSchemas(least: number, most: number) {
  const form = new RegExp(`^\\d{1,${String(most).length}}$`);
  const fault = `must be a whole number from ${least} to ${most}`;
  const typed = typedNumber(form, fault).pipe(z.number(fault).min(least, fault).max(most, fault));
  return { schema: z.int().min(least).max(most), typed };
}

/** A number from 0 to 1, typed as `0.5` or `0,5`. */
export function share(initial: number, words: SettingWords) {
  const schema = z.number().min(0).max(1);
  const typed = typedNumber(/^(?:[01]|[01]?[.,]\d{1,4})$/, 'must be a number from 0 to 1').pipe(schema);
  const rule = { de: 'eine Zahl von 0 bis 1', en: 'a number from 0 to 1' };
  return { kind: 'number', schema, initial, typed, rule, maxLength: 6, ...words } as const;
}

function typedNumber(form: RegExp, fault: string) {
  return z
    .string()
    .trim()
    .regex(form, fault)
    .transform((given) => Number(given.replace(',', '.')));
}

/** On or off. */
export function flag(initial: boolean, words: SettingWords) {
  const typed = z
    .enum(['true', 'false', 'on', 'off'])
    .transform((given) => given === 'true' || given === 'on');
  const rule = { de: 'an oder aus', en: 'on or off' };
  return { kind: 'flag', schema: z.boolean(), initial, typed, rule, ...words } as const;
}

/** Up to so many texts, each of up to so many characters. */
export function list(most: number, characters: number, words: SettingWords) {
  const schema = z.array(textSchema(characters, 1)).max(most);
  const typed = z.union([z.string().transform(splitList), z.array(z.string())]).pipe(schema);
  const rule = {
    de: `höchstens ${most} Texte von bis zu ${characters} Zeichen`,
    en: `at most ${most} texts of up to ${characters} characters`,
  };
  return { kind: 'list', schema, initial: [] as string[], typed, rule, ...words } as const;
}

/** One that has renderers for itself; the command line may take it as a text. */
export function own<Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
  ofLine: Partial<Pick<Setting<Schema>, 'typed' | 'flag' | 'show' | 'showOne'>> = {},
): Setting<Schema> {
  const none = { de: '', en: '' };
  const words = { kind: 'own', group: 'own', label: none, rule: none, option: null, flag: null } as const;
  return { ...words, schema, initial, typed: z.never(), ...ofLine };
}

function splitList(given: string): string[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
