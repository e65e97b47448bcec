import {
  InteractionResponseType as Answers,
  RESTJSONErrorCodes as Codes,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { createSent, editSent, fillDeferred, publish, removeSent } from '../bot-messages.ts';
import { modal as modalForm } from '../checks/component.ts';
import { checkForm } from '../checks/form.ts';
import { checkEdit, checkNewMessage } from '../checks/message.ts';
import type { Component } from '../components.ts';
import type { Core } from '../core.ts';
import { type Answer, type Call, type Route, route } from '../http.ts';
import { type InteractionHandle, makeAnswer } from '../interactions.ts';
import { ApiProblem, invalidForm, unknownInteraction, unknownMessage, unknownWebhook } from '../problem.ts';
import { type MessageBody, SentMessage } from '../records.ts';

const choice = z.looseObject({
  name: z.string().min(1).max(100),
  value: z.union([z.string().max(100), z.number()]),
});
const choiceList = z.looseObject({ choices: z.array(choice).max(25) });
const NO_PINGS = { everyone: false, roles: [], users: [] };

/** Callbacks, and the webhook of each interaction. */
export const interactionRoutes: readonly Route[] = [
  route('POST /interactions/:id/:token/callback', acknowledge, false),
  route('POST /webhooks/:application/:token', followUp, false),
  route('PATCH /webhooks/:application/:token/messages/:message', editAnswer, false),
  route(
    'DELETE /webhooks/:application/:token/messages/:message',
    (call) => {
      removeSent(call.core, findAnswer(call));
      return {};
    },
    false,
  ),
];

function acknowledge(call: Call): Answer {
  const { core, params } = call;
  const handle = core.interactions.find(params.token);
  if (!handle || handle.id !== params.id || handle.isExpired) throw unknownInteraction();
  if (handle.answer !== null) {
    throw new ApiProblem(
      400,
      Codes.InteractionHasAlreadyBeenAcknowledged,
      'Interaction has already been acknowledged.',
    );
  }
  const { type, data = {} } = (call.body ?? {}) as { type?: number; data?: unknown };
  const answer = type === undefined ? undefined : ANSWERS[type];
  if (!answer?.fits(handle)) {
    throw invalidForm(
      ['type'],
      'BASE_TYPE_CHOICES',
      `Type ${type} does not answer an interaction of type ${handle.type}`,
    );
  }
  answer.apply(core, handle, data, call);
  handle.acknowledge(type as Answers);
  return {};
}

interface CallbackAnswer {
  fits(handle: InteractionHandle): boolean;
  apply(core: Core, handle: InteractionHandle, data: unknown, call: Call): void;
}

const isComplete = ({ type }: InteractionHandle) => type === InteractionType.ApplicationCommandAutocomplete;
const fromComponent = ({ source }: InteractionHandle) => source !== null;

const ANSWERS: Partial<Record<number, CallbackAnswer>> = {
  [Answers.ChannelMessageWithSource]: {
    fits: (handle) => !isComplete(handle),
    apply: (core, handle, data, { files }) => {
      const body = data as MessageBody;
      checkNewMessage(body, files, ['data']);
      handle.original = addAnswer(core, handle, body, files);
    },
  },
  [Answers.DeferredChannelMessageWithSource]: {
    fits: (handle) => !isComplete(handle),
    apply: (core, handle, data) => {
      const flags = ((data as MessageBody).flags ?? 0) & MessageFlags.Ephemeral;
      const raw = makeAnswer(core.world, handle, flags | MessageFlags.Loading);
      const sent = new SentMessage(
        raw,
        {},
        { pinged: { ...NO_PINGS }, files: [], ephemeral: flags !== 0, viaInteraction: true },
      );
      sent.isLoading = true;
      handle.original = sent;
      handle.messages.push(sent);
      publish(core, 'MESSAGE_CREATE', sent);
    },
  },
  [Answers.DeferredMessageUpdate]: {
    fits: fromComponent,
    apply: (_core, handle) => {
      handle.original = handle.source;
    },
  },
  [Answers.UpdateMessage]: {
    fits: fromComponent,
    apply: (core, handle, data, { files }) => {
      const body = data as MessageBody;
      const { source } = handle;
      if (!source) return;
      checkEdit(body);
      editSent(core, source, body, files);
      handle.original = source;
    },
  },
  [Answers.ApplicationCommandAutocompleteResult]: {
    fits: isComplete,
    apply: (_core, handle, data) => {
      handle.choices = checkForm(choiceList, data, ['data']).choices;
    },
  },
  [Answers.Modal]: {
    fits: (handle) => !isComplete(handle) && handle.type !== InteractionType.ModalSubmit,
    apply: (_core, handle, data) => {
      const { custom_id, title, components } = checkForm(modalForm, data, ['data']);
      handle.modal = {
        customId: custom_id,
        title,
        components: components as unknown as Component[],
        source: handle.source,
      };
    },
  },
};

function followUp(call: Call): Answer {
  const handle = openWebhook(call);
  const body = (call.body ?? {}) as MessageBody;
  checkNewMessage(body, call.files);
  const { original } = handle;
  // Discord fills the deferred message with the first follow-up, so its flags are those of the deferral.
  if (original?.isLoading && !original.isDeleted) {
    fillDeferred(call.core, original, body, call.files);
    finishAnswer(call.core, handle, original);
    return { body: original.raw };
  }
  return { body: addAnswer(call.core, handle, body, call.files).raw };
}

function editAnswer(call: Call): Answer {
  const handle = openWebhook(call);
  const sent = findAnswer(call);
  const body = (call.body ?? {}) as MessageBody;
  checkEdit(body);
  if (sent.isLoading) {
    fillDeferred(call.core, sent, body, call.files);
    finishAnswer(call.core, handle, sent);
  } else editSent(call.core, sent, body, call.files);
  if (sent === handle.original) handle.markUpdated();
  return { body: sent.raw };
}

function finishAnswer(core: Core, handle: InteractionHandle, sent: SentMessage): void {
  core.records.addSent(sent);
  handle.markUpdated();
}

function addAnswer(
  core: Core,
  handle: InteractionHandle,
  body: MessageBody,
  files: Call['files'],
): SentMessage {
  const ephemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const raw = makeAnswer(core.world, handle, ephemeral ? MessageFlags.Ephemeral : 0);
  const sent = createSent(core, {
    channel: handle.channel,
    raw,
    body,
    files,
    ephemeral,
    viaInteraction: true,
  });
  handle.messages.push(sent);
  core.bell.ring();
  return sent;
}

/** The interaction of a webhook token: 10015 before it is acknowledged, 50027 after 15 minutes. */
function openWebhook({ core, params }: Call): InteractionHandle {
  const handle = core.interactions.find(params.token);
  if (!handle || params.application !== core.world.applicationId || handle.answer === null)
    throw unknownWebhook();
  if (handle.isExpired) throw new ApiProblem(401, Codes.InvalidWebhookToken, 'Invalid Webhook Token');
  return handle;
}

function findAnswer(call: Call): SentMessage {
  const handle = openWebhook(call);
  const { message } = call.params;
  const isWanted = (sent: SentMessage) => sent.id === message;
  const sent =
    message === '@original'
      ? handle.original
      : [...handle.messages, handle.source].find((one) => one && isWanted(one));
  if (!sent || sent.isDeleted) throw unknownMessage();
  return sent;
}
