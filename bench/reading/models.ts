import { ROWS } from '../../src/core/reading/features.ts';
import { MESSAGE_KINDS, type MessageKind } from '../../src/core/reading/kinds.ts';
import { toLanguageText } from '../../src/core/reading/language.ts';
import { LinearModel } from '../../src/core/reading/linear-model.ts';
import { ANY_REASON, READ_REASONS } from '../../src/core/reading/reader.ts';
import type { Models } from '../../src/core/reading/weights.ts';
import { fold, words } from '../../src/core/search/words/analyse.ts';
import { STOP_WORDS } from '../../src/core/search/words/stop-words.ts';
import { LANGUAGES } from '../../src/domain/types.ts';
import type { Example } from './examples.ts';
import { type Labelled, trainModel } from './training.ts';

/** Trains every model of the reader. */
export function trainModels(examples: readonly Example[]): Models {
  return {
    reasons: quantise(trainReasons(examples)),
    kinds: quantise(trainKinds(examples)),
    languages: quantise(trainLanguages(examples)),
  };
}

/** A head for each reason, and one for any of them; read by runs of sentences. */
export function trainReasons(examples: readonly Example[], times = 4): LinearModel {
  const tickets = examples.flatMap((example): Labelled[] => {
    if ('kind' in example) return [{ sentences: example.sentences, labels: new Set() }];
    const labels = example.reasons.length > 0 ? [...example.reasons, ANY_REASON] : [];
    return [{ sentences: example.sentences, labels: new Set(labels) }];
  });
  const options = {
    byRuns: true,
    epochs: 8,
    positiveWeight: 1.5,
    otherWeight: 0.3,
    mixed: 0.3,
    leastTexts: 2,
    leastFeatures: 100,
    rows: ROWS,
    times,
  };
  return trainModel([...READ_REASONS, ANY_REASON], tickets, options);
}

/** Whoever thanks is done. */
function kindsOf(kind: MessageKind): MessageKind[] {
  return kind === 'thanks' ? [kind, 'closing'] : [kind];
}

/** A head for each kind of short message; questions and tickets are none. */
function trainKinds(examples: readonly Example[]): LinearModel {
  const texts = examples.map((example): Labelled => {
    return { sentences: example.sentences, labels: new Set('kind' in example ? kindsOf(example.kind) : []) };
  });
  const options = {
    byRuns: false,
    epochs: 60,
    positiveWeight: 1.7,
    otherWeight: 1,
    mixed: 0,
    leastTexts: 2,
    leastFeatures: 10,
    rows: ROWS / 4,
    times: 1,
  };
  return trainModel(MESSAGE_KINDS, texts, options);
}

/** The words of a piece of a text, two to five, as short messages have them. */
const PIECES = [2, 3, 4, 5];
const PIECE_STEP = 5;
const MAX_PIECED_WORDS = 40;

/** A head for each language; texts with and without accents, pieces of them, and function words. */
function trainLanguages(examples: readonly Example[]): LinearModel {
  const texts: Labelled[] = [];
  const add = (said: readonly string[], language: string) => {
    if (said.length > 0) texts.push({ sentences: toLanguageText(said), labels: new Set([language]) });
  };
  for (const [number, { text, language }] of examples.entries()) {
    const said = words(text);
    add(said, language);
    add(said.map(fold), language);
    for (let start = 0; start + 2 <= Math.min(said.length, MAX_PIECED_WORDS); start += PIECE_STEP)
      add(said.slice(start, start + (PIECES[(start + number) % PIECES.length] ?? 2)), language);
  }
  for (const language of LANGUAGES) for (const word of STOP_WORDS[language]) add([word], language);
  const options = {
    byRuns: false,
    epochs: 4,
    positiveWeight: 1,
    otherWeight: 1,
    mixed: 0,
    leastTexts: 30,
    leastFeatures: 10,
    rows: ROWS / 4,
    times: 1,
  };
  return trainModel(LANGUAGES, texts, options);
}

/** The greatest weight that a byte holds, and the least that changes anything. */
const MOST = 127;
const LEAST = 2;

function toByte(weight: number): number {
  const rounded = Math.round(weight);
  return Math.abs(rounded) < LEAST ? 0 : rounded;
}

/** The same with one byte a weight. */
function quantise({ heads, leastFeatures, weights, bias }: LinearModel): LinearModel {
  const scale = new Float32Array(heads.length);
  for (const head of heads.keys()) {
    let most = 0;
    for (let at = head; at < weights.length; at += heads.length)
      most = Math.max(most, Math.abs(weights[at] ?? 0));
    scale[head] = most / MOST || 1;
  }
  const bytes = new Int8Array(weights.length);
  for (const [at, weight] of weights.entries()) bytes[at] = toByte(weight / (scale[at % heads.length] ?? 1));
  return new LinearModel(heads, leastFeatures, bytes, bias, scale);
}
