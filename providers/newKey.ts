/** Marks one write, so that sent again it stays one (contract 2); `crypto.randomUUID` does not exist on plain http. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');
