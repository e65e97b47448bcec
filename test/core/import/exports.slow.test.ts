import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportFormat, importFile, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function importJson(value: unknown, format: ImportFormat = 'json') {
  const { id: serverId } = await app.addServer();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const input = { serverId, bytes: Buffer.from(text), format, file: 'export.json' };
  const result = await importFile(app.core, input);
  const stored = await listKnowledge(app.core, serverId);
  const again = await importFile(app.core, input);
  return { ...result, again, stored, ids: stored.map(({ id }) => id).toSorted() };
}

/** As Zendesk's help center lists them, with sections and categories beside them. */
const ZENDESK = {
  count: 4,
  next_page: null,
  articles: [
    {
      ...{ id: 360001, url: 'https://x.zendesk.com/api/v2/help_center/en-us/articles/360001.json' },
      ...{ html_url: 'https://help.example/hc/en-us/articles/360001', locale: 'en-us', draft: false },
      ...{ title: 'How do I cancel?', name: 'How do I cancel?', section_id: 7, user_segment_id: null },
      body: '<p>Open <a href="/billing">billing</a> &amp; press <b>Cancel</b>.</p><ul><li>at once</li></ul>',
    },
    { id: 360002, title: 'Not yet', body: '<p>Draft.</p>', draft: true, user_segment_id: null },
    { id: 360003, title: 'For agents', body: '<p>Inside.</p>', draft: false, user_segment_id: 12 },
    { id: 360004, title: 'Empty', body: '', draft: false, user_segment_id: null },
  ],
  sections: [{ id: 7, name: 'Billing', description: 'About money', category_id: 1 }],
  categories: [{ id: 1, name: 'Help', description: '' }],
};

/** As Intercom lists them. */
const INTERCOM = {
  type: 'list',
  total_count: 2,
  data: [
    {
      ...{
        type: 'article',
        id: '871',
        title: 'Where is my parcel?',
        description: 'About parcels',
        state: 'published',
      },
      ...{
        body: '<p class="no-margin">In the <b>app</b>.</p>',
        url: 'https://help.example/en/871',
        default_locale: 'en',
      },
      translated_content: {
        type: 'article_translated_content',
        en: {
          type: 'article_content',
          title: 'Where is my parcel?',
          body: '<p>In the app.</p>',
          state: 'published',
        },
        de: {
          type: 'article_content',
          title: 'Wo ist mein Paket?',
          body: '<p>In der App.</p>',
          state: 'published',
        },
        fr: { type: 'article_content', title: 'Brouillon', body: '<p>Non.</p>', state: 'draft' },
      },
    },
    { type: 'article', id: '872', title: 'Later', body: '<p>Soon.</p>', state: 'draft', url: null },
  ],
};

/** As Freshdesk exports its solutions. */
const FRESHDESK = [
  {
    category: {
      ...{ id: 1, name: 'General', description: 'Everything' },
      folders: [
        {
          ...{ id: 2, name: 'Returns', visibility: 1 },
          articles: [
            {
              ...{ id: 31, title: 'How long may I return it?', status: 2 },
              ...{ description: '<p>Thirty <em>days</em>.</p>', description_text: 'Thirty days.' },
            },
            { id: 32, title: 'Draft', description: '<p>x</p>', description_text: 'x', status: 1 },
          ],
        },
        {
          id: 3,
          name: 'Team',
          visibility: 3,
          articles: [{ id: 33, title: 'Inside', description: '<p>y</p>', status: 2 }],
        },
      ],
    },
  },
];

describe('An export', () => {
  test('of Zendesk makes one entry an article, linked, without drafts and what not everyone may read', async () => {
    const { stored, warnings, unit } = await importJson(ZENDESK);
    expect(stored).toMatchObject([
      {
        ...{ id: '360001', title: 'How do I cancel?', language: 'en' },
        link: 'https://help.example/hc/en-us/articles/360001',
        text: 'Open [billing](https://help.example/billing) & press **Cancel**.\n\n- at once',
      },
    ]);
    expect([unit, warnings]).toEqual([
      'article',
      [
        { line: 2, reason: 'unpublished articles, left out: 1' },
        { line: 3, reason: 'articles that not everyone is allowed to read, left out: 1' },
        { line: 4, reason: 'this article has no text' },
      ],
    ]);
  });

  test('of Intercom brings the published languages of each article', async () => {
    const { stored, warnings } = await importJson(INTERCOM);
    expect(stored.map(({ id, title, text, language }) => [id, title, text, language]).toSorted()).toEqual([
      ['871', 'Where is my parcel?', 'In the **app**.', 'en'],
      ['871-de', 'Wo ist mein Paket?', 'In der App.', 'de'],
    ]);
    expect(warnings).toEqual([{ line: 3, reason: 'unpublished articles, left out: 2' }]);
  });

  test('of Freshdesk is read through its categories and folders', async () => {
    const { stored, warnings } = await importJson(FRESHDESK);
    expect(stored.map(({ id, text }) => [id, text])).toEqual([['31', 'Thirty *days*.']]);
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'unpublished articles, left out: 1',
      'articles that not everyone is allowed to read, left out: 1',
    ]);
  });

  test.each<[string, unknown, string[]]>([
    ['one article', { article: ZENDESK.articles[0] }, ['360001']],
    [
      'several pages of a list',
      [ZENDESK, { articles: [{ id: 5, title: 'B', body: '<p>b</p>' }] }],
      ['360001', '5'],
    ],
  ])('is recognised by its shape: %s', async (_, value, ids) => {
    expect((await importJson(value)).ids).toEqual(ids);
  });

  test.each([
    ['on one line', JSON.stringify(ZENDESK)],
    ['on many lines', JSON.stringify(ZENDESK, null, 2)],
  ])('is recognised under the name of JSON lines too: %s', async (_, text) => {
    expect((await importJson(text, 'jsonl')).ids).toEqual(['360001']);
  });

  test('that is imported again changes nothing', async () => {
    for (const value of [ZENDESK, INTERCOM, FRESHDESK]) {
      const { added, again } = await importJson(value);
      expect(again).toMatchObject({ added: 0, updated: 0, unchanged: added });
    }
  });

  test('with an article that is too long makes several entries of it, without pictures that are data', async () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(300_000)}">`;
    const body = `${picture}${'<p>Some words about it.</p>'.repeat(1_500)}`;
    const { ids, warnings } = await importJson({ articles: [{ id: 9, title: 'Long', body }] });
    expect(ids).toEqual(['9', '9-2']);
    expect(warnings).toMatchObject([{ line: 1, reason: expect.stringContaining('into several entries') }]);
  });

  test.each<[string, unknown, string]>([
    ['of something else', { tickets: [{ id: 1, subject: 'x' }] }, 'The exports of Zendesk'],
    ['that is a text', '"hello"', 'The exports of Zendesk'],
    ['that is cut', '{"articles": [', 'is not one JSON document'],
    ['without an article', { articles: [] }, 'no entry in this file'],
  ])('%s is refused with what is understood', async (_, value, reason) => {
    const { rejected, stored } = await importJson(value);
    expect([rejected, stored]).toMatchObject([[{ line: 1, reason: expect.stringContaining(reason) }], []]);
  });
});
