import { Text } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

type Props = {
  noun: string;
  /** The way to the one that was looked at before, where there is one. */
  back: ReactNode;
  /** The way to the list, where there is none. */
  choose: ReactNode;
};

/** In place of something that the address names and that does not exist. */
export function MissingNotice({ noun, back, choose }: Props) {
  return (
    <Notice icon={CircleHelp} title={`There is no such ${noun}.`} role="alert" action={back ?? choose}>
      <Text c="dimmed">
        It was removed, or the address is wrong.
        {back ? ` You can select another ${noun} in the top bar.` : null}
      </Text>
    </Notice>
  );
}
