import * as z from 'zod';

const index = z.number().int();

/** The relief of a server's map, from what stood on the ground in its saves. Cells that are not listed are unknown. */
export const structureGround = z.object({
  /** The side of a cell, in the engine's units. A cell begins at its index times this. */
  cellUnits: z.number().positive(),
  /** Heights that the cells are estimated from. */
  sampleCount: z.number().int(),
  /** x, y, and the height in metres. */
  cells: z.array(z.tuple([index, index, z.number()])),
  /** x and y of cells in which only swimming creatures were seen. */
  water: z.array(z.tuple([index, index])),
});
export type StructureGround = z.output<typeof structureGround>;
