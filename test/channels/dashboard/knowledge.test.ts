import { beforeEach, describe, expect, test } from 'vitest';
import { addEntry, changeEntry, getEntry, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { type Dashboard, lastAction, useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeEach(async () => {
  await dashboard.app.core.database.query(null, 'DELETE FROM knowledge', []);
  const { id } = dashboard.server;
  await dashboard.app.core.database.query(null, 'UPDATE servers SET revision = revision + 1 WHERE id = $1', [
    id,
  ]);
  await dashboard.visitor.get(dashboard.path('knowledge?lang=en'));
});

const add = (given: { title: string; text: string; link?: string; validUntil?: string }) =>
  addEntry(dashboard.app.core, { serverId: dashboard.server.id, ...given });
const all = () => listKnowledge(dashboard.app.core, dashboard.server.id);
const pathOf = (entryId: string) => dashboard.path(`knowledge/${encodeURIComponent(entryId)}`);

function titlesIn({ document }: Awaited<ReturnType<Dashboard['visitor']['get']>>): (string | undefined)[] {
  return [...document.querySelectorAll('[data-entry] td:first-child a')].map((link) =>
    link.textContent?.trim(),
  );
}

describe('The list', () => {
  test('shows fifty entries per page by title, and its page links keep the query', async () => {
    const entries = Array.from({ length: 120 }, (_, n) => ({
      title: `Entry ${String(n).padStart(3, '0')}`,
      text: 'x',
    }));
    await dashboard.app.addKnowledge(dashboard.server.id, entries);
    const first = await dashboard.visitor.get(dashboard.path('knowledge?q=entry&source=import'));
    expect(titlesIn(first)).toEqual(entries.slice(0, 50).map(({ title }) => title));
    const next = first.attribute('[rel=next]', 'href') ?? '';
    expect(Object.fromEntries(new URL(next, 'http://x').searchParams)).toEqual({
      ...{ q: 'entry', source: 'import', page: '2' },
    });
    expect(titlesIn(await dashboard.visitor.get(next))[0]).toBe('Entry 050');
    expect(titlesIn(await dashboard.visitor.get(dashboard.path('knowledge?page=999')))).toHaveLength(20);
  });

  test('shows source, language, last day and link, and marks expired entries', async () => {
    await add({
      title: 'How old is it?',
      text: 'It is very old.',
      link: 'https://a.example/x',
      validUntil: '2026-03-17',
    });
    await add({ title: 'Valid', text: 'x', validUntil: '2026-03-18' });
    const seen = await dashboard.visitor.get(dashboard.path('knowledge'));
    const row = seen.text('[data-expired]');
    for (const part of ['How old is it?', 'by hand', 'English', '17 Mar 2026', 'expired', 'a.example'])
      expect(row).toContain(part);
    const expired = await dashboard.visitor.get(dashboard.path('knowledge?show=expired'));
    expect(titlesIn(expired)).toEqual(['How old is it?']);
  });

  test('finds entries as members would and by a part of the title', async () => {
    await add({ title: 'Returns', text: 'Send the parcel back within two weeks.' });
    await add({ title: 'Returning players', text: 'Welcome again.' });
    const asked = await dashboard.visitor.get(dashboard.path('knowledge?q=parcel'));
    expect(asked.text('[data-hit] a')).toBe('Returns');
    expect(titlesIn(asked)).toEqual([]);
    const typed = await dashboard.visitor.get(dashboard.path('knowledge?q=TURN'));
    expect(titlesIn(typed)).toEqual(['Returning players', 'Returns']);
    expect(typed.attribute('input[name=q]', 'value')).toBe('TURN');
  });

  test('ignores case in titles, umlauts included', async () => {
    for (const title of ['Zebra', 'Über uns', 'apfel']) await add({ title, text: 'x' });
    const list = await dashboard.visitor.get(dashboard.path('knowledge'));
    expect(titlesIn(list)[0]).toBe('apfel');
    const seen = await dashboard.visitor.get(dashboard.path(`knowledge?q=${encodeURIComponent('ÜBER')}`));
    expect(titlesIn(seen)).toEqual(['Über uns']);
  });

  test('ignores invalid parameters in the address', async () => {
    await add({ title: 'A', text: 'x' });
    const seen = await dashboard.visitor.get(dashboard.path('knowledge?page=-1&source=x&show=x&q=%00'));
    expect([seen.status, titlesIn(seen)]).toEqual([200, ['A']]);
  });
});

describe('Adding an entry', () => {
  test('takes every field and is in the audit log', async () => {
    const given = { title: 'Fees', text: 'Ten\neuros.', link: 'https://a.example/', language: 'en' };
    const seen = await dashboard.visitor.submit(dashboard.path('knowledge'), {
      ...given,
      valid_until: '2026-12-31',
    });
    expect(seen.text('.note.good')).toContain('The bot knows it');
    expect(await all()).toMatchObject([
      { ...given, validUntil: new Date('2027-01-01T00:00:00Z'), source: 'manual' },
    ]);
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'knowledge.added',
      subject: 'Fees',
    });
  });

  test('refuses each faulty field beside it and keeps everything that was typed', async () => {
    const given = {
      title: ' ',
      text: 'kept text',
      link: 'nothing',
      language: 'sv',
      valid_until: '2026-02-30',
    };
    const seen = await dashboard.visitor.post(dashboard.path('knowledge?lang=de'), given);
    expect(seen.status).toBe(422);
    for (const [field, fault] of [
      ['title', 'Bitte fülle das aus.'],
      ['link', 'Das muss eine gültige Adresse sein'],
      ['language', 'Bitte wähle'],
      ['valid_until', 'Das muss ein Datum sein.'],
    ])
      expect(seen.text(`#${field}-fault`)).toContain(fault);
    expect(seen.text('textarea#text')).toBe('kept text');
    expect(seen.attribute('#link', 'value')).toBe('nothing');
    expect(seen.document.querySelector('details#add')?.hasAttribute('open')).toBe(true);
    expect(await all()).toEqual([]);
  });

  test('links to the entry that already has the title', async () => {
    const { id } = await add({ title: 'Fees', text: 'Ten.' });
    const seen = await dashboard.visitor.post(dashboard.path('knowledge'), {
      title: 'FEES',
      text: 'Twelve.',
    });
    expect(seen.status).toBe(422);
    expect(seen.attribute('[role=alert] a', 'href')).toBe(pathOf(id));
    expect(seen.text('textarea#text')).toBe('Twelve.');
  });

  test('says that the server is full', async () => {
    const fill = `INSERT INTO knowledge (server_id, id, title, text, source)
      SELECT $1, 'e' || n, 'Entry', 'text', 'manual' FROM generate_series(1, 20000) AS n`;
    await dashboard.app.core.database.query(null, fill, [dashboard.server.id]);
    const seen = await dashboard.visitor.post(dashboard.path('knowledge'), { title: 'New', text: 'kept' });
    expect([seen.status, seen.text('textarea#text')]).toEqual([422, 'kept']);
    expect(seen.text('[role=alert]')).toContain('20,000 entries');
  });
});

