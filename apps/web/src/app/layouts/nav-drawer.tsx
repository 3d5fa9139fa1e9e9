import { Drawer } from '@mantine/core';
import { ThemeSwitch } from '../../components/buttons/theme-switch.tsx';
import type { NavGroup } from '../navigation.ts';
import classes from './nav-drawer.module.css';
import { NavGroups } from './nav-groups.tsx';

type Props = { isOpen: boolean; onClose: () => void; groups: NavGroup[] };

/** Navigation on narrow screens. */
export function NavDrawer({ isOpen, onClose, groups }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={240}
      hiddenFrom="md"
      padding={0}
      title="Tribehall"
      classNames={{ header: classes.header ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close navigation', size: 44, iconSize: 18 }}
    >
      <NavGroups groups={groups} onNavigate={onClose} />
      <div className={classes.theme}>
        Theme
        <ThemeSwitch />
      </div>
    </Drawer>
  );
}
