import { z } from 'zod';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import type { Core } from '../../src/core/core.ts';
import { findTeamCall, rateAnswer, VOTE_REASONS, type VoteReason } from '../../src/core/learning/feedback.ts';
import { hasOptedOut } from '../../src/core/members/privacy.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { modeIn, parseSettings } from '../../src/core/owners/settings.ts';
import { AppError } from '../../src/domain/errors.ts';
import { toCleanText } from '../../src/domain/text.ts';
import { type Command, type Invocation, pick, type Texts } from '../command.ts';
import { type Reply, type Select, say } from '../reply.ts';
import { offerCorrection, openCorrection, saveCorrection } from './correction.ts';

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
    en: 'Thank you for telling. What was not right? It helps the team to improve it.',
  },
  reasonNoted: {
    de: 'Danke, ist notiert. Wenn du noch Hilfe brauchst, drück unter der Antwort auf „Team fragen“.',
    en: 'Thank you, noted. If you still need help, press “Ask the team” under the answer.',
  },
  notYours: {
    de: 'Diese Antwort kann nur bewerten, wer gefragt hat, oder das Team. Stell deine eigene Frage mit `/ask`.',
    en: 'Only whoever asked, or the team, can rate this answer. Ask your own question with `/ask`.',
  },
  notKept: {
    de: 'Du hast gewünscht, dass nichts von dir gespeichert wird, auch keine Bewertung. Ändern: `/opt-out`.',
    en: 'You wished that nothing of yours is stored, ratings neither. To change it: `/opt-out`.',
  },
  answerGone: {
    de: 'Diese Antwort ist nicht mehr gespeichert. Stell die Frage einfach noch einmal mit `/ask`.',
    en: 'This answer is not stored any more. Just ask again with `/ask`.',
  },
  answerGoneForTeam: {
    de: 'Diese Antwort ist nicht gespeichert, darum kann ich das Team nicht dazu rufen. Schreib ihm bitte direkt.',
    en: 'This answer is not stored, so I cannot call the team to it. Please write to them directly.',
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
    en: '⚠️ I may not write here, so I could not call the team. Please write to them directly; an admin sees with `/setup` which right I lack.',
  },
  callFailed: {
    de: '⚠️ Das Team zu rufen hat gerade nicht geklappt. Drück bitte in einem Moment noch einmal.',
    en: '⚠️ Calling the team did not work just now. Please press again in a moment.',
  },
  placeholder: { de: 'Grund auswählen', en: 'Choose a reason' },
} satisfies Record<string, Texts>;

const REASONS: Record<VoteReason, Texts> = {
  wrong: { de: 'Die Antwort ist falsch', en: 'The answer is wrong' },
  outdated: { de: 'Die Antwort ist veraltet', en: 'The answer is outdated' },
  unclear: { de: 'Die Antwort ist unklar', en: 'The answer is unclear' },
  other_question: { de: 'Ich hatte etwas anderes gefragt', en: 'I had asked something else' },
};

export const ask: Command = {
  data: {
    kind: 'slash',
    name: 'ask',
    description: { de: 'Stell eine Frage an den Bot', en: 'Ask the bot a question' },
    access: 'everyone',
    options: [
      {
        kind: 'string',
        name: 'question',
        description: {
          de: 'Deine Frage, am besten in einem Satz',
          en: 'Your question, best in one sentence',
        },
        isRequired: true,
        maxLength: MAX_QUESTION_CHARACTERS,
      },
    ],
  },
  isPublic: true,
  run: answer,
  actions: {
    'answer:up': { access: 'everyone', run: (core, input) => rate(core, input, 'up') },
    'answer:down': { access: 'everyone', run: (core, input) => rate(core, input, 'down') },
    'answer:why': { access: 'everyone', run: giveReason },
    'answer:correct': { access: 'everyone', opensForm: true, run: openCorrection },
    'answer:correction': { access: 'everyone', run: saveCorrection },
    'answer:team': { access: 'everyone', run: askTeam },
  },
};

