import { Text } from '@mantine/core';
import { Info, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { Chosen } from '../chosen-files.ts';
import classes from './upload-left-out.module.css';

const namedAtMost = 5;

type Props = { chosen: Chosen; onClose: () => void };

/** What was chosen and is not uploaded, and why. */
export function UploadLeftOut({ chosen, onClose }: Props) {
  const lines = linesOf(chosen);
  if (lines.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Info size={16} className={classes.icon} aria-hidden />
      <div role="status" className={classes.lines}>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
      <IconButton icon={X} label="Dismiss" onClick={onClose} />
    </div>
  );
}

function linesOf({ files, systemFiles, emptyDirectories, unreadable }: Chosen): string[] {
  const lines = [
    describe('Left out, as they belong to the operating system', systemFiles),
    describe('Skipped, as these directories are empty', emptyDirectories),
    describe('Skipped, as the browser could not read them', unreadable),
  ].filter((line) => line !== undefined);
  return files.length === 0 ? [...lines, 'There was nothing to upload.'] : lines;
}

function describe(reason: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length - namedAtMost;
  const named = names.slice(0, namedAtMost).map(quoted).join(', ');
  return `${reason}: ${named}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}.`;
}
