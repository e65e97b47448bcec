import { expect } from 'vitest';
import type { Command, Invocation } from '../../commands/command.ts';
import type { Button, Reply, Select } from '../../commands/reply.ts';
import type { Core } from '../../src/core/core.ts';

let ids = 900_000_000;

/** An id of the chat that no other test has. */
export function newId(): string {
  ids += 1;
  return String(ids);
}

/** One use of a command by an admin who reads English, unless told otherwise. */
export function invoke(overrides: Partial<Invocation>): Invocation {
  return {
    ...{ id: newId(), serverId: 'nowhere', channelId: '20', above: [] },
    invoker: { id: '30', name: 'Admin', isAdmin: true, roleIds: [] },
    ...{ language: 'en', subcommand: null, options: {}, fields: {}, args: [], values: [], target: null },
    bot: { missingRights: [], messageContent: 'granted' },
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** Uses a button or sends a form, by its whole id. */
export function act(
  core: Core,
  command: Command,
  id: string,
  overrides: Partial<Invocation>,
): Promise<Reply> {
  const [noun, verb, ...args] = id.split(':');
  const action = command.actions?.[`${noun}:${verb}`];
  if (!action) throw new Error(`${command.data.name} has no action for ${id}`);
  return action.run(core, invoke({ ...overrides, args }));
}

/** What a reply says, all cards together. */
export function textOf(reply: Reply): string {
  return cardsOf(reply)
    .map(({ text }) => text)
    .join('\n');
}

export function cardsOf(reply: Reply) {
  expect(reply.kind).toBe('cards');
  return reply.kind === 'cards' ? reply.cards : [];
}

/** Every button and select under a reply. */
export function controlsOf(reply: Reply): (Button | Select)[] {
  return cardsOf(reply).flatMap(({ rows = [] }) => rows.flat());
}

/** Ids of all buttons that can be pressed. */
export function buttonsOf(reply: Reply): string[] {
  return controlsOf(reply).flatMap((part) => (part.kind === 'button' && !part.isDisabled ? [part.id] : []));
}

/** The values that a form opens with, by field; the platform's limits hold. */
export function formOf(reply: Reply) {
  if (reply.kind !== 'form') throw new Error(`this is no form: ${JSON.stringify(reply)}`);
  expect(reply.id.length).toBeLessThanOrEqual(100);
  expect(reply.title.length).toBeLessThanOrEqual(45);
  for (const { label, value = '', maxLength = 4_000, placeholder = '' } of reply.fields) {
    expect([label.length <= 45, placeholder.length <= 100, maxLength <= 4_000]).toEqual([true, true, true]);
    expect(value.length).toBeLessThanOrEqual(maxLength);
  }
  return { id: reply.id, values: Object.fromEntries(reply.fields.map(({ name, value }) => [name, value])) };
}
