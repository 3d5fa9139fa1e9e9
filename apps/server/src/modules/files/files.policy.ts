import { isAdmin, type Visibility } from '@tribehall/contract';
import type { Caller } from '../sessions/sessions.service.ts';

type Guarded = { visibility: Visibility; uploaderId: string | null };
type Asker = Pick<Caller, 'userId' | 'roles'>;

const openers = {
  public: () => true,
  private: (file, asker) => asker !== undefined && file.uploaderId === asker.userId,
  admins: (_, asker) => asker !== undefined && isAdmin(asker.roles),
} satisfies Record<Visibility, (file: Guarded, asker: Asker | undefined) => boolean>;

/** What is private is its uploader's alone: an Owner has no right to it. */
export function mayOpen(file: Guarded, asker: Asker | undefined): boolean {
  return openers[file.visibility](file, asker);
}

export function mayChange(file: Guarded, asker: Asker | undefined): boolean {
  return asker !== undefined && isAdmin(asker.roles) && mayOpen(file, asker);
}

/** Anyone else would lock himself out, and a file whose uploader is gone would be nobody's. */
export function mayMakePrivate(file: Guarded, asker: Asker): boolean {
  return file.uploaderId === asker.userId;
}
