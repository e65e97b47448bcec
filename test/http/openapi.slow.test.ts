import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../src/channels/http/openapi.ts';

const run = promisify(execFile);
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** What the linter says about a document under the rules of redocly.yaml. @throws when it finds an error. */
async function lint(document: object): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const words = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config', 'redocly.yaml'];
  try {
    return (await run(process.execPath, words, { env: QUIET })).stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the OpenAPI document passes the linter, which requires errors and authentication for each operation', async () => {
  const document = buildOpenApiDocument('https://lotse.example');
  expect(await lint(document)).toContain('Your API description is valid');
  const operation = { get: { operationId: 'x', summary: 'x', responses: { 200: { description: 'x' } } } };
  const { security: _, ...open } = document;
  const broken = lint({ ...open, paths: { '/x': operation } });
  await expect(broken).rejects.toMatchObject({
    stderr: expect.stringMatching(/failed/),
    stdout: expect.stringMatching(
      /operation-4xx-response[\s\S]*security-defined|security-defined[\s\S]*operation-4xx-response/,
    ),
  });
});
