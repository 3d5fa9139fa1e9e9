import { createContext, useContext, useEffect } from 'react';

const HoldContext = createContext<(isHeld: boolean) => void>(() => undefined);

export const DialogHold = HoldContext.Provider;

/** While held, the dialog around this closes by its buttons alone: what it shows is not shown again. */
export function useDialogHold(isHeld: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
