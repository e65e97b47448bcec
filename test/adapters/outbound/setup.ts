import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  type OutsideWorld,
} from '../../../src/adapters/outbound/outbound.ts';
import { createOutside, type LocalSite, PUBLIC, startRawSite, startSite } from '../../support/outbound.ts';

export const MEGABYTE = 1_048_576;

/** Of the test that runs: the site that docs.example is, and the way to it. */
export let site: LocalSite;
export let outbound: Outbound;

/** Closes both after each test of the file and lets no rejection go unheard. */
export function closeAfterEach(): void {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  beforeEach(() => {
    rejections.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(async () => {
    await outbound.close();
    await site.close();
    // Two turns of the loop: what was thrown while closing has been reported by then.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
  });
}

/** An HTTP server behind docs.example. */
export async function serve(handler: RequestListener): Promise<void> {
  open(await startSite(handler));
}

/** A TCP server behind docs.example. */
export async function speak(speaker: (socket: Socket) => void): Promise<void> {
  open(await startRawSite(speaker));
}

function open(started: LocalSite): void {
  site = started;
  useWorld(createOutside(site.port, { 'docs.example': [PUBLIC] }).world);
}

export function useWorld(world: Partial<OutsideWorld>): void {
  outbound = createOutbound({ userAgent: 'test/1', world });
}

export function get(change: Partial<OutboundRequest> = {}) {
  const url = 'http://docs.example/page?a=b#c';
  return outbound.fetch({ url, maxBytes: MEGABYTE, timeoutMs: 5_000, ...change });
}
