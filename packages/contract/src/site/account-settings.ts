/** Who may create an account. */
export const registrationModes = ['open', 'approval', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Whose accounts need a second factor to log in. */
export const secondFactorRequirements = ['nobody', 'owners', 'admins'] as const;
export type SecondFactorRequirement = (typeof secondFactorRequirements)[number];
