import { afterAll, beforeAll } from 'vitest';
import { type AiStub, startAiStub } from './ai-stub.ts';
import { startApp, type TestApp } from './app.ts';

/** Stands for an object that a hook makes before the tests run. */
function later<Target extends object>(read: () => Target): Target {
  return new Proxy({} as Target, {
    get: (_, name) => Reflect.get(read(), name),
    set: (_, name, value) => Reflect.set(read(), name, value),
    has: (_, name) => Reflect.has(read(), name),
  });
}

/** The app of a file or a `describe`, from before its tests until after them. */
export function useApp(settings?: Record<string, string>): TestApp {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(settings);
  });
  afterAll(() => app.stop());
  return later(() => app);
}

/** The same in front of an AI backend. */
export function useAppWithAi(settings: Record<string, string> = {}): { app: TestApp; stub: AiStub } {
  let stub: AiStub;
  let app: TestApp;
  beforeAll(async () => {
    stub = await startAiStub();
    app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', ...settings });
  });
  afterAll(async () => {
    await app.stop();
    await stub.close();
  });
  return { app: later(() => app), stub: later(() => stub) };
}
