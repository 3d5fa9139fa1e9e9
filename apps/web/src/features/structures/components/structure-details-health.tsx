import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import type { StructureDetail } from '../structure-details.queries.ts';

/** The save names the health only of what is damaged. */
export function HealthLine({ structure: { health, maxHealth } }: { structure: StructureDetail }) {
  const now = health ?? maxHealth;
  if (now === null) return null;
  const isLow = maxHealth !== null && now < maxHealth / 4;
  return (
    <>
      <dt>Health</dt>
      <dd>
        {whole(now)}
        {maxHealth === null ? null : (
          <>
            {` of ${whole(maxHealth)}`}
            <ProgressBar label="Health" value={now} max={maxHealth} isWarning={isLow} />
          </>
        )}
      </dd>
    </>
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString();
}
