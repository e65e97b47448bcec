import type { Command } from 'commander';
import { z } from 'zod';
import { readDraftFigures, takeThreshold } from '../../../core/answering/draft-verdicts.ts';
import { replayAnswer } from '../../../core/answering/log/replay.ts';
import { listOutdated } from '../../../core/answering/outdated/outdated.ts';
import type { Core } from '../../../core/core.ts';
import type { StoredMark } from '../../../core/learning/marks.ts';
import {
  listMarks,
  markAnswer,
  markIdSchema,
  nameMark,
  unmark,
  verdictSchema,
} from '../../../core/learning/marks.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, type CommandResult, serverSchema, tell, verbsOf } from '../noun.ts';
import { COMMAND, toList, toParagraphs } from '../print.ts';

const answerSchema = serverSchema.extend({
  ANSWER: z.uuid('is not the id of an answer').transform((id) => id.toLowerCase()),
});

export function addAnswersCommands(program: Command, context: CommandContext): void {
  const add = addNoun(
    program,
    context,
    'answers',
    'answers: whether they needed the team, and the prompts they were made from',
  );

  add('mark <SERVER> <ANSWER> <VERDICT>', {
    about:
      'say whether an answer needed the team (needed or not-needed): from then on, similar texts are treated this way',
    input: answerSchema.extend({ VERDICT: verdictSchema }),
    run: async (core, { SERVER, ANSWER, VERDICT }) => {
      const mark = await markAnswer(core, { serverId: SERVER, answerId: ANSWER, verdict: VERDICT });
      const undo = `Take it back: ${COMMAND} answers unmark ${SERVER} ${mark.id}`;
      return tell(toShape(mark), `Marked ${mark.id}: ${VERDICT}. ${undo}`, 'answer.marked', nameMark(mark));
    },
  });
  add('marks <SERVER>', {
    about: 'list the verdicts, newest first',
    run: async (core, { SERVER }) => {
      const shapes = (await listMarks(core, SERVER)).map(toShape);
      const columns = { id: 'id', team: 'verdict', at: 'at', answer: 'answer', text: 'text' } as const;
      const none = `Nothing is marked yet. Mark an answer: ${COMMAND} answers mark ${SERVER} ANSWER not-needed`;
      return { shape: shapes, text: toList(shapes, columns, none) };
    },
  });
  add('unmark <SERVER> <ID>', {
    about: 'take a verdict back',
    input: serverSchema.extend({ ID: markIdSchema }),
    run: async (core, { SERVER, ID }) => {
      const gone = await unmark(core, SERVER, ID);
      return tell({ removed: ID }, `Removed ${ID}.`, 'answer.unmarked', nameMark(gone));
    },
  });
  add('replay <SERVER> <ANSWER>', {
    about:
      'show the prompt of an answer, rebuilt from settings, knowledge and conversation as they were then',
    input: answerSchema,
    run: replay,
  });
}

/** Adds the command that tells what the team did with drafts, and the confidence above which nobody has to look. */
export function addDraftsCommand(program: Command, context: CommandContext): void {
  verbsOf(program, context)('drafts <SERVER>', {
    about: 'what your team did with drafts, and the lowest confidence at which few are wrong',
    options: {
      '--take':
        'from now on, answers below that confidence are drafts, and the rest are sent without a check',
    },
    input: serverSchema.extend({ take: z.boolean().default(false) }),
    run: async (core, { SERVER, take }) => {
      const { deeds = [] } = take ? await takeThreshold(core, SERVER) : {};
      const { sent, edited, discarded, waiting, threshold } = await readDraftFigures(core, SERVER);
      const { wrongIn100, confidence } = threshold;
      const shape = {
        ...{ sent, edited, discarded, waiting },
        threshold: { wrong_in_100: wrongIn100, confidence },
      };
      const found =
        confidence === null
          ? `The decisions so far do not show a confidence at which at most ${wrongIn100} in 100 are wrong.`
          : `At a confidence of ${confidence} or more, at most ${wrongIn100} in 100 are wrong (95% certain).`;
      const text = `${sent} sent unchanged, ${edited} edited, ${discarded} discarded, ${waiting} waiting.\n${found}`;
      return { shape, text, deeds };
    },
  });
}

async function replay(core: Core, { SERVER, ANSWER }: z.infer<typeof answerSchema>): Promise<CommandResult> {
  const { promptDigest, keptDigest, messages } = await replayAnswer(core, SERVER, ANSWER);
  const isSame = promptDigest === keptDigest;
  const parts = messages.map(({ role, content }) => `${role}:\n${toParagraphs(content)}`);
  return {
    shape: { prompt_digest: promptDigest, kept_digest: keptDigest, messages },
    text: [...parts, `SHA-256 of these messages: ${promptDigest}`].join('\n\n'),
    ...(!isSame && {
      fault: `These are not the messages as they were sent (${keptDigest}): words have been deleted since.`,
    }),
  };
}

function toShape({ id, answerId, isNeeded, text, createdAt }: StoredMark) {
  return { id, answer: answerId, verdict: isNeeded ? 'needed' : 'not-needed', text, at: createdAt };
}

const OUTDATED = {
  answer: 'answer',
  at: 'at',
  channel: 'channel',
  entry: 'entry',
  said: 'said',
  now: 'now',
} as const;

export function addOutdatedCommand(program: Command, context: CommandContext): void {
  verbsOf(program, context)('outdated <SERVER>', {
    about: 'recent answers that no longer match the knowledge',
    run: async (core, { SERVER }) => {
      const shape = (await listOutdated(core, SERVER)).map(
        ({ answerId: answer, entryId: entry, said, now, at, channel }) => ({
          answer,
          entry,
          said,
          now,
          at,
          channel,
        }),
      );
      return { shape, text: toList(shape, OUTDATED, 'Every recent answer still matches the knowledge.') };
    },
  });
}
