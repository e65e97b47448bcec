import { z } from 'zod';
import { setById } from '../../../../core/owners/places.ts';
import { chatIdSchema, placeShare, roleQuestions } from '../../../../core/owners/settings.ts';
import { AppError } from '../../../../domain/errors.ts';
import { MAX_MEMBER_QUESTIONS, MAX_PLACES, MAX_ROLE_LIMITS } from '../../../../domain/limits.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { accessTexts, channelsTexts } from '../../i18n/channels.ts';
import { ownLimitTexts } from '../../i18n/hours.ts';
import { doneAt, type Outcome, type ServerVisit } from '../../route.ts';
import { table } from '../../view/components.ts';
import { actionButton, field, postForm, saveRow } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { hasRole } from './access.ts';
import type { SettingsView } from './names.ts';
import {
  channelChoices,
  hasChannel,
  ID_CHARACTERS,
  nameChannel,
  replaceFaults,
  roleChoices,
  stateOf,
} from './names.ts';

/** Limits that roles have, and places: each is a list, and a form of an id and a number. */
const LIMITS = {
  role: {
    setting: 'role_questions',
    number: roleQuestions,
    least: 0,
    most: MAX_MEMBER_QUESTIONS,
    entries: MAX_ROLE_LIMITS,
    isOfServer: hasRole,
  },
  place: {
    setting: 'place_shares',
    number: placeShare,
    least: 1,
    most: 100,
    entries: MAX_PLACES,
    isOfServer: hasChannel,
  },
} as const;
export type LimitOwner = keyof typeof LIMITS;

function textsOf(owner: LimitOwner, language: InterfaceLanguage) {
  const t = ownLimitTexts[language];
  const { role, roleId, choose, noneChosen } = accessTexts[language];
  const channels = channelsTexts[language];
  return owner === 'role'
    ? {
        ...{ title: t.roles, intro: t.rolesIntro, id: role, typed: roleId },
        choose,
        noneChosen,
        number: t.questions,
      }
    : {
        ...{ title: t.places, intro: t.placesIntro, id: channels.channel, typed: channels.channelId },
        ...{ choose: channels.choose, noneChosen: channels.noneChosen, number: t.percent },
      };
}

/** @param tell what a row says besides its number */
export function renderOwnLimits(view: SettingsView, owner: LimitOwner, tell = (_id: string) => ''): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = { ...ownLimitTexts[language], ...textsOf(owner, language) };
  const [to, given] = [`limits/${owner}`, settings[LIMITS[owner].setting]];
  const id = { ...stateOf(view, owner, 'id', ''), idPrefix: `${owner}-`, isRequired: true };
  const roles = reading.state === 'known' ? roleChoices(reading.guild, Object.keys(given), language) : [];
  const rows = Object.entries(given).map(([one, number]) => {
    const role = roles.find(({ value }) => value === one)?.label ?? one;
    const name = owner === 'place' ? nameChannel(reading, one, language) : role;
    const fields = { id: one, remove: 'yes' };
    const remove = actionButton(visit, { to, label: t.remove, spoken: t.removeOf(name), fields });
    return html`<tr data-limit="${one} ${number}"><th scope="row">${name}</th>
<td>${number === 0 ? t.noLimit : number}${tell(one)}</td><td>${remove}</td></tr>`;
  });
  const roleList = reading.state === 'known' ? [{ value: '', label: t.choose }, ...roles] : null;
  const choices = owner === 'place' ? channelChoices(view, id.value, { empty: t.choose }) : roleList;
  const number = { ...stateOf(view, owner, 'number', ''), idPrefix: `${owner}-`, isRequired: true };
  const fields = html`<div class="columns"><div>${
    choices
      ? field({ ...id, label: t.id, choices })
      : field({ ...id, label: t.typed, maxLength: ID_CHARACTERS })
  }</div>
<div>${field({ ...number, label: t.number, maxLength: String(LIMITS[owner].most).length })}</div></div>
${saveRow(visit, owner, t.save)}`;
  return html`<section id="${owner}"><h2>${t.title}</h2><p>${t.intro}</p>
${rows.length > 0 && table(t.title, [t.id, t.number, t.action], rows)}
${postForm(visit, to, fields)}</section>`;
}

/** @returns what is wrong with the form; else where to go on. */
export async function saveOwnLimit(visit: ServerVisit, owner: LimitOwner): Promise<Outcome | Faults> {
  const { core, server, form, language, settings } = visit;
  const { setting, number: numbers, least, most, entries, isOfServer } = LIMITS[owner];
  const t = { ...ownLimitTexts[language], ...textsOf(owner, language) };
  const id = form.text('id').trim();
  const schema = z.object({ id: chatIdSchema, number: numbers.typed.nullable() });
  const checked = check(schema, { id, number: form.has('remove') ? null : form.text('number') }, language);
  if (checked.faults) {
    const noId = id === '' ? t.noneChosen : channelsTexts[language].notAnId;
    return replaceFaults(checked.faults, { id: noId, number: t.badNumber(least, most) });
  }
  if (!Object.hasOwn(settings[setting], id) && !(await isOfServer(visit, id)))
    return new Map([['id', channelsTexts[language].notOfServer]]);
  try {
    const { deeds } = await setById(core, server.id, { name: setting, id }, () => checked.values.number);
    return doneAt(visit, { tab: 'limits', place: owner }, 'limit_saved', deeds);
  } catch (error) {
    const param = error instanceof AppError ? error.context.param : undefined;
    if (param !== 'role' && param !== setting) throw error;
    return new Map([['id', param === 'role' ? t.everyone : t.full(entries)]]);
  }
}
