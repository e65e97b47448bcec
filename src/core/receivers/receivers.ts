import { createHmac, randomBytes } from 'node:crypto';
import { parsePublicUrl } from '../../adapters/outbound/outbound.ts';
import { type DeliveryFault, PageFaultError } from '../../domain/errors.ts';
import { WEBHOOK_TIMEOUT_SECONDS } from '../../domain/limits.ts';
import type { InterfaceLanguage } from '../../domain/types.ts';
import { invalid } from '../owners/invalid-input.ts';
import { urlSchema } from '../owners/settings.ts';

const SECRET_PREFIX = 'whsec_';
/** The Standard Webhooks specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** `new URL` would take control characters out, and with them the meaning. */
export const receiverUrlSchema = urlSchema.refine(
  (url) => !/[\p{Cc}\s]/u.test(url),
  'must be one web address',
);

/** Shown to its owner once. */
export function drawSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * Refuses addresses that can never be reached; each try checks the rest.
 * @throws AppError('invalid_input') with a PageFaultError as cause
 */
export function toAddress(given: string): string {
  try {
    const url = parsePublicUrl(given);
    url.hash = '';
    return url.href;
  } catch (error) {
    if (!(error instanceof PageFaultError)) throw error;
    // Without the address: it may hold a password.
    const fault = error.fault === 'not_public' ? error.fault : 'invalid_address';
    throw invalid('url', describeTry({ status: null, fault }), { cause: error });
  }
}

/** The rest of the address may be a secret of the receiver. */
export function nameReceiver(url: string): string {
  return new URL(url).host;
}

/** Header fields of the Standard Webhooks specification. @param message.now in milliseconds */
export function sign(keys: readonly string[], { id, body, now }: { id: string; body: string; now: number }) {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = keys.map((key) => {
    const bytes = Buffer.from(key.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const FAULTS = ['invalid_address', 'not_public', 'unresolved', 'certificate', 'timeout'] as const;

/** @throws what is no fault of the receiver */
export function faultOf(error: unknown): DeliveryFault {
  if (!(error instanceof PageFaultError)) throw error;
  return FAULTS.find((fault) => fault === error.fault) ?? 'unreachable';
}

/** For owners. */
const SENTENCES: Record<InterfaceLanguage, Record<DeliveryFault, string>> = {
  en: {
    invalid_address:
      'This address cannot be used: it must begin with http or https, have no user name or password, and use port 80, 443, 8080 or 8443.',
    not_public: 'This address is not on the public internet.',
    unresolved: 'There is no host with this name.',
    unreachable: 'The receiver cannot be reached.',
    certificate: "The receiver's certificate is not valid.",
    timeout: `The receiver took longer than ${WEBHOOK_TIMEOUT_SECONDS} seconds.`,
    gone: 'What the event was about has been deleted.',
    secret_lost: 'The stored secret can no longer be read: set the webhook again.',
  },
  de: {
    invalid_address:
      'Diese Adresse geht nicht: nur http und https, ohne Benutzername und Passwort, auf den Ports 80, 443, 8080 und 8443.',
    not_public: 'Diese Adresse ist nicht öffentlich im Internet.',
    unresolved: 'Einen Host mit diesem Namen gibt es nicht.',
    unreachable: 'Der Empfänger ist nicht erreichbar.',
    certificate: 'Das Zertifikat des Empfängers ist ungültig.',
    timeout: `Der Empfänger brauchte länger als ${WEBHOOK_TIMEOUT_SECONDS} Sekunden.`,
    gone: 'Worum es ging, ist gelöscht.',
    secret_lost: 'Das gespeicherte Geheimnis ist nicht mehr lesbar: Richte den Webhook neu ein.',
  },
};

const ANSWERED: Record<InterfaceLanguage, string> = {
  en: 'The receiver answered with HTTP',
  de: 'Der Empfänger antwortete mit HTTP',
};

/** Empty before the first try. */
export function describeTry(
  { status, fault }: { status: number | null; fault: DeliveryFault | null },
  language: InterfaceLanguage = 'en',
): string {
  if (fault !== null) return SENTENCES[language][fault];
  return status === null ? '' : `${ANSWERED[language]} ${status}.`;
}
