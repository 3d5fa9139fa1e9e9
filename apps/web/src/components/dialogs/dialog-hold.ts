import { createContext, useContext, useEffect } from 'react';

const HoldContext = createContext<(isHeld: boolean) => void>(() => undefined);

export const DialogHold = HoldContext.Provider;

/** While held, the surrounding dialog closes by its buttons only: it shows something that is shown just once. */
export function useDialogHold(isHeld: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
