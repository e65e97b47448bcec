import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { listKeys } from '../../../src/core/owners/keys.ts';
import { changeServer, getServer } from '../../../src/core/owners/servers.ts';
import { ask, showLog } from '../../support/app.ts';
import { findInTables } from '../../support/tables.ts';
import type { Seen } from '../../support/visitor.ts';
import { type Dashboard, lastAction, startDashboard, useDashboard } from './setup.ts';

const KEY = /^lts_[0-9A-Za-z]{38}$/;
const ONCE = 'input[name=once]';

/** What the form holds; the parser leaves the text of a text area as it is in the markup. */
const valuesOf = ({ document }: Seen) =>
  Object.fromEntries(
    ['bot_name', 'avatar', 'tone', 'level', 'instructions', 'language'].map((name) => {
      const field = document.querySelector(`#persona-form [name=${name}]`);
      const chosen = field?.querySelector('option[selected]') ?? field;
      return [
        name,
        chosen?.getAttribute('value') ?? chosen?.textContent?.replace(/^\n/, '').replaceAll('&quot;', '"'),
      ];
    }),
  );

describe('Keys on the AI page', () => {
  let dashboard: Dashboard;
  beforeEach(async () => {
    dashboard = await startDashboard();
    return () => dashboard.stop();
  });
  const validKeys = async () =>
    (await listKeys(dashboard.app.core, dashboard.server.id)).filter(({ revokedAt }) => revokedAt === null);

  test('J85 · a new key is shown once and works; afterwards only its last four characters appear', async () => {
    const { visitor, path, app, server } = dashboard;
    const seen = await visitor.post(path('keys'), { name: 'Tickets' });
    const key = seen.text('[data-new-key]') ?? '';
    expect(seen.status).toBe(200);
    expect(key).toMatch(KEY);
    expect(seen.html.split(key)).toHaveLength(2);
    expect((await app.status(key)).status).toBe(200);

    const again = await visitor.get(path('ki'));
    expect(again.html).not.toContain(key);
    expect(again.text('#keys table')).toContain(`…${key.slice(-4)}`);
    expect(await findInTables(app.core, key)).toEqual([]);
    expect(showLog(app)).not.toContain(key);
    expect([...visitor.cookies.values(), ...seen.headers.values()].join()).not.toContain(key);
    expect(await lastAction(app, server.id)).toMatchObject({
      action: 'key.created',
      subject: `Tickets …${key.slice(-4)}`,
    });
  });

  test('a reload that resubmits the form makes no second key and never shows the first one again', async () => {
    const { visitor, path } = dashboard;
    const form = await visitor.get(path('ki'));
    const fields = { name: 'Tickets', once: form.attribute(ONCE, 'value') ?? '' };
    const first = await visitor.post(path('keys'), fields);
    const second = await visitor.post(path('keys'), fields);
    expect(first.text('[data-new-key]')).toMatch(KEY);
    expect(second.location).toBe(`${path('ki')}?at=keys&done=key_shown#keys-said`);
    expect(await validKeys()).toHaveLength(2);
  });

  test('the same form sent five times at once makes one key', async () => {
    const { visitor, path } = dashboard;
    await visitor.get(path('ki'));
    const fields = { name: 'Tickets', once: 'abcde12345' };
    const seen = await Promise.all(Array.from({ length: 5 }, () => visitor.post(path('keys'), fields)));
    expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 303, 303, 303, 303]);
    expect(await validKeys()).toHaveLength(2);
  });

  test('a sixth key is refused with the reason, and ten at once never make more than five', async () => {
    const { visitor, path } = dashboard;
    await visitor.get(path('ki'));
    const seen = await Promise.all(
      Array.from({ length: 10 }, (_, n) => visitor.post(path('keys'), { name: `Key ${n}` })),
    );
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(seen.filter(({ status }) => status === 422)).toHaveLength(6);
    expect(await validKeys()).toHaveLength(5);
    const refused = await visitor.post(path('keys'), { name: 'One more' });
    expect(refused.status).toBe(422);
    expect(refused.text('#keys [role=alert]')).toContain('at most 5');
    const page = await visitor.get(path('ki'));
    expect(page.document.querySelector(ONCE)).toBeNull();
    expect(page.text('#keys')).toContain('Revoke one to create another.');
  });

  test('a revoked key fails from the next request on, and a second click is not an error', async () => {
    const { visitor, path, app, server } = dashboard;
    await visitor.get(path('ki'));
    expect((await app.status(server.key)).status).toBe(200);
    const revoke = path(`keys/${server.keyId}/revoke`);
    expect((await visitor.post(revoke)).location).toBe(`${path('ki')}?at=keys&done=key_revoked#keys-said`);
    expect((await app.status(server.key)).status).toBe(401);
    expect((await visitor.post(revoke)).location).toBe(`${path('ki')}?at=keys&done=key_revoked#keys-said`);
    const page = await visitor.get(path('ki'));
    expect(page.document.querySelector(`form[action$="${server.keyId}/revoke"]`)).toBeNull();
    expect(page.text('#keys details summary')).toBe('Revoked keys (1)');
    expect(page.text('#keys details .badge')).toBe('Revoked');
    const actions = await listActions(app.core, server.id, { limit: 5 });
    expect(actions.map(({ action }) => action)).toEqual(['key.revoked']);
  });

  test('a test key is marked as one', async () => {
    const { visitor, path } = dashboard;
    await visitor.get(path('ki'));
    const seen = await visitor.post(path('keys'), { name: 'Trial', test: 'on' });
    expect(seen.text('[data-new-key]')).toMatch(/^lts_test_/);
    expect(seen.text('#keys table')).toContain('Trial Active Test key');
  });

  test('a key for the knowledge is made by choice and marked; a test key cannot be one', async () => {
    const { visitor, path, server, app } = dashboard;
    const page = await visitor.get(path('ki'));
    expect(page.text('#scope')).toMatch(/asks questions and gets answers.*reads and changes entries/s);
    const before = await validKeys();
    const refused = await visitor.post(path('keys'), { name: 'T', scope: 'knowledge', test: 'on' });
    expect(refused.status).toBe(422);
    expect(refused.text('#keys .fault')).toContain('cannot change knowledge');
    expect(refused.attribute('#scope [selected]', 'value')).toBe('knowledge');
    expect((await visitor.post(path('keys'), { name: 'T', scope: 'all' })).status).toBe(422);
    expect(await validKeys()).toEqual(before);
    const seen = await visitor.post(path('keys'), { name: 'Help centre', scope: 'knowledge' });
    expect(seen.text('#keys table')).toContain('Help centre Active Knowledge');
    const made = (await listKeys(app.core, server.id)).find(({ name }) => name === 'Help centre');
    expect(made).toMatchObject({ scope: 'knowledge', isTest: false });
  });

  test('a name that is too long is refused beside its field and kept', async () => {
    const { visitor, path } = dashboard;
    await visitor.get(path('ki'));
    const seen = await visitor.post(path('keys'), { name: 'n'.repeat(101), test: 'on' });
    expect(seen.status).toBe(422);
    expect(seen.text('#name-fault')).toBe('At most 100 characters.');
    expect(seen.attribute('#name', 'value')).toBe('n'.repeat(101));
    expect(seen.document.querySelector('[name=test]')?.hasAttribute('checked')).toBe(true);
    expect(await validKeys()).toHaveLength(1);
  });
});

