import { Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PlainText } from '../display/plain-text.tsx';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { Deferred } from './deferred.tsx';
import classes from './page.module.css';

type Props = {
  title: string;
  /** The title of the browser tab, where it differs from the heading. */
  tabTitle?: string;
  /** The pages above this one, and this one. */
  crumbs?: readonly Crumb[];
  /** Beside the heading: the name of what the page is about. */
  subject?: string | undefined;
  /** Below the heading: a line about what the page shows. */
  summary?: ReactNode;
  /** Before the heading: a face. */
  mark?: ReactNode;
  /** After the heading: badges. */
  badges?: ReactNode;
  /** Beside the heading: an indicator or the most common action. */
  aside?: ReactNode;
  /** In place of the heading, for a page about one thing; it has the heading in it. */
  banner?: ReactNode;
  /** For content that profits from width, such as a map. */
  isWide?: boolean;
  children?: ReactNode;
};

export function Page(props: Props) {
  const {
    title,
    tabTitle = title,
    crumbs,
    subject,
    summary,
    mark,
    badges,
    aside,
    banner,
    isWide = false,
    children,
  } = props;
  useDocumentTitle(`${tabTitle} · Tribehall`);
  const heading = <PageHeading title={title} subject={subject} />;
  return (
    <Stack gap="lg" className={classes.page ?? ''} data-wide={isWide}>
      {crumbs === undefined ? null : <Breadcrumbs crumbs={crumbs} />}
      {banner ?? (
        <Group justify="space-between" gap="md">
          {mark === undefined ? (
            <div>
              {heading}
              {summary}
            </div>
          ) : (
            <Group gap="md" wrap="nowrap" miw={0}>
              {mark}
              <Group gap="sm" miw={0}>
                {heading}
                {badges}
              </Group>
            </Group>
          )}
          {aside}
        </Group>
      )}
      <Deferred>{children}</Deferred>
    </Stack>
  );
}

function PageHeading({ title, subject }: { title: string; subject: string | undefined }) {
  if (subject === undefined) return <Title order={1}>{title}</Title>;
  return (
    <div className={classes.heading}>
      <Title order={1}>{title}</Title>
      <p className={classes.subject}>
        <PlainText text={subject} />
      </p>
    </div>
  );
}
