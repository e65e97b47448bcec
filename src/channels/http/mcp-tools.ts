import type { Context } from 'koa';
import { z } from 'zod';
import { answerQuestion } from '../../core/answering/answer.ts';
import { findPassages, readEntry } from '../../core/answering/browse.ts';
import { toChatResponse } from '../../core/answering/response/response.ts';
import type { Core } from '../../core/core.ts';
import type { KeyHolder } from '../../core/owners/keys.ts';
import { MAX_CONTENT_CHARACTERS, MAX_MESSAGES } from '../../domain/limits.ts';
import type { KeyScope } from '../../domain/types.ts';
import { checkSent } from './body.ts';
import { toQuestion } from './chat.ts';
import { chatRequestSchema } from './contract.ts';
import { toEntryResponse } from './knowledge.ts';

/** One call of a tool, by a key that may. */
export interface ToolCall {
  core: Core;
  ctx: Context;
  holder: KeyHolder;
}

/** `text` is for models and people, `structured` for programs. */
interface ToolResult {
  text: string;
  structured: object;
}

export interface Tool {
  name: string;
  description: string;
  scopes: readonly KeyScope[];
  input: z.ZodType;
  annotations: object;
  /** @throws AppError('invalid_body') with the field, and as the core does */
  run(visit: ToolCall, given: unknown): Promise<ToolResult>;
}

function tool<Input>(
  said: Omit<Tool, 'input' | 'run'> & {
    input: z.ZodType<Input>;
    run(visit: ToolCall, input: Input): Promise<ToolResult>;
  },
): Tool {
  return { ...said, run: (visit, given) => said.run(visit, checkSent(said.input, given)) };
}

const DEFAULT_PASSAGES = 5;
const MAX_PASSAGES = 20;
const READS = { readOnlyHint: true, openWorldHint: false };

const { messages, customer } = chatRequestSchema.shape;
/** Without the names of the schemas, which clients would have to follow as references. */
const { images: _, ...turn } = messages.element.shape;
const turnSchema = z.object(turn);

const ask = tool({
  name: 'ask',
  description:
    'Answers a customer’s question from what the owner of this bot approved. Costs quota. Show `ai_notice` with the answer; call a person if `needs_team` is true, and let a person check it first if `draft` is true.',
  scopes: ['chat'],
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: z.object({
    question: turnSchema.shape.content.meta({ description: 'What the customer asks now.' }),
    conversation: z
      .array(turnSchema)
      .max(MAX_MESSAGES - 1)
      .nullish()
      .meta({ description: 'What was said before, oldest first.' }),
    customer,
  }),
  run: async ({ core, ctx, holder }, { question: content, conversation, customer: name }) => {
    const ticket = [...(conversation ?? []), { role: 'user' as const, content }];
    const question = toQuestion(ctx, holder, { messages: ticket, customer: name });
    const { answer, ledger } = await answerQuestion(core, question);
    const structured = await toChatResponse(answer, ledger ?? holder.ledger, question);
    return { text: `${structured.answer}\n\n${structured.ai_notice}`, structured };
  },
});

const searchKnowledge = tool({
  name: 'search_knowledge',
  description:
    'Finds the passages of the knowledge that fit best, best first. Counts towards the requests per minute and costs no quota.',
  scopes: ['chat', 'knowledge'],
  annotations: READS,
  input: z.object({
    query: z.string().trim().min(1).max(MAX_CONTENT_CHARACTERS).meta({ description: 'Words or a question.' }),
    limit: z.int().min(1).max(MAX_PASSAGES).default(DEFAULT_PASSAGES),
  }),
  run: async ({ core, holder }, asked) => {
    const found = await findPassages(core, holder, asked);
    const passages = found.map(({ entryId: id, title, text, link, score }) => ({
      ...{ id, title, text, link, score },
    }));
    return asText({ passages });
  },
});

const readOne = tool({
  name: 'read_entry',
  description:
    'Reads one entry of the knowledge as a whole. Counts towards the requests per minute and costs no quota.',
  scopes: ['chat', 'knowledge'],
  annotations: READS,
  input: z.object({
    id: z.string().min(1).max(200).meta({ description: 'The `id` that search_knowledge gives.' }),
  }),
  run: async ({ core, holder }, { id }) => asText(toEntryResponse(await readEntry(core, holder, id))),
});

/** Clients that know no structured content read the same as JSON. */
function asText(structured: object): ToolResult {
  return { text: JSON.stringify(structured), structured };
}

export const TOOLS: readonly Tool[] = [ask, searchKnowledge, readOne];

/** What a client is told of the tools that a key of this scope may use. */
export function listTools(scope: KeyScope): object[] {
  return TOOLS.filter(({ scopes }) => scopes.includes(scope)).map(
    ({ name, description, annotations, input }) => {
      const inputSchema = z.toJSONSchema(input, { io: 'input' });
      return { name, description, annotations, inputSchema };
    },
  );
}
