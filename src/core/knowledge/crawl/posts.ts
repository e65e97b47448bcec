import { hash } from 'node:crypto';
import type { Page } from '../../../adapters/db/knowledge/pages.ts';
import { deletePosts, listNoticed, settleNoticed } from '../../../adapters/db/knowledge/posts.ts';
import type { ChannelPost, PostChannel } from '../../../adapters/discord-posts.ts';
import { MESSAGES_PER_PAGE } from '../../../adapters/discord-posts.ts';
import { PageFaultError } from '../../../domain/errors.ts';
import { MAX_CRAWL_MINUTES, MAX_MESSAGES_PER_LINK } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import { findWishes, honourWishes, mayBeNamed } from '../../members/privacy.ts';
import { getServer } from '../../owners/servers.ts';
import { parseSettings, teamRolesOf } from '../../owners/settings.ts';
import { SEPARATOR } from '../../search/parts.ts';
import { readMarkdownFile } from '../import/markdown.ts';
import { channelOf, postAddress } from './channel-address.ts';
import { newPage } from './frontier.ts';
import { idOf, type LinkReading, toEntries } from './visits.ts';

const MINUTE_MS = 60_000;
/** Posts behind the newest ones that one reading looks up, those that were read longest ago first. */
const MAX_LOOKED_UP = 500;
const NOTICED_AT_ONCE = 100;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** A post with its title where it has one, as those of a forum do. */
type TitledPost = ChannelPost & { title?: string };

/**
 * Reads a channel's posts of the team, the newest first, and notes each page before the next. What was deleted, or is
 * of the team no more, goes. @throws PageFaultError
 */
export async function readChannel(reading: LinkReading): Promise<void> {
  const run = await openRun(reading).catch((error: unknown) => removeAll(reading, error));
  const seen = run.channel.kind === 'forum' ? await readForum(run) : await readMessages(run);
  const missing = [...reading.log.pages.values()].filter(
    ({ id, crawledAt }) => !seen.has(id) && crawledAt !== null,
  );
  if (reading.limits.size === 0) await remove(run, missing);
  else await lookUpOlder(run, seen, missing);
  await readNoticed(run);
}

/** Reads the posts again that the platform told of. @throws PageFaultError */
export async function readNoticedPosts(reading: LinkReading): Promise<void> {
  await readNoticed(await openRun(reading));
}

interface ChannelRun extends LinkReading {
  channel: PostChannel;
  team: ReadonlySet<string>;
  startedAt: number;
}

async function openRun(reading: LinkReading): Promise<ChannelRun> {
  const { core, link, options } = reading;
  if (!core.discord) throw new PageFaultError('no_bot');
  const { settings } = await getServer(core, link.serverId);
  const place = { serverId: link.serverId, channelId: channelOf(link.url) };
  const channel = await core.discord.posts.open(place, options.signal);
  return { ...reading, channel, team: teamRolesOf(parseSettings(settings)), startedAt: core.clock() };
}

/** A deleted channel takes its posts with it. */
async function removeAll({ core, link, log }: LinkReading, error: unknown): Promise<never> {
  if (error instanceof PageFaultError && error.fault === 'no_channel')
    await deletePosts(core.database, link, [...log.pages.keys()]);
  throw error;
}

/** @returns the ids of the pages that stay. */
async function readMessages(run: ChannelRun): Promise<Set<string>> {
  const seen = new Set<string>();
  let before: string | null = null;
  for (let read = 0; ; ) {
    const page = await run.channel.page(before);
    for (const id of await settle(run, page)) seen.add(id);
    read += page.length;
    before = page.at(-1)?.id ?? null;
    if (before === null || page.length < MESSAGES_PER_PAGE) return seen;
    if (read >= MAX_MESSAGES_PER_LINK) run.limits.add('posts');
    if (isOver(run)) break;
  }
  const oldest = BigInt(before);
  for (const id of await settle(run, await run.channel.pinned())) seen.add(id);
  const isBehind = ({ url }: Page) => BigInt(placeOf(url).id) < oldest;
  const gone = [...run.log.pages.values()].filter((page) => !seen.has(page.id) && !isBehind(page));
  await remove(run, gone);
  return seen;
}

/** A reading that was cut off goes on behind the posts that it read. */
async function readForum(run: ChannelRun): Promise<Set<string>> {
  const seen = new Set<string>();
  for await (const { id, title } of run.channel.forumPosts()) {
    if (seen.size >= MAX_MESSAGES_PER_LINK) run.limits.add('posts');
    if (isOver(run)) break;
    const pageId = idOf(urlOf(run, { channelId: id, id }));
    const kept = wasReadBefore(run, pageId) ? [pageId] : await readFirst(run, id, title);
    for (const one of kept) seen.add(one);
  }
  return seen;
}

function wasReadBefore({ link, log, startedAt }: ChannelRun, pageId: string): boolean {
  const readAt = log.pages.get(pageId)?.crawledAt?.getTime() ?? 0;
  return readAt > (link.beganAt?.getTime() ?? startedAt);
}

async function readFirst(run: ChannelRun, id: string, title: string): Promise<string[]> {
  const post = await run.channel.post(id, id);
  return post ? settle(run, [{ ...post, title }]) : [];
}