async function answer(core: Core, input: Invocation): Promise<Reply> {
  const server = await getServer(core, input.serverId);
  const question = questionSchema.safeParse(input.options.question);
  // Thrown, because what this command returns is for all to see and this is for the asker alone.
  if (!question.success) throw new AppError('invalid_input', { message: pick(input, TEXTS.badQuestion) });
  if (modeIn(parseSettings(server.settings), input) === 'off') {
    throw new AppError('forbidden', { message: pick(input, TEXTS.channelOff) });
  }
  const isUnrecorded = await hasOptedOut(core, input.invoker.id);
  const answered = await answerQuestion(core, {
    server,
    channel: 'discord',
    key: null,
    messages: [{ role: 'user', content: question.data }],
    customer: input.invoker.name,
    signal: input.signal,
    isUnrecorded,
  });
  return { kind: 'answer', question: question.data, answer: answered.answer, isUnrecorded };
}

async function rate(core: Core, input: Invocation, vote: 'up' | 'down'): Promise<Reply> {
  const answerId = answerIdSchema.safeParse(input.args[0]);
  if (!answerId.success) return say(pick(input, TEXTS.answerGone));
  const refusal = await recordVote(core, input, { answerId: answerId.data, vote });
  if (refusal) return say(pick(input, refusal));
  if (vote === 'up') return say(pick(input, TEXTS.thanks));
  const better = await offerCorrection(core, input, answerId.data);
  return say(pick(input, TEXTS.whatWasWrong), { rows: [[offerReasons(input, answerId.data)], better] });
}

async function giveReason(core: Core, input: Invocation): Promise<Reply> {
  const answerId = answerIdSchema.safeParse(input.args[0]);
  const reason = reasonSchema.safeParse(input.values[0]);
  if (!answerId.success || !reason.success) return say(pick(input, TEXTS.answerGone), { isReplacing: true });
  const refusal = await recordVote(core, input, {
    answerId: answerId.data,
    vote: 'down',
    reason: reason.data,
  });
  if (refusal) return say(pick(input, refusal), { isReplacing: true });
  const better = await offerCorrection(core, input, answerId.data);
  return say(pick(input, TEXTS.reasonNoted), { rows: [better], isReplacing: true });
}

/** @returns what to say when the vote was not taken. */
async function recordVote(
  core: Core,
  { serverId, invoker }: Invocation,
  given: { answerId: string; vote: 'up' | 'down'; reason?: VoteReason },
): Promise<Texts | null> {
  const { id, roleIds, isAdmin } = invoker;
  try {
    await rateAnswer(core, { serverId, invoker: { id, roleIds, isAdmin }, ...given });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Whose question it was is not stored either, so to the core this member is a stranger.
    if (error.code === 'forbidden') return (await hasOptedOut(core, id)) ? TEXTS.notKept : TEXTS.notYours;
    if (error.code === 'not_found') return TEXTS.answerGone;
    throw error;
  }
}

function offerReasons(input: Invocation, answerId: string): Select {
  const options = VOTE_REASONS.map((value) => ({ label: pick(input, REASONS[value]), value }));
  return {
    kind: 'select',
    id: `answer:why:${answerId}`,
    placeholder: pick(input, TEXTS.placeholder),
    options,
  };
}

async function askTeam(core: Core, input: Invocation): Promise<Reply> {
  const answerId = answerIdSchema.safeParse(input.args[0]);
  if (!answerId.success) return say(pick(input, TEXTS.answerGoneForTeam));
  try {
    const call = await findTeamCall(core, { serverId: input.serverId, answerId: answerId.data });
    if (call.isMade) return say(pick(input, TEXTS.teamCalledBefore));
    const { messageId, askerId } = call;
    const texts = {
      called: pick(input, TEXTS.teamCalled),
      known: pick(input, TEXTS.teamCalledBefore),
      forbidden: pick(input, TEXTS.callForbidden),
      failed: pick(input, TEXTS.callFailed),
    };
    const { language } = input;
    return { kind: 'team_call', answerId: answerId.data, messageId, askerId, language, texts };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return say(pick(input, TEXTS.answerGoneForTeam));
  }
}
