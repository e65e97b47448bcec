import type { parseHTML } from 'linkedom';

type Document = ReturnType<typeof parseHTML>['document'];
type Element = NonNullable<ReturnType<Document['querySelector']>>;

/** The only elements that pages are made of. */
const TAGS = new Set(
  (
    'html head meta title link script body a header div nav ul ol li img main h1 h2 h3 h4 p small strong em b del ins ' +
    'code pre form input label button select option optgroup textarea fieldset legend span time table thead tbody ' +
    'tr th td caption details summary search dl dt dd section article progress footer blockquote hr br kbd mark canvas figure figcaption'
  ).split(' '),
);
/** What a drawing of ours is made of, which says by its class that it is one. */
const DRAWN = new Set(['svg', 'defs', 'pattern', 'rect', 'line', 'path', 'text']);
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'hx-get', 'hx-post']);
const OWN_ADDRESS = /^(?:\/(?!\/)|#|\?|https?:\/\/|$)/;
/** The bot's picture may be at an address of its owner; fillForm uses only this one. */
const OWN_IMAGE = /^(?:\/(?!\/)|https:\/\/docs\.example\/)/;
const OWN_SCRIPT = /^\/assets\/[a-z.-]+\.js\?v=[0-9a-f]{12}$/;

/** Elements and attributes that none of our pages has: those that would run, load or lead somewhere. */
export function findLively(document: Document): string[] {
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const tag = element.tagName.toLowerCase();
    const attributes = [...element.attributes]
      .filter(isLively)
      .map(({ name, value }) => `${tag} ${name}=${value}`);
    return (TAGS.has(tag) || isDrawn(element, tag)) && !isForeign(element, tag)
      ? attributes
      : [`<${tag}>`, ...attributes];
  });
}

/** Ids that several elements share, and what names an id that no element has; a label needs a field. */
export function findBrokenIds(document: Document): string[] {
  const all = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  const twice = all.filter((id, index) => all.indexOf(id) !== index).map((id) => `twice: ${id}`);
  const fields = new Set([...document.querySelectorAll('input, select, textarea')].map(({ id }) => id));
  const known = new Set(all);
  const lost = [
    ...document.querySelectorAll('[aria-describedby], [aria-labelledby], [hx-target], a[href^="#"]'),
  ]
    .flatMap((element) =>
      ['aria-describedby', 'aria-labelledby', 'hx-target', 'href'].flatMap((name) => idsOf(element, name)),
    )
    .filter((id) => !known.has(id));
  const labels = [...document.querySelectorAll('label[for]')].map((label) => label.getAttribute('for') ?? '');
  const unlabelled = labels.filter((id) => !fields.has(id)).map((id) => `no field: ${id}`);
  return [...twice, ...lost.map((id) => `no target: ${id}`), ...unlabelled];
}

function idsOf(element: Element, name: string): string[] {
  const value = element.getAttribute(name) ?? '';
  if (name.startsWith('aria-')) return value.split(/\s+/).filter(Boolean);
  const [, id] = /^#([\w-]+)/.exec(value) ?? [];
  return id === undefined ? [] : [id];
}

function isLively({ name, value }: { name: string; value: string }): boolean {
  if (name.startsWith('on') || ['style', 'srcdoc', 'http-equiv'].includes(name)) return true;
  return ADDRESSES.has(name) && !OWN_ADDRESS.test(value);
}

function isDrawn(element: Element, tag: string): boolean {
  return DRAWN.has(tag) && /^(?:chart|share|icon)$/.test(element.closest('svg')?.getAttribute('class') ?? '');
}

function isForeign(element: Element, tag: string): boolean {
  if (tag === 'script')
    return (
      element.getAttribute('type') !== 'application/json' &&
      !OWN_SCRIPT.test(element.getAttribute('src') ?? '')
    );
  if (tag === 'form') return !element.getAttribute('action')?.startsWith('/');
  return tag === 'img' && !OWN_IMAGE.test(element.getAttribute('src') ?? '');
}

/** The fields of a form as a browser posts it, with `text` in each that takes text; null where none does. */
export function fillForm(form: Element, text: string): Record<string, string> | null {
  const fields = [...form.querySelectorAll('input, textarea, select')].filter((field) => {
    const name = field.getAttribute('name') ?? '';
    return name !== '' && name !== '_csrf' && !['checkbox', 'file'].includes(typeOf(field));
  });
  if (!fields.some(takesText)) return null;
  return Object.fromEntries(fields.map((field) => [field.getAttribute('name'), valueFor(field, text)]));
}

function typeOf(field: Element): string {
  return field.tagName === 'INPUT' ? (field.getAttribute('type') ?? 'text') : field.tagName.toLowerCase();
}

function takesText(field: Element): boolean {
  return ['text', 'url', 'search', 'textarea'].includes(typeOf(field));
}

function valueFor(field: Element, text: string): string {
  const type = typeOf(field);
  if (type === 'url') return `https://docs.example/${text}`;
  if (takesText(field)) return text;
  const chosen = type === 'select' ? field.querySelector('option[selected], option') : field;
  return chosen?.getAttribute('value') ?? '';
}
