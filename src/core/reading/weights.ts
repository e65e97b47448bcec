import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LinearModel } from './linear-model.ts';

/** The models of one file: `npm run train` writes it, nobody edits it. */
const MODEL_NAMES = ['reasons', 'kinds', 'languages'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];
export type Models = Readonly<Record<ModelName, LinearModel>>;

const FILE = new URL('weights.bin', import.meta.url);
const modelSchema = z.strictObject({
  name: z.enum(MODEL_NAMES),
  heads: z.array(z.string()),
  leastFeatures: z.number(),
  bias: z.array(z.number()),
  scale: z.array(z.number()),
  /** Rows of the table, and those of them that are not empty. */
  size: z.number(),
  rows: z.number(),
});
const headerSchema = z.strictObject({ texts: z.string(), models: z.array(modelSchema) });

/** A line of JSON; then each model's rows that are not empty: their numbers (32 bits) and one byte a head. */
export function encodeModels(models: Models, texts: string): Buffer {
  const parts = MODEL_NAMES.map((name) => ({ name, model: models[name], rows: listRows(models[name]) }));
  const described = parts.map(({ name, model, rows }) => {
    const { heads, leastFeatures, bias, scale } = model;
    const size = model.mask + 1;
    return { name, heads, leastFeatures, bias: [...bias], scale: [...scale], size, rows: rows.length };
  });
  const header = { texts, models: described };
  const bodies = parts.flatMap(({ model, rows }) => {
    const columns = model.heads.length;
    const bytes = rows.map((row) => Buffer.from(model.weights.slice(row * columns, (row + 1) * columns)));
    return [Buffer.from(Uint32Array.from(rows).buffer), ...bytes];
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bodies]);
}

function listRows({ weights, mask, heads: { length } }: LinearModel): number[] {
  const rows: number[] = [];
  for (let row = 0; row <= mask; row += 1)
    if (weights.subarray(row * length, (row + 1) * length).some((weight) => weight !== 0)) rows.push(row);
  return rows;
}

/** @throws when the bytes are no file of `encodeModels`. */
function decodeModels(bytes: Buffer): Models {
  const end = bytes.indexOf('\n');
  const header = readHeader(bytes);
  let offset = end + 1;
  const models = header.models.map(({ name, heads, leastFeatures, bias, scale, size, rows }) => {
    const columns = heads.length;
    const weights = new Int8Array(size * columns);
    const values = offset + 4 * rows;
    for (let index = 0; index < rows; index += 1) {
      const row = bytes.readUInt32LE(offset + 4 * index) * columns;
      for (let head = 0; head < columns; head += 1)
        weights[row + head] = bytes.readInt8(values + index * columns + head);
    }
    offset = values + rows * columns;
    return [
      name,
      new LinearModel(heads, leastFeatures, weights, Float32Array.from(bias), Float32Array.from(scale)),
    ];
  });
  return Object.fromEntries(models);
}

function readHeader(bytes: Buffer): z.infer<typeof headerSchema> {
  return headerSchema.parse(JSON.parse(bytes.toString('utf8', 0, bytes.indexOf('\n'))));
}

export function digestOfTexts(): string {
  return readHeader(readFileSync(FILE)).texts;
}

let models: Models | null = null;

export function loadModels(): Models {
  models ??= decodeModels(readFileSync(FILE));
  return models;
}
