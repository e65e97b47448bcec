import type { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import {
  findAbsence,
  hoursSchema,
  MAX_DAY_CHARACTERS,
  MAX_HOLIDAYS,
  MAX_HOLIDAYS_CHARACTERS,
} from '../../src/core/owners/hours.ts';
import { setById } from '../../src/core/owners/places.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { chatIdSchema, parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import type { Hours, Weekday } from '../../src/domain/hours.ts';
import { CLOSED, listOvernight, listZones, WEEKDAYS } from '../../src/domain/hours.ts';
import { MAX_PLACES } from '../../src/domain/limits.ts';
import type { InterfaceLanguage } from '../../src/domain/types.ts';
import { WEEKDAY_NAMES } from '../../src/domain/words.ts';
import { type AutocompleteRequest, type Invocation, slash } from '../command.ts';
import { orRefuse, parseOrRefuse, RefusalError } from '../refusal.ts';
import { type Draft, escapeMarkdown, saved, say, toSuggestions } from '../reply.ts';
import { both, joined, type Texts, type Wording } from '../wording.ts';

const FIELDS = ['zone', ...WEEKDAYS, 'holidays'] as const;
type HoursOption = (typeof FIELDS)[number];

const MAX_ZONE_CHARACTERS = 60;

const dayOption = (day: Weekday) => ({
  description: {
    de: `${WEEKDAY_NAMES[day].de}, z. B. 09:00-17:00 oder 9-12, 13-17; „closed“: niemand ist da`,
    en: `${WEEKDAY_NAMES[day].en}, e.g. 09:00-17:00 or 9-12, 13-17; “closed”: nobody is available`,
  },
  maxLength: MAX_DAY_CHARACTERS,
});

const CHANNEL = {
  kind: 'channel',
  description: {
    de: 'Nur für diesen Kanal, dieses Forum oder diese Kategorie',
    en: 'For this channel, forum or category only',
  },
} as const;

export const hours = slash('hours', {
  description: { de: 'Wann dein Team da ist', en: 'When your team is available' },
  access: 'admin',
  subcommands: {
    set: {
      description: {
        de: 'Legt fest, wann dein Team da ist; was du auslässt, bleibt',
        en: 'Sets when your team is available; options you leave out stay as they are',
      },
      options: {
        zone: {
          description: { de: 'Die Zeitzone, z. B. Europe/Berlin', en: 'The time zone, e.g. Europe/Berlin' },
          isRequired: true,
          isCompleted: true,
          maxLength: MAX_ZONE_CHARACTERS,
        },
        monday: dayOption('monday'),
        tuesday: dayOption('tuesday'),
        wednesday: dayOption('wednesday'),
        thursday: dayOption('thursday'),
        friday: dayOption('friday'),
        saturday: dayOption('saturday'),
        sunday: dayOption('sunday'),
        holidays: {
          description: {
            de: 'Freie Tage mit Kommas, z. B. 2026-12-25, 2026-12-31..2027-01-02; „-“ nimmt alle weg',
            en: 'Days off, separated by commas, e.g. 2026-12-25, 2026-12-31..2027-01-02; “-” removes all',
          },
          maxLength: MAX_HOLIDAYS_CHARACTERS,
        },
        channel: CHANNEL,
      },
      run: setHours,
    },
    show: {
      description: { de: 'Zeigt, wann dein Team da ist', en: 'Shows when your team is available' },
      options: { channel: CHANNEL },
      run: async (core, input) =>
        say(
          describe(core, parseSettings((await getServer(core, input.serverId)).settings), readPlace(input)),
        ),
    },
    off: {
      description: {
        de: 'Ohne Zeiten: das Team wird zu jeder Stunde gerufen; mit Kanal: dort wie überall',
        en: 'Removes the hours, so the team is called at any time; with a channel, only that channel’s hours',
      },
      options: { channel: CHANNEL },
      run: async (core, input) => {
        const place = readPlace(input);
        const { settings, deeds } = await change(core, input.serverId, place, () => null);
        return saved(deeds, describe(core, settings, place));
      },
    },
  },
  complete: async (core, { typed, option }: AutocompleteRequest) =>
    option === 'zone' ? suggestZones(typed, core.config.QUOTA_TIME_ZONE) : [],
});

/** Zones with what was typed in their name; the installation's own first. */
function suggestZones(typed: string, first: string) {
  const sought = typed.trim().toLowerCase().replaceAll(' ', '_');
  const zones = [first, ...listZones().filter((zone) => zone !== first)];
  const found = zones.filter((zone) => zone.toLowerCase().includes(sought));
  return toSuggestions(found, (zone) => ({ name: zone, value: zone }));
}

/** null: for every place without its own. @throws RefusalError */
function readPlace({ options }: Invocation): string | null {
  return parseOrRefuse(chatIdSchema.nullable(), options.channel ?? null, {
    de: 'Bitte wähle einen Kanal aus der Liste.',
    en: 'Please choose a channel from the list.',
  });
}

/** @param make of the hours that are set; null: none. @throws RefusalError */
function change(
  core: Core,
  serverId: string,
  place: string | null,
  make: (had: Hours | null) => Hours | null,
): ReturnType<typeof changeSettings> {
  if (place === null) return changeSettings(core, serverId, ({ hours: had }) => ({ hours: make(had) }));
  return orRefuse(setById(core, serverId, { name: 'place_hours', id: place }, make), {
    invalid_input: {
      de: `Mehr als ${MAX_PLACES} Orte mit eigenen Zeiten gehen nicht. Nimm erst andere weg: \`/hours off\` mit dem Kanal.`,
      en: `At most ${MAX_PLACES} places can have their own hours. Remove others first: \`/hours off\` with the channel.`,
    },
  });
}

async function setHours(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, options } = input;
  const place = readPlace(input);
  const given = Object.fromEntries(
    FIELDS.flatMap((field) => (options[field] ? [[field, options[field]]] : [])),
  );
  if (given.holidays?.trim() === '-') given.holidays = '';
  let filled: readonly Weekday[] = [];
  const { settings, deeds } = await change(core, serverId, place, (current) => {
    if (!current && given.monday === undefined) throw new RefusalError(NO_MONDAY);
    filled = current ? [] : WEEKDAYS.filter((day) => given[day] === undefined);
    const parsed = hoursSchema.safeParse({ ...current, ...given });
    if (!parsed.success) throw new RefusalError(explainFaults(parsed.error, given));
    return parsed.data;
  });
  return saved(deeds, [
    ...describe(core, settings, place),
    filled.length > 0 && {
      de: 'Tage, die du ausgelassen hast: Dienstag bis Freitag wie Montag, Samstag und Sonntag geschlossen.',
      en: 'Days that you left out: Tuesday to Friday have Monday’s hours; Saturday and Sunday are closed.',
    },
  ]);
}

