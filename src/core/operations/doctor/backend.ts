import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AiBackend, Completion } from '../../../adapters/ai/ai.ts';
import { BackendFault } from '../../../adapters/ai/fault.ts';
import { AppError } from '../../../domain/errors.ts';
import { LEVEL_LIMITS, THINKING_TOKENS } from '../../../domain/limits.ts';
import type { Level } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { countTokens } from '../../search/tokens.ts';

const AI_LIMIT_MS = 10_000;
const MODEL_SETTINGS = { MODEL_V1: 'V1', MODEL_V1_5: 'V1.5', MODEL_V2: 'V2' } as const;
type ModelSetting = keyof typeof MODEL_SETTINGS;
type VisionSetting = 'VISION_V1' | 'VISION_V1_5' | 'VISION_V2';
/** 64 by 64 white pixels. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR42mP4DwUMo4xRBukMAOPT/hAC2mzjAAAAAElFTkSuQmCC';
/** Tokenizers differ by less than that; a shorter prompt was cut. */
const ARRIVED_PART = 0.8;
const FILLER = 'The harbour master keeps a list of berths, fees and opening hours for all who ask. ';
const OK = {
  name: 'ok',
  schema: {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  },
};
const WINDOW_HINT =
  'give it a larger one (Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: -c, vLLM: --max-model-len, LM Studio: context length)';

/** The settings that name it, and the most that any of their levels sends. */
interface Model {
  name: string;
  /** The settings that say that it takes pictures; null: none does. */
  vision: string | null;
  settings: string;
  level: Level;
}

/** `works`: customers get answers. */
interface ModelDiagnostic {
  isFault: boolean;
  text: string;
}

/** Asks each model for one small completion, and where that works for one as long as its level sends. */
export async function checkBackend(core: Core, ai: AiBackend) {
  const names = Object.keys(MODEL_SETTINGS) as ModelSetting[];
  const models = [...Map.groupBy(names, (setting) => core.config[setting])].map(([name, settings]) => ({
    ...{ name, settings: settings.join(' and '), vision: visionOf(core, settings) },
    // The last one sends most.
    level: MODEL_SETTINGS[settings.at(-1) ?? 'MODEL_V2'],
  }));
  const findings = (await Promise.all(models.map((model) => lookAt(core, ai, model)))).flat();
  const told = findings.map(({ text }) => text).join('; ');
  if (findings.some(({ isFault }) => isFault))
    return { status: 'fail' as const, message: `${hostOf(core)}: ${told}` };
  const answer = `${hostOf(core)} answers with ${models.map(({ name }) => name).join(', ')}`;
  if (findings.length > 0) return { status: 'warn' as const, message: `${answer}; ${told}` };
  return { status: 'ok' as const, message: answer };
}

function visionOf({ config }: Core, settings: readonly ModelSetting[]): string | null {
  const names = settings.map((setting) => setting.replace('MODEL', 'VISION') as VisionSetting);
  return names.filter((name) => config[name]).join(' and ') || null;
}

async function lookAt(core: Core, ai: AiBackend, model: Model): Promise<ModelDiagnostic[]> {
  const { name, settings, vision } = model;
  let isBlind = false;
  try {
    const images = vision === null ? [] : [PICTURE];
    const completion = await askForOk(ai, name, 'Are you there?', { ms: limitOf(core), images });
    const { content } = completion;
    isBlind = completion.isBlind === true;
    if (!z.object({ ok: z.boolean() }).safeParse(content).success) {
      const text = `${name} answers, but not in the JSON form asked for; choose another ${settings}`;
      return [{ isFault: true, text }];
    }
  } catch (error) {
    return [{ isFault: true, text: `${name} fails: ${explain(error, settings)}` }];
  }
  const window = await lookAtWindow(core, ai, model);
  const blind = isBlind ? [`${name} refuses pictures: remove ${vision} or choose another ${settings}`] : [];
  const texts = [...habitsOf(ai, model), ...blind, ...(window === null ? [] : [window])];
  return texts.map((text) => ({ isFault: false, text }));
}

