/** A signal that ends with its caller or with the time, and what lets go of both. */
export interface Deadline {
  signal: AbortSignal;
  release(): void;
}

/**
 * Aborts with the caller's reason, or with a TimeoutError after `ms`. Released, it holds neither timer nor
 * listener; AbortSignal.timeout could not be released, and would keep what refers to it until the time is over.
 */
export function openDeadline(caller: AbortSignal, ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The answer took too long.', 'TimeoutError'));
  }, ms);
  const leave = () => controller.abort(caller.reason);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', leave);
    },
  };
}
