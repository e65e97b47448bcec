import { type Alert, listAlerts } from '../../src/core/alerts/alerts.ts';
import { findAccessRefusal, findMissingForTrial } from '../../src/core/answering/admission/admission.ts';
import type { Core } from '../../src/core/core.ts';
import { listLinks } from '../../src/core/knowledge/links.ts';
import { needsMessageContent } from '../../src/core/members/chat-rules.ts';
import { listKeys } from '../../src/core/owners/keys.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { type PlanLimits, planLimitsOf } from '../../src/core/quota/plan-limits.ts';
import { readUsage } from '../../src/core/quota/usage.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import type { AppError } from '../../src/domain/errors.ts';
import { MAX_KEYS_PER_SERVER } from '../../src/domain/limits.ts';
import { truncate } from '../../src/domain/text.ts';
import type { ChannelMode, Server } from '../../src/domain/types.ts';
import { type BotFacts, slash } from '../command.ts';
import { escapeMarkdown, say } from '../reply.ts';
import { describePlace } from '../team/drafts.ts';
import { formatPercent, percentLeft, topUpUrlOf } from '../usage.ts';
import { both, type Texts } from '../wording.ts';
import type { OpenWork } from './checks.ts';
import { describeAlerts, describeOpenWork, describeUnwritable, listRights, readOpenWork } from './checks.ts';

/** Below this much of the week's quota, in percent, a top-up is worth a thought. */
const LOW_QUOTA_PERCENT = 20;
const MAX_STEPS = 3;
const MAX_NAME_CHARACTERS = 60;

type State = '✅' | '⚠️' | '▫️';

interface SetupFacts {
  server: Server;
  planLimits: PlanLimits;
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

export const setup = slash('setup', {
  description: { de: 'Was eingerichtet ist und was noch fehlt', en: 'What is set up and what is missing' },
  access: 'admin',
  run: async (core, { serverId, bot }) => {
    const facts = await gather(core, serverId);
    const name = escapeMarkdown(truncate(facts.server.name, MAX_NAME_CHARACTERS));
    return say([
      { de: `**Einrichtung von ${name}**`, en: `**Setup of ${name}**` },
      describeRights(bot),
      describeUnwritable(facts.planLimits.settings, bot.listUnwritable?.() ?? []),
      describeContent(facts, bot),
      describeChannels(facts),
      describeTeam(facts),
      describeTeachers(facts),
      describeKnowledge(facts),
      describeKeys(facts),
      describeTerms(facts),
      describeQuota(facts),
      describeWarnings(facts),
      facts.planLimits.settings.drafts !== 'off' && describePlace(facts.planLimits.settings, bot),
      describeOpenWork(facts.openWork),
      { de: '\n**Als Nächstes**', en: '\n**Next**' },
      ...findSteps(facts).map((step) => both`- ${step}`),
    ]);
  },
});

async function gather(core: Core, serverId: string): Promise<SetupFacts> {
  const server = await getServer(core, serverId);
  const planLimits = planLimitsOf(core, server);
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
    planLimits,
    entries: new Set([...knowledge.pieces.values()].map(({ entryId }) => entryId)).size,
    links,
    validKeys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    ...{ usage, alerts, openWork },
    refusal: findAccessRefusal(core, server, planLimits),
    topUpUrl: topUpUrlOf(core, server),
  };
}

function line(state: State, texts: Texts): Texts {
  return both`${state} ${texts}`;
}

function describeRights({ missingRights }: BotFacts): Texts {
  if (missingRights.length === 0)
    return line('✅', {
      de: '**Rechte:** in diesem Kanal alles da',
      en: '**Permissions:** complete in this channel',
    });
  const rights = listRights(missingRights);
  return line('⚠️', {
    de: `**Rechte:** in diesem Kanal fehlen (Kanal bearbeiten → Berechtigungen)${rights.de}`,
    en: `**Permissions:** missing in this channel (Edit Channel → Permissions)${rights.en}`,
  });
}

