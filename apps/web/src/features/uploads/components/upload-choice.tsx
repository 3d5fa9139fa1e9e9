import type { Visibility } from '@tribehall/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { FolderUp, Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import { chosenFromInput, type Chosen } from '../chosen-files.ts';

const question = 'Who can open your uploads';
/** Missing from React's types. */
const wholeDirectory = { webkitdirectory: '' };

type Props = {
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
  onChoose: (chosen: Chosen) => void;
};

export function UploadChoice({ visibility, onVisibility, onChoose }: Props) {
  const fileInput = useRef<HTMLInputElement>(null);
  const directoryInput = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFromInput(currentTarget.files ?? []);
    // Otherwise choosing the same file again fires no change event.
    currentTarget.value = '';
    onChoose(chosen);
  };
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={500} mb="xs" aria-hidden>
          {question}
        </Text>
        <SegmentedChoice label={question} choices={visibilityNames} value={visibility} onChange={onVisibility} />
      </div>
      <Group gap="sm">
        <Button leftSection={<Upload size={16} aria-hidden />} onClick={() => fileInput.current?.click()}>
          Upload files
        </Button>
        <Button
          variant="default"
          leftSection={<FolderUp size={16} aria-hidden />}
          onClick={() => directoryInput.current?.click()}
        >
          Upload directory
        </Button>
      </Group>
      <input ref={fileInput} type="file" multiple hidden aria-label="Files to upload" onChange={choose} />
      <input
        ref={directoryInput}
        type="file"
        {...wholeDirectory}
        hidden
        aria-label="Directory to upload"
        onChange={choose}
      />
    </Stack>
  );
}
