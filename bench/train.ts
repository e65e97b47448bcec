/**
 * Writes the weights of the reader from the labelled texts in src/core/reading/examples, and its cross-validated
 * figures; the same texts give the same bytes. `npm run train -- --check` writes nothing and exits with 1 where the
 * weights are not those of the texts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { encodeModels } from '../src/core/reading/weights.ts';
import { crossValidate } from './reading/cross-validation.ts';
import { readExamples } from './reading/examples.ts';
import { digestExamples, writeFigures } from './reading/figures.ts';
import { trainModels } from './reading/models.ts';

const FILE = new URL('../src/core/reading/weights.bin', import.meta.url);

function train({ check = false }: { check?: boolean }): void {
  const examples = readExamples();
  const bytes = encodeModels(trainModels(examples), digestExamples());
  if (check) {
    const isSame = bytes.equals(readFileSync(FILE));
    console.log(isSame ? 'the weights are those of the texts' : 'the weights are not those of the texts');
    process.exitCode = isSame ? 0 : 1;
    return;
  }
  writeFileSync(FILE, bytes);
  console.log(`${examples.length} texts, ${Math.round(bytes.length / 1_000)} kB of weights`);
  if (!process.env.QUICK)
    writeFigures({ digest: digestExamples(), texts: examples.length, ...crossValidate(examples) });
}

new Command('train')
  .description('writes the weights of the reader')
  .option('--check', 'only compare')
  .action(train)
  .parse();
