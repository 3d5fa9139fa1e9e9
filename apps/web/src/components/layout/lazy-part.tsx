import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { NewVersionError } from '../../lib/code/new-version.ts';
import { useRetryWhenConnected } from '../../lib/api/use-connection.ts';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { toastError } from '../notices/toast.tsx';

/** The props by which a part closes itself. */
type Leavable = { onClose?: () => void; onDone?: () => void };

type LazyPart<P> = ComponentType<P> & { preload: () => Promise<unknown> };

/**
 * A component whose code is loaded on first use. If the code fails to load, a part that can be closed closes with a toast;
 * any other shows the error in place and retries.
 */
export function lazyPart<P extends Leavable>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let known: ComponentType<P> | undefined;
  const preload = async () => (known ??= await load());
  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => known);
    const [failure, setFailure] = useState<Error>();
    const leave = props.onClose ?? props.onDone;
    const retry = () => setFailure(undefined);
    useRetryWhenConnected(failure, retry);
    const giveUp = useEffectEvent((error: Error) => {
      if (leave === undefined) return setFailure(error);
      leave();
      // A new version is announced to the whole page already.
      return error instanceof NewVersionError ? undefined : toastError(error);
    });
    useEffect(() => {
      if (Loaded !== undefined || failure !== undefined) return undefined;
      let isGone = false;
      const take = (loaded: ComponentType<P>) => {
        if (!isGone) setLoaded(() => loaded);
      };
      preload().then(take, (error: unknown) => {
        if (!isGone) giveUp(error instanceof Error ? error : new Error(String(error)));
      });
      return () => {
        isGone = true;
      };
    }, [Loaded, failure]);
    if (failure !== undefined) return <ErrorNotice error={failure} onRetry={retry} />;
    return Loaded === undefined ? null : <Loaded {...props} />;
  }
  return Object.assign(Part, { preload });
}
