import { errors } from '#i18n/en/errors.ts';
import { session } from '#i18n/en/session.ts';
import type { Texts } from './texts.ts';

/** The public pages in English; loaded when that was chosen. */
export const english: Texts = { session, errors };
