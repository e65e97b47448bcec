import { lookForContradictions } from '../../src/core/contradictions/contradictions.ts';
import type { Core } from '../../src/core/core.ts';
import type { StoredContradiction } from '../../src/domain/types.ts';
import { describeUncompared } from '../../src/domain/words.ts';
import type { Invocation } from '../command.ts';
import { type Draft, pager, say, toLine } from '../reply.ts';
import { both, joined } from '../wording.ts';

/** So many fit into one message. */
const PAIRS_PER_PAGE = 3;
const TITLE_CHARACTERS = 80;
const TEXT_CHARACTERS = 120;
const WHY_CHARACTERS = 160;
const MOST_PAGES = 1_000;

/**
 * The first page of the pairs that contradict each other, once what is missing was compared, or the one that a button
 * names.
 */
export async function showContradictions(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const known = await lookForContradictions(core, serverId, args.length === 0);
  if (known === null)
    return say({
      de: 'Das Wissen wird gerade geprüft. Versuch es in einer halben Minute noch einmal.',
      en: 'The knowledge is being checked. Try again in half a minute.',
    });
  const { found: pairs } = known;
  const rest = describeUncompared(known);
  const note = rest && both`-# ${rest}`;
  if (pairs.length === 0) {
    const none = core.ai
      ? {
          de: 'Soweit verglichen, widersprechen sich keine Einträge.',
          en: 'Of the entries compared so far, none contradict each other.',
        }
      : {
          de: 'Soweit es sich an den Zahlen erkennen lässt, widersprechen sich keine Einträge.',
          en: 'Going only by the figures in them, no entries contradict each other.',
        };
    return say(joined('\n', [none, note]), { isReplacing: true });
  }
  const last = Math.ceil(pairs.length / PAIRS_PER_PAGE);
  const asked = Number(args[0] ?? 1);
  const number = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, last, MOST_PAGES) : 1;
  const head = {
    de: `**Widersprüche** · ${pairs.length} · Seite ${number} von ${last}\nÄndere oder entferne je einen der beiden Einträge; im Dashboard kannst du auch sagen, dass beide stimmen.`,
    en: `**Contradictions** · ${pairs.length} · page ${number} of ${last}\nChange or remove one entry of each pair; in the dashboard you can also say that both are right.`,
  };
  const shown = pairs.slice((number - 1) * PAIRS_PER_PAGE, number * PAIRS_PER_PAGE);
  const text = joined('\n\n', [head, ...shown.map(describe), note]);
  return say(text, { ...pager('knowledge:check', { number, last }), isReplacing: true });
}

function describe({ why, one, other }: StoredContradiction): string {
  const lines = [one, other].map(
    ({ title, text }) => `- ${toLine(title, TITLE_CHARACTERS)}: ${toLine(text, TEXT_CHARACTERS)}`,
  );
  return [...(why === '' ? [] : [`⚠️ ${toLine(why, WHY_CHARACTERS)}`]), ...lines].join('\n');
}
