import type { DeliveryFault } from '../../domain/errors.ts';
import { WEBHOOK_TIMEOUT_SECONDS } from '../../domain/limits.ts';
import type { InterfaceLanguage } from '../../domain/types.ts';

/** What each fault says to an owner. */
const SENTENCES: Record<InterfaceLanguage, Record<DeliveryFault, string>> = {
  en: {
    invalid_address:
      'This address cannot be used: only http and https, without user name and password, on the ports 80, 443, 8080 and 8443.',
    not_public: 'This address is not on the public internet.',
    unresolved: 'There is no host with this name.',
    unreachable: 'The receiver cannot be reached.',
    certificate: "The receiver's certificate is not valid.",
    timeout: `The receiver took longer than ${WEBHOOK_TIMEOUT_SECONDS} seconds.`,
    gone: 'What it was about is deleted.',
    secret_lost: 'The stored secret cannot be read any more: set the webhook again.',
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

/** What came of the last try, in words; empty before the first. */
export function describeTry(
  { status, fault }: { status: number | null; fault: DeliveryFault | null },
  language: InterfaceLanguage = 'en',
): string {
  if (fault !== null) return SENTENCES[language][fault];
  return status === null ? '' : `${ANSWERED[language]} ${status}.`;
}
