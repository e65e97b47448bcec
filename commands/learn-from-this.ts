import { readMessageText } from '../src/core/answering/ticket/message-text.ts';
import type { Core } from '../src/core/core.ts';
import { prepareText } from '../src/core/learning/suggestions/suggestions.ts';
import { findAnswerOfReply } from '../src/core/members/message-claims.ts';
import { hasOptedOut } from '../src/core/members/privacy.ts';
import { chatIdSchema } from '../src/core/owners/settings.ts';
import { AppError } from '../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../src/domain/limits.ts';
import { type Command, type Invocation, pick, type TargetMessage, type Texts } from './command.ts';
import { shorten } from './markdown.ts';
import { auditAs, type Reply, say } from './reply.ts';
import { MAX_FIELD_CHARACTERS } from './training/edit.ts';
import { describeNext, suggestFields, toAskerSource, toFields } from './training/teach.ts';
import { OPTED_OUT } from './training/words.ts';

export const learnFromThis: Command = {
  data: {
    kind: 'message_menu',
    name: 'Learn from this',
    description: {
      de: 'Aus der Nachricht eines Menschen einen Vorschlag für das Wissen machen',
      en: "Make a person's message a suggestion for the knowledge",
    },
    access: 'teacher',
  },
  opensForm: () => true,
  run: openForm,
  actions: { 'learn:save': { access: 'teacher', run: save } },
};

async function openForm(core: Core, input: Invocation): Promise<Reply> {
  const { target } = input;
  if (!target) throw new AppError('not_found');
  if (target.isOwn) return say(pick(input, OWN_MESSAGE));
  if (await hasOptedOut(core, target.authorId)) return say(pick(input, OPTED_OUT));
  const answer = prepareText(readMessageText(target.text).own, [target.authorName]);
  if (answer === '') return say(pick(input, NO_TEXT));
  const question = await findQuestion(core, input.serverId, target);
  // Nobody knows later whose words these are; the fourth id only where the question is somebody's too.
  const ids = [target.channelId, target.id, target.authorId, question === '' ? null : target.replyToId];
  return {
    kind: 'form',
    id: ['learn:save', ...ids.filter((id) => id !== null)].join(':'),
    title: pick(input, { de: 'Was soll der Bot lernen?', en: 'What should the bot learn?' }),
    fields: toFields(input, {
      question,
      answer: shorten(answer, MAX_FIELD_CHARACTERS),
      maxLength: MAX_FIELD_CHARACTERS,
    }),
  };
}

const OWN_MESSAGE: Texts = {
  de: 'Das habe ich selbst geschrieben. Berichtigen geht im selben Menü mit „Correct this answer“.',
  en: 'I wrote this myself. To correct it, choose “Correct this answer” in the same menu.',
};
const NO_TEXT: Texts = {
  de: 'In dieser Nachricht steht kein Text, aus dem ich lernen kann. Schreib ihn mit `/knowledge add` auf.',
  en: 'There is no text in this message that I could learn from. Write it down with `/knowledge add`.',
};

/** Known where the message replies to an answer of the bot: then it is what was asked there. */
async function findQuestion(
  core: Core,
  serverId: string,
  { replyToId, authorName }: TargetMessage,
): Promise<string> {
  const answered = replyToId === null ? null : await findAnswerOfReply(core, serverId, replyToId);
  const question = prepareText(answered?.question ?? '', [authorName]).replace(/\s+/g, ' ');
  return shorten(question, MAX_ENTRY_TITLE_CHARACTERS);
}

async function save(core: Core, input: Invocation): Promise<Reply> {
  const [channelId = '', messageId = '', authorId = '', repliedId] = input.args;
  const ids = [channelId, messageId, authorId, ...(repliedId === undefined ? [] : [repliedId])];
  if (!ids.every((id) => chatIdSchema.safeParse(id).success)) throw new AppError('not_found');
  const asked = repliedId ? await findAnswerOfReply(core, input.serverId, repliedId) : null;
  const made = await suggestFields(core, input, {
    source: 'menu',
    channelId,
    sources: [
      { part: 'answer', messageId, memberId: authorId, isOriginal: true },
      ...toAskerSource(asked, repliedId ?? ''),
    ],
  });
  if ('refusal' in made) return made.refusal;
  const { suggestion } = made;
  return auditAs(say(pick(input, describeNext(suggestion))), 'training.suggested', suggestion.id);
}
