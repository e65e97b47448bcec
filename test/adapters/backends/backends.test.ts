import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StubChatRequest } from '../../support/ai-stub.ts';
import { answer, ask, failureOf, prepareBackend, stub } from '../ai-setup.ts';
import { HOSTED } from './hosted.ts';
import { LOCAL } from './local.ts';

prepareBackend();

const BACKENDS = [...LOCAL, ...HOSTED];

const DOCUMENT = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8');

it('every backend in the operators’ table is tested here, and no other', () => {
  const [, section = ''] = /^## AI backends\n(.*?)^## /ms.exec(DOCUMENT) ?? [];
  const rows = [...section.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(BACKENDS.map(({ name }) => name));
});

describe.each(BACKENDS)('$name', ({ reply, told }) => {
  it('answers in its shape', async () => {
    stub.fault({ body: reply });
    const completion = await ask();
    expect(completion.content).toEqual(answer);
    expect(completion.usage).toMatchObject({ promptTokens: 700, completionTokens: 40 });
  });

  it.each(told)('tells us of $title', async ({ status, headers, body, next, fault }) => {
    stub.fault([{ status, body, ...(headers ? { headers } : {}) }]);
    if (!next) {
      expect((await failureOf(ask())).cause).toMatchObject(fault ?? {});
      expect(stub.requests).toHaveLength(1);
      return;
    }
    expect((await ask()).content).toEqual(answer);
    expect(stub.requests).toHaveLength(2);
    const again = stub.requests[1]?.body as StubChatRequest;
    expect(again.response_format?.type ?? 'text').toBe(next.format);
    expect(again.messages[0]?.role).toBe(next.hasSystem === false ? 'user' : 'system');
  });
});
