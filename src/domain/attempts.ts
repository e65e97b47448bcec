/**
 * Runs one after the other; what one fails with keeps no other from its turn.
 * @throws the first of the faults, once all had their turn.
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}
