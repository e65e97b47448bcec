/**
 * A sentence encoder for measuring, English only: `npm run bench -- encoder [--port N]` prints its address, to be given to
 * Lotse as EMBEDDING_BASE_URL with any EMBEDDING_MODEL and EMBEDDING_API_KEY.
 */
import { Command } from 'commander';
import { startEncoder } from './eval/encoder.ts';

new Command('encoder')
  .description("OpenAI's embeddings call on this machine, for measuring")
  .option('--port <number>', 'where to listen; 0: a free port', '0')
  .action(async ({ port }: { port: string }) => {
    const { url } = await startEncoder(Number(port));
    console.log(url);
  })
  .parse();
