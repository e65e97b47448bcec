import { z } from 'zod';
import { findReply } from '../../../adapters/ai/reply/find-reply.ts';
import { readForm } from '../../../adapters/ai/reply/form.ts';
import { parseJson } from '../../../adapters/ai/reply/json.ts';
import { cutAt } from '../../../domain/text.ts';
import type { EngineReply } from '../extractive.ts';
import type { Prompt } from '../prompt.ts';
import { breakLines, takeCitations } from '../sanitise/model-text.ts';
import { MAX_ANSWER_CHARACTERS } from '../sanitise/sanitise.ts';

/** Omitted fields have default values; an empty reply is not an answer, unless a person takes over. */
export const modelAnswer = z
  .object({
    answer: z.string().nullish(),
    needs_team: z.boolean().nullish(),
    answerable: z.boolean().nullish(),
    used: z.array(z.string()).nullish(),
  })
  .transform(({ answer, needs_team, answerable, used }) => ({
    answer: answer?.trim() ?? '',
    needs_team: needs_team ?? false,
    answerable: answerable ?? true,
    used: used ?? [],
  }))
  .refine(({ answer, needs_team, answerable }) => answer !== '' || needs_team || !answerable);
type ModelAnswer = z.infer<typeof modelAnswer>;

/** Where the rest of the reply begins inside the text of the answer. */
const DEBRIS =
  /["'”]?\s{0,20},\s{0,20}["'“](?:needs_team|answerable|used)["'”]\s{0,20}:|\n\s{0,20}(?:```(?:json)?\s{0,5}\{\s{0,20})?[*_"'`-]{0,3}(?:needs_team|answerable|used(?=["'*`]{0,3}\s{0,5}[:=]\s{0,5}\[))["'*`]{0,3}\s{0,5}[:=]/;

/** A key of the reply and its value in the last line of the text; `used` behind the end of a sentence. */
const TRAILING_KEY =
  /(?:(?:[\s,;|({[]|["'*_`]){1,20}(?:needs_team|answerable)["'*_`]{0,3}\s{0,5}[:=]\s{0,5}["']?(?:true|false|null)\b|(?<=[.!?。)\]}"']|true|false|null)[\s,;|({["'*_`]{1,20}used["'*_`]{0,3}\s{0,5}[:=]\s{0,5}\[[^\]\n]{0,300}\])["'*_`\s,;|)}\].]{0,20}$/i;
/** The template's name of who speaks next. */
const TRAILING_ROLE = /\n\s{0,20}[*_#<]{0,4}(?:user|assistant|system|model)[*_>]{0,4}\s?:?[*_]{0,3}$/i;
/** The end of the JSON around the text. */
const TRAILING_END = /\s{0,20}"?\s{0,20}[}\],]{1,9}$/;

function withoutDebris(answer: string): string {
  let text = answer.slice(0, DEBRIS.exec(answer)?.index).trim();
  for (let tail = findTail(text); tail; tail = findTail(text)) text = text.slice(0, tail.index).trim();
  return text;
}

function findTail(text: string): RegExpExecArray | null {
  return (
    TRAILING_KEY.exec(text) ??
    TRAILING_ROLE.exec(text) ??
    (endsUnopened(text) ? TRAILING_END.exec(text) : null)
  );
}

/** Whether the text ends with a brace, or with a quotation mark and a comma, that it never opened. */
function endsUnopened(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  if (text.endsWith('}')) return count('}') > count('{');
  return text.endsWith(',') && text.slice(0, -1).trimEnd().endsWith('"') && count('"') % 2 === 1;
}

/**
 * The answer if its text contains the whole reply again. Of the two, a wish for a person or a lack of knowledge
 * counts if either says so. JSON of another form cannot be shown, so its text is then empty.
 */
export function readNested(reply: ModelAnswer, jsonSchema: Record<string, unknown>): ModelAnswer {
  const { answer } = reply;
  if (!/^(?:[{["]|```(?:json)?\s{0,5}[{[])/i.test(answer)) {
    return { ...reply, answer: withoutDebris(answer) };
  }
  const form = readForm({ name: 'answer', schema: jsonSchema });
  const nested = modelAnswer.safeParse(findReply(answer, form)?.reply ?? null);
  if (!nested.success) return typeof parseJson(answer) === 'object' ? { ...reply, answer: '' } : reply;
  return {
    answer: nested.data.answer,
    needs_team: reply.needs_team || nested.data.needs_team,
    answerable: reply.answerable && nested.data.answerable,
    used: [...reply.used, ...nested.data.used],
  };
}

/** More than is ever shown, and enough to notice that it was more; a hostile answer is a megabyte. */
const MAX_READ_CHARACTERS = 4 * MAX_ANSWER_CHARACTERS + 1;

/**
 * The answer as a reply. Entries that it names in brackets count as used, and the brackets are removed.
 * @param given.messages of the prompt: brackets that stand there (`Press [1]`) name no entry.
 */
export function toEngineReply(
  reply: ModelAnswer,
  { idsByName, messages }: Pick<Prompt, 'idsByName' | 'messages'>,
): EngineReply {
  const answer = cutAt(reply.answer, MAX_READ_CHARACTERS).toWellFormed();
  const isSaid = (name: string) => messages.some(({ content }) => content.includes(`[${name}]`));
  const names = ['[', '(', '【'].some((bracket) => answer.includes(bracket))
    ? [...idsByName].filter(([name]) => !isSaid(name))
    : [];
  const { text, cited } = takeCitations(breakLines(answer), new Map(names));
  const named = reply.used.flatMap((name) => (idsByName.has(name) ? [name] : name.split(/[\s,;#[\]]+/)));
  const used = [...named.map((name) => idsByName.get(name)), ...cited].filter((id) => id !== undefined);
  return {
    ...{ answer: text, needsTeam: reply.needs_team, answerable: reply.answerable },
    // Rated later, beside what was sent.
    ...{ used: [...new Set(used)], confidence: 0 },
  };
}
