import { type Component, walkComponents } from '../components.ts';
import type { Modal } from '../records.ts';

/** The texts of inputs by custom id. */
export type ModalValues = Record<string, string>;

/** The data of a submitted form; throws if the client would not submit it. */
export function fillModal({ customId, components }: Modal, values: ModalValues): object {
  const known = [...walkComponents(components)].flatMap(({ custom_id }) => custom_id ?? []);
  const unknown = Object.keys(values).find((id) => !known.includes(id));
  if (unknown) throw new Error(`The form has no ${unknown}, only ${known.join(', ')}`);
  return { custom_id: customId, components: components.map((one) => fill(one, values)), resolved: {} };
}

function fill({ type, id, components, ...field }: Component, values: ModalValues): object {
  if (components) return { type, id, components: components.map((inner) => fill(inner, values)) };
  const { custom_id = '' } = field;
  const value = String(values[custom_id] ?? field.value ?? '');
  checkText(custom_id, value, field);
  return { type, id, custom_id, value };
}

function checkText(customId: string, value: string, limits: Record<string, unknown>): void {
  const { required = true, max_length = 4000 } = limits;
  if (required && value === '') throw new Error(`${customId} is required`);
  if (value.length > Number(max_length))
    throw new Error(`${customId} must have at most ${max_length} characters, not ${value.length}`);
}