describe('Editing an entry', () => {
  test('changes it, and the playground answers with it at once', async () => {
    const { id } = await add({ title: 'How do I join the server?', text: 'Press **Join**.' });
    const ask = () =>
      dashboard.visitor.post(dashboard.path('playground'), { question: 'How do I join the server?' });
    expect((await ask()).text('[data-answer]')).toContain('Join');
    const page = await dashboard.visitor.get(pathOf(id));
    const version = page.attribute('input[name=version]', 'value') ?? '';
    const given = { title: 'How do I join the server?', text: 'Press **Enter**.', version };
    const seen = await dashboard.visitor.submit(pathOf(id), given);
    expect(seen.text('.note.good')).toContain('Saved');
    expect(seen.text('textarea#text')).toBe('Press **Enter**.');
    expect((await ask()).text('[data-answer] strong')).toBe('Enter');
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'knowledge.changed',
      subject: 'How do I join the server?',
    });
  });

  test('shows both versions if somebody else was faster; saving again replaces theirs', async () => {
    const { core } = dashboard.app;
    const serverId = dashboard.server.id;
    const { id: entryId } = await add({ title: 'Fees', text: 'Ten.' });
    const page = await dashboard.visitor.get(pathOf(entryId));
    const versionIn = (seen: typeof page) => seen.attribute('input[name=version]', 'value') ?? '';
    await changeEntry(core, { serverId, entryId, title: 'Fees', text: 'Theirs.' });
    const mine = { title: 'Fees', text: 'Mine.' };
    const refused = await dashboard.visitor.post(pathOf(entryId), { ...mine, version: versionIn(page) });
    expect([refused.status, refused.text('textarea#text')]).toEqual([422, 'Mine.']);
    expect(refused.text('[data-stored]')).toContain('Theirs.');
    expect((await getEntry(core, serverId, entryId)).text).toBe('Theirs.');
    await dashboard.visitor.post(pathOf(entryId), { ...mine, version: versionIn(refused) });
    expect((await getEntry(core, serverId, entryId)).text).toBe('Mine.');
  });

  test('another fault keeps the version that was seen, so a change by somebody else is still noticed', async () => {
    const serverId = dashboard.server.id;
    const { id: entryId } = await add({ title: 'Fees', text: 'Ten.' });
    const page = await dashboard.visitor.get(pathOf(entryId));
    const version = page.attribute('input[name=version]', 'value') ?? '';
    await changeEntry(dashboard.app.core, { serverId, entryId, title: 'Fees', text: 'Theirs.' });
    const refused = await dashboard.visitor.post(pathOf(entryId), { title: '', text: 'Mine.', version });
    expect(refused.status).toBe(422);
    expect(refused.attribute('input[name=version]', 'value')).toBe(version);
  });

  test('without a version just saves', async () => {
    const { id } = await add({ title: 'Fees', text: 'Ten.' });
    const seen = await dashboard.visitor.post(pathOf(id), { title: 'Fees', text: 'Eleven.' });
    expect(seen.status).toBe(303);
    expect(await all()).toMatchObject([{ id, text: 'Eleven.' }]);
  });

  test('of a deleted entry keeps what was typed, to be added again', async () => {
    const seen = await dashboard.visitor.post(pathOf('gone'), { title: 'Fees', text: 'Ten.' });
    expect([seen.status, seen.text('textarea#text')]).toEqual([404, 'Ten.']);
    expect((await dashboard.visitor.get(pathOf('gone'))).status).toBe(404);
  });

  test.each([
    'a/b/c',
    'x:1',
    'import',
    '..',
    '.',
    'delete',
    'a/../b',
    '-',
    'a/delete',
    'training:1',
  ])('reaches the entry with the id %j from the list, changes it and removes it', async (id) => {
    await dashboard.app.addKnowledge(dashboard.server.id, [{ id, title: 'Fees', text: 'Ten.' }]);
    const list = await dashboard.visitor.get(dashboard.path('knowledge'));
    const address = list.attribute('[data-entry] a', 'href') ?? '';
    const page = await dashboard.visitor.get(address);
    expect(page.text('textarea#text')).toBe('Ten.');
    const saved = await dashboard.visitor.submit(address, { title: 'Fees', text: 'Eleven.' });
    expect(saved.text('textarea#text')).toBe('Eleven.');
    expect(await all()).toMatchObject([{ id, text: 'Eleven.' }]);
    const removal = page.attribute('form.action', 'action') ?? '';
    await dashboard.visitor.submit(removal);
    expect(await all()).toEqual([]);
  });

  test('asks before it removes, and the removal is in the audit log', async () => {
    const { id } = await add({ title: 'Fees', text: 'Ten.' });
    const page = await dashboard.visitor.get(pathOf(id));
    expect(page.attribute('form.action', 'data-question')).toContain('Remove this');
    const seen = await dashboard.visitor.submit(`${pathOf(id)}/delete`);
    expect(seen.text('.note.good')).toContain('Removed');
    expect(await all()).toEqual([]);
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'knowledge.removed',
      subject: 'Fees',
    });
  });

  test('of an entry from a documentation link is refused with a link to the links page', async () => {
    await dashboard.app.core.database.query(
      null,
      `INSERT INTO knowledge (server_id, id, title, text, source) VALUES ($1, 'page:1:2', 'Docs', 'x', 'link')`,
      [dashboard.server.id],
    );
    const page = await dashboard.visitor.get(pathOf('page:1:2'));
    expect(page.document.querySelector(`main a[href="${dashboard.path('links')}"]`)).not.toBeNull();
    expect(page.document.querySelector('textarea#text')).toBeNull();
    const given = { title: 'Docs', text: 'y' };
    const answers = [
      await dashboard.visitor.post(pathOf('page:1:2'), given),
      await dashboard.visitor.post(`${pathOf('page:1:2')}/delete`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(await all()).toMatchObject([{ text: 'x' }]);
  });
});

