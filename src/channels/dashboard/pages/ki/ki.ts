import { nameKey } from '../../../../core/members/audit.ts';
import { createKey, listKeys, newKeySchema, revokeKey } from '../../../../core/owners/keys.ts';
import type { PictureRefusal } from '../../../../core/owners/pictures.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import type { SettingName, Settings } from '../../../../core/owners/settings.ts';
import { describeSetting } from '../../../../core/owners/settings.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Deed } from '../../../../domain/types.ts';
import { explain } from '../../errors.ts';
import { kiTexts, pictureTexts } from '../../i18n/ki.ts';
import type { Outcome, Route, ServerVisit } from '../../route.ts';
import { done, doneAt, formAt, show } from '../../route.ts';
import { check, type Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';
import { withSections } from '../../view/sections.ts';
import { checkSettings } from '../settings.ts';
import { dropPicture, pictureSection, uploadPicture } from './picture.ts';
import { DRAFT_FIELDS, keySection, PERSONA_FIELDS, personaSections } from './sections.ts';

const SERVER = '/servers/:server';
const PAGE = `${SERVER}/ki`;
const at = (place: string) => ({ tab: 'ki', place });
const FORM = { method: 'post', page: PAGE, access: 'server' } as const;

export const kiRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: showKi },
  { ...FORM, path: `${SERVER}/keys`, run: addKey },
  { ...FORM, path: `${SERVER}/keys/:key/revoke`, run: revoke },
  { ...FORM, path: `${SERVER}/persona`, run: savePersona },
  { ...FORM, path: `${SERVER}/persona/preview`, run: previewPersona },
  formAt('picture', 'ki', changePicture, true),
  formAt('picture/remove', 'ki', dropPicture),
];

/** What a visit adds to the page as it stands. */
interface KiState {
  /** Just made: the only time that a key is shown. */
  created?: Awaited<ReturnType<typeof createKey>>;
  /** Of whichever form was sent; no two share the name of a field. */
  faults?: Faults;
  /** What the preview shows; null: what was typed makes none. */
  imagined?: Settings | null;
  picture?: PictureRefusal;
  status?: number;
  audited?: Deed;
}

/** A checkout that was begun before payments had a page of their own leads back here. */
function showKi(visit: ServerVisit): Outcome | Promise<Outcome> {
  return visit.url.searchParams.has('paid') ? done(visit, 'payments', 'paid') : renderKi(visit);
}

/** The one page of keys, persona and drafts, whichever of its forms was sent. */
async function renderKi(visit: ServerVisit, state: KiState = {}): Promise<Outcome> {
  const { core, server, language } = visit;
  const { created, faults, imagined = visit.settings, picture, status, audited } = state;
  const keys = await listKeys(core, server.id);
  const t = kiTexts[language];
  const names = {
    ...{ keys: t.keys, persona: t.persona, drafts: t.drafts, preview: t.preview },
    picture: pictureTexts[language].title,
  };
  const content = withSections(
    visit,
    names,
    html`${keySection(visit, { keys, faults, created })}
${personaSections(visit, { faults, imagined })}
${pictureSection(visit, picture)}`,
  );
  return show({ tab: 'ki', content }, status, audited);
}

/** Saves what the form holds; a field that is absent from it stays as it is. */
async function savePersona(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  const checked = checkPersona(visit);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, imagined: null, status: 422 });
  const { deeds } = await changeSettings(core, server.id, () => checked.values);
  return doneAt(visit, at('persona'), 'persona_saved', deeds);
}

async function changePicture(visit: ServerVisit): Promise<Outcome> {
  const outcome = await uploadPicture(visit);
  return 'reason' in outcome ? renderKi(visit, { picture: outcome, status: 422 }) : outcome;
}

/** The page with what was typed and what would come of it; saves nothing. */
function previewPersona(visit: ServerVisit): Promise<Outcome> {
  const checked = checkPersona(visit);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, imagined: null, status: 422 });
  return renderKi(visit, { imagined: { ...visit.settings, ...checked.values } });
}

/** Only the fields that the form holds; a box counts as not ticked where all fields above it are there. */
function checkPersona(visit: ServerVisit) {
  const isBox = (name: SettingName) => ['flag', 'choices'].includes(describeSetting(name).kind);
  const isSent = (name: SettingName) => visit.form.has(name);
  const sent = [PERSONA_FIELDS, DRAFT_FIELDS].flatMap((group) =>
    group.filter(
      (name, place) =>
        isSent(name) ||
        (isBox(name) && group.slice(0, place).every((above) => isBox(above) || isSent(above))),
    ),
  );
  return checkSettings(visit, sent);
}

/**
 * Makes a key and shows it on the page that comes back: an address, a cookie or a session would keep it. Sending
 * the same form again, as a reload does, makes no second one.
 */
async function addKey(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const given = (name: string) => (form.has(name) ? form.text(name) : undefined);
  const typed = {
    name: form.text('name'),
    scope: given('scope'),
    test: form.has('test'),
    observe: form.has('observed'),
    id: given('once'),
  };
  const checked = check(newKeySchema, typed, language);
  if (checked.faults) return renderKi(visit, { faults: toKeyFaults(checked.faults, visit), status: 422 });
  const { test: isTest, observe: isObserved, ...wanted } = checked.values;
  try {
    const created = await createKey(core, { serverId: server.id, isTest, isObserved, ...wanted });
    return await renderKi(visit, { created, audited: { action: 'key.created', subject: nameKey(created) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'already_exists') return doneAt(visit, at('keys'), 'key_shown');
    if (error.code !== 'key_limit_reached') throw error;
    return renderKi(visit, { faults: new Map([['name', explain(error, language)]]), status: 422 });
  }
}

/** By the names that the fields have in the form. */
function toKeyFaults(faults: Faults, { language }: ServerVisit): Faults {
  const named = new Map(faults);
  const once = faults.get('id');
  if (once !== undefined) named.set('once', once);
  if (faults.has('test')) named.set('test', kiTexts[language].testOfKnowledge);
  return named;
}

/** A second click on the same button finds the key revoked, which is what was wanted. */
async function revoke(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const key = (await listKeys(core, server.id)).find(({ id }) => id === params.key);
  if (!key) throw new AppError('not_found');
  if (key.revokedAt) return doneAt(visit, at('keys'), 'key_revoked');
  await revokeKey(core, server.id, key.id);
  return doneAt(visit, at('keys'), 'key_revoked', { action: 'key.revoked', subject: nameKey(key) });
}
