import { Text } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

type Props = {
  noun: string;
  /** Link to the item viewed before, if any. */
  back: ReactNode;
  /** Link to the list, where there is no such item. */
  choose: ReactNode;
};

/** Shown where the URL names something that does not exist. */
export function MissingNotice({ noun, back, choose }: Props) {
  return (
    <Notice icon={CircleHelp} title={`This ${noun} doesn't exist.`} role="alert" action={back ?? choose}>
      <Text c="dimmed">
        It may have been removed, or the address is wrong.
        {back ? ` You can select another ${noun} in the top bar.` : null}
      </Text>
    </Notice>
  );
}
