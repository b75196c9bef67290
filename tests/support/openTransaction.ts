import type { TestServer } from './server.ts';

/**
 * Begins a transaction and keeps its locks.
 * @returns a function that commits it
 */
export const openTransaction = async (
  server: TestServer,
  take: (tx: TestServer['db']) => Promise<unknown>,
): Promise<() => Promise<void>> => {
  let free = () => {};
  const isFree = new Promise<void>(resolve => {
    free = resolve;
  });
  let over = Promise.resolve();
  await new Promise<void>((taken, failed) => {
    over = server.db.transaction(async tx => {
      await take(tx);
      taken();
      await isFree;
    });
    over.catch(failed);
  });
  return async () => {
    free();
    await over;
  };
};
