import { z } from 'zod';
import { type AnswerDraft, decideDraft, findDraft, isSilent } from '../../src/core/answering/drafts.ts';
import { neutraliseMentions } from '../../src/core/answering/sanitise/sanitise.ts';
import type { Core } from '../../src/core/core.ts';
import { suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { marksIn } from '../../src/domain/platform-marks.ts';
import { toCleanText } from '../../src/domain/text.ts';
import type { AuditAction } from '../../src/domain/types.ts';
import type { Invocation } from '../command.ts';
import { orRefuse, parseOrRefuse, RefusalError } from '../refusal.ts';
import type { ActionRow, Draft, DraftOutcome, Extras } from '../reply.ts';
import { button, done, MAX_FIELD_CHARACTERS } from '../reply.ts';
import {
  describeNext,
  findRole,
  isTrusted,
  toAskerSource,
  toQuestion,
  toTypedFile,
} from '../training/edit.ts';
import { REFUSALS } from '../training/words.ts';
import type { Texts, Wording } from '../wording.ts';

const answerIdSchema = z.uuid();
const textSchema = z.string().trim().min(1).max(MAX_FIELD_CHARACTERS).transform(toCleanText);

const TEXTS = {
  known: {
    de: 'Über diesen Entwurf wurde schon entschieden. Wie, steht auf der Karte.',
    en: 'This draft has already been decided on. The card says how.',
  },
  gone: {
    de: '⚠️ Diesen Entwurf gibt es nicht mehr: Sein Text wurde gelöscht, weil er zu alt ist oder wer gefragt hat seine Daten löschen ließ. Es wurde nichts gesendet.',
    en: '⚠️ This draft no longer exists: its text was deleted because of its age or because the asker had their data deleted. Nothing was sent.',
  },
  notLearned: {
    de: '⚠️ Diesen Entwurf gibt es nicht mehr, darum lässt er sich nicht lernen: Sein Text wurde gelöscht, oder er wurde nicht gesendet.',
    en: '⚠️ The bot cannot learn this draft: its text was deleted, or it was never sent.',
  },
  tooLong: {
    de: `Dieser Entwurf hat mehr als ${MAX_FIELD_CHARACTERS} Zeichen und passt nicht in ein Formular. Sende ihn, wie er ist, oder verwirf ihn und antworte selbst.`,
    en: `This draft has more than ${MAX_FIELD_CHARACTERS} characters and does not fit into a form. Send it as it is, or discard it and answer yourself.`,
  },
  empty: {
    de: 'Es wurde nichts gesendet: Der Text ist leer.',
    en: 'Nothing was sent: the text is empty.',
  },
  sent: { de: '✅ Gesendet.', en: '✅ Sent.' },
  discarded: {
    de: '🗑️ Verworfen. Wer gefragt hat, liest, dass das Team antwortet; die Frage bleibt im Protokoll.',
    en: '🗑️ Discarded. The asker is told that the team will answer; the question stays in the log.',
  },
  discardedSilently: {
    de: '🗑️ Verworfen. Wer gefragt hat, hat davon nichts gesehen.',
    en: '🗑️ Discarded. The asker has seen nothing of it.',
  },
  offerLearning: {
    de: '✅ Gesendet. Soll der Bot das lernen? Es wird ein Vorschlag, über den ein Admin entscheidet.',
    en: '✅ Sent. Should the bot learn this? If so, it becomes a suggestion that an editor or admin decides on.',
  },
  learn: { de: 'Das lernen', en: 'Learn this' },
} satisfies Record<string, Texts>;

/** Where it could not be carried out. */
const OUTCOMES: Record<Exclude<DraftOutcome, 'done'>, Texts> = {
  question_gone: {
    de: '⚠️ Nicht gesendet: Die Frage oder ihr Kanal wurde inzwischen gelöscht.',
    en: '⚠️ Not sent: the question or its channel has been deleted.',
  },
  asker_gone: {
    de: '⚠️ Nicht gesendet: Wer gefragt hat, ist nicht mehr auf dem Server.',
    en: '⚠️ Not sent: the asker is no longer on the server.',
  },
  forbidden: {
    de: '⚠️ Noch nicht angekommen: Im Kanal der Frage darf ich nicht schreiben. `/setup` zeigt, welches Recht mir fehlt; danach sende ich es von selbst.',
    en: '⚠️ Not delivered yet: I am not allowed to write in the channel of the question. `/setup` shows which permission I lack; once I have it, I send the draft automatically.',
  },
  later: {
    de: '⚠️ Noch nicht angekommen: Discord nimmt es gerade nicht an. Ich sende es von selbst, sobald es geht.',
    en: '⚠️ Not delivered yet: Discord is not accepting it at the moment. I keep trying.',
  },
};

export function sendDraft(core: Core, input: Invocation): Promise<Draft> {
  return decide(core, input, { state: 'sent', action: 'drafts.sent', text: TEXTS.sent });
}

export async function discardDraft(core: Core, input: Invocation): Promise<Draft> {
  const text = isSilent(await find(core, input, { isReplacing: true }))
    ? TEXTS.discardedSilently
    : TEXTS.discarded;
  return decide(core, input, { state: 'discarded', action: 'drafts.discarded', text });
}

/** The form in which a draft is written anew. */
export async function openDraft(core: Core, input: Invocation): Promise<Draft> {
  const draft = await find(core, input, { isReplacing: true });
  if (draft.state !== 'open') throw new RefusalError(TEXTS.known);
  if (draft.answer.length > MAX_FIELD_CHARACTERS) throw new RefusalError(TEXTS.tooLong);
  return {
    kind: 'form',
    id: `draft:edited:${draft.answerId}`,
    title: { de: 'Entwurf bearbeiten und senden', en: 'Edit the draft and send it' },
    fields: [
      {
        name: 'answer',
        label: { de: 'Antwort', en: 'Answer' },
        ...{ isLong: true, isRequired: true, maxLength: MAX_FIELD_CHARACTERS, value: draft.answer },
      },
    ],
  };
}

/** Sends what was typed; whoever teaches may have it learned too. */
export async function sendEdited(core: Core, input: Invocation): Promise<Draft> {
  const typed = parseOrRefuse(textSchema, input.fields.answer, TEXTS.empty);
  const answer = neutraliseMentions(typed, marksIn([typed]));
  const draft = await find(core, input, { files: toTypedFile(input.fields) });
  if (answer === draft.answer.trim()) return sendDraft(core, input);
  const mayLearn = await isTrusted(core, input);
  const learn = button(`draft:learn:${draft.answerId}`, TEXTS.learn, 'primary');
  return decide(core, input, {
    ...{ state: 'sent', action: 'drafts.edited', answer },
    text: mayLearn ? TEXTS.offerLearning : TEXTS.sent,
    rows: mayLearn ? [[learn]] : [],
  });
}

/** Claims the decision, which the channel then carries out. @throws RefusalError: somebody was faster, or it is gone */
async function decide(
  core: Core,
  input: Invocation,
  decision: {
    state: 'sent' | 'discarded';
    action: AuditAction;
    text: Texts;
    answer?: string;
    rows?: readonly ActionRow<Wording>[];
  },
): Promise<Draft> {
  const { state, action, text, answer, rows = [] } = decision;
  const answerId = parseOrRefuse(answerIdSchema, input.args[0], TEXTS.gone, { isReplacing: true });
  const claim = await decideDraft(core, {
    ...{ serverId: input.serverId, answerId, state, pressId: input.id },
    by: { channel: 'discord', memberId: input.invoker.id, memberName: input.invoker.name, action },
    ...(answer === undefined ? {} : { text: answer }),
  });
  // What was typed is kept for whoever typed it.
  const files = toTypedFile(input.fields);
  if (claim === 'known') throw new RefusalError(TEXTS.known, { files });
  if (claim === 'gone') throw new RefusalError(TEXTS.gone, { isReplacing: true, files });
  const audited = { action, subject: answerId };
  return { kind: 'draft_decision', answerId, audited, texts: { done: text, ...OUTCOMES }, rows };
}

/** A suggestion of what was sent in the place of a draft; never used before an admin approves it. */
export async function learnDraft(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, invoker } = input;
  const draft = await find(core, input, { isReplacing: true }, TEXTS.notLearned);
  const messageId = draft.replyIds?.[0];
  if (draft.state !== 'sent' || messageId === undefined)
    throw new RefusalError(TEXTS.notLearned, { isReplacing: true });
  const names = [invoker.name];
  const making = suggest(core, {
    ...{ serverId, source: 'correction', channelId: draft.channelId, names },
    ...{ question: toQuestion(draft.question, names), answer: draft.answer },
    authorRole: await findRole(core, input),
    sources: [
      { part: 'answer', messageId, memberId: invoker.id, isOriginal: false },
      ...toAskerSource(draft, messageId),
    ],
  });
  const suggestion = await orRefuse(making, REFUSALS, { isReplacing: true });
  return done('training.suggested', suggestion.id, describeNext(suggestion), { isReplacing: true });
}

/** Ids come from the platform: any of them may be made up. @throws RefusalError */
async function find(
  core: Core,
  { serverId, args }: Invocation,
  more: Extras,
  gone: Texts = TEXTS.gone,
): Promise<AnswerDraft & { answer: string }> {
  const answerId = parseOrRefuse(answerIdSchema, args[0], gone, more);
  const draft = await findDraft(core, { serverId, answerId });
  if (draft === null || draft.answer === null) throw new RefusalError(gone, more);
  return { ...draft, answer: draft.answer };
}
