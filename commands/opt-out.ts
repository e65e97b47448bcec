import type { Core } from '../src/core/core.ts';
import { hasOptedOut, optIn, optOut as storeOptOut } from '../src/core/members/privacy.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { type Button, type Reply, say } from './reply.ts';

const TEXTS = {
  optedOut: {
    de: [
      '🔒 **Von dir wird nichts gespeichert.** Das gilt ab jetzt auf allen Servern; was da war, ist gelöscht.',
      '- Sprichst du mich an (Erwähnung, Antwort, `/ask`), antworte ich weiter, behalte aber nichts davon.',
      '- Wo ich sonst auf jede Nachricht antworte, übergehe ich deine.',
      '- Aus deinen Nachrichten wird nichts gelernt.',
    ].join('\n'),
    en: [
      '🔒 **Nothing of yours is stored.** From now on, on all servers; what there was is deleted.',
      '- When you address me (mention, reply, `/ask`) I still answer, but keep nothing of it.',
      '- Where I usually answer every message I pass over yours.',
      '- Nothing is learned from your messages.',
    ].join('\n'),
  },
  optedIn: {
    de: '✅ **Willkommen zurück!** Ich antworte dir wieder überall und behalte deine Fragen nur für kurze Zeit. Einzelheiten: `/privacy`.',
    en: '✅ **Welcome back!** I answer you everywhere again and keep your questions only for a short time. Details: `/privacy`.',
  },
  optOutLabel: { de: 'Nichts von mir speichern', en: 'Store nothing of mine' },
  optInLabel: { de: 'Doch wieder mitmachen', en: 'Take part again' },
} satisfies Record<string, Texts>;

export const optOut: Command = {
  data: {
    kind: 'slash',
    name: 'opt-out',
    description: {
      de: 'Nichts von dir speichern und aus deinen Nachrichten nichts lernen',
      en: 'Store nothing of yours and learn nothing from your messages',
    },
    access: 'everyone',
  },
  run: (core, input) => leave(core, input, false),
  actions: {
    'privacy:opt-out': { access: 'everyone', run: (core, input) => leave(core, input, true) },
    'privacy:opt-in': { access: 'everyone', run: comeBack },
  },
};

/** The button that changes what holds for this member now. */
export async function offerChange(core: Core, input: Invocation): Promise<Button> {
  const isOut = await hasOptedOut(core, input.invoker.id);
  return isOut
    ? { kind: 'button', id: 'privacy:opt-in', label: pick(input, TEXTS.optInLabel), style: 'secondary' }
    : { kind: 'button', id: 'privacy:opt-out', label: pick(input, TEXTS.optOutLabel), style: 'secondary' };
}

/** Whoever asks twice to be left out is not taken in again by that. */
async function leave(core: Core, input: Invocation, isReplacing: boolean): Promise<Reply> {
  await storeOptOut(core, input.invoker.id);
  return say(pick(input, TEXTS.optedOut), { rows: [[await offerChange(core, input)]], isReplacing });
}

async function comeBack(core: Core, input: Invocation): Promise<Reply> {
  await optIn(core, input.invoker.id);
  return say(pick(input, TEXTS.optedIn), { rows: [[await offerChange(core, input)]], isReplacing: true });
}
