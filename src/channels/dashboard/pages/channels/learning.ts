import { learningStateSchema } from '../../../../core/members/chat-rules.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { AppError } from '../../../../domain/errors.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import { doneAt, type Outcome, type ServerVisit } from '../../route.ts';
import { actionButton, saidHere } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';

/** Whether replies of the team become suggestions, and what that means. */
export function renderLearning(visit: ServerVisit): Html {
  const { core, language, settings } = visit;
  const t = channelsTexts[language];
  const isOn = settings.learning;
  return html`<section id="learning"><h2>${t.learning}</h2>
<p><strong data-learning="${isOn ? 'on' : 'off'}">${isOn ? t.learningOn : t.learningOff}</strong> ${t.means}</p>
${settings.teach_roles.length === 0 && html`<p class="note warn">${t.noTeachers}</p>`}
<ul><li>${t.reads}</li><li>${t.texts}</li>${core.ai && html`<li>${t.distilling}</li>`}
<li>${t.ends(core.config.RETENTION_DAYS)}</li></ul>
<div class="save">${actionButton(visit, {
    ...{ to: 'learning', label: isOn ? t.switchOff : t.switchOn, kind: isOn ? 'secondary' : 'primary' },
    fields: { state: isOn ? 'off' : 'on' },
  })}${saidHere(visit, 'learning')}</div></section>`;
}

export async function saveLearning(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const state = learningStateSchema.safeParse(form.text('state'));
  // Only the page's own buttons post here.
  if (!state.success) throw new AppError('invalid_input', { param: 'state' });
  const { deeds } = await changeSettings(core, server.id, () => ({ learning: state.data === 'on' }));
  const notice = state.data === 'on' ? 'learning_on' : 'learning_off';
  return doneAt(visit, { tab: 'team', place: 'learning' }, notice, deeds);
}
