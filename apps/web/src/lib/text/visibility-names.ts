import type { Visibility } from '@tribehall/contract';

/** Labels for who may open a file. */
export const visibilityNames = {
  public: 'Everyone with link',
  private: 'Private',
  admins: 'Admins',
} as const satisfies Record<Visibility, string>;
