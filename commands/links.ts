import type { Core } from '../src/core/core.ts';
import { describeFault } from '../src/core/knowledge/crawl/faults.ts';
import {
  addLink,
  completeAddress,
  linkSchema,
  listLinks,
  queueLink,
  queueLinks,
  removeLink,
} from '../src/core/knowledge/links.ts';
import { AppError, PageFaultError } from '../src/domain/errors.ts';
import { MAX_LINKS_PER_SERVER, MAX_URL_CHARACTERS } from '../src/domain/limits.ts';
import { truncate } from '../src/domain/text.ts';
import type { LinkState } from '../src/domain/types.ts';
import { CRAWL_LIMITS, LINK_STATES } from '../src/domain/words.ts';
import { type Invocation, slash } from './command.ts';
import { orRefuse, RefusalError } from './refusal.ts';
import { ago, type Draft, done, MAX_SUGGESTION_CHARACTERS, say, toSuggestions } from './reply.ts';
import { both, inEach, joined, type Texts } from './wording.ts';

type LinkStatus = Awaited<ReturnType<typeof listLinks>>[number];

const MAX_SHOWN_CHARACTERS = 150;

const KNOWN_URL = {
  description: { de: 'Einer der Links dieses Servers', en: 'One of this server’s links' },
  isCompleted: true,
};

export const links = slash('links', {
  description: {
    de: 'Webseiten und Kanäle, die der Bot liest',
    en: 'Web pages and channels that the bot reads',
  },
  access: 'editor',
  subcommands: {
    add: {
      description: {
        de: 'Eine Seite, alles unter einer Adresse mit / am Ende, oder einen Kanal lesen',
        en: 'Lets the bot read a page, everything below an address that ends in /, or a channel',
      },
      options: {
        url: {
          description: {
            de: 'Adresse, zum Beispiel https://example.com/hilfe/',
            en: 'Address, for example https://example.com/help/',
          },
          maxLength: MAX_URL_CHARACTERS,
        },
        channel: {
          kind: 'channel',
          description: {
            de: 'Ein Kanal oder Forum: Beiträge des Teams, Ankündigungen und Angepinntes',
            en: 'A channel or forum; the bot reads posts of the team, announcements and pinned messages',
          },
        },
      },
      run: add,
    },
    list: {
      description: {
        de: 'Alle Links und wie das Lesen lief',
        en: 'All links, and whether they could be read',
      },
      run: async (core, { serverId }) => {
        const known = await listLinks(core, serverId);
        return say(known.length === 0 ? NO_LINKS : known.map(describeLink));
      },
    },
    remove: {
      description: {
        de: 'Einen Link entfernen, mit allem, was er gebracht hat',
        en: 'Remove a link and everything read from it',
      },
      options: { url: { ...KNOWN_URL, isRequired: true } },
      run: remove,
    },
    crawl: {
      description: {
        de: 'Einen Link oder alle jetzt noch einmal lesen',
        en: 'Read one link again now, or all of them',
      },
      options: { url: KNOWN_URL },
      run: crawl,
    },
  },
  complete: async (core, { serverId, typed }) => {
    const wanted = typed.trim().toLowerCase();
    const fitting = (await listLinks(core, serverId)).filter(({ url }) => url.toLowerCase().includes(wanted));
    return toSuggestions(fitting, ({ id, url }) => ({
      ...{ name: url, value: url.length <= MAX_SUGGESTION_CHARACTERS ? url : id },
    }));
  },
});

async function add(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const { channel } = options;
  const given = channel && !options.url ? `discord:${channel}` : completeAddress(options.url ?? '');
  if (channel && options.url)
    throw new RefusalError({
      de: 'Bitte gib entweder eine Adresse an oder einen Kanal, nicht beides.',
      en: 'Please give either an address or a channel, not both.',
    });
  if (!linkSchema.safeParse({ url: given }).success)
    throw new RefusalError({
      de: 'Das ist keine Adresse wie https://example.com/hilfe. Prüfe sie bitte oder wähle einen Kanal.',
      en: 'This is not an address such as https://example.com/help. Please check it, or choose a channel.',
    });
  const { url } = await orRefuse(addLink(core, serverId, given).catch(refuseFault), {
    already_exists: {
      de: 'Diesen Link gibt es schon. Mit `/links crawl` lese ich ihn jetzt neu.',
      en: 'This link has already been added. `/links crawl` reads it again now.',
    },
    invalid_input: {
      de: `Ein Server hat höchstens ${MAX_LINKS_PER_SERVER} Links. Entferne zuerst einen mit \`/links remove\`.`,
      en: `A server has at most ${MAX_LINKS_PER_SERVER} links. Remove one first with \`/links remove\`.`,
    },
  });
  return done('link.added', url, {
    de: `✅ ${toAddress(url)} ist hinzugefügt. Ich lese das gleich und danach jeden Tag neu; \`/links list\` zeigt, wie es lief.`,
    en: `✅ ${toAddress(url)} has been added. I will read it in a moment and again every day; \`/links list\` shows how it went.`,
  });
}

