import { rmSync } from 'node:fs';
import { startProduct } from './product.ts';

/** Creates the demonstration data once per run; otherwise each of forty products would spend ten seconds on it. */
export const setup = async (): Promise<() => void> => {
  const product = await startProduct();
  const folder = await product.shutDown();
  process.env['DEMO_DATA'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
