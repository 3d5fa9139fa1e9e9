import type { InvitationState } from '@tribehall/contract/accounts/invitation-limits';
import type { Tone } from '../../lib/servers/server-states.ts';

export const invitationLooks: Record<InvitationState, { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'good' },
  used: { word: 'Used up', tone: 'quiet' },
  expired: { word: 'Expired', tone: 'quiet' },
  revoked: { word: 'Revoked', tone: 'quiet' },
  void: { word: 'Not valid: its creator lost the role', tone: 'danger' },
};
