import { type PictureRefusal, removePicture, setPicture } from '../../../../core/owners/pictures.ts';
import { MAX_PICTURE_SIDE } from '../../../../domain/limits.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { pictureTexts } from '../../i18n/ki.ts';
import { doneAt, type Outcome, type ServerVisit } from '../../route.ts';
import { actionButton, postForm, saveRow } from '../../view/controls.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';

const PLACE = { tab: 'ki', place: 'picture' };

/** @returns why the file was refused */
export async function uploadPicture(visit: ServerVisit): Promise<Outcome | PictureRefusal> {
  const { core, server, form } = visit;
  const refusal = await setPicture(core, server.id, form.file('picture')?.bytes);
  return refusal ?? doneAt(visit, PLACE, 'persona_saved', { action: 'picture.set' });
}

/** A second click finds it gone, which is what was wanted. */
export async function dropPicture(visit: ServerVisit): Promise<Outcome> {
  const { core, server, settings } = visit;
  if (settings.picture === null) return doneAt(visit, PLACE, 'persona_saved');
  await removePicture(core, server.id);
  return doneAt(visit, PLACE, 'persona_saved', { action: 'picture.removed' });
}

export function pictureSection(visit: ServerVisit, refusal?: PictureRefusal): Html {
  const { settings, language } = visit;
  const t = pictureTexts[language];
  const fault = refusal && explain(refusal, language);
  const content = html`<label for="picture-file">${t.file}</label>
<input type="file" id="picture-file" name="picture" accept="image/png,image/jpeg,image/webp" aria-describedby="${fault && 'picture-file-fault '}picture-file-hint"${fault && html` aria-invalid="true" autofocus`}>
${fault && html`<small id="picture-file-fault" class="fault">${fault}</small>`}
<small id="picture-file-hint">${t.hint}</small>
${saveRow(visit, 'picture', t.upload)}`;
  return html`<section id="picture">
<h2>${t.title}</h2>
<p>${t.intro}</p>
${settings.picture !== null && settings.avatar !== null && html`<p class="note">${t.hidden}</p>`}
${postForm(visit, 'picture', content, html` enctype="multipart/form-data"`)}
${settings.picture !== null && actionButton(visit, { to: 'picture/remove', label: t.remove, kind: 'danger', question: t.removeQuestion })}
</section>`;
}

function explain(refusal: PictureRefusal, language: InterfaceLanguage): string {
  const t = pictureTexts[language];
  const number = (value: number) => formatNumber(value, language);
  switch (refusal.reason) {
    case 'too_large':
      return t.too_large(number(Math.ceil(refusal.bytes / 1024)));
    case 'too_wide':
      return t.too_wide(number(refusal.width), number(refusal.height), number(MAX_PICTURE_SIDE));
    default:
      return t[refusal.reason];
  }
}
