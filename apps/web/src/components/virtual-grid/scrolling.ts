import { createContext } from 'react';

/** Whether the list around a cell is being scrolled. Cells that ask for data wait until it rests. */
export const Scrolling = createContext(false);
