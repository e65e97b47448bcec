import { toCleanName } from '../../../domain/text.ts';
import type { ChatMessage } from '../../../domain/types.ts';

/** What a name says of somebody who answers for the team, in German and English. */
const OFFICE = `(?:(?:server|senior|junior|head|lead|community|game|discord|ticket|customer|live|technical|tech)[ -]?)?(?:staff|team|teams?mitglied|team ?member|crew|support(?:er|erin|team)?|support[ -](?:team|agent|staff|bot|mitarbeiter(?:in)?)|service ?desk|help ?desk|kunden(?:service|dienst|betreuung|support)|customer (?:service|care|support|success)|mod(?:s|erator(?:in|s|en)?|eration)?|admin(?:s|istrator(?:in|s|en)?)?|owner|inhaber(?:in)?|agent(?:in)?|mitarbeiter(?:in)?|developer|dev|entwickler(?:in)?)(?:[ -](?:team|staff))?`;
/** `Support`, `Head Moderator`. */
const IS_OFFICE = new RegExp(`^${OFFICE}$`, 'iu');
/** `Salzkai Support`, `Support Agent Tom`: offices that hardly stand in anybody's own name. */
const NAMES_OFFICE =
  /^(?:[\p{L}\p{N}'’.&-]{1,30} ){1,3}(?:support(?:[ -]team)?|kundenservice|kundendienst|help ?desk|service ?desk|customer (?:service|care|support))$|^(?:support[ -](?:agent|team|mitarbeiter(?:in)?)|team ?member|teammitglied|customer (?:service|care|support)|kundenservice|kundendienst|help ?desk|moderator(?:in)?|administrator(?:in)?)(?: [\p{L}\p{N}'’.&-]{1,30}){1,3}$/iu;
/** `Ole (Staff)`, `[Team] Ole`, `Ole | Support`, `Ole - Support Team`, `Ole · Mod`. */
const HAS_OFFICE = new RegExp(
  String.raw`[([{<«]\s?(?:[\p{L}\p{N}'’.&-]{1,30} ){0,3}${OFFICE}\s?[)\]}>»]|(?:^|\s)[|·•–—-]\s?(?:[\p{L}\p{N}'’.&-]{1,30} ){0,2}${OFFICE}$|^${OFFICE}\s?[|·•–—:-]\s`,
  'iu',
);

/** How names are compared: as one line, case and blanks folded. */
function fold(name: string): string {
  return toCleanName(name).toLowerCase();
}

/**
 * Tells which of the user messages are of people of the team: whose name the owner listed, or says so itself. Whoever
 * wrote last is the customer, and so is whoever the caller names as the customer.
 */
export function findTeamMessages(
  messages: readonly ChatMessage[],
  { customer, teamNames }: { customer?: string | undefined; teamNames: readonly string[] },
): Set<ChatMessage> {
  const customers = new Set([customer, messages.at(-1)?.name].flatMap((name) => (name ? [fold(name)] : [])));
  const listed = new Set(teamNames.map(fold));
  const isTeam = ({ role, name }: ChatMessage) => {
    if (role !== 'user' || !name) return false;
    const folded = fold(name);
    return (
      !customers.has(folded) &&
      (listed.has(folded) || IS_OFFICE.test(folded) || NAMES_OFFICE.test(folded) || HAS_OFFICE.test(folded))
    );
  };
  return new Set(messages.slice(0, -1).filter(isTeam));
}
