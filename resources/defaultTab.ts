import type { EditorRequest } from './engine/types.ts';

/** §2: photographers land on the images tab; all others, and any address with `parameter`, land on the settings. */
export const tabByRole =
  (parameter: string) =>
  ({ role, query }: EditorRequest): string =>
    role === 'photographer' && !query.has(parameter) ? 'images' : 'settings';
