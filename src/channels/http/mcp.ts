import type { Middleware, ParameterizedContext } from 'koa';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { type ApiState, holderOf } from './authenticate.ts';
import { readJson, writeJson } from './body.ts';
import { noteError, toErrorBody } from './errors.ts';
import { listTools, TOOLS, type Tool, type ToolCall } from './mcp-tools.ts';

/**
 * The part of the Model Context Protocol that a server without sessions and streams needs. The SDK's own takes 41 MB
 * and 200 ms to load and brings two web servers; the tests speak to this one through the SDK's client.
 */

const NEWEST = '2025-11-25';
const VERSIONS = [NEWEST, '2025-06-18', '2025-03-26'];
const INSTRUCTIONS =
  'Answers and knowledge are what the owner of this bot approved. Show ai_notice with every answer.';

const FAULTS = {
  parse: { code: -32700, message: 'The body is not valid JSON in UTF-8.' },
  request: { code: -32600, message: 'The body is not one JSON-RPC 2.0 request or notification.' },
  version: { code: -32600, message: `MCP-Protocol-Version can be ${VERSIONS.join(', ')}.` },
  method: { code: -32601, message: 'There is no such method here.' },
  params: { code: -32602, message: 'The params do not fit this method.' },
  tool: { code: -32602, message: 'There is no tool with this name.' },
};

type Fault = (typeof FAULTS)[keyof typeof FAULTS];
type Outcome = { result: object } | { error: Fault };
type Method = (visit: ToolCall, params: unknown) => Outcome | Promise<Outcome>;

export const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
export const outcomeSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).nullable(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});
const initializeSchema = z.object({ protocolVersion: z.string() });
const callSchema = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

const METHODS = new Map<string, Method>([
  ['initialize', initialize],
  ['ping', () => ({ result: {} })],
  ['tools/list', ({ holder }) => ({ result: { tools: listTools(holder.scope) } })],
  ['tools/call', callTool],
]);

/** The API has no callers in browsers: a page that reaches this machine under its own name (DNS rebinding) is none. */
export function refuseForeignPages({ config }: Core): Middleware<ApiState> {
  return (ctx, next) => {
    const origin = ctx.get('Origin');
    if (origin === '' || origin === new URL(config.PUBLIC_URL).origin) return next();
    throw new AppError('forbidden', {
      message: 'Pages of other sites are not allowed to call this address.',
    });
  };
}

/** POST /mcp: one message in, its outcome as JSON out. Nothing is kept between two. */
export function postMcp(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const sent = await readSent(ctx);
    const { data: message } = messageSchema.safeParse(sent);
    const version = ctx.get('MCP-Protocol-Version') || NEWEST;
    if (sent === undefined) return refuse(ctx, 'invalid_json', FAULTS.parse);
    if (!message) return refuse(ctx, 'invalid_body', FAULTS.request);
    const { id, method, params } = message;
    if (!VERSIONS.includes(version)) return refuse(ctx, 'invalid_body', FAULTS.version, id);
    // Nobody would hear what a notification did, so it does nothing.
    ctx.status = 202;
    ctx.body = '';
    if (id === undefined) return;
    const visit = { core, ctx, holder: holderOf(ctx.state) };
    const outcome = await METHODS.get(method)?.(visit, params);
    ctx.status = 200;
    writeJson(ctx, { jsonrpc: '2.0', id, ...(outcome ?? { error: FAULTS.method }) });
  };
}

function refuse(
  ctx: ParameterizedContext<ApiState>,
  code: ErrorCode,
  error: Fault,
  id?: string | number,
): void {
  ctx.status = 400;
  ctx.state.errorCode = code;
  writeJson(ctx, { jsonrpc: '2.0', id: id ?? null, error });
}

/** @returns undefined for what is no JSON. */
async function readSent(ctx: Parameters<typeof readJson>[0]): Promise<unknown> {
  try {
    await readJson(ctx, async () => undefined);
    return ctx.request.body;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_json') return undefined;
    throw error;
  }
}

function initialize(_: ToolCall, params: unknown): Outcome {
  const { data: asked } = initializeSchema.safeParse(params);
  if (!asked) return { error: FAULTS.params };
  const isKnown = VERSIONS.includes(asked.protocolVersion);
  return {
    result: {
      // A client that does not know ours either ends here, as the protocol has it.
      protocolVersion: isKnown ? asked.protocolVersion : NEWEST,
      capabilities: { tools: {} },
      serverInfo: { name: 'lotse', title: 'Lotse', version: '1' },
      instructions: INSTRUCTIONS,
    },
  };
}

async function callTool(visit: ToolCall, params: unknown): Promise<Outcome> {
  const { data: call } = callSchema.safeParse(params);
  if (!call) return { error: FAULTS.params };
  const tool = TOOLS.find(({ name }) => name === call.name);
  return tool ? { result: await run(tool, visit, call.arguments) } : { error: FAULTS.tool };
}

/** What goes wrong is a result too, so that the model reads why. */
async function run(tool: Tool, visit: ToolCall, given: unknown): Promise<object> {
  const { core, ctx, holder } = visit;
  try {
    const { scope } = holder;
    const [needed] = tool.scopes;
    if (!tool.scopes.includes(scope)) throw new AppError('wrong_scope', { details: { scope, needed } });
    const { text, structured } = await tool.run(visit, given);
    return { content: [{ type: 'text', text }], structuredContent: structured };
  } catch (error) {
    const state = ctx.state as ApiState;
    return describe(noteError(state, core.log, error), state.requestId);
  }
}

/** The text of the API's refusal, and all of it for programs. */
function describe(error: AppError, requestId: string): object {
  const refusal = toErrorBody(error, requestId);
  const { retryAfterSeconds: seconds } = error.context;
  const wait = seconds === undefined ? '' : ` Retry after ${seconds} s.`;
  return {
    content: [{ type: 'text', text: refusal.error.message + wait }],
    structuredContent: { ...refusal, ...(wait && { retry_after_seconds: seconds }) },
    isError: true,
  };
}
