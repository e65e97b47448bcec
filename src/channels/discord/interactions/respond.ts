import type { InteractionReplyOptions, RepliableInteraction } from 'discord.js';
import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from 'discord.js';
import type { Texts } from '../../../../commands/command.ts';
import type { Reply } from '../../../../commands/reply.ts';
import type { Access, InterfaceLanguage } from '../../../domain/types.ts';
import { type Patience, persist } from '../messages/turn/send.ts';
import { type RenderedMessage, renderForm } from '../text/render.ts';

type Responder = ReturnType<typeof createResponder>;

export interface Use {
  interaction: RepliableInteraction;
  serverId: string;
  responder: Responder;
  language: InterfaceLanguage;
}

const GONE = new Set<number | string>([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.InvalidWebhookToken,
]);

/** Nobody can be answered any more: the token is not valid, or somebody else answers. */
export function isGone(error: unknown): boolean {
  return error instanceof DiscordAPIError && GONE.has(error.code);
}

function isInvalid(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidFormBodyOrContentType;
}

/**
 * @param patience waits out an outage before the first message after a deferral, which is an edit and so stands once.
 * @throws DiscordAPIError from each of its functions; `isGone` tells when another try is no use
 */
export function createResponder(use: RepliableInteraction, patience?: Patience) {
  let state: 'fresh' | 'thinking' | 'updating' | 'answered' = 'fresh';
  let isPublic = false;
  const canUpdate = use.isMessageComponent() || (use.isModalSubmit() && use.isFromMessage());
  const followUp = async (message: RenderedMessage, hidden = !isPublic) =>
    (await use.followUp(hidden ? hide(message) : message)).id;

  async function showFirst(message: RenderedMessage, isReplacing: boolean): Promise<string[]> {
    if (state === 'answered') return [await followUp(message)];
    if (state === 'thinking') return [(await persist(() => use.editReply(message), patience)).id];
    if (state === 'updating') return [isReplacing ? await replaceLate(message) : await followUp(message)];
    if (isReplacing && (use.isMessageComponent() || (use.isModalSubmit() && use.isFromMessage()))) {
      await use.update(replace(message));
    } else await use.reply(hide(message));
    return [];
  }

  /** A message that was deleted meanwhile has no place to take. */
  async function replaceLate(message: RenderedMessage): Promise<string> {
    try {
      return (await use.editReply(replace(message))).id;
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.UnknownMessage)
        throw error;
      return followUp(message);
    }
  }

  return {
    /** Something was shown, or there is a form to fill; no form can open any more. */
    get isAcknowledged(): boolean {
      return state !== 'fresh';
    },
    get isAnswered(): boolean {
      return state === 'answered';
    },
    /** Shows "is thinking", or nothing where the message of a button will change. */
    defer: async (publicly: boolean): Promise<void> => {
      try {
        if (canUpdate) await use.deferUpdate();
        else await use.deferReply(publicly ? {} : { flags: MessageFlags.Ephemeral });
      } catch (error) {
        // A compatible platform may not know it; then what follows comes in time, or not at all.
        if (isInvalid(error)) return;
        throw error;
      }
      state = canUpdate ? 'updating' : 'thinking';
      isPublic = publicly && !canUpdate;
    },
    openForm: async (form: Extract<Reply, { kind: 'form' }>): Promise<void> => {
      if (use.isModalSubmit()) throw new Error('a form cannot follow a form');
      await use.showModal(renderForm(form));
      state = 'answered';
    },
    /**
     * Shows messages in order, the first in the place of the button's message if asked for.
     * @returns ids of those after a deferral
     */
    show: async (
      [first, ...rest]: readonly RenderedMessage[],
      { isReplacing = false }: { isReplacing?: boolean } = {},
    ): Promise<string[]> => {
      if (!first) return [];
      const ids = await showFirst(first, isReplacing && canUpdate);
      state = 'answered';
      for (const message of rest) ids.push(await followUp(message));
      return ids;
    },
    revise: async (message: RenderedMessage): Promise<void> => {
      await use.editReply(replace(message));
    },
    /** One line that only the invoker sees, whatever was announced before. */
    whisper: async (text: string): Promise<void> => {
      const line: RenderedMessage = { content: text, allowedMentions: { parse: [] } };
      if (state === 'thinking' && isPublic) {
        // A public "is thinking" cannot turn into a line for one person.
        const isDeleted = await use.deleteReply().then(
          () => true,
          (error: unknown) => {
            if (isGone(error)) throw error;
            return false;
          },
        );
        if (isDeleted) await followUp(line, true);
        else await use.editReply(line);
      } else if (state === 'answered' || state === 'updating') await followUp(line, true);
      else await showFirst(line, false);
      state = 'answered';
    },
  };
}

