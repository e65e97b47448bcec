import { NOTICES } from '../src/core/answering/notices.ts';
import { neutraliseMentions } from '../src/core/answering/sanitise/sanitise.ts';
import { readMessageText } from '../src/core/answering/ticket/message-text.ts';
import type { Core } from '../src/core/core.ts';
import { findAnswerText, prepareText } from '../src/core/learning/suggestions/suggestions.ts';
import { findAnswerOfReply } from '../src/core/members/message-claims.ts';
import { hasOptedOut } from '../src/core/members/privacy.ts';
import { chatIdSchema } from '../src/core/owners/settings.ts';
import { guessLanguage } from '../src/core/reading/language.ts';
import { words } from '../src/core/search/words/analyse.ts';
import { AppError } from '../src/domain/errors.ts';
import { marksIn } from '../src/domain/platform-marks.ts';
import { truncate } from '../src/domain/text.ts';
import type { Language } from '../src/domain/types.ts';
import { type Invocation, messageMenu } from './command.ts';
import { RefusalError } from './refusal.ts';
import { type Draft, done, MAX_FIELD_CHARACTERS } from './reply.ts';
import { describeNext, suggestFields, toAskerSource, toFields, toQuestion } from './training/edit.ts';
import { OPTED_OUT } from './training/words.ts';
import type { Texts } from './wording.ts';

export const learnFromThis = messageMenu(
  { de: 'Daraus lernen', en: 'Learn from this' },
  {
    access: 'teacher',
    opensForm: () => true,
    run: openLearnForm,
    actions: { 'learn:save': saveLearned },
  },
);

async function openLearnForm(core: Core, { serverId, target }: Invocation): Promise<Draft> {
  if (!target) throw new AppError('not_found');
  if (target.isOwn)
    throw new RefusalError({
      de: 'Das habe ich selbst geschrieben. Berichtigen geht im selben Menü mit „Antwort berichtigen“.',
      en: 'I wrote this myself. To correct it, choose “Correct this answer” in the same menu.',
    });
  if (await hasOptedOut(core, target.authorId)) throw new RefusalError(OPTED_OUT);
  const answer = prepareText(readMessageText(target.text).own, [target.authorName]);
  if (answer === '')
    throw new RefusalError({
      de: 'In dieser Nachricht steht kein Text, aus dem ich lernen kann. Schreib ihn mit `/knowledge add` auf.',
      en: 'There is no text in this message that I could learn from. Add an entry yourself with `/knowledge add`.',
    });
  // Known where the message replies to an answer of the bot: then it is what was asked there.
  const answered =
    target.replyToId === null ? null : await findAnswerOfReply(core, serverId, target.replyToId);
  const question = toQuestion(answered?.question, [target.authorName]);
  // Nobody knows later whose words these are; the fourth id only where the question is somebody's too.
  const ids = [target.channelId, target.id, target.authorId, question === '' ? null : target.replyToId];
  return {
    kind: 'form',
    id: ['learn:save', ...ids.filter((id) => id !== null)].join(':'),
    title: { de: 'Was soll der Bot lernen?', en: 'What should the bot learn?' },
    fields: toFields({ question, answer: truncate(answer, MAX_FIELD_CHARACTERS), isNameless: true }),
  };
}

async function saveLearned(core: Core, input: Invocation): Promise<Draft> {
  const [channelId = '', messageId = '', authorId = '', repliedId] = input.args;
  const ids = [channelId, messageId, authorId, ...(repliedId === undefined ? [] : [repliedId])];
  if (!ids.every((id) => chatIdSchema.safeParse(id).success)) throw new AppError('not_found');
  const asked = repliedId ? await findAnswerOfReply(core, input.serverId, repliedId) : null;
  const suggestion = await suggestFields(core, input, {
    source: 'menu',
    channelId,
    sources: [
      { part: 'answer', messageId, memberId: authorId, isOriginal: true },
      ...toAskerSource(asked, repliedId ?? ''),
    ],
  });
  return done('training.suggested', suggestion.id, describeNext(suggestion));
}

