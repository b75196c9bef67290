import { rmSync } from 'node:fs';
import { startProduct } from './product.ts';

/** Makes the demonstration's data once: each of forty products in a run would spend ten seconds of a core on the same. */
export const setup = async (): Promise<() => void> => {
  const product = await startProduct();
  const folder = await product.shutDown();
  process.env['DEMO_DATA'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
