/** The store of files did not answer, as opposed to refusing. */
export class StoreUnreachableError extends Error {}

/** Whether an error, or what caused it, is that the store of files did not answer. */
export const isStoreUnreachable = (error: unknown): boolean =>
  error instanceof StoreUnreachableError || (error instanceof Error && isStoreUnreachable(error.cause));
