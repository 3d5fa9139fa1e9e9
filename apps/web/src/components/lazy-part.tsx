import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toastError } from './toast.ts';
import { ApiError, apiErrorText, apiStatus } from '../lib/api-error.ts';

/** The names under which a part is told how it is left. */
type Leavable = { onClose?: () => void; onDone?: () => void };

type LazyPart<P> = ComponentType<P> & { preload: () => Promise<unknown> };

/** A part whose code comes with its first use. Code that does not come closes the part; the next use asks again. */
export function lazyPart<P extends Leavable>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let known: ComponentType<P> | undefined;
  const preload = async () => (known ??= await load());
  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => known);
    const leave = useEffectEvent(() => (props.onClose ?? props.onDone)?.());
    useEffect(() => {
      if (Loaded !== undefined) return undefined;
      let isGone = false;
      const take = (loaded: ComponentType<P>) => {
        if (!isGone) setLoaded(() => loaded);
      };
      const giveUp = (cause: unknown) => {
        if (isGone) return;
        leave();
        void tellUnreachable(cause);
      };
      preload().then(take, giveUp);
      return () => {
        isGone = true;
      };
    }, [Loaded]);
    return Loaded === undefined ? null : <Loaded {...props} />;
  }
  return Object.assign(Part, { preload });
}

/** Has the code of a part ready before it is asked for, once the browser has nothing better to do. */
export function usePreloaded({ preload }: Pick<LazyPart<never>, 'preload'>): void {
  useEffect(() => {
    // Its first use asks again, and says what went wrong.
    const ask = () => void preload().catch(() => undefined);
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(ask, 500);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(ask);
    return () => cancelIdleCallback(request);
  }, [preload]);
}

async function tellUnreachable(cause: unknown): Promise<void> {
  try {
    // The toasts are a part of their own: asked for while they cannot come, they would take the page down.
    await import('@mantine/notifications');
    toastError(new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause }));
  } catch {
    // Then nothing opens, and the page stays.
  }
}
