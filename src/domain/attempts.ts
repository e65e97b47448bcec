/**
 * Runs one after the other; what one fails with keeps no other from its turn.
 * @throws what failed, once all had their turn: the fault, or an AggregateError that names each once.
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => faults.push(error));
  if (faults.length <= 1) {
    for (const fault of faults) throw fault;
    return;
  }
  const messages = new Set(faults.map((fault) => (fault instanceof Error ? fault.message : String(fault))));
  throw new AggregateError(faults, [...messages].join('; '));
}
