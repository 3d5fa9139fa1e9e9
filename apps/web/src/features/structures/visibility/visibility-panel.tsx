import type { StructureVisibility as Visibility } from '@tribehall/contract';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { useChangeVisibility } from '../structures.mutations.ts';
import classes from './visibility-panel.module.css';
import { visibilityTexts } from './visibility-texts.ts';

/** For admins of the server: who may see structures. */
export function VisibilityPanel({ serverId, visibleTo }: { serverId: string; visibleTo: Visibility }) {
  const id = useId();
  const change = useChangeVisibility(serverId);
  return (
    <Panel title="Who can see structures">
      <Text c="dimmed" mb="md">
        Admins of this server always see everything. On a PvP server a map of all bases is a weapon, so choose what
        other players see.
      </Text>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>Besides admins, structures are visible to</legend>
        {(Object.keys(visibilityTexts) as Visibility[]).map((choice) => (
          <div key={choice} className={classes.choice}>
            <input
              type="radio"
              id={`${id}-${choice}`}
              name={id}
              className={classes.input}
              checked={choice === visibleTo}
              aria-describedby={`${id}-${choice}-effect`}
              onChange={() => change({ visibleTo: choice, before: visibleTo })}
            />
            <div>
              <label htmlFor={`${id}-${choice}`}>{visibilityTexts[choice].label}</label>
              <div id={`${id}-${choice}-effect`} className={classes.effect}>
                {visibilityTexts[choice].effect}
              </div>
            </div>
          </div>
        ))}
      </fieldset>
    </Panel>
  );
}
