import { AppError } from '../../domain/errors.ts';

/** Each is in memory until it is taken apart: 32 MB at most, twice that for a moment. */
const MAX_UPLOADS = 3;
/** Who leaves one and begins another at once has two for a moment; nobody keeps the others out. */
const MAX_UPLOADS_PER_PERSON = 2;
const RETRY_SECONDS = 5;

/** Who sends the uploads that are under way, a place each. */
const senders: string[] = [];

/**
 * Receives an upload where there is a place for it: nobody waits behind a slow sender.
 * @throws AppError('too_many_uploads') and what `receive` throws.
 */
export async function inUploadPlace<Received>(
  sender: string,
  receive: () => Promise<Received>,
): Promise<Received> {
  const own = senders.filter((one) => one === sender).length;
  if (senders.length >= MAX_UPLOADS || own >= MAX_UPLOADS_PER_PERSON)
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  senders.push(sender);
  try {
    return await receive();
  } finally {
    senders.splice(senders.indexOf(sender), 1);
  }
}

let lastParsing: Promise<void> = Promise.resolve();
const noteEnd = () => undefined;

/** Takes one upload after another apart: for that moment it is in memory several times. */
export function inParsingTurn<Parsed>(parse: () => Promise<Parsed>): Promise<Parsed> {
  const parsing = lastParsing.then(parse);
  // Only that it is over: the file itself would stay in memory until the next one comes.
  lastParsing = parsing.then(noteEnd, noteEnd);
  return parsing;
}
