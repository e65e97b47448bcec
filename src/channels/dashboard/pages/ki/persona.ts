import { changeSettings } from '../../../../core/owners/servers.ts';
import { listChanged, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import { done, type Outcome, type ServerVisit } from '../../route.ts';
import { check, type Form } from '../../view/form.ts';
import { renderKi } from './page.ts';

/** The names of the fields are those of the settings. */
const FIELDS = ['bot_name', 'avatar', 'tone', 'level', 'instructions', 'language'] as const;

/** Saves what the form holds; a field that is absent from it stays as it is. */
export async function savePersona(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const checked = check(settingsChangeSchema, readPersona(form), language);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, imagined: null, status: 422 });
  let changed: string[] = [];
  await changeSettings(core, server.id, (current) => {
    changed = listChanged(current, checked.values, FIELDS);
    return checked.values;
  });
  const audited = { action: 'persona.changed' as const, subject: changed.join(', ') };
  return done(visit, 'ki', 'persona_saved', changed.length > 0 ? audited : undefined);
}

/** The page with what was typed and what would come of it; saves nothing. */
export function previewPersona(visit: ServerVisit): Promise<Outcome> {
  const checked = check(settingsChangeSchema, readPersona(visit.form), visit.language);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, imagined: null, status: 422 });
  return renderKi(visit, { imagined: { ...visit.settings, ...checked.values } });
}

/** The fields that the form holds, as the schema takes them: no picture is null. */
function readPersona(form: Form): Record<string, string | null> {
  const given = FIELDS.filter((name) => form.has(name));
  return Object.fromEntries(given.map((name) => [name, readField(form, name)]));
}

function readField(form: Form, name: string): string | null {
  const text = form.text(name);
  return name === 'avatar' && text.trim() === '' ? null : text;
}
