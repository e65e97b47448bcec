import { neutraliseMentions } from '../src/core/answering/sanitise/sanitise.ts';
import type { Core } from '../src/core/core.ts';
import { findAnswerText, prepareText } from '../src/core/learning/suggestions/suggestions.ts';
import { findAnswerOfReply } from '../src/core/members/message-claims.ts';
import { chatIdSchema } from '../src/core/owners/settings.ts';
import { guessLanguage, words } from '../src/core/search/words/analyse.ts';
import { AppError } from '../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../src/domain/limits.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { shorten } from './markdown.ts';
import { type Reply, say } from './reply.ts';
import { describeNext, suggestFields, toAskerSource, toFields } from './training/teach.ts';

/** A message holds 2,000 characters; the line below the answer needs a few. */
const MAX_ANSWER_CHARACTERS = 1_900;

export const correctThisAnswer: Command = {
  data: {
    kind: 'message_menu',
    name: 'Correct this answer',
    description: {
      de: 'Eine Antwort des Bots berichtigen, für alle sichtbar',
      en: "Correct the bot's answer, for all to see",
    },
    access: 'teacher',
  },
  opensForm: () => true,
  run: openForm,
  actions: { 'correct:save': { access: 'teacher', run: save } },
};

async function openForm(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, target } = input;
  if (!target) throw new AppError('not_found');
  const answered = target.isOwn ? await findAnswerOfReply(core, serverId, target.id) : null;
  if (!answered) return say(pick(input, NO_ANSWER));
  const said = await findAnswerText(core, serverId, answered.answerId);
  const isWhole = said !== null && said.length <= MAX_ANSWER_CHARACTERS;
  const answer = prepareText(isWhole ? said : withoutSmallPrint(target.text));
  const question = prepareText(answered.question ?? '').replace(/\s+/g, ' ');
  return {
    kind: 'form',
    id: `correct:save:${target.channelId}:${target.id}`,
    title: pick(input, { de: 'Antwort berichtigen', en: 'Correct the answer' }),
    fields: toFields(input, {
      question: shorten(question, MAX_ENTRY_TITLE_CHARACTERS),
      answer: shorten(answer, MAX_ANSWER_CHARACTERS),
      maxLength: MAX_ANSWER_CHARACTERS,
    }),
  };
}

/** Sources, the line of a hand-over and small print stand below an answer and are no part of it. */
const BELOW = /^(?:-# |📣 |\*\*(?:Quellen|Sources):\*\* )/u;

function withoutSmallPrint(text: string): string {
  return text
    .split('\n')
    .filter((line) => !BELOW.test(line))
    .join('\n');
}

const NO_ANSWER: Texts = {
  de: 'Das ist keine Antwort von mir. Berichtigen lassen sich nur meine eigenen Antworten auf Fragen; aus der Nachricht eines Menschen lerne ich mit „Learn from this“.',
  en: 'This is not an answer of mine. Only my own answers to questions can be corrected; “Learn from this” is for messages of people.',
};

const CORRECTED: Texts = {
  de: '-# ✏️ Vom Team berichtigt.',
  en: '-# ✏️ Corrected by the team.',
};

async function save(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, invoker, fields } = input;
  const [channelId = '', messageId = ''] = input.args;
  const isSound = [channelId, messageId].every((id) => chatIdSchema.safeParse(id).success);
  // Only what is an answer of the bot on this server may be changed, whatever the form's id says.
  const answered = isSound ? await findAnswerOfReply(core, serverId, messageId) : null;
  if (!answered) return say(pick(input, NO_ANSWER));
  const made = await suggestFields(core, input, {
    source: 'correction',
    channelId,
    sources: [
      { part: 'answer', messageId, memberId: invoker.id, isOriginal: false },
      ...toAskerSource(answered, messageId),
    ],
  });
  if ('refusal' in made) return made.refusal;
  const answer = shorten(neutraliseMentions((fields.answer ?? '').trim()), MAX_ANSWER_CHARACTERS);
  const language = guessLanguage(words(answer)) ?? input.language;
  const text = `${answer}\n\n${CORRECTED[language]}`;
  const head = pick(input, { de: '✅ Die Antwort ist berichtigt.', en: '✅ The answer is corrected.' });
  return say(`${head}\n${pick(input, describeNext(made.suggestion))}`, {
    effects: [{ kind: 'edit', channelId, messageId, text }],
    audited: { action: 'training.suggested', subject: made.suggestion.id },
  });
}
