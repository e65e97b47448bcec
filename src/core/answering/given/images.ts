import { hash } from 'node:crypto';
import { z } from 'zod';
import { type ImageFault, isArchiveToo, type ReadImage, readImage } from '../../../adapters/files/image.ts';
import {
  ATTACHMENT_TIMEOUT_SECONDS,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  MAX_IMAGES,
} from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** By its media type, which may have parameters behind it. */
export function isShownImage(mediaType: string): boolean {
  return IMAGE_TYPES.some((type) => mediaType.split(';')[0]?.trim() === type);
}

/** A picture as it is passed on, whole and of the kind that it says; kept nowhere. */
export interface QuestionImage {
  type: (typeof IMAGE_TYPES)[number];
  /** In pixels. */
  width: number;
  height: number;
  /** In base64. */
  data: string;
}

/** Pictures beside a question's last message: at hand, or fetched once the question is admitted. */
export interface GivenImages {
  count: number;
  /** Tokens at most. */
  tokens: number;
  /** Whether they may be all that is asked. */
  asksAlone: boolean;
  /** SHA-256 of all of them, or of where they are. */
  digest(): string;
  /** Those that can be shown; the others are left out. @throws the reason of `signal` */
  load(signal: AbortSignal): Promise<readonly QuestionImage[]>;
}

/** `data:` addresses, as backends take pictures. */
export function toDataUrls(images: readonly QuestionImage[]): string[] {
  return images.map(({ type, data }) => `data:${type};base64,${data}`);
}

/** Patches of 32 pixels, at most so many, each with the dearest factor (gpt-4.1-nano's). */
const [PATCH_PIXELS, MOST_PATCHES, TOKENS_PER_PATCH] = [32, 1_536, 2.46];
/** Tiles of 512 pixels, after the picture was fitted into a square and its shorter side was shortened. */
const [TILE_PIXELS, TILE_SQUARE, TILE_SHORT_SIDE, TOKENS_PER_TILE, TOKENS_AROUND_TILES] = [
  512, 2_048, 768, 170, 85,
];
const MOST_TOKENS_OF_IMAGE = Math.ceil(MOST_PATCHES * TOKENS_PER_PATCH);

/**
 * Tokens of a picture at most, by the dearer of the two rules of
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs; what a backend counts beyond is not charged.
 */
function boundOf({ width, height }: Pick<QuestionImage, 'width' | 'height'>): number {
  const across = (pixels: number, size: number) => Math.ceil(pixels / size);
  const patches = Math.min(MOST_PATCHES, across(width, PATCH_PIXELS) * across(height, PATCH_PIXELS));
  const fitted = Math.min(1, TILE_SQUARE / Math.max(width, height));
  const scale = fitted * Math.min(1, TILE_SHORT_SIDE / (fitted * Math.min(width, height)));
  const tiles = across(width * scale, TILE_PIXELS) * across(height * scale, TILE_PIXELS);
  return Math.max(Math.ceil(patches * TOKENS_PER_PATCH), TOKENS_AROUND_TILES + TOKENS_PER_TILE * tiles);
}

export function countImages(images: readonly QuestionImage[]): number {
  return images.reduce((sum, image) => sum + boundOf(image), 0);
}

/** undefined for none. */
export function imagesAtHand(images: readonly QuestionImage[]): GivenImages | undefined {
  if (images.length === 0) return undefined;
  return {
    ...{ count: images.length, tokens: countImages(images), asksAlone: true },
    digest: () => digestOf(images.map(({ type, data }) => hash('sha256', `${type} ${data}`))),
    load: async () => images,
  };
}

/**
 * Pictures that lie on a chat platform. What cannot be fetched or shown is left out, and the log says why.
 * @param links one for each picture; only those to the platform's own files are followed, MAX_IMAGES at most.
 */
