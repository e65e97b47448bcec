import { z } from 'zod';
import type { Core } from '../src/core/core.ts';
import { findOpenQuestion } from '../src/core/learning/feedback.ts';
import { answerGap, closeGap, countGaps, type Gap, getGap, listGaps } from '../src/core/learning/gaps.ts';
import { readRegressions } from '../src/core/learning/suggestions/refusals.ts';
import { listTraining, prepareText, type Suggestion } from '../src/core/learning/suggestions/suggestions.ts';
import { hasOptedOut } from '../src/core/members/privacy.ts';
import { type Invocation, slash } from './command.ts';
import { orRefuse, parseOrRefuse, RefusalError } from './refusal.ts';
import { ago, button, type Card, type Draft, done, escapeWithin, say, toLine } from './reply.ts';
import { sayApproved, sayRegressions } from './training/decide.ts';
import { findRole, toFields, toQuestion, toTypedFile } from './training/edit.ts';
import { answerWithEntry, offerForGap } from './training/same.ts';
import { REFUSALS } from './training/words.ts';
import { both, joined, type Texts, type Wording } from './wording.ts';

const GAPS_PER_PAGE = 5;
/** More than a server can have. */
const MAX_OFFSET = 5_000;
const QUESTION_CHARACTERS = 600;
const ANSWER_CHARACTERS = 400;
/** The refused suggestion is among the newest. */
const NEWEST_SUGGESTIONS = 10;

const answerIdSchema = z.uuid();

const GONE: Texts = {
  de: 'Diese Frage ist nicht mehr offen: Jemand hat sie erledigt, oder sie ist nicht mehr gespeichert. `/unanswered` zeigt, was offen ist.',
  en: 'This question is no longer open: someone handled it, or it is no longer stored. `/unanswered` shows what is open.',
};

export const unanswered = slash('unanswered', {
  description: {
    de: 'Worauf der Bot keine gute Antwort hatte, das Häufigste zuerst',
    en: 'What the bot had no good answer for, most frequent first',
  },
  access: 'editor',
  run: list,
  actions: {
    'gap:answer': { opensForm: true, run: openForm },
    'gap:save': save,
    'gap:close': close,
    'gap:same': (core, input) => offerForGap(core, input.serverId, toAnswerId(input), GONE),
    'gap:entry': (core, input) => answerWithEntry(core, input, toAnswerId(input), GONE),
    'gap:more': list,
  },
});

/** The first ones, or those from the offset on that a button names. */
async function list(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const given = Number(args[0]);
  const offset = Number.isSafeInteger(given) && given > 0 ? Math.min(given, MAX_OFFSET) : 0;
  const end = offset + GAPS_PER_PAGE;
  const gaps = (await listGaps(core, serverId, { limit: end })).slice(offset);
  if (gaps.length === 0) {
    const none = {
      de: '✅ Es ist nichts offen: Keine Frage der letzten Zeit wurde mangels Wissen übergeben oder mit 👎 bewertet und wartet noch auf dich.',
      en: '✅ Nothing is open: you have no recent questions left that went unanswered or whose answer was rated 👎.',
    };
    const noMore = { de: 'Mehr ist nicht offen.', en: 'Nothing more is open.' };
    return say(offset > 0 ? noMore : none, { isReplacing: true });
  }
  const cards = gaps.map(toCard);
  const total = await countGaps(core, serverId);
  if (total > end) {
    const text = { de: `${total} Themen sind offen.`, en: `${total} topics are open.` };
    const more = button(`gap:more:${end}`, { de: 'Weitere zeigen', en: 'Show more' });
    cards.push({ text, rows: [[more]] });
  }
  return { kind: 'cards', cards, isReplacing: true };
}

/** @throws RefusalError */
function toAnswerId({ args }: Invocation): string {
  return parseOrRefuse(answerIdSchema, args[0], GONE);
}

