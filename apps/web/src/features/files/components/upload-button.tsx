import { Link, RotateCw, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { quoted } from '../../../lib/text/visible-text.ts';
import { copyLink } from '../file-link.ts';
import { isUnderWay, type UploadRow } from '../upload-item.ts';
import { uploads } from '../uploads.ts';

type Props = { row: UploadRow; onCancelled: () => void };

/** The one thing to do with an upload as it is now. It stays the same element, and keeps the focus, when that changes. */
export function UploadButton({ row, onCancelled }: Props) {
  const action = actionOf(row, onCancelled);
  return action === undefined ? null : <IconButton {...action} />;
}

function actionOf(row: UploadRow, onCancelled: () => void) {
  const { id, name, state, uploadId, mayRetry } = row;
  if (isUnderWay(row)) {
    const onClick = () => {
      uploads.cancel(id);
      onCancelled();
    };
    return { icon: X, label: `Cancel the upload of ${quoted(name)}`, onClick };
  }
  if (state === 'failed' && mayRetry) {
    return { icon: RotateCw, label: `Retry the upload of ${quoted(name)}`, onClick: () => uploads.retry(id) };
  }
  if (state === 'done' && uploadId !== undefined) {
    return { icon: Link, label: `Copy the link to ${quoted(name)}`, onClick: () => void copyLink(uploadId) };
  }
  return undefined;
}
