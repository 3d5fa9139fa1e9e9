import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { CompareHandle } from '../editor/editor-handle.ts';
import type { EditorParts } from '../editor/editor-parts.ts';
import { CompareArea } from './compare-area.tsx';

type Props = {
  parts: EditorParts;
  name: string;
  theirs: string;
  mine: string;
  isPending: boolean;
  error: unknown;
  onTakeTheirs: () => void;
  /** With the text as edited here. */
  onKeepMine: (text: string) => void;
  onEditOn: (text: string) => void;
  onClose: (text: string) => void;
};

/** Resolves concurrent changes. Whatever is chosen, nothing typed is lost. */
export function DatabaseConflictDialog(props: Props) {
  const { parts, name, theirs, mine, isPending, error } = props;
  const [compare, setCompare] = useState<CompareHandle>();
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const text = () => compare?.text() ?? mine;
  useReturnFocus();
  return (
    <Modal
      opened
      size={1200}
      fullScreen={isNarrow}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => props.onClose(text())}
      title={`${quoted(name)} was changed by someone else`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <Text>Nothing has been saved yet. Edit your side here, or take lines from theirs.</Text>
        <CompareArea
          parts={parts}
          before={theirs}
          after={mine}
          beforeLabel="Theirs (saved)"
          afterLabel="Yours"
          isEditable
          onOpen={setCompare}
        />
        {error === null ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isPending} onClick={props.onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" disabled={isPending} onClick={() => props.onEditOn(text())}>
            Keep editing
          </Button>
          <Button loading={isPending} onClick={() => props.onKeepMine(text())}>
            Save mine over theirs
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
