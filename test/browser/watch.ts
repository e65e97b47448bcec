import type { BrowserContext } from 'playwright-core';

/** What a browser reports about a status that it was sent; the response itself says more. */
const ABOUT_STATUS = /^Failed to load resource: the server responded with a status of \d+/;
/** What it reports about a connection that was cut. */
const ABOUT_LOSS = /net::ERR_FAILED|TypeError: Failed to fetch/;

/**
 * Writes down everything that a page must not do: messages in the console (CSP violations are among them), errors
 * of scripts, failed requests, refused addresses, and any other host than 127.0.0.1, which is never reached.
 * @param asked.mayAnswer statuses from 400 on that the test asks for.
 * @param asked.mayLose whether the test cuts connections.
 */
export async function watchContext(
  context: BrowserContext,
  faults: string[],
  { mayAnswer, mayLose }: { mayAnswer: readonly number[]; mayLose: boolean },
): Promise<void> {
  context.on('console', (message) => {
    const text = message.text();
    if (
      ['error', 'warning'].includes(message.type()) &&
      !ABOUT_STATUS.test(text) &&
      !(mayLose && ABOUT_LOSS.test(text))
    )
      faults.push(`console ${message.type()}: ${text} (${message.page()?.url()})`);
  });
  context.on('weberror', (error) => faults.push(`script: ${error.error().stack}`));
  context.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // What a page was still loading when it was left, its icon for example, is nobody's fault.
    if (errorText !== 'net::ERR_ABORTED' && !mayLose)
      faults.push(`request: ${request.method()} ${request.url()} ${errorText}`);
  });
  context.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && !mayAnswer.includes(status))
      faults.push(`${status}: ${response.request().method()} ${response.url()}`);
  });
  context.on('request', (request) => {
    if (isElsewhere(new URL(request.url()))) faults.push(`elsewhere: ${request.url()}`);
  });
  await context.route(isElsewhere, (route) => route.abort());
}

function isElsewhere({ protocol, hostname }: URL): boolean {
  return /^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1';
}
