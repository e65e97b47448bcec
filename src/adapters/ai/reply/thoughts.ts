import { changeProse, outsideCode } from '../../../domain/markdown/code.ts';

const THOUGHT_FENCE = /^\s{0,20}```(?:think(?:ing)?|thoughts?|reasoning|analysis|scratchpad)\s{0,20}\n/i;
const LABEL_END = '[*_]{0,3}\\s?[:：][*_]{0,3}';
/** Models that were asked to think step by step write it. */
const THOUGHT_LABEL = new RegExp(
  `^\\s{0,20}[*_#> ]{0,6}(?:think(?:ing)?|thoughts?(?: process)?|reasoning|analysis|chain of thought|gedanken(?:gang)?|überlegung(?:en)?)${LABEL_END}`,
  'iu',
);
const ANSWER_LABEL = `[*_#> ]{0,6}(?:(?:final )?answer|response|antwort)${LABEL_END}[ \\t]{0,5}`;
const FIRST_ANSWER = new RegExp(`^\\s{0,20}${ANSWER_LABEL}`, 'i');
const LATER_ANSWER = new RegExp(`^[ \\t]{0,9}${ANSWER_LABEL}`, 'gim');

const WRAPPER = /^<(answer|final|final_answer|response|output|result)>/i;
/** A sentence only names a mark that stands between two of its words. */
const IN_SENTENCE_BEFORE = /[\p{L}\p{N},("'„“]\s?$/u;
const IN_SENTENCE_AFTER = /^(?:[.,;:)"'“”-]|\s\p{Ll}|\s(?:[Tt]ag|[Ee]lement|[Bb]lock)\b)/u;
const JOINED = /^\s?(?:and|und|or|oder|bis|to|\/|,|&|…|\.\.\.)?\s?$/i;
/** Enough for the longest match of these. */
const NEAR_CHARACTERS = 10;

/**
 * Removes thoughts and template marks from a text for people. Marks in code stay, and so do those that a sentence
 * names.
 */
export function withoutThoughts(text: string): string {
  const plain = dropLabels(dropThoughtFence(text));
  if (!MAY_BE_MARKED.test(plain)) return plain;
  return dropOtherMarks(unwrap(cutAtEndMark(dropThoughts(readFinalChannel(plain)))));
}

function dropThoughtFence(text: string): string {
  const opening = THOUGHT_FENCE.exec(text)?.[0];
  const end = opening === undefined ? -1 : text.indexOf('\n```', opening.length - 1);
  return end === -1 ? text : text.slice(end + '\n```'.length).trim();
}

/** The text under the last heading for the answer, if thoughts stand under the first. */
function dropLabels(text: string): string {
  const later = THOUGHT_LABEL.test(text) ? [...text.matchAll(LATER_ANSWER)].at(-1) : undefined;
  if (later) return text.slice(later.index + later[0].length).trim();
  return text.replace(FIRST_ANSWER, '');
}

function dropThoughts(text: string): string {
  const marks = outsideCode(text, listThoughtMarks(text, true));
  if (marks.length === 0) return text;
  const closings = listNextClosings(marks);
  let kept = '';
  let position = 0;
  for (const [place, mark] of marks.entries()) {
    if (mark.index < position) continue;
    const closing = mark.isClosing ? null : (closings[place] ?? null);
    if (isNamed(text, mark, closing)) continue;
    // The template opened it before the text.
    kept = mark.isClosing ? '' : kept + text.slice(position, mark.index);
    position = mark.isClosing ? mark.end : (closing?.end ?? text.length);
  }
  return (kept + text.slice(position)).trim();
}

/** For each mark, the next closing one. */
function listNextClosings(marks: readonly ThoughtMark[]): (ThoughtMark | null)[] {
  let next: ThoughtMark | null = null;
  return marks
    .toReversed()
    .map((mark) => {
      const closing = next;
      if (mark.isClosing) next = mark;
      return closing;
    })
    .toReversed();
}

/** Whether a sentence only speaks of the mark, or of the pair. */
function isNamed(text: string, mark: ThoughtMark, closing: ThoughtMark | null): boolean {
  if (!IN_SENTENCE_BEFORE.test(text.slice(Math.max(0, mark.index - 2), mark.index))) return false;
  if (closing === null) return IN_SENTENCE_AFTER.test(text.slice(mark.end, mark.end + NEAR_CHARACTERS));
  return closing.index - mark.end <= NEAR_CHARACTERS && JOINED.test(text.slice(mark.end, closing.index));
}

/** The model made up any text after the end of its turn. */
function cutAtEndMark(text: string): string {
  const start = START_MARK.exec(text)?.[0].length ?? 0;
  const marks = outsideCode(text, [...text.matchAll(END_MARKS)]);
  const isStruck = /<s>/i.test(text);
  const end = marks.find(({ index, 0: mark }) => {
    return text.slice(start, index).trim() !== '' && !(isStruck && mark === '</s>');
  });
  return start === 0 && !end ? text : text.slice(start, end?.index).trim();
}

function dropOtherMarks(text: string): string {
  const bare = changeProse(text, (prose) => prose.replace(OTHER_MARKS, ''));
  return bare === text && !PADDING.test(text) ? text : bare.replace(PADDING, '').trim();
}

function unwrap(text: string): string {
  const trimmed = text.trim();
  const [opening, name = ''] = WRAPPER.exec(trimmed) ?? [];
  if (opening === undefined) return text;
  const closing = `</${name}>`;
  const isClosed = trimmed.toLowerCase().endsWith(closing.toLowerCase());
  return trimmed.slice(opening.length, isClosed ? -closing.length : undefined).trim();
}

/** Names of thoughts in models and templates. A tag such as `<reason>` is a placeholder in commands. */
const NAMES =
  'think(?:ing)?(?:[_-]process)?|thoughts?|reasoning|reflection|scratchpad|inner[_-]?monologue|antthinking|(?:seed|mm|ant):think(?:ing)?|longcat_think|chain[_-]of[_-]thought';
const TAG = `(?:<|&lt;)\\s?(?<tag>/?)\\s?(?:${NAMES})(?:\\s[^<>\\n]{0,100})?(?:>|&gt;)`;
const BRACKET = '\\[(?<bracket>/?)(?:THINK(?:ING)?|REASONING)\\]|[◁⟨](?<arrow>/?)think[▷⟩]';
const TOKEN =
  '<\\|(?:(?<token>/?)think(?:ing)?|begin_of_thought|START_THINKING|inner_prefix|(?<end>end_of_thought|END_THINKING|inner_suffix))\\|>|<unused94>|(?<unused><unused95>)(?:final)?';
/** Gemma's channel, and the folding block in which a chat program shows thoughts. */
const BLOCK =
  '<\\|channel>(?=\\s?thought)|(?<channel><channel\\|>)|<details type="reasoning"[^<>\\n]{0,200}>|(?<details></details>)';
const MARK = new RegExp([TAG, BRACKET, TOKEN, BLOCK].join('|'), 'giu');

/** Beginnings of tag names for thoughts. */
const STEMS =
  'think|thought|reason(?:ing|s)?$|reflect|analy[sz]|scratch|monolog|plan(?:ning)?$|cot$|chain[_-]|deliberat|rational|inner[_-]|internal(?:[_-]|$)|ponder|brainstorm|critique|self[_-]|denk|gedank|überleg|razona|raisonn|思考|推理';
const TOOLS = '(?:tool|function)[_-]?(?:calls?|use|response|result)';
const ANY_TAG = /(?:<|&lt;)(\/?)([\p{L}][\p{L}0-9_:-]{0,40})(?:>|&gt;)/giu;
const MEANT_NAME = new RegExp(`(?:^|[_:-])(?:${STEMS})`, 'iu');
const CALL_NAME = new RegExp(`^${TOOLS}$`, 'i');

export interface ThoughtMark {
  index: number;
  end: number;
  isClosing: boolean;
}

/** Most texts hold no mark at all. */
const MAY_BE_MARKED = /[<[◁⟨]|&lt;|^\s{0,20}(?:analysis|commentary)/;

/** In order. @param hasCalls tool calls count too. */
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
 * Tags of any name about thoughts that have a closing tag: without one the name is a placeholder.
 * @param hasCalls tool calls count too.
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

/** In order; a tag found twice counts once. */
function merge(known: readonly ThoughtMark[], paired: readonly ThoughtMark[]): ThoughtMark[] {
  const places = new Set(known.map(({ index }) => index));
  const others = paired.filter(({ index }) => !places.has(index));
  return others.length === 0 ? [...known] : [...known, ...others].toSorted((a, b) => a.index - b.index);
}

const TURN_END =
  '<\\|(?:im_end|im_start|eot_id|eom_id|endoftext|end_of_text|end_of_turn|end|return|call|user|assistant|system|start_header_id|eos|end_of_sentence|END_OF_TURN_TOKEN|END_RESPONSE)\\|>|<\\/?(?:end|start)_of_turn>|<turn\\|>|<eos>|<[｜|]end▁of▁sentence[｜|]>|\\[\\/?INST\\]|<\\/s>';
/** Put after a turn by templates. */
const END_MARKS = new RegExp(TURN_END, 'giu');
/** Put before a turn by templates. */
const START_MARK =
  /^\s{0,20}(?:(?:<\|(?:im_start|start_header_id|start|begin_of_text|startoftext|assistant|bot)\|>|<start_of_turn>|<\|turn>|<bos>|<[｜|]begin▁of▁sentence[｜|]>|\[\/?INST\])\s{0,5}(?:(?:assistant|model|bot)\b)?\s{0,5}(?:<\|end_header_id\|>|<\|message\|>)?\s{0,20}){1,6}/iu;

/** Marks that neither end nor begin a turn; nobody writes words like these. */
const OTHER_MARKS = /<\|\/?[A-Za-z][A-Za-z0-9_]{1,40}\|>/g;
const PADDING = /(?:\s{0,5}<(?:pad|unk|eos|bos|eot|0x[0-9A-F]{2})>){1,1000}\s{0,5}$/i;

/** Thoughts whose channel marks the server removed, or in a turn of their own, and the text before the rest. */
const OTHER_CHANNELS: [RegExp, string][] = [
  [/^\s{0,20}(?:analysis|commentary)/, 'assistantfinal'],
  [/^\s{0,20}<\|im_start\|>\s?(?:think|thought|reason|analysis)/, '<|im_start|>assistant'],
];

const CHANNEL_MARK = /<\|(start|channel|message|end|return|call|constrain)\|>/g;
/** `analysis` is for thoughts, `final` for the user. */
const IN_CHANNELS =
  /<\|channel\|>\s?(?:analysis|commentary|final)|<\|start\|>assistant|^\s{0,20}(?:analysis|final)?<\|message\|>/;
/** No name at all is the plain form of a reply. */
const SPOKEN = /^(?:final|commentary|assistant|$)/i;

/** The `final` channel if there is one, else all text outside thoughts. */
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

/** The first piece is the text before all marks. */
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
