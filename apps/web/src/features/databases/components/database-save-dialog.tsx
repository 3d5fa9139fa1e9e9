import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { EditorParts } from '../editor/editor-parts.ts';
import { CompareArea } from './compare-area.tsx';

type Props = {
  parts: EditorParts;
  name: string;
  before: string;
  after: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Shows what a save will change. */
export function DatabaseSaveDialog({ parts, name, before, after, isPending, error, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={`Save ${quoted(name)}`}
      confirmLabel="Save changes"
      isPending={isPending}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <CompareArea parts={parts} before={before} after={after} beforeLabel="Before" afterLabel="After" />
    </ConfirmDialog>
  );
}
