import type { AdmissionResult } from '../../../src/adapters/db/quota/quota.ts';
import type { Ledger } from '../../../src/domain/types.ts';
import { type Books, type Charge, leaveOutZeros, NO_WEEK, type Week } from './books.ts';

/** What the ledger promises, as plainly as it can be said: one server, one request after the other. */
export interface Model {
  zone: string;
  /** Milliseconds. */
  now: number;
  terms: Terms;
  books: Books;
  references: Set<string>;
}

/** Limits in force; at most 120 a minute, above that the ledger rounds times. */
export interface Terms {
  quota: number;
  share: number;
  perMinute: number;
  perDay: number;
}

export interface ModelRequest {
  id: string;
  channel: 'api' | 'discord' | 'learning' | 'rehearsal';
  /** On Discord alone: has a share of the week. */
  place: (typeof PLACES)[number];
  /** null: not over the API. */
  keyId: string | null;
  wanted: number;
  least: number;
  /** Its outcome is kept under an Idempotency-Key. */
  isKept: boolean;
}

/** Of a question on Discord; null: one without a share. */
export const PLACES = [null, '1', '2'] as const;

export const RESERVATION_MS = 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export function createModel(zone: string, now: number, terms: Terms): Model {
  const books: Books = {
    ...{ weeks: {}, credit: { balance: 0, reserved: 0, debt: 0 }, granted: 0, days: {}, hits: {} },
    ...{ open: {}, charges: {}, answers: [], outcomes: {} },
  };
  return { zone, now, terms, books, references: new Set() };
}

/** Half of the week, which learning may use; answers keep the other half. */
export const learningQuotaOf = ({ quota }: Pick<Terms, 'quota'>) => Math.floor(quota / 2);

/** What has a share of the week to itself, without credit: all rehearsals, or a place. */
export const PURSES = ['rehearsal', '1', '2'] as const;
export type Purse = (typeof PURSES)[number];

export const purseOf = ({ channel, place }: { channel: string; place: string | null }) =>
  PURSES.find((purse) => purse === (channel === 'rehearsal' ? channel : place));

export const purseShareOf = ({ quota }: Pick<Terms, 'quota'>, purse: Purse) =>
  Math.floor(quota / { rehearsal: 4, '1': 3, '2': 8 }[purse]);

/** What a request says of it. @param quota its part of the week */
export function shareOf(
  terms: Pick<Terms, 'quota' | 'share'>,
  request: Pick<ModelRequest, 'channel' | 'place'>,
  quota: number,
): number {
  const purse = purseOf(request);
  if (purse) return purseShareOf(terms, purse);
  return request.channel === 'api' ? terms.share : quota;
}

/** Neither draws on credit, nor does a place with a share. */
export const isForNobody = ({ channel }: { channel: string }) =>
  channel === 'learning' || channel === 'rehearsal';

/** Limits first, then the week, then credit (not for learning, nor from a purse); a refusal leaves everything as it was. */
export function admitInModel(model: Model, request: ModelRequest): AdmissionResult {
  const { terms, books, now } = model;
  const { channel, place, keyId, wanted } = request;
  const [weekKey, dayKey] = [mondayOf(model), dayOf(model)];
  const week = takeWeek(books, weekKey);
  const hits = keyId === null ? [] : (books.hits[keyId] ?? []).filter((at) => Math.abs(at - now) < MINUTE_MS);
  const dayUsed = books.days[dayKey] ?? 0;
  const fromWeek = Math.min(wanted, leftOf(books, weekKey, terms, request));
  const credit = isForNobody(request) || place !== null ? 0 : books.credit.balance - books.credit.reserved;
  const fromCredit = Math.min(wanted - fromWeek, credit);

  const outcome = judge(terms, request, { minute: hits.length, dayUsed, units: fromWeek + fromCredit });
  if (outcome !== 'admitted') {
    const freeAt =
      outcome === 'rate_limited_minute' ? Number(hits[hits.length - terms.perMinute]) + MINUTE_MS : null;
    return { outcome, units: 0, window: windowOf(hits), freeAt, dayUsed };
  }
  move(week, keyId !== null, { reserved: fromWeek });
  books.credit.reserved += fromCredit;
  books.open[request.id] = {
    ...{ week_start: weekKey, day: keyId && dayKey, channel, place },
    ...{ week_units: fromWeek, credit_units: fromCredit, expires_at: now + RESERVATION_MS },
  };
  if (request.isKept) books.outcomes[request.id] = null;
  if (keyId !== null) {
    // A clock that went back must not put a hit before its predecessor.
    hits.push(Math.max(now, ...hits));
    books.hits[keyId] = hits;
    books.days[dayKey] = dayUsed + 1;
  }
  const counted = keyId === null ? dayUsed : dayUsed + 1;
  return {
    ...{ outcome, units: fromWeek + fromCredit, window: windowOf(hits) },
    ...{ freeAt: null, dayUsed: counted },
  };
}

