export type Deadline = ReturnType<typeof openDeadline>;

/**
 * Aborts with the caller's reason, or with a TimeoutError after `ms`. Released, it holds neither timer nor
 * listener; AbortSignal.timeout could not be released, and would keep what refers to it until the time is over.
 */
export function openDeadline(caller: AbortSignal, ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The answer took too long.', 'TimeoutError'));
  }, ms);
  const leave = () => controller.abort(caller.reason);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    release: (): void => {
      clearTimeout(timer);
      caller.removeEventListener('abort', leave);
    },
  };
}
