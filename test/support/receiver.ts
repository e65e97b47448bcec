import type { ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { createOutside, PUBLIC, startSite } from './outbound.ts';

/** One request as a receiver got it. */
export interface Received {
  id: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  event: any;
}

export type ReceiverAnswer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  world: OutsideWorld;
  /** What it is known by; a test changes it while the receiver runs. */
  names: Record<string, string[]>;
  received: Received[];
  /** Ids of what came, in order. */
  ids(): string[];
  /** Kinds of what came, in order. */
  types(): string[];
  /** How it answers from now on; 200 at first. */
  answer(how: number | ReceiverAnswer): void;
  forget(): void;
  port: number;
  close(): Promise<void>;
}

/** A ticket system's own server, which takes events at `http://hooks.example/…` and as any other of its names. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: ReceiverAnswer = (response) => response.writeHead(200).end('ok');
  const site = await startSite((request, response) => {
    void readText(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const id = headers['webhook-id'] ?? '';
      const event = body === '' ? null : JSON.parse(body);
      const one = { id, path: request.url ?? '', headers, body, event };
      received.push(one);
      answer(response, one);
    });
  });
  const names: Record<string, string[]> = { 'hooks.example': [PUBLIC] };
  const outside = createOutside(site.port);
  const resolve: OutsideWorld['resolve'] = (host) => createOutside(0, names).world.resolve(host);
  return {
    world: { ...outside.world, resolve },
    ...{ names, received, port: site.port },
    ids: () => received.map(({ id }) => id),
    types: () => received.map(({ event }) => event.type),
    answer: (how) => {
      answer = typeof how === 'number' ? (response) => response.writeHead(how).end() : how;
    },
    forget: () => {
      received.length = 0;
    },
    close: site.close,
  };
}

/** What the package of the Standard Webhooks specification says of it. @throws WebhookVerificationError */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  return new Webhook(secret).verify(body, headers);
}
