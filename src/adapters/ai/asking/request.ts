import type { ReplySchema } from '../reply/form.ts';

export interface CompletionRequest {
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  maxOutputTokens: number;
  /** JSON schema the answer must follow; every object closed and all its keys required (strict mode). */
  schema: ReplySchema;
  /** Aborts at the deadline or when the client leaves; the adapter stops reading at once. */
  signal: AbortSignal;
  /**
   * How many more tokens a second try may write when the model thought until its output was cut; left out or 0: no
   * second try.
   */
  roomToThink?: number;
  /** The answer can do without this call: what a refusal means that does not say it is not looked for. */
  isOptional?: boolean;
}
