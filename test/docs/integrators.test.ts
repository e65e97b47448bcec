import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSamples } from '../../src/channels/dashboard/pages/api/api.ts';
import { PUBLIC_ERRORS } from '../../src/channels/http/errors.ts';
import { buildOpenApiDocument } from '../../src/channels/http/openapi.ts';
import { TEAM_REASONS } from '../../src/domain/types.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { blocksOf, ROOT, readDocument, rowsOf, sectionOf } from './documents.ts';

const document = readDocument('docs/integrators.md');
const { text } = document;
const BASE_URL = 'http://127.0.0.1:3000';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
const schemas: Record<string, Schema> = JSON.parse(JSON.stringify(buildOpenApiDocument(BASE_URL))).components
  .schemas;

/** `messages[].role` and so on; objects by their fields alone. */
function listFields(schema: Schema, prefix = ''): string[] {
  if (schema.$ref) return listFields(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, prefix);
  // What may be null as well is listed as what it is otherwise.
  const list = schema.anyOf?.find(({ items }) => items);
  if (list) return listFields(list, prefix);
  if (schema.items) return [prefix, ...listFields(schema.items, `${prefix}[]`)];
  if (!schema.properties) return prefix.endsWith('[]') ? [] : [prefix];
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    listFields(field, prefix === '' ? name : `${prefix}.${name}`),
  );
}

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const sorted = (names: Iterable<string>) => [...names].toSorted();

describe('The page for integrators', () => {
  test('lists every field of request and response, and no other', () => {
    const rows = rowsOf(sectionOf(document, 'Fields'));
    const named = rows.flatMap(([cell]) => namesIn(cell));
    const known = [
      ...listFields(schemas.ChatRequest ?? {}),
      ...listFields(schemas.ChatResponse ?? {}).filter((field) => !field.startsWith('sources[].')),
    ];
    expect(sorted(named)).toEqual(sorted(known));
    const [sources] = rows.filter(([cell]) => cell === '`sources`');
    expect(namesIn(sources?.[2])).toEqual(['title', 'url']);
  });

  test('says what to do for every reason of a hand-over', () => {
    const rows = rowsOf(sectionOf(document, 'When a person is needed'));
    expect(sorted(rows.flatMap(([cell]) => namesIn(cell).slice(0, 1)).slice(1))).toEqual(
      sorted(TEAM_REASONS),
    );
  });

  test('lists every error code with its status, and no other', () => {
    const section = sectionOf(document, 'Errors');
    const ofTable = rowsOf(section)
      .filter(([status]) => /^\d{3}$/.test(status ?? ''))
      .map(([status, code]) => [namesIn(code)[0] ?? '', Number(status)] as const);
    const ofDashboard = [...section.text.matchAll(/`([a-z_]+)` (\d{3})/g)].map(
      ([, code = '', status]) => [code, Number(status)] as const,
    );
    // Some of ours are known under the name of another.
    const known = Object.entries(PUBLIC_ERRORS).flatMap(([name, { status, code }]) =>
      code === undefined ? [[name, status]] : [],
    );
    const all = [...ofTable, ...ofDashboard];
    expect(Object.fromEntries(all)).toEqual(Object.fromEntries(known));
    expect(all).toHaveLength(known.length);
  });

  test.each(listSamples(BASE_URL))('links to the $label program of the dashboard', (sample) => {
    const linked = [...text.matchAll(/\]\((\S+\/ticket\.\w+)\)/g)].map(([, path = '']) =>
      readFileSync(new URL(path, `file://${ROOT}docs/`), 'utf8').replaceAll('__BASE_URL__', BASE_URL),
    );
    expect(linked).toContain(sample.text);
  });
});

describe('What the page for integrators shows', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.addServer());
  });
  afterAll(() => app.stop());

  test('about errors matches what the service answers', async () => {
    const [block] = blocksOf(sectionOf(document, 'Errors'));
    const shown = JSON.parse(block?.text ?? '');
    const refused = await app.chat(key, { messages: [{ role: 'assistant', content: 'Hello' }] });
    expect(refused.body.error).toEqual(shown.error);
    expect(Object.keys(refused.body)).toEqual(Object.keys(shown));
    expect(refused.headers.get('x-request-id')).toBe(refused.body.request_id);
  });

  test('about RateLimit fields matches what the service sends', async () => {
    const { headers } = await app.chat(key, ask('Hello'));
    const [, policy, limit] = /^RateLimit-Policy: (.+)\nRateLimit: (.+)$/m.exec(text) ?? [];
    expect(headers.get('ratelimit-policy')).toBe(policy);
    const withoutRest = (field: string | null | undefined) => field?.replace(/([rt])=\d+/g, '$1');
    expect(withoutRest(headers.get('ratelimit'))).toBe(withoutRest(limit));
  });
});
