import { z } from 'zod';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import type { Core } from '../../src/core/core.ts';
import { findTeamCall, rateAnswer, VOTE_REASONS, type VoteReason } from '../../src/core/learning/feedback.ts';
import { type CountedQuestion, giveQuestionBack } from '../../src/core/members/member-limit.ts';
import { hasOptedOut } from '../../src/core/members/privacy.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { modeIn, parseSettings } from '../../src/core/owners/settings.ts';
import { AppError } from '../../src/domain/errors.ts';
import { toCleanText } from '../../src/domain/text.ts';
import type { Server } from '../../src/domain/types.ts';
import { type Invocation, slash } from '../command.ts';
import { orRefuse, parseOrRefuse } from '../refusal.ts';
import { type Draft, say } from '../reply.ts';
import type { Texts } from '../wording.ts';
import { offerCorrection, openCorrection, refuseStrangers, saveCorrection } from './correction.ts';
import { countAsked } from './limit.ts';

const MAX_QUESTION_CHARACTERS = 2_000;

const questionSchema = z.string().trim().min(1).max(MAX_QUESTION_CHARACTERS).transform(toCleanText);
const answerIdSchema = z.uuid();
const reasonSchema = z.enum(VOTE_REASONS);

const TEXTS = {
  channelOff: {
    de: 'In diesem Kanal bin ich ausgeschaltet. Frag mich bitte in einem anderen Kanal.',
    en: 'I am switched off in this channel. Please ask me in another one.',
  },
  badQuestion: {
    de: 'Bitte stell mir eine Frage mit 1 bis 2.000 Zeichen.',
    en: 'Please ask me a question of 1 to 2,000 characters.',
  },
  thanks: {
    de: 'Danke! Schön, dass es geholfen hat. 👍',
    en: 'Thank you! Good to know that it helped. 👍',
  },
  whatWasWrong: {
    de: 'Danke für den Hinweis. Was hat nicht gepasst? Damit hilfst du dem Team, es zu verbessern.',
    en: 'Thank you for telling us. What was wrong? Knowing that helps the team to improve.',
  },
  reasonNoted: {
    de: 'Danke, ist notiert. Wenn du noch Hilfe brauchst, drück unter der Antwort auf „Team fragen“.',
    en: 'Thank you, saved. If you still need help, press “Ask the team” under the answer.',
  },
  notYours: {
    de: 'Diese Antwort kann nur bewerten, wer gefragt hat, oder das Team. Stell deine eigene Frage mit `/ask`.',
    en: 'Only the asker or the team can rate this answer. Ask your own question with `/ask`.',
  },
  notKept: {
    de: 'Du hast gewünscht, dass nichts von dir gespeichert wird, auch keine Bewertung. Ändern: `/opt-out`.',
    en: 'You asked me to store nothing of yours, not even ratings. To change this: `/opt-out`.',
  },
  answerGone: {
    de: 'Diese Antwort ist nicht mehr gespeichert. Stell die Frage einfach noch einmal mit `/ask`.',
    en: 'This answer is no longer stored. Just ask again with `/ask`.',
  },
  answerGoneForTeam: {
    de: 'Diese Antwort ist nicht gespeichert, darum kann ich das Team nicht dazu rufen. Schreib ihm bitte direkt.',
    en: 'This answer is not stored, so I cannot show it to the team. Please write to them directly.',
  },
  teamCalled: {
    de: 'Das Team ist gefragt und meldet sich hier bei dir.',
    en: 'The team has been asked and will get back to you here.',
  },
  teamCalledBefore: {
    de: 'Das Team wurde hierzu schon gefragt. Bitte hab noch etwas Geduld.',
    en: 'The team has been asked about this already. Please bear with them.',
  },
  callForbidden: {
    de: '⚠️ Ich darf hier nicht schreiben, darum konnte ich das Team nicht rufen. Schreib ihm bitte direkt; ein Admin sieht mit `/setup`, welches Recht mir fehlt.',
    en: '⚠️ I am not allowed to write here, so I could not call the team. Please write to them directly; `/setup` shows an admin which permission I lack.',
  },
  callFailed: {
    de: '⚠️ Das Team zu rufen hat gerade nicht geklappt. Drück bitte in einem Moment noch einmal.',
    en: '⚠️ Calling the team did not work just now. Please press again in a moment.',
  },
} satisfies Record<string, Texts>;

const REASONS: Record<VoteReason, Texts> = {
  wrong: { de: 'Die Antwort ist falsch', en: 'The answer is wrong' },
  outdated: { de: 'Die Antwort ist veraltet', en: 'The answer is outdated' },
  unclear: { de: 'Die Antwort ist unklar', en: 'The answer is unclear' },
  other_question: { de: 'Ich hatte etwas anderes gefragt', en: 'I asked something else' },
};