/** Charges the week that reserved, the rest to credit; a second time only tells what is left. */
export function settleInModel(
  model: Model,
  id: string,
  { cost, isAnswered, keyId }: { cost: number; isAnswered: boolean; keyId: string | null },
): Ledger | null {
  const { books } = model;
  const held = books.open[id];
  if (!held) return books.charges[id] ? ledgerOf(books, books.charges[id]) : null;
  const { expires_at: _, ...reservation } = held;
  const units = Math.min(cost, held.week_units + held.credit_units);
  const fromWeek = Math.min(units, held.week_units);
  giveBack(model, id);
  move(takeWeek(books, held.week_start), held.day !== null, { used: fromWeek });
  books.credit.balance -= units - fromWeek;
  payDebt(model);
  books.charges[id] = {
    ...{ ...reservation, units, week_units: fromWeek, credit_units: units - fromWeek },
    ...{ key_id: keyId, at: model.now, given_back: null },
  };
  const ledger = ledgerOf(books, held);
  if (isAnswered) {
    books.answers = [...books.answers, id].toSorted();
    if (books.outcomes[id] === null) books.outcomes[id] = ledger;
  } else delete books.outcomes[id];
  return ledger;
}

/** As if the request had never been let in, except for the minute. A kept outcome stays charged. */
export function releaseInModel(model: Model, id: string): Ledger | null {
  const { books } = model;
  if (books.outcomes[id]) return null;
  delete books.outcomes[id];
  const counted = books.open[id] ?? books.charges[id];
  if (!counted) return null;
  if (books.open[id]) giveBack(model, id);
  else takeBack(model, id);
  payDebt(model);
  if (counted.day !== null) books.days[counted.day] = Number(books.days[counted.day]) - 1;
  return ledgerOf(books, counted);
}

/** Once, within 72 hours, to where it came from; of a key in 24 hours at most ten or a tenth of its answers. */
export function giveBackInModel(model: Model, id: string): boolean {
  const { books, now } = model;
  const charge = books.charges[id];
  if (!charge || charge.units === 0 || charge.given_back !== null) return false;
  if (!books.answers.includes(id) || charge.at < now - 72 * HOUR_MS) return false;
  const ofKey = Object.values(books.charges).filter(
    ({ key_id, channel }) => key_id === charge.key_id && channel === charge.channel,
  );
  const asked = ofKey.filter(({ at, units }) => units > 0 && at > now - 24 * HOUR_MS).length;
  const given = ofKey.filter(({ given_back }) => given_back !== null && given_back > now - 24 * HOUR_MS);
  if (given.length >= Math.max(10, Math.floor(asked / 10))) return false;
  charge.given_back = now;
  reverse(model, charge);
  payDebt(model);
  return true;
}

/** @returns how many reservations had outlived their process. */
export function sweepInModel(model: Model): number {
  const { open } = model.books;
  const expired = Object.keys(open).filter((id) => Number(open[id]?.expires_at) <= model.now);
  for (const id of expired) releaseInModel(model, id);
  return expired.length;
}

/** Below zero it is taken back: what is free at once, and the rest is owed. */
export function grantInModel(model: Model, units: number, reference: string): boolean {
  if (model.references.has(reference)) return false;
  model.references.add(reference);
  const { credit } = model.books;
  model.books.granted += units;
  if (units >= 0) credit.balance += units;
  else {
    const free = Math.min(-units, credit.balance - credit.reserved);
    credit.balance -= free;
    credit.debt += -units - free;
  }
  payDebt(model);
  return true;
}

