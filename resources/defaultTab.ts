import type { Visit } from './engine/types.ts';

/** §2: photographers land on the images, everybody else on the settings, and so does a visit with `parameter`. */
export const landingBy =
  (parameter: string) =>
  ({ role, query }: Visit): string =>
    role === 'photographer' && !query.has(parameter) ? 'images' : 'settings';
