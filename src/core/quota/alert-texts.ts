import type { AlertPercent, AlertScope } from '../../adapters/db/quota/quota-alerts.ts';
import type { Language } from '../../domain/types.ts';

type Texts = Record<Language, string>;

/** What is used up. */
const REACHED: Record<AlertScope, Record<AlertPercent, Texts>> = {
  week: {
    80: {
      de: '⚠️ **80 % des KI-Kontingents dieser Woche sind verbraucht**, Discord und API zusammen.',
      en: '⚠️ **80% of this week’s AI quota is used**, Discord and API together.',
    },
    100: {
      de: '🛑 **Das KI-Kontingent dieser Woche ist verbraucht**, Discord und API zusammen.',
      en: '🛑 **This week’s AI quota is used up**, Discord and API together.',
    },
  },
  api: {
    80: {
      de: '⚠️ **80 % des API-Anteils am KI-Kontingent dieser Woche sind verbraucht.**',
      en: '⚠️ **80% of the API’s share of this week’s AI quota is used.**',
    },
    100: {
      de: '🛑 **Der API-Anteil am KI-Kontingent dieser Woche ist verbraucht.**',
      en: '🛑 **The API’s share of this week’s AI quota is used up.**',
    },
  },
};

/** How it goes on with credit, and without. */
const NEXT: Record<AlertScope, Record<AlertPercent, { credit: Texts; none: Texts }>> = {
  week: {
    80: {
      credit: {
        de: 'Danach geht es mit dem Guthaben weiter, auch über die API.',
        en: 'After that it goes on with the credit, for the API too.',
      },
      none: {
        de: 'Guthaben ist keines da: Danach antworte ich erst mit neuem Kontingent wieder.',
        en: 'There is no credit: after that I answer again with a new quota only.',
      },
    },
    100: {
      credit: {
        de: 'Es geht mit dem Guthaben weiter, auch über die API.',
        en: 'It goes on with the credit, for the API too.',
      },
      none: {
        de: 'Guthaben ist keines da: Ich antworte erst mit neuem Kontingent wieder, hier und über die API.',
        en: 'There is no credit: I answer again with a new quota only, here and over the API.',
      },
    },
  },
  api: {
    80: {
      credit: {
        de: 'Danach läuft die API mit dem Guthaben weiter.',
        en: 'After that the API goes on with the credit.',
      },
      none: {
        de: 'Guthaben ist keines da: Danach weist die API Anfragen ab (402). In Discord antworte ich weiter.',
        en: 'There is no credit: after that the API refuses requests (402). In Discord I keep answering.',
      },
    },
    100: {
      credit: {
        de: 'Die API läuft mit dem Guthaben weiter.',
        en: 'The API goes on with the credit.',
      },
      none: {
        de: 'Guthaben ist keines da: Die API weist Anfragen ab (402). In Discord antworte ich weiter, solange das Kontingent reicht.',
        en: 'There is no credit: the API refuses requests (402). In Discord I keep answering as long as the quota lasts.',
      },
    },
  },
};

/** @param alert.restartsAt in milliseconds. @param alert.url where a top-up is bought. */
export function describeAlert(
  alert: { scope: AlertScope; percent: AlertPercent; hasCredit: boolean; restartsAt: number; url: string },
  language: Language,
): string {
  const { scope, percent, hasCredit, url } = alert;
  const next = NEXT[scope][percent][hasCredit ? 'credit' : 'none'];
  const restart = `<t:${Math.floor(alert.restartsAt / 1000)}:F>`;
  const rest: Texts = {
    de: `Neues Kontingent: ${restart}\nAufladen oder Premium holen: <${url}>`,
    en: `New quota: ${restart}\nTop up or get premium: <${url}>`,
  };
  return [REACHED[scope][percent], next, rest].map((texts) => texts[language]).join('\n');
}

/** That test questions fail which passed before. */
export function describeRegressions({ count, url }: { count: number; url: string }, language: Language) {
  const texts: Texts = {
    de: `⚠️ **${count === 1 ? 'Eine Testfrage, die bisher bestand, scheitert' : `${count} Testfragen, die bisher bestanden, scheitern`} jetzt.**\nAnsehen: <${url}>`,
    en: `⚠️ **${count === 1 ? 'One test question that passed before fails' : `${count} test questions that passed before fail`} now.**\nTo see which: <${url}>`,
  };
  return texts[language];
}

/** That somebody asked in a channel that the bot may not write in. @param place.rights by the platform's names. */
export function describeUnwritable(
  { channelId, rights }: { channelId: string; rights: readonly string[] },
  language: Language,
) {
  const names = rights.map((right) => `\`${right}\``).join(', ');
  const texts: Texts = {
    de: `⚠️ **In <#${channelId}> hat mich jemand gefragt, aber ich darf dort nicht schreiben.** Es fehlt: ${names}. Gib mir das Recht (Kanal bearbeiten → Berechtigungen), oder schalte mich dort aus: \`/channels set\`. Alle solchen Kanäle zeigt \`/setup\`.`,
    en: `⚠️ **Somebody asked me in <#${channelId}>, but I may not write there.** Missing: ${names}. Give me the right (Edit Channel → Permissions), or switch me off there: \`/channels set\`. \`/setup\` shows all such channels.`,
  };
  return texts[language];
}
