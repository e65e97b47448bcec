import { type DraftFigures, readDraftFigures } from '../../src/core/answering/draft-verdicts.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import type { DraftState } from '../../src/domain/types.ts';
import { type BotFacts, slash } from '../command.ts';
import { saved, say } from '../reply.ts';
import { describeOthers, listOptions, saveOptions, toOptions } from '../settings.ts';
import { both, type Texts, type Wording } from '../wording.ts';
import { discardDraft, learnDraft, openDraft, sendDraft, sendEdited } from './decide.ts';

const NAMED = listOptions('drafts');
export const drafts = slash('drafts', {
  description: {
    de: 'Welche Antworten jemand ansieht, bevor sie gesendet werden',
    en: 'Which answers someone checks before they are sent',
  },
  access: 'admin',
  subcommands: {
    set: {
      description: {
        de: 'Legt fest, welche Antworten Entwürfe sind',
        en: 'Sets which answers are drafts',
      },
      options: toOptions(NAMED),
      run: async (core, input) => {
        const { serverId, options } = input;
        const observe = options.state === 'observe';
        const { drafts: state } = parseSettings((await getServer(core, serverId)).settings);
        const given = observe ? { ...input, options: { ...options, state } } : input;
        const { settings, deeds } = await saveOptions(core, given, NAMED, { observe });
        return saved(deeds, describe(settings, input.bot));
      },
    },
    show: {
      description: { de: 'Zeigt, welche Antworten Entwürfe sind', en: 'Shows which answers are drafts' },
      run: async (core, { serverId, bot }) => {
        const settings = parseSettings((await getServer(core, serverId)).settings);
        return say([describe(settings, bot), describeFigures(await readDraftFigures(core, serverId))]);
      },
    },
  },
  actions: {
    'draft:send': { access: 'team', run: sendDraft },
    'draft:edit': { access: 'team', opensForm: true, run: openDraft },
    'draft:edited': { access: 'team', run: sendEdited },
    'draft:discard': { access: 'team', run: discardDraft },
    'draft:learn': { access: 'teacher', run: learnDraft },
  },
});

function describe(settings: Settings, bot: BotFacts): Wording {
  const { drafts: chosen, draft_below: below, observe } = settings;
  const state = observe ? 'observe' : chosen;
  const texts: Record<DraftState | 'observe', Texts> = {
    observe: {
      de: '👀 **Ich beobachte nur:** Meine Antworten sieht nur das Team, solange es keine sendet. Wer fragt, sieht sonst nichts von mir, außer bei `/ask`.',
      en: '👀 **I only observe:** only the team sees my answers, unless it sends one. Askers see nothing else of me, except with `/ask`.',
    },
    off: {
      de: '✅ **Entwürfe sind aus.** Jede Antwort geht ungesehen hinaus, hier und über die API.',
      en: '✅ **Drafts are off.** Every answer is sent without a check, on Discord and over the API.',
    },
    unsure: {
      de: `✅ **Entwurf ist, was unsicher ist:** Antworten mit einer Sicherheit unter ${below.toLocaleString('de')}.`,
      en: `✅ **Unsure answers are drafts:** those with a confidence below ${below}.`,
    },
    all: { de: '✅ **Jede Antwort ist ein Entwurf.**', en: '✅ **Every answer is a draft.**' },
  };
  const overApi = {
    de: 'Über die API steht dann `draft: true` darin, und dein Ticketsystem legt sie erst jemandem vor.',
    en: 'Over the API, drafts say `draft: true`; your ticket system must show them to someone before they are sent.',
  };
  return [
    texts[state],
    state !== 'off' && describePlace(settings, bot),
    state !== 'off' && overApi,
    ...describeOthers(settings, NAMED, ['drafts', 'draft_below']),
    { de: 'Ändern: `/drafts set`.', en: 'To change this: `/drafts set`.' },
  ];
}

