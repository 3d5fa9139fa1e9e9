/** Runs work once the browser has nothing else to do. Returns what cancels it. */
export function whenIdle(run: () => void, fallbackMs: number): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, fallbackMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
}
