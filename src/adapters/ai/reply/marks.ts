/** Names that models and their templates use for thoughts. A tag such as `<reason>` is a placeholder in commands. */
const NAMES =
  'think(?:ing)?(?:[_-]process)?|thoughts?|reasoning|reflection|scratchpad|inner[_-]?monologue|antthinking|(?:seed|mm|ant):think(?:ing)?|longcat_think|chain[_-]of[_-]thought';
const TAG = `(?:<|&lt;)\\s?(?<tag>/?)\\s?(?:${NAMES})(?:\\s[^<>\\n]{0,100})?(?:>|&gt;)`;
const BRACKET = '\\[(?<bracket>/?)(?:THINK(?:ING)?|REASONING)\\]|[◁⟨](?<arrow>/?)think[▷⟩]';
const TOKEN =
  '<\\|(?:(?<token>/?)think(?:ing)?|begin_of_thought|START_THINKING|inner_prefix|(?<end>end_of_thought|END_THINKING|inner_suffix))\\|>|<unused94>|(?<unused><unused95>)(?:final)?';
/** Gemma's channel and the folding block that a chat program shows thoughts in. */
const BLOCK =
  '<\\|channel>(?=\\s?thought)|(?<channel><channel\\|>)|<details type="reasoning"[^<>\\n]{0,200}>|(?<details></details>)';
const MARK = new RegExp([TAG, BRACKET, TOKEN, BLOCK].join('|'), 'giu');

/** How tag names begin whose content is not meant for the reader. */
const STEMS =
  'think|thought|reason(?:ing|s)?$|reflect|analy[sz]|scratch|monolog|plan(?:ning)?$|cot$|chain[_-]|deliberat|rational|inner[_-]|internal(?:[_-]|$)|ponder|brainstorm|critique|self[_-]|denk|gedank|überleg|razona|raisonn|思考|推理';
const TOOLS = '(?:tool|function)[_-]?(?:calls?|use|response|result)';
const ANY_TAG = /(?:<|&lt;)(\/?)([\p{L}][\p{L}0-9_:-]{0,40})(?:>|&gt;)/giu;
const MEANT_NAME = new RegExp(`(?:^|[_:-])(?:${STEMS})`, 'iu');
const CALL_NAME = new RegExp(`^${TOOLS}$`, 'i');

/** A sign that thoughts begin or end. */
export interface ThoughtMark {
  index: number;
  end: number;
  isClosing: boolean;
}

