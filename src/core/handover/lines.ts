/** Stands where a line may begin a new thought: the sentence goes on over it, what came before silences nothing. */
export const THOUGHT = '\v';

const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

/** Signs that may stand behind the mark that ends a sentence. */
const CLOSERS = new Set(`"'”“’»«)]*_~\``);
const END_MARKS = new Set('.!?:;…');
const EMOJI_AT_END = /\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?$/u;
/** The longest word, and the longest emoji, that are looked at. */
const WORD_LENGTH = 20;

/** A quote, a heading, a table row, a fence or a rule. */
const BLOCK = /^\s*(?:>|#{1,6}\s|\||```|~~~|---|===)/;
const ITEM = /^\s*(?:[•·▪◦‣]|(?:[-*+–—]|\d{1,2}[.)]|[a-z][.)]|\[[ x]?\])\s)/i;

/** After these a sentence goes on. */
const OPEN_WORDS = listWords(
  'a an the that my your our his her its their of to in on at by for from with without into about over under',
  'and or but nor because if when while than as since before until although though whether i you he she it we they who which what',
  'how where frequently often is are was were be been being am do does did have has had will would can could should must may might',
  'not no never want wanna gonna going please very really so too just only even still im ive id dont cant wont didnt',
  'ein eine einen einem einer eines der die das den dem des mein meine meinen meinem meiner dein euer eure euren eurem ihr unser',
  'in im am an auf aus bei beim mit nach von vom vor zu zum zur für über unter durch ohne gegen wegen um bis seit',
  'und oder aber sondern weil wenn falls bevor dass ob als wie wo wann warum obwohl damit ich du er sie es wir man wer was',
  'ist sind war bin habe hab hat haben hatte wurde wird werde werden kann könnt können darf muss soll will möchte nicht kein keine',
  'keinen nie mach mache sehr so nur noch schon mal sich mich mir euch uns',
);

/** With one of these people begin to speak of something else. */
const NEW_THOUGHTS = listWords(
  'i im ive why please pls hi hey hello thanks thx also anyway btw',
  'ich bin habe hab warum wieso könnt bitte hallo danke außerdem achja',
);

/** With a capital letter these begin a sentence; a German noun would have one anywhere. */
const SENTENCE_STARTS = listWords(
  'how what why when who which are do does did can could please hi hey hello thanks also anyway',
  'wie warum wieso wann welche gibt kann könnt bitte hallo danke ich bin habe außerdem',
);

function listWords(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/**
 * Programs and people break lines in the middle of a sentence: such a break becomes a blank, and the text is read as
 * if it had been written in one line. What ends a sentence becomes `\n`.
 */
export function joinLines(text: string): string {
  if (!LINE_END.test(text)) return text;
  const lines = text.split(LINE_END);
  return lines.map((line, at) => (at === 0 ? line : readBreak(lines[at - 1] ?? '', line) + line)).join('');
}

/** Whether two messages of one person, sent in a row, can be one sentence. */
export function goesOn(one: string, other: string): boolean {
  const before = one.trimEnd().split(LINE_END).at(-1) ?? '';
  const [after = ''] = other.trimStart().split(LINE_END, 1);
  return readBreak(before, after) !== '\n';
}

/** What a break between two lines stands for. */
function readBreak(before: string, line: string): '\n' | ' ' | typeof THOUGHT {
  const end = trimEnd(before);
  if (end === '' || line.trim() === '' || BLOCK.test(line) || BLOCK.test(before)) return '\n';
  if (END_MARKS.has(end.at(-1) ?? '') || EMOJI_AT_END.test(end.slice(-WORD_LENGTH))) return '\n';
  if (OPEN_WORDS.has(lastWord(end))) return ' ';
  if (ITEM.test(line)) return '\n';
  const word = firstWord(line);
  const plain = plainOf(word);
  if (SENTENCE_STARTS.has(plain) && /^\p{Lu}/u.test(word)) return '\n';
  return NEW_THOUGHTS.has(plain) ? THOUGHT : ' ';
}

function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (CLOSERS.has(line.charAt(end - 1)) || line.charAt(end - 1).trim() === '')) end -= 1;
  return line.slice(0, end);
}

function lastWord(line: string): string {
  return plainOf(line.slice(-WORD_LENGTH).split(/\s/).at(-1) ?? '');
}

function firstWord(line: string): string {
  return (
    line
      .trimStart()
      .slice(0, WORD_LENGTH)
      .split(/[^\p{L}'’]/u)[0] ?? ''
  );
}

function plainOf(word: string): string {
  return word.toLowerCase().replace(/['’]/g, '');
}
