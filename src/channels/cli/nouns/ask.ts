import type { Command } from 'commander';
import { z } from 'zod';
import { tryQuestion } from '../../../core/answering/answer.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { toFields, toParagraphs, toTable } from '../print.ts';

const askSchema = z.object({
  SERVER: serverIdSchema,
  QUESTION: z.string().trim().min(1, 'must not be empty').max(MAX_CONTENT_CHARACTERS).transform(toCleanText),
});

export function addAskCommand(program: Command, context: CommandContext): void {
  program
    .command('ask <SERVER> <QUESTION>')
    .description('ask as a customer would and see what is behind the answer; costs nothing')
    .action(async (server: string, question: string) => {
      const { SERVER, QUESTION } = readInput(askSchema, { SERVER: server, QUESTION: question });
      // Nobody leaves here: Ctrl+C ends the whole process.
      const { signal } = new AbortController();
      const result = await tryQuestion(await context.openCore(), SERVER, QUESTION, signal);
      context.show(result, render(result));
    });
}

function render(result: Awaited<ReturnType<typeof tryQuestion>>): string {
  const { sources, passages } = result;
  const facts = toFields({
    'needs team': result.needs_team ? `yes (${result.team_reason})` : 'no',
    level: result.level,
    engine: result.engine,
    confidence: result.confidence.toFixed(2),
    sources: sources.map(({ title, url }) => (url === null ? title : `${title} <${url}>`)).join(', '),
  });
  const rows = passages.map(({ score, id, title }) => [score.toFixed(2), id, title]);
  const found =
    rows.length === 0
      ? 'Nothing in the knowledge matches this question.'
      : toTable([['score', 'passage', 'title'], ...rows]);
  return `${toParagraphs(result.answer)}\n\n${facts}\n\n${found}`;
}
