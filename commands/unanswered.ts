import { z } from 'zod';
import type { Core } from '../src/core/core.ts';
import { findOpenQuestion } from '../src/core/learning/feedback.ts';
import { answerGap, closeGap, countGaps, type Gap, getGap, listGaps } from '../src/core/learning/gaps.ts';
import { readRegressions } from '../src/core/learning/suggestions/refusals.ts';
import { listTraining, prepareText, type Suggestion } from '../src/core/learning/suggestions/suggestions.ts';
import { hasOptedOut } from '../src/core/members/privacy.ts';
import { AppError } from '../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../src/domain/limits.ts';
import { truncate } from '../src/domain/text.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { ago, auditAs, type Card, escapeWithin, type Reply, say, toLine } from './reply.ts';
import { sayApproved, sayRegressions } from './training/decide.ts';
import { findRole, toFields, toTypedFile } from './training/edit.ts';
import { refusalOf } from './training/words.ts';

const GAPS_PER_PAGE = 5;
/** More than a server can have. */
const MAX_OFFSET = 5_000;
const QUESTION_CHARACTERS = 600;
const ANSWER_CHARACTERS = 400;
/** The refused suggestion is among the newest. */
const NEWEST_SUGGESTIONS = 10;

const answerIdSchema = z.uuid();

export const unanswered: Command = {
  data: {
    kind: 'slash',
    name: 'unanswered',
    description: {
      de: 'Worauf der Bot keine gute Antwort hatte, das Häufigste zuerst',
      en: 'What the bot had no good answer for, most frequent first',
    },
    access: 'admin',
  },
  run: (core, input) => list(core, input, 0),
  actions: {
    'gap:answer': { access: 'admin', opensForm: true, run: openForm },
    'gap:save': { access: 'admin', run: save },
    'gap:close': { access: 'admin', run: close },
    'gap:more': {
      access: 'admin',
      run: async (core, input) => ({ ...(await list(core, input, toOffset(input))), isReplacing: true }),
    },
  },
};

function toOffset({ args }: Invocation): number {
  const offset = Number(args[0]);
  return Number.isSafeInteger(offset) && offset > 0 ? Math.min(offset, MAX_OFFSET) : 0;
}

const NONE: Texts = {
  de: '✅ Es ist nichts offen: Keine Frage der letzten Zeit wurde mangels Wissen übergeben oder mit 👎 bewertet und wartet noch auf dich.',
  en: '✅ Nothing is open: no recent question was handed over for want of knowledge or voted down and still waits for you.',
};
const NO_MORE: Texts = { de: 'Mehr ist nicht offen.', en: 'Nothing more is open.' };

async function list(core: Core, input: Invocation, offset: number): Promise<Reply & { kind: 'cards' }> {
  const { serverId } = input;
  const end = offset + GAPS_PER_PAGE;
  const gaps = (await listGaps(core, serverId, { limit: end })).slice(offset);
  if (gaps.length === 0)
    return { kind: 'cards', cards: [{ text: pick(input, offset > 0 ? NO_MORE : NONE) }] };
  const cards = gaps.map((gap) => toCard(input, gap));
  const total = await countGaps(core, serverId);
  if (total > end) {
    const text = pick(input, { de: `${total} Themen sind offen.`, en: `${total} topics are open.` });
    const label = pick(input, { de: 'Weitere zeigen', en: 'Show more' });
    cards.push({ text, rows: [[{ kind: 'button', id: `gap:more:${end}`, label }]] });
  }
  return { kind: 'cards', cards };
}

/** One message, however long the texts are. */
function toCard(input: Invocation, gap: Gap): Card {
  const { answerId, question, answer, isCovered, unanswered: handedOver, votedDown } = gap;
  const said = votedDown > 0 && answer ? toLine(answer, ANSWER_CHARACTERS) : '';
  const lines = [
    `**${escapeWithin(question, QUESTION_CHARACTERS)}**`,
    `-# ${describeCounts(input, gap)}`,
    said === '' ? '' : `${pick(input, { de: '> Der Bot sagte:', en: '> The bot said:' })} ${said}`,
    // What was voted down had been answered, and would be again.
    isCovered && handedOver > 0 ? pick(input, COVERED) : '',
  ];
  const answerLabel = pick(input, { de: 'Jetzt beantworten', en: 'Answer now' });
  const closeLabel = pick(input, { de: 'Nicht nötig', en: 'Not needed' });
  return {
    text: lines.filter(Boolean).join('\n'),
    rows: [
      [
        { kind: 'button', style: 'primary', id: `gap:answer:${answerId}`, label: answerLabel },
        { kind: 'button', style: 'secondary', id: `gap:close:${answerId}`, label: closeLabel },
      ],
    ],
  };
}

const COVERED: Texts = {
  de: '✅ Inzwischen findet der Bot dazu etwas. Sieh mit `/knowledge search` nach, ob es passt.',
  en: '✅ By now the bot finds something for it. Check with `/knowledge search` whether it fits.',
};

