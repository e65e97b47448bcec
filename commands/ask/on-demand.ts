import type { Core } from '../../src/core/core.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { isObservedIn, modeIn, parseSettings } from '../../src/core/owners/settings.ts';
import { AppError } from '../../src/domain/errors.ts';
import { type Invocation, messageMenu } from '../command.ts';
import { RefusalError } from '../refusal.ts';
import type { Draft } from '../reply.ts';
import { countAsked } from './limit.ts';

const TEXTS = {
  answered: { de: '✅ Erledigt: Ich habe dort geschrieben.', en: '✅ Done: I have replied there.' },
  known: {
    de: 'Das habe ich schon beantwortet, oder ich bin gerade dabei.',
    en: 'I have answered this already, or I am about to.',
  },
  failed: {
    de: '⚠️ Das hat nicht geklappt. Versuch es bitte in einer Minute noch einmal.',
    en: '⚠️ That did not work. Please try again in a minute.',
  },
  nothing_asked: {
    de: 'Hier steht nichts, was ein Mensch gefragt hat und ich lesen kann.',
    en: 'I cannot find a question here that a person wrote and that I can read.',
  },
  head: { de: '💡 **Vorschlag:** Nur du siehst ihn.', en: '💡 **Suggestion:** only you see it.' },
};

export const answerThis = messageMenu(
  { de: 'Diese Frage beantworten', en: 'Answer this' },
  { access: 'team', run: (core, input) => demand(core, input, true) },
);

export const suggestAReply = messageMenu(
  { de: 'Antwort vorschlagen', en: 'Suggest a reply' },
  { access: 'team', run: (core, input) => demand(core, input, false) },
);

async function demand(core: Core, input: Invocation, isPublic: boolean): Promise<Draft> {
  if (!input.target) throw new AppError('not_found');
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const isClosed = modeIn(settings, input) === 'off' || isObservedIn(settings, input);
  if (isPublic && isClosed)
    throw new RefusalError({
      de: 'In diesem Kanal antworte ich nicht öffentlich. „Antwort vorschlagen“ zeigt die Antwort nur dir.',
      en: 'I do not answer in public in this channel. “Suggest a reply” shows the answer to you alone.',
    });
  const counted = await countAsked(core, input, settings);
  return { kind: 'on_demand', isPublic, counted, texts: TEXTS };
}
