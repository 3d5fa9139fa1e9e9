import type { Visibility } from '@tribehall/contract';

/** Who may open a file, in words. */
export const visibilityNames = {
  public: 'Everyone with link',
  private: 'Private',
  admins: 'Admins',
} as const satisfies Record<Visibility, string>;
