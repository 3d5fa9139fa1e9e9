import { Button, Menu } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { ChevronDown, CircleUser, Keyboard, LogOut } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Face } from '../../../components/people/face.tsx';
import classes from './account-menu.module.css';

type ItemProps = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'> & { icon: ReactNode };

const MenuLink = createLink(function MenuAnchor({ icon, ...anchorProps }: ItemProps) {
  return <Menu.Item component="a" leftSection={icon} {...anchorProps} />;
});

type Props = { userId: string; username: string; onShortcuts: () => void };

export function AccountMenu({ userId, username, onShortcuts }: Props) {
  return (
    <Menu position="bottom-end" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="md"
          leftSection={<Face id={userId} name={username} size="small" />}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`Account menu of ${username}`}
          classNames={{ label: classes.name ?? '' }}
        >
          {username}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <MenuLink to="/account" icon={<CircleUser size={16} aria-hidden />}>
          My account
        </MenuLink>
        <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <MenuLink to="/logout" preload={false} icon={<LogOut size={16} aria-hidden />}>
          Logout
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
