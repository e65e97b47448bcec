/**
 * Measures search, hand-over, calibration and languages and writes bench/QUALITY.md. `npm run quality` measures what
 * ships with Lotse and exchanges that part; `npm run quality -- FILE… [--cases DIR] [--embeddings]` measures evaluation
 * files too and writes the whole document, and two figures in the README. Embeddings come from the settings
 * EMBEDDING_…, or from a small English model on this machine. `npm run quality -- --chat URL [--encoder URL]` puts
 * questions to a chat model that runs there and writes its row.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openEmbedder } from './eval/meaning.ts';
import { measureChat, readChat, replaceChat } from './quality/chat.ts';
import { measureGiven, measureShipped } from './quality/findings.ts';
import { renderReport, renderShipped, replaceFigures, replaceShipped } from './quality/report.ts';

const [DOCUMENT, README] = ['./QUALITY.md', '../README.md'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
) as [string, string];

interface Options {
  cases?: string;
  embeddings?: boolean;
  chat?: string;
  encoder?: string;
}

async function writeQuality(paths: readonly string[], options: Options): Promise<void> {
  const { cases, embeddings, chat, encoder } = options;
  if (chat) {
    const run = await measureChat(chat, encoder ?? null);
    rewrite(DOCUMENT, (document) => replaceChat(document, run));
    return;
  }
  const shipped = await measureShipped();
  if (paths.length === 0) {
    rewrite(DOCUMENT, (document) => replaceShipped(document, renderShipped(shipped)));
    return;
  }
  await using embedding = embeddings ? await openEmbedder() : null;
  const given = { cases: cases ?? null, embedding };
  const found = await measureGiven(paths, given);
  const run = { paths, cases: given.cases, model: embedding?.embedder.model ?? null, found };
  rewrite(DOCUMENT, (document) => renderReport(shipped, run, readChat(document)));
  rewrite(README, (readme) => replaceFigures(readme, run));
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

await new Command('quality')
  .description('writes bench/QUALITY.md')
  .argument('[file...]', 'evaluation files, .jsonl or .jsonl.gz')
  .option('--cases <dir>', 'a folder with bases.jsonl, paraphrase.jsonl and crosslingual.jsonl')
  .option('--embeddings', 'search by meaning too')
  .option('--chat <url>', 'asks a chat model that runs there (…/v1), and writes its row')
  .option('--encoder <url>', 'with --chat: an embedding model that runs there')
  .action(writeQuality)
  .parseAsync();
