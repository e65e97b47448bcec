import { z } from 'zod';
import type { Core } from '../src/core/core.ts';
import { markAnswer, nameMark, VERDICTS, type Verdict, verdictSchema } from '../src/core/learning/marks.ts';
import { findAnswerOfReply } from '../src/core/members/message-claims.ts';
import { AppError } from '../src/domain/errors.ts';
import { type Invocation, messageMenu } from './command.ts';
import { orRefuse, RefusalError } from './refusal.ts';
import { button, type Draft, done, say } from './reply.ts';
import { both, type Texts } from './wording.ts';

const LABELS: Record<Verdict, Texts> = {
  needed: { de: 'Das Team war nötig', en: 'The team was needed' },
  'not-needed': { de: 'Niemand war nötig', en: 'The team was not needed' },
};
const NO_ANSWER: Texts = {
  de: 'Das ist keine Antwort von mir, oder sie ist nicht mehr gespeichert. Sagen lässt sich das nur von meinen eigenen Antworten auf Fragen.',
  en: 'This is not one of my answers, or it is no longer stored. This works only for my own answers to questions.',
};

export const wasTheTeamNeeded = messageMenu(
  { de: 'War das Team nötig', en: 'Was the team needed' },
  {
    access: 'team',
    run: offer,
    actions: { 'mark:set': mark },
  },
);

async function offer(core: Core, { serverId, target }: Invocation): Promise<Draft> {
  if (!target) throw new AppError('not_found');
  const answered = target.isOwn ? await findAnswerOfReply(core, serverId, target.id) : null;
  if (!answered) throw new RefusalError(NO_ANSWER);
  const text = {
    de: '**War für diese Frage jemand vom Team nötig?** Ähnliche Fragen behandle ich dann so, wie du sagst. Worte über eine Gefahr für jemanden rufen das Team immer.',
    en: '**Was someone from the team needed for this question?** I will then treat similar questions the way you say. Signs of danger to a person always call the team.',
  };
  const rows = [
    VERDICTS.map((verdict) => button(`mark:set:${verdict}:${answered.answerId}`, LABELS[verdict])),
  ];
  return say(text, { rows });
}

async function mark(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const given = z.tuple([verdictSchema, z.uuid()]).safeParse(args);
  if (!given.success) throw new AppError('not_found');
  const [verdict, answerId] = given.data;
  const refusals = {
    not_found: NO_ANSWER,
    forbidden: {
      de: 'Wer das gefragt hat, möchte nichts gespeichert haben.',
      en: 'The asker opted out, so nothing is stored.',
    },
    invalid_input: {
      de: 'Das lässt sich nicht merken: Es sind schon 500, oder die Frage besteht nur aus persönlichen Daten. Unter „Antworten“ im Dashboard lassen sich alte zurücknehmen.',
      en: 'This cannot be saved: there are already 500 verdicts, or the question contains only personal data. Take back old verdicts under “Answers” in the dashboard.',
    },
  };
  const marking = markAnswer(core, { serverId, answerId, verdict });
  const marked = await orRefuse(marking, refusals, { isReplacing: true });
  const rest = {
    de: 'Ähnliche Fragen folgen dem ab jetzt. Zurücknehmen: im Dashboard unter „Antworten“.',
    en: 'From now on, similar questions are treated this way. To take it back, go to “Answers” in the dashboard.',
  };
  return done('answer.marked', nameMark(marked), both`✅ **${LABELS[verdict]}.** ${rest}`, {
    isReplacing: true,
  });
}