function describeContent({ planLimits }: SetupFacts, { messageContent }: BotFacts): Texts {
  if (!needsMessageContent(planLimits.settings))
    return line('✅', {
      de: '**Mitlesen:** nicht nötig, ich antworte auf Erwähnungen',
      en: '**Reading messages:** not needed, I answer mentions',
    });
  if (messageContent === 'granted')
    return line('✅', { de: '**Mitlesen:** erlaubt', en: '**Reading messages:** allowed' });
  if (messageContent === 'not_asked')
    return line('⚠️', {
      de: '**Mitlesen:** wird gerade bei Discord angefragt, sieh gleich noch einmal nach',
      en: '**Reading messages:** I am asking Discord for it; look again in a moment',
    });
  return line('⚠️', {
    de: '**Mitlesen:** von Discord verweigert, aber deine Kanäle oder das Lernen brauchen es. Discord Developer Portal → Bot → **Message Content Intent** einschalten; ich merke es von selbst. Bis dahin antworte ich nur auf Erwähnungen.',
    en: '**Reading messages:** refused by Discord, but your channels or learning need it. Switch on **Message Content Intent** in the Discord developer portal → Bot; I will notice by myself. Until then I only answer mentions.',
  });
}

function describeChannels({ planLimits }: SetupFacts): Texts {
  const modes = Object.values(planLimits.settings.channels);
  const count = (mode: ChannelMode) => modes.filter((set) => set === mode).length;
  if (modes.length === 0)
    return line('✅', {
      de: '**Kanäle:** überall auf Erwähnung',
      en: '**Channels:** everywhere when mentioned',
    });
  return line('✅', {
    de: `**Kanäle:** jede Nachricht ${count('every_message')}, Forum ${count('forum')}, beobachten ${count('observe')}, aus ${count('off')}, sonst auf Erwähnung`,
    en: `**Channels:** every message ${count('every_message')}, forum ${count('forum')}, observe ${count('observe')}, off ${count('off')}, elsewhere when mentioned`,
  });
}

function describeTeam({ planLimits }: SetupFacts): Texts {
  const { handover_role: role, handover_roles: others } = planLimits.settings;
  if (role)
    return line('✅', {
      de: `**Übergabe:** ich rufe <@&${role}>`,
      en: `**Hand-over:** I call <@&${role}>`,
    });
  const hasOthers = Object.keys(others).length > 0;
  return line('⚠️', {
    de: `**Übergabe:** niemand wird gerufen, wenn ein Mensch gebraucht wird${hasOthers ? ', außer bei Orten, Themen und Gründen mit eigener Rolle' : ''}`,
    en: `**Hand-over:** nobody is called when a person is needed${hasOthers ? ', except for places, topics and reasons that have a role of their own' : ''}`,
  });
}

function describeTeachers({ planLimits }: SetupFacts): Texts {
  const { teach_roles: roles, learning } = planLimits.settings;
  const state = roles.length > 0 ? '✅' : learning ? '⚠️' : '▫️';
  return line(state, {
    de: `**Lehrende Rollen:** ${roles.length || 'keine'}, Lernen aus Antworten des Teams ${learning ? 'an' : 'aus'}`,
    en: `**Teaching roles:** ${roles.length || 'none'}, learning from the team's replies is ${learning ? 'on' : 'off'}`,
  });
}

function describeKnowledge({ entries, links }: SetupFacts): Texts {
  const failed = links.filter(({ state }) => state === 'failed').length;
  const failures = {
    de: `, davon nicht lesbar ${failed}: \`/links list\``,
    en: `, of which ${failed} cannot be read: \`/links list\``,
  };
  const reading = { de: ' (werden gerade gelesen)', en: ' (being read)' };
  const isReading = links.some(({ state }) => state === 'queued' || state === 'crawling');
  const more = failed > 0 ? failures : isReading ? reading : { de: '', en: '' };
  return line(entries > 0 && failed === 0 ? '✅' : '⚠️', {
    de: `**Wissen:** Einträge ${entries.toLocaleString('de')}, Links ${links.length}${more.de}`,
    en: `**Knowledge:** entries ${entries.toLocaleString('en')}, links ${links.length}${more.en}`,
  });
}

