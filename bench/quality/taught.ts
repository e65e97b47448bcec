import type { Base, Question } from '../eval/files.ts';
import { type BaseScore, judgeBase, scoreBase } from '../eval/score.ts';

/** What an entry may have of them. */
const MAX_WORDINGS = 20;

/** A base that was taught half of its users' questions, asked the other half. */
export interface TaughtRow {
  set: string;
  /** Means over both halves: as it was, and with the questions as other wordings of their entries. */
  plain: Pick<BaseScore, 'ndcg10' | 'auc'> & { f1: number };
  taught: TaughtRow['plain'];
}

/** null: too few entries are asked about more than once. */
export async function measureTaught(set: string, base: Base): Promise<TaughtRow | null> {
  const halves = [0, 1].map((half) => splitQuestions(base.questions, half));
  if (halves.some(({ taught, asked }) => taught.length < asked.length / 4)) return null;
  const score = async (isTaught: boolean) => {
    const scores = await Promise.all(
      halves.map(async ({ taught, asked }) => {
        const chunks = isTaught ? teach(base.chunks, taught) : base.chunks;
        return scoreBase(chunks.length, await judgeBase({ chunks, questions: asked }));
      }),
    );
    const mean = (figure: (score: BaseScore) => number) =>
      scores.reduce((sum, one) => sum + figure(one), 0) / scores.length;
    return {
      ndcg10: mean(({ ndcg10 }) => ndcg10),
      auc: mean(({ auc }) => auc),
      f1: mean(({ decision }) => decision.f1),
    };
  };
  return { set, plain: await score(false), taught: await score(true) };
}

/** Of each entry's questions every second one; what no entry answers is only asked. */
function splitQuestions(questions: readonly Question[], half: number) {
  const seen = new Map<string, number>();
  const taught: Question[] = [];
  const asked: Question[] = [];
  for (const question of questions) {
    const entry = question.relevant[0] ?? '';
    const number = seen.get(entry) ?? 0;
    seen.set(entry, number + 1);
    (entry !== '' && number % 2 === half ? taught : asked).push(question);
  }
  return { taught, asked };
}

function teach(chunks: Base['chunks'], taught: readonly Question[]): Base['chunks'] {
  const wordings = new Map<string, string[]>();
  for (const { relevant, messages } of taught) {
    for (const id of relevant)
      wordings.set(id, [...(wordings.get(id) ?? []), messages.at(-1)?.content ?? '']);
  }
  return chunks.map((chunk) => ({
    ...chunk,
    questions: (wordings.get(chunk.id) ?? []).slice(0, MAX_WORDINGS),
  }));
}
