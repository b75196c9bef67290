import type { EditorRequest } from './engine/types.ts';

/** §2: photographers land on the images, everybody else on the settings, and so does a visit with `parameter`. */
export const tabByRole =
  (parameter: string) =>
  ({ role, query }: EditorRequest): string =>
    role === 'photographer' && !query.has(parameter) ? 'images' : 'settings';
