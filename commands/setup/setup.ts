import { findAccessRefusal, findMissingForTrial } from '../../src/core/answering/admission.ts';
import type { Core } from '../../src/core/core.ts';
import { listLinks } from '../../src/core/knowledge/links.ts';
import { needsMessageContent } from '../../src/core/members/chat-rules.ts';
import { listKeys } from '../../src/core/owners/keys.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { type Terms, termsOf } from '../../src/core/quota/plan-limits.ts';
import { type Alert, listAlerts } from '../../src/core/quota/quota-alerts.ts';
import { readUsage } from '../../src/core/quota/usage.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import type { AppError } from '../../src/domain/errors.ts';
import { MAX_KEYS_PER_SERVER } from '../../src/domain/limits.ts';
import { truncate } from '../../src/domain/text.ts';
import type { ChannelMode, Server } from '../../src/domain/types.ts';
import { type Command, type Invocation, pick, type Texts } from '../command.ts';
import { escapeMarkdown, type Reply, say } from '../reply.ts';
import { formatPercent, percentLeft, topUpUrlOf } from '../usage.ts';
import {
  describeAlerts,
  describeOpenWork,
  describeUnwritable,
  listRights,
  type OpenWork,
  readOpenWork,
} from './checks.ts';

/** Below this much of the week's quota, in percent, a top-up is worth a thought. */
const LOW_QUOTA_PERCENT = 20;
const MAX_STEPS = 3;
const MAX_NAME_CHARACTERS = 60;

type State = '✅' | '⚠️' | '▫️';

interface Facts {
  server: Server;
  terms: Terms;
  /** Entries that answers can be made of now. */
  entries: number;
  links: Awaited<ReturnType<typeof listLinks>>;
  validKeys: number;
  usage: Awaited<ReturnType<typeof readUsage>>;
  alerts: readonly Alert[];
  openWork: OpenWork;
  refusal: AppError | null;
  topUpUrl: string;
}

export const setup: Command = {
  data: {
    kind: 'slash',
    name: 'setup',
    description: { de: 'Was eingerichtet ist und was noch fehlt', en: 'What is set up and what is missing' },
    access: 'admin',
  },
  run: showSetup,
};

async function showSetup(core: Core, input: Invocation): Promise<Reply> {
  const facts = await gather(core, input.serverId);
  const name = escapeMarkdown(truncate(facts.server.name, MAX_NAME_CHARACTERS));
  const heading = pick(input, { de: `**Einrichtung von ${name}**`, en: `**Setup of ${name}**` });
  const lines = [
    describeRights(input),
    ...describeUnwritable(facts.terms.settings, input),
    describeContent(facts, input),
    describeChannels(facts, input),
    describeTeam(facts, input),
    describeTeachers(facts, input),
    describeKnowledge(facts, input),
    describeKeys(facts, input),
    describeTerms(facts, input),
    describeQuota(facts, input),
    describeWarnings(facts, input),
    ...describeOpenWork(facts.openWork, input),
  ];
  const steps = findSteps(facts).map((step) => `- ${pick(input, step)}`);
  const next = pick(input, { de: '**Als Nächstes**', en: '**Next**' });
  return say([heading, ...lines, '', next, ...steps].join('\n'));
}

async function gather(core: Core, serverId: string): Promise<Facts> {
  const server = await getServer(core, serverId);
  const terms = termsOf(core, server);
  const [knowledge, links, keys, usage, alerts, openWork] = await Promise.all([
    getKnowledgeIndex(core, server),
    listLinks(core, serverId),
    listKeys(core, serverId),
    readUsage(core, server),
    listAlerts(core, server),
    readOpenWork(core, serverId),
  ]);
  return {
    server,
    terms,
    entries: new Set([...knowledge.pieces.values()].map(({ entryId }) => entryId)).size,
    links,
    validKeys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    ...{ usage, alerts, openWork },
    refusal: findAccessRefusal(core, server, terms),
    topUpUrl: topUpUrlOf(core, server),
  };
}

function line(state: State, input: Invocation, texts: Texts): string {
  return `${state} ${pick(input, texts)}`;
}

