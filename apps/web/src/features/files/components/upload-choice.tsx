import { Button, Group, Stack, Text } from '@mantine/core';
import { FolderUp, Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import type { Visibility } from '@tribehall/contract';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { chosenFromInput, type Chosen } from '../chosen-files.ts';
import { visibilityNames } from '../visibility-names.ts';

const question = 'Who may open what you upload';
/** React's types do not know it yet. */
const wholeDirectory = { webkitdirectory: '' };

type Props = {
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
  onChoose: (chosen: Chosen) => void;
};

/** First who may open them, then the files. */
export function UploadChoice({ visibility, onVisibility, onChoose }: Props) {
  const fileInput = useRef<HTMLInputElement>(null);
  const directoryInput = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFromInput(currentTarget.files ?? []);
    // So that the same one can be chosen again.
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
