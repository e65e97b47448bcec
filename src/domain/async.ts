import type { FailureCode } from './errors.ts';
import type { FORMATS, Ledger } from './types.ts';

/** Of a question that a webhook hears the answer of: what the event says besides, and what the answer is sealed with. */
export interface AskedAsync {
  keyId: string;
  idempotencyKey: string | null;
  conversationId: string | null;
  metadata: Record<string, string> | null;
  format: (typeof FORMATS)[number];
  withClaims: boolean;
}

/** An answer as for an Idempotency-Key, or why there is none. */
export type AsyncOutcome = { answer: unknown; ledger: Ledger } | { error: FailureCode };
