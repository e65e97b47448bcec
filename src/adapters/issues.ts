import { z } from 'zod';

/** What the validator knows of a fault, before it says anything. */
interface Issue {
  code: z.core.$ZodIssue['code'];
  input?: unknown;
  readonly [fact: string]: unknown;
}

const NOUNS: Readonly<Record<string, string>> = {
  ...{ string: 'text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', record: 'an object', date: 'a date', never: 'left out' },
};
const FORMS: Readonly<Record<string, string>> = {
  url: 'a web address such as https://example.org/help',
  uuid: 'an id such as 3f2b8c1e-9d47-4a6b-8e05-1c2d3e4f5a6b',
  email: 'a mail address such as team@example.org',
  datetime: 'a moment such as 2026-03-01T12:00:00Z',
  date: 'a day such as 2026-03-01',
};
const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

const PHRASES: Record<Issue['code'], (issue: Issue) => string> = {
  invalid_type: ({ expected, input }) =>
    expected === 'int'
      ? 'must be a whole number'
      : mustBe(NOUNS[String(expected)] ?? String(expected), input),
  invalid_value: ({ values, input }) => mustRead(listChoices(values as readonly unknown[]), input),
  invalid_format: ({ format, input }) => mustRead(FORMS[String(format)] ?? 'written in another form', input),
  invalid_union: ({ input }) => mustRead('in one of the allowed forms', input),
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  too_big: (issue) => limit(issue, 'at most', Number(issue.maximum)),
  too_small: (issue) => limit(issue, 'at least', Number(issue.minimum)),
  unrecognized_keys: ({ keys }) => `has unknown fields: ${(keys as readonly string[]).join(', ')}`,
  invalid_key: () => 'has a field that is not allowed',
  invalid_element: () => 'has an item that is not allowed',
  custom: () => 'is not allowed here',
};

/**
 * The rest of a sentence that begins with the name of the faulty field: what is wanted with an example, and what came
 * instead. It never repeats a value, which may be somebody's secret, and no text of the validator's own reaches a
 * person, whichever the door.
 */
function explain(issue: Issue): string {
  return PHRASES[issue.code](issue);
}

z.config({ customError: explain });

function mustBe(wanted: string, given: unknown): string {
  if (given === undefined) return `is missing: it must be ${wanted}`;
  const type = given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given;
  const came = NOUNS[type] ?? type;
  // `NaN`, which a text became, is a number too.
  return came === wanted ? `must be ${wanted}` : `must be ${wanted}, not ${came}`;
}

/** Text that has the wrong form is text all the same. */
function mustRead(wanted: string, given: unknown): string {
  return typeof given === 'string' ? `must be ${wanted}` : mustBe(wanted, given);
}

function listChoices(values: readonly unknown[]): string {
  const choices = values.map((value) => JSON.stringify(value));
  return choices.length < 2 ? choices.join('') : `one of ${choices.join(', ')}`;
}

function limit({ origin, input }: Issue, bound: 'at most' | 'at least', end: number): string {
  const [one, several] = UNITS[String(origin)] ?? [];
  if (!one) return `must be ${bound} ${format(end)}`;
  const length = typeof input === 'string' || Array.isArray(input) ? input.length : 0;
  if (length === 0 && end === 1) return 'must not be empty';
  return `must have ${bound} ${format(end)} ${end === 1 ? one : several}, but has ${format(length)}`;
}

function format(number: number): string {
  return number.toLocaleString('en');
}
