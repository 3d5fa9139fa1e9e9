import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';

const schemes: Record<MantineColorScheme, { label: string; icon: LucideIcon; next: MantineColorScheme }> = {
  auto: { label: 'System', icon: Monitor, next: 'light' },
  light: { label: 'Light', icon: Sun, next: 'dark' },
  dark: { label: 'Dark', icon: Moon, next: 'auto' },
};

/** Follows the system until the user chooses; the choice is remembered. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, icon: Icon, next } = schemes[colorScheme];
  const hint = `Theme: ${label}. Switch to ${schemes[next].label}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={hint}
      title={hint}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
