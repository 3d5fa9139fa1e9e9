import { isAdmin, type Visibility } from '@tribehall/contract';
import type { Caller } from '../sessions/sessions.service.ts';

type Guarded = { visibility: Visibility; uploaderId: string | null };
type Viewer = Pick<Caller, 'userId' | 'roles'>;

const openers = {
  public: () => true,
  private: (file, viewer) => viewer !== undefined && file.uploaderId === viewer.userId,
  admins: (_, viewer) => viewer !== undefined && isAdmin(viewer.roles),
} satisfies Record<Visibility, (file: Guarded, viewer: Viewer | undefined) => boolean>;

/** A private file is only for its uploader, not even for an Owner. */
export function mayOpen(file: Guarded, viewer: Viewer | undefined): boolean {
  return openers[file.visibility](file, viewer);
}

export function mayChange(file: Guarded, viewer: Viewer | undefined): boolean {
  return viewer !== undefined && isAdmin(viewer.roles) && mayOpen(file, viewer);
}

/** Anyone else would lose access, and a private file without an uploader could be opened by nobody. */
export function mayMakePrivate(file: Guarded, viewer: Viewer): boolean {
  return file.uploaderId === viewer.userId;
}
