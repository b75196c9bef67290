import type { Session } from '#providers/session/session.ts';
import type { Services } from './services.ts';

export interface Startup {
  session: Session;
  /**
   * Services of the signed-in user, created once per document; null if the profile cannot be loaded. @throws ChunkError
   * if the application cannot be loaded
   */
  services: () => Promise<Services | null>;
}

/** Memoises successful attempts only, so that the next call retries after a failure. */
export const createStartup = (session: Session, create: () => Promise<Services | null>): Startup => {
  let pendingServices: Promise<Services | null> | null = null;
  const attempt = async (): Promise<Services | null> => {
    try {
      const services = await create();
      if (!services) pendingServices = null;
      return services;
    } catch (error) {
      pendingServices = null;
      throw error;
    }
  };
  return { session, services: () => (pendingServices ??= attempt()) };
};
