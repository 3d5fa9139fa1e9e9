/** The URL's search parameters. In a file of their own, because the router imports them. */
export const logParams = ['host', 'key', 'level', 'range', 'after', 'before', 'at', 'search', 'pattern'] as const;

export type LogParams = { [Name in (typeof logParams)[number]]?: string };
