import { expect, test } from 'vitest';
import { startCommunity, useCommunity } from './setup.ts';

// What an operator reads of the bot: one line for what happened, and no stack where it is known why.

const home = useCommunity();

const told = (from: number, message: RegExp) =>
  home.app.logged
    .slice(from)
    .filter((line) => line.level !== 'debug' && message.test(line.message))
    .map(({ level, message: text }) => [level, text]);

test('a lost connection is one line, and so is its return', async () => {
  const from = home.app.logged.length;
  home.discord.gateway.closeAll(1006);
  await expect.poll(() => told(from, /^discord: connection/), { timeout: 20_000 }).toHaveLength(2);
  await home.discord.ready();
  await home.discord.settled();
  expect(told(from, /^discord: connection/)).toEqual([
    ['warn', 'discord: connection lost, trying again'],
    ['info', 'discord: connection is back'],
  ]);
}, 30_000);

test('a session that ends for good is one line, and so is the next', async () => {
  const from = home.app.logged.length;
  home.discord.gateway.closeAll(4010);
  await expect.poll(() => told(from, /^discord: (connection|ready)/), { timeout: 20_000 }).toHaveLength(2);
  expect(told(from, /^discord: (connection|ready)/)).toEqual([
    ['warn', 'discord: connection lost, reconnecting'],
    ['info', 'discord: ready'],
  ]);
}, 30_000);

test('a connection that is closed on purpose is no lost one', async () => {
  const { app, stop } = await startCommunity();
  await stop();
  expect(app.logged.filter(({ message }) => /^discord: connection lost/.test(message))).toEqual([]);
});

test('a server that is joined, left and joined again is one line each time, a change of it none', async () => {
  const from = home.app.logged.length;
  const guild = home.discord.addGuild({ name: 'Werft' });
  const about = () => told(from, /server/).map(([, text]) => text);
  await expect.poll(about, { timeout: 9_000 }).toEqual(['joined a server']);
  guild.update({ name: 'Werft 2' });
  guild.remove();
  await expect.poll(about, { timeout: 9_000 }).toEqual(['joined a server', 'removed from a server']);
});

test('probes are logged only at the most detailed level, other requests always', async () => {
  const from = home.app.logged.length;
  for (const path of ['/healthz', '/readyz', '/api/v1/status']) await fetch(home.app.url + path);
  const lines = home.app.logged.slice(from).filter(({ message }) => message === 'request');
  expect(lines.map(({ level, fields }) => [level, fields.route])).toEqual([
    ['debug', '/healthz'],
    ['debug', '/readyz'],
    ['info', '/api/v1/status'],
  ]);
});
