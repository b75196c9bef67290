import { errors } from '#i18n/en/errors.ts';
import { session } from '#i18n/en/session.ts';

/** English texts of the public pages, a lazy chunk. */
export const english = { session, errors };
