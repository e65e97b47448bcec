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
const MAX_READ = 50;
/** A longer question tells of one member's case. */
const MAX_CHARACTERS = 150;

export type GapWordings = Required<Pick<SuggestInput, 'wordings' | 'sources'>>;

/**
 * Finds at most 5 other wordings of a gap, the shortest that differ in their words. Nobody reads them before they are
 * used, so it leaves out those with personal data or of nobody who could take them back. @param known wordings to
 * leave out.
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
 * A ticket system asks without telling for whom. In a chat the author must be known, and with learning off the team
 * picks all texts by hand, as members are told.
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
