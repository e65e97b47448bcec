import type { Command } from 'commander';
import { z } from 'zod';
import { getMarks } from '../../../core/answering/known-marks.ts';
import { explainTeamReasons } from '../../../core/handover/handover.ts';
import { getServer, serverIdSchema } from '../../../core/owners/servers.ts';
import { parseSettings } from '../../../core/owners/settings.ts';
import { readKind } from '../../../core/reading/kinds.ts';
import { guessLanguage } from '../../../core/reading/language.ts';
import { words } from '../../../core/search/words/analyse.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { type CommandContext, onInput } from '../input.ts';
import { toFields, toTable } from '../print.ts';

const readSchema = z.object({
  TEXT: z.string().trim().min(1, 'must not be empty').max(MAX_CONTENT_CHARACTERS),
  server: serverIdSchema.optional(),
});

export function addReadCommand(program: Command, context: CommandContext): void {
  const readCommand = program
    .command('read <TEXT>')
    .description("say what is understood of a customer's message: language, kind, and why the team is needed")
    .option('--server <id>', "with this server's topics and examples");
  onInput(readCommand, readSchema, async ({ TEXT, server }) => {
    const result = await read(context, TEXT, server);
    const { reasons } = result;
    const rows = reasons.map(({ reason, score, words: told }) => [reason, score.toFixed(2), told.join(', ')]);
    const facts = toFields({
      language: result.language ?? 'unknown',
      kind: result.kind,
      by: result.by ?? '',
    });
    const table = toTable([['reason', 'score', 'words'], ...rows]);
    context.show(result, `${facts}\n\n${rows.length === 0 ? 'Nobody of the team is needed.' : table}`);
  });
}

async function read(context: CommandContext, text: string, serverId: string | undefined) {
  const found = await explain(context, text, serverId);
  return {
    language: guessLanguage(words(text)),
    kind: readKind(text) ?? 'question',
    reasons: found.map(({ reason, score, words: told }) => ({ reason, score, words: told })),
    by: found[0]?.by ?? null,
  };
}

async function explain(context: CommandContext, text: string, serverId: string | undefined) {
  const messages = [{ role: 'user' as const, content: text }];
  if (serverId === undefined) return explainTeamReasons(messages);
  const core = await context.openCore('look');
  const server = await getServer(core, serverId);
  return explainTeamReasons(messages, parseSettings(server.settings).topics, await getMarks(core, server));
}
