import { refuseSecondStart } from '../run/data-folder.mjs';
import { runProduct } from '../run/product.mjs';

// As `npm start` runs the product, without installing and building: `launcher.mjs <folder of the programs> <data folder>`.
const [folder = '', dataDir = ''] = process.argv.slice(2);
await refuseSecondStart(dataDir);
process.exitCode = await runProduct(folder, { hasWorld: true, dataDir });
