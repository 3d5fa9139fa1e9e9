import { Text } from '@mantine/core';
import { Hammer } from 'lucide-react';
import { Notice } from './notice.tsx';

type Props = {
  /** One sentence: what will be here. */
  plan?: string;
};

export function NotBuiltYet({ plan = 'The portal cannot do this yet.' }: Props) {
  return (
    <Notice icon={Hammer} title="Not built yet">
      <Text c="dimmed">{plan}</Text>
    </Notice>
  );
}
