const [QUOTATION_MARK, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, 0x7b, 0x7d];

/** Index after the brace that closes the one at `start`, those in strings not counting; -1 where none does. */
export function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTATION_MARK) index = endOfString(text, index);
    else if (unit === OPENING) depth += 1;
    else if (unit === CLOSING) depth -= 1;
    if (unit === CLOSING && depth === 0) return index + 1;
  }
  return -1;
}

/** Index of the quotation mark that closes the one at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === BACKSLASH) index += 1;
    else if (unit === QUOTATION_MARK) return index;
  }
  return text.length;
}

/** Whether an object of JSON may begin at the brace: behind it stands a key. */
export function mayBeginObject(text: string, brace: number): boolean {
  return /^\{\s{0,100}["}]/.test(text.slice(brace, brace + 102));
}
