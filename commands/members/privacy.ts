import type { Core } from '../../src/core/core.ts';
import {
  deleteMember,
  exportMember,
  hasOptedOut,
  optIn,
  optOut as storeOptOut,
} from '../../src/core/members/privacy.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import { type Invocation, slash } from '../command.ts';
import { button, type Draft, say } from '../reply.ts';
import { inDays, type Texts, type Wording } from '../wording.ts';

export const privacy = slash('privacy', {
  description: {
    de: 'Was der Bot speichert, wie lange und was du tun kannst',
    en: 'What the bot stores, for how long, and what you can do',
  },
  access: 'everyone',
  run: async (core, { serverId, invoker }) => {
    const settings = parseSettings((await getServer(core, serverId)).settings);
    const isOut = await hasOptedOut(core, invoker.id);
    const text = [
      describeStorage(core),
      hasLimit(settings) && LIMIT,
      describeLearning(core, settings),
      describeBackend(core, settings),
      describeContact(settings),
      describeState(isOut),
    ];
    const buttons = [
      button('data:export', { de: 'Meine Daten ansehen', en: 'See my data' }),
      button('data:ask', { de: 'Meine Daten löschen', en: 'Delete my data' }),
      offerChange(isOut),
    ];
    return say(text, { rows: [buttons] });
  },
});

function describeStorage({ config }: Core): Wording {
  const days = inDays(config.RETENTION_DAYS);
  return {
    de: [
      '**Deine Daten bei diesem Bot**',
      '- **Was:** deine Frage mit dem, was wir davor im selben Gespräch geschrieben haben, meine Antwort, deine Bewertung und die Kennungen von dir, Nachricht und Kanal.',
      `- **Wie lange:** die Texte ${days.de}, dann werden sie gelöscht. Übrig bleiben Zahlen ohne dich.`,
      '- **Wozu:** nur um zu antworten und damit das Team Lücken im Wissen findet. Kein KI-Modell wird damit trainiert.',
    ].join('\n'),
    en: [
      '**Your data with this bot**',
      '- **What:** your question with what we wrote before it in the same conversation, my answer, your rating, your user ID, and the IDs of the message and the channel.',
      `- **How long:** the texts are deleted after ${days.en}. What remains are figures that do not name you.`,
      '- **What for:** only to answer, and for the team to find gaps in the knowledge. No AI model is trained with it.',
    ].join('\n'),
  };
}

/** Whether questions of anybody are counted. */
function hasLimit({ member_questions, role_questions }: Settings): boolean {
  return [member_questions, ...Object.values(role_questions)].some((questions) => questions > 0);
}

/** Kept of whoever opted out too, for the limit holds for all. */
const LIMIT: Texts = {
  de: '- **Limit:** eine Stunde lang, wann du gefragt hast, und bis zum Ende der Woche, ob es zu oft war; ohne deine Kennung, nur unter einer Prüfsumme, auch nach `/opt-out`.',
  en: '- **Question limit:** the times of your questions are kept for one hour; whether you went over the limit is kept until the end of the week. Both are stored under a hash instead of your ID, even after `/opt-out`.',
};

/** What may become of words of this member besides an answer. */
function describeLearning(core: Core, { learning }: Settings): Texts {
  const days = inDays(core.config.RETENTION_DAYS);
  const how = learning
    ? {
        de: 'Auf diesem Server an: Antwortet das Team auf deine Frage, darf daraus ein Vorschlag für das Wissen werden.',
        en: "On for this server: the team's reply to your question may become a suggestion for the knowledge.",
      }
    : {
        de: 'Auf diesem Server aus: Eine Nachricht wird ein Vorschlag für das Wissen, wenn das Team sie von Hand auswählt.',
        en: 'Off for this server: a message becomes a suggestion for the knowledge when the team picks it by hand.',
      };
  return {
    de: `- **Lernen:** ${how.de} Auch eine Frage, die viele in wenigen Minuten stellen, darf einer werden. Namen, Kontaktdaten, Konto- und Kartennummern, Passwörter und Schlüssel werden entfernt, Menschen entscheiden darüber, offene Vorschläge bleiben höchstens ${days.de}. Löschst du die Nachricht, wird auch zurückgenommen, was daraus gelernt wurde.`,
    en: `- **Learning:** ${how.en} A question that many people ask within minutes may become one too. Names, contact details, account and card numbers, passwords and keys are removed, people decide on each suggestion, and open ones are deleted after ${days.en}. If you delete the message, what was learned from it is taken back too.`,
  };
}

