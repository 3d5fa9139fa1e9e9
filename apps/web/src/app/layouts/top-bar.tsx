import { Burger, Group } from '@mantine/core';
import { ThemeSwitch } from '../../components/buttons/theme-switch.tsx';
import { Brand } from './brand.tsx';
import { TopBarAccount } from './top-bar-account.tsx';
import { TopBarPicker } from './top-bar-picker.tsx';

type Props = { isDrawerOpen: boolean; onDrawerOpen: () => void };

export function TopBar({ isDrawerOpen, onDrawerOpen }: Props) {
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          hiddenFrom="md"
          size="sm"
          w={44}
          h={44}
          opened={false}
          onClick={onDrawerOpen}
          aria-label="Open navigation"
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
        />
        <Brand />
        <TopBarPicker />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ThemeSwitch />
        <TopBarAccount />
      </Group>
    </Group>
  );
}
