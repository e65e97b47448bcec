import { expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { recordReplies } from '../../../src/core/members/message-claims.ts';
import { deleteMember } from '../../../src/core/members/privacy.ts';
import { freshId, teachWord } from '../../core/training/setup.ts';
import { ask } from '../../support/app.ts';
import { findInTables } from '../../support/tables.ts';
import { addOwned, type Owned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();

/** What a member asked and taught on a server, each under a word of its own that stands in it. */
async function addWords(memberId: string) {
  const { app } = dashboard;
  const owned = await addOwned(dashboard);
  await owned.visitor.get(owned.path('training'));
  const words: string[] = [];
  const teach = async (word: string) => {
    app.clock.now += 1_000;
    words.push(`${word}Asked`, `${word}Told`);
    const made = { serverId: owned.id, asker: memberId, author: memberId, word };
    return (await teachWord(app.core, made)).id;
  };
  const teachApproved = async (word: string) => {
    const id = await teach(word);
    await decide(owned, id, 'approve');
    return id;
  };
  const askOne = async (word: string) => {
    words.push(`${word}Asked`);
    const question = `Who painted the ${word}Asked?`;
    await app.chat(owned.key, ask(question));
    const { id: answerId } = await app.core.database.kysely
      .selectFrom('answers')
      .select('id')
      .where('server_id', '=', owned.id)
      .where('question', '=', question)
      .executeTakeFirstOrThrow();
    const said = { serverId: owned.id, channelId: '1', memberId, answerId };
    await recordReplies(app.core, { ...said, messageIds: [freshId()], replyIds: [freshId()] });
    return answerId;
  };
  return { ...owned, words, teach, teachApproved, askOne };
}

function decide({ visitor, path }: Owned, id: string, verb: string, more: Record<string, string> = {}) {
  return visitor.submit(path(`training/${id}/${verb}`), { place: 'list', state: 'pending', ...more });
}

test('after every action about what a member asked and taught, the deletion of their data leaves none of it in any table', async () => {
  const memberId = freshId();
  const { core } = dashboard.app;
  const server = await addWords(memberId);
  const { visitor, path, teach, teachApproved, askOne } = server;
  await decide(server, await teach('edited'), 'edit', {
    ...{ question: 'When does editedAsked open, please?', answer: 'The editedTold opens at nine sharp.' },
  });
  await decide(server, await teach('rejected'), 'reject');
  await decide(server, await teachApproved('reverted'), 'revert', { state: 'approved' });
  const other = await teach('merged');
  await decide(server, await teach('merged'), 'merge', { other });
  const changed = path(`knowledge/training%3A${await teachApproved('changed')}`);
  await visitor.submit(changed, {
    title: 'When does changedAsked open?',
    text: 'The changedTold opens at ten.',
  });
  await visitor.submit(path(`knowledge/training%3A${await teachApproved('removed')}/delete`));
  await visitor.submit(path(`unanswered/${await askOne('closed')}/close`));
  const given = { question: 'Who painted the answeredAsked?', answer: 'Our own crew.' };
  await visitor.submit(path(`unanswered/${await askOne('answered')}`), given);

  const entries = await listActions(core, server.id, { limit: 100 });
  expect(entries.map(({ action }) => action).toReversed()).toEqual([
    ...['training.edited', 'training.rejected', 'training.approved', 'training.reverted', 'training.merged'],
    ...['training.approved', 'knowledge.changed', 'training.approved', 'knowledge.removed'],
    ...['gap.closed', 'gap.answered'],
  ]);
  for (const word of server.words) expect(await findInTables(core, word)).not.toEqual([]);
  await deleteMember(core, memberId);
  for (const word of [memberId, ...server.words]) expect(await findInTables(core, word)).toEqual([]);
});
