/** What personal data is; also the name of its placeholder. */
export const KINDS = ['KEY', 'PASSWORD', 'IBAN', 'CARD', 'EMAIL', 'PHONE', 'ADDRESS'] as const;
export type DataKind = (typeof KINDS)[number];

/** A part of a text, in UTF-16 units. */
export interface FoundSpan {
  start: number;
  end: number;
}

/** Every place of an expression that a test accepts. @param expression global, without empty matches. */
export function* findAll(
  expression: RegExp,
  text: string,
  accepts: (match: RegExpExecArray) => boolean = () => true,
): Generator<FoundSpan> {
  for (const match of text.matchAll(expression))
    if (accepts(match)) yield { start: match.index, end: match.index + match[0].length };
}