function hide(message: RenderedMessage): InteractionReplyOptions {
  return { ...message, flags: MessageFlags.Ephemeral };
}

function replace(message: RenderedMessage) {
  return { components: [], ...message, attachments: [] };
}

export const REFUSALS = {
  serversOnly: {
    de: 'Das geht nur auf einem Server, nicht in Direktnachrichten.',
    en: 'This works on a server only, not in direct messages.',
  },
  unknownCommand: {
    de: 'Diesen Befehl kenne ich nicht (mehr). Tipp `/`, dann siehst du alle, die es gibt.',
    en: 'I do not know this command. Type `/` to see all commands.',
  },
  unknownAction: {
    de: 'Dieser Knopf oder dieses Formular ist veraltet. Ruf den Befehl bitte noch einmal auf.',
    en: 'This button or form is out of date. Please use the command again.',
  },
  badOptions: {
    de: 'Diese Angaben passen nicht zum Befehl. Lad Discord neu und versuch es bitte noch einmal.',
    en: 'These details do not fit the command. Please reload Discord and try again.',
  },
  tooLateForForm: {
    de: 'Das hat gerade zu lange gedauert. Versuch es bitte noch einmal, dann öffnet sich das Formular.',
    en: 'That took too long. Please try again, and the form will open.',
  },
  notEdited: {
    de: '⚠️ Die Nachricht selbst konnte ich nicht ändern: Sie ist gelöscht, oder mir fehlt im Kanal ein Recht. Prüf das bitte mit `/setup`.',
    en: '⚠️ I could not change the message itself: it was deleted, or I lack a permission in the channel. Please check with `/setup`.',
  },
  teamNotCalled: {
    de: '⚠️ Ich konnte das Team hier nicht rufen. Schreib ihm bitte direkt, oder frag in einer Minute noch einmal.',
    en: '⚠️ I could not call the team here. Please write to them directly, or ask again in a minute.',
  },
  notAllSent: {
    de: '⚠️ Den Rest konnte ich nicht senden. Versuch es bitte noch einmal.',
    en: '⚠️ I could not send the rest. Please try again.',
  },
} satisfies Record<string, Texts>;

export const ACCESS_REFUSALS: Record<Exclude<Access, 'everyone'>, Texts> = {
  team: {
    de: 'Das darf nur das Team: wer eine Lehr-Rolle, die Rolle für Übergaben oder das Recht „Bearbeiten“ hat. Ein Admin vergibt sie mit `/team` und `/access`.',
    en: 'Only the team can do this: members with a teaching role, the hand-over role or editor access. An admin can give you one of these with `/team` or `/access`.',
  },
  viewer: {
    de: 'Dafür brauchst du hier das Recht „Ansehen“. Ein Admin gibt es deiner Rolle mit `/access set`.',
    en: 'You need viewer access here to do this. An admin can give it to your role with `/access set`.',
  },
  editor: {
    de: 'Dafür brauchst du hier das Recht „Bearbeiten“. Ein Admin gibt es deiner Rolle mit `/access set`.',
    en: 'You need editor access here to do this. An admin can give it to your role with `/access set`.',
  },
  admin: {
    de: 'Das darf nur, wer den Server verwalten darf (Recht „Server verwalten“) oder hier das Recht „Admin“ hat. Frag bitte einen Admin.',
    en: 'Only members with the “Manage Server” permission or admin access here can do this. Please ask an admin.',
  },
  teacher: {
    de: 'Das dürfen nur Mitglieder mit einer Lehr-Rolle oder dem Recht „Bearbeiten“. Ein Admin vergibt sie mit `/team teach` und `/access set`.',
    en: 'Only members with a teaching role or editor access can do this. An admin can give you one of these with `/team teach` or `/access set`.',
  },
};