const NO_MONDAY: Texts = {
  de: 'Bitte gib wenigstens `monday` an, zum Beispiel 09:00-17:00; Dienstag bis Freitag sind dann genauso, solange du nichts anderes angibst.',
  en: 'Please enter at least `monday`, for example 09:00-17:00; Tuesday to Friday are then the same unless you say otherwise.',
};

const RULES = {
  zone: {
    de: 'eine Zeitzone aus der Liste, zum Beispiel Europe/Berlin',
    en: 'a time zone from the list, for example Europe/Berlin',
  },
  day: {
    de: 'Zeiten wie 09:00-17:00 oder 09:00-12:00, 13:00-17:00, die sich nicht überschneiden, oder closed',
    en: 'times such as 09:00-17:00 or 09:00-12:00, 13:00-17:00 that do not overlap, or “closed”',
  },
  holidays: {
    de: `höchstens ${MAX_HOLIDAYS} Tage wie 2026-12-25 oder 2026-12-24..2027-01-01, durch Kommas getrennt`,
    en: `at most ${MAX_HOLIDAYS} dates such as 2026-12-25 or 2026-12-24..2027-01-01, separated by commas`,
  },
} satisfies Record<string, Texts>;

function explainFaults(error: z.ZodError, given: Readonly<Record<string, string>>): Wording {
  const faulty = new Set(error.issues.map(({ path }) => String(path[0]) as HoursOption));
  return [
    {
      de: '⚠️ Nichts geändert. Bitte sieh dir das noch einmal an:',
      en: '⚠️ Nothing changed. Please check this:',
    },
    ...[...faulty].map((field) => {
      const rule = field === 'zone' || field === 'holidays' ? RULES[field] : RULES.day;
      return both`- \`${field}\`: “${escapeMarkdown(given[field] ?? '')}” → ${rule}`;
    }),
  ];
}

