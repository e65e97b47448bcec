import { type FormKeys, fitToForm, type ReplyValues } from './form.ts';
import { endOfObject, parseJson, repairJson } from './json.ts';

/** Each costs the library's time for its text. */
const MAX_TRIES = 4;
/** Later keys of a form are optional in a reply. */
const ENOUGH_KEYS = 2;
/** Enough of a text's end to recognise it. */
const END_CHARACTERS = 20;
const NAME_START = '["\'“”„«»`\\\\]{0,3}';
/** The end of a fence, a list or a template may follow a reply. */
const FRAME = /^(?:```|[\]})"'\s]|<[^<>\n]{1,40}>){0,200}$/;
const MAX_FRAME_CHARACTERS = 200;

/** The last reply with repairable faults. `isCut`: the text ends before the object, and a key is missing. */
export function findBroken(text: string, form: FormKeys): { reply: ReplyValues; isCut: boolean } | null {
  let tries = MAX_TRIES;
  for (const start of listStarts(text, form).toReversed()) {
    for (const { json, isWhole } of listReadings(text, start)) {
      if (tries === 0) return null;
      tries -= 1;
      const reply = repairJson(json, (value) => fitToForm(value, form));
      if (reply) return { reply, isCut: !isWhole && isCutWithin(json, reply, form) };
    }
  }
  return null;
}

/** A text that nothing closes, or one key alone. */
function isCutWithin(json: string, reply: ReplyValues, form: FormKeys): boolean {
  if (Object.keys(reply).length < Math.min(ENOUGH_KEYS, form.size)) return true;
  const texts = Object.values(reply).filter((value) => typeof value === 'string' && value !== '');
  const end = json.trimEnd();
  return texts.some((value) => end.endsWith(JSON.stringify(value).slice(1, -1).slice(-END_CHARACTERS)));
}

/** Places of a brace with a key of the form; without any, the first line that begins with a key. */
function listStarts(text: string, form: FormKeys): number[] {
  const keys = Array.from(form.values(), ({ key }) => key.split(/[^\p{L}\p{N}]+/u).join('[ _-]?')).join('|');
  const key = `(?:[\\s,]|\\\\[nrt]){0,100}${NAME_START}(?:${keys})${NAME_START}\\s{0,20}(?:[:：＝=])`;
  const braced = Array.from(text.matchAll(new RegExp(`\\{${key}`, 'gi')), ({ index }) => index);
  if (braced.length > 0) return braced.slice(-MAX_TRIES);
  const bare = new RegExp(`^${key}`, 'im').exec(text);
  return bare ? [bare.index] : [];
}

/** The most likely reading first. */
function listReadings(text: string, start: number): { json: string; isWhole: boolean }[] {
  const rest = text.slice(start);
  const object = rest.startsWith('{') ? rest : `{${rest}`;
  const end = endOfObject(object, 0);
  const lastBrace = object.lastIndexOf('}') + 1;
  const isFramed = FRAME.test(object.slice(lastBrace, lastBrace + MAX_FRAME_CHARACTERS + 1));
  return [
    ...(end > 0 ? [{ json: object.slice(0, end), isWhole: true }] : []),
    ...(lastBrace > 0 && lastBrace !== end ? [{ json: object.slice(0, lastBrace), isWhole: isFramed }] : []),
    ...(end > 0 ? [] : [{ json: dropFence(object), isWhole: false }]),
  ];
}

function dropFence(text: string): string {
  const fence = text.lastIndexOf('```');
  return fence > 0 && FRAME.test(text.slice(fence)) ? text.slice(0, fence) : text;
}

/** Reads keys from tags or from labels that begin lines. */
export function readTagged(text: string, form: FormKeys): ReplyValues | null {
  const lower = text.toLowerCase();
  const keys = Array.from(form.values(), ({ key }) => key);
  const tagged = keys.map((key) => [key, readTag(text, lower, key)] as const);
  return fitAll(tagged, form) ?? fitAll(readLabels(text, keys), form);
}

function fitAll(held: readonly (readonly [string, string | null])[], form: FormKeys): ReplyValues | null {
  const found = held.filter(([, value]) => value !== null);
  return found.length < ENOUGH_KEYS ? null : fitToForm(Object.fromEntries(found), form);
}

/** `<answer>…</answer>`, or the parameter of a call: `<parameter=answer>…</parameter>`. */
function readTag(text: string, lower: string, key: string): string | null {
  const name = key.toLowerCase();
  const pairs = [
    [`<${name}>`, `</${name}>`],
    [`<parameter=${name}>`, '</parameter>'],
    [`<parameter name="${name}">`, '</parameter>'],
  ] as const;
  for (const [opening, closing] of pairs) {
    const start = lower.indexOf(opening);
    const end = start === -1 ? -1 : lower.indexOf(closing, start);
    if (end !== -1) return text.slice(start + opening.length, end).trim();
  }
  return null;
}

/** `**answer:** …`, each up to the next label. */
function readLabels(text: string, keys: readonly string[]): [string, string][] {
  const names = keys.map((key) => key.split(/[^\p{L}\p{N}]+/u).join('[ _-]?')).join('|');
  const label = new RegExp(
    `^[ \\t>*_#"'\`|-]{0,10}(?:\\d{1,2}[.)] )?(${names})[*_"'\`]{0,3}[ \\t]{0,5}[:：|][*_]{0,3}`,
    'gim',
  );
  const labels = [...text.matchAll(label)];
  return labels.map(({ index, 0: mark, 1: key = '' }, place) => [
    key,
    readValue(text.slice(index + mark.length, labels[place + 1]?.index)),
  ]);
}

/** Without the marks of a table, of YAML and of strings. */
function readValue(text: string): string {
  const bare = text
    .trim()
    .replace(/\s{0,9}\|$/, '')
    .replace(/^[>|][+-]?[ \t]{0,9}\n\s{0,20}/, '');
  const value = bare.startsWith('"') ? parseJson(bare) : undefined;
  return typeof value === 'string' ? value : bare;
}