/** One message, however long the texts are. */
function toCard(gap: Gap): Card<Wording> {
  const { answerId, question, answer, comment, isCovered, unanswered: handedOver, votedDown } = gap;
  const said = votedDown > 0 && answer ? toLine(answer, ANSWER_CHARACTERS) : '';
  const remark = comment ? toLine(comment, ANSWER_CHARACTERS) : '';
  const covered = {
    de: '✅ Inzwischen findet der Bot dazu etwas. Sieh mit `/knowledge search` nach, ob es passt.',
    en: '✅ The bot now finds an entry for this. Check with `/knowledge search` whether that entry fits.',
  };
  return {
    text: [
      `**${escapeWithin(question, QUESTION_CHARACTERS)}**`,
      both`-# ${describeCounts(gap)}`,
      said !== '' && { de: `> Der Bot sagte: ${said}`, en: `> The bot said: ${said}` },
      remark !== '' && { de: `> Kommentar dazu: ${remark}`, en: `> Comment: ${remark}` },
      // What was voted down had been answered, and would be again.
      isCovered && handedOver > 0 && covered,
    ],
    rows: [
      [
        button(`gap:answer:${answerId}`, { de: 'Jetzt beantworten', en: 'Answer now' }, 'primary'),
        button(`gap:close:${answerId}`, { de: 'Beiseitelegen', en: 'Dismiss' }),
        button(`gap:same:${answerId}`, {
          de: 'Eintrag wählen, der das beantwortet',
          en: 'Choose an entry that answers this',
        }),
      ],
    ],
  };
}

function describeCounts({ count, unanswered: handedOver, votedDown, at }: Gap): Texts {
  return joined(' · ', [
    { de: `${count}-mal gefragt`, en: `asked ${count === 1 ? 'once' : `${count} times`}` },
    handedOver > 0 && { de: `${handedOver} ans Team übergeben`, en: `${handedOver} handed over` },
    votedDown > 0 && `${votedDown} 👎`,
    ago(at),
  ]);
}

/** Only reads one row: a form can only be the first answer, and that within a second. */
async function openForm(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const answerId = parseOrRefuse(answerIdSchema, args[0], GONE, { isReplacing: true });
  const asked = await findOpenQuestion(core, serverId, answerId);
  if (asked === null) throw new RefusalError(GONE, { isReplacing: true });
  return {
    kind: 'form',
    id: `gap:save:${answerId}`,
    title: { de: 'Frage beantworten', en: 'Answer the question' },
    fields: toFields({ question: toQuestion(asked), answer: '' }),
  };
}

async function save(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, invoker, fields } = input;
  const { question = '', answer = '' } = fields;
  const files = toTypedFile(fields);
  const answerId = parseOrRefuse(answerIdSchema, input.args[0], GONE, { files, isReplacing: true });
  // Who wants nothing kept may still write for the server: then nobody's name stands with it.
  const authorId = (await hasOptedOut(core, invoker.id)) ? null : invoker.id;
  const authorRole = await findRole(core, input);
  const given = { serverId, answerId, question, answer, authorId, authorRole };
  try {
    const saving = orRefuse(answerGap(core, given), { not_found: GONE }, { files, isReplacing: true });
    return sayApproved(await saving, 'gap.answered', {
      de: 'Die offenen Fragen dazu sind erledigt.',
      en: 'The open questions about this are closed.',
    });
  } catch (error) {
    const regressions = readRegressions(error);
    const suggestion = regressions ? await findRefused(core, input) : null;
    if (regressions && suggestion)
      return sayRegressions(core, serverId, { suggestion, regressions, gapId: answerId });
    return orRefuse(Promise.reject(error), REFUSALS, { files });
  }
}

/** The suggestion that waits because test questions kept it from being approved. */
async function findRefused(core: Core, { serverId, fields }: Invocation): Promise<Suggestion | null> {
  const newest = await listTraining(core, serverId, 'pending', { limit: NEWEST_SUGGESTIONS });
  const typed = prepareText(fields.answer ?? '');
  return newest.find(({ source, answer }) => source === 'gap' && answer === typed) ?? null;
}

async function close(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const more = { isReplacing: true };
  const answerId = parseOrRefuse(answerIdSchema, args[0], GONE, more);
  const gap = await orRefuse(getGap(core, serverId, answerId), { not_found: GONE }, more);
  const closing = closeGap(core, { serverId, answerId });
  const count = await orRefuse(closing, { not_found: GONE }, more);
  const name = `**${escapeWithin(gap.question, QUESTION_CHARACTERS)}**`;
  const text = {
    de: `☑️ Beiseitegelegt: ${name}${count > 1 ? ` und ${count - 1} ähnliche` : ''}. Wird es wieder gefragt, steht es wieder hier.`,
    en: `☑️ Dismissed: ${name}${count > 1 ? ` and ${count - 1} like it` : ''}. If it is asked again, it is listed again.`,
  };
  // A member asked it, so their words stand in no log.
  return done('gap.closed', null, text, more);
}