/** @param place whose own hours are shown, where it has some. */
function describe(
  core: Core,
  settings: Settings,
  place: string | null = null,
): Exclude<Wording, string | Texts> {
  const own = place === null ? undefined : settings.place_hours[place];
  if (place !== null && !own)
    return [
      {
        de: `✅ Für <#${place}> ist nichts Eigenes gesetzt; es gilt, was überall gilt:`,
        en: `✅ <#${place}> has no hours of its own; the general hours apply there:`,
      },
      ...describe(core, settings),
    ];
  const shown = own ?? settings.hours;
  if (shown === null)
    return [
      {
        de: '✅ **Keine Zeiten festgelegt:** Wenn ein Mensch gebraucht wird, rufe ich das Team zu jeder Stunde.',
        en: '✅ **No hours set:** when a person is needed, I call the team at any time.',
      },
      { de: 'Festlegen: `/hours set`.', en: 'To set them: `/hours set`.' },
      place === null && describeOwn(settings),
    ];
  const { zone, holidays } = shown;
  const where = place === null ? '' : ` <#${place}>`;
  const days = holidays.map((holiday) => holiday.replace('..', ' – ')).join(', ');
  return [
    {
      de: `✅ **Zeiten des Teams**${where} (${zone})`,
      en: `✅ **Team hours**${where} (${zone})`,
    },
    ...WEEKDAYS.map((day) => both`- ${WEEKDAY_NAMES[day]}: ${describeDay(shown, day)}`),
    holidays.length > 0 && { de: `Frei: ${days}`, en: `Days off: ${days}` },
    {
      de: 'Außerhalb rufe ich niemanden und sage, wann das Team zurück ist; nur wenn jemand in Gefahr sein könnte, rufe ich es trotzdem.',
      en: 'Outside these hours I call nobody and say when the team is back, unless someone may be in danger: then I still call the team.',
    },
    place === null
      ? { de: 'Aus: `/hours off`.', en: 'To remove the hours: `/hours off`.' }
      : {
          de: 'Aus: `/hours off` mit diesem Kanal.',
          en: 'To remove these hours: `/hours off` with this channel.',
        },
    describeNow(core, shown),
    place === null && describeOwn(settings),
  ];
}

function describeDay(set: Hours, day: Weekday): Wording {
  const text = set[day];
  if (text === CLOSED) return { de: 'geschlossen', en: 'closed' };
  return joined('', [text, ...listOvernight(text).map(describeNight)]);
}

/** A slip of the pen, such as 09:00-05:00, is seen by how long it makes the day. */
function describeNight({ from, to, hours: long }: ReturnType<typeof listOvernight>[number]): Texts {
  const count = (language: InterfaceLanguage) => long.toLocaleString(language, { maximumFractionDigits: 2 });
  return {
    de: ` (${from} bis ${to} am nächsten Tag, ${count('de')} h)`,
    en: ` (${from} to ${to} the next day, ${count('en')} h)`,
  };
}

function describeOwn({ place_hours }: Settings): Texts | null {
  const places = Object.keys(place_hours).map((id) => `<#${id}>`);
  if (places.length === 0) return null;
  return {
    de: `Eigene Zeiten haben: ${places.join(' ')}`,
    en: `Places with hours of their own: ${places.join(' ')}`,
  };
}

function describeNow(core: Core, set: Hours): Texts {
  const absence = findAbsence({ hours: set }, core.clock());
  if (!absence) return { de: '🟢 Gerade ist das Team da.', en: '🟢 The team is available right now.' };
  if (!absence.backAt)
    return {
      de: '⚠️ Jeder Tag ist geschlossen: Ich rufe niemanden und kann nicht sagen, wann das Team zurück ist.',
      en: '⚠️ Every day is closed: I call nobody and cannot say when the team is back.',
    };
  const at = `<t:${Math.floor(absence.backAt.getTime() / 1000)}:F>`;
  return {
    de: `🌙 Gerade nicht; wieder ab ${at}.`,
    en: `🌙 The team is away right now; it will be back ${at}.`,
  };
}
