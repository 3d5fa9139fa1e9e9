import type { ListedUser } from '../user-list.queries.ts';
import {
  UserDisableDialog,
  UserEnableDialog,
  UserFactorsDialog,
  UserResetLinkDialog,
  UserSessionsDialog,
} from './user-access-dialogs.tsx';
import { UserRemoveDialog } from './user-remove-dialog.tsx';
import { UserRolesDialog } from './user-roles-dialog.tsx';

const dialogs = {
  roles: UserRolesDialog,
  resetLink: UserResetLinkDialog,
  sessions: UserSessionsDialog,
  factors: UserFactorsDialog,
  disable: UserDisableDialog,
  enable: UserEnableDialog,
  remove: UserRemoveDialog,
};

export type UserAction = { kind: keyof typeof dialogs; user: ListedUser };

export function UserDialog({ kind, user, onClose }: UserAction & { onClose: () => void }) {
  const Dialog = dialogs[kind];
  return <Dialog user={user} onClose={onClose} />;
}
