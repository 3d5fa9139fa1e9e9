import { Text } from '@mantine/core';
import { paths } from '../../../app/paths.ts';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { filePath } from '../file-link.ts';

/** Some files are not for visitors; the login leads back. */
export function FileLoginHint({ fileId }: { fileId: string }) {
  return (
    <Text>
      If it is meant for you,{' '}
      <TextLink to={paths.login} search={{ redirect: filePath(fileId) }}>
        log in
      </TextLink>{' '}
      to open it.
    </Text>
  );
}
