import type { Command } from 'commander';
import { z } from 'zod';
import { mayAsk, mayAskAnywhere } from '../../../core/answering/gate/gate.ts';
import { getMarks } from '../../../core/answering/known-marks.ts';
import { explainTeamReasons } from '../../../core/handover/handover.ts';
import { getServer, serverIdSchema } from '../../../core/owners/servers.ts';
import { parseSettings } from '../../../core/owners/settings.ts';
import { tryQuestion } from '../../../core/playground/playground.ts';
import { readKind } from '../../../core/reading/kinds.ts';
import { guessLanguage } from '../../../core/reading/language.ts';
import { words } from '../../../core/search/words/analyse.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import { type CommandContext, onInput } from '../input.ts';
import { serverSchema, verbsOf } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { toFields, toList, toParagraphs } from '../print.ts';

const textSchema = z.string().trim().min(1, 'must not be empty').max(MAX_CONTENT_CHARACTERS);
const readSchema = z.object({
  TEXT: textSchema,
  server: serverIdSchema.optional(),
});

export function addAskCommand(program: Command, context: CommandContext): void {
  verbsOf(program, context)('ask <SERVER> <QUESTION>', {
    about: 'ask as a customer would and see what is behind the answer; costs nothing',
    input: serverSchema.extend({ QUESTION: textSchema.transform(toCleanText) }),
    run: async (core, { SERVER, QUESTION }) => {
      // Nobody leaves here: Ctrl+C ends the whole process.
      const { signal } = new AbortController();
      const result = await tryQuestion(core, SERVER, QUESTION, signal);
      return { shape: result, text: render(result) };
    },
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
  const columns: ListColumns<(typeof passages)[number]> = {
    score: ({ score }) => score.toFixed(2),
    ...{ passage: 'id', title: 'title' },
  };
  const found = toList(passages, columns, 'Nothing in the knowledge matches this question.');
  return `${toParagraphs(result.answer)}\n\n${facts}\n\n${found}`;
}

export function addReadCommand(program: Command, context: CommandContext): void {
  const readCommand = program
    .command('read <TEXT>')
    .description("show how a customer's message is understood: language, kind, and why the team is needed")
    .option('--server <id>', 'take the topics and verdicts of this server into account');
  onInput(readCommand, readSchema, async ({ TEXT, server }) => {
    const result = await read(context, TEXT, server);
    const facts = toFields({
      language: result.language ?? 'unknown',
      kind: result.kind,
      by: result.by ?? '',
    });
    const columns: ListColumns<(typeof result.reasons)[number]> = {
      reason: 'reason',
      score: ({ score }) => score.toFixed(2),
      words: ({ words: told }) => told.join(', '),
    };
    context.show(result, `${facts}\n\n${toList(result.reasons, columns, 'The team is not needed.')}`);
  });
}

async function read(context: CommandContext, text: string, serverId: string | undefined) {
  const { found, asks } = await understand(context, text, serverId);
  return {
    language: guessLanguage(words(text)),
    kind: asks ? (readKind(text) ?? 'question') : 'not_a_question',
    reasons: found.map(({ reason, score, words: told }) => ({ reason, score, words: told })),
    by: found[0]?.by ?? null,
  };
}

/** Nobody is called by what asks nothing, as in a chat. */
async function understand(context: CommandContext, content: string, serverId: string | undefined) {
  const messages = [{ role: 'user' as const, content }];
  if (serverId === undefined) {
    const asks = mayAskAnywhere(content);
    return { asks, found: asks ? explainTeamReasons(messages) : [] };
  }
  const core = await context.openCore('look');
  const server = await getServer(core, serverId);
  const { topics } = parseSettings(server.settings);
  const marks = await getMarks(core, server);
  const asks = await mayAsk(core, { server, messages }, { content, hasImages: false, topics, marks });
  return { asks, found: asks ? explainTeamReasons(messages, topics, marks) : [] };
}