function describeBackend(core: Core, { learning }: Settings): Texts {
  const hosts = backendHostsOf(core).map((host) => `\`${host}\``);
  if (hosts.length === 0)
    return {
      de: '- **Wer noch:** kein fremder KI-Dienst; höchstens Systeme der Leitung dieses Servers.',
      en: '- **Who else:** no outside AI service; only systems used by the people who run this server may receive your question.',
    };
  const isOne = hosts.length === 1;
  const isSuggesting = learning && core.ai !== null;
  return {
    de: `- **Wer noch:** die Frage geht zur Beantwortung${isSuggesting ? ', mit der Antwort des Teams auch für einen Vorschlag,' : ''} an ${isOne ? 'den KI-Dienst' : 'die KI-Dienste'} ${hosts.join(' und ')}, sonst höchstens an Systeme der Leitung dieses Servers.`,
    en: `- **Who else:** your question goes to the AI ${isOne ? 'service' : 'services'} ${hosts.join(' and ')} to be answered${isSuggesting ? ", and so does the team's reply, to turn both into a suggestion" : ''}; apart from that, only systems used by the people who run this server may receive your question.`,
  };
}

function describeContact({ handover_role: role }: Settings): Texts {
  return {
    de: `- **Fragen dazu?** Wende dich an ${role ? `<@&${role}> oder ` : ''}die Leitung dieses Servers.`,
    en: `- **Questions?** Ask ${role ? `<@&${role}> or ` : ''}those who run this server.`,
  };
}

function describeState(isOut: boolean): Wording {
  return [
    isOut
      ? {
          de: '\n🔒 Von dir wird gerade **nichts** gespeichert.',
          en: '\n🔒 At the moment **nothing** of yours is stored.',
        }
      : {
          de: '\nWillst du das nicht? Ein Klick genügt; sprichst du mich an, antworte ich weiter.',
          en: '\nWould you rather have nothing stored? One click is enough; I still answer when you address me.',
        },
    {
      de: 'Befehle: `/my-data export`, `/my-data delete`, `/opt-out`.',
      en: 'Commands: `/my-data export`, `/my-data delete`, `/opt-out`.',
    },
  ];
}

/** Of the service that writes and of the one that compares meanings; hosts alone, for an address may hold a password. */
function backendHostsOf({ ai, embedder, config }: Core): string[] {
  const { OPENAI_BASE_URL: chat, EMBEDDING_BASE_URL: meanings = chat } = config;
  const addresses = [ai ? chat : undefined, embedder ? meanings : undefined];
  return [...new Set(addresses.flatMap((address) => (address ? [new URL(address).host] : [])))];
}

export const myData = slash('my-data', {
  description: { de: 'Was zu dir gespeichert ist', en: 'What is stored about you' },
  access: 'everyone',
  subcommands: {
    export: {
      description: {
        de: 'Alles, was zu dir gespeichert ist, als Datei',
        en: 'Everything stored about you, as a file',
      },
      run: sendFile,
    },
    delete: {
      description: {
        de: 'Löscht alles, was zu dir gespeichert ist',
        en: 'Deletes everything stored about you',
      },
      run: askFirst,
    },
  },
  actions: { 'data:export': sendFile, 'data:ask': askFirst, 'data:delete': deleteAll },
});

async function sendFile(core: Core, { invoker }: Invocation): Promise<Draft> {
  const data = await exportMember(core, invoker.id);
  const file = { name: 'my-data.json', text: `${JSON.stringify(data, null, 2)}\n` };
  const text = {
    de: '📄 Das ist alles, was zu dir gespeichert ist, von allen Servern. Löschen kannst du es mit `/my-data delete`.',
    en: '📄 This is everything stored about you on all servers. You can delete it with `/my-data delete`.',
  };
  return say(text, { files: [file] });
}

