import { html as hono, raw } from 'hono/html';

/** Markup that is safe to send: made by `html`, which escapes every value put into it. */
export type Html = Awaited<ReturnType<typeof hono>>;

type Value = string | number | boolean | null | undefined | Html | readonly Value[];

/** A template whose values are escaped; false, null and undefined leave nothing. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  // Synchronous for synchronous values; a promise among them is ruled out by the type.
  return hono(strings, ...values) as Html;
}

/** For markup of a sanitiser alone; never for what people wrote. */
export function trusted(markup: string): Html {
  return raw(markup);
}

export const NOTHING: Html = raw('');
