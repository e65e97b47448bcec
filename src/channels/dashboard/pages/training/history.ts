import { type HistoryImport, readImport, stopImport } from '../../../../core/learning/history/imports.ts';
import { readGuild } from '../../../../core/members/chat-rules.ts';
import { HISTORY_ENDS, LEFT_OUT_REASONS, type LeftOutReason } from '../../../../domain/history.ts';
import { historyTexts } from '../../i18n/training.ts';
import { addressOf, done, formAt, type Outcome, openTo, type ServerVisit } from '../../route.ts';
import { moment, outLink } from '../../view/components.ts';
import { actionButton } from '../../view/controls.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';

const PART = 'history';

export const historyRoutes = openTo('editor', [formAt('training/history/stop', 'training', stop)]);

/** One that has ended meanwhile needs no stop: the page says how. */
async function stop(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  const isStopped = await stopImport(core, server.id);
  const last = await readImport(core, server.id);
  if (!isStopped || !last) return done(visit, 'training', 'history_over');
  return done(visit, 'training', 'history_stopped', { action: 'history.stopped', subject: last.channelId });
}

/** How far the run is, or how the last one ended; a hint where there was none, which may stand below everything. */
export async function renderHistory(visit: ServerVisit): Promise<{ run?: Html; hint?: Html }> {
  const t = historyTexts[visit.language];
  const last = await readImport(visit.core, visit.server.id);
  if (!last) return { hint: html`<p class="note" data-history="none">${t.none}</p>` };
  const content = await renderRun(visit, last);
  const run = html`<section id="${PART}" data-history="${last.state}"><h2>${t.title}</h2>
${content}
</section>`;
  return { run };
}

async function renderRun(visit: ServerVisit, last: HistoryImport): Promise<Html> {
  const { language } = visit;
  const t = historyTexts[language];
  const here = addressOf(visit, 'training');
  if (last.state === 'running')
    return html`<p role="status">${t.running}</p>
${await renderFigures(visit, last)}
<p hx-get="${here}" hx-trigger="every 5s" hx-select="#${PART}" hx-target="#${PART}" hx-swap="outerMorph"><a href="${here}">${t.reload}</a></p>
${actionButton(visit, { to: 'training/history/stop', label: t.stop, kind: 'secondary' })}`;
  return html`<p role="status" data-ended="${last.endedFor}">${last.endedFor && HISTORY_ENDS[last.endedFor].text[language]}</p>
${await renderFigures(visit, last)}
<p><small>${t.again}</small></p>`;
}

async function renderFigures(visit: ServerVisit, last: HistoryImport): Promise<Html> {
  const { language } = visit;
  const t = historyTexts[language];
  const { messages, suggested, grouped, ownWords, leftOut, startedAt, endedAt } = last;
  const count = (n: number) => formatNumber(n, language);
  const reasons = (Object.keys(LEFT_OUT_REASONS) as LeftOutReason[]).flatMap((reason) => {
    const left = leftOut[reason];
    return left ? [`${count(left)} × ${LEFT_OUT_REASONS[reason][language].replaceAll('`', '')}`] : [];
  });
  const row = (name: string, value: Html | string) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<dl class="facts">${row(t.channel, await renderChannel(visit, last))}
${row(t.begun, moment(visit, startedAt))}${endedAt && row(t.ended, moment(visit, endedAt))}
${row(t.messages, count(messages))}${row(t.suggested, count(suggested))}${row(t.grouped, count(grouped))}${
  ownWords > 0 && row(t.ownWords, count(ownWords))
}${reasons.length > 0 && row(t.leftOut, reasons.join('; '))}</dl>`;
}

async function renderChannel({ core, server }: ServerVisit, { channelId }: HistoryImport): Promise<Html> {
  const reading = await readGuild(core, server.id);
  const channels = reading.state === 'known' ? reading.guild.channels : [];
  const name = channels.find(({ id }) => id === channelId)?.name;
  const address = [core.config.DISCORD_WEB_URL, 'channels', server.id, channelId].join('/');
  return outLink(address, name === undefined ? channelId : `#${name}`);
}
