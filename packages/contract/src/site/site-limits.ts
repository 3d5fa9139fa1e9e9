/** Maximum lengths, in characters. */
export const siteLimits = { name: 64, description: 300 } as const;
