import { ComponentType } from 'discord-api-types/v10';

/** Any component, as loose as JSON is. */
export interface Component {
  type: ComponentType;
  custom_id?: string;
  label?: string;
  disabled?: boolean;
  components?: Component[];
  [more: string]: unknown;
}

/** The component and everything inside it. */
export function* walkComponents(components: readonly Component[]): Generator<Component> {
  for (const component of components) {
    yield component;
    yield* walkComponents(component.components ?? []);
  }
}

/** The button or menu with this custom id or label. */
export function findComponent(components: readonly Component[], idOrLabel: string): Component | undefined {
  const all = [...walkComponents(components)].filter(({ custom_id }) => custom_id !== undefined);
  return all.find(({ custom_id }) => custom_id === idOrLabel) ?? all.find(({ label }) => label === idOrLabel);
}

export function buttonsOf(components: readonly Component[]) {
  return [...walkComponents(components)]
    .filter(({ type }) => type === ComponentType.Button)
    .map(({ label = '', custom_id = '', disabled = false }) => ({ label, customId: custom_id, disabled }));
}