function refuseFault(error: unknown): never {
  const cause = error instanceof AppError ? error.context.cause : null;
  throw cause instanceof PageFaultError ? new RefusalError(nameFault(cause)) : error;
}

function nameFault({ fault, detail }: Pick<PageFaultError, 'fault' | 'detail'>): Texts {
  return inEach((language) => describeFault(fault, detail, language) ?? '');
}

const NO_LINKS: Texts = {
  de: 'Dieser Server hat noch keine Links. Füge einen mit `/links add` hinzu, zum Beispiel deine Hilfeseiten.',
  en: 'This server has no links yet. Add one with `/links add`, for example your help pages.',
};

const MARKS: Record<LinkState, string> = { queued: '🕓', crawling: '🔄', crawled: '✅', failed: '⚠️' };

function describeLink({ url, state, pages, failed, crawledAt, fault, detail, limits }: LinkStatus): Texts {
  const facts = joined(' · ', [
    both`${MARKS[state]} ${LINK_STATES[state]}`,
    { de: `${pages} ${pages === 1 ? 'Seite' : 'Seiten'}`, en: `${pages} ${pages === 1 ? 'page' : 'pages'}` },
    failed > 0 && { de: `${failed} fehlgeschlagen`, en: `${failed} failed` },
    crawledAt && ago(crawledAt),
  ]);
  const why = fault ? [nameFault({ fault, detail })] : limits.map((limit) => CRAWL_LIMITS[limit]);
  return joined('\n  ', [`- ${toAddress(url)}`, facts, ...why]);
}

/** In angle brackets it shows no preview; 50 of the longest would be more than anybody reads. */
function toAddress(url: string): string {
  const [, channel] = /^discord:(\d+)$/.exec(url) ?? [];
  if (channel !== undefined) return `<#${channel}>`;
  return url.length <= MAX_SHOWN_CHARACTERS ? `<${url}>` : `\`${truncate(url, MAX_SHOWN_CHARACTERS)}\``;
}

/** The link that was meant: its address, or the id that stands for one too long for a suggestion. */
async function findLink(core: Core, { serverId, options }: Invocation): Promise<LinkStatus> {
  const given = (options.url ?? '').trim();
  const wanted = [given, URL.parse(completeAddress(given))?.href];
  const known = await listLinks(core, serverId);
  const link = known.find(({ id, url }) => wanted.includes(id) || wanted.includes(url));
  if (link) return link;
  throw new RefusalError({
    de: 'Diesen Link hat der Server nicht. Wähle einen aus der Liste; `/links list` zeigt alle.',
    en: 'This server has no such link. Choose one from the list; `/links list` shows all.',
  });
}

async function remove(core: Core, input: Invocation): Promise<Draft> {
  const { url } = await findLink(core, input);
  await removeLink(core, input.serverId, url);
  return done('link.removed', url, {
    de: `🗑️ ${toAddress(url)} ist entfernt, mit allem, was der Bot nur von dort wusste.`,
    en: `🗑️ ${toAddress(url)} has been removed, along with everything that the bot knew only from there.`,
  });
}

async function crawl(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, options } = input;
  const queued = options.url
    ? [await queueLink(core, serverId, (await findLink(core, input)).url)]
    : await queueLinks(core, serverId);
  if (queued.length === 0) return say(NO_LINKS);
  const running = queued.filter(({ state }) => state === 'crawling').length;
  const rest = queued.length - running;
  const text = [
    rest > 0 && {
      de: `🕓 ${rest === 1 ? '1 Link wird' : `${rest} Links werden`} gleich gelesen. \`/links list\` zeigt, wie es lief.`,
      en: `🕓 ${rest === 1 ? '1 link' : `${rest} links`} will be read in a moment. \`/links list\` shows how it went.`,
    },
    running > 0 && {
      de: `🔄 ${running === 1 ? '1 Link wird' : `${running} Links werden`} gerade schon gelesen.`,
      en: `🔄 ${running === 1 ? '1 link is' : `${running} links are`} already being read.`,
    },
  ];
  return done('link.crawled', queued.map(({ url }) => url).join(' '), text);
}
