import { RuleCompiler } from './pattern.ts';
import { RuleIndex } from './rule-index.ts';
import { HARMLESS } from './rules/harmless.ts';
import { SHARED } from './vocabulary.ts';

/** Takes out of a sentence what is said but not meant; see harmless.ts. */
export class MeaningReader {
  readonly #lines: ReturnType<RuleCompiler['compile']>[];
  readonly #index: RuleIndex;

  constructor() {
    const compiler = new RuleCompiler({ ...SHARED, ...HARMLESS.vocabulary });
    // What a line is about does not matter here, only where it holds.
    this.#lines = HARMLESS.lines.map((line) => compiler.compile('model', line));
    this.#index = new RuleIndex(this.#lines);
  }

  /** The words of a sentence, or of a window of it, that are meant. */
  read(words: string[]): string[] {
    const candidates = this.#index.listCandidates(this.#index.listSteps(words), this.#lines.length);
    if (candidates.length === 0) return words;
    const said = ` ${words.join(' ')} `;
    let meant = said;
    for (const candidate of candidates) {
      const rule = this.#lines[candidate]?.rule;
      const [phrase, ...conditions] = rule?.all ?? [];
      if (phrase === undefined || rule?.unless.some((part) => part.findIn(said) >= 0)) continue;
      if (conditions.every((part) => part.findIn(said) >= 0)) meant = phrase.takeOutOf(meant);
    }
    return meant.trim().split(' ');
  }
}
