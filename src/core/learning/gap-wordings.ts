import { type AskedQuestion, readAskedQuestions } from '../../adapters/db/learning/gaps.ts';
import { toLine } from '../../domain/text.ts';
import type { Core } from '../core.ts';
import { mayBeNamed } from '../members/privacy.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings, type Settings } from '../owners/settings.ts';
import { readText } from './similarity/compare.ts';
import type { SuggestInput } from './suggestions/suggest.ts';
import { hasRemoved, prepareText } from './suggestions/texts.ts';

const MAX_WORDINGS = 5;
/** Questions that are looked at, the newest. */
const MAX_READ = 50;
/** What is longer tells of one member's case. */
const MAX_CHARACTERS = 150;

/** Other wordings of a question, and whose words they are. */
export type GapWordings = Required<Pick<SuggestInput, 'wordings' | 'sources'>>;

/**
 * How else a question of a gap was asked, at most 5, the shortest that differ in their words. Nobody reads them
 * before they are used: what held personal data is left out, and so is whatever could not be taken back with its member.
 * @param known the question itself, and what whoever answers it has put in other words.
 */
export async function findGapWordings(
  core: Core,
  serverId: string,
  { answerIds, known }: { answerIds: readonly string[]; known: readonly string[] },
): Promise<GapWordings> {
  const asked = await readAskedQuestions(core.database, serverId, answerIds.slice(0, MAX_READ));
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const seen = new Set(known.map((text) => readText(text).key));
  const found: GapWordings = { wordings: [], sources: [] };
  for (const { text, ...one } of asked.map(toWording).sort((a, b) => a.text.length - b.text.length)) {
    const { key } = readText(text);
    if (found.wordings.length >= MAX_WORDINGS) break;
    if (text.length > MAX_CHARACTERS || hasRemoved(text) || key === '' || seen.has(key)) continue;
    if (!(await mayBeUsed(core, settings, one))) continue;
    seen.add(key);
    found.wordings = [...found.wordings, text];
    found.sources = [...found.sources, ...toSources(one)];
  }
  return found;
}

function toWording(asked: AskedQuestion) {
  return { ...asked, text: toLine(prepareText(asked.question)) };
}

/**
 * A ticket system asks without telling for whom; in a chat somebody has to be known, and members are told that with
 * learning off only what the team picks by hand is used.
 */
async function mayBeUsed(
  core: Core,
  { learning }: Pick<Settings, 'learning'>,
  { channel, memberId }: AskedQuestion,
): Promise<boolean> {
  if (memberId === null) return channel === 'api';
  return learning && mayBeNamed(core, memberId);
}

function toSources(asked: AskedQuestion): GapWordings['sources'][number][] {
  const { channelId, messageId, memberId, isCommand } = asked;
  return memberId === null
    ? []
    : [{ part: 'wording', channelId, messageId, memberId, isOriginal: !isCommand }];
}