/** A message holds 2,000 characters; the line below the answer needs a few. */
const MAX_ANSWER_CHARACTERS = 1_900;

const NO_ANSWER: Texts = {
  de: 'Das ist keine Antwort von mir. Berichtigen lassen sich nur meine eigenen Antworten auf Fragen; aus der Nachricht eines Menschen lerne ich mit „Daraus lernen“.',
  en: 'This is not one of my answers. Only my own answers to questions can be corrected; “Learn from this” is for messages that people wrote.',
};

export const correctThisAnswer = messageMenu(
  { de: 'Antwort berichtigen', en: 'Correct this answer' },
  {
    access: 'teacher',
    opensForm: () => true,
    run: openCorrectionForm,
    actions: { 'correct:save': saveCorrection },
  },
);

async function openCorrectionForm(core: Core, { serverId, target }: Invocation): Promise<Draft> {
  if (!target) throw new AppError('not_found');
  const answered = target.isOwn ? await findAnswerOfReply(core, serverId, target.id) : null;
  if (!answered) throw new RefusalError(NO_ANSWER);
  const said = await findAnswerText(core, serverId, answered.answerId);
  const isWhole = said !== null && said.length <= MAX_ANSWER_CHARACTERS;
  const answer = prepareText(isWhole ? said : withoutSmallPrint(target.text));
  return {
    kind: 'form',
    id: `correct:save:${target.channelId}:${target.id}`,
    title: { de: 'Antwort berichtigen', en: 'Correct the answer' },
    fields: toFields({
      question: toQuestion(answered.question),
      answer: truncate(answer, MAX_ANSWER_CHARACTERS),
      maxLength: MAX_ANSWER_CHARACTERS,
      isNameless: true,
    }),
  };
}

/** Sources, the line of a hand-over and small print stand below an answer and are no part of it. */
const BELOW = ['-# ', '📣 ', ...Object.values(NOTICES).map(({ sources }) => `**${sources}** `)];

function withoutSmallPrint(text: string): string {
  return text
    .split('\n')
    .filter((line) => !BELOW.some((head) => line.startsWith(head)))
    .join('\n');
}

const CORRECTED: Record<Language, string> = {
  de: '-# ✏️ Vom Team berichtigt.',
  en: '-# ✏️ Corrected by the team.',
  fr: '-# ✏️ Corrigé par l’équipe.',
  es: '-# ✏️ Corregido por el equipo.',
  it: '-# ✏️ Corretto dal team.',
  pt: '-# ✏️ Corrigido pela equipa.',
  nl: '-# ✏️ Verbeterd door het team.',
  pl: '-# ✏️ Poprawione przez zespół.',
  tr: '-# ✏️ Ekip tarafından düzeltildi.',
};

async function saveCorrection(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, invoker, fields } = input;
  const [channelId = '', messageId = ''] = input.args;
  const isSound = [channelId, messageId].every((id) => chatIdSchema.safeParse(id).success);
  // Only what is an answer of the bot on this server may be changed, whatever the form's id says.
  const answered = isSound ? await findAnswerOfReply(core, serverId, messageId) : null;
  if (!answered) throw new RefusalError(NO_ANSWER);
  const suggestion = await suggestFields(core, input, {
    source: 'correction',
    channelId,
    sources: [
      { part: 'answer', messageId, memberId: invoker.id, isOriginal: false },
      ...toAskerSource(answered, messageId),
    ],
  });
  const typed = (fields.answer ?? '').trim();
  const answer = truncate(neutraliseMentions(typed, marksIn([typed])), MAX_ANSWER_CHARACTERS);
  const language = guessLanguage(words(answer)) ?? input.language;
  const text = `${answer}\n\n${CORRECTED[language]}`;
  const head = { de: '✅ Die Antwort ist berichtigt.', en: '✅ The answer has been corrected.' };
  return done('training.suggested', suggestion.id, [head, describeNext(suggestion)], {
    effects: [{ kind: 'edit', channelId, messageId, text }],
  });
}
