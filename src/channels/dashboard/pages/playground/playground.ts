import { z } from 'zod';
import { ticketSchema } from '../../../../core/answering/ticket/schema.ts';
import { readGuild } from '../../../../core/members/chat-rules.ts';
import { type Settings, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import { type Tried, tryTicket } from '../../../../core/playground/playground.ts';
import { planLimitsOf } from '../../../../core/quota/plan-limits.ts';
import { AppError } from '../../../../domain/errors.ts';
import { LEVEL_LIMITS, MAX_CONTENT_CHARACTERS, MAX_MESSAGES } from '../../../../domain/limits.ts';
import { toCleanText } from '../../../../domain/text.ts';
import type { ChatMessage, Level } from '../../../../domain/types.ts';
import { LANGUAGE_NAMES } from '../../../../domain/words.ts';
import { explain, statusOf } from '../../errors.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { playgroundTexts } from '../../i18n/quality.ts';
import { addressOf, formAt, type Outcome, openTo, pageAt, type ServerVisit, show } from '../../route.ts';
import { outLink } from '../../view/components.ts';
import { faultNote, field, hiddenFields, LANGUAGE_CHOICES, postForm } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html, NOTHING, renderMarkdown } from '../../view/html.ts';
import { nameChannel } from '../channels/names.ts';
import { sayBack } from '../channels/presence.ts';
import { renderBehind } from './behind.ts';

const CHOICES = ['level', 'language', 'place'] as const;
/** Leaves room for the next question and its answer. */
const MOST_MESSAGES = MAX_MESSAGES - 2;
/** Counted as a form sends it; the longest question still fits beside it. */
const MOST_BYTES = 240_000;
const LEVELS = Object.keys(LEVEL_LIMITS) as Level[];

export const playgroundRoutes = openTo('editor', [
  pageAt('playground', (visit) => render(visit, { history: [] })),
  formAt('playground', 'playground', askQuestion),
]);

/** A place is one with instructions of its own: any other changes nothing of an answer. */
function toSchema({ place_instructions }: Settings) {
  return z.object({
    question: z.string().trim().min(1).max(MAX_CONTENT_CHARACTERS).transform(toCleanText),
    ...settingsChangeSchema.pick({ level: true, language: true }).shape,
    place: z.enum(Object.keys(place_instructions)).optional(),
  });
}

/** The outcome of a question, and the conversation to go on with. */
interface Result {
  history: readonly ChatMessage[];
  tried?: Tried;
  faults?: Faults;
  fault?: string;
  status?: number;
}

