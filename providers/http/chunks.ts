import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/limits.ts';

/** A lazy chunk could not be loaded: no network, or a deployment has removed the file. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  /**
   * The source text of the import. In a production build, it contains the hashed file name and therefore identifies the
   * build too.
   */
  readonly chunk: string;

  constructor(chunk: string, cause: unknown) {
    super('A part of the application could not be loaded', { cause });
    this.chunk = chunk;
  }
}

/** Loads a lazy chunk within 120 s (§9), including one retry. @throws ChunkError if both attempts fail or time is up */
export const loadChunk = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A chunk took longer than its limit')), CHUNK_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load().catch(() => load()), timeout]);
  } catch (cause) {
    throw new ChunkError(String(load), cause);
  } finally {
    clearTimeout(timer);
  }
};
