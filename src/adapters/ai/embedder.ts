import type { TokenUsage } from '../../domain/types.ts';
import type { AiBackend } from './ai.ts';

/** Turns texts into vectors that point the same way where the texts mean the same. */
export interface Embedder {
  /** Vectors of two embedders with the same identity can be compared. */
  identity: string;
  model: string;
  /** Vectors in the order of the texts. @throws AppError('ai_unavailable'); the signal's reason */
  embedQueries(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  embedPassages(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

export interface Embedded {
  vectors: Float32Array[];
  usage: TokenUsage | null;
}

/** @param of.queryPrefix and `passagePrefix` stand before each text: many models were trained with such marks. */
export function createEmbedder(
  backend: Pick<AiBackend, 'embed'>,
  of: { baseUrl: string; model: string; queryPrefix: string; passagePrefix: string },
): Embedder {
  const { baseUrl, model, queryPrefix, passagePrefix } = of;
  const embed = (prefix: string, texts: readonly string[], signal: AbortSignal) =>
    backend.embed({ model, texts: texts.map((text) => prefix + text), signal });
  return {
    identity: [baseUrl, model, passagePrefix].join('\n'),
    model,
    embedQueries: (texts, signal) => embed(queryPrefix, texts, signal),
    embedPassages: (texts, signal) => embed(passagePrefix, texts, signal),
  };
}
