/** Words that models and their templates call thoughts by. A tag such as `<reason>` is a placeholder in commands. */
const NAMES =
  'think(?:ing)?(?:[_-]process)?|thoughts?|reasoning|reflection|scratchpad|inner[_-]?monologue|antthinking|(?:seed|mm|ant):think(?:ing)?|longcat_think|chain[_-]of[_-]thought';
const TAG = `<\\s?(?<tag>/?)\\s?(?:${NAMES})(?:\\s[^<>\\n]{0,100})?>`;
const BRACKET = '\\[(?<bracket>/?)(?:THINK(?:ING)?|REASONING)\\]|[◁⟨](?<arrow>/?)think[▷⟩]';
const TOKEN =
  '<\\|(?:(?<token>/?)think(?:ing)?|begin_of_thought|START_THINKING|(?<end>end_of_thought|END_THINKING))\\|>|<unused94>|(?<unused><unused95>)(?:final)?';
/** Gemma's channel and the folding block that a chat program shows thoughts in. */
const BLOCK =
  '<\\|channel>(?=\\s?thought)|(?<channel><channel\\|>)|<details type="reasoning"[^<>\\n]{0,200}>|(?<details></details>)';
const MARK = new RegExp([TAG, BRACKET, TOKEN, BLOCK].join('|'), 'giu');

/** A sign that thoughts begin or end. */
export interface ThoughtMark {
  index: number;
  end: number;
  isClosing: boolean;
}

/** Every sign of thoughts in the text, in order. */
export function listThoughtMarks(text: string): ThoughtMark[] {
  if (!/[<[◁⟨]/.test(text)) return [];
  const marks = Array.from(text.matchAll(MARK), (match) => {
    const groups = Object.values(match.groups ?? {});
    return { index: match.index, end: match.index + match[0].length, isClosing: groups.some(Boolean) };
  });
  // A folding block of another kind ends nothing.
  const isFolded = /<details type="reasoning"/i.test(text);
  return isFolded ? marks : marks.filter(({ index }) => text.charAt(index + 2).toLowerCase() !== 'd');
}

const TURN_END =
  '<\\|(?:im_end|im_start|eot_id|eom_id|endoftext|end_of_text|end_of_turn|end|return|call|user|assistant|system|start_header_id|eos|end_of_sentence)\\|>|<\\/?(?:end|start)_of_turn>|<turn\\|>|<eos>|<[｜|]end▁of▁sentence[｜|]>|\\[\\/?INST\\]|<\\/s>';
/** What a template puts behind a turn. */
export const END_MARKS = new RegExp(TURN_END, 'giu');
/** What a template puts before one. */
export const START_MARK =
  /^\s{0,20}(?:(?:<\|(?:im_start|start_header_id|start|begin_of_text|startoftext|assistant|bot)\|>|<start_of_turn>|<\|turn>|<bos>|<[｜|]begin▁of▁sentence[｜|]>|\[\/?INST\])\s{0,5}(?:(?:assistant|model|bot)\b)?\s{0,5}(?:<\|end_header_id\|>|<\|message\|>)?\s{0,20}){1,6}/iu;

const CHANNEL_MARK = /<\|(start|channel|message|end|return|call|constrain)\|>/g;
const IN_CHANNELS =
  /<\|channel\|>\s?(?:analysis|commentary|final)|<\|start\|>assistant|^\s{0,20}(?:analysis|final)?<\|message\|>/;
/** Channels that the model does not think in; no name at all is the plain form of a reply. */
const SPOKEN = /^(?:final|commentary|assistant|$)/i;

/** Whether the text is written in channels: `analysis` for thoughts, `final` for the user. */
function isInChannels(text: string): boolean {
  return IN_CHANNELS.test(text);
}

/** What the channels hold that is not thought: `final` where there is one. Of a text in no channels, all of it. */
export function readFinalChannel(text: string): string {
  if (!isInChannels(text)) return text;
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

/** Each mark and the text behind it; the first is what stands before them all. */
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
