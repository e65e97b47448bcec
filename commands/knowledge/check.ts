import { lookForContradictions } from '../../src/core/contradictions/contradictions.ts';
import type { Core } from '../../src/core/core.ts';
import { splitAtMarks } from '../../src/domain/text.ts';
import type { StoredContradiction } from '../../src/domain/types.ts';
import type { Invocation } from '../command.ts';
import { type Draft, escapeMarkdown, escapeWithin, pager, say, toLine } from '../reply.ts';
import { joined } from '../wording.ts';

/** So many fit into one message. */
const PAIRS_PER_PAGE = 3;
const TITLE_CHARACTERS = 80;
/** Of a sentence, before and behind the value that another entry gives otherwise. */
const AROUND_CHARACTERS = 100;
const VALUE_CHARACTERS = 40;
const MOST_PAGES = 1_000;

/** The first page of the pairs that contradict each other, or the one that a button names. */
export async function showContradictions(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const pairs = await lookForContradictions(core, serverId);
  if (pairs === null)
    return say({
      de: 'Das Wissen wird gerade geprüft. Versuch es in einer halben Minute noch einmal.',
      en: 'The knowledge is being checked. Try again in half a minute.',
    });
  if (pairs.length === 0)
    return say(
      {
        de: 'Soweit es sich an den Worten erkennen lässt, widersprechen sich keine Einträge.',
        en: 'As far as words tell, no entries contradict each other.',
      },
      { isReplacing: true },
    );
  const last = Math.ceil(pairs.length / PAIRS_PER_PAGE);
  const asked = Number(args[0] ?? 1);
  const number = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, last, MOST_PAGES) : 1;
  const head = {
    de: `**Widersprüche** · ${pairs.length} · Seite ${number} von ${last}\nÄndere oder entferne je einen der beiden Einträge; im Dashboard kannst du auch sagen, dass beide stimmen.`,
    en: `**Contradictions** · ${pairs.length} · page ${number} of ${last}\nChange or remove one of the two entries; in the dashboard you can also say that both are right.`,
  };
  const shown = pairs.slice((number - 1) * PAIRS_PER_PAGE, number * PAIRS_PER_PAGE);
  const text = joined('\n\n', [
    head,
    ...shown.map(({ one, other }) => `${describe(one)}\n${describe(other)}`),
  ]);
  return say(text, { ...pager('knowledge:check', { number, last }), isReplacing: true });
}

/** Title and sentence, the values in bold; what is far from them is left out. */
function describe({ title, text, marks }: StoredContradiction['one']): string {
  const [first = [0, 0]] = marks;
  const start = Math.max(0, first[0] - AROUND_CHARACTERS);
  const cut = text.slice(start, first[1] + AROUND_CHARACTERS);
  const within = marks
    .map(([at, end]) => [at - start, Math.min(end - start, cut.length)] as const)
    .filter(([at]) => at < cut.length);
  const parts = splitAtMarks(cut.replace(/\s/g, ' '), within).map((part) =>
    part.isMarked ? `**${escapeWithin(part.text.trim(), VALUE_CHARACTERS)}**` : escapeMarkdown(part.text),
  );
  const [before, behind] = [start > 0 ? '…' : '', start + cut.length < text.length ? '…' : ''];
  return `- ${toLine(title, TITLE_CHARACTERS)}: ${before}${parts.join('')}${behind}`;
}
