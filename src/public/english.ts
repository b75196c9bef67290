import { errors } from '#i18n/en/errors.ts';
import { session } from '#i18n/en/session.ts';

/** What the public pages say in English; loaded where that was chosen. */
export const english = { session, errors };
