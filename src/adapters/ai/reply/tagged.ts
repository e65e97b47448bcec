import { type Form, fitToForm, type Reply } from './form.ts';
import { parseJson } from './json.ts';

/** As many of its keys such a reply has, so that no prose with a tag or a colon in it is taken for one. */
const ENOUGH_KEYS = 2;

/** The reply of a form whose keys are tags or labels at the beginning of lines; null where there are none. */
export function readTagged(text: string, form: Form): Reply | null {
  const lower = text.toLowerCase();
  const keys = Array.from(form.values(), ({ key }) => key);
  const tagged = keys.map((key) => [key, readTag(text, lower, key)] as const);
  return fitAll(tagged, form) ?? fitAll(readLabels(text, keys), form);
}

function fitAll(held: readonly (readonly [string, string | null])[], form: Form): Reply | null {
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