export function imagesToFetch(
  core: Core,
  links: readonly string[],
  { asksAlone }: Pick<GivenImages, 'asksAlone'>,
): GivenImages | undefined {
  if (links.length === 0) return undefined;
  const fetched = links.filter((link) => core.attachments.isOurs(link)).slice(0, MAX_IMAGES);
  return {
    ...{ count: links.length, tokens: fetched.length * MOST_TOKENS_OF_IMAGE, asksAlone },
    digest: () => digestOf(links),
    load: async (signal) => {
      const images = await Promise.all(fetched.map((link) => fetchImage(core, link, signal)));
      return images.flatMap((image) => image ?? []);
    },
  };
}

function digestOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts));
}

async function fetchImage(core: Core, url: string, signal: AbortSignal): Promise<QuestionImage | null> {
  try {
    const limits = { maxBytes: MAX_IMAGE_BYTES, timeoutMs: ATTACHMENT_TIMEOUT_SECONDS * 1000 };
    const bytes = await core.attachments.read({ url, signal, ...limits });
    const read = readWhole(bytes);
    // Cameras write a film, or a second picture, behind it.
    if (typeof read !== 'string') return toImage(read, bytes.subarray(0, read.end).toString('base64'));
    core.log.info({ fault: read }, 'picture cannot be used, so the model does not see it');
  } catch (error) {
    signal.throwIfAborted();
    core.log.info({ err: error }, 'picture not fetched');
  }
  return null;
}

type FileFault = ImageFault | 'too_large';

function readWhole(bytes: Uint8Array): ReadImage | FileFault {
  const read = readImage(bytes);
  if (typeof read === 'string') return read;
  const { width, height } = read;
  const isLarge = Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_IMAGE_PIXELS;
  return isLarge ? 'too_large' : read;
}

function toImage({ type, width, height }: ReadImage, data: string): QuestionImage {
  return { type, width, height, data };
}

/** Standard base64 (RFC 4648, section 4), padded. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MOST_LETTERS = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

/** How a sentence about `data` goes on. */
const SENTENCES: Record<FileFault, string> = {
  no_picture: 'is not a PNG, JPEG or WebP picture',
  broken: 'is a picture that is damaged or incomplete',
  goes_on: 'contains more than one picture, or other data after the picture',
  too_large: `is a picture of more than ${MAX_IMAGE_SIDE} pixels a side or ${MAX_IMAGE_PIXELS / 1_000_000} megapixels`,
};

/** Says what is wrong with a picture that was sent, or reads it. */
function readSent(type: QuestionImage['type'], data: string): QuestionImage | string {
  if (data === '') return 'is empty';
  if (data.length > MOST_LETTERS) return `must be at most ${MAX_IMAGE_BYTES / 1024 / 1024} MB`;
  if (data.length % 4 !== 0 || !BASE64.test(data))
    return 'must be base64 with padding, without a prefix such as data:';
  const bytes = Buffer.from(data, 'base64');
  // Bits that no byte takes are zero, so that one picture has one text.
  const last = data.slice(-4);
  if (Buffer.from(last, 'base64').toString('base64') !== last) return 'must be base64 without stray bits';
  const read = readWhole(bytes);
  if (typeof read === 'string') return SENTENCES[read];
  if (read.end !== bytes.length || isArchiveToo(bytes)) return SENTENCES.goes_on;
  if (read.type !== type) return `is ${read.type}, not ${type} as media_type says`;
  return toImage(read, data);
}

const imageSchema = z
  .object({
    media_type: z.enum(IMAGE_TYPES),
    data: z.string().meta({
      description: `The file in base64, up to ${MAX_IMAGE_BYTES / 1024 / 1024} MB, ${MAX_IMAGE_SIDE} pixels a side and ${MAX_IMAGE_PIXELS / 1_000_000} megapixels.`,
    }),
  })
  .transform(({ media_type, data }, context) => {
    const image = readSent(media_type, data);
    if (typeof image !== 'string') return image;
    context.issues.push({ code: 'custom', input: '', path: ['data'], message: image });
    return z.NEVER;
  })
  .meta({ id: 'Image' });

export const imagesSchema: z.ZodType<QuestionImage[]> = z.array(imageSchema).max(MAX_IMAGES);
