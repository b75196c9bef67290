import type { Session } from '#providers/session/session.ts';
import type { Services } from './services.ts';

/** Dependencies of the route loaders. */
export interface Opening {
  session: Session;
  /**
   * Services of the signed-in user, created once per document; null if the profile cannot be loaded. @throws ChunkError
   * if the application cannot be loaded
   */
  services: () => Promise<Services | null>;
}

/** Memoises successful attempts only, so that the next call retries after a failure. */
export const createOpening = (session: Session, make: () => Promise<Services | null>): Opening => {
  let made: Promise<Services | null> | null = null;
  const attempt = async (): Promise<Services | null> => {
    try {
      const services = await make();
      if (!services) made = null;
      return services;
    } catch (error) {
      made = null;
      throw error;
    }
  };
  return { session, services: () => (made ??= attempt()) };
};