function askFirst(): Draft {
  const text = {
    de: 'Soll ich alles löschen, was zu dir gespeichert ist, auf allen Servern? Auch was ich aus deinen Nachrichten gelernt habe, verwende ich dann nicht mehr. Das lässt sich nicht rückgängig machen. Vorher sichern: `/my-data export`.',
    en: 'Shall I delete everything stored about you, on all servers? I then stop using what I learned from your messages. This cannot be undone. To keep a copy first: `/my-data export`.',
  };
  const yes = button('data:delete', { de: 'Ja, alles löschen', en: 'Yes, delete everything' }, 'danger');
  return say(text, { rows: [[yes]] });
}

async function deleteAll(core: Core, { invoker }: Invocation): Promise<Draft> {
  const { answers, suggestions } = await deleteMember(core, invoker.id);
  const text = {
    de: `🗑️ Gelöscht: ${countOf(answers, 'Frage mit ihrer Antwort', 'Fragen mit ihren Antworten')} und ${countOf(suggestions, 'Vorschlag', 'Vorschläge')} aus deinen Nachrichten. Was daraus übernommen war, ist ausgesetzt. Deine Kennung steht nirgends mehr. Damit auch künftig nichts gespeichert wird: \`/opt-out\`.`,
    en: `🗑️ Deleted: ${countOf(answers, 'question with its answer', 'questions with their answers')} and ${countOf(suggestions, 'suggestion', 'suggestions')} from your messages. The bot no longer uses what was approved from them. Your ID is no longer stored. To keep it that way: \`/opt-out\`.`,
  };
  return say(text, { isReplacing: true });
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const optOut = slash('opt-out', {
  description: {
    de: 'Nichts von dir speichern und aus deinen Nachrichten nichts lernen',
    en: 'Store nothing of yours and learn nothing from your messages',
  },
  access: 'everyone',
  run: leave,
  actions: { 'privacy:opt-out': leave, 'privacy:opt-in': comeBack },
});

/** The button that changes what holds for a member now. */
function offerChange(isOut: boolean) {
  return isOut
    ? button('privacy:opt-in', { de: 'Doch wieder mitmachen', en: 'Opt back in' })
    : button('privacy:opt-out', { de: 'Nichts von mir speichern', en: 'Store nothing of mine' });
}

/** Whoever asks twice to be left out is not taken in again by that. */
async function leave(core: Core, { invoker }: Invocation): Promise<Draft> {
  await storeOptOut(core, invoker.id);
  const text = {
    de: [
      '🔒 **Von dir wird nichts gespeichert.** Das gilt ab jetzt auf allen Servern; was da war, ist gelöscht.',
      '- Sprichst du mich an (Erwähnung, Antwort, `/ask`), antworte ich weiter, behalte aber nichts davon.',
      '- Wo ich sonst auf jede Nachricht antworte, übergehe ich deine.',
      '- Aus deinen Nachrichten wird nichts gelernt.',
    ].join('\n'),
    en: [
      '🔒 **From now on, nothing of yours is stored**, on any server. What was stored is deleted.',
      '- When you address me (mention, reply, `/ask`) I still answer, but keep nothing of it.',
      '- Where I answer every message, I skip yours.',
      '- Nothing is learned from your messages.',
    ].join('\n'),
  };
  return say(text, { rows: [[offerChange(true)]], isReplacing: true });
}

async function comeBack(core: Core, { invoker }: Invocation): Promise<Draft> {
  await optIn(core, invoker.id);
  const text = {
    de: '✅ **Willkommen zurück!** Ich antworte dir wieder überall und behalte deine Fragen nur für kurze Zeit. Einzelheiten: `/privacy`.',
    en: '✅ **Welcome back!** I answer you everywhere again and keep your questions only for a short time. Details: `/privacy`.',
  };
  return say(text, { rows: [[offerChange(false)]], isReplacing: true });
}
