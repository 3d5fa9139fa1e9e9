import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';

const schemes: Record<MantineColorScheme, { label: string; icon: LucideIcon; next: MantineColorScheme }> = {
  auto: { label: 'System', icon: Monitor, next: 'light' },
  light: { label: 'Light', icon: Sun, next: 'dark' },
  dark: { label: 'Dark', icon: Moon, next: 'auto' },
};

/** Follows the system until the user chooses; the choice is remembered. */
export function ThemeSwitch() {
  const { label, icon: Icon, next, switchTheme } = useThemeSwitch();
  const hint = `Theme: ${label}. Switch to ${next}`;
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={hint} title={hint} onClick={switchTheme}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

/** The theme in use, and the one that comes next. */
export function useThemeSwitch(): { label: string; icon: LucideIcon; next: string; switchTheme: () => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, icon, next } = schemes[colorScheme];
  return { label, icon, next: schemes[next].label, switchTheme: () => setColorScheme(next) };
}
