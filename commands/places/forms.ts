import type { Core } from '../../src/core/core.ts';
import { formBotSchema, readsEveryMessage, setFormBot } from '../../src/core/members/chat-rules.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { MAX_FORM_BOTS, parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import type { Invocation } from '../command.ts';
import { orRefuse, parseOrRefuse, RefusalError } from '../refusal.ts';
import { type Draft, saved } from '../reply.ts';
import { hintAtContent } from '../setup/checks.ts';
import { both, type Texts, type Wording } from '../wording.ts';

const REFUSALS = {
  badInput: {
    de: 'Bitte wähle den Ticket-Bot und „an“ oder „aus“ aus der Liste.',
    en: 'Please choose the ticket bot and “on” or “off” from the list.',
  },
  notABot: {
    de: '⚠️ Nichts geändert: Das ist kein Bot. Was Mitglieder schreiben, lese ich ohnehin; wähle den Bot, der bei euch Tickets öffnet.',
    en: '⚠️ Nothing changed: this is not a bot. I read members’ messages anyway; choose the bot that opens your tickets.',
  },
  own: {
    de: '⚠️ Nichts geändert: Das bin ich selbst. Wähle den Bot, der bei euch Tickets öffnet.',
    en: '⚠️ Nothing changed: this is me. Choose the bot that opens your tickets.',
  },
  elsewhere: {
    de: '⚠️ Nichts geändert: Dieser Bot ist nicht auf eurem Server. Lade ihn erst ein und versuch es dann noch einmal.',
    en: '⚠️ Nothing changed: this bot is not on your server. Invite it first, then try again.',
  },
  full: {
    de: `⚠️ Nichts geändert: Mehr als ${MAX_FORM_BOTS} Ticket-Bots gehen nicht. Schalte erst einen anderen aus; \`/channels list\` zeigt alle.`,
    en: `⚠️ Nothing changed: there can be at most ${MAX_FORM_BOTS} ticket bots. Switch another one off first; \`/channels list\` shows all.`,
  },
} satisfies Record<string, Texts>;

/** Lets the opening messages of a ticket bot count as questions, or ends that. */
export async function setForms(core: Core, input: Invocation): Promise<Draft> {
  const given = parseOrRefuse(formBotSchema, input.options, REFUSALS.badInput);
  const { bot, state } = given;
  // One that has left the server, or is gone altogether, can still be switched off.
  if (state === 'on') refuseUnfit(input);
  const deeds = await orRefuse(setFormBot(core, input.serverId, given), {
    'invalid_input:bot': REFUSALS.full,
  });
  if (state === 'off')
    return saved(deeds, {
      de: `✅ Was <@${bot}> schreibt, lasse ich ab jetzt unbeantwortet.`,
      en: `✅ From now on I do not answer what <@${bot}> writes.`,
    });
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const isHeard = Object.values(settings.channels).some(readsEveryMessage);
  return saved(deeds, [
    {
      de: `✅ Öffnet <@${bot}> einen neuen Kanal, in dem ich auf jede Nachricht antworte, beantworte ich das ausgefüllte Formular darin von selbst, einmal. Alles andere von Bots beachte ich nicht.`,
      en: `✅ When <@${bot}> opens a new channel in which I answer every message, I answer the form that the member filled in, once and without being asked. I ignore everything else that bots write.`,
    },
    !isHeard && {
      de: 'ℹ️ Noch antworte ich nirgends auf jede Nachricht: Setz die Kategorie der Tickets mit `/channels set` auf „Jede Nachricht“.',
      en: 'ℹ️ There is no place yet where I answer every message: set the category of your tickets to “Every message” with `/channels set`.',
    },
    hintAtContent(input),
  ]);
}

/** @throws RefusalError */
function refuseUnfit({ bot: { chosenUser } }: Invocation): void {
  if (!chosenUser?.isBot) throw new RefusalError(REFUSALS.notABot);
  if (chosenUser.isOwn) throw new RefusalError(REFUSALS.own);
  if (!chosenUser.isMember) throw new RefusalError(REFUSALS.elsewhere);
}

/** The ticket bots that are listened to; null where there are none. */
export function describeFormBots({ form_bots }: Settings): Wording | null {
  if (form_bots.length === 0) return null;
  const names = form_bots.map((id) => `<@${id}>`).join(' ');
  return both`${{
    de: '**Ticket-Bots, deren Formulare ich beantworte** (ändern: `/channels forms`):',
    en: '**Ticket bots whose forms I answer** (to change it: `/channels forms`):',
  }} ${names}`;
}
