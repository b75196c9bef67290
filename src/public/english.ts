import { errors } from '#i18n/en/errors.ts';
import { session } from '#i18n/en/session.ts';

export const englishMessages = { session, errors };
