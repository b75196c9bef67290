/** The store of files did not answer, as opposed to refusing. */
export class StoreUnreachableError extends Error {}
