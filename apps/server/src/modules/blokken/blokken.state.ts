import type { WordIndex } from './word-index.ts';

export type BlokkenState = {
  /** Read on first use; it never changes while the portal runs. */
  wordIndex: Promise<WordIndex> | undefined;
};

export function createBlokkenState(): BlokkenState {
  return { wordIndex: undefined };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    blokken: BlokkenState;
  }
}
