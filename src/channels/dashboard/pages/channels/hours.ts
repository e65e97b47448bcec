import {
  findAbsence,
  hoursSchema,
  MAX_HOLIDAYS,
  MAX_HOLIDAYS_CHARACTERS,
} from '../../../../core/owners/hours.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { CLOSED, listOvernight, listZones, WEEKDAYS, type Weekday } from '../../../../domain/hours.ts';
import { WEEKDAY_NAMES } from '../../../../domain/words.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import type { ServerVisit } from '../../route.ts';
import { actionButton, field, postForm } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { formatDateTime, formatNumber, type Html, html } from '../../view/html.ts';

const FIELDS = ['zone', ...WEEKDAYS, 'holidays'] as const;
type HoursField = (typeof FIELDS)[number];

/** What the form offers where nothing is set yet. */
const USUAL = '09:00-17:00';

/** When the team is there. @param faults of this form, where it was refused */
export function hoursSection(visit: ServerVisit, faults: Faults | undefined): Html {
  const { form, language, settings } = visit;
  const t = hoursTexts[language];
  const shown = (name: HoursField) => (faults ? form.text(name) : storedOf(visit, name));
  const zone = shown('zone');
  const zones = listZones().includes(zone) || zone === '' ? listZones() : [zone, ...listZones()];
  const choices = zones.map((value) => ({ value, label: value }));
  const days = WEEKDAYS.map((name) =>
    field({
      ...{ name, label: WEEKDAY_NAMES[name][language], value: shown(name), maxLength: 100, faults },
      hint: listOvernight(settings.hours?.[name] ?? CLOSED)
        .map(({ from, to, hours }) => t.overnight(from, to, formatNumber(hours, language, 2)))
        .join(' '),
    }),
  );
  const content = html`${field({ name: 'zone', label: t.zone, value: zone, choices, faults })}
<p><small>${t.dayHint}</small></p>
${days}
${field({
  ...{ name: 'holidays', label: t.holidays, value: shown('holidays'), rows: 4, faults },
  ...{ hint: t.holidaysHint(MAX_HOLIDAYS), maxLength: MAX_HOLIDAYS_CHARACTERS },
})}
<button type="submit">${t.save}</button>`;
  return html`<section id="hours"><h2>${t.title}</h2>
<p><strong data-hours="${settings.hours ? 'set' : 'off'}">${describePresence(visit)}</strong> ${t.intro}</p>
${postForm(visit, 'hours', content)}
${settings.hours && actionButton(visit, { to: 'hours/off', label: t.switchOff })}</section>`;
}

function storedOf({ core, settings, language }: ServerVisit, name: HoursField): string {
  const { hours } = settings;
  if (name === 'zone') return hours?.zone ?? core.config.QUOTA_TIME_ZONE;
  if (name === 'holidays') return hours?.holidays.join('\n') ?? '';
  const text = hours ? hours[name] : usualOf(name);
  return text === CLOSED ? hoursTexts[language].closed : text;
}

function usualOf(day: Weekday): string {
  return day === 'saturday' || day === 'sunday' ? CLOSED : USUAL;
}

/** Whether the team is there right now, in one sentence. */
function describePresence(visit: ServerVisit): Html | string {
  const t = hoursTexts[visit.language];
  return visit.settings.hours === null ? t.none : (describeAway(visit) ?? t.there);
}

/** That the team is away, and until when; null: it is there, or has set no hours. */
export function describeAway(visit: ServerVisit): Html | null {
  const { core, settings, language } = visit;
  const t = hoursTexts[language];
  const absence = findAbsence(settings, core.clock());
  if (!absence) return null;
  return absence.backAt ? sayBack(visit, absence.backAt) : html`${t.away}`;
}

/** When the team is back, by the clock on its own wall. */
export function sayBack({ core, settings, language }: ServerVisit, at: Date): Html {
  const zone = settings.hours?.zone ?? core.config.QUOTA_TIME_ZONE;
  const text = formatDateTime(at, language, zone);
  return html`${hoursTexts[language].awayUntil} <time datetime="${at.toISOString()}">${text}</time> (${zone}).`;
}

/** Saves what the form holds. @returns what is wrong in it, or what was changed as the audit log says it */
export async function saveHours(visit: ServerVisit): Promise<{ faults: Faults } | { subject: string }> {
  const { core, server, form, language } = visit;
  const typed = Object.fromEntries(FIELDS.map((name) => [name, form.text(name)]));
  const checked = check(hoursSchema, typed, language);
  if (checked.faults) {
    const t = hoursTexts[language];
    const texts = { zone: t.badZone, holidays: t.badHolidays(MAX_HOLIDAYS) };
    const explain = (name: string) => (name === 'zone' || name === 'holidays' ? texts[name] : t.badDay);
    return { faults: new Map([...checked.faults.keys()].map((name) => [name, explain(name)])) };
  }
  await changeSettings(core, server.id, () => ({ hours: checked.values }));
  return { subject: checked.values.zone };
}

export async function switchHoursOff({ core, server }: ServerVisit): Promise<void> {
  await changeSettings(core, server.id, () => ({ hours: null }));
}
