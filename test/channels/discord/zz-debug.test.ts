import { test } from 'vitest';
import { startCommunity } from './setup.ts';
import { inspect } from 'node:util';
import { writeFileSync } from 'node:fs';
import { findAnswerOfReply } from '../../../src/core/handled.ts';
test('x', async () => {
  const home = await startCommunity();
  const out: string[] = [];
  const g = home.discord.addGuild({locale: 'de'});
  const ch = g.addChannel();
  const m = g.addMember();
  for (let i = 0; i < 6; i++) {
  const use = m.runs(ch, 'my-data export');
  const r = await use.reply();
  out.push(r.content, inspect(home.app.logged.filter(({fields})=>fields.interaction===use.id), {depth: 6}));
  out.push(inspect(home.discord.requests.slice(-3).map(({method,path,status,body})=>({method,path,status,body: JSON.stringify(body)?.slice(0,200)}))));
  }
  const c = home.guild.addChannel();
  home.member.says(c, `<@${home.discord.botId}> when is that?`);
  const a = await home.discord.nextMessage(c);
  const role = home.guild.addRole();
  await home.admin.runs(c, 'team teach', {role}).reply();
  const t = home.guild.addMember({roles: [role]});
  while (!(await findAnswerOfReply(home.app.core, home.guild.id, a.id)));
  const form = await t.usesMenu('Correct this answer', a).reply();
  const u2 = t.submits(form, {answer: 'Other thing'});
  await u2.reply();
  await home.discord.settled();
  out.push(inspect(home.app.logged.filter(({fields})=>fields.interaction===u2.id), {depth: 6}));
  out.push(inspect(u2.messages.map(m=>m.content)), a.content, String(a.edits.length));
  await home.discord.settled();
  out.push(inspect(home.discord.requests.slice(-6).map(({method,path,status,body})=>({method,path,status,body: JSON.stringify(body)?.slice(0,200)}))));
  writeFileSync('/tmp/dbg.txt', out.join('\n'));
  await home.stop();
});
