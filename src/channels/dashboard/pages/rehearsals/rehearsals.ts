import { z } from 'zod';
import { type GuildReading, readGuild } from '../../../../core/members/chat-rules.ts';
import { chatIdSchema } from '../../../../core/owners/settings.ts';
import { startChannelRehearsal } from '../../../../core/rehearsals/channel.ts';
import { deleteRehearsal } from '../../../../core/rehearsals/rehearsals.ts';
import { listRehearsals, type RehearsalReport, readReport } from '../../../../core/rehearsals/report.ts';
import { changeShare, shareSchema, startRehearsal } from '../../../../core/rehearsals/upload.ts';
import { AppError } from '../../../../domain/errors.ts';
import { REHEARSAL_SHARE, type RehearsalFault } from '../../../../domain/rehearsals.ts';
import { rehearsalTexts } from '../../i18n/rehearsals.ts';
import type { Outcome, ServerVisit } from '../../route.ts';
import { addressOf, done, formAt, pageAt, parseId, show } from '../../route.ts';
import { moment, table } from '../../view/components.ts';
import { actionButton, faultNote, field, postForm } from '../../view/controls.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { channelChoices, nameChannel } from '../channels/names.ts';
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
  const { form, language } = visit;
  const t = rehearsalTexts[language];
  const share = readShare(visit);
  const channel = chatIdSchema.safeParse(form.text('channel')).data;
  if (form.file('file') === null && !channel) return render(visit, refuse('file', t.nothingChosen));
  if (share === null) return render(visit, refuse('share', t.badShare));
  try {
    const { rehearsal } = await begin(visit, channel, share);
    const deed = { action: 'rehearsal.started' as const, subject: rehearsal.name };
    return done(visit, `${TAB}?id=${rehearsal.id}`, 'rehearsal_started', deed);
  } catch (error) {
    const text = explainRefusal(visit, error);
    if (text === null) throw error;
    return render(visit, refuse('file', text));
  }
}

/** A file goes before a channel. */
function begin({ core, server, form, signal }: ServerVisit, channel: string | undefined, share: number) {
  const files = form.files('file');
  const [first] = files;
  if (!first) return startChannelRehearsal(core, server.id, channel ?? '', share);
  const name = files.length > 1 ? `${first.name} +${files.length - 1}` : first.name;
  const given = { name, files: files.map(({ bytes }) => bytes), format: null, share };
  return startRehearsal(core, server.id, given, signal);
}

function explainRefusal({ language }: ServerVisit, error: unknown): string | null {
  const t = rehearsalTexts[language];
  const { param, details } = error instanceof AppError ? error.context : {};
  if (param === 'file') return t[details?.fault as RehearsalFault];
  const texts: Record<string, string> = { rehearsals: t.full, team: t.noTeam, channel: t.unread };
  return texts[param ?? ''] ?? null;
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
  const reading = await readGuild(core, server.id);
  const content = html`<p>${t.intro}</p>
${report ? renderChosen(visit, report, reading) : html`<p class="note">${t.none}</p>`}
${kept.length > 1 && renderList(visit, kept, reading)}
<section id="begin"><h2>${t.begin}</h2>
<p>${t.kept}</p>
${renderBegin(visit, reading, refusal)}</section>`;
  return show({ tab: TAB, content }, refusal && 422);
}

function renderBegin(visit: ServerVisit, reading: GuildReading, refusal?: Refusal): Html {
  const { language, form } = visit;
  const t = rehearsalTexts[language];
  const fault = refusal?.faults.get('file');
  const choices = channelChoices({ visit, reading, refused: null }, '', {
    ...{ empty: t.noChannel, fits: ({ kind }) => kind !== 'category' },
  });
  const content = html`${faultNote(fault)}<label for="rehearsed-file">${t.file}</label>
<input type="file" id="rehearsed-file" name="file" accept="${ACCEPTED}" multiple>
${choices && field({ name: 'channel', label: t.orChannel, choices })}
${field({
  ...{ name: 'share', label: t.share, hint: t.shareHint, faults: refusal?.faults },
  value: (refusal && form.text('share')) || String(REHEARSAL_SHARE),
})}
<button type="submit">${t.start}</button>`;
  return postForm(visit, TAB, content, html` enctype="multipart/form-data"`);
}

function renderChosen(visit: ServerVisit, report: RehearsalReport, reading: GuildReading): Html {
  const t = rehearsalTexts[visit.language];
  const { id, state, share } = report;
  const goingOn = html`${field({ name: 'share', label: t.share, value: String(share), idPrefix: 'rest-' })}
<button type="submit" class="secondary">${t.goOn}</button>`;
  return html`<section id="report" data-rehearsal="${state}"><h2>${nameOf(visit, report, reading)}</h2>
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
  const running = t.running(finished, conversations);
  const said = {
    ...{ reading: t.reading, unread: t.unread, running },
    done: conversations === 0 ? t.nothingRead : running,
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

/** Of the file, or of the channel. */
function nameOf({ language }: ServerVisit, { name, channelId }: Kept, reading: GuildReading): string {
  return channelId === null ? name : nameChannel(reading, channelId, language);
}

type Kept = Awaited<ReturnType<typeof listRehearsals>>[number];

function renderList(visit: ServerVisit, kept: readonly Kept[], reading: GuildReading): Html {
  const t = rehearsalTexts[visit.language];
  const rows = kept.map(
    (one) =>
      html`<tr><td><a href="${addressOf(visit, TAB)}?id=${one.id}">${nameOf(visit, one, reading)}</a></td><td>${moment(visit, one.createdAt)}</td></tr>`,
  );
  return html`<section><h2>${t.list}</h2>${table(t.list, [t.list, t.when], rows)}</section>`;
}