/** Differences that the service copes with. */
function habitsOf(ai: AiBackend, { name, settings }: Model): string[] {
  const { format, rules } = ai.dialectOf(name);
  const habits: [isSo: boolean, habit: string][] = [
    [
      ai.thinks(name),
      `thinks before it answers: each answer reserves ${THINKING_TOKENS} tokens more and takes longer; turn thinking off in the backend or choose another ${settings}`,
    ],
    [
      ai.streams(name),
      'streams although stream: false is sent: its pieces are put together, and their tokens may go uncounted; turn streaming off in the gateway in front of it',
    ],
    [
      format === 'json_object',
      'does not support json_schema and is asked for JSON with json_object: answers may sometimes lack the form asked for',
    ],
    [
      format === 'text',
      `does not support a JSON mode and is asked for JSON in words: answers may not have the form asked for; if that happens, choose another ${settings}`,
    ],
    [rules === 'user', 'does not support the system role: the rules are in the first message'],
  ];
  return habits.flatMap(([isSo, habit]) => (isSo ? [`${name} ${habit}`] : []));
}

/** Null: a prompt as long as the level's arrives whole, or nothing tells. */
async function lookAtWindow(core: Core, ai: AiBackend, { name, level }: Model): Promise<string | null> {
  // Some backends do not count cached tokens, so it is unlike any before.
  const lead = `Reference ${randomUUID()}. `;
  const { promptTokens } = LEVEL_LIMITS[level];
  const prompt = lead + FILLER.repeat(Math.floor(promptTokens / countTokens(FILLER)));
  const sent = countTokens(prompt);
  const tooSmall = `the context window of ${name} is too small for level ${level} (${promptTokens} tokens and the answer)`;
  try {
    const { usage } = await askForOk(ai, name, `${prompt}Are you there?`, { ms: core.config.AI_TIMEOUT_MS });
    if (usage === null || usage.promptTokens >= sent * ARRIVED_PART) return null;
    return `${tooSmall}: of ${sent} tokens ${usage.promptTokens} arrived; ${WINDOW_HINT}`;
  } catch (error) {
    const cause = error instanceof AppError ? error.context.cause : error;
    if (cause instanceof BackendFault && cause.reason === 'too_long') return `${tooSmall}; ${WINDOW_HINT}`;
    if (cause instanceof Error && cause.name === 'TimeoutError')
      return `${name} takes longer than AI_TIMEOUT_MS for a prompt as long as level ${level} sends; set it higher or choose a faster model`;
    return `${name} fails with a prompt as long as level ${level} sends: ${explain(error, `the model of ${level}`)}`;
  }
}

/** The limits of a V1 answer: a model that thinks past them would fail customers. */
function askForOk(
  ai: AiBackend,
  model: string,
  question: string,
  { ms, images = [] }: { ms: number; images?: readonly string[] },
): Promise<Completion> {
  return ai.complete({
    model,
    messages: [
      { role: 'system', content: 'Reply with one JSON object: {"ok": true}.' },
      { role: 'user', content: question },
    ],
    images,
    maxOutputTokens: LEVEL_LIMITS.V1.outputTokens,
    roomToThink: THINKING_TOKENS,
    schema: OK,
    signal: AbortSignal.timeout(ms),
  });
}

/** For one small call. */
export function limitOf(core: Core): number {
  return Math.min(AI_LIMIT_MS, core.config.AI_TIMEOUT_MS);
}

/** An address may hold a password. */
function hostOf(core: Core): string {
  return core.config.OPENAI_BASE_URL ? new URL(core.config.OPENAI_BASE_URL).host : 'the backend';
}

const CHAT_NAMES = { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL' };

/** A BackendFault's text holds neither response text nor key. */
export function explain(error: unknown, modelSetting: string, names = CHAT_NAMES): string {
  const cause = error instanceof AppError ? error.context.cause : error;
  if (cause instanceof BackendFault) return `${cause.message}; ${hintFor(cause, modelSetting, names)}`;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time';
  return 'unexpected fault';
}

function hintFor(
  { kind, status, reason }: BackendFault,
  modelSetting: string,
  { key, url }: typeof CHAT_NAMES,
): string {
  if (reason === 'key' || status === 401 || status === 403) return `check ${key}`;
  if (reason === 'model') return `the backend does not know it, check ${modelSetting}`;
  if (reason === 'credit') return 'its credit is used up';
  if (kind === 'cut') return `it reaches its output limit without an answer, choose another ${modelSetting}`;
  if (kind === 'unreadable') return `check ${url}, and if it is right choose another ${modelSetting}`;
  if (status === null) return `check ${url} and that the backend runs`;
  if (status === 404) return `check ${url} (it ends in /v1) and ${modelSetting}`;
  if (status === 429) return 'its limit or credit is used up';
  if (status >= 500) return 'the backend itself has a fault, try again later';
  return `check ${modelSetting}`;
}
