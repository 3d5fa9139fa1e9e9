import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toastError } from './toast.ts';
import { ApiError, apiErrorText, apiStatus } from '../lib/api-error.ts';

/** The names under which a part is told how it is left. */
type Leavable = { onClose?: () => void; onDone?: () => void };

/** A part whose code comes with its first use. Code that does not come closes the part; the next use asks again. */
export function lazyPart<P extends Leavable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function LazyPart(props: P) {
    const [Part, setPart] = useState(() => known);
    const leave = useEffectEvent(() => (props.onClose ?? props.onDone)?.());
    useEffect(() => {
      if (Part !== undefined) return undefined;
      let isGone = false;
      const take = (loaded: ComponentType<P>) => {
        known = loaded;
        if (!isGone) setPart(() => loaded);
      };
      const giveUp = (cause: unknown) => {
        if (isGone) return;
        leave();
        void tellUnreachable(cause);
      };
      load().then(take, giveUp);
      return () => {
        isGone = true;
      };
    }, [Part]);
    return Part === undefined ? null : <Part {...props} />;
  };
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
