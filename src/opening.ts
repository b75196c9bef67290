import type { Session } from '#providers/session/session.ts';
import type { Services } from './services.ts';

/** What the routes begin with. */
export interface Opening {
  session: Session;
  /**
   * The services of whoever is signed in, made once per document; null when the profile cannot be had.
   * @throws ChunkError when the application's files cannot be loaded
   */
  services: () => Promise<Services | null>;
}

/** An opening that makes the services when they are first asked for, and tries again where that failed. */
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