function describeCounts(input: Invocation, { count, unanswered: handedOver, votedDown, at }: Gap): string {
  const parts = [
    pick(input, { de: `${count}-mal gefragt`, en: `asked ${count === 1 ? 'once' : `${count} times`}` }),
    handedOver > 0
      ? pick(input, { de: `${handedOver} ans Team übergeben`, en: `${handedOver} handed over` })
      : '',
    votedDown > 0 ? `${votedDown} 👎` : '',
    ago(at),
  ];
  return parts.filter(Boolean).join(' · ');
}

const GONE: Texts = {
  de: 'Diese Frage ist nicht mehr offen: Jemand hat sie erledigt, oder sie ist nicht mehr gespeichert. `/unanswered` zeigt, was offen ist.',
  en: 'This question is not open any more: somebody dealt with it, or it is not stored any more. `/unanswered` shows what is open.',
};

/** Only reads one row: a form can only be the first answer, and that within a second. */
async function openForm(core: Core, input: Invocation): Promise<Reply> {
  const answerId = answerIdSchema.safeParse(input.args[0]);
  const asked = answerId.success ? await findOpenQuestion(core, input.serverId, answerId.data) : null;
  if (asked === null) return say(pick(input, GONE), { isReplacing: true });
  const question = truncate(prepareText(asked).replace(/\s+/g, ' '), MAX_ENTRY_TITLE_CHARACTERS);
  return {
    kind: 'form',
    id: `gap:save:${answerId.data}`,
    title: pick(input, { de: 'Frage beantworten', en: 'Answer the question' }),
    fields: toFields(input, { question, answer: '' }),
  };
}

async function save(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, invoker, fields } = input;
  const { question = '', answer = '' } = fields;
  const answerId = answerIdSchema.safeParse(input.args[0]);
  if (!answerId.success) return sayGone(input);
  // Who wants nothing kept may still write for the server: then nobody's name stands with it.
  const authorId = (await hasOptedOut(core, invoker.id)) ? null : invoker.id;
  const authorRole = await findRole(core, input);
  try {
    const asked = { serverId, answerId: answerId.data, question, answer };
    const suggestion = await answerGap(core, { ...asked, authorId, authorRole });
    return sayApproved(input, suggestion, { action: 'gap.answered', more: QUESTIONS_DONE });
  } catch (error) {
    return sayUnsaved(core, input, { error, answerId: answerId.data });
  }
}

const QUESTIONS_DONE: Texts = {
  de: 'Die offenen Fragen dazu sind erledigt.',
  en: 'The open questions about it are done.',
};

/** Why a gap was not answered; what was typed is given back, or waits as a suggestion. */
async function sayUnsaved(
  core: Core,
  input: Invocation,
  { error, answerId }: { error: unknown; answerId: string },
): Promise<Reply> {
  const { answer = '' } = input.fields;
  if (error instanceof AppError && error.code === 'not_found') return sayGone(input);
  const regressions = readRegressions(error);
  const suggestion = regressions ? await findRefused(core, input) : null;
  if (regressions && suggestion)
    return sayRegressions(core, input, { suggestion, regressions, gapId: answerId });
  const refusal = refusalOf(error, null);
  if (!refusal) throw error;
  return say(pick(input, refusal), { files: toTypedFile(answer) });
}

function sayGone(input: Invocation): Reply {
  return say(pick(input, GONE), { files: toTypedFile(input.fields.answer ?? ''), isReplacing: true });
}

/** The suggestion that waits because test questions kept it from being approved. */
async function findRefused(core: Core, { serverId, fields }: Invocation): Promise<Suggestion | null> {
  const newest = await listTraining(core, serverId, 'pending', { limit: NEWEST_SUGGESTIONS });
  const typed = prepareText(fields.answer ?? '');
  return newest.find(({ source, answer }) => source === 'gap' && answer === typed) ?? null;
}

async function close(core: Core, input: Invocation): Promise<Reply> {
  const { serverId } = input;
  const answerId = answerIdSchema.safeParse(input.args[0]);
  if (!answerId.success) return sayGone(input);
  try {
    const gap = await getGap(core, serverId, answerId.data);
    const count = await closeGap(core, { serverId, answerId: answerId.data });
    const name = `**${escapeWithin(gap.question, QUESTION_CHARACTERS)}**`;
    const text = pick(input, {
      de: `☑️ Erledigt: ${name}${count > 1 ? ` und ${count - 1} ähnliche` : ''}. Wird es wieder gefragt, steht es wieder hier.`,
      en: `☑️ Done: ${name}${count > 1 ? ` and ${count - 1} like it` : ''}. If it is asked again, it is listed again.`,
    });
    // A member asked it, so their words stand in no log.
    return auditAs(say(text, { isReplacing: true }), 'gap.closed', null);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return sayGone(input);
    throw error;
  }
}
