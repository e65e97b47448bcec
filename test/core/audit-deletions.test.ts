import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../src/core/core.ts';
import { listActions, recordAction } from '../../src/core/members/audit.ts';
import { deleteMember, optOut } from '../../src/core/members/privacy.ts';
import { findInTables } from '../support/tables.ts';
import { useApp } from '../support/use-app.ts';
import { freshId } from './training/setup.ts';

const app = useApp();
let serverId: string;
beforeAll(async () => {
  ({ id: serverId } = await app.addServer());
});

const record = (memberId: string, core: Core = app.core) =>
  recordAction(core, {
    serverId,
    actor: { channel: 'dashboard', memberId, memberName: `Name of ${memberId}` },
    action: 'training.approved',
  });
const lastAction = async () => (await listActions(app.core, serverId, { limit: 1 }))[0];

/** A core in which something happens once its next entry is to be written. */
function before(act: () => Promise<unknown>): Core {
  const { database } = app.core;
  const query: typeof database.query = async (name, ...rest) => {
    if (name === 'record-action') await act();
    return database.query(name, ...rest);
  };
  return { ...app.core, database: { ...database, query } };
}

describe.each([
  ['deletes their data', deleteMember],
  ['opts out', optOut],
] as const)('who %s', (_, leave) => {
  test('during one of their actions is named in no entry about it', async () => {
    const memberId = freshId();
    await leave(app.core, memberId);
    await record(memberId);
    expect(await lastAction()).toMatchObject({
      action: 'training.approved',
      memberId: null,
      memberName: null,
    });
    expect(await findInTables(app.core, memberId)).toEqual([]);
  });

  test('at the moment it is recorded is not named either', async () => {
    const memberId = freshId();
    await record(
      memberId,
      before(() => leave(app.core, memberId)),
    );
    expect(await lastAction()).toMatchObject({
      action: 'training.approved',
      memberId: null,
      memberName: null,
    });
    expect(await findInTables(app.core, memberId)).toEqual([]);
  });

  test('is in no table, whichever comes first', async () => {
    const members = Array.from({ length: 12 }, freshId);
    await Promise.all(members.flatMap((memberId) => [record(memberId), leave(app.core, memberId)]));
    for (const memberId of members) expect(await findInTables(app.core, memberId)).toEqual([]);
  });
});

test('actions more than a minute after the deletion of a person’s data are recorded under their name again', async () => {
  const memberId = freshId();
  await deleteMember(app.core, memberId);
  app.clock.now += 60_000;
  await record(memberId);
  expect(await lastAction()).toMatchObject({ memberId: null });
  app.clock.now += 1;
  await record(memberId);
  expect(await lastAction()).toMatchObject({ memberId, memberName: `Name of ${memberId}` });
});
