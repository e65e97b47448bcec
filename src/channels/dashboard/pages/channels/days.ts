import { MAX_DAY_CHARACTERS } from '../../../../core/owners/hours.ts';
import { CLOSED, listOvernight, listRanges, WEEKDAYS, type Weekday } from '../../../../domain/hours.ts';
import { WEEKDAY_NAMES } from '../../../../domain/words.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import type { ServerVisit } from '../../route.ts';
import { checkbox, field } from '../../view/controls.ts';
import type { Faults, Form } from '../../view/form.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';

interface TimeRange {
  from: string;
  to: string;
}

/** What the form offers where nothing is set yet. */
const USUAL = '09:00-17:00';
const WEEKEND: readonly Weekday[] = ['saturday', 'sunday'];
/** The days that can be as Monday is. */
const FOLLOWING = WEEKDAYS.filter((day) => day !== 'monday' && !WEEKEND.includes(day));
const AS_MONDAY = 'as_monday';
/** One for before a break and one for after it, even where there is none. */
const LEAST_RANGES = 2;
const MIDNIGHT = '00:00';
const END_OF_DAY = '24:00';

/** A day as the form holds it: times of a ticked day, or one text; undefined where it holds none. */
export function readDay(form: Form, day: Weekday): string | undefined {
  if (form.has(day)) return form.text(day);
  if (FOLLOWING.includes(day) && form.has(AS_MONDAY)) return undefined;
  if (!form.has(`${day}_from`)) return undefined;
  if (!form.all('open').includes(day)) return CLOSED;
  // The clock of a browser knows no 24:00.
  const toEnd = (time: string) => (time === MIDNIGHT ? END_OF_DAY : time);
  return readTimes(form, day)
    .map(({ from, to }) => `${from}-${toEnd(to)}`)
    .join(', ');
}

function readTimes(form: Form, day: Weekday): TimeRange[] {
  const ends = form.all(`${day}_to`);
  const ranges = form.all(`${day}_from`).map((from, index) => ({ from, to: ends[index] ?? '' }));
  return ranges.filter(({ from, to }) => from !== '' || to !== '');
}

/** A row for each day. Those that are as Monday are folded by the style sheet. @param faults where it was refused */
export function dayFields(visit: ServerVisit, faults: Faults | undefined): Html {
  const t = hoursTexts[visit.language];
  const { form } = visit;
  const monday = storedDay(visit, 'monday');
  const isSame = faults ? form.has(AS_MONDAY) : FOLLOWING.every((day) => storedDay(visit, day) === monday);
  const rows = (days: readonly Weekday[]) => days.map((day) => dayRow(visit, day, faults));
  return html`<fieldset class="week"><legend>${t.days}</legend>
${rows(['monday'])}
${checkbox({ name: AS_MONDAY, label: t.asMonday, isChecked: isSame })}
<div class="following">${rows(FOLLOWING)}</div>
${rows(WEEKEND)}
<p><small>${t.dayHint}</small></p></fieldset>`;
}

function storedDay({ settings: { hours } }: ServerVisit, day: Weekday): string {
  return hours ? hours[day] : WEEKEND.includes(day) ? CLOSED : USUAL;
}

function dayRow(visit: ServerVisit, day: Weekday, faults: Faults | undefined): Html {
  const { form, language } = visit;
  const t = hoursTexts[language];
  const label = WEEKDAY_NAMES[day][language];
  const fault = faults?.get(day);
  // Another program sent a text: it comes back as one.
  if (faults && form.has(day))
    return field({ name: day, label, value: form.text(day), maxLength: MAX_DAY_CHARACTERS, faults });
  const stored = storedDay(visit, day);
  const shown = faults ? readTimes(form, day) : listRanges(stored);
  const isOpen = faults ? form.all('open').includes(day) : shown.length > 0;
  const blank = Array.from({ length: Math.max(0, LEAST_RANGES - shown.length) }, () => ({
    from: '',
    to: '',
  }));
  const night = listOvernight(stored).map(({ from, to, hours }) =>
    t.overnight(from, to, formatNumber(hours, language, 2)),
  );
  return html`<div class="day" data-day="${day}">${checkbox({ name: 'open', label, value: day, isChecked: isOpen })}
<span class="closed">${t.closed}</span>
<div class="ranges">${[...shown, ...blank].map((range) => rangeFields(visit, day, range))}</div>
${fault && html`<small id="${day}-fault" class="fault">${fault}</small>`}${
  night.length > 0 && html`<small>${night.join(' ')}</small>`
}</div>`;
}

function rangeFields({ language }: ServerVisit, day: Weekday, { from, to }: TimeRange): Html {
  const t = hoursTexts[language];
  const name = WEEKDAY_NAMES[day][language];
  const toShown = to === END_OF_DAY ? MIDNIGHT : to;
  return html`<span class="range"><input type="time" name="${day}_from" value="${from}" aria-label="${t.from(name)}">
<span aria-hidden="true">–</span> <input type="time" name="${day}_to" value="${toShown}" aria-label="${t.to(name)}"></span>`;
}
