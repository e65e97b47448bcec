import * as log from '../../../../core/answering/log/answer-log.ts';
import { type GuildReading, readGuild } from '../../../../core/members/chat-rules.ts';
import { answersTexts } from '../../i18n/answers.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { type Choice, field, filterForm } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import { addMissing, nameChannel } from '../channels/names.ts';

const CHOSEN = ['channel', 'place', 'reason', 'vote', 'draft'] as const;
const TYPED = ['q', 'from', 'to'] as const;
const FILTERS = [...TYPED, ...CHOSEN];

/** What the list shows, and the names of what stands in it. */
export interface LogView {
  query: log.LogQuery;
  guild: GuildReading;
}

export async function readView({ core, server, url }: ServerVisit): Promise<LogView> {
  const query = log.toLogQuery(Object.fromEntries(url.searchParams));
  return { query, guild: await readGuild(core, server.id) };
}

export function isFiltered({ query }: LogView): boolean {
  return FILTERS.some((name) => query[name] !== undefined);
}

/** @param before the answer where the list begins; the newest when left out */
export function addressWith(
  visit: ServerVisit,
  { query }: LogView,
  before?: string,
  tab = 'answers',
): string {
  const search = new URLSearchParams();
  for (const name of FILTERS) if (query[name] !== undefined) search.set(name, query[name]);
  if (before !== undefined) search.set('before', before);
  const address = addressOf(visit, tab);
  return search.size === 0 ? address : `${address}?${search}`;
}

export function renderFilters(visit: ServerVisit, view: LogView): Html {
  const { query } = view;
  const t = answersTexts[visit.language];
  const choices = choicesFor(visit, view);
  const labels = { channel: t.channel, place: t.place, reason: t.result, vote: t.vote, draft: t.draft };
  const select = (name: (typeof CHOSEN)[number]) =>
    choices[name].length > 1 &&
    html`<div>${field({
      ...{ name, label: labels[name], value: query[name] ?? '', choices: choices[name] },
      ...(name === 'place' ? { hint: t.placeHint } : {}),
    })}</div>`;
  const date = (name: 'from' | 'to') =>
    html`<div>${field({ name, label: t[name], type: 'date', value: query[name] ?? '' })}</div>`;
  const words = { name: 'q', label: t.search, type: 'search', value: query.q ?? '', maxLength: 200 } as const;
  const content = html`<div class="filters"><div class="wide">${field(words)}</div>${date('from')}${date('to')}${CHOSEN.map(select)}</div>`;
  return filterForm(visit, { tab: 'answers', part: 'answers', button: t.filter }, content);
}

function choicesFor(
  { language }: ServerVisit,
  { query, guild }: LogView,
): Record<(typeof CHOSEN)[number], Choice[]> {
  const t = answersTexts[language];
  const toChoices = <Value extends string>(
    all: string,
    values: readonly Value[],
    labels: Record<Value, string>,
  ) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: labels[value] }))];
  const reasons = { answered: t.answered, handed_over: t.handedOver, ...reasonTexts[language] };
  const channels =
    guild.state === 'known' ? guild.guild.channels.filter(({ kind }) => kind !== 'category') : [];
  const places = channels.map(({ id }) => ({ value: id, label: nameChannel(guild, id, language) }));
  return {
    channel: toChoices(t.everyChannel, log.LOG_CHANNELS, t),
    place: addMissing([{ value: '', label: t.everyPlace }, ...places], query.place ?? '', language),
    reason: toChoices(t.everyResult, log.LOG_REASONS, reasons),
    vote: toChoices(t.everyVote, log.LOG_VOTES, { up: t.up, down: t.down, none: t.noVote }),
    draft: toChoices(t.everyDraft, log.LOG_DRAFTS, { yes: t.drafts, no: t.noDrafts }),
  };
}
