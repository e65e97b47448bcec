import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type DataKind, KINDS } from '../../src/domain/personal-data/found.ts';
import { createMask, putBack } from '../../src/domain/personal-data/mask.ts';
import { findPersonalData } from '../../src/domain/personal-data/reader.ts';
import { toLine } from '../../src/domain/text.ts';
import { LANGUAGES, type Language } from '../../src/domain/types.ts';
import { createRandom } from '../random.ts';

const PATH = 'bench/eval/personal-data.json';
const ofKinds = Object.fromEntries(KINDS.map((kind) => [kind, z.array(z.string())]));
const languageSchema = z.object({
  ...{ streets: z.array(z.string()), towns: z.array(z.string()), phones: z.array(z.string()) },
  ...(ofKinds as Record<DataKind, z.ZodArray<z.ZodString>>),
});
const setSchema = z.object({
  ...{ names: z.array(z.string()), hosts: z.array(z.string()), passwords: z.array(z.string()) },
  keys: z.array(z.string()).optional(),
  ...(Object.fromEntries(LANGUAGES.map((language) => [language, languageSchema])) as Record<
    Language,
    typeof languageSchema
  >),
  harmless: z.record(z.enum(LANGUAGES), z.array(z.string())),
});
type TextSet = z.infer<typeof setSchema>;
type Random = () => number;

export interface PersonalDataScore {
  planted: number;
  /** No part of what was planted is left. */
  masked: number;
  harmless: number;
  /** Something was taken for personal data. */
  harmed: number;
  /** Answers that say the placeholder get the value again. */
  restored: number;
  /** Microseconds of a text, of all texts. */
  cpu: number;
}

/**
 * Texts in nine languages with personal data, and with numbers that only look like it, by set. The reader was fitted to
 * each set after its figure at first sight: it masked 453 and harmed 32 of 500 texts of `second`, 484 and none of `third`,
 * 406 and 6 of `fourth`, 483 and 3 of `fifth` (355 and 43 before `fourth`), 491 and 52 of `sixth`, 470 and none of
 * `seventh`, 486 and none of `eighth`, 470 and 3 of `ninth` (491 once fitted). The file holds those from `fourth` on in
 * part, and none of a tenth (490 and none, then 498), an eleventh (475 and none, then 495), a twelfth (477 and none,
 * then 492), a thirteenth (448 and none, then 484), a fourteenth (453 and none, then 483) and a fifteenth (467 and none,
 * then 489).
 */
export function scorePersonalData(texts: number, seed: number): Record<string, PersonalDataScore> {
  const sets = z.record(z.string(), setSchema).parse(JSON.parse(readFileSync(PATH, 'utf8')));
  return Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, scoreSet(set, texts, seed)]));
}

function scoreSet(set: TextSet, texts: number, seed: number): PersonalDataScore {
  const random = createRandom(seed, 'personal data');
  const planted = Array.from({ length: texts }, (_, index) => plant(set, index, random));
  const harmless = Array.from({ length: texts }, (_, index) => {
    const language = LANGUAGES[index % LANGUAGES.length] ?? 'en';
    const templates = set.harmless[language];
    return (templates[Math.floor(index / LANGUAGES.length) % templates.length] ?? '').replace(
      /\{(\w+)\}/g,
      (form, name: string) => fill(pick(HARMLESS[name] ?? [form], random), random),
    );
  });
  const before = process.cpuUsage();
  for (const { text } of planted) findPersonalData(text);
  for (const text of harmless) findPersonalData(text);
  const { user, system } = process.cpuUsage(before);
  const results = planted.map((one) => ({ ...one, ...ask(one) }));
  const harmed = harmless.filter((text) => findPersonalData(text).length > 0);
  return {
    ...{ planted: planted.length, masked: results.filter(({ isMasked }) => isMasked).length },
    ...{ harmless: harmless.length, harmed: harmed.length },
    restored: results.filter(({ isRestored }) => isRestored).length,
    cpu: Math.round((user + system) / (2 * texts)),
  };
}

interface Planted {
  text: string;
  value: string;
}

/** A model that says all that it was asked again. */
function ask({ text, value }: Planted): { isMasked: boolean; isRestored: boolean } {
  const mask = createMask([text]);
  const shown = mask.hide(text);
  const parts = value.split(/, |\n/).filter((part) => part.length > 2);
  const answer = putBack(shown, mask.valuesIn(shown));
  return {
    isMasked: parts.every((part) => !shown.includes(part)),
    // Lines of an address are one, and marks of Markdown escaped.
    isRestored: toLine(answer.replace(/\\(?=[^A-Za-z\d\s])/g, '')) === toLine(text),
  };
}

function plant(set: TextSet, index: number, random: Random): Planted {
  const language = LANGUAGES[index % LANGUAGES.length] ?? 'en';
  const all = KINDS.flatMap((kind) => set[language][kind].map((template) => ({ kind, template })));
  const { kind, template } = all[Math.floor(index / LANGUAGES.length) % all.length] ??
    all[0] ?? { kind: 'EMAIL', template: '{}' };
  const value = DRAW[kind](set, language, random);
  return { text: template.replace('{}', () => value), value };
}