function describeRights(input: Invocation): string {
  const { missingRights } = input.bot;
  if (missingRights.length === 0) {
    return line('✅', input, {
      de: '**Rechte:** in diesem Kanal alles da',
      en: '**Rights:** all there in this channel',
    });
  }
  const rights = listRights(missingRights, input);
  return line('⚠️', input, {
    de: `**Rechte:** in diesem Kanal fehlen (Kanal bearbeiten → Berechtigungen)${rights}`,
    en: `**Rights:** missing in this channel (Edit Channel → Permissions)${rights}`,
  });
}

function describeContent({ terms }: Facts, input: Invocation): string {
  if (!needsMessageContent(terms.settings)) {
    return line('✅', input, {
      de: '**Mitlesen:** nicht nötig, ich antworte auf Erwähnungen',
      en: '**Reading messages:** not needed, I answer mentions',
    });
  }
  if (input.bot.messageContent === 'granted') {
    return line('✅', input, { de: '**Mitlesen:** erlaubt', en: '**Reading messages:** allowed' });
  }
  if (input.bot.messageContent === 'not_asked') {
    return line('⚠️', input, {
      de: '**Mitlesen:** wird gerade bei Discord angefragt, sieh gleich noch einmal nach',
      en: '**Reading messages:** being asked of Discord, look again in a moment',
    });
  }
  return line('⚠️', input, {
    de: '**Mitlesen:** von Discord verweigert, aber deine Kanäle oder das Lernen brauchen es. Discord Developer Portal → Bot → **Message Content Intent** einschalten; ich merke es von selbst. Bis dahin antworte ich nur auf Erwähnungen.',
    en: '**Reading messages:** refused by Discord, but your channels or learning need it. Switch on Discord developer portal → Bot → **Message Content Intent**; I pick it up by myself. Until then I only answer mentions.',
  });
}

function describeChannels({ terms }: Facts, input: Invocation): string {
  const modes = Object.values(terms.settings.channels);
  const count = (mode: ChannelMode) => modes.filter((set) => set === mode).length;
  if (modes.length === 0) {
    return line('✅', input, {
      de: '**Kanäle:** überall auf Erwähnung',
      en: '**Channels:** everywhere when mentioned',
    });
  }
  return line('✅', input, {
    de: `**Kanäle:** jede Nachricht ${count('every_message')}, Forum ${count('forum')}, aus ${count('off')}, sonst auf Erwähnung`,
    en: `**Channels:** every message ${count('every_message')}, forum ${count('forum')}, off ${count('off')}, elsewhere when mentioned`,
  });
}

function describeTeam({ terms }: Facts, input: Invocation): string {
  const role = terms.settings.handover_role;
  if (role) {
    return line('✅', input, {
      de: `**Übergabe:** ich rufe <@&${role}>`,
      en: `**Hand-over:** I call <@&${role}>`,
    });
  }
  return line('⚠️', input, {
    de: '**Übergabe:** niemand wird gerufen, wenn ein Mensch gebraucht wird',
    en: '**Hand-over:** nobody is called when a person is needed',
  });
}

function describeTeachers({ terms }: Facts, input: Invocation): string {
  const { teach_roles: roles, learning } = terms.settings;
  const state = roles.length > 0 ? '✅' : learning ? '⚠️' : '▫️';
  return line(state, input, {
    de: `**Lehrende Rollen:** ${roles.length || 'keine'}, Lernen aus Antworten des Teams ${learning ? 'an' : 'aus'}`,
    en: `**Teaching roles:** ${roles.length || 'none'}, learning from the team's replies ${learning ? 'on' : 'off'}`,
  });
}

function describeKnowledge({ entries, links }: Facts, input: Invocation): string {
  const failed = links.filter(({ state }) => state === 'failed').length;
  const failures = pick(input, {
    de: `, davon nicht lesbar ${failed}: \`/links list\``,
    en: `, of them not readable ${failed}: \`/links list\``,
  });
  const reading = pick(input, { de: ' (werden gerade gelesen)', en: ' (being read)' });
  const isReading = links.some(({ state }) => state === 'queued' || state === 'crawling');
  const more = failed > 0 ? failures : isReading ? reading : '';
  return line(entries > 0 && failed === 0 ? '✅' : '⚠️', input, {
    de: `**Wissen:** Einträge ${entries.toLocaleString('de')}, Links ${links.length}${more}`,
    en: `**Knowledge:** entries ${entries.toLocaleString('en')}, links ${links.length}${more}`,
  });
}

