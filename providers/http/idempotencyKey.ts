/**
 * Creates a key with which a write can be repeated safely (contract 2). `crypto.randomUUID` does not exist on plain
 * http.
 */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');
