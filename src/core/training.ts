import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as store from '../adapters/db/training.ts';
import { AppError } from '../domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../domain/limits.ts';
import type { Provenance, TrainingSource, TrainingState } from '../domain/types.ts';
import { encodeBase62 } from './base62.ts';
import type { Core } from './core.ts';
import { describeIssues, toEntry } from './knowledge/entry.ts';
import { hasOptedOut } from './privacy.ts';
import { toVisibleText } from './sanitise/characters.ts';
import { getServer } from './servers.ts';
import { chatIdSchema } from './settings.ts';
import { removePersonalData, removeSecrets } from './training/personal-data.ts';

export type { Suggestion } from '../adapters/db/training.ts';

const ID_CHARACTERS = 10;

export const suggestionIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/, 'is no id of a suggestion');

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);
const NO_WORDS = 'must hold more than personal data';

/** @param clean takes out what must not stand there; it never makes a text longer. */
const toTextSchema = (clean: (text: string) => string) =>
  z.object({
    question: z
      .string()
      .transform((text) => toVisibleText(text).replace(/\s+/g, ' ').trim())
      .pipe(z.string().min(1).max(MAX_ENTRY_TITLE_CHARACTERS))
      .transform((text) => clean(text).trim())
      .refine(hasWords, NO_WORDS),
    answer: z
      .string()
      .transform((text) => toVisibleText(text).trim())
      .pipe(z.string().min(1).max(MAX_ENTRY_TEXT_CHARACTERS))
      .transform((text) => clean(text).trim())
      .refine(hasWords, NO_WORDS),
  });

/** A text as it is offered for a suggestion: visible characters only, without personal data. */
export function prepareText(text: string, names: readonly string[] = []): string {
  return removePersonalData(toVisibleText(text).trim(), names).trim();
}

const originSchema = z.object({
  channelId: chatIdSchema.nullish(),
  messageIds: z.array(chatIdSchema).max(50).default([]),
  authorId: chatIdSchema.nullish(),
  authorRole: chatIdSchema.nullish(),
});

/**
 * Notes what somebody taught, for an admin to decide. E-mail addresses, phone numbers, mentions, keys and `names`
 * are taken out. The same answer from the same messages is one suggestion, whatever became of it.
 * @throws AppError('not_found'), 'invalid_input' with the faulty field as `param`, or 'forbidden' when the
 * author does not want to be learned from.
 */
export async function suggest(
  core: Core,
  input: {
    serverId: string;
    question: string;
    answer: string;
    source: TrainingSource;
    channelId?: string | null;
    messageIds?: readonly string[];
    authorId?: string | null;
    authorRole?: string | null;
    /** Of who asked and who answered. */
    names?: readonly string[];
  },
): Promise<store.Suggestion> {
  const { serverId, source, names } = input;
  await getServer(core, serverId);
  const text = parse(
    toTextSchema((given) => removePersonalData(given, names)),
    input,
  );
  const { channelId = null, messageIds, authorId = null, authorRole = null } = parse(originSchema, input);
  if (authorId) await refuseOptedOut(core, authorId);
  const known = [...messageIds].sort();
  const id = idOf(known.length === 0 ? randomUUID() : JSON.stringify([serverId, known, text.answer]));
  const made = await store.insertSuggestion(core.database, serverId, {
    ...{ id, ...text, source, channelId, messageIds, authorId, authorRole },
    ...{ state: 'pending', conflicts: [], entryId: null, createdAt: new Date(core.clock()), decidedAt: null },
  });
  // An opt-out deletes what it finds; the deletion of one that came before the writing may not have seen this.
  if (authorId) {
    await refuseOptedOut(core, authorId).catch(async (error: unknown) => {
      await store.deleteSuggestion(core.database, serverId, id);
      throw error;
    });
  }
  if (!made) throw missing();
  return made;
}

async function refuseOptedOut(core: Core, memberId: string): Promise<void> {
  if (!(await hasOptedOut(core, memberId))) return;
  throw new AppError('forbidden', { message: 'The author of this text does not want to be learned from.' });
}

