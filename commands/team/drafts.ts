import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { draftBelowSchema, parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import { DRAFT_STATES, type DraftState } from '../../src/domain/types.ts';
import { type Invocation, slash } from '../command.ts';
import { parseOrRefuse } from '../refusal.ts';
import { type Draft, done, say } from '../reply.ts';
import type { Texts, Wording } from '../wording.ts';

const STATES: Record<DraftState, Texts> = {
  off: { de: 'aus: keine Antwort ist ein Entwurf', en: 'off: no answer is a draft' },
  unsure: { de: 'unsicher: wenn die Sicherheit zu klein ist', en: 'unsure: when the confidence is too low' },
  all: { de: 'alle: jede Antwort ist ein Entwurf', en: 'all: every answer is a draft' },
};

export const drafts = slash('drafts', {
  description: {
    de: 'Welche Antworten jemand ansieht, bevor sie gesendet werden',
    en: 'Which answers somebody looks at before they are sent',
  },
  access: 'admin',
  subcommands: {
    set: {
      description: {
        de: 'Legt fest, welche Antworten Entwürfe sind',
        en: 'Sets which answers are drafts',
      },
      options: {
        state: {
          description: { de: 'Keine, unsichere oder alle', en: 'None, unsure ones or all' },
          isRequired: true,
          choices: DRAFT_STATES.map((value) => ({ name: STATES[value], value })),
        },
        below: {
          description: {
            de: 'Unsicher ist, was unter dieser Sicherheit liegt, 0 bis 1 (sonst wie bisher)',
            en: 'Unsure is what lies below this confidence, 0 to 1 (otherwise as it was)',
          },
          maxLength: 6,
        },
      },
      run: set,
    },
    show: {
      description: { de: 'Zeigt, welche Antworten Entwürfe sind', en: 'Shows which answers are drafts' },
      run: async (core, { serverId }) =>
        say(describe(parseSettings((await getServer(core, serverId)).settings))),
    },
  },
});

async function set(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const state = parseOrRefuse(z.enum(DRAFT_STATES), options.state, {
    de: 'Bitte wähle einen Zustand aus der Liste.',
    en: 'Please choose a state from the list.',
  });
  const below = parseOrRefuse(draftBelowSchema.optional(), options.below, {
    de: 'Bitte gib die Sicherheit als Zahl von 0 bis 1 an, zum Beispiel 0,5.',
    en: 'Please give the confidence as a number from 0 to 1, for example 0.5.',
  });
  const change = { drafts: state, ...(below === undefined ? {} : { draft_below: below }) };
  const settings = await changeSettings(core, serverId, () => change);
  const subject = `${settings.drafts} ${settings.draft_below}`;
  return done('drafts.changed', subject, describe(settings));
}

function describe({ drafts: state, draft_below: below }: Settings): Wording {
  const texts: Record<DraftState, Texts> = {
    off: {
      de: '✅ **Entwürfe sind aus.** Über die API ist keine Antwort als Entwurf markiert.',
      en: '✅ **Drafts are off.** Over the API, no answer is marked as a draft.',
    },
    unsure: {
      de: `✅ **Entwurf ist, was unsicher ist:** Antworten mit einer Sicherheit unter ${below.toLocaleString('de')}. Über die API steht dann \`draft: true\` darin, und das Ticketsystem legt sie erst jemandem vor.`,
      en: `✅ **What is unsure is a draft:** answers with a confidence below ${below}. Over the API they say \`draft: true\`, and the ticket system shows them to somebody first.`,
    },
    all: {
      de: '✅ **Jede Antwort ist ein Entwurf.** Über die API steht `draft: true` darin, und das Ticketsystem legt sie erst jemandem vor.',
      en: '✅ **Every answer is a draft.** Over the API they say `draft: true`, and the ticket system shows them to somebody first.',
    },
  };
  return [
    texts[state],
    {
      de: 'In Discord antworte ich wie bisher. Ändern: `/drafts set`.',
      en: 'On Discord I answer as before. Change it: `/drafts set`.',
    },
  ];
}