describe('Earlier versions of an entry', () => {
  test('are shown with what changed, and one press restores them', async () => {
    const { id } = await add({ title: 'Hours', text: 'We open at nine on Sundays.' });
    const { id: serverId } = dashboard.server;
    const change = { title: 'Hours', text: 'We open at ten on Sundays.', link: 'https://a.example/x' };
    await changeEntry(dashboard.app.core, { serverId, entryId: id, ...change });
    const page = await dashboard.visitor.get(pathOf(id));
    expect(page.text('[data-version] del')).toContain('nine');
    expect(page.text('[data-version] ins')).toContain('ten');
    expect(page.text('#versions')).toContain('https://a.example/x');
    const restored = await dashboard.visitor.submit(`${pathOf(id)}/restore`, {
      version: page.attribute('[data-version]', 'data-version') ?? '',
    });
    expect(restored.text('[role=status]')).toContain('Restored.');
    expect(await getEntry(dashboard.app.core, serverId, id)).toMatchObject({
      ...{ text: 'We open at nine on Sundays.', link: null },
    });
    expect(await lastAction(dashboard.app, serverId)).toMatchObject({
      action: 'knowledge.restored',
      subject: 'Hours',
    });
    expect(restored.document.querySelectorAll('[data-version]')).toHaveLength(2);
  });

  test('are not restored over the title of another entry', async () => {
    const { id } = await add({ title: 'Hours', text: 'We open at nine.' });
    const { id: serverId } = dashboard.server;
    await changeEntry(dashboard.app.core, {
      serverId,
      entryId: id,
      title: 'Opening',
      text: 'We open at nine.',
    });
    await add({ title: 'Hours', text: 'Another.' });
    const page = await dashboard.visitor.get(pathOf(id));
    const refused = await dashboard.visitor.submit(`${pathOf(id)}/restore`, {
      version: page.attribute('[data-version]', 'data-version') ?? '',
    });
    expect({ status: refused.status, note: refused.text('[role=alert]') }).toEqual({
      ...{ status: 422, note: expect.stringContaining('already an entry with this title') },
    });
  });
});