export const ask = slash('ask', {
  description: { de: 'Stell eine Frage an den Bot', en: 'Ask the bot a question' },
  access: 'everyone',
  options: {
    question: {
      description: {
        de: 'Deine Frage, am besten in einem Satz',
        en: 'Your question, ideally in one sentence',
      },
      isRequired: true,
      maxLength: MAX_QUESTION_CHARACTERS,
    },
  },
  isPublic: true,
  run: answerAsked,
  actions: {
    'answer:up': async (core, input) => {
      await vote(core, input, { vote: 'up' });
      return say(TEXTS.thanks);
    },
    'answer:down': voteDown,
    'answer:why': giveReason,
    'answer:correct': { opensForm: true, run: openCorrection },
    'answer:correction': saveCorrection,
    'answer:team': askTeam,
  },
});

async function answerAsked(core: Core, input: Invocation): Promise<Draft> {
  const server = await getServer(core, input.serverId);
  const question = questionSchema.safeParse(input.options.question);
  // Thrown, because what this command returns is for all to see and this is for the asker alone.
  if (!question.success) throw new AppError('invalid_input', { message: TEXTS.badQuestion[input.language] });
  const settings = parseSettings(server.settings);
  if (modeIn(settings, input) === 'off')
    throw new AppError('forbidden', { message: TEXTS.channelOff[input.language] });
  const counted = await countAsked(core, input, settings);
  try {
    return await answerCounted(core, input, { server, question: question.data, counted });
  } catch (error) {
    await giveQuestionBack(core, counted);
    throw error;
  }
}

async function answerCounted(
  core: Core,
  input: Invocation,
  { server, question, counted }: { server: Server; question: string; counted: CountedQuestion },
): Promise<Draft> {
  const isUnrecorded = await hasOptedOut(core, input.invoker.id);
  const { answer } = await answerQuestion(core, {
    server,
    channel: 'discord',
    key: null,
    path: input,
    messages: [{ role: 'user', content: question }],
    customer: input.invoker.name,
    memberId: input.invoker.id,
    signal: input.signal,
    isUnrecorded,
  });
  return { kind: 'answer', question, answer, isUnrecorded, counted };
}

/** @returns the answer that was voted on. @throws RefusalError */
async function vote(
  core: Core,
  { serverId, invoker, args }: Invocation,
  given: { vote: 'up' | 'down'; reason?: VoteReason },
  more: { isReplacing?: boolean } = {},
): Promise<string> {
  const answerId = parseOrRefuse(answerIdSchema, args[0], TEXTS.answerGone, more);
  const { id, roleIds, isAdmin } = invoker;
  const rating = rateAnswer(core, { serverId, invoker: { id, roleIds, isAdmin }, answerId, ...given });
  const { answerGone: gone, notYours, notKept } = TEXTS;
  await refuseStrangers(core, rating, { memberId: id, gone, notYours, notKept, more });
  return answerId;
}

async function voteDown(core: Core, input: Invocation): Promise<Draft> {
  const answerId = await vote(core, input, { vote: 'down' });
  const better = await offerCorrection(core, input, answerId);
  const reasons = {
    kind: 'select' as const,
    id: `answer:why:${answerId}`,
    placeholder: { de: 'Grund auswählen', en: 'Choose a reason' },
    options: VOTE_REASONS.map((value) => ({ label: REASONS[value], value })),
  };
  return say(TEXTS.whatWasWrong, { rows: [[reasons], better] });
}

async function giveReason(core: Core, input: Invocation): Promise<Draft> {
  const more = { isReplacing: true };
  const reason = parseOrRefuse(reasonSchema, input.values[0], TEXTS.answerGone, more);
  const answerId = await vote(core, input, { vote: 'down', reason }, more);
  const better = await offerCorrection(core, input, answerId);
  return say(TEXTS.reasonNoted, { rows: [better], isReplacing: true });
}

async function askTeam(core: Core, { serverId, args, language }: Invocation): Promise<Draft> {
  const answerId = parseOrRefuse(answerIdSchema, args[0], TEXTS.answerGoneForTeam);
  const finding = findTeamCall(core, { serverId, answerId });
  const call = await orRefuse(finding, { not_found: TEXTS.answerGoneForTeam });
  if (call.isMade) return say(TEXTS.teamCalledBefore);
  const { messageId, askerId } = call;
  const texts = {
    called: TEXTS.teamCalled,
    known: TEXTS.teamCalledBefore,
    forbidden: TEXTS.callForbidden,
    failed: TEXTS.callFailed,
  };
  return { kind: 'team_call', answerId, messageId, askerId, language, texts };
}
