import { describe, expect, test } from 'vitest';
import { startDashboard, useDashboard } from './setup.ts';

test('The API page of a process without the API has no links to it', async () => {
  const alone = await startDashboard({ ROLES: 'dashboard' });
  const { document } = await alone.visitor.get(alone.path('api'));
  expect(document.querySelector('#reference')).not.toBeNull();
  expect(document.querySelectorAll('a[href="/docs"], a[href^="/api/"]')).toHaveLength(0);
  await alone.stop();
});

describe('The API page', () => {
  const dashboard = useDashboard();

  test('shows the address, the authentication, the duties and the reference', async () => {
    const page = await dashboard.visitor.get(dashboard.path('api'));
    expect(page.text('[data-base-url]')).toBe(dashboard.app.core.config.PUBLIC_URL);
    expect(page.text('main')).toContain('Your customers must see ai_notice');
    expect(page.text('main')).toContain('Browsers cannot call the API');
    expect(page.document.querySelector('main a[href="/docs"]')).not.toBeNull();
    expect(page.document.querySelector('main a[href="/api/v1/openapi.json"]')).not.toBeNull();
    const answer = await fetch(`${dashboard.app.url}/api/v1/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, object> };
    const operations = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/api/v1/admin/'))
      .flatMap(([path, one]) => Object.keys(one).map((method) => `${method.toUpperCase()} ${path}`));
    expect(page.attributes('[data-operation]', 'data-operation')).toEqual(operations);
    expect(page.html).not.toMatch(/lts_(test_)?[0-9A-Za-z]{38}/);
  });
});
