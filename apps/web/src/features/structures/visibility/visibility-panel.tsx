import type { StructureSight as Sight } from '@tribehall/contract';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { useChooseSight } from '../structures.mutations.ts';
import classes from './visibility-panel.module.css';
import { sightTexts } from './visibility-texts.ts';

/** For those who run the server: who may see structures. On a PvP server a map of all bases is a weapon. */
export function StructureSight({ serverId, visibleTo }: { serverId: string; visibleTo: Sight }) {
  const id = useId();
  const choose = useChooseSight(serverId);
  return (
    <Panel title="Who may see structures">
      <Text c="dimmed" mb="md">
        Admins of this server see everything. On a PvP server a map of all bases is a weapon: choose what the others
        see.
      </Text>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>Beside the admins, structures are seen by</legend>
        {(Object.keys(sightTexts) as Sight[]).map((sight) => (
          <div key={sight} className={classes.choice}>
            <input
              type="radio"
              id={`${id}-${sight}`}
              name={id}
              className={classes.input}
              checked={sight === visibleTo}
              aria-describedby={`${id}-${sight}-effect`}
              onChange={() => choose({ sight, before: visibleTo })}
            />
            <div>
              <label htmlFor={`${id}-${sight}`}>{sightTexts[sight].label}</label>
              <div id={`${id}-${sight}-effect`} className={classes.effect}>
                {sightTexts[sight].effect}
              </div>
            </div>
          </div>
        ))}
      </fieldset>
    </Panel>
  );
}
