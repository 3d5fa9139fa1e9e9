import { startProduct } from './product.ts';

/** One product with its demo world for all journeys. */
export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct({ TRIBEHALL_WORLD: 'on' });
  process.env['E2E_URL'] = product.url;
  process.env['E2E_DATA'] = product.dataDir;
  process.env['E2E_WORLD'] = product.worldSocket;
  return product.stop;
}
