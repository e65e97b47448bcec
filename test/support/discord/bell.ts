/** Notified whenever something happened, so that waiting needs no polling. */
export class Bell {
  readonly #waiting = new Set<() => void>();

  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves as soon as `find` returns something; rejects after `timeoutMs`, saying what was seen instead. */
  until<T>(find: () => T | undefined, expected: string, seen: () => unknown, timeoutMs = 10_000): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const late = new Error(`${expected}: nothing within ${timeoutMs} ms`);
    const finish = () => {
      clearTimeout(timer);
      this.#waiting.delete(look);
    };
    const timer = setTimeout(() => {
      finish();
      late.message += `; seen instead: ${JSON.stringify(seen())}`;
      reject(late);
    }, timeoutMs);
    const look = () => {
      const found = find();
      if (found === undefined) return;
      finish();
      resolve(found);
    };
    this.#waiting.add(look);
    look();
    return promise;
  }
}
