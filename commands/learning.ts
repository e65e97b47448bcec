import { z } from 'zod';
import type { Core } from '../src/core/core.ts';
import { changeSettings } from '../src/core/servers.ts';
import type { Settings } from '../src/core/settings.ts';
import { hintAtContent } from './channels.ts';
import { type Command, type Invocation, pick } from './command.ts';
import { type Reply, say } from './reply.ts';

const stateSchema = z.enum(['on', 'off']);

export const learning: Command = {
  data: {
    kind: 'slash',
    name: 'learning',
    description: {
      de: 'Ob Antworten des Teams zu Vorschlägen werden dürfen',
      en: "Whether the team's replies may become suggestions",
    },
    access: 'admin',
    options: [
      {
        kind: 'string',
        name: 'state',
        description: { de: 'An oder aus', en: 'On or off' },
        isRequired: true,
        choices: [
          { name: { de: 'an', en: 'on' }, value: 'on' },
          { name: { de: 'aus', en: 'off' }, value: 'off' },
        ],
      },
    ],
  },
  run: setLearning,
};

async function setLearning(core: Core, input: Invocation): Promise<Reply> {
  const state = stateSchema.safeParse(input.options.state);
  if (!state.success)
    return say(pick(input, { de: 'Bitte wähle „an“ oder „aus“.', en: 'Please choose “on” or “off”.' }));
  const isOn = state.data === 'on';
  const settings = await changeSettings(core, input.serverId, () => ({ learning: isOn }));
  return say(isOn ? describeLearning(input, settings) : describeRest(input));
}

function describeLearning(input: Invocation, { teach_roles }: Settings): string {
  const roles = teach_roles.map((id) => `<@&${id}>`).join(' ');
  const lines = [
    pick(input, {
      de: '✅ **Lernen ist an.** Antworten von Teammitgliedern auf Fragen dürfen zu Vorschlägen werden.',
      en: '✅ **Learning is on.** Replies of team members to questions may become suggestions.',
    }),
    roles === ''
      ? pick(input, {
          de: '- **Wer lehrt:** noch niemand. Wähle zuerst Rollen mit `/team teach`; ohne sie wird nichts gelesen, um zu lernen.',
          en: '- **Who teaches:** nobody yet. Choose roles with `/team teach` first; without them nothing is read to learn.',
        })
      : pick(input, {
          de: `- **Wer lehrt:** ${roles}. Ändern mit \`/team teach\` und \`/team remove\`.`,
          en: `- **Who teaches:** ${roles}. Change it with \`/team teach\` and \`/team remove\`.`,
        }),
    pick(input, {
      de: '- **Was der Bot liest:** Er bittet Discord um den Inhalt von Nachrichten (Message Content), auch ohne Erwähnung.',
      en: '- **What the bot reads:** it asks Discord for the content of messages (Message Content), also without a mention.',
    }),
    pick(input, {
      de: '- **Was mit den Texten geschieht:** Namen, Adressen und Nummern werden entfernt, gespeichert wird nur der Vorschlag. Der Bot verwendet ihn erst, wenn du ihn unter `/training list` übernimmst. Kein KI-Modell wird damit trainiert, und wer `/opt-out` wählt, von dem wird nichts gelernt.',
      en: '- **What happens with the texts:** names, addresses and numbers are taken out, only the suggestion is stored. The bot uses it once you approve it in `/training list`. No AI model is trained with it, and nothing is learned from whoever chooses `/opt-out`.',
    }),
    hintAtContent(input) ?? '',
  ];
  return lines.filter(Boolean).join('\n');
}

function describeRest(input: Invocation): string {
  return pick(input, {
    de: '✅ **Lernen ist aus.** Antworten des Teams werden nicht mehr zu Vorschlägen. Offene Vorschläge bleiben unter `/training list`; die Menüs „Learn from this“ und „Correct this answer“ gehen weiter.',
    en: "✅ **Learning is off.** The team's replies do not become suggestions any more. Open ones stay in `/training list`; the menus “Learn from this” and “Correct this answer” keep working.",
  });
}
