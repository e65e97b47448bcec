/** What a line of a message is: `quoted` somebody else's words, `signature` what a mail program or a habit adds. */
export type Part = 'own' | 'quoted' | 'signature';

export interface Line {
  text: string;
  part: Part;
}

/** Longer lines are prose: no line of a mail program, no label and no contact detail is that long. */
export const MAX_MARK_CHARACTERS = 400;

const BREAK = /\r\n?|[\n\u2028\u2029]/;
const SAYS = /[\p{L}\p{N}]/u;

export function toLines(text: string): Line[] {
  return text.split(BREAK).map((line) => ({ text: line, part: 'own' as const }));
}

/** Whether there is a letter or a digit in it. */
export function saysAnything(text: string): boolean {
  return SAYS.test(text);
}

export function isBlank({ text }: Line): boolean {
  return text.trim() === '';
}

/**
 * The lines of some parts as one text; where others were left out there is the end of a paragraph, so that what
 * stood before and after them is not read as one sentence.
 */
export function joinParts(lines: readonly Line[], isWanted: (line: Line) => boolean): string {
  const kept: string[] = [];
  let isGap = false;
  for (const line of lines) {
    if (!isWanted(line)) {
      isGap = true;
      continue;
    }
    if (isGap && kept.length > 0) kept.push('');
    isGap = false;
    kept.push(line.text);
  }
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
