/**
 * Runs once what has been rendered is on the screen: a callback of the next frame alone comes before its paint. What `run`
 * returns is called when it is cancelled later.
 */
export function afterPaint(run: () => void | (() => void)): () => void {
  let cancelLater: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      cancelLater = run() ?? undefined;
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    cancelLater?.();
  };
}
