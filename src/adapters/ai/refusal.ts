/** What is read of an error: longer ones hold a page of HTML or the request itself. */
const MAX_CHARACTERS = 4_000;
const MAX_DEPTH = 8;
/** Texts of the request or of the model, which may name anything. */
const QUOTED = new Set(['failed_generation', 'input', 'prompt', 'messages', 'content']);

/** What a backend says of a call it refuses, in all the shapes that errors have. */
export interface Refusal {
  status: number;
  /** Every text of the error in a row: messages, codes, names of parameters; nothing quoted from the request. */
  said: string;
}

/** @param body what came, as text. */
export function readRefusal(status: number, body: string): Refusal {
  let value: unknown = body;
  try {
    value = JSON.parse(body);
  } catch {
    // Not every error is JSON.
  }
  const texts: string[] = [];
  collectTexts(value, texts, MAX_DEPTH);
  return { status, said: texts.join('\n').slice(0, MAX_CHARACTERS) };
}

function collectTexts(value: unknown, texts: string[], depth: number): void {
  if (typeof value === 'string') texts.push(value.slice(0, MAX_CHARACTERS));
  if (typeof value !== 'object' || value === null || depth === 0) return;
  for (const [key, inner] of Object.entries(value))
    if (!QUOTED.has(key)) collectTexts(inner, texts, depth - 1);
}

/** Why a call is refused, as far as the error says it. */
export type RefusalReason = 'too_long' | 'not_generated' | 'key' | 'model' | 'credit';

/** The first that fits counts: a prompt that is too long is so for a model. */
const REASONS: [RefusalReason, RegExp][] = [
  [
    'too_long',
    /context[ _](?:length|window|size)|exceed_context|maximum (?:context|prompt|input|model) |max_model_len|(?:prompt|input|request) (?:is )?too (?:long|large)|too many (?:input )?tokens|reduce the length/i,
  ],
  // The model wrote no JSON this time; the next time it may.
  [
    'not_generated',
    /json_validate_failed|failed to (?:generate|validate|parse)\b.{0,60}\bjson|\b(?:output|json)\b.{0,20} does not match the expected/i,
  ],
  ['key', /api[ _-]?key|unauthori[sz]ed|authentication/i],
  [
    'model',
    /model_not_found|no such model|not a valid model|(?:invalid|unknown) model\b|\bmodels?\b.{0,100}(?:not found|not exist|not a valid|not available|no access)|deploymentnotfound/i,
  ],
  ['credit', /insufficient|credits?\b|billing|quota/i],
];

/** null: it names none, or none of these. */
export function reasonOf({ status, said }: Refusal): RefusalReason | null {
  if (status === 401) return 'key';
  if (status === 402) return 'credit';
  return REASONS.find(([, words]) => words.test(said))?.[0] ?? null;
}