function describeKeys({ validKeys }: SetupFacts): Texts {
  return line(validKeys > 0 ? '✅' : '▫️', {
    de: `**API-Schlüssel:** ${validKeys || 'keiner'} von ${MAX_KEYS_PER_SERVER}`,
    en: `**API keys:** ${validKeys || 'none'} of ${MAX_KEYS_PER_SERVER}`,
  });
}

function describeTerms({ planLimits, refusal }: SetupFacts): Texts {
  const { level } = planLimits;
  if (refusal) return describeRefusal(refusal);
  if (planLimits.plan === 'premium')
    return line('✅', {
      de: `**Plan:** Premium, Stufe ${level}`,
      en: `**Plan:** premium, level ${level}`,
    });
  return line('✅', {
    de: `**Plan:** kostenlos, Stufe ${level}; die API ist frei`,
    en: `**Plan:** free, level ${level}; you can use the API`,
  });
}

function describeRefusal(refusal: AppError): Texts {
  const trial = findMissingForTrial(refusal);
  if (!trial)
    return line('⚠️', {
      de: '**API:** zu, denn bei mir steht noch, dass ich von diesem Server entfernt wurde. Lade mich bitte noch einmal ein.',
      en: '**API:** closed, because I am still recorded as removed from this server. Please invite me again.',
    });
  const { members, days_present: days } = trial;
  return line('▫️', {
    de: `**Plan:** kostenlos; die API öffnet mit Premium oder mit genug Mitgliedern (${members.have} von ${members.need}) und Tagen mit mir (${days.have} von ${days.need})`,
    en: `**Plan:** free; the API opens with premium, or with enough members (${members.have} of ${members.need}) and days with me (${days.have} of ${days.need})`,
  });
}

function describeQuota({ usage, topUpUrl }: SetupFacts): Texts {
  const left = percentLeft(usage);
  const isLow = left < LOW_QUOTA_PERCENT && usage.credit_percent === 0;
  const where = isLow ? ` <${topUpUrl}>` : '';
  return line(isLow ? '⚠️' : '✅', {
    de: `**KI-Kontingent:** diese Woche noch ${formatPercent(left, 'de')}${where}`,
    en: `**AI quota:** ${formatPercent(left, 'en')} left this week${where}`,
  });
}

function describeWarnings({ planLimits, alerts }: SetupFacts): Texts {
  const channelId = planLimits.settings.alerts_channel;
  const { isSound, text } = describeAlerts({ channelId, alerts });
  return line(channelId === null ? '▫️' : isSound ? '✅' : '⚠️', text);
}

/** The next commands, what helps members most first. */
function findSteps({ planLimits, entries, links, validKeys, refusal }: SetupFacts): Texts[] {
  const { settings } = planLimits;
  const isNew = settings.tone === '' && settings.instructions === '';
  const steps: (Texts | false)[] = [
    entries === 0 &&
      links.length === 0 && {
        de: '`/links add` oder `/knowledge add`: woraus ich antworten soll',
        en: '`/links add` or `/knowledge add`: what I answer from',
      },
    settings.handover_role === null && {
      de: '`/team handover`: wen ich rufe',
      en: '`/team handover`: whom I call',
    },
    isNew && { de: '`/persona set`: wie ich heiße und spreche', en: '`/persona set`: my name and tone' },
    settings.teach_roles.length === 0 && {
      de: '`/team teach`: wer mir etwas beibringt',
      en: '`/team teach`: who teaches me',
    },
    Object.keys(settings.channels).length === 0 && {
      de: '`/channels set`: wo ich immer antworte',
      en: '`/channels set`: where I always answer',
    },
    validKeys === 0 &&
      !refusal && {
        de: '`/key create`: Antworten für dein Ticketsystem',
        en: '`/key create`: answers for your ticket system',
      },
    { de: '`/ask`: probier mich aus', en: '`/ask`: try me out' },
    { de: '`/usage`: Verbrauch und Limits', en: '`/usage`: quota, credit and limits' },
  ];
  return steps.filter((step) => step !== false).slice(0, MAX_STEPS);
}