function isOver({ core, limits, options, startedAt }: ChannelRun): boolean {
  options.signal.throwIfAborted();
  if (core.clock() - startedAt >= MAX_CRAWL_MINUTES * MINUTE_MS) limits.add('time');
  return limits.size > 0;
}

/** Posts that no page of messages reached are asked for one by one. */
async function lookUpOlder(
  run: ChannelRun,
  seen: ReadonlySet<string>,
  older: readonly Page[],
): Promise<void> {
  const waiting = older
    .filter(({ id }) => !seen.has(id))
    .toSorted((one, other) => (one.crawledAt?.getTime() ?? 0) - (other.crawledAt?.getTime() ?? 0));
  for (const page of waiting.slice(0, MAX_LOOKED_UP)) await lookAt(run, page);
}

/** Until no more is noticed. */
async function readNoticed(run: ChannelRun): Promise<void> {
  const { core, link, options } = run;
  for (;;) {
    const noticed = await listNoticed(core.database, link, NOTICED_AT_ONCE);
    for (const one of noticed) {
      options.signal.throwIfAborted();
      await lookAt(run, one);
      await settleNoticed(core.database, link, one);
    }
    if (noticed.length < NOTICED_AT_ONCE) return;
  }
}

async function lookAt(run: ChannelRun, { id, url }: { id: string; url: string }): Promise<void> {
  const place = placeOf(url);
  const post = await run.channel.post(place.channelId, place.id);
  const title = run.channel.kind === 'forum' ? await run.channel.titleOf(place.channelId) : undefined;
  const isThere = post !== null && title !== null;
  const kept = isThere ? await settle(run, [{ ...post, ...(title === undefined ? {} : { title }) }]) : [];
  if (kept.length === 0) await remove(run, [{ id }]);
}

async function remove({ core, link, log }: ChannelRun, pages: readonly Pick<Page, 'id'>[]): Promise<void> {
  for (const { id } of pages) log.pages.delete(id);
  await deletePosts(
    core.database,
    link,
    pages.map(({ id }) => id),
  );
}

/** Writes down those that are the team's. @returns the ids of their pages */
async function settle(run: ChannelRun, posts: readonly TitledPost[]): Promise<string[]> {
  const { core, log } = run;
  const wanted: TitledPost[] = [];
  for (const post of posts) if (await isWanted(run, post)) wanted.push(post);
  const authors = wanted.map(({ authorId }) => authorId);
  const wishes = await findWishes(core, authors);
  const ids: string[] = [];
  const isAnyAsked = wishes.hasOptOut || wishes.deletions !== '';
  for (const post of wanted) {
    const id = idOf(urlOf(run, post));
    if (!isAnyAsked || (await mayBeNamed(core, post.authorId))) ids.push(...record(run, post));
    // A post that was withdrawn is remembered.
    else if (log.pages.has(id)) ids.push(id);
  }
  if (ids.length === 0) return [];
  await log.write();
  await honourWishes(core, authors, wishes);
  return ids;
}

async function isWanted({ channel, team }: ChannelRun, post: TitledPost): Promise<boolean> {
  if (post.isOwn || !SAYS_SOMETHING.test(post.text)) return false;
  if (post.isPinned) return true;
  if (!post.isPost) return false;
  if (channel.kind === 'announcement') return true;
  return !post.isProgram && channel.isTeam(post.authorId, team);
}

/** @returns the page's id; nothing for a post without words. */
function record(run: ChannelRun, post: TitledPost): string[] {
  const { core, log } = run;
  const url = urlOf(run, post);
  const at = new Date(core.clock());
  const before = log.pages.get(idOf(url)) ?? newPage({ url, depth: 0, hops: 0 });
  if (before.fault === 'withdrawn') return [before.id];
  const sections = readSections(post);
  if (sections.length === 0) return [];
  const page = { ...before, memberId: post.authorId, fault: null, detail: null, crawledAt: at };
  const digest = hash('sha256', JSON.stringify([url, sections, post.authorId]));
  if (before.hash === digest) log.add({ ...page, state: 'unchanged' });
  else {
    const entries = toEntries({ language: null, sections }, url, at);
    log.add({ ...page, state: 'fetched', hash: digest, entries });
  }
  return [before.id];
}

/** The post by headings and questions; a comment, which the platform shows as text, says nothing of its entries. */
function readSections({ title, text }: TitledPost) {
  const whole = title === undefined ? text : `# ${title}\n\n${text}`;
  return [...readMarkdownFile(toCleanText(whole).replaceAll('<!--', '<! --'), undefined)].flatMap(
    ({ value }) => {
      const read = value as { title: string; text: string; questions?: string[] } | undefined;
      if (!read || !SAYS_SOMETHING.test(read.text)) return [];
      const { questions = [] } = read;
      return [{ path: read.title.split(SEPARATOR), text: read.text, anchor: null, questions }];
    },
  );
}

function urlOf({ core, link }: ChannelRun, { channelId, id }: { channelId: string; id: string }): string {
  return postAddress(core.config.DISCORD_WEB_URL, link.serverId, channelId, id);
}

function placeOf(url: string): { channelId: string; id: string } {
  const [id = '0', channelId = ''] = url.split('/').toReversed();
  return { channelId, id };
}
