import { readGuild } from '../../../../core/members/chat-rules.ts';
import { formAt, type Outcome, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import type { Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';
import { renderInstructions, saveInstructions } from './instructions.ts';
import { renderModes, saveMode } from './modes.ts';
import { type RefusedForm, renderState } from './names.ts';

const TAB = 'channels';

/** Places: what the bot does in single channels, forums and categories. */
export const channelsRoutes: Route[] = [
  pageAt(TAB, (visit) => render(visit)),
  formAt(TAB, TAB, (visit) => save(visit, 'channels', saveMode)),
  formAt(`${TAB}/instructions`, TAB, (visit) => save(visit, 'instructions', saveInstructions)),
];

async function save(
  visit: ServerVisit,
  form: RefusedForm['form'],
  run: (visit: ServerVisit) => Promise<Outcome | Faults>,
): Promise<Outcome> {
  const outcome = await run(visit);
  return 'kind' in outcome ? outcome : render(visit, { form, faults: outcome });
}

async function render(visit: ServerVisit, refused: RefusedForm | null = null): Promise<Outcome> {
  const view = { visit, reading: await readGuild(visit.core, visit.server.id), refused };
  const content = html`${renderState(view)}${renderModes(view)}${renderInstructions(view)}`;
  return show({ tab: TAB, content }, refused ? 422 : 200);
}
