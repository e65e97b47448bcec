import type { AiStub, StubChatRequest } from '../../support/ai-stub.ts';

/** Two passages of entries that cannot both be true, each by words that stand in it. */
export type Planted = readonly [string, string];

export interface Asked {
  id: string;
  title: string;
  text: string;
  valid_until?: string;
}

/** What a request asks to be compared; of any other request null. */
export function readAsked({ messages }: Pick<StubChatRequest, 'messages'>): Asked[] | null {
  const block = /^<entries>(.*)<\/entries>$/s.exec(messages.at(-1)?.content ?? '')?.[1];
  return block === undefined ? null : JSON.parse(block);
}

/** Plays a model that finds exactly what was planted, and says what each of the two says. */
export function answerHonestly(planted: readonly Planted[]) {
  return (request: StubChatRequest): object => {
    const entries = readAsked(request);
    if (!entries) return { answer: 'Hello.', needs_team: false, answerable: true, used: [] };
    const holding = (words: string) => entries.find(({ title, text }) => `${title}\n${text}`.includes(words));
    const contradictions = planted.flatMap(([one, other]) => {
      const [a, b] = [holding(one), holding(other)];
      return a && b && a !== b ? [{ a: a.id, b: b.id, why: `One says "${one}", the other "${other}".` }] : [];
    });
    return { contradictions };
  };
}

/** The texts that each call so far compared. */
export function listCalls({ requests }: Pick<AiStub, 'requests'>): string[][] {
  return requests.flatMap(({ body }) => {
    const asked = readAsked(body as StubChatRequest);
    return asked ? [asked.map(({ text }) => text)] : [];
  });
}
