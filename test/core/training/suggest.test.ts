import { describe, expect, test } from 'vitest';
import { reject, suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { isInOtherWords } from '../../../src/core/learning/suggestions/texts.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { MAX_PENDING_SUGGESTIONS } from '../../../src/domain/limits.ts';
import { useApp } from '../../support/use-app.ts';
import { freshId, source, withMembers } from './setup.ts';

const app = useApp();

const QUESTION = 'How long does delivery to Oslo take?';

test(`a server has at most ${MAX_PENDING_SUGGESTIONS} open suggestions; an existing one is still found`, async () => {
  const { id } = await app.addServer();
  const teach = (more = {}) =>
    suggest(app.core, { serverId: id, question: QUESTION, answer: 'Nine days.', source: 'menu', ...more });
  const origin = { channelId: '1', sources: [source('answer', freshId(), freshId())] };
  const made = await teach(origin);
  const rows = Array.from({ length: MAX_PENDING_SUGGESTIONS - 2 }, (_, index) => ({
    ...{ server_id: id, id: `fill${index}`, question: 'Q', answer: 'A', source: 'import' as const },
    created_at: new Date(app.clock.now),
  }));
  await app.core.database.kysely.insertInto('training').values(rows).execute();
  const both = await Promise.allSettled([teach(), teach()]);
  const refused = both.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'invalid_input', context: { param: 'suggestions' } } }]);
  expect(await teach(origin)).toEqual(made);
  await reject(app.core, id, made.id);
  expect(await teach()).toMatchObject({ state: 'pending' });
});

test('a suggestion of two members is refused if either opted out, whichever part is theirs', async () => {
  const { id } = await app.addServer();
  for (const who of [0, 1]) {
    const members = [freshId(), freshId()] as const;
    await optOut(app.core, members[who] ?? '');
    const given = { serverId: id, question: QUESTION, answer: 'Nine days.', source: 'menu' as const };
    const attempt = suggest(app.core, { ...given, ...withMembers(...members) });
    await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
  }
});

describe('a text', () => {
  const ORIGINAL = 'Just press F5 in the lobby, then wait a little.';
  test.each([
    ['as it was', ORIGINAL],
    ['with other case, marks and spaces', 'just press f5, in the lobby -\nthen wait a little'],
    ['that was added to', `Hello! ${ORIGINAL} And have fun.`],
    ['that was cut', 'Press F5 in the lobby.'],
    ['that was retouched', 'Just press F5 in the lobby, then wait a minute.'],
  ])('%s still counts as the author’s words', (_, text) => {
    expect(isInOtherWords(text, ORIGINAL)).toBe(false);
  });

  test.each([
    ['that says the same otherwise', 'Reload the page with F5 while you are in the lobby.'],
    ['that is another', 'The shop opens at nine.'],
    ['where there was none', ORIGINAL, ''],
  ])('%s counts as reworded', (_, text, original = ORIGINAL) => {
    expect(isInOtherWords(text, original)).toBe(true);
  });
});
