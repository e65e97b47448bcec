import type { Core } from '../src/core/core.ts';
import { hasOptedOut } from '../src/core/members/privacy.ts';
import { getServer } from '../src/core/owners/servers.ts';
import { parseSettings, type Settings } from '../src/core/owners/settings.ts';
import { type Command, type Invocation, pick } from './command.ts';
import { offerData } from './my-data.ts';
import { offerChange } from './opt-out.ts';
import { type Reply, say } from './reply.ts';

export const privacy: Command = {
  data: {
    kind: 'slash',
    name: 'privacy',
    description: {
      de: 'Was der Bot speichert, wie lange und was du tun kannst',
      en: 'What the bot stores, for how long, and what you can do',
    },
    access: 'everyone',
  },
  run: showPrivacy,
};

async function showPrivacy(core: Core, input: Invocation): Promise<Reply> {
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const isOut = await hasOptedOut(core, input.invoker.id);
  const text = [
    describeStorage(core, input),
    describeLearning(core, settings, input),
    describeBackend(core, settings, input),
    describeContact(settings.handover_role, input),
    describeState(isOut, input),
  ];
  return say(text.join('\n'), { rows: [[...offerData(input), await offerChange(core, input)]] });
}

function describeStorage(core: Core, input: Invocation): string {
  const days = core.config.RETENTION_DAYS;
  return pick(input, {
    de: [
      '**Deine Daten bei diesem Bot**',
      '- **Was:** deine Frage, meine Antwort, deine Bewertung und die Kennungen von dir, Nachricht und Kanal.',
      `- **Wie lange:** die Texte ${days} Tage, dann werden sie gelöscht. Übrig bleiben Zahlen ohne dich.`,
      '- **Wozu:** nur um zu antworten und damit das Team Lücken im Wissen findet. Kein KI-Modell wird damit trainiert.',
    ].join('\n'),
    en: [
      '**Your data with this bot**',
      '- **What:** your question, my answer, your rating, and the ids of you, the message and the channel.',
      `- **How long:** the texts ${days} days, then they are deleted. What remains are figures without you.`,
      '- **What for:** only to answer, and for the team to find gaps in the knowledge. No AI model is trained with it.',
    ].join('\n'),
  });
}

/** What may become of words of this member besides an answer. */
function describeLearning(core: Core, { learning }: Settings, input: Invocation): string {
  const days = core.config.RETENTION_DAYS;
  const how = learning
    ? {
        de: 'Auf diesem Server an: Antwortet das Team auf deine Frage, darf daraus ein Vorschlag für das Wissen werden.',
        en: "On for this server: the team's reply to your question may become a suggestion for the knowledge.",
      }
    : {
        de: 'Auf diesem Server aus: Nur einzelne Nachrichten, die das Team von Hand auswählt, werden ein Vorschlag für das Wissen.',
        en: 'Off for this server: only single messages that the team picks by hand become a suggestion for the knowledge.',
      };
  return pick(input, {
    de: `- **Lernen:** ${how.de} Namen, Adressen und Nummern werden entfernt, Menschen entscheiden darüber, offene Vorschläge verschwinden nach ${days} Tagen. Löschst du die Nachricht, wird auch zurückgenommen, was daraus gelernt wurde.`,
    en: `- **Learning:** ${how.en} Names, addresses and numbers are taken out, people decide about it, open suggestions go after ${days} days. When you delete the message, what was learned from it is taken back too.`,
  });
}

function describeBackend(core: Core, { learning }: Settings, input: Invocation): string {
  const host = backendHostOf(core);
  if (!host)
    return pick(input, {
      de: '- **Wer noch:** niemand. Die Antworten entstehen hier, ohne fremden KI-Dienst.',
      en: '- **Who else:** nobody. The answers are made here, without an AI service of others.',
    });
  return pick(input, {
    de: `- **Wer noch:** die Frage geht zur Beantwortung${learning ? ', mit der Antwort des Teams auch zum Lernen,' : ''} an den KI-Dienst \`${host}\`, sonst an niemanden.`,
    en: `- **Who else:** to be answered${learning ? ", and with the team's reply to be learned from," : ','} the question goes to the AI service \`${host}\`, and to nobody else.`,
  });
}

function describeContact(role: string | null, input: Invocation): string {
  return pick(input, {
    de: `- **Fragen dazu?** Wende dich an ${role ? `<@&${role}> oder ` : ''}die Leitung dieses Servers.`,
    en: `- **Questions?** Ask ${role ? `<@&${role}> or ` : ''}those who run this server.`,
  });
}

function describeState(isOut: boolean, input: Invocation): string {
  const state = isOut
    ? pick(input, {
        de: '🔒 Von dir wird gerade **nichts** gespeichert.',
        en: '🔒 At the moment **nothing** of yours is stored.',
      })
    : pick(input, {
        de: 'Willst du das nicht? Ein Klick genügt, ich antworte dir trotzdem.',
        en: 'Would you rather not? One click is enough, I answer you all the same.',
      });
  const commands = pick(input, {
    de: 'Befehle: `/my-data export`, `/my-data delete`, `/opt-out`.',
    en: 'Commands: `/my-data export`, `/my-data delete`, `/opt-out`.',
  });
  return `\n${state}\n${commands}`;
}

/** Host alone: an address may hold a password. */
function backendHostOf({ ai, config }: Core): string | null {
  return ai && config.OPENAI_BASE_URL ? new URL(config.OPENAI_BASE_URL).host : null;
}
