import { spawnSync } from 'node:child_process';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser that all files share takes connections. */
    browser: string;
  }
}

/** One browser for all files. It reaches 127.0.0.1 and no other host, whatever a page or the browser itself wants. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  });
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}

/** CHROMIUM_PATH, else the machine's own `chromium`, else the one of the package, unpacked to the temporary folder. */
async function findBrowser(): Promise<string> {
  const installed = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout?.trim();
  return process.env.CHROMIUM_PATH || installed || sparticuz.executablePath();
}
