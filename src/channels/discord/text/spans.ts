/** A stretch of one line that a cut should leave whole. */
export interface Span {
  from: number;
  to: number;
}

/** Every class stops at its own beginning, so that hostile text is read once. */
const LINKS = /\[[^[\]\n]*\]\(<?[^()<>\s]*>?\)|<(?:https?:|[@#:])[^<>\s]*>|\*\*[^*\n]+\*\*/g;

/** Links, bold text and inline code of one line, by their beginning. */
export function readSpans(line: string): Span[] {
  const links = Array.from(line.matchAll(LINKS), ({ index, 0: link }) => ({
    from: index,
    to: index + link.length,
  }));
  return [...links, ...readInlineCode(line)].sort((a, b) => a.from - b.from);
}

/** A run of backticks reaches to the next run of the same length. */
function readInlineCode(line: string): Span[] {
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: run }) => ({ from: index, length: run.length }));
  const nextOfLength = new Map<number, number>();
  const partners = new Array<number | undefined>(runs.length);
  for (const [index, run] of [...runs.entries()].reverse()) {
    partners[index] = nextOfLength.get(run.length);
    nextOfLength.set(run.length, index);
  }
  const spans: Span[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const [run, partner] = [runs[index], partners[index]];
    const end = partner === undefined ? undefined : runs[partner];
    if (run === undefined || end === undefined || partner === undefined) continue;
    spans.push({ from: run.from, to: end.from + end.length });
    index = partner;
  }
  return spans;
}
