import type { Invocation } from '../../commands/command.ts';
import type { Button, Reply, Select } from '../../commands/reply.ts';

let ids = 900_000_000;

/** An id of the chat that no other test has. */
export function newId(): string {
  ids += 1;
  return String(ids);
}

/** One use of a command by an admin, in English, with nothing missing, unless told otherwise. */
export function invoke(overrides: Partial<Invocation> & { serverId: string }): Invocation {
  return {
    id: newId(),
    channelId: '100',
    above: [],
    invoker: { id: '200', name: 'Robin', isAdmin: true, roleIds: [] },
    language: 'en',
    subcommand: null,
    options: {},
    fields: {},
    args: [],
    values: [],
    target: null,
    bot: { missingRights: [], messageContent: 'granted' },
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** All that a reply says. */
export function textOf(reply: Reply): string {
  if (reply.kind !== 'cards') throw new Error(`expected cards, got ${JSON.stringify(reply)}`);
  return reply.cards.map(({ text }) => text).join('\n');
}

/** Every button and select under a reply. */
export function controlsOf(reply: Reply): (Button | Select)[] {
  if (reply.kind !== 'cards') throw new Error(`expected cards, got ${JSON.stringify(reply)}`);
  return reply.cards.flatMap(({ rows }) => rows ?? []).flat();
}
