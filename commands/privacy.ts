import type { Core } from '../src/core/core.ts';
import {
  deleteMember,
  exportMember,
  hasOptedOut,
  optIn,
  optOut as storeOptOut,
} from '../src/core/members/privacy.ts';
import { getServer } from '../src/core/owners/servers.ts';
import { parseSettings, type Settings } from '../src/core/owners/settings.ts';
import { bySubcommand, type Command, type Invocation, pick, type Texts } from './command.ts';
import { type Button, type Reply, say } from './reply.ts';

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

const DATA_TEXTS = {
  exported: {
    de: '📄 Das ist alles, was zu dir gespeichert ist, von allen Servern. Löschen kannst du es mit `/my-data delete`.',
    en: '📄 This is everything stored about you, of all servers. You can delete it with `/my-data delete`.',
  },
  question: {
    de: 'Soll ich alles löschen, was zu dir gespeichert ist, auf allen Servern? Auch was ich aus deinen Nachrichten gelernt habe, verwende ich dann nicht mehr. Das lässt sich nicht rückgängig machen. Vorher sichern: `/my-data export`.',
    en: 'Shall I delete everything stored about you, on all servers? What I learned from your messages is not used any more then either. This cannot be undone. To keep a copy first: `/my-data export`.',
  },
  exportLabel: { de: 'Meine Daten ansehen', en: 'See my data' },
  askLabel: { de: 'Meine Daten löschen', en: 'Delete my data' },
  deleteLabel: { de: 'Ja, alles löschen', en: 'Yes, delete everything' },
} satisfies Record<string, Texts>;

export const myData: Command = {
  data: {
    kind: 'slash',
    name: 'my-data',
    description: { de: 'Was zu dir gespeichert ist', en: 'What is stored about you' },
    access: 'everyone',
    subcommands: [
      {
        name: 'export',
        description: {
          de: 'Alles, was zu dir gespeichert ist, als Datei',
          en: 'Everything stored about you, as a file',
        },
      },
      {
        name: 'delete',
        description: {
          de: 'Löscht alles, was zu dir gespeichert ist',
          en: 'Deletes everything stored about you',
        },
      },
    ],
  },
  run: bySubcommand({ export: sendFile, delete: (_, input) => askFirst(input) }),
  actions: {
    'data:export': { access: 'everyone', run: sendFile },
    'data:ask': { access: 'everyone', run: (_, input) => askFirst(input) },
    'data:delete': { access: 'everyone', run: deleteAll },
  },
};

/** What a member may do with their data. */
function offerData(input: Invocation): Button[] {
  return [
    { kind: 'button', id: 'data:export', label: pick(input, DATA_TEXTS.exportLabel), style: 'secondary' },
    { kind: 'button', id: 'data:ask', label: pick(input, DATA_TEXTS.askLabel), style: 'secondary' },
  ];
}

async function sendFile(core: Core, input: Invocation): Promise<Reply> {
  const data = await exportMember(core, input.invoker.id);
  const file = { name: 'my-data.json', text: `${JSON.stringify(data, null, 2)}\n` };
  return say(pick(input, DATA_TEXTS.exported), { files: [file] });
}

async function askFirst(input: Invocation): Promise<Reply> {
  const label = pick(input, DATA_TEXTS.deleteLabel);
  return say(pick(input, DATA_TEXTS.question), {
    rows: [[{ kind: 'button', id: 'data:delete', label, style: 'danger' }]],
  });
}

async function deleteAll(core: Core, input: Invocation): Promise<Reply> {
  const { answers, suggestions } = await deleteMember(core, input.invoker.id);
  return say(
    pick(input, {
      de: `🗑️ Gelöscht: ${countOf(answers, 'Frage mit ihrer Antwort', 'Fragen mit ihren Antworten')} und ${countOf(suggestions, 'Vorschlag', 'Vorschläge')} aus deinen Nachrichten. Was daraus übernommen war, ist ausgesetzt. Deine Kennung steht nirgends mehr. Damit auch künftig nichts gespeichert wird: \`/opt-out\`.`,
      en: `🗑️ Deleted: ${countOf(answers, 'question with its answer', 'questions with their answers')} and ${countOf(suggestions, 'suggestion', 'suggestions')} from your messages. What was approved from them is suspended. Your id stands nowhere any more. To have nothing stored in future either: \`/opt-out\`.`,
    }),
    { isReplacing: true },
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

const OPT_OUT_TEXTS = {
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
async function offerChange(core: Core, input: Invocation): Promise<Button> {
  const isOut = await hasOptedOut(core, input.invoker.id);
  const [id, label] = isOut
    ? ['privacy:opt-in', OPT_OUT_TEXTS.optInLabel]
    : ['privacy:opt-out', OPT_OUT_TEXTS.optOutLabel];
  return { kind: 'button', id, label: pick(input, label), style: 'secondary' };
}

/** Whoever asks twice to be left out is not taken in again by that. */
async function leave(core: Core, input: Invocation, isReplacing: boolean): Promise<Reply> {
  await storeOptOut(core, input.invoker.id);
  return say(pick(input, OPT_OUT_TEXTS.optedOut), { rows: [[await offerChange(core, input)]], isReplacing });
}

async function comeBack(core: Core, input: Invocation): Promise<Reply> {
  await optIn(core, input.invoker.id);
  return say(pick(input, OPT_OUT_TEXTS.optedIn), {
    rows: [[await offerChange(core, input)]],
    isReplacing: true,
  });
}
