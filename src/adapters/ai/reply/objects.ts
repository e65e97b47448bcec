const [QUOTATION_MARK, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, 0x7b, 0x7d];

/** Index after the brace that closes the one at `start`, those in strings not counting; -1 where none does. */
export function endOfObject(text: string, start: number, limit = text.length): number {
  let depth = 0;
  let isString = false;
  for (let index = start; index < limit; index += 1) {
    const unit = text.charCodeAt(index);
    if (isString) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTATION_MARK) isString = false;
    } else if (unit === QUOTATION_MARK) isString = true;
    else if (unit === OPENING) depth += 1;
    else if (unit === CLOSING) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Whether an object of JSON may begin at the brace: behind it stands a key. */
export function mayBeginObject(text: string, brace: number): boolean {
  return /^\{\s{0,100}["}]/.test(text.slice(brace, brace + 102));
}
