import { Text } from '@mantine/core';
import { PlainText } from '../../../components/display/plain-text.tsx';

export function HostName({ host }: { host: string }) {
  return (
    <Text>
      Host:{' '}
      <strong>
        <PlainText text={host} />
      </strong>
    </Text>
  );
}
