import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { splitPath } from '../../../lib/text/split-path.ts';
import { useChangeVisibility } from '../files.mutations.ts';
import type { FileDetails } from '../files.queries.ts';
import { VisibilitySelect } from '../visibility-select.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './file-facts.module.css';

type Props = { file: FileDetails; isOwn: boolean };

export function FileFacts({ file, isOwn }: Props) {
  const change = useChangeVisibility();
  const { folders, base } = splitPath(file.fileName);
  return (
    <>
      <Facts>
        <dt>Name</dt>
        <dd>
          {folders === '' ? null : (
            <span className={classes.folders}>
              <PlainText text={folders} />
            </span>
          )}
          <PlainText text={base} />
        </dd>
        <dt>Size</dt>
        <dd>
          {formatBytes(file.size)}
          {file.size < 1000 ? '' : ` (${formatCount(file.size)} bytes)`}
        </dd>
        <dt>Uploaded by</dt>
        <dd>{file.uploadedBy === null ? 'Deleted user' : <PlainText text={file.uploadedBy} />}</dd>
        <dt>Uploaded at</dt>
        <dd>
          <TimeAgo at={file.uploadedAt} />
        </dd>
        {file.mayChange ? (
          <>
            <dt>Visibility</dt>
            <dd>
              <VisibilitySelect
                label="Who can open this file"
                value={file.visibility}
                isOwn={isOwn}
                onChange={(visibility) => change.mutate({ files: [file], visibility })}
              />
            </dd>
          </>
        ) : null}
      </Facts>
      <CopyField label="XXH3" value={file.hash} />
    </>
  );
}
