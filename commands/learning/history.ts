import type { Core } from '../../src/core/core.ts';
import type { HistoryImport } from '../../src/core/learning/history/imports.ts';
import {
  canGoOn,
  historySchema,
  readImport,
  startImport,
  stopImport,
} from '../../src/core/learning/history/imports.ts';
import { AppError } from '../../src/domain/errors.ts';
import { HISTORY_ENDS, LEFT_OUT_REASONS, type LeftOutReason } from '../../src/domain/history.ts';
import { HISTORY_DAYS, MAX_HISTORY_DAYS, MAX_PENDING_SUGGESTIONS } from '../../src/domain/limits.ts';
import type { Invocation } from '../command.ts';
import { parseOrRefuse, RefusalError, type Refusals, wordingOf } from '../refusal.ts';
import { ago, type Draft, done, say } from '../reply.ts';
import { listRights } from '../setup/checks.ts';
import { both, inDays, inEach, type Texts, type Wording } from '../wording.ts';

export const importUse = {
  description: {
    de: 'Macht beantwortete Fragen eines Kanals zu Vorschlägen; zeigt auch, wie weit das ist',
    en: 'Turns answered questions of a channel into suggestions; during a run, shows its progress',
  },
  options: {
    channel: {
      kind: 'channel' as const,
      description: { de: 'Der Kanal, das Forum oder der Thread', en: 'The channel, forum or thread' },
      isRequired: true,
    },
    days: {
      description: {
        de: `Wie viele Tage zurück, 1 bis ${MAX_HISTORY_DAYS} (sonst ${HISTORY_DAYS})`,
        en: `How many days back, 1 to ${MAX_HISTORY_DAYS} (default ${HISTORY_DAYS})`,
      },
      maxLength: 3,
    },
  },
  run: importHistory,
};

export const stopUse = {
  description: {
    de: 'Hält das Lesen eines Kanalverlaufs an; was vorgeschlagen ist, bleibt',
    en: 'Stops reading the history of a channel; suggestions made so far stay',
  },
  run: stopHistory,
};

const REFUSED: Refusals = {
  'invalid_input:learning': {
    de: '⚠️ Nichts begonnen: Lernen ist aus. Schalte es zuerst ein: `/learning state`.',
    en: '⚠️ Not started: learning is off. Switch it on first: `/learning state`.',
  },
  'invalid_input:teach_roles': {
    de: '⚠️ Nichts begonnen: Noch niemand hat eine Lehr-Rolle. Wähle zuerst Rollen: `/team teach`.',
    en: '⚠️ Not started: there is no teaching role yet. Choose one first: `/team teach`.',
  },
  'invalid_input:suggestions': {
    de: `⚠️ Nichts begonnen: Es warten schon ${MAX_PENDING_SUGGESTIONS.toLocaleString('de')} Vorschläge. Entscheide zuerst einige: \`/training list\`.`,
    en: `⚠️ Not started: ${MAX_PENDING_SUGGESTIONS.toLocaleString('en')} suggestions are already waiting. Decide on some first: \`/training list\`.`,
  },
};

async function importHistory(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, options } = input;
  const given = parseOrRefuse(historySchema, options, {
    de: `Bitte wähle einen Kanal und gib die Tage als Zahl von 1 bis ${MAX_HISTORY_DAYS} an.`,
    en: `Please choose a channel and a number of days from 1 to ${MAX_HISTORY_DAYS}.`,
  });
  const running = await readImport(core, serverId);
  if (running?.state === 'running') return showProgress(core, serverId, running);
  refuseUnreadable(input);
  try {
    const { begun, isGoingOn } = await startImport(core, serverId, given);
    const text = [
      isGoingOn
        ? both`⏳ <#${begun.channelId}>: ${GOING_ON}`
        : both`⏳ <#${begun.channelId}>: ${BEGUN(inDays(begun.days))}`,
      RULES,
    ];
    const subject = `${begun.channelId} ${begun.days}`;
    return done('history.imported', subject, text, { follow: followOf(core, serverId) });
  } catch (error) {
    // Somebody else was faster: that run is shown.
    const other = error instanceof AppError && error.code === 'already_exists';
    const last = other ? await readImport(core, serverId) : null;
    if (last) return showProgress(core, serverId, last);
    const text = wordingOf(error, REFUSED);
    throw text ? new RefusalError(text) : error;
  }
}

const BEGUN = (days: Texts): Texts => ({
  de: `Ich lese ${days.de} zurück, neueste Nachrichten zuerst, so schnell, wie Discord es zulässt.`,
  en: `I am reading ${days.en} back, newest messages first, as fast as Discord allows.`,
});
const GOING_ON: Texts = {
  de: 'Ich lese dort weiter, wo der letzte Lauf aufgehört hat.',
  en: 'I am continuing where the last run ended.',
};
const RULES: Texts = {
  de: 'Nur Antworten von Leuten mit Lehr-Rolle zählen; Namen, Kontaktdaten, Konto- und Kartennummern, Passwörter und Schlüssel werden entfernt. Nichts wird benutzt, bevor du es unter `/training list` übernimmst. Anhalten: `/learning stop`.',
  en: 'Only replies by people with a teaching role count; names, contact details, account and card numbers, passwords and keys are removed. Nothing is used before you approve it in `/training list`. To stop: `/learning stop`.',
};

