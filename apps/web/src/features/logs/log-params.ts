/** The parts of the address that say which lines are shown. */
export const logParams = ['host', 'key', 'level', 'range', 'after', 'before', 'at', 'search', 'pattern'] as const;

export type LogParams = { [Name in (typeof logParams)[number]]?: string };
