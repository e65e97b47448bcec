import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/core/core.ts';
import { type Grouped, groupAndKeep } from '../../src/core/learning/kept-groups.ts';

const ANCHOR = { key: 'anchor', text: 'Where is the anchor?' };
const SAME = { key: 'same', text: 'where is the anchor' };
const CRANE = { key: 'crane', text: 'How do I paint the crane?' };

/** Views a list as it is. */
const view = (list: ReturnType<typeof startList>) => list.view(list.items.map(({ key }) => key));

/** A list that is viewed again and again. */
function startList() {
  const core = {} as Core;
  const list = {
    items: [] as Grouped[],
    reads: 0,
    view: (keys: string[]): ReturnType<typeof groupAndKeep> =>
      groupAndKeep(core, {
        name: 'gaps',
        keys,
        read: async () => {
          list.reads += 1;
          return list.items;
        },
      }),
  };
  return list;
}

describe('Groups that are kept', () => {
  test('are in the order of the list, and no new item moves another one', async () => {
    const list = startList();
    list.items = [CRANE, ANCHOR];
    expect(await view(list)).toEqual([['crane'], ['anchor']]);
    list.items = [SAME, CRANE, ANCHOR];
    expect(await view(list)).toEqual([['same', 'anchor'], ['crane']]);
    list.items = [SAME, CRANE];
    expect(await view(list)).toEqual([['same'], ['crane']]);
  });

  test('are read again only when the list has changed', async () => {
    const list = startList();
    list.items = [CRANE, ANCHOR];
    await view(list);
    expect(await view(list)).toEqual([['crane'], ['anchor']]);
    expect(list.reads).toBe(1);
    list.items = [{ ...CRANE, key: 'crane-edited' }, ANCHOR];
    expect(await view(list)).toEqual([['crane-edited'], ['anchor']]);
    expect(list.reads).toBe(2);
  });

  test('leave out items that could not be read until they can be', async () => {
    const list = startList();
    list.items = [ANCHOR];
    expect(await list.view(['same', 'anchor'])).toEqual([['anchor']]);
    list.items = [SAME, ANCHOR];
    expect(await list.view(['same', 'anchor'])).toEqual([['same', 'anchor']]);
  });
});
