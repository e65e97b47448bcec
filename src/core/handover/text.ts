/**
 * Brings what people type into one spelling. The phrases of the rules go through the same functions, so
 * they are written naturally ("zurückgebucht") and still meet "zurueckgebucht", "zuruckgebucht" and "ZURÜCK".
 */

const LEET: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' },
};

/** Words per window of an endless sentence; half of it overlaps, so no phrase of a rule is cut. */
const WINDOW_WORDS = 80;

/** A ligature can unfold into 18 letters; ordinary text is never cut here. */
const MAX_GROWTH = 2;

/** `wäre` is not `Ware`, and `nett` is not the `net` of people who mean `nicht`. */
const APART = /(?<!\p{L})(?:(w)(?:ä|a\u0308|ae)(re)|(n)e(tt))(?!\p{L})/giu;

/**
 * Lower case, no accents, no invisible characters, umlauts in one spelling, no apostrophes. `ł` and the dotless `ı` are
 * letters of their own, which no normal form takes apart.
 */
function unify(text: string): string {
  return text
    .replace(APART, '$1$3ai$2$4')
    .normalize('NFKD')
    .slice(0, MAX_GROWTH * text.length + 20)
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘`´ʼ]+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replace(/ae|oe|(?<![aeq])ue/g, (pair) => pair.charAt(0));
}

/** "b4nned", "acc0unt", "b@n" read as letters; "2fa" and "3x" start with a digit and stay. */
function readLeet(text: string): string {
  return text.replace(/(?<![a-z0-9])[a-z][a-z0-9@$]*[013457@$][a-z0-9@$]*/g, (word) =>
    /[a-z][013457@$]+[a-z]/.test(word) ? word.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : word,
  );
}

/** One word as rules and tickets share it: unified, runs of a letter become one ("bannned" = "banned"). */
export function foldWord(word: string): string {
  if (/^(?!.*(?:[aou]e|(.)\1))[a-z]+$/.test(word)) return word;
  return unify(word)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1+/gu, '$1')
    .trim();
}

/** Splits a text into sentences of folded words; commas, dashes and brackets stay as the word ",". */
export function splitSentences(text: string): string[] {
  return splitThoughts(text).map((sentence) => sentence.replaceAll(` ${THOUGHT} `, ' '));
}

/** The same; THOUGHT is a separate word where a line may begin a new one. */
export function splitThoughts(text: string): string[] {
  const marked = readLeet(unify(joinLines(text)))
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){3,}\p{L}(?![\p{L}\p{N}])/gu, (spaced) =>
      spaced.replace(/[ .*_-]/g, ''),
    )
    .replace(/(?<![^\s"(,])\/(?=[a-z])/g, ' cmd')
    .replace(/\.{2,}|…|[^\S\n][-–—]+(?=\s)|[,:()[\]{}–—]/g, ' , ')
    .replace(/[!?;]+|\.(?=\s+[^\s\d])|\n+/g, ' \n ')
    .replaceAll(THOUGHT, ` ${THOUGHT} `)
    .replace(/[^\p{L}\p{N},\n\v]+/gu, ' ')
    .replace(/(\p{L})\1+/gu, '$1');
  return marked
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence !== ',');
}

/** Cuts an endless sentence into overlapping windows, so that every check works on bounded text. */
export function cutWindows(words: readonly string[]): string[][] {
  const windows = [words.slice(0, WINDOW_WORDS)];
  for (let start = WINDOW_WORDS / 2; start + WINDOW_WORDS / 2 < words.length; start += WINDOW_WORDS / 2) {
    windows.push(words.slice(start, start + WINDOW_WORDS));
  }
  return windows;
}

/** Marks where a line may begin a new thought: the sentence continues, but earlier words silence nothing after it. */
export const THOUGHT = '\v';

const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

/** Characters that may follow the mark that ends a sentence. */
const CLOSERS = new Set(`"'”“’»«)]*_~\``);
const END_MARKS = new Set('.!?:;…');
const EMOJI_AT_END = /\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?$/u;
/** The longest word, and the longest emoji, that are read. */
const WORD_LENGTH = 20;

/** A quote, a heading, a table row, a fence or a rule. */
const BLOCK = /^\s*(?:>|#{1,6}\s|\||```|~~~|---|===)/;
const ITEM = /^\s*(?:[•·▪◦‣]|(?:[-*+–—]|\d{1,2}[.)]|[a-z][.)]|\[[ x]?\])\s)/i;

