import { classTitle } from '@tribehall/contract/shared/text';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import classes from './tribe-classes.module.css';
import type { Tribe } from './tribes.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

/** Shown before "Show all". */
const initialCount = 12;

type Props = { serverId: string; tribe: Pick<Tribe, 'id' | 'classes'> };

/** What was built, most frequent first; each class links to its structures. */
export function TribeClasses({ serverId, tribe: { id, classes: all } }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (all.length === 0) return <Text c="dimmed">No structures.</Text>;
  const shown = isExpanded ? all : all.slice(0, initialCount);
  return (
    <>
      <ul className={classes.list}>
        {shown.map(({ className, count }) => (
          <li key={className} className={classes.entry} title={visibleText(className)}>
            <span className={classes.count}>{formatCount(count)}</span>
            {className.includes(',') ? (
              <PlainText text={classTitle(className)} />
            ) : (
              <TextLink
                to="/arkbot/servers/$serverId/structures"
                params={{ serverId }}
                search={{ tribes: String(id), classes: className }}
              >
                <PlainText text={classTitle(className)} />
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      {shown.length === all.length ? null : (
        <div>
          <Button variant="default" onClick={() => setIsExpanded(true)}>
            Show all {formatCount(all.length)} kinds
          </Button>
        </div>
      )}
    </>
  );
}
