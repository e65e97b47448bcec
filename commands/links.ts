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
import {
  bySubcommand,
  type Command,
  type CommandOption,
  type Invocation,
  pick,
  type Texts,
} from './command.ts';
import { ago, MAX_SUGGESTION_CHARACTERS, type Reply, say, toSuggestions } from './reply.ts';

type Overview = Awaited<ReturnType<typeof listLinks>>[number];

const MAX_SHOWN_CHARACTERS = 150;

const KNOWN_URL: CommandOption = {
  kind: 'string',
  name: 'url',
  description: { de: 'Einer der Links dieses Servers', en: 'One of the links of this server' },
  isCompleted: true,
};

export const links: Command = {
  data: {
    kind: 'slash',
    name: 'links',
    description: {
      de: 'Webseiten, die der Bot liest und kennt',
      en: 'Web pages that the bot reads and knows',
    },
    access: 'admin',
    subcommands: [
      {
        name: 'add',
        description: {
          de: 'Eine Seite, eine Sitemap oder (mit / am Ende) alles darunter lesen',
          en: 'Read a page, a sitemap or, with / at the end, everything below it',
        },
        options: [
          {
            kind: 'string',
            name: 'url',
            description: {
              de: 'Adresse, zum Beispiel https://example.com/hilfe/',
              en: 'Address, for example https://example.com/help/',
            },
            isRequired: true,
            maxLength: MAX_URL_CHARACTERS,
          },
        ],
      },
      {
        name: 'list',
        description: { de: 'Alle Links und wie das Lesen lief', en: 'All links and how reading them went' },
      },
      {
        name: 'remove',
        description: {
          de: 'Einen Link entfernen, mit allem, was er gebracht hat',
          en: 'Remove a link with everything that it brought',
        },
        options: [{ ...KNOWN_URL, isRequired: true }],
      },
      {
        name: 'crawl',
        description: {
          de: 'Einen Link oder alle jetzt noch einmal lesen',
          en: 'Read a link, or all of them, again now',
        },
        options: [KNOWN_URL],
      },
    ],
  },
  run: bySubcommand({ add, list, remove, crawl }),
  complete: async (core, { serverId, typed }) => {
    const wanted = typed.trim().toLowerCase();
    const fitting = (await listLinks(core, serverId)).filter(({ url }) => url.toLowerCase().includes(wanted));
    return toSuggestions(fitting, ({ id, url }) => ({
      ...{ name: url, value: url.length <= MAX_SUGGESTION_CHARACTERS ? url : id },
    }));
  },
};

async function add(core: Core, input: Invocation): Promise<Reply> {
  const given = completeAddress(input.options.url ?? '');
  if (!linkSchema.safeParse({ url: given }).success) return say(pick(input, NO_ADDRESS));
  try {
    const { url } = await addLink(core, input.serverId, given);
    return say(
      pick(input, {
        de: `✅ <${url}> ist hinzugefügt. Ich lese die Seite gleich und danach jeden Tag neu; \`/links list\` zeigt, wie es lief.`,
        en: `✅ <${url}> is added. I will read it in a moment and again every day; \`/links list\` shows how it went.`,
      }),
      { audited: { action: 'link.added', subject: url } },
    );
  } catch (error) {
    const refusal = refusalOf(error, input);
    if (!refusal) throw error;
    return say(refusal);
  }
}

const NO_ADDRESS: Texts = {
  de: 'Das ist keine Adresse wie https://example.com/hilfe. Bitte prüfe sie und versuch es noch einmal.',
  en: 'This is not an address such as https://example.com/help. Please check it and try again.',
};

function refusalOf(error: unknown, input: Invocation): string | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'already_exists')
    return pick(input, {
      de: 'Diesen Link gibt es schon. Mit `/links crawl` lese ich ihn jetzt neu.',
      en: 'This link is there already. `/links crawl` has it read again now.',
    });
  if (error.code !== 'invalid_input') return null;
  const { cause } = error.context;
  if (cause instanceof PageFaultError) return describeFault(cause.fault, cause.detail, input.language);
  return pick(input, {
    de: `Ein Server hat höchstens ${MAX_LINKS_PER_SERVER} Links. Entferne zuerst einen mit \`/links remove\`.`,
    en: `A server has at most ${MAX_LINKS_PER_SERVER} links. Remove one first with \`/links remove\`.`,
  });
}

