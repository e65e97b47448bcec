const ITEM = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S/;
const BLANK = /^[ \t\r]*$/;
const INDENTED = /^(?: {2}|\t)/;
const HEADING = /^#{1,6}[ \t]/;

/**
 * Tells of the lines of a Markdown text, one after the other, where they stand in a list. An item goes on until a
 * blank line, and after it with what is indented.
 */
export function createItemReader(): (line: string) => 'begins' | 'goes_on' | null {
  let [isOpen, isAfterBlank] = [false, false];
  return (line) => {
    const wasAfterBlank = isAfterBlank;
    isAfterBlank = BLANK.test(line);
    if (isAfterBlank) return null;
    if (ITEM.test(line)) {
      isOpen = true;
      return 'begins';
    }
    isOpen &&= !HEADING.test(line) && (!wasAfterBlank || INDENTED.test(line));
    return isOpen ? 'goes_on' : null;
  };
}
