export const invitationLimits = { uses: 100, note: 200, maxHours: 30 * 24 } as const;

/** `void`: its creator may no longer give what it gives. */
export const invitationStates = ['open', 'used', 'expired', 'revoked', 'void'] as const;
export type InvitationState = (typeof invitationStates)[number];