/** Whether a text can hold a mark at all; most hold none. */
export const MAY_BE_MARKED = /[<[◁⟨]|&lt;|^\s{0,20}(?:analysis|commentary)/;

/** Every mark of thoughts in the text, in order. @param hasCalls whether tool calls count too. */
export function listThoughtMarks(text: string, hasCalls = false): ThoughtMark[] {
  if (!MAY_BE_MARKED.test(text)) return [];
  const known = Array.from(text.matchAll(MARK), (match) => {
    const groups = Object.values(match.groups ?? {});
    return { index: match.index, end: match.index + match[0].length, isClosing: groups.some(Boolean) };
  });
  const marks = merge(known, listPairedTags(text, hasCalls));
  // A folding block of another kind ends nothing.
  const isFolded = /<details type="reasoning"/i.test(text);
  return isFolded
    ? marks
    : marks.filter(({ index }) => text.slice(index, index + 9).toLowerCase() !== '</details');
}

/**
 * Tags of any name about thoughts that have a closing tag: without one such a name is a
 * placeholder, as in a command. @param hasCalls whether calls of tools count too.
 */
function listPairedTags(text: string, hasCalls: boolean): ThoughtMark[] {
  const tags = Array.from(text.matchAll(ANY_TAG), ({ index, 0: tag, 1: slash, 2: name = '' }) => ({
    ...{ index, end: index + tag.length, isClosing: slash === '/', name: name.toLowerCase() },
  })).filter(({ name }) => MEANT_NAME.test(name) || (hasCalls && CALL_NAME.test(name)));
  const lastClosing = new Map(
    tags.filter(({ isClosing }) => isClosing).map(({ name, index }) => [name, index]),
  );
  const paired: ThoughtMark[] = [];
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

/** Both in order; a tag that is known by its name counts once. */
function merge(known: readonly ThoughtMark[], paired: readonly ThoughtMark[]): ThoughtMark[] {
  const places = new Set(known.map(({ index }) => index));
  const others = paired.filter(({ index }) => !places.has(index));
  return others.length === 0 ? [...known] : [...known, ...others].toSorted((a, b) => a.index - b.index);
}

const TURN_END =
  '<\\|(?:im_end|im_start|eot_id|eom_id|endoftext|end_of_text|end_of_turn|end|return|call|user|assistant|system|start_header_id|eos|end_of_sentence|END_OF_TURN_TOKEN|END_RESPONSE)\\|>|<\\/?(?:end|start)_of_turn>|<turn\\|>|<eos>|<[｜|]end▁of▁sentence[｜|]>|\\[\\/?INST\\]|<\\/s>';
/** What a template puts after a turn. */
export const END_MARKS = new RegExp(TURN_END, 'giu');
/** What a template puts before one. */
export const START_MARK =
  /^\s{0,20}(?:(?:<\|(?:im_start|start_header_id|start|begin_of_text|startoftext|assistant|bot)\|>|<start_of_turn>|<\|turn>|<bos>|<[｜|]begin▁of▁sentence[｜|]>|\[\/?INST\])\s{0,5}(?:(?:assistant|model|bot)\b)?\s{0,5}(?:<\|end_header_id\|>|<\|message\|>)?\s{0,20}){1,6}/iu;

/** Template marks that neither end a turn nor begin one; nobody writes words like these. */
export const OTHER_MARKS = /<\|\/?[A-Za-z][A-Za-z0-9_]{1,40}\|>/g;
/** Padding after the end of a turn. */
export const PADDING = /(?:\s{0,5}<(?:pad|unk|eos|bos|eot|0x[0-9A-F]{2})>){1,1000}\s{0,5}$/i;

/**
 * How thoughts begin and what precedes the rest: names of channels whose marks the server removed, and a turn
 * of its own.
 */
const OTHER_CHANNELS: [RegExp, string][] = [
  [/^\s{0,20}(?:analysis|commentary)/, 'assistantfinal'],
  [/^\s{0,20}<\|im_start\|>\s?(?:think|thought|reason|analysis)/, '<|im_start|>assistant'],
];

const CHANNEL_MARK = /<\|(start|channel|message|end|return|call|constrain)\|>/g;
/** A text that is written in channels: `analysis` for thoughts, `final` for the user. */
const IN_CHANNELS =
  /<\|channel\|>\s?(?:analysis|commentary|final)|<\|start\|>assistant|^\s{0,20}(?:analysis|final)?<\|message\|>/;
/** Channels in which the model does not think; no name at all is the plain form of a reply. */
const SPOKEN = /^(?:final|commentary|assistant|$)/i;

/** The channels' content outside thoughts: `final` if there is one. Without channels, the whole text. */
export function readFinalChannel(text: string): string {
  for (const [thoughts, next] of OTHER_CHANNELS) {
    const final = thoughts.test(text) ? text.lastIndexOf(next) : -1;
    if (final >= 0) return text.slice(final + next.length).trimStart();
  }
  return IN_CHANNELS.test(text) ? readMarkedFinal(text) : text;
}

function readMarkedFinal(text: string): string {
  const [before, ...pieces] = splitAtChannelMarks(text);
  const messages: { channel: string; text: string }[] = [];
  let channel = '';
  for (const { mark, text: piece } of pieces) {
    if (mark === 'start') channel = '';
    else if (mark === 'channel') channel = piece.trim();
    else if (mark === 'message' && piece.trim() !== '') messages.push({ channel, text: piece });
  }
  const spoken = messages.filter((message) => SPOKEN.test(message.channel));
  const final = spoken.findLast((message) => /^final/i.test(message.channel)) ?? spoken.at(-1);
  return final?.text ?? (messages.length === 0 ? (before?.text ?? '') : '');
}

/** Each mark and the text after it; the first is the text before all marks. */
function splitAtChannelMarks(text: string): { mark: string; text: string }[] {
  const pieces: { mark: string; text: string }[] = [];
  let [mark, from] = ['', 0];
  for (const match of text.matchAll(CHANNEL_MARK)) {
    pieces.push({ mark, text: text.slice(from, match.index) });
    mark = match[1] ?? '';
    from = match.index + match[0].length;
  }
  return [...pieces, { mark, text: text.slice(from) }];
}