const DRAW: Record<DataKind, (set: TextSet, language: Language, random: Random) => string> = {
  EMAIL: ({ names, hosts }, _, random) => `${pick(names, random)}@${pick(hosts, random)}`,
  PHONE: (set, language, random) => fill(pick(set[language].phones, random), random),
  IBAN: (_, __, random) => drawIban(random),
  CARD: (_, __, random) => drawCard(random),
  KEY: ({ keys }, _, random) => (keys ? fill(pick(keys, random), random) : pick(KEYS, random)(random)),
  PASSWORD: ({ passwords }, _, random) => pick(passwords, random),
  ADDRESS: (set, language, random) => {
    const street = fill(pick(set[language].streets, random), random);
    return `${street}${pick([', ', ', ', '\n'], random)}${fill(pick(set[language].towns, random), random)}`;
  },
};

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** `{n}` becomes a number of a house, `{5}` five digits that begin with none of 0, `{a5}` five signs of `SIGNS.a`. */
function fill(form: string, random: Random): string {
  return form.replace(/\{(?:(n)|([aAsh]?)(\d+))\}/g, (_, house?: string, signs?: string, count?: string) => {
    if (house) return String(1 + Math.floor(random() * 180));
    if (signs) return drawSigns(Number(count), SIGNS[signs] ?? '', random);
    return drawSigns(1, '123456789', random) + drawSigns(Number(count) - 1, '0123456789', random);
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SIGNS: Readonly<Record<string, string>> = {
  a: 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789',
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  h: '0123456789abcdef',
  s: LETTERS,
};

function drawSigns(count: number, signs: string, random: Random): string {
  return Array.from({ length: count }, () => pick([...signs], random)).join('');
}

const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  order: ['{8}', '{3}-{7}-{7}', '{10}', '#{6}', 'A{7}', '{4}-{4}', '{12}'],
  invoice: ['2026-{5}', 'RE-{6}', '{4}/{4}', 'INV{8}', '{9}'],
  date: ['12.05.2026', '2026-05-12', '05/12/26', '1.2.2026 14:30', '2026-11-02T10:15:00Z'],
  price: ['1.299,00', '49.90', '1 250', '12,345.67', '899', '1.234.567'],
  version: ['1.21.4', 'v2.0.13', '10.0.19045.4291', '2026.3.1-rc2'],
  article: ['{13}', '{5}.{3}.{2}', '{a4}-{4}-{a3}', '{7}', 'AB{6}', '{6}-{2}'],
  tracking: ['00340434{12}', '1Z{a6}{10}', '{14}', 'JD01{16}', '3S{a4}{9}'],
  hours: ['9:00-18:00', '08.30 - 17.00', '9-18', '10:00–20:00'],
  ticket: ['{6}', '{8}', '2026-{6}', '{5}'],
  ip: ['192.0.2.{2}', '10.0.0.12', '198.51.100.{2}:8080', '2001:db8::1'],
  big: ['{7}', '1.234.567', '12 345 678', '{5}', '2,400,000'],
  isbn: ['978-3-16-148410-0', '9783161484100', '3-86680-192-0', '978 0 306 40615 7'],
  serial: ['SN{10}', '{a5}-{a5}-{a5}', '{15}', '{a12}'],
  mention: ['<@{18}>', '@alex', '@support_team', '<#{18}>'],
  url: [
    'https://example.com/t/{7}',
    'https://docs.example.org/v2/{4}-{2}-{2}/guide',
    'example.com/order?id={9}',
  ],
};

const IBANS = [
  'DE{18}',
  'FR{23}',
  'ES{20}',
  'PT{21}',
  'PL{24}',
  'TR{22}',
  'AT{16}',
  'CH{17}',
  'NL',
  'IT',
  'GB',
];

function drawIban(random: Random): string {
  const form = pick(IBANS, random);
  const country = form.slice(0, 2);
  const letters: Record<string, string> = { NL: 'ABNA{10}', IT: 'X{22}', GB: 'WEST{14}' };
  const account = fill(letters[country] ?? form.slice(2), random);
  const digits = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  const iban = `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
  return random() < 0.6 ? iban.replace(/.{4}(?=.)/g, '$& ') : iban;
}

const CARDS = ['4{14}', '5{1}', '37{12}', '6011{11}'];

function drawCard(random: Random): string {
  const form = pick(CARDS, random);
  const start =
    form === '5{1}' ? `5${1 + Math.floor(random() * 5)}${fill('{13}', random)}` : fill(form, random);
  const sum = [...start].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const card = `${start}${(10 - (sum % 10)) % 10}`;
  const mark = pick(['', ' ', '-'], random);
  return card.replace(/\d{4}(?=\d)/g, `$&${mark}`);
}

const secret = (before: string, length: number) => (random: Random) =>
  before + drawSigns(length - 1, LETTERS, random) + drawSigns(1, '0123456789', random);
const KEYS = [
  ...[
    secret('ghp' + '_', 36),
    secret('sk' + '_live_', 24),
    secret('sk' + '-proj-', 40),
    secret('xox' + 'b-12345678901-', 24),
  ],
  (random: Random) => `AK${'IA'}${drawSigns(15, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', random)}7`,
  (random: Random) =>
    `ey${'J'}${drawSigns(20, LETTERS, random)}.${drawSigns(30, LETTERS, random)}.${drawSigns(43, LETTERS, random)}`,
  (random: Random) =>
    `M${drawSigns(25, LETTERS, random)}.${drawSigns(6, LETTERS, random)}.${drawSigns(38, LETTERS, random)}`,
  secret('lts' + '_', 38),
];