/** A sentence continues after these; particles that can end one (`on`, `aus`) are not included. */
const OPEN_WORDS = listWords(
  'a an the that my your our his her its their of for from without into no',
  'and or but nor because if when while than as since before until although though whether i you he she we they who which what whats',
  'how where frequently often is are was were be been being am do does did have has had will would can could should must may might',
  'never want wanna gonna going please very really just even im ive id dont cant wont didnt get gets become becum tell ban unban mute kick undo',
  'ein eine einen einem einer eines der die das den dem des mein meine meinen meinem meiner dein euer eure euren eurem ihr unser ne nen',
  'im am bei beim vom zum zur für durch ohne gegen wegen um bis seit',
  'und oder aber sondern weil wenn falls bevor dass ob als wie wo wann warum obwohl damit ich du er wir man wer was gibts',
  'ist sind war bin habe hab hat haben hatte wurde wird werde werden kann könnt darf muss soll will möchte kein keine keinen nie',
  'mach mache sehr schon eigentlich',
  // Of other languages: neither a German nor an English word, and nothing that can end a question (`avec`, `kadar`).
  'een mijn naar zonder tijdens vanaf volgens wegens omdat terwijl voordat nadat zodat hoewel',
  'une cette ces notre votre leurs dans sur chez entre lorsque puisque quel quels quelles',
  'una unos unas por sobre desde hacia según segun pero cuando aunque mientras',
  'gli dello degli allo dalla dagli nella nello negli sullo sugli senza durante mentre',
  'uma umas ao aos pelo pela pelos pelas numa pra enquanto',
  'dla przez przed przy między miedzy podczas według wedlug oraz lub bez ponieważ poniewaz żeby zeby gdy jeśli jesli jeżeli jezeli',
  'których ktorych którego ktorego bir ile veya fakat ancak çünkü cunku hangi tüm bütün butun bazı bazi',
);

/** These words change the subject. */
const NEW_THOUGHTS = listWords(
  'i im ive my our we someone somebody nobody why please pls hi hey hello thanks thx also anyway btw',
  'ich bin habe hab mein meine unser unsere wir jemand niemand warum wieso könnt bitte hallo danke außerdem achja',
);

/** These words continue a sentence. */
const CONTINUERS = listWords(
  'or oder if when wenn falls that dass to zurück eigentlich denn überhaupt normalerweise auch noch actually usually',
);

/** Capitalised, these begin a sentence; a German noun, `I` and a polite `Sie` are capitalised anywhere. */
const SENTENCE_STARTS = listWords(
  'how what why when who which are do does did can could please hi hey hello thanks also anyway my our we your the a an some',
  'to someone somebody nobody since because although despite after before it he she they there this these is was for',
  'wie warum wieso wann welche gibt kann könnt bitte hallo danke ich bin habe außerdem mein meine unser unsere wir der die das ein',
  'eine seit trotz obwohl weil wenn als nach beim es er man jemand niemand sehr ist war wurde hat auf mit bei in',
);

/** A line with one of these asks something by itself. */
const ASKING =
  /(?<!\p{L})(?:how|what|why|when|where|who|which|can|could|would|will|wie|warum|wieso|wann|wo|was|wer|kann|könnt\p{L}*|kannst)(?!\p{L})/iu;
/** A sentence up to the mark that ends it. */
const UP_TO_MARK = /^[^.!?]*([.!?]?)/;

function listWords(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/**
 * Programs and people break lines in the middle of a sentence: such a break becomes a space, and the text is read as
 * if it were one line. A break that ends a sentence becomes `\n`.
 */
export function joinLines(text: string): string {
  if (!LINE_END.test(text)) return text;
  const lines = text.split(LINE_END);
  const asking = findAsking(lines);
  return lines
    .map((line, at) => (at === 0 ? line : readBreak(lines[at - 1] ?? '', line, asking[at]) + line))
    .join('');
}

/** For each line, whether it is the rest of a question: it has a question mark but asks nothing by itself. */
function findAsking(lines: readonly string[]): boolean[] {
  const asking: boolean[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const [sentence = '', mark] = UP_TO_MARK.exec(lines[at] ?? '') ?? [];
    const isOpen = mark === '' && sentence.trim() !== '';
    asking[at] = !ASKING.test(sentence) && (isOpen ? (asking[at + 1] ?? false) : mark === '?');
  }
  return asking;
}

/** Whether two messages of one person, sent in a row, can be one sentence. */
export function goesOn(one: string, other: string): boolean {
  const before = one.trimEnd().split(LINE_END).at(-1) ?? '';
  const [after = ''] = other.trimStart().split(LINE_END, 1);
  return readBreak(before, after) !== '\n';
}

/** What a break between two lines means. */
function readBreak(before: string, line: string, isAsking = false): '\n' | ' ' | typeof THOUGHT {
  const end = trimEnd(before);
  if (end === '' || line.trim() === '' || BLOCK.test(line) || BLOCK.test(before)) return '\n';
  if (END_MARKS.has(end.at(-1) ?? '') || EMOJI_AT_END.test(end.slice(-WORD_LENGTH))) return '\n';
  const start = line.trimStart().slice(0, WORD_LENGTH);
  const [word = ''] = start.split(/[^\p{L}'’]/u);
  const plain = plainOf(word);
  const isOpen = OPEN_WORDS.has(plainOf(end.slice(-WORD_LENGTH).split(/\s/).at(-1) ?? ''));
  if (SENTENCE_STARTS.has(plain) && /^\p{Lu}/u.test(word)) return '\n';
  if (isOpen) return ' ';
  if (ITEM.test(line)) return '\n';
  if (NEW_THOUGHTS.has(plain)) return THOUGHT;
  return CONTINUERS.has(plain) || isAsking ? ' ' : THOUGHT;
}

function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (CLOSERS.has(line.charAt(end - 1)) || line.charAt(end - 1).trim() === '')) end -= 1;
  return line.slice(0, end);
}

function plainOf(word: string): string {
  return word.toLowerCase().replace(/['’]/g, '');
}