/** Free credit goes to what is owed first. */
function payDebt({ books: { credit } }: Model): void {
  const paid = Math.min(credit.debt, credit.balance - credit.reserved);
  credit.balance -= paid;
  credit.debt -= paid;
}

export const booksOf = (model: Model) => leaveOutZeros(model.books);

/** Local date by the platform's own calendar, not by the one under test. */
export function dayOf({ zone, now }: Pick<Model, 'zone' | 'now'>): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts }).format(now);
}

/** Date of the Monday before or on the local date. */
export function mondayOf(model: Pick<Model, 'zone' | 'now'>): string {
  const noon = new Date(`${dayOf(model)}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7));
  return noon.toISOString().slice(0, 10);
}

function judge(
  terms: Terms,
  { keyId, least }: ModelRequest,
  state: { minute: number; dayUsed: number; units: number },
): AdmissionResult['outcome'] {
  if (keyId !== null && state.minute >= terms.perMinute) return 'rate_limited_minute';
  if (keyId !== null && state.dayUsed >= terms.perDay) return 'rate_limited_day';
  return state.units < least ? 'quota_exhausted' : 'admitted';
}

function leftOf(books: Books, monday: string, terms: Terms, request: ModelRequest): number {
  const { channel } = request;
  const week = takeWeek(books, monday);
  const quota = channel === 'learning' ? learningQuotaOf(terms) : terms.quota;
  const ofQuota = quota - week.used - week.reserved;
  const ofShare = channel === 'api' ? terms.share - week.api_used - week.api_reserved : ofQuota;
  const purse = purseOf(request);
  const ofPurse = purse ? purseShareOf(terms, purse) - spentIn(books, monday, purse) : ofShare;
  return Math.max(0, Math.min(ofQuota, ofPurse));
}

/** What a purse cost, without what was given back, and holds, of a week. */
export function spentIn(
  { open, charges }: Pick<Books, 'open' | 'charges'>,
  monday: string,
  purse: Purse,
): number {
  const counted = Object.values(charges).filter(({ given_back }) => given_back === null);
  return [...Object.values(open), ...counted]
    .filter((row) => purseOf(row) === purse && row.week_start === monday)
    .reduce((sum, { week_units: units }) => sum + units, 0);
}

function windowOf(hits: number[]): AdmissionResult['window'] {
  return { used: hits.length, oldestAt: hits[0] ?? null };
}

function takeWeek(books: Books, key: string): Week {
  books.weeks[key] ??= { ...NO_WEEK };
  return books.weeks[key];
}

function move(week: Week, isApi: boolean, by: { used?: number; reserved?: number }): void {
  week.used += by.used ?? 0;
  week.reserved += by.reserved ?? 0;
  if (!isApi) return;
  week.api_used += by.used ?? 0;
  week.api_reserved += by.reserved ?? 0;
}

/** Ends a reservation. */
function giveBack({ books }: Model, id: string): void {
  const held = books.open[id];
  if (!held) return;
  move(takeWeek(books, held.week_start), held.day !== null, { reserved: -held.week_units });
  books.credit.reserved -= held.credit_units;
  delete books.open[id];
}

function reverse({ books }: Pick<Model, 'books'>, charge: Charge): void {
  move(takeWeek(books, charge.week_start), charge.day !== null, { used: -charge.week_units });
  books.credit.balance += charge.credit_units;
}

/** Reverses a charge, unless it was given back. */
function takeBack({ books }: Model, id: string): void {
  const charge = books.charges[id];
  if (!charge) return;
  if (charge.given_back === null) reverse({ books }, charge);
  books.answers = books.answers.filter((answer) => answer !== id);
  delete books.charges[id];
}

function ledgerOf(books: Books, { week_start, day }: { week_start: string; day: string | null }): Ledger {
  return {
    ...takeWeek(books, week_start),
    credit_balance: books.credit.balance,
    credit_reserved: books.credit.reserved,
    requests_today: day === null ? 0 : (books.days[day] ?? 0),
  };
}