async function askQuestion(visit: ServerVisit): Promise<Outcome> {
  const { core, server, settings, form, language, signal } = visit;
  // Any question makes a ticket of a sound conversation.
  const history = readTicket(form.text('history'), '?')?.slice(0, -1);
  if (!history)
    return render(visit, { history: [], fault: playgroundTexts[language].unreadable, status: 422 });
  const [level, asker, place] = CHOICES.map((name) => form.text(name) || undefined);
  const typed = { question: form.text('question'), level, language: asker, place };
  const checked = check(toSchema(settings), typed, language);
  if (checked.faults) return render(visit, { history, faults: checked.faults, status: 422 });
  const { question, place: channelId, ...choice } = checked.values;
  const path = channelId === undefined ? undefined : { channelId, above: [] };
  const messages: ChatMessage[] = [...history, { role: 'user', content: question }];
  try {
    const tried = await tryTicket(core, server.id, { messages, path, ...choice }, signal);
    return render(visit, {
      history: [...messages, { role: 'assistant', content: tried.answer.answer }],
      tried,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return render(visit, { history, fault: explain(error, language), status: statusOf(error) });
  }
}

/** With script only the newest turn is read out; the parts around it are replaced in silence. */
async function render(visit: ServerVisit, result: Result): Promise<Outcome> {
  const t = playgroundTexts[visit.language];
  const { tried, faults, fault, status } = result;
  const history = fitHistory(result.history);
  const newest = tried ? history.slice(-2) : [];
  const earlier = history.slice(0, history.length - newest.length);
  const address = addressOf(visit, 'playground');
  const parts = html` hx-post="${address}" hx-select="#tried > *" hx-target="#tried" hx-swap="innerHTML" hx-select-oob="#past,#ask,#behind" hx-sync="this:drop"`;
  const form = html`<div id="ask">${await renderFields(visit, { ...result, history })}</div>`;
  const content = html`<p>${t.intro}</p>
<div id="past">${history.length < result.history.length && html`<p class="note">${t.cut}</p>`}
${earlier.map((message) => renderMessage(visit, message))}</div>
<div id="tried" aria-live="polite">${faultNote(fault ?? faults?.values().next().value)}${
    tried &&
    html`${newest.slice(0, -1).map((message) => renderMessage(visit, message))}${renderAnswer(visit, tried)}`
  }</div>
${postForm(visit, 'playground', form, parts)}
<div id="behind">${tried && renderBehind(visit, tried, history.at(-2)?.content ?? '')}</div>`;
  return show({ tab: 'playground', content }, status);
}

async function renderFields(visit: ServerVisit, { history, tried, faults }: Result): Promise<Html> {
  const { core, server, form, language, settings } = visit;
  const t = playgroundTexts[language];
  const isAnswered = tried !== undefined;
  const plan = planLimitsOf(core, server);
  const question = {
    ...{ name: 'question', label: history.length === 0 ? t.question : t.next, faults },
    ...{ value: isAnswered ? '' : form.text('question'), rows: 3, isRequired: true },
    ...{ maxLength: MAX_CONTENT_CHARACTERS, sendsByKey: true, isFocused: form.has('question') },
  };
  const levels = LEVELS.map((value) => ({ value, label: value }));
  const level = {
    ...{ name: 'level', label: t.level, value: form.text('level'), faults },
    choices: [{ value: '', label: t.asSet(plan.level) }, ...levels],
    ...(plan.plan === 'free' && { hint: t.levelOnFree }),
  };
  const asker = {
    ...{ name: 'language', label: t.language, value: form.text('language'), faults, hint: t.languageHint },
    choices: [{ value: '', label: t.asSet(LANGUAGE_NAMES[settings.language]) }, ...LANGUAGE_CHOICES],
  };
  const place = await placeField(visit, faults);
  const isChosen = CHOICES.some((name) => form.text(name) !== '');
  return html`${hiddenFields({ history: JSON.stringify(history) })}${field(question)}
<p data-script-only><small>${t.keys}</small></p>
<details${isChosen && html` open`}><summary>${t.choices}</summary><div class="columns"><div>${field(level)}</div><div>${field(asker)}</div>${place}</div></details>
<div class="actions"><button type="submit">${t.ask}</button>${
    history.length > 0 &&
    html`<a href="${addressOf(visit, 'playground')}" role="button" class="secondary outline">${t.restart}</a>`
  }</div>`;
}

/** The places whose instructions can be tried; nothing where there are none. */
async function placeField(
  { core, server, settings, form, language }: ServerVisit,
  faults?: Faults,
): Promise<Html> {
  const t = playgroundTexts[language];
  const ids = Object.keys(settings.place_instructions);
  if (ids.length === 0) return NOTHING;
  const reading = await readGuild(core, server.id);
  const places = ids.map((id) => ({ value: id, label: nameChannel(reading, id, language) }));
  const choices = [{ value: '', label: t.anyPlace }, ...places];
  const value = form.text('place');
  return html`<div>${field({ name: 'place', label: t.place, value, faults, hint: t.placeHint, choices })}</div>`;
}

function renderMessage(visit: ServerVisit, { role, content }: ChatMessage): Html {
  if (role === 'assistant') return turn(visit, role, html`<div>${renderMarkdown(content)}</div>`);
  return turn(visit, role, html`<p class="whole">${content}</p>`);
}

function turn({ language, settings }: ServerVisit, role: ChatMessage['role'], content: Html): Html {
  const who = role === 'user' ? playgroundTexts[language].asker : settings.bot_name;
  return html`<article class="card turn" data-turn="${role}"><p class="who">${who}</p>${content}</article>\n`;
}

function renderAnswer(visit: ServerVisit, { answer }: Tried): Html {
  const t = playgroundTexts[visit.language];
  const { answer: said, sources, teamReason, teamBackAt, needsTeam, level, engine } = answer;
  const chosen = visit.form.text('level');
  const isOther = chosen !== '' && chosen !== level;
  return turn(
    visit,
    'assistant',
    html`<div data-answer>${renderMarkdown(said)}</div>
${
  sources.length > 0
    ? html`<p>${t.sources}</p>
<ul>${sources.map(({ title, url }) => html`<li>${url ? outLink(url, title) : title}</li>`)}</ul>`
    : NOTHING
}
<p class="note" data-needs-team="${needsTeam ? 'true' : 'false'}">${
      teamReason ? html`<strong>${t.team}</strong> ${reasonTexts[visit.language][teamReason]}` : t.noTeam
    }${teamBackAt !== null && html` ${sayBack(visit, new Date(teamBackAt))}`}</p>
<p><small>${t.facts(level, engine)}${isOther && html` ${t.otherLevel(chosen)}`}</small></p>`,
  );
}

/**
 * The ticket of a question and the turns before it, checked as one of the API is. The form that continues a
 * conversation holds it, as JSON, because a browser would change the line breaks of plain text.
 * @returns null for a history that somebody changed
 */
function readTicket(history: string, question: string): ChatMessage[] | null {
  const earlier = history === '' ? [] : parse(history);
  if (!Array.isArray(earlier)) return null;
  const ticket = [...earlier, { role: 'user', content: question }];
  const { data }: { data?: readonly Omit<ChatMessage, 'name'>[] } = ticketSchema.safeParse(ticket);
  return data?.map(({ role, content }) => ({ role, content })) ?? null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The newest turns that a ticket has room for; the oldest go first, as in a prompt. */
function fitHistory(messages: readonly ChatMessage[]): ChatMessage[] {
  let kept = messages.slice(-MOST_MESSAGES);
  while (bytesOf(kept) > MOST_BYTES) kept = kept.slice(2);
  return kept;
}

const bytesOf = (messages: readonly ChatMessage[]) =>
  new URLSearchParams({ history: JSON.stringify(messages) }).toString().length;
