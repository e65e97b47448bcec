import { createMask, type Mask, putBack } from '../../../domain/personal-data/mask.ts';
import type { ContextFact } from '../../../domain/types.ts';
import type { Settings } from '../../owners/settings.ts';
import type { Ticket, ToldMessage } from '../ticket/ticket.ts';

/** A question as it may leave the house; with the setting `off`, as it was asked. */
export interface Hidden {
  ticket: Ticket;
  customer: string | undefined;
  context: readonly ContextFact[];
  /** null: nothing is hidden. */
  mask: Mask | null;
}

/** Personal data becomes placeholders, the newest first, in everything that a model may see. */
export function hidePersonalData(
  { pii }: Pick<Settings, 'pii'>,
  { customer, context = [] }: { customer?: string | undefined; context?: readonly ContextFact[] },
  ticket: Ticket,
): Hidden {
  if (pii === 'off') return { ticket, customer, context, mask: null };
  const texts = ticket.told.flatMap(({ content, name = '', quoted = '' }) => [content, name, quoted]);
  const facts = context.flatMap(({ label, value }) => [label, value]);
  const { hide, ...mask } = createMask([...texts, ...facts, customer ?? '']);
  const hideIn = <Message extends ToldMessage>(messages: readonly Message[]) =>
    messages
      .toReversed()
      .map((message) => hideMessage(message, hide))
      .toReversed();
  return {
    ticket: {
      told: hideIn(ticket.told),
      judged: hideIn(ticket.judged),
      sought: hideIn(ticket.sought),
    },
    customer: customer && hide(customer),
    context: context.map(({ label, value }) => ({ label: hide(label), value: hide(value) })),
    mask: { hide, ...mask },
  };
}

/** The same object if nothing changes: results about its text are kept by the message. */
function hideMessage<Message extends ToldMessage>(message: Message, hide: Mask['hide']): Message {
  const { content, name, quoted } = message;
  const hidden = {
    content: hide(content),
    ...(name !== undefined && { name: hide(name) }),
    ...(quoted !== undefined && { quoted: hide(quoted) }),
  };
  const isSame = hidden.content === content && hidden.name === name && hidden.quoted === quoted;
  return isSame ? message : { ...message, ...hidden };
}

/** The answer as whoever asked gets it. */
export function showPersonalData<Said extends { answer: string }>(answer: Said, { mask }: Hidden): Said {
  const values = mask?.valuesIn(answer.answer) ?? {};
  return { ...answer, answer: putBack(answer.answer, values) };
}
