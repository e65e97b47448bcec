import { readGuild } from '../../../../core/members/chat-rules.ts';
import { hoursSchema, MAX_HOLIDAYS, MAX_HOLIDAYS_CHARACTERS } from '../../../../core/owners/hours.ts';
import { setById } from '../../../../core/owners/places.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { chatIdSchema } from '../../../../core/owners/settings.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Hours } from '../../../../domain/hours.ts';
import { listZones, WEEKDAYS } from '../../../../domain/hours.ts';
import { MAX_PLACES } from '../../../../domain/limits.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import type { Outcome, Route, ServerVisit } from '../../route.ts';
import { addressOf, doneAt, formAt, pageAt, show } from '../../route.ts';
import {
  actionButton,
  field,
  filterForm,
  hiddenFields,
  postForm,
  saidHere,
  saveRow,
} from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { dayFields, readDay } from './days.ts';
import { channelChoices, hasChannel, ID_CHARACTERS, nameChannel, type SettingsView } from './names.ts';
import { describePresence } from './presence.ts';

const TAB = 'hours';

export const hoursRoutes: Route[] = [
  pageAt(TAB, showHours),
  formAt(TAB, TAB, saveHours),
  formAt(`${TAB}/off`, TAB, switchHoursOff),
];

/** In the address and in the forms: the channel or category whose hours it is about; empty: all others. */
const PLACE = 'place';

async function showHours(visit: ServerVisit): Promise<Outcome> {
  const place = visit.url.searchParams.get(PLACE) ?? '';
  return render(visit, (await isPlace(visit, place)) ? place : '');
}

async function isPlace(visit: ServerVisit, place: string): Promise<boolean> {
  if (place === '' || Object.hasOwn(visit.settings.place_hours, place)) return true;
  return chatIdSchema.safeParse(place).success && hasChannel(visit, place);
}

/**
 * When the team is there, everywhere or for one place, whose form begins with what holds everywhere.
 * @param faults of the form, where it was refused
 */
async function render(all: ServerVisit, place: string, faults?: Faults): Promise<Outcome> {
  const own = all.settings.place_hours[place];
  const visit = own ? { ...all, settings: { ...all.settings, hours: own } } : all;
  const { core, form, language, settings } = visit;
  const { hours } = settings;
  const isOwn = place === '' ? hours !== null : own !== undefined;
  const t = hoursTexts[language];
  const shown = (name: string, stored: string) => (faults ? form.text(name) : stored);
  const zone = shown('zone', hours?.zone ?? core.config.QUOTA_TIME_ZONE);
  const zones = listZones().includes(zone) || zone === '' ? listZones() : [zone, ...listZones()];
  const choices = zones.map((value) => ({ value, label: value }));
  const off = shown('holidays', hours?.holidays.join('\n') ?? '');
  const content = html`${field({ name: 'zone', label: t.zone, value: zone, choices, faults })}
${dayFields(visit, faults)}
${field({
  ...{ name: 'holidays', label: t.holidays, value: off, rows: 4, faults },
  ...{ hint: t.holidaysHint(MAX_HOLIDAYS), maxLength: MAX_HOLIDAYS_CHARACTERS },
})}
${saveRow(visit, TAB, t.save)}`;
  const page = html`<section id="hours">
<p><strong data-hours="${hours ? 'set' : 'off'}">${describePresence(visit)}</strong> ${place !== '' && !own && t.asEverywhere} ${t.intro}</p>
${postForm(visit, TAB, html`${hiddenFields({ [PLACE]: place })}${content}`, html` class="wide"`)}
${isOwn && actionButton(visit, { to: `${TAB}/off`, label: place === '' ? t.switchOff : t.toEverywhere, fields: { [PLACE]: place } })}
${saidHere(visit, 'hours-off')}</section>
${await placeForm(visit, place, faults)}`;
  return show({ tab: TAB, content: page }, faults ? 422 : 200);
}

/** Chooses whose hours are shown; those that have some of their own have a link. */
async function placeForm(visit: ServerVisit, place: string, faults: Faults | undefined): Promise<Html> {
  const { core, server, settings, language } = visit;
  const t = hoursTexts[language];
  const reading = await readGuild(core, server.id);
  const view: SettingsView = { visit, reading, refused: null };
  const choices = channelChoices(view, place, { empty: t.everywhere });
  const chosen = { name: PLACE, value: place, faults };
  const choice = choices
    ? field({ ...chosen, label: t.place, choices })
    : field({ ...chosen, label: t.placeId, maxLength: ID_CHARACTERS });
  const links = Object.keys(settings.place_hours).map((id) => {
    const address = `${addressOf(visit, TAB)}?${new URLSearchParams({ [PLACE]: id })}`;
    return html` <a href="${address}">${nameChannel(reading, id, language)}</a>`;
  });
  return html`${filterForm(visit, { tab: TAB, part: TAB, button: t.showPlace }, choice)}
${links.length > 0 && html`<p>${t.ownHours}${links}</p>`}`;
}

async function saveHours(visit: ServerVisit): Promise<Outcome> {
  const { form, language } = visit;
  const days = Object.fromEntries(WEEKDAYS.map((name) => [name, readDay(form, name)]));
  const typed = { zone: form.text('zone'), holidays: form.text('holidays'), ...days };
  const checked = check(hoursSchema, typed, language);
  if (checked.faults) {
    const t = hoursTexts[language];
    const texts = new Map([
      ['zone', t.badZone],
      ['holidays', t.badHolidays(MAX_HOLIDAYS)],
    ]);
    const faults = [...checked.faults.keys()].map((name) => [name, texts.get(name) ?? t.badDay] as const);
    return render(visit, form.text(PLACE), new Map(faults));
  }
  return change(visit, checked.values, TAB);
}

function switchHoursOff(visit: ServerVisit): Promise<Outcome> {
  return change(visit, null, 'hours-off');
}

/** @param at where it is said that it was done */
async function change(visit: ServerVisit, hours: Hours | null, at: string): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const t = hoursTexts[language];
  const id = form.text(PLACE).trim();
  if (!(await isPlace(visit, id)))
    return render(visit, '', new Map([[PLACE, channelsTexts[language].notOfServer]]));
  try {
    const { deeds } = await (id === ''
      ? changeSettings(core, server.id, () => ({ hours }))
      : setById(core, server.id, { name: 'place_hours', id }, () => hours));
    const tab = id === '' ? TAB : `${TAB}?${new URLSearchParams({ [PLACE]: id })}`;
    return doneAt(visit, { tab, place: at }, 'hours_saved', deeds);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'place_hours') throw error;
    return render(visit, id, new Map([[PLACE, t.tooManyPlaces(MAX_PLACES)]]));
  }
}
