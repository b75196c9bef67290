import { CHUNK_LOAD_LIMIT } from '#contract/limits.ts';

/** A part of the application could not be loaded: no network, or a deployment has replaced its file. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  /** Names the part and, in a built application, the build: the text of its import. */
  readonly chunk: string;

  constructor(chunk: string, cause: unknown) {
    super('A part of the application could not be loaded', { cause });
    this.chunk = chunk;
  }
}

/**
 * Loads a part of the application within 120 s (§9), and once more when that fails.
 * @throws ChunkError when both have failed
 */
export const loadChunk = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  try {
    return await limited(load).catch(() => limited(load));
  } catch (cause) {
    throw new ChunkError(String(load), cause);
  }
};

const limited = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A chunk took longer than its limit')), CHUNK_LOAD_LIMIT);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
};