async function list(core: Core, input: Invocation): Promise<Reply> {
  const known = await listLinks(core, input.serverId);
  if (known.length === 0) return say(pick(input, NO_LINKS));
  return say(known.map((link) => describeLink(input, link)).join('\n'));
}

const NO_LINKS: Texts = {
  de: 'Dieser Server hat noch keine Links. Füge einen mit `/links add` hinzu, zum Beispiel deine Hilfeseiten.',
  en: 'This server has no links yet. Add one with `/links add`, for example your help pages.',
};

const MARKS: Record<LinkState, string> = { queued: '🕓', crawling: '🔄', crawled: '✅', failed: '⚠️' };

function describeLink(input: Invocation, link: Overview): string {
  const { pages, failed, crawledAt } = link;
  const facts = [
    `${MARKS[link.state]} ${pick(input, LINK_STATES[link.state])}`,
    pick(input, { de: `${pages} Seiten`, en: `${pages} pages` }),
    failed > 0 ? pick(input, { de: `${failed} fehlgeschlagen`, en: `${failed} failed` }) : '',
    crawledAt ? ago(crawledAt) : '',
  ];
  const why = link.fault
    ? [describeFault(link.fault, link.detail, input.language)]
    : link.limits.map((limit) => pick(input, CRAWL_LIMITS[limit]));
  return [
    `- ${toAddress(link.url)}`,
    `  ${facts.filter(Boolean).join(' · ')}`,
    ...why.map((line) => `  ${line}`),
  ].join('\n');
}

/** In angle brackets it shows no preview; 50 of the longest would be more than anybody reads. */
function toAddress(url: string): string {
  return url.length <= MAX_SHOWN_CHARACTERS ? `<${url}>` : `\`${truncate(url, MAX_SHOWN_CHARACTERS)}\``;
}

/** The link that was meant: its address, or the id that stands for one too long for a suggestion. */
async function findLink(core: Core, { serverId, options }: Invocation): Promise<Overview | undefined> {
  const given = (options.url ?? '').trim();
  const wanted = [given, URL.parse(completeAddress(given))?.href];
  return (await listLinks(core, serverId)).find(({ id, url }) => wanted.includes(id) || wanted.includes(url));
}

const UNKNOWN_LINK: Texts = {
  de: 'Diesen Link hat der Server nicht. Wähle einen aus der Liste; `/links list` zeigt alle.',
  en: 'This server has no such link. Choose one from the list; `/links list` shows all.',
};

async function remove(core: Core, input: Invocation): Promise<Reply> {
  const link = await findLink(core, input);
  if (!link) return say(pick(input, UNKNOWN_LINK));
  await removeLink(core, input.serverId, link.url);
  return say(
    pick(input, {
      de: `🗑️ <${link.url}> ist entfernt, mit allem, was der Bot nur von dort wusste.`,
      en: `🗑️ <${link.url}> is removed, with everything that the bot knew only from there.`,
    }),
    { audited: { action: 'link.removed', subject: link.url } },
  );
}

async function crawl(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, options } = input;
  const link = await findLink(core, input);
  if (options.url && !link) return say(pick(input, UNKNOWN_LINK));
  const queued = link ? [await queueLink(core, serverId, link.url)] : await queueLinks(core, serverId);
  if (queued.length === 0) return say(pick(input, NO_LINKS));
  const running = queued.filter(({ state }) => state === 'crawling').length;
  const rest = queued.length - running;
  const lines: (Texts | null)[] = [
    rest === 0
      ? null
      : {
          de: `🕓 ${rest === 1 ? '1 Link wird' : `${rest} Links werden`} gleich gelesen. \`/links list\` zeigt, wie es lief.`,
          en: `🕓 ${rest === 1 ? '1 link' : `${rest} links`} will be read in a moment. \`/links list\` shows how it went.`,
        },
    running === 0
      ? null
      : {
          de: `🔄 ${running === 1 ? '1 Link wird' : `${running} Links werden`} gerade schon gelesen.`,
          en: `🔄 ${running === 1 ? '1 link is' : `${running} links are`} being read already.`,
        },
  ];
  const text = lines.flatMap((line) => (line ? [pick(input, line)] : [])).join('\n');
  return say(text, { audited: { action: 'link.crawled', subject: queued.map(({ url }) => url).join(' ') } });
}