function describeKeys({ validKeys }: Facts, input: Invocation): string {
  return line(validKeys > 0 ? '✅' : '▫️', input, {
    de: `**API-Schlüssel:** ${validKeys || 'keiner'} von ${MAX_KEYS_PER_SERVER}`,
    en: `**API keys:** ${validKeys || 'none'} of ${MAX_KEYS_PER_SERVER}`,
  });
}

function describeTerms({ terms, refusal }: Facts, input: Invocation): string {
  const { level } = terms;
  if (refusal) return describeRefusal(refusal, input);
  if (terms.plan === 'premium') {
    return line('✅', input, {
      de: `**Plan:** Premium, Stufe ${level}`,
      en: `**Plan:** premium, level ${level}`,
    });
  }
  return line('✅', input, {
    de: `**Plan:** kostenlos, Stufe ${level}; die API ist frei`,
    en: `**Plan:** free, level ${level}; the API is open`,
  });
}

function describeRefusal(refusal: AppError, input: Invocation): string {
  const trial = findMissingForTrial(refusal);
  if (!trial) {
    return line('⚠️', input, {
      de: '**API:** zu, dieser Server gilt als verlassen. Lade mich noch einmal ein.',
      en: '**API:** closed, this server counts as left. Invite me again.',
    });
  }
  const { members, days_present: days } = trial;
  return line('▫️', input, {
    de: `**Plan:** kostenlos; die API öffnet mit Premium oder ab ${members.need} Mitgliedern (jetzt ${members.have}) und ${days.need} Tagen mit mir (jetzt ${days.have})`,
    en: `**Plan:** free; the API opens with premium, or with ${members.need} members (now ${members.have}) and ${days.need} days with me (now ${days.have})`,
  });
}

function describeQuota({ usage, topUpUrl }: Facts, input: Invocation): string {
  const left = percentLeft(usage);
  const percent = formatPercent(left, input);
  const isLow = left < LOW_QUOTA_PERCENT && usage.credit_percent === 0;
  const where = isLow ? ` <${topUpUrl}>` : '';
  return line(isLow ? '⚠️' : '✅', input, {
    de: `**KI-Kontingent:** diese Woche noch ${percent}${where}`,
    en: `**AI quota:** ${percent} left this week${where}`,
  });
}

function describeWarnings({ terms, alerts }: Facts, input: Invocation): string {
  const channelId = terms.settings.alerts_channel;
  const { isSound, text } = describeAlerts({ channelId, alerts }, input);
  return `${channelId === null ? '▫️' : isSound ? '✅' : '⚠️'} ${text}`;
}

/** The next commands, what helps members most first. */
function findSteps({ terms, entries, links, validKeys, refusal }: Facts): Texts[] {
  const { settings } = terms;
  const isNew = settings.tone === '' && settings.instructions === '';
  const steps: [boolean, Texts][] = [
    [
      entries === 0 && links.length === 0,
      {
        de: '`/links add` oder `/knowledge add`: woraus ich antworten soll',
        en: '`/links add` or `/knowledge add`: what I shall answer from',
      },
    ],
    [
      settings.handover_role === null,
      { de: '`/team handover`: wen ich rufe', en: '`/team handover`: whom I call' },
    ],
    [isNew, { de: '`/persona set`: wie ich heiße und spreche', en: '`/persona set`: my name and tone' }],
    [
      settings.teach_roles.length === 0,
      { de: '`/team teach`: wer mir etwas beibringt', en: '`/team teach`: who teaches me' },
    ],
    [
      Object.keys(settings.channels).length === 0,
      { de: '`/channels set`: wo ich immer antworte', en: '`/channels set`: where I always answer' },
    ],
    [
      validKeys === 0 && !refusal,
      {
        de: '`/key create`: Antworten für dein Ticketsystem',
        en: '`/key create`: answers for your ticket system',
      },
    ],
    [true, { de: '`/ask`: probier mich aus', en: '`/ask`: try me' }],
    [true, { de: '`/usage`: Verbrauch und Limits', en: '`/usage`: use and limits' }],
  ];
  return steps.flatMap(([isDue, step]) => (isDue ? [step] : [])).slice(0, MAX_STEPS);
}
