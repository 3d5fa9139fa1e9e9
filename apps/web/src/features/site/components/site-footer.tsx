import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from '../../../components/buttons/external-link.tsx';
import { siteQuery } from '../site.queries.ts';
import classes from './site-footer.module.css';

const year = new Date().getFullYear();

/** Without a reply there are no links to show; the page itself reports the error. */
export function SiteFooter() {
  const { data: site } = useQuery(siteQuery);
  return (
    <footer className={classes.footer}>
      {site === undefined ? null : (
        <>
          <ul className={classes.links}>
            <li>
              <ExternalLink href={site.chatInviteUrl}>Community chat</ExternalLink>
            </li>
            <li>
              <ExternalLink href={site.modProfileUrl}>Our mods</ExternalLink>
            </li>
            <li>
              <ExternalLink href={site.donationUrl}>Donate</ExternalLink>
            </li>
          </ul>
          <Text size="sm" c="dimmed">
            © {year} {site.ownerName}
          </Text>
        </>
      )}
    </footer>
  );
}
