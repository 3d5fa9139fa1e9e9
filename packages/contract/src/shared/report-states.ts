/** `open`: nobody has answered or closed it yet. */
export const reportStates = ['open', 'answered', 'closed'] as const;
export type ReportState = (typeof reportStates)[number];
