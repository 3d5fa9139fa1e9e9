import { Alert } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { TextLink } from '../../../components/buttons/text-link.tsx';

/** Over every page of someone whose role needs a second factor, and who has none. */
export function SecondFactorNotice() {
  return (
    <Alert icon={<ShieldAlert size={18} aria-hidden />} color="warning" role="status" mb="md">
      Your role needs two-step login and doesn&rsquo;t count until you set it up.{' '}
      <TextLink to="/account" hash="two-step">
        Set up two-step login
      </TextLink>
    </Alert>
  );
}
