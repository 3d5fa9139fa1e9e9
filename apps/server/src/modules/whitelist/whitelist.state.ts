/** The servers whose list is being brought up to date by this process; true: once more. */
export type WhitelistState = { running: Map<string, boolean> };

export function createWhitelistState(): WhitelistState {
  return { running: new Map() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    whitelist: WhitelistState;
  }
}
