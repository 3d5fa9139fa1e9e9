/** The smallest number that a column of four bytes holds in full. */
const smallest = 2 ** -126;

type Reals = { x: number; y: number; z: number; health?: number | undefined; maxHealth?: number | undefined };

/** The database refuses what such a column would only hold as nothing. */
export function toReal<Row extends Reals>(row: Row): Row {
  const { health, maxHealth } = row;
  return {
    ...row,
    x: nearest(row.x),
    y: nearest(row.y),
    z: nearest(row.z),
    ...(health === undefined ? {} : { health: nearest(health) }),
    ...(maxHealth === undefined ? {} : { maxHealth: nearest(maxHealth) }),
  };
}

function nearest(value: number): number {
  return Math.abs(value) < smallest ? 0 : Math.fround(value);
}
