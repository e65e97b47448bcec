import { ComponentType } from 'discord-api-types/v10';
import { type Component, walkComponents } from '../components.ts';
import type { Modal } from '../records.ts';

/** By custom id: the text of an input, or the values of a menu. */
export type ModalValues = Record<string, string | string[]>;

/** The data of a submitted form; throws if the client would not submit it. */
export function fillModal({ customId, components }: Modal, values: ModalValues): object {
  const known = [...walkComponents(components)].flatMap(({ custom_id }) => custom_id ?? []);
  const unknown = Object.keys(values).find((id) => !known.includes(id));
  if (unknown) throw new Error(`The form has no ${unknown}, only ${known.join(', ')}`);
  return { custom_id: customId, components: components.map((one) => fill(one, values)), resolved: {} };
}

function fill({ type, id, components, component, ...field }: Component, values: ModalValues): object {
  if (components) return { type, id, components: components.map((inner) => fill(inner, values)) };
  if (component) return { type, id, component: fill(component, values) };
  const { custom_id } = field;
  if (custom_id === undefined) return { type, id };
  const given = values[custom_id];
  if (type !== ComponentType.TextInput) return { type, id, custom_id, values: [given ?? []].flat() };
  const value = String(given ?? field.value ?? '');
  checkText(custom_id, value, field);
  return { type, id, custom_id, value };
}

function checkText(customId: string, value: string, limits: Record<string, unknown>): void {
  const { required = true, min_length = 0, max_length = 4000 } = limits;
  if (required && value === '') throw new Error(`${customId} is required`);
  if (value !== '' && (value.length < Number(min_length) || value.length > Number(max_length))) {
    throw new Error(`${customId} must have ${min_length} to ${max_length} characters, not ${value.length}`);
  }
}