/** @throws RefusalError that says what to do */
function refuseUnreadable({ bot }: Invocation): void {
  const { chosenChannel, messageContent } = bot;
  if (messageContent === 'refused')
    throw new RefusalError({
      de: '⚠️ Nichts begonnen: Discord lässt mich Nachrichten nicht mitlesen. Schalte im Discord Developer Portal → Bot → **Message Content Intent** ein; ich merke es von selbst.',
      en: '⚠️ Not started: Discord does not let me read messages. Switch on **Message Content Intent** in the Discord developer portal → Bot; I will notice by myself.',
    });
  if (!chosenChannel) return;
  if (chosenChannel.isCategory || chosenChannel.isReadable === false)
    throw new RefusalError({
      de: '⚠️ Nichts begonnen: Dort stehen keine Nachrichten. Wähle einen Textkanal, ein Forum oder einen Thread.',
      en: '⚠️ Not started: there are no messages there. Choose a text channel, a forum or a thread.',
    });
  const missing = chosenChannel.missingToRead ?? [];
  if (missing.length === 0) return;
  const rights = listRights(missing);
  throw new RefusalError({
    de: `⚠️ Nichts begonnen: Ich darf dort nicht nachlesen. Es fehlt (Kanal bearbeiten → Berechtigungen):${rights.de}`,
    en: `⚠️ Not started: I am not allowed to read the messages there. Missing (Edit Channel → Permissions):${rights.en}`,
  });
}

async function stopHistory(core: Core, { serverId }: Invocation): Promise<Draft> {
  const isStopped = await stopImport(core, serverId);
  const last = await readImport(core, serverId);
  if (!last || !isStopped)
    return say([
      {
        de: 'Gerade wird kein Verlauf gelesen. Beginnen: `/learning import`.',
        en: 'No history is being read at the moment. To begin: `/learning import`.',
      },
      last && { de: '**Der letzte Lauf:**', en: '**The last run:**' },
      last && describeImport(last),
    ]);
  return done('history.stopped', last.channelId, describeImport(last));
}

function showProgress(core: Core, serverId: string, running: HistoryImport): Draft {
  const text = [
    describeImport(running),
    {
      de: 'Auf einem Server läuft eins nach dem anderen. Anhalten: `/learning stop`.',
      en: 'Only one channel of a server is read at a time. To stop this: `/learning stop`.',
    },
  ];
  return say(text, { follow: followOf(core, serverId) });
}

/** As long as the run goes on. */
function followOf(core: Core, serverId: string) {
  return {
    look: async () => {
      const last = await readImport(core, serverId);
      return { text: last ? describeImport(last) : '', isOver: last?.state !== 'running' };
    },
  };
}

/** How far a run is and what came of it, or why it has ended. */
function describeImport(one: HistoryImport): Wording {
  const { channelId, state, endedFor, messages, suggested, grouped, ownWords, leftOut, startedAt } = one;
  const isRunning = state === 'running' || endedFor === null;
  const head = isRunning
    ? both`⏳ <#${channelId}>: ${{ de: 'wird gelesen, begonnen', en: 'being read, started' }} ${ago(startedAt)}.`
    : both`${canGoOn(one) ? '⏸️' : '✅'} <#${channelId}>: ${HISTORY_ENDS[endedFor].text}`;
  const count = (n: number) => inEach((language) => n.toLocaleString(language));
  const reasons = (Object.keys(LEFT_OUT_REASONS) as LeftOutReason[]).filter((reason) => leftOut[reason]);
  // Nobody knows how many private threads there are.
  const times = (reason: LeftOutReason) => (reason === 'private' ? '' : `${leftOut[reason]} × `);
  return [
    head,
    both`- ${{ de: 'Nachrichten gelesen', en: 'Messages read' }}: **${count(messages)}**`,
    both`- ${{ de: 'Neue Vorschläge', en: 'New suggestions' }}: **${count(suggested)}**`,
    both`- ${{ de: 'Gleiche Fragen, als Formulierung dazu', en: 'Repeated questions, added as other wordings' }}: **${count(grouped)}**`,
    ownWords > 0 &&
      both`- ${{
        de: 'Davon im Wortlaut, weil die Hälfte des Wochenkontingents verbraucht ist und der Rest für Antworten bleibt',
        en: 'Kept in the team’s own words, because half of the weekly quota is used and the rest is kept for answers',
      }}: **${count(ownWords)}**`,
    reasons.length > 0 && {
      de: `- Ausgelassen: ${reasons.map((reason) => times(reason) + LEFT_OUT_REASONS[reason].de).join('; ')}`,
      en: `- Left out: ${reasons.map((reason) => times(reason) + LEFT_OUT_REASONS[reason].en).join('; ')}`,
    },
  ];
}
