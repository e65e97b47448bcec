import { z } from 'zod';
import { deleteRehearsal } from '../../../../core/rehearsals/rehearsals.ts';
import { listRehearsals, type RehearsalReport, readReport } from '../../../../core/rehearsals/report.ts';
import { changeShare, shareSchema, startRehearsal } from '../../../../core/rehearsals/upload.ts';
import { AppError } from '../../../../domain/errors.ts';
import { REHEARSAL_SHARE, type RehearsalFault } from '../../../../domain/rehearsals.ts';
import { rehearsalTexts } from '../../i18n/rehearsals.ts';
import {
  addressOf,
  done,
  formAt,
  type Outcome,
  pageAt,
  parseId,
  type ServerVisit,
  show,
} from '../../route.ts';
import { moment, table } from '../../view/components.ts';
import { actionButton, faultNote, field, postForm } from '../../view/controls.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { renderReport } from './report.ts';

const TAB = 'rehearsals';
const ACCEPTED = '.json,.jsonl,.ndjson,.html,.htm';
const idSchema = z.uuid();

/** Conversations of customers, and a part of the week: for admins alone. */
export const rehearsalRoutes = [
  pageAt(TAB, (visit) => render(visit)),
  formAt(TAB, TAB, start, true),
  formAt(`${TAB}/:rehearsal/share`, TAB, goOn),
  formAt(`${TAB}/:rehearsal/delete`, TAB, remove),
];

interface Refusal {
  faults: ReadonlyMap<string, string>;
}

async function start(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language, signal } = visit;
  const t = rehearsalTexts[language];
  const files = form.files('file');
  const share = readShare(visit);
  const [first] = files;
  if (!first) return render(visit, refuse('file', t.nothingChosen));
  if (share === null) return render(visit, refuse('share', t.badShare));
  const name = files.length > 1 ? `${first.name} +${files.length - 1}` : first.name;
  const given = { name, files: files.map(({ bytes }) => bytes), format: null, share };
  try {
    const { rehearsal } = await startRehearsal(core, server.id, given, signal);
    const deed = { action: 'rehearsal.started' as const, subject: rehearsal.name };
    return done(visit, `${TAB}?id=${rehearsal.id}`, 'rehearsal_started', deed);
  } catch (error) {
    const { param, details } = error instanceof AppError ? error.context : {};
    if (param === 'rehearsals') return render(visit, refuse('file', t.full));
    if (param !== 'file') throw error;
    return render(visit, refuse('file', t[details?.fault as RehearsalFault]));
  }
}

/** German readers write a comma. */
function readShare({ form }: ServerVisit): number | null {
  const typed = form.text('share').trim().replace(',', '.');
  return shareSchema.safeParse(typed === '' ? undefined : typed).data ?? null;
}

function refuse(name: 'file' | 'share', text: string): Refusal {
  return { faults: new Map([[name, text]]) };
}

async function goOn(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params, language } = visit;
  const id = parseId(idSchema, params.rehearsal);
  const share = readShare(visit);
  if (share === null) return render(visit, refuse('share', rehearsalTexts[language].badShare));
  const { name } = await changeShare(core, server.id, id, share);
  const deed = { action: 'rehearsal.started' as const, subject: name };
  return done(visit, `${TAB}?id=${id}`, 'rehearsal_started', deed);
}

async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  await deleteRehearsal(core, server.id, parseId(idSchema, params.rehearsal));
  return done(visit, TAB, 'rehearsal_deleted', { action: 'rehearsal.deleted' });
}

async function render(visit: ServerVisit, refusal?: Refusal): Promise<Outcome> {
  const { core, server, url, language } = visit;
  const t = rehearsalTexts[language];
  const kept = await listRehearsals(core, server.id);
  const asked = url.searchParams.get('id');
  const chosen = kept.find(({ id }) => id === asked) ?? kept[0];
  const report = chosen ? await readReport(core, server.id, chosen.id) : null;
  const content = html`<p>${t.intro}</p>
${report ? renderChosen(visit, report) : html`<p class="note">${t.none}</p>`}
${kept.length > 1 && renderList(visit, kept)}
<section id="begin"><h2>${t.begin}</h2>
<p>${t.kept}</p>
${renderBegin(visit, refusal)}</section>`;
  return show({ tab: TAB, content }, refusal && 422);
}

function renderBegin(visit: ServerVisit, refusal?: Refusal): Html {
  const { language, form } = visit;
  const t = rehearsalTexts[language];
  const fault = refusal?.faults.get('file');
  const content = html`${faultNote(fault)}<label for="rehearsed-file">${t.file}</label>
<input type="file" id="rehearsed-file" name="file" accept="${ACCEPTED}" multiple required>
${field({
  ...{ name: 'share', label: t.share, hint: t.shareHint, faults: refusal?.faults },
  value: (refusal && form.text('share')) || String(REHEARSAL_SHARE),
})}
<button type="submit">${t.start}</button>`;
  return postForm(visit, TAB, content, html` enctype="multipart/form-data"`);
}

function renderChosen(visit: ServerVisit, report: RehearsalReport): Html {
  const t = rehearsalTexts[visit.language];
  const { id, state, share, name } = report;
  const goingOn = html`${field({ name: 'share', label: t.share, value: String(share), idPrefix: 'rest-' })}
<button type="submit" class="secondary">${t.goOn}</button>`;
  return html`<section id="report" data-rehearsal="${state}"><h2>${name}</h2>
${renderProgress(visit, report)}
${state === 'paused' && postForm(visit, `${TAB}/${id}/share`, goingOn)}
${renderReport(visit, report)}
${actionButton(visit, {
  ...{ to: `${TAB}/${id}/delete`, label: t.delete, kind: 'danger', question: `${t.delete}?` },
})}</section>`;
}

function renderProgress(visit: ServerVisit, report: RehearsalReport): Html {
  const { state, waiting, conversations, id, restsFor } = report;
  const t = rehearsalTexts[visit.language];
  const finished = conversations - waiting;
  const said = {
    ...{ reading: t.reading, unread: t.unread, done: t.done(conversations) },
    running: t.running(finished, conversations),
    paused: restsFor === 'outage' ? t.outage : t.paused(finished, conversations),
  }[state];
  const here = `${addressOf(visit, TAB)}?id=${id}`;
  const isMoving = state === 'running' || state === 'reading' || restsFor === 'outage';
  return html`<p role="status" data-progress="${finished}">${said}</p>
${
  isMoving && state !== 'done'
    ? html`<p hx-get="${here}" hx-trigger="every 5s" hx-select="#report" hx-target="#report" hx-swap="outerMorph"><a href="${here}">${t.reload}</a></p>`
    : NOTHING
}`;
}

function renderList(visit: ServerVisit, kept: Awaited<ReturnType<typeof listRehearsals>>): Html {
  const t = rehearsalTexts[visit.language];
  const rows = kept.map(
    ({ id, name, createdAt }) =>
      html`<tr><td><a href="${addressOf(visit, TAB)}?id=${id}">${name}</a></td><td>${moment(visit, createdAt)}</td></tr>`,
  );
  return html`<section><h2>${t.list}</h2>${table(t.list, [t.list, t.when], rows)}</section>`;
}
