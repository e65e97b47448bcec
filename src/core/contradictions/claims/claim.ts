import type { Asked } from './answers.ts';
import type { Unit } from './clauses.ts';
import type { Matter } from './stances.ts';
import type { Terms } from './terms.ts';
import type { Dimension, Quantity } from './values/values.ts';

/** A passage as it is read: the title of its entry with the headings above it. */
export interface Source {
  entryId: string;
  title: string;
  text: string;
}

/** What all claims of a passage share. */
export interface Passage {
  title: Terms;
  all: ReadonlySet<string>;
  /** Everything that it says. */
  claims: readonly Claim[];
}

/** One thing that an entry says, which another may say otherwise. */
export interface Claim {
  entryId: string;
  /** The sentence as it stands there, and the values in it. */
  sentence: string;
  marks: readonly (readonly [at: number, end: number])[];
  kind: Dimension | Matter;
  quantity: Quantity | null;
  isDenied: boolean;
  /** How firmly something is allowed, demanded or denied: 0 to 2. */
  force: number;
  /** `month`, `year`, `once`: what a price is paid for. */
  period: string;
  /** Bits of the weekdays that it holds on; 0: none is named. */
  days: number;
  /** Of its clause. */
  own: Terms;
  /** Of its sentence, what leads to it and the sentence before. */
  around: Terms;
  passage: Passage;
}

/** What a sentence is read with. */
export interface Context {
  unit: Unit;
  /** In lower case, of the length that the reader sees. */
  lower: string;
  isGerman: boolean;
  asked: Asked | null;
  title: string;
  base: Omit<Claim, 'kind' | 'marks'>;
}
