import type { Core } from '../../src/core/core.ts';
import { countGaps } from '../../src/core/learning/gaps.ts';
import { countTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { summariseTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { type Invocation, pick, type Texts } from '../command.ts';

/** What waits for an admin: numbers of suggestions, topics and test questions. */
export interface OpenWork {
  pending: number;
  suspended: number;
  gaps: number;
  failingTests: number;
}

export async function readOpenWork(core: Core, serverId: string): Promise<OpenWork> {
  const [pending, suspended, gaps, tests] = await Promise.all([
    countTraining(core, serverId, 'pending'),
    countTraining(core, serverId, 'suspended'),
    countGaps(core, serverId),
    summariseTests(core, serverId),
  ]);
  return { pending, suspended, gaps, failingTests: tests?.failed ?? 0 };
}

/** A line for each that there is, with its command. */
export function describeOpenWork(
  { pending, suspended, gaps, failingTests }: OpenWork,
  input: Pick<Invocation, 'language'>,
): string[] {
  const lines: [number, Texts][] = [
    [
      pending,
      {
        de: `📥 **Vorschläge:** ${pending} zu entscheiden: \`/training list\``,
        en: `📥 **Suggestions:** ${pending} to decide: \`/training list\``,
      },
    ],
    [
      suspended,
      {
        de: `⏸️ **Ausgesetzt:** ${suspended}, weil die Quelle fehlt: \`/training list\``,
        en: `⏸️ **Suspended:** ${suspended}, as the source is gone: \`/training list\``,
      },
    ],
    [
      gaps,
      {
        de: `❓ **Ohne gute Antwort:** ${gaps} ${gaps === 1 ? 'Thema' : 'Themen'}: \`/unanswered\``,
        en: `❓ **Without a good answer:** ${gaps} ${gaps === 1 ? 'topic' : 'topics'}: \`/unanswered\``,
      },
    ],
    [
      failingTests,
      {
        de: `⚠️ **Testfragen:** ${failingTests} gescheitert: \`/tests list\``,
        en: `⚠️ **Test questions:** ${failingTests} failing: \`/tests list\``,
      },
    ],
  ];
  return lines.flatMap(([count, texts]) => (count > 0 ? [pick(input, texts)] : []));
}
