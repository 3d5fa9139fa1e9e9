import { Button, Menu } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { ChevronDown, CircleUser, LogOut } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';

type ItemProps = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'> & { icon: ReactNode };

const MenuLink = createLink(function MenuAnchor({ icon, ...anchorProps }: ItemProps) {
  return <Menu.Item component="a" leftSection={icon} {...anchorProps} />;
});

export function AccountMenu({ username }: { username: string }) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          h={44}
          maw={{ base: 120, sm: 220 }}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`Account menu of ${username}`}
        >
          {username}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <MenuLink to={paths.account} icon={<CircleUser size={16} aria-hidden />}>
          My account
        </MenuLink>
        <MenuLink to={paths.logout} preload={false} icon={<LogOut size={16} aria-hidden />}>
          Logout
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
