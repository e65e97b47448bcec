import type { Core } from '../../src/core/core.ts';
import { learningStateSchema } from '../../src/core/members/chat-rules.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import { type Invocation, ON_OR_OFF, slash } from '../command.ts';
import { parseOrRefuse } from '../refusal.ts';
import { type Draft, saved } from '../reply.ts';
import { hintAtContent } from '../setup/checks.ts';
import { inDays, type Wording } from '../wording.ts';
import { importUse, stopUse } from './history.ts';

export const learning = slash('learning', {
  description: {
    de: 'Ob und woraus der Bot Vorschläge lernt',
    en: 'Whether the bot learns from the team, and from what',
  },
  access: 'admin',
  subcommands: {
    state: {
      description: {
        de: 'Ob Antworten des Teams zu Vorschlägen werden dürfen',
        en: "Whether the team's replies may become suggestions",
      },
      options: {
        state: ON_OR_OFF,
      },
      run: setState,
    },
    import: importUse,
    stop: stopUse,
  },
});

async function setState(core: Core, input: Invocation): Promise<Draft> {
  const state = parseOrRefuse(learningStateSchema, input.options.state, {
    de: 'Bitte wähle „an“ oder „aus“.',
    en: 'Please choose “on” or “off”.',
  });
  const isOn = state === 'on';
  const { settings, deeds } = await changeSettings(core, input.serverId, () => ({ learning: isOn }));
  const text = isOn ? describeLearning(core, input, settings.teach_roles) : describeRest(core);
  return saved(deeds, text);
}

function describeLearning({ ai, config }: Core, input: Invocation, teachRoles: readonly string[]): Wording {
  const days = inDays(config.RETENTION_DAYS);
  const roles = teachRoles.map((id) => `<@&${id}>`).join(' ');
  return [
    {
      de: '✅ **Lernen ist an.** Antwortet ein Teammitglied mit Lehr-Rolle auf die Frage eines Mitglieds, wird daraus ein Vorschlag. Wer gefragt hat, darf nach 👎 eine bessere Antwort vorschlagen.',
      en: '✅ **Learning is on.** When a team member with a teaching role replies to a member’s question, the reply becomes a suggestion. The asker may suggest a better answer after 👎.',
    },
    roles === ''
      ? {
          de: '- **Wer lehrt:** noch keine Rolle. Wähle zuerst Rollen mit `/team teach`; ohne sie werden Antworten des Teams nicht zu Vorschlägen.',
          en: '- **Who teaches:** no role yet. Choose roles with `/team teach` first; without them, replies from the team do not become suggestions.',
        }
      : {
          de: `- **Wer lehrt:** ${roles}. Ändern mit \`/team teach\` und \`/team remove\`.`,
          en: `- **Who teaches:** ${roles}. Change it with \`/team teach\` and \`/team remove\`.`,
        },
    {
      de: '- **Was der Bot liest:** Er bittet Discord um den Inhalt von Nachrichten (Message Content), auch ohne Erwähnung.',
      en: '- **What the bot reads:** it asks Discord for the content of all messages (Message Content), not only of those that mention it.',
    },
    // Only where there is an AI backend that puts replies into general words.
    ai !== null && {
      de: '- **Was es kostet:** Der KI-Dienst fasst Frage und Antwort allgemein. Das zählt zum Wochenkontingent, nie zum Guthaben. Ist die Hälfte der Woche verbraucht, durch Antworten oder Lernen, bleiben die Vorschläge im Wortlaut.',
      en: '- **What it costs:** the AI service rewrites question and answer in general terms. This counts against the weekly quota and never uses credit. Once half of that quota is used, by answers or learning, suggestions keep their original words.',
    },
    {
      de: '- **Was mit den Texten geschieht:** Namen, Kontaktdaten, Konto- und Kartennummern, Passwörter und Schlüssel werden entfernt. Der Bot verwendet einen Vorschlag erst, wenn du ihn unter `/training list` übernimmst; eine Übernahme lässt sich zurücknehmen. Kein KI-Modell wird damit trainiert, und wer `/opt-out` wählt, von dem wird nichts gelernt.',
      en: '- **What happens with the texts:** names, contact details, account and card numbers, passwords and keys are removed. The bot uses a suggestion only once you approve it in `/training list`, and you can take an approval back. No AI model is trained with it, and nothing is learned from members who chose `/opt-out`.',
    },
    {
      de: `- **Wann es verschwindet:** Offene Vorschläge bleiben höchstens ${days.de}. Wird die Nachricht gelöscht oder geändert, verschwindet ihr Vorschlag, und was daraus übernommen war, wird ausgesetzt, bis du es ansiehst.`,
      en: `- **When it is deleted:** open suggestions after ${days.en}. If the message is deleted or edited, its suggestion is deleted, and what was approved from it is suspended until you check it.`,
    },
    hintAtContent(input),
  ];
}

function describeRest({ config }: Core): Wording {
  const days = inDays(config.RETENTION_DAYS);
  return {
    de: `✅ **Lernen ist aus.** Antworten des Teams werden nicht mehr zu Vorschlägen. Offene bleiben bis zu ${days.de} unter \`/training list\`; die Menüs „Daraus lernen“ und „Antwort berichtigen“ gehen weiter.`,
    en: `✅ **Learning is off.** The team's replies no longer become suggestions. Open suggestions stay in \`/training list\` for up to ${days.en}; “Learn from this” and “Correct this answer” in the menu of a message keep working.`,
  };
}
