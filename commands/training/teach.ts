import type { Core } from '../../src/core/core.ts';
import type { SuggestInput } from '../../src/core/learning/suggestions/suggest.ts';
import { type Suggestion, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../src/domain/limits.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { type FormField, type Reply, say } from '../reply.ts';
import { toTypedFile } from './edit.ts';
import { refusalOf, sayState } from './words.ts';

/** The fields of both menus. @param maxLength of the answer, in characters. */
export function toFields(
  input: Invocation,
  { question, answer, maxLength }: { question: string; answer: string; maxLength: number },
): FormField[] {
  return [
    {
      name: 'question',
      label: pick(input, { de: 'Frage, ohne Namen', en: 'Question, without names' }),
      placeholder: pick(input, { de: 'Wie lange dauert der Versand?', en: 'How long does delivery take?' }),
      isRequired: true,
      maxLength: MAX_ENTRY_TITLE_CHARACTERS,
      value: question,
    },
    {
      name: 'answer',
      label: pick(input, { de: 'Antwort, ohne Namen', en: 'Answer, without names' }),
      isLong: true,
      isRequired: true,
      maxLength,
      value: answer,
    },
  ];
}

type Source = NonNullable<SuggestInput['sources']>[number];

/** A member whose question was offered with a form; what comes of it holds their words. */
export function toAskerSource(
  asked: { question: string | null; askerId: string | null } | null,
  messageId: string,
): Source[] {
  if (!asked?.question || !asked.askerId) return [];
  return [{ part: 'question', messageId, memberId: asked.askerId, isOriginal: false }];
}

/**
 * Notes what the fields of a form say.
 * @returns the suggestion, or why there is none, with the answer that was typed as a file.
 */
export async function suggestFields(
  core: Core,
  input: Invocation,
  origin: { source: 'menu' | 'correction' | 'vote'; channelId: string; sources: readonly Source[] },
): Promise<{ suggestion: Suggestion } | { refusal: Reply }> {
  const { serverId, invoker, fields } = input;
  const { question = '', answer = '' } = fields;
  const authorRole = await findRole(core, input);
  try {
    const text = { question, answer, names: [invoker.name] };
    return { suggestion: await suggest(core, { serverId, ...text, ...origin, authorRole }) };
  } catch (error) {
    const refusal = refusalOf(error, null);
    if (!refusal) throw error;
    return { refusal: say(pick(input, refusal), { files: toTypedFile(answer) }) };
  }
}

/** The role that makes whoever uses this trusted; null for those who do not teach. */
export async function findRole(
  core: Core,
  { serverId, invoker }: Pick<Invocation, 'serverId' | 'invoker'>,
): Promise<string | null> {
  const { teach_roles } = parseSettings((await getServer(core, serverId)).settings);
  return teach_roles.find((id) => invoker.roleIds.includes(id)) ?? null;
}

/** What happens next with a suggestion that was just made, or was there already. */
export function describeNext(suggestion: Suggestion): Texts {
  if (suggestion.state !== 'pending') return sayState(suggestion);
  return {
    de: `Danke! Notiert als Vorschlag \`${suggestion.id}\`. Der Bot verwendet ihn, sobald ein Admin ihn unter \`/training list\` übernimmt.`,
    en: `Thank you! Noted as suggestion \`${suggestion.id}\`. The bot uses it once an admin approves it in \`/training list\`.`,
  };
}
