import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NewVersionNotice } from '../components/notices/new-version-notice.tsx';
import { ToastHost } from '../components/notices/toast.tsx';
import { cspNonce } from '../lib/browser/csp-nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

type Props = { queryClient: QueryClient; children: ReactNode };

export function Providers({ queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <ToastHost />
      <NewVersionNotice />
    </MantineProvider>
  );
}
