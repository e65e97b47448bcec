import type { PageFault } from '../../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES, MAX_PAGE_BYTES, PAGE_TIMEOUT_SECONDS } from '../../../domain/limits.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';

/** `%` stands for the detail of a fault, a name or a number. */
const SENTENCES: Record<InterfaceLanguage, Record<PageFault, string>> = {
  en: {
    invalid_address: 'This is not the address of a web page (%).',
    not_public: 'This address is not on the public internet.',
    unresolved: 'There is no site with this name.',
    unreachable: 'The site cannot be reached.',
    certificate: "The site's certificate is not valid.",
    timeout: `The site took longer than ${PAGE_TIMEOUT_SECONDS} seconds.`,
    too_large: `The page is larger than ${MAX_PAGE_BYTES / 1024 / 1024} MB.`,
    too_many_redirects: 'The page redirects in circles or too often.',
    leads_elsewhere: 'The page redirects to %, which is another site.',
    http_status: 'The site answered with HTTP %.',
    not_text: 'This is not a page of text (%).',
    no_text: 'There is no text on this page.',
    unreadable: 'The page cannot be read: it is broken or took too long to process.',
    robots: "The site's robots.txt does not allow this page.",
    robots_unavailable: "The site's robots.txt cannot be read (%), so no page may be read.",
    noindex: 'The page asks not to be indexed.',
    sign_in: 'The page asks for a sign-in.',
    robot_check: 'The site checks for robots here and shows this page to browsers only.',
    not_found: 'The site shows its “not found” page here, although with a successful HTTP status.',
    maintenance: 'The site is closed for maintenance.',
    knowledge_full: `The server has the maximum of ${MAX_KNOWLEDGE_ENTRIES} entries; there was no room for this page.`,
    no_bot: 'No bot is connected: DISCORD_TOKEN is not set.',
    no_channel: 'This server has no such channel, or no longer has it.',
    not_posts: 'Nothing is posted in this kind of channel.',
    right_missing:
      'The bot is not allowed to read this channel: it needs the permissions View Channel and Read Message History.',
    content_refused:
      'The bot is not allowed to read messages: Message Content is off in the Discord developer portal.',
    discord_unavailable: 'Discord did not answer.',
    withdrawn: 'Its author had their data deleted, so this post stays out.',
    no_folder: 'GitHub shows no such public folder: check owner, repository, branch and folder.',
    rate_limited: 'The site accepts no more requests for now.',
  },
  de: {
    invalid_address:
      'Diese Adresse kann der Bot nicht lesen: nur http und https, ohne Benutzername und Passwort, auf den Ports 80, 443, 8080 und 8443.',
    not_public: 'Diese Adresse ist nicht öffentlich im Internet.',
    unresolved: 'Eine Website mit diesem Namen gibt es nicht.',
    unreachable: 'Die Website ist nicht erreichbar.',
    certificate: 'Das Zertifikat der Website ist ungültig.',
    timeout: `Die Website brauchte länger als ${PAGE_TIMEOUT_SECONDS} Sekunden.`,
    too_large: `Die Seite ist größer als ${MAX_PAGE_BYTES / 1024 / 1024} MB.`,
    too_many_redirects: 'Die Seite leitet im Kreis oder zu oft weiter.',
    leads_elsewhere: 'Die Seite leitet auf % weiter, eine andere Website.',
    http_status: 'Die Website hat mit HTTP % geantwortet.',
    not_text: 'Das ist keine Textseite (%).',
    no_text: 'Auf dieser Seite steht kein Text.',
    unreadable: 'Die Seite ist nicht lesbar: kaputt oder zu verschachtelt.',
    robots: 'Die robots.txt der Website erlaubt diese Seite nicht.',
    robots_unavailable: 'Die robots.txt der Website ist nicht lesbar (%), also ist nichts erlaubt.',
    noindex: 'Die Seite möchte nicht gelesen werden (noindex).',
    sign_in: 'Die Seite verlangt eine Anmeldung.',
    robot_check: 'Die Website prüft hier auf Roboter und zeigt ihre Seite nur Browsern.',
    not_found: 'Die Website sagt, dass es diese Seite nicht gibt, wenn auch mit dem Status einer guten.',
    maintenance: 'Die Website ist wegen Wartung geschlossen.',
    knowledge_full: `Der Server hat seine ${MAX_KNOWLEDGE_ENTRIES} Einträge; die Seite fand keinen Platz.`,
    no_bot: 'Es ist kein Bot verbunden: DISCORD_TOKEN ist nicht gesetzt.',
    no_channel: 'Diesen Kanal hat der Server nicht oder nicht mehr.',
    not_posts: 'In dieser Art von Kanal steht nichts Geschriebenes.',
    right_missing:
      'Der Bot darf diesen Kanal nicht lesen: Ihm fehlen die Rechte „Kanal ansehen“ und „Nachrichtenverlauf anzeigen“.',
    content_refused: 'Der Bot darf keine Nachrichten lesen: Message Content ist im Developer Portal aus.',
    discord_unavailable: 'Discord hat nicht geantwortet.',
    withdrawn: 'Wer das schrieb, hat seine Daten löschen lassen; der Beitrag bleibt draußen.',
    no_folder:
      'GitHub zeigt keinen solchen öffentlichen Ordner: Prüfe Besitzer, Repository, Branch und Ordner.',
    rate_limited: 'Die Website nimmt gerade keine weiteren Anfragen an.',
  },
};

export function describeFault(fault: PageFault, detail: string | null, language?: InterfaceLanguage): string;
export function describeFault(
  fault: PageFault | null,
  detail: string | null,
  language?: InterfaceLanguage,
): string | null;
export function describeFault(
  fault: PageFault | null,
  detail: string | null,
  language: InterfaceLanguage = 'en',
): string | null {
  if (fault === null) return null;
  const fill = (place: string) => (detail ? place.replace('%', () => detail) : '');
  return SENTENCES[language][fault].replace(/ ?\(%\)|%/, fill);
}
