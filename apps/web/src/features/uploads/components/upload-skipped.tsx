import { Text } from '@mantine/core';
import { Info, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { Chosen } from '../chosen-files.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './upload-skipped.module.css';

const maxNames = 5;

type Props = { chosen: Chosen; onClose: () => void };

/** What was chosen but is not uploaded, and why. */
export function UploadSkipped({ chosen, onClose }: Props) {
  const sentences = sentencesOf(chosen);
  if (sentences.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Info size={16} className={classes.icon} aria-hidden />
      <div role="status" className={classes.sentences}>
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </div>
      <IconButton icon={X} label="Dismiss" onClick={onClose} />
    </div>
  );
}

function sentencesOf({ files, systemFiles, emptyDirectories, unreadable }: Chosen): string[] {
  const sentences = [
    describe('Skipped system files', systemFiles),
    describe('Skipped empty directories', emptyDirectories),
    describe("Skipped because the browser couldn't read them", unreadable),
  ].filter((sentence) => sentence !== undefined);
  return files.length === 0 ? [...sentences, 'Nothing to upload.'] : sentences;
}

function describe(reason: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length - maxNames;
  const named = names.slice(0, maxNames).map(quoted).join(', ');
  return `${reason}: ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`;
}
