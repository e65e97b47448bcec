export type Deadline = ReturnType<typeof openDeadline>;

/**
 * Aborts with the caller's reason, or with a TimeoutError after `ms`. Unlike AbortSignal.timeout it can be released,
 * and then holds neither timer nor listener.
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
