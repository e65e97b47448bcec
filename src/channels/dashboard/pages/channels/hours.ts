import { hoursSchema, MAX_HOLIDAYS, MAX_HOLIDAYS_CHARACTERS } from '../../../../core/owners/hours.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { listZones, WEEKDAYS } from '../../../../domain/hours.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import { doneAt, formAt, type Outcome, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { actionButton, field, postForm, saidHere, saveRow } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';
import { dayFields, readDay } from './days.ts';
import { describePresence } from './presence.ts';

const TAB = 'hours';

export const hoursRoutes: Route[] = [
  pageAt(TAB, (visit) => render(visit)),
  formAt(TAB, TAB, saveHours),
  formAt(`${TAB}/off`, TAB, switchHoursOff),
];

/** When the team is there. @param faults of the form, where it was refused */
function render(visit: ServerVisit, faults?: Faults): Outcome {
  const { core, form, language, settings } = visit;
  const { hours } = settings;
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
<p><strong data-hours="${hours ? 'set' : 'off'}">${describePresence(visit)}</strong> ${t.intro}</p>
${postForm(visit, TAB, content, html` class="wide"`)}
${hours && actionButton(visit, { to: `${TAB}/off`, label: t.switchOff })}
${saidHere(visit, 'hours-off')}</section>`;
  return show({ tab: TAB, content: page }, faults ? 422 : 200);
}

async function saveHours(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
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
    return render(visit, new Map(faults));
  }
  const { deeds } = await changeSettings(core, server.id, () => ({ hours: checked.values }));
  return doneAt(visit, { tab: TAB, place: TAB }, 'hours_saved', deeds);
}

async function switchHoursOff(visit: ServerVisit): Promise<Outcome> {
  const { deeds } = await changeSettings(visit.core, visit.server.id, () => ({ hours: null }));
  return doneAt(visit, { tab: TAB, place: 'hours-off' }, 'hours_saved', deeds);
}
