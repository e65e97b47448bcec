/** How words begin that models name the tags of what is not meant for the reader by. */
const STEMS =
  'think|thought|reason(?:ing|s)?$|reflect|analy[sz]|scratch|monolog|plan(?:ning)?$|cot$|chain[_-]|deliberat|rational|inner[_-]|internal(?:[_-]|$)|ponder|brainstorm|critique|self[_-]|denk|gedank|überleg|razona|raisonn|思考|推理';
const TOOLS = '(?:tool|function)[_-]?(?:calls?|use|response|result)';
const TAG = /(?:<|&lt;)(\/?)([\p{L}][\p{L}0-9_:-]{0,40})(?:>|&gt;)/giu;
const MEANT = new RegExp(`(?:^|[_:-])(?:${STEMS})`, 'iu');
const CALL = new RegExp(`^${TOOLS}$`, 'i');

/** A tag that opens or closes a pair. */
export interface PairedTag {
  index: number;
  end: number;
  isClosing: boolean;
}

/**
 * Tags of any name that speaks of thoughts, where one of the same name closes them: alone such a name is a
 * placeholder, as in a command. @param hasCalls whether calls of tools count too.
 */
export function listPairedTags(text: string, hasCalls: boolean): PairedTag[] {
  const tags = Array.from(text.matchAll(TAG), ({ index, 0: tag, 1: slash, 2: name = '' }) => ({
    ...{ index, end: index + tag.length, isClosing: slash === '/', name: name.toLowerCase() },
  })).filter(({ name }) => MEANT.test(name) || (hasCalls && CALL.test(name)));
  const lastClosing = new Map(
    tags.filter(({ isClosing }) => isClosing).map(({ name, index }) => [name, index]),
  );
  const paired: PairedTag[] = [];
  let opened: string | null = null;
  for (const { name, ...tag } of tags) {
    const opens = opened === null && !tag.isClosing && (lastClosing.get(name) ?? -1) > tag.index;
    const closes = tag.isClosing && opened === name;
    if (opens || closes) paired.push(tag);
    if (opens) opened = name;
    if (closes) opened = null;
  }
  return paired;
}