/** @throws AppError('invalid_input') with the first faulty field as `param`. */
function parse<Shape>(schema: z.ZodType<Shape>, input: unknown): Shape {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const param = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new AppError('invalid_input', { param, message: describeIssues(parsed.error) });
}

/** 59 bits of the digest of a text. */
function idOf(text: string): string {
  return encodeBase62(createHash('sha256').update(text).digest().readBigUInt64BE(), ID_CHARACTERS);
}

/** Newest first. @throws AppError('not_found') */
export async function listTraining(
  core: Core,
  serverId: string,
  state?: TrainingState,
  more: Omit<store.SuggestionFilter, 'state'> = {},
): Promise<store.Suggestion[]> {
  await getServer(core, serverId);
  return store.listSuggestions(core.database, serverId, { ...more, ...(state ? { state } : {}) });
}

export function countTraining(core: Core, serverId: string, state: TrainingState): Promise<number> {
  return store.countSuggestions(core.database, serverId, state);
}

/** @throws AppError('not_found') */
export async function getSuggestion(core: Core, serverId: string, id: string): Promise<store.Suggestion> {
  const suggestion = await store.findSuggestion(core.database, serverId, id);
  if (!suggestion) throw missing();
  return suggestion;
}

/**
 * Makes a suggestion an entry of the knowledge, or brings the entry it was back.
 * @throws AppError('not_found'), or 'invalid_input' when it is decided (`state`) or the server is full (`entries`)
 */
export async function approve(core: Core, serverId: string, id: string): Promise<store.Suggestion> {
  return change(core, serverId, id, (suggestion, entryCount) => {
    refuseDecided(suggestion);
    if (suggestion.entryId === null && entryCount >= MAX_KNOWLEDGE_ENTRIES) {
      const message = `A server holds at most ${MAX_KNOWLEDGE_ENTRIES} entries.`;
      throw new AppError('invalid_input', { param: 'entries', message });
    }
    const { question: title, answer: text } = suggestion;
    const provenance: Provenance = { suggestion: id };
    const given = { id: suggestion.entryId ?? `training:${id}`, title, text };
    const entry = toEntry(core, given, { source: 'training', provenance });
    return { state: 'approved', decidedAt: new Date(core.clock()), entry };
  });
}

/**
 * Puts a suggestion aside; an entry that it once was goes.
 * @throws AppError('not_found'), or 'invalid_input' (`state`) when it is decided
 */
export async function reject(core: Core, serverId: string, id: string): Promise<store.Suggestion> {
  return change(core, serverId, id, (suggestion) => {
    refuseDecided(suggestion);
    const decidedAt = new Date(core.clock());
    return { state: 'rejected', decidedAt, droppedEntryId: suggestion.entryId };
  });
}

/**
 * Changes what a pending suggestion says. Only keys and mentions are taken out: an admin may put an address of the team back in.
 * @throws AppError('not_found'), or 'invalid_input' with the faulty field, or `state`, as `param`
 */
export async function editSuggestion(
  core: Core,
  serverId: string,
  id: string,
  given: { question: string; answer: string },
): Promise<store.Suggestion> {
  const text = parse(toTextSchema(removeSecrets), given);
  return change(core, serverId, id, (suggestion) => {
    if (suggestion.state !== 'pending') throw decided(suggestion);
    return text;
  });
}

async function change(
  core: Core,
  serverId: string,
  id: string,
  plan: (stored: store.Suggestion, entryCount: number) => store.SuggestionChange,
): Promise<store.Suggestion> {
  const changed = await store.changeSuggestion(core.database, { serverId, id }, plan);
  if (!changed) throw missing();
  return changed;
}

function refuseDecided(suggestion: store.Suggestion): void {
  if (suggestion.state !== 'pending' && suggestion.state !== 'suspended') throw decided(suggestion);
}

function decided({ state }: store.Suggestion): AppError {
  return new AppError('invalid_input', { param: 'state', message: `This suggestion is ${state} already.` });
}

function missing(): AppError {
  return new AppError('not_found', { message: 'There is no such suggestion.' });
}

/** What the bot said, as long as that is kept; null afterwards. */
export function findAnswerText(core: Core, serverId: string, answerId: string): Promise<string | null> {
  return store.findAnswerText(core.database, serverId, answerId);
}
