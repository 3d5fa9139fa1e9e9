import type { RegistrationMode, SecondFactorRequirement } from '@tribehall/contract/site/account-settings';

type Words = { label: string; effect: string };

export const modeWords: Record<RegistrationMode, Words> = {
  open: { label: 'Open', effect: 'Everyone can register and log in at once.' },
  approval: {
    label: 'With approval',
    effect: 'Everyone can register, but an Admin has to approve the account before it can log in.',
  },
  invitation: { label: 'By invitation', effect: 'People need an invitation link to register.' },
  closed: { label: 'Closed', effect: 'No one can register, not even with an invitation link.' },
};

export const secondFactorWords: Record<SecondFactorRequirement, Words> = {
  nobody: { label: 'No one', effect: 'Everyone decides for themselves.' },
  owners: { label: 'Owners', effect: 'Owners need a second factor to log in.' },
  admins: { label: 'Owners and Admins', effect: 'Owners and Admins need a second factor to log in.' },
};