function describeFigures({ sent, edited, discarded, waiting, threshold }: DraftFigures): Texts {
  const { wrongIn100, confidence } = threshold;
  const found = {
    de:
      confidence === null
        ? 'Die bisherigen Urteile zeigen keine Schwelle.'
        : `Ab einer Sicherheit von ${confidence.toLocaleString('de')} sind höchstens ${wrongIn100} von 100 falsch; übernehmen kannst du das im Dashboard unter „Entwürfe“.`,
    en:
      confidence === null
        ? 'From the decisions so far, I cannot recommend a confidence threshold yet.'
        : `At a confidence of ${confidence} or more, at most ${wrongIn100} in 100 are wrong; you can make that the threshold in the dashboard under “Drafts”.`,
  };
  return {
    de: `**Entwürfe bisher:** ${sent} gesendet, wie sie waren, ${edited} bearbeitet, ${discarded} verworfen; noch offen: ${waiting}. ${found.de}`,
    en: `**Drafts so far:** ${sent} sent unchanged, ${edited} edited, ${discarded} discarded; ${waiting} waiting. ${found.en}`,
  };
}

/** Where the drafts of this chat go, or plainly that they go nowhere. */
export function describePlace(
  { alerts_channel: channelId, handover_role: role, handover_roles: others, observe }: Settings,
  { listUnwritable, readersOf }: BotFacts,
): Wording {
  const instead = observe
    ? {
        de: 'Solange sieht niemand, was ich auf Discord antworten würde.',
        en: 'Until then, nobody sees what I would answer on Discord.',
      }
    : {
        de: 'Solange gebe ich hier Fragen an das Team weiter, statt sie mit einem Entwurf zu beantworten.',
        en: 'Until then, on Discord I hand questions over to the team instead of drafting an answer.',
      };
  if (channelId === null)
    return both`⚠️ ${{
      de: '**Für Entwürfe ist kein Ort gewählt.** Wähle den Kanal deines Teams, den Mitglieder nicht sehen: `/channels alerts channel`.',
      en: '**No channel is chosen for drafts.** Choose your team’s channel, which members cannot see: `/channels alerts channel`.',
    }} ${instead}`;
  const readers = readersOf?.(channelId);
  if (readers === 'nobody')
    return both`⚠️ ${{
      de: '**Den Kanal für Entwürfe gibt es nicht mehr.** Wähle einen anderen: `/channels alerts channel`.',
      en: '**The channel for drafts no longer exists.** Choose another one: `/channels alerts channel`.',
    }} ${instead}`;
  if (listUnwritable?.().some((place) => place.channelId === channelId))
    return both`⚠️ ${{
      de: `**In <#${channelId}> darf ich nicht schreiben**, dorthin sollen Entwürfe gehen. \`/setup\` zeigt, was fehlt.`,
      en: `**I am not allowed to write in <#${channelId}>**, where drafts go. \`/setup\` shows what is missing.`,
    }} ${instead}`;
  return [
    {
      de: `Auf Discord geht der Entwurf als Karte nach <#${channelId}>: senden, bearbeiten oder verwerfen.${observe ? '' : ' Wer fragt, liest nur, dass das Team es ansieht.'}`,
      en: `On Discord, the draft goes to <#${channelId}> as a card: send, edit or discard.${observe ? '' : ' The asker is only told that the team is having a look.'}`,
    },
    readers === 'everyone' && {
      de: `⚠️ Jedes Mitglied kann <#${channelId}> lesen, also auch die Entwürfe. Wähle einen Kanal nur für dein Team: \`/channels alerts channel\`.`,
      en: `⚠️ Every member can read <#${channelId}> and therefore the drafts. Choose a channel that only your team can see: \`/channels alerts channel\`.`,
    },
    role === null &&
      Object.keys(others).length === 0 &&
      !observe && {
        de: '⚠️ Dazu wird niemand gerufen: `/team handover`.',
        en: '⚠️ No role is called for drafts yet. Choose one: `/team handover`.',
      },
  ];
}