describe('The persona on the AI page', () => {
  const dashboard = useDashboard();
  beforeAll(async () => {
    await dashboard.visitor.get(dashboard.path('ki'));
  });
  const PERSONA = {
    bot_name: 'Harbour Help',
    avatar: 'https://cdn.example/bot.png',
    tone: 'Warm <and> brief',
    level: 'V2',
    instructions: '\nFirst line stays empty.\nNever "promise" dates.',
    language: 'de',
  };

  test('the next answer uses what was saved, and the page says so', async () => {
    const { visitor, path, app, server } = dashboard;
    const saved = await visitor.submit(path('persona'), PERSONA);
    expect(saved.text('[role=status]')).toContain('Saved.');
    expect(valuesOf(saved)).toEqual({ ...PERSONA, instructions: PERSONA.instructions.trim() });
    const { body } = await app.chat(server.key, ask('Hallo!'));
    expect(body.bot).toEqual({ name: 'Harbour Help', avatar: 'https://cdn.example/bot.png' });
    expect(body.level).toBe('V2');
    expect(body.ai_notice).toContain('KI');
    expect(await lastAction(app, server.id)).toMatchObject({ action: 'persona.changed', memberName: 'Ada' });
  });

  test('a field that the form lacks stays unchanged; an empty picture removes it', async () => {
    const { visitor, path, app, server } = dashboard;
    await visitor.post(path('persona'), PERSONA);
    await visitor.post(path('persona'), { avatar: '' });
    const { settings } = await getServer(app.core, server.id);
    expect(settings).toMatchObject({ bot_name: 'Harbour Help', avatar: null, level: 'V2', language: 'de' });
  });

  test('boxes choose the levels that see pictures; where none is ticked, none does', async () => {
    const { visitor, path, app, server } = dashboard;
    const ticked = ({ document }: Seen) =>
      [...document.querySelectorAll('#persona-form [name=vision][checked]')].map((box) =>
        box.getAttribute('value'),
      );
    const all = ['V1', 'V1.5', 'V2'];
    expect(ticked(await visitor.submit(path('persona'), { ...PERSONA, vision: all }))).toEqual(all);
    const saved = await visitor.submit(path('persona'), { ...PERSONA, vision: ['V1', 'V2'] });
    expect(ticked(saved)).toEqual(['V1', 'V2']);
    expect(await lastAction(app, server.id)).toMatchObject({
      action: 'persona.changed',
      subject: 'vision: V1, V1.5, V2 → V1, V2',
    });
    expect(ticked(await visitor.submit(path('persona'), PERSONA))).toEqual([]);
    expect((await visitor.post(path('persona'), { ...PERSONA, vision: 'V9' })).status).toBe(422);
  });

  const WRONG: [field: string, value: string, en: string, de: string][] = [
    ['bot_name', ' ', 'Please fill in this field.', 'Bitte fülle das aus.'],
    [
      'avatar',
      'javascript:alert(1)',
      'Enter a valid address that begins with http:// or https://.',
      'Das muss eine gültige Adresse sein, die mit http:// oder https:// beginnt.',
    ],
    ['tone', 't'.repeat(501), 'At most 500 characters.', 'Höchstens 500 Zeichen.'],
    ['level', 'V9', 'Please choose one of the options.', 'Bitte wähle eine der Möglichkeiten.'],
    ['instructions', 'i'.repeat(4001), 'At most 4,000 characters.', 'Höchstens 4.000 Zeichen.'],
    ['language', 'sv', 'Please choose one of the options.', 'Bitte wähle eine der Möglichkeiten.'],
  ];
  for (const [field, value, en, de] of WRONG) {
    test(`a wrong ${field} is refused beside its field in both languages, and everything typed is kept`, async () => {
      const { visitor, path, app, server } = dashboard;
      const before = await getServer(app.core, server.id);
      const typed = { ...PERSONA, bot_name: 'Another', tone: 'Terse', [field]: value };
      for (const [language, fault] of Object.entries({ en, de })) {
        const seen = await visitor.post(`${path('persona')}?lang=${language}`, typed);
        expect(seen.status).toBe(422);
        expect(seen.text(`#${field}-fault`)).toBe(fault);
        const isChoice = field === 'level' || field === 'language';
        const { [field]: shown, ...others } = valuesOf(seen);
        const { [field]: _wrong, ...expected } = typed as Record<string, string>;
        expect(others).toEqual(expected);
        if (!isChoice) expect(shown).toBe(value);
      }
      expect(await getServer(app.core, server.id)).toEqual(before);
      await visitor.get(`${path('ki')}?lang=en`);
    });
  }

  test('the preview shows what the model would be told and saves nothing', async () => {
    const { visitor, path, app, server } = dashboard;
    const before = await getServer(app.core, server.id);
    const seen = await visitor.post(path('persona/preview'), {
      ...PERSONA,
      bot_name: 'Imagined',
      tone: 'Salty',
    });
    expect(seen.status).toBe(200);
    expect(seen.text('[data-preview-name]')).toBe('Imagined');
    expect(seen.text('[data-preview-system]')).toContain('"tone":"Salty"');
    expect(valuesOf(seen)).toMatchObject({ bot_name: 'Imagined', tone: 'Salty' });
    expect(seen.html).not.toContain(app.core.canary);
    expect(await getServer(app.core, server.id)).toEqual(before);
    const wrong = await visitor.post(path('persona/preview'), { ...PERSONA, bot_name: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.text('#preview')).toContain('once the marked fields are corrected');
  });

  test('without premium the page says that V1 answers, and keeps the choice', async () => {
    const { visitor, path, app, server } = dashboard;
    await visitor.post(path('persona'), PERSONA);
    await changeServer(app.core, server.id, { plan: 'free' });
    const page = await visitor.get(path('ki'));
    expect(page.text('#level-hint')).toContain('Without premium, V1 gives every answer');
    expect(valuesOf(page).level).toBe('V2');
    expect(page.text('#preview')).toContain('Answers at level V1.');
  });
});

describe('Drafts and repeats on the AI page', () => {
  let dashboard: Dashboard;
  beforeEach(async () => {
    dashboard = await startDashboard();
    return () => dashboard.stop();
  });
  const stored = async () => {
    const { settings } = await getServer(dashboard.app.core, dashboard.server.id);
    const { drafts, draft_below, repeats } = settings as Record<string, unknown>;
    return { drafts, draft_below, repeats };
  };

  test('are saved as the form says, typed with a comma or a point, and noted in the audit log', async () => {
    const { visitor, path, app, server } = dashboard;
    const seen = await visitor.post(path('persona'), {
      drafts: 'unsure',
      draft_below: '0,7',
      repeats: 'on',
      give_back: 'on',
    });
    expect(seen.status).toBe(303);
    expect(await stored()).toEqual({ drafts: 'unsure', draft_below: 0.7, repeats: true });
    const told = await listActions(app.core, server.id, { limit: 3 });
    expect(told.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'drafts.changed repeats: false → true',
      'drafts.changed draft_below: 0.5 → 0.7',
      'drafts.changed drafts: off → unsure',
    ]);
    await visitor.post(path('persona'), { drafts: 'all', draft_below: '.5' });
    expect(await stored()).toEqual({ drafts: 'all', draft_below: 0.5, repeats: false });
  });

  test('stand beside the days for which answers are checked again, which are told and saved there', async () => {
    const { visitor, path, app, server } = dashboard;
    const seen = await visitor.get(path('ki'), { 'Accept-Language': 'de' });
    expect(seen.attribute('#drafts [name=outdated_days]', 'value')).toBe('30');
    expect(seen.text('#outdated_days-hint')).toContain('0 bis 365; 0: keine.');
    expect((await visitor.post(path('persona'), { outdated_days: '366' })).status).toBe(422);
    expect((await visitor.post(path('persona'), { outdated_days: '7' })).status).toBe(303);
    expect((await getServer(app.core, server.id)).settings).toMatchObject({
      outdated_days: 7,
      give_back: true,
    });
    const [told] = await listActions(app.core, server.id, { limit: 1 });
    expect(`${told?.action} ${told?.subject}`).toBe('drafts.changed outdated_days: 30 → 7');
  });

  test('that are refused change nothing, and the page keeps what was typed', async () => {
    const { visitor, path } = dashboard;
    const before = await stored();
    const seen = await visitor.post(path('persona'), { drafts: 'unsure', draft_below: 'half' });
    expect(seen.status).toBe(422);
    expect(seen.attribute('#drafts [name=draft_below]', 'value')).toBe('half');
    expect(await stored()).toEqual(before);
  });
});
